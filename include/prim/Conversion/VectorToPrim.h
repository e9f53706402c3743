//===- VectorToPrim.h - Patterns of prim-vector-to-prim -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cross-lane callbacks and patterns for vectors that are distributed over the
// lanes of a warp. Upstream's patterns for gpu.warp_execute_on_lane_0
// (VectorDistribution.h) call these, and get prim's warp ops.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_VECTORTOPRIM_H
#define PRIM_CONVERSION_VECTORTOPRIM_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// Reduces distributed vectors: each of `width` neighbouring lanes holds `part`
/// (1-D, of prim's elements), and all of them get the result. Float additions
/// and multiplications are reassociated. A vector::DistributedReductionFn.
Value createWarpReduction(Location loc, OpBuilder &builder, Value part,
                          vector::CombiningKind kind, uint32_t width);

/// The `value` of the lane at position `lane` (index) among `width`
/// neighbouring lanes: an element of prim's or a 1-D vector of them. `width` is
/// a power of two. A vector::WarpShuffleFromIdxFn.
Value createWarpShuffle(Location loc, OpBuilder &builder, Value value,
                        Value lane, int64_t width);

/// Adds upstream's patterns that distribute vectors from
/// `gpu.warp_execute_on_lane_0` to all lanes, with the functions above. The
/// patterns reassociate float operations without a check of fastmath flags.
void populateVectorToPrimPatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit = 1);

/// Adds a pattern that replaces a `gpu.warp_execute_on_lane_0` by an `scf.if`
/// and a `prim.warp_broadcast`. The op must have no operands, and results that
/// are the same in all lanes.
void populateWarpRegionToPrimPatterns(RewritePatternSet &patterns,
                                      PatternBenefit benefit = 1);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_VECTORTOPRIM_H
