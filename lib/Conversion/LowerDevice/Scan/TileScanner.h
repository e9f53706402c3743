//===- TileScanner.h - Scans one tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of one tile of a scan: its items are loaded, scanned by the block,
// combined with the prefix of the earlier tiles, and stored. That prefix is
// obtained in the block scan's prefix region, where one wave has the tile's
// fold.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCANNER_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCANNER_H

#include "TilePrefix.h"
#include "TileScan.h"

namespace mlir::prim {

/// A tile that a block has loaded, and not yet scanned.
struct LoadedTile {
  TileIO io;
  SmallVector<Value> inputs;
  /// How many items there are (i32), where it matters; else null.
  Value valid;
  /// The vector of the arrangement in which the items are.
  unsigned rowVector;
  TileFolds folds;
};

class TileScanner {
public:
  TileScanner(TileScan &scan, TilePrefix &prefix)
      : scan(scan), prefix(prefix), kernel(scan.kernel), b(scan.kernel) {}

  /// Takes the tile from memory, or from `slots` if it has been staged there.
  LoadedTile load(Value tile, ArrayRef<MemoryArray> slots = {});
  /// Likewise for the tile of `io`.
  LoadedTile load(TileIO io, ArrayRef<MemoryArray> slots);
  /// The fold of the tile's items, in the block's first thread.
  SmallVector<Value> fold(const LoadedTile &loaded);
  /// fold(), and publishes it as that of `tile`.
  SmallVector<Value> publish(Value tile, const LoadedTile &loaded);
  /// Publishes `folded`, which the first thread has, as the fold of `tile`.
  void publishFold(Value tile, ValueRange folded);
  /// Stores the count of all items if `tile` is the last one.
  void storeTotalCount(Value tile, const TileFolds &folds);
  /// Scans the tile; does `beforeStores` when its prefix is known, and stores.
  void finish(
      Value tile, LoadedTile &loaded,
      llvm::function_ref<void()> beforeStores = [] {});

private:
  /// finish() for counts.
  void finishCounts(Value tile, LoadedTile &loaded,
                    llvm::function_ref<void()> beforeStores);
  /// Makes of `inputs`, items of the fold, items of the fold of segments, of
  /// which `found` are the borders.
  void addBorders(TileIO &scanned, const TileSegments &found,
                  SmallVector<Value> &inputs);
  /// Fills the block scan's prefix region.
  void emitPrefix(BlockScanOp blockScan, Value tile);
  /// Stores `total`, known to the calling wave (of whole rows, to the block),
  /// if `tile` is the last one.
  void storeTotal(Value tile, ValueRange total);

  TileScan &scan;
  TilePrefix &prefix;
  KernelBuilder &kernel;
  CodeBuilder &b;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCANNER_H
