//===- SerializeTimes.h - Where serialization took its time -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Milliseconds of the steps from LLVM IR on, by the clock, added up over
// modules and measured in the process that took them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_SERIALIZETIMES_H
#define PRIM_TARGET_SERIALIZETIMES_H

namespace mlir::prim {

struct SerializeTimes {
  double optimisation = 0;
  double codeGeneration = 0;
  /// What of that is looking at the code by rules
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
