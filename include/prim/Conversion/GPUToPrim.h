//===- GPUToPrim.h - Patterns of prim-gpu-to-prim -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gpu dialect's collectives as prim ops, for passes of other compilers.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_GPUTOPRIM_H
#define PRIM_CONVERSION_GPUTOPRIM_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// Adds patterns that replace `gpu.shuffle`, `gpu.rotate` and
/// `gpu.subgroup_reduce` by warp ops and `gpu.all_reduce` by a block op. Each
/// pattern applies once per op, so walkAndApplyPatterns suffices. Ops without a
/// prim form are left, with a reason for the match failure; the pass reports
/// them as errors.
void populateGPUToPrimPatterns(RewritePatternSet &patterns,
                               PatternBenefit benefit = 1);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOPRIM_H
