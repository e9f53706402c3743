//===- ReduceThenScan.cpp - Scans that read twice *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No block waits for another: a block of the first and of the third kernel
// takes the tile of its number.
//
//===----------------------------------------------------------------------===//

#include "ReduceThenScan.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

/// The folds of tiles: one array for each member, in regions from `first` on.
static SmallVector<MemoryArray> bindPartials(KernelBuilder &kernel,
                                             unsigned first, TypeRange types) {
  SmallVector<MemoryArray> arrays;
  for (auto [number, type] : llvm::enumerate(types))
    arrays.emplace_back(kernel.argument(LaunchValue::region(first + number)),
                        type);
  return arrays;
}

/// The index of the fold of `tile` of the row in these; i64.
static Value getPartialIndex(TileScan &scan, Value tile) {
  CodeBuilder &b = scan.b;
  Value index = b.zextI64(tile);
  if (!scan.row)
    return index;
  Value row = b.zextI64(scan.row);
  Value before = b.mul(row, b.zextI64(scan.tiles));
  return b.add(before, index);
}

namespace {

/// A prefix that the second kernel has stored.
class StoredPrefix : public TilePrefix {
public:
  StoredPrefix(TileScan &scan, unsigned firstPartial)
      : TilePrefix(scan.kernel, scan.combiner), scan(scan),
        firstPartial(firstPartial) {}

  OptionalTuple find(Value tile, ValueRange aggregate) override {
    Value isLater = b.ne(tile, 0);
    ValueTuple before = b.select(
        isLater, types,
        [&] {
          Value last = b.sub(getPartialIndex(scan, tile), 1);
          return loadAll(b, bindPartials(kernel, firstPartial, types), last);
        },
        [&] { return poisonTuple(b, combiner); });
    return {before, isLater};
  }

private:
  TileScan &scan;
  unsigned firstPartial;
};

/// A block has the tile of its number.
class NumberedSchedule : public TileSchedule {
public:
  NumberedSchedule(TileScan &scan, unsigned firstPartial)
      : TileSchedule(scan), firstPartial(firstPartial) {}

  /// The first kernel, which leaves the fold of each tile in memory.
  void emitPartials() {
    Value tile = takeTile();
    NoPrefix prefix(kernel, scan.combiner);
    TileScanner scanner(scan, prefix);
    SmallVector<Value> fold = scanner.fold(scanner.load(tile));
    kernel.ifThen(kernel.isFirstThread(), [&] {
      Value index = getPartialIndex(scan, tile);
      storeAll(b, bindPartials(kernel, firstPartial, scan.types), fold, index);
    });
  }
  /// The third kernel.
  void emitScan() {
    Value tile = takeTile();
    StoredPrefix prefix(scan, firstPartial);
    TileScanner scanner(scan, prefix);
    LoadedTile loaded = scanner.load(tile);
    scanner.finish(tile, loaded);
  }

private:
  Value takeTile() {
    scan.bindTiles();
    Value tile = kernel.blockId();
    return scan.byRow ? scan.enterRowOf(tile) : tile;
  }

  unsigned firstPartial;
};

} // namespace

/// Scans the folds of a row's tiles, in place and one part after the other. The
/// fold of the last tile is of no interest.
static void scanPartials(KernelBuilder &kernel, unsigned firstPartial,
                         TileShape shape, Combiner combiner) {
  CodeBuilder &b = kernel;
  SmallVector<Type> types(combiner.getTypes());
  Value tiles = b.zextI64(kernel.tiles());
  SmallVector<MemoryArray> arrays = bindPartials(kernel, firstPartial, types);
  if (kernel.rows().isByRow()) {
    Value row = b.zextI64(kernel.blockId());
    Value first = b.mul(row, tiles);
    for (MemoryArray &array : arrays)
      array = array.from(b, first);
  }
  ValueTuple start = poisonTuple(b, combiner);
  start.push_back(b.boolean(false));
  auto scanPart = [&](Value first, ValueRange values) {
    TileIO io(kernel, shape, TileIO::blocked, /*reverse=*/false, tiles, first);
    SmallVector<Type> vectors = getVectorTypes(types, shape.itemsPerThread);
    SmallVector<Value> inputs = io.fullOrPartial(vectors, [&](bool isFull) {
      return io.loadItemVectors(arrays, isFull, {});
    });
    Value count = atLeastOne(b, io.count());
    BlockScanOp scan = createBlockScan(b, combiner, ScanMode::Inclusive, inputs,
                                       /*init=*/{}, /*total=*/true, count);
    OptionalTuple before(ValueTuple(values.drop_back()), values.back());
    SmallVector<ValueTuple> items = unpackItems(b, scan.getInclusiveResults());
    // A place behind the last one has nothing that a region may be given.
    SmallVector<Value> exist;
    if (!combiner.isTotal() && !combiner.hasIdentity())
      exist = io.areValid();
    for (auto [i, item] : llvm::enumerate(items)) {
      OptionalTuple start = before;
      if (!exist.empty())
        start.present = b.andi(before.present, exist[i]);
      item = combineOptional(b, combiner, start, item).values;
    }
    io.store(arrays, items);
    ValueTuple next =
        combineOptional(b, combiner, before, ValueTuple(scan.getTotalResults()))
            .values;
    next.push_back(b.boolean(true));
    return next;
  };
  b.forEach(b.i64(0), tiles, shape.items(), start, scanPart);
}

SmallVector<PlanLaunch> mlir::prim::addReduceThenScan(
    DeviceOpInterface op, const TileScanForm &form, DevicePlan &plan,
    llvm::function_ref<PlanLaunch(TileScheduleFn)> addKernel) {
  Combiner combiner = TileScan::getCombiner(op, form);
  unsigned first = plan.regions.size();
  for (Type type : combiner.getTypes())
    plan.regions.push_back(WorkspaceRegion::scratch(
        Size::tiles() * Size::rows() * getElementBytes(type)));
  SmallVector<PlanLaunch> launches{addKernel(
      [=](TileScan &scan) { NumberedSchedule(scan, first).emitPartials(); })};
  TileShape tile = plan.tile;
  unsigned partial = plan.addKernel(
      "scan_partials", tile.blockSize, [=](KernelBuilder &kernel) {
        scanPartials(kernel, first, tile,
                     TileScan::getCombiner(op, form, kernel.combiner()));
      });
  launches.push_back({partial, LaunchSchedule::oneBlock()});
  launches.push_back(addKernel(
      [=](TileScan &scan) { NumberedSchedule(scan, first).emitScan(); }));
  return launches;
}
