//===- ValueBounds.h - What is known of a number --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of integers that let lowerings leave out what cannot happen.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::prim {

/// The bounds of an integer or index that a few ops before it show, such as
/// those of a clamp or a mask. Those of a vector
/// hold for all elements.
ConstantIntRanges getBounds(Value value, unsigned depth = 3);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_VALUEBOUNDS_H
