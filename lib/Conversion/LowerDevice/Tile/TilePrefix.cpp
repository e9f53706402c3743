//===- TilePrefix.cpp - What comes before a tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The looking back itself is that of the grid ops.
//
//===----------------------------------------------------------------------===//

#include "TilePrefix.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

TilePrefix::~TilePrefix() = default;

OptionalTuple LookBackPrefix::find(Value tile, ValueRange aggregate) {
  GridFoldClauses clauses;
  clauses.window = kernel.device().getLimits().lookBackWindow;
  auto grid = createGridFold<GridScanOp>(
      b, combiner, aggregate, tile, state.tiles, state.base(kernel), clauses);
  return {ValueTuple(grid.getFold()), grid.getHasFold()};
}

/// Tiles that a persistent block's wave looks at at once, if not limited.
static int32_t getPersistentWindow(KernelBuilder &kernel, TypeRange types) {
  unsigned words = 0;
  for (Type type : types)
    words += llvm::divideCeil(getElementBytes(type), 4u);
  return std::max(persistentWindowWords / words, kernel.target().waveSize);
}

OptionalTuple PublishedPrefix::find(Value tile, ValueRange aggregate) {
  GridFoldClauses clauses;
  clauses.window = kernel.device().getLimits().lookBackWindow;
  // All that the other blocks have published since this one's last tile.
  if (!clauses.window)
    clauses.window = getPersistentWindow(kernel, types);
  auto grid = createGridFold<GridPrefixOp>(
      b, combiner, aggregate, tile, state.tiles, state.base(kernel), clauses);
  return {ValueTuple(grid.getFold()), grid.getHasFold()};
}

OptionalTuple GatheredPrefix::find(Value tile, ValueRange aggregate) {
  if (combiner.isTotal())
    return gathered;
  auto first = WarpBroadcastOp::create(b, types, gathered.values, b.i32(0),
                                       /*width=*/IntegerAttr());
  return {ValueTuple(first.getResults()), gathered.present};
}
