//===- SerializeTimes.h - Times of serialization ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wall-clock milliseconds of the steps from LLVM IR on, summed over modules and
// measured in the process that runs them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_SERIALIZETIMES_H
#define PRIM_TARGET_SERIALIZETIMES_H

namespace mlir::prim {

struct SerializeTimes {
  double optimisation = 0;
  double codeGeneration = 0;
  /// The part of the time that the rules of final code take
  /// (prim/CodeObject/CheckObject.h).
  double checking = 0;
  double linking = 0;

  SerializeTimes &operator+=(const SerializeTimes &other) {
    optimisation += other.optimisation;
    codeGeneration += other.codeGeneration;
    checking += other.checking;
    linking += other.linking;
    return *this;
  }
};

} // namespace mlir::prim

#endif // PRIM_TARGET_SERIALIZETIMES_H
