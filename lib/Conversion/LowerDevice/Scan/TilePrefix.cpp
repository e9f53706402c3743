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

template <typename OpTy>
OptionalTuple LookBackPrefix::lookBack(Value tile, ValueRange aggregate,
                                       std::optional<int32_t> window) {
  GridFoldClauses clauses;
  clauses.window = window;
  auto grid = createGridFold<OpTy>(b, combiner, aggregate, tile, state.tiles,
                                   state.base(kernel), clauses);
  return {ValueTuple(grid.getFold()), grid.getHasFold()};
}

OptionalTuple LookBackPrefix::find(Value tile, ValueRange aggregate) {
  return lookBack<GridScanOp>(tile, aggregate,
                              kernel.device().getLimits().lookBackWindow);
}

/// Tiles that a persistent block's wave looks at at once, if not limited.
static int32_t getPersistentWindow(KernelBuilder &kernel, TypeRange types) {
  unsigned words = 0;
  for (Type type : types)
    words += llvm::divideCeil(getElementBytes(type), 4u);
  return std::max(persistentWindowWords / words, kernel.target().waveSize);
}

OptionalTuple PublishedPrefix::find(Value tile, ValueRange aggregate) {
  // The default covers all tiles that other blocks have published since this
  // block's previous one.
  std::optional<int32_t> window = kernel.device().getLimits().lookBackWindow;
  return lookBack<GridPrefixOp>(
      tile, aggregate, window ? *window : getPersistentWindow(kernel, types));
}

OptionalTuple GatheredPrefix::find(Value tile, ValueRange aggregate) {
  if (combiner.isTotal())
    return gathered;
  auto first = WarpBroadcastOp::create(b, types, gathered.values, b.i32(0),
                                       /*width=*/IntegerAttr());
  return {ValueTuple(first.getResults()), gathered.present};
}
