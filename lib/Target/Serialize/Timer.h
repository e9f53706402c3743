//===- Timer.h - Time measurement -------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_TIMER_H
#define PRIM_LIB_TARGET_SERIALIZE_TIMER_H

#include <chrono>

namespace mlir::prim {

/// Adds the milliseconds of its lifetime to a number.
class Timer {
public:
  explicit Timer(double &total) : total(total), start(Clock::now()) {}
  ~Timer() {
    total +=
        std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &total;
  Clock::time_point start;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_TIMER_H
