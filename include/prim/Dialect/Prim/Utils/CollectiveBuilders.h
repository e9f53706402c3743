//===- CollectiveBuilders.h - Ops with a given combiner --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers with which a lowering creates collectives of the level below with the
// combiner that it lowers.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_COLLECTIVEBUILDERS_H
#define PRIM_DIALECT_PRIM_UTILS_COLLECTIVEBUILDERS_H

#include "prim/Dialect/Prim/Utils/Combiner.h"

namespace mlir::prim {

/// Creates `prim.warp_reduce` over logical warps of `width` lanes, or the wave.
/// `valid` may be null.
WarpReduceOp createWarpReduce(CodeBuilder &b, const Combiner &combiner,
                              ValueRange inputs, bool all, Value valid = {},
                              std::optional<unsigned> width = {});

/// Creates `prim.warp_scan` over logical warps of `width` lanes, or the wave,
/// with its total if `total` is set. `init` may be empty, `valid` null.
WarpScanOp createWarpScan(CodeBuilder &b, const Combiner &combiner,
                          ScanMode mode, ValueRange inputs, bool total,
                          bool reverse = false, ValueRange init = {},
                          Value valid = {}, std::optional<unsigned> width = {});

/// Creates `prim.block_reduce`. `valid` may be null; `rowVector` is the
/// `row_vector` of rows, or 0 for blocked items.
BlockReduceOp createBlockReduce(CodeBuilder &b, const Combiner &combiner,
                                ValueRange inputs, bool all, Value valid = {},
                                unsigned rowVector = 0);

/// Creates `prim.block_scan` with an empty prefix region. `valid` may be null;
/// `rowVector` is the `row_vector` of rows, or 0 for blocked items.
BlockScanOp createBlockScan(CodeBuilder &b, const Combiner &combiner,
                            ScanMode mode, ValueRange inputs,
                            ValueRange init = {}, bool total = false,
                            Value valid = {}, unsigned rowVector = 0,
                            bool reverse = false);

/// The optional clauses of a fold over tiles.
struct GridFoldClauses {
  Value epoch = {};
  std::optional<int32_t> chains = {}, bits = {}, window = {};
};

/// Creates `prim.grid_scan` or `prim.grid_prefix`.
template <typename OpTy>
OpTy createGridFold(CodeBuilder &b, const Combiner &combiner, ValueRange inputs,
                    Value tile, Value tiles, Value state,
                    const GridFoldClauses &clauses = {});
extern template GridScanOp createGridFold(CodeBuilder &, const Combiner &,
                                          ValueRange, Value, Value, Value,
                                          const GridFoldClauses &);
extern template GridPrefixOp createGridFold(CodeBuilder &, const Combiner &,
                                            ValueRange, Value, Value, Value,
                                            const GridFoldClauses &);

/// Creates `prim.grid_reduce`.
GridReduceOp createGridReduce(CodeBuilder &b, const Combiner &combiner,
                              ValueRange inputs, Value tile, Value tiles,
                              Value state, bool reset, bool all);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_COLLECTIVEBUILDERS_H
