//===- Timer.h - Milliseconds of a stage -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wall-clock time of a scope, for the lists of StageTime.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_TIMER_H
#define PRIM_LIB_EXECUTION_TIMER_H

#include "prim/Execution/Compilation.h"

#include <chrono>

namespace mlir::prim {

/// Milliseconds since it was made.
class Stopwatch {
public:
  double read() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start)
        .count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

/// Adds the time of its lifetime to a list.
class StageTimer {
public:
  StageTimer(std::vector<StageTime> &times, std::string name)
      : times(times), name(std::move(name)) {}
  ~StageTimer() { times.push_back({name, watch.read()}); }

private:
  std::vector<StageTime> &times;
  std::string name;
  Stopwatch watch;
};

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_TIMER_H
