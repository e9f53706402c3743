//===- LinalgToPrim.h - Patterns of prim-linalg-to-prim -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that turn linalg reductions of all elements of tensors into
// prim.device_reduce, for passes of other compilers.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_LINALGTOPRIM_H
#define PRIM_CONVERSION_LINALGTOPRIM_H

#include "mlir/IR/PatternMatch.h"
#include "prim/Conversion/Passes.h"

namespace mlir::prim {

/// Adds a pattern that replaces linalg ops with reductions in host functions by
/// `prim.device_reduce`. One of their inputs must have an element for each
/// iteration. Their operators must be known to be associative, or `options`
/// must declare them so. Other ops are left, with a remark and a reason for the
/// match failure.
void populateLinalgToPrimPatterns(RewritePatternSet &patterns,
                                  const PrimLinalgToPrimOptions &options = {},
                                  PatternBenefit benefit = 1);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_LINALGTOPRIM_H
