//===- VectorToPrim.h - Patterns of prim-vector-to-prim -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors that the lanes of a warp hold together: what upstream's patterns for
// gpu.warp_execute_on_lane_0 (VectorDistribution.h) call across lanes, as
// prim's warp ops.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_VECTORTOPRIM_H
#define PRIM_CONVERSION_VECTORTOPRIM_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// The fold of all elements of vectors that `width` neighbouring lanes hold a
/// part of each, `part` (1-D, of prim's elements), in all of them. Floats are
/// added and multiplied in another order than one lane would. A
/// vector::DistributedReductionFn.
Value createWarpReduction(Location loc, OpBuilder &builder, Value part,
                          vector::CombiningKind kind, uint32_t width);

/// What the lane at position `lane` (index) among `width` neighbouring ones has
/// in `value`, an element of prim's or a 1-D vector of them. `width` is a power
/// of two. A vector::WarpShuffleFromIdxFn.
Value createWarpShuffle(Location loc, OpBuilder &builder, Value value,
                        Value lane, int64_t width);

/// Adds upstream's patterns that take vectors out of
/// `gpu.warp_execute_on_lane_0` into all lanes, with the functions above. They
/// do not ask whether floats may be added in another order.
void populateVectorToPrimPatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit = 1);

/// Adds a pattern that makes an `scf.if` and a `prim.warp_broadcast` of a
/// `gpu.warp_execute_on_lane_0` without operands whose results are the same in
/// all lanes.
void populateWarpRegionToPrimPatterns(RewritePatternSet &patterns,
                                      PatternBenefit benefit = 1);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_VECTORTOPRIM_H
