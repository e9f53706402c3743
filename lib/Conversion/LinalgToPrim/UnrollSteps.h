//===- UnrollSteps.h - Loads of several steps at once ------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolls the loop of a thread, so that it waits for the loads of several steps
// at once.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_UNROLLSTEPS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_UNROLLSTEPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::prim {

/// Unrolls a loop of `steps` iterations, and moves the loads of unrolled steps
/// before the first one. Loops that are short, or have long steps, are not
/// changed. After the loop's stores, loads could not be moved.
void unrollSteps(scf::ForOp loop, int64_t steps);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_UNROLLSTEPS_H
