//===- ValueBounds.h - Bounds of numbers ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of integers, with which lowerings omit impossible cases.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::prim {

/// The bounds of an integer or index that follow from a few preceding ops, such
/// as a clamp or a mask. Bounds of a vector hold for all elements.
ConstantIntRanges getBounds(Value value, unsigned depth = 3);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H
