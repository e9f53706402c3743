//===- TileScanner.cpp - Scans one tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is loaded in the arrangement in which memory gives it fastest, and
// scanned in that of the tuning row.
//
//===----------------------------------------------------------------------===//

#include "TileScanner.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

LoadedTile TileScanner::load(Value tile, ArrayRef<MemoryArray> slots) {
  TileIO io = scan.createIO(scan.getFirst(tile));
  scan.cutFirst(io, tile);
  return load(io, slots);
}

LoadedTile TileScanner::load(TileIO io, ArrayRef<MemoryArray> slots) {
  if (!slots.empty())
    io.setStaged(scan.getStagedArrays(), slots);
  // A full tile takes no guards, so rows after its own are read as well. Where
  // results replace inputs, another block may have written these already, and a
  // region may not take such values.
  if (scan.packed && !scan.readsBehind())
    io.clamp(scan.packed->getItems());
  if (scan.packed && scan.prologue.getNumArguments() > scan.ins.size())
    io.setIndices(scan.packed->getPlaces(
        io.positions(), scan.vector ? scan.vector : scan.shape.itemsPerThread,
        scan.form.reverse));

  // Bytes stay in the words that they were loaded in.
  SmallVector<Type> itemTypes = getVectorTypes(scan.base.getTypes(),
                                               scan.shape.itemsPerThread),
                    flat;
  bool inWords = scan.base.getTypes().front().isInteger(8) &&
                 scan.base.getTypes().size() == 1 && !scan.foldsSegments();
  if (inWords)
    flat = itemTypes;
  else
    for (unsigned i = 0; i < scan.shape.itemsPerThread; ++i)
      llvm::append_range(flat, scan.base.getTypes());
  unsigned numItems = flat.size();
  std::optional<SegmentItems> flags;
  if (hasSegmentItems(scan.op)) {
    flags.emplace(*scan.op.getDeviceSegmentForm(), scan.keys, scan.form.reverse,
                  kernel, scan.segments, scan.shape,
                  scan.transposes() ? scan.vector : 0);
    flags->setEdge(scan.edge);
    llvm::append_range(flat, flags->getTypes());
  }
  // Items past the end come after all others, so whatever they hold reaches no
  // result that is stored and no tile that follows: only a total, a first tile
  // that is cut off, or a region that not everything may be given to, has to
  // know of them.
  bool pads = scan.form.total || scan.cutOff || !scan.combiner.isTotal();
  unsigned numLoaded = flat.size();
  llvm::append_range(flat, scan.getKeptTypes());
  SmallVector<Value> loaded = io.fullOrPartial(flat, [&](bool isFull) {
    SmallVector<Value> values, kept;
    SmallVector<ValueTuple> items = scan.loadItems(io, pads, isFull, kept);
    if (inWords)
      values = packItems(b, items, itemTypes);
    else
      for (const ValueTuple &item : items)
        llvm::append_range(values, item);
    if (flags)
      llvm::append_range(values, flags->load(io, isFull));
    llvm::append_range(values, kept);
    return values;
  });
  TileFolds folds;
  llvm::append_range(folds.kept, ArrayRef(loaded).drop_front(numLoaded));
  loaded.resize(numLoaded);
  SmallVector<Value> inputs;
  if (inWords) {
    inputs = loaded;
  } else {
    SmallVector<ValueTuple> items;
    unsigned arity = scan.base.getTypes().size();
    for (unsigned i = 0; i < scan.shape.itemsPerThread; ++i)
      items.emplace_back(ArrayRef(loaded).slice(i * arity, arity));
    inputs = packItems(b, items, itemTypes);
  }

  Value valid;
  if (pads && !scan.combiner.hasIdentity())
    valid = atLeastOne(b, io.count());
  inputs = scan.toScanOrder(inputs);
  unsigned rowVector =
      scan.form.order == ItemOrder::Rows ? scan.vector : TileIO::blocked;
  if (scan.foldsSegments()) {
    TileIO scanned(kernel, scan.shape, TileIO::blocked, scan.form.reverse,
                   scan.size, io.getBase());
    if (scan.packed)
      scanned.clamp(scan.packed->getItems());
    if (flags) {
      SmallVector<Value> found(ArrayRef(loaded).drop_front(numItems));
      if (scan.transposes())
        found = scan.exchange(found, /*toBlocked=*/true, flags->getPacked());
      folds.segments = flags->find(scanned, found, folds.keys);
      if (scan.form.segmentFlag == Combiner::SegmentFlag::Marks)
        folds.segments.seconds =
            flags->findSeconds(scanned, folds.segments.starts);
    } else if (scan.packed) {
      folds.segments.starts = scan.packed->areFirst();
    } else {
      HeadFlagBitmap heads = scan.getHeadFlags();
      Value first = scanned.positions().front();
      unsigned count = scan.shape.itemsPerThread;
      SmallVector<Value> words = scan.marks;
      if (words.empty())
        words = heads.load(io.getBase(), first, count);
      heads.split(words, first, count, folds.segments.starts,
                  folds.segments.ends);
    }
    addBorders(scanned, folds.segments, inputs);
  }
  return {io, inputs, valid, rowVector, folds};
}

SmallVector<Value> TileScanner::fold(const LoadedTile &loaded) {
  return createBlockReduce(b, scan.combiner, loaded.inputs, /*all=*/false,
                           loaded.valid, loaded.rowVector)
      .getResults();
}

SmallVector<Value> TileScanner::publish(Value tile, const LoadedTile &loaded) {
  SmallVector<Value> folded = fold(loaded);
  publishFold(tile, folded);
  return folded;
}

void TileScanner::publishFold(Value tile, ValueRange folded) {
  GridPublishOp::create(b, folded, tile, scan.tiles,
                        kernel.region(TileScan::States), /*epoch=*/Value(),
                        /*chains=*/IntegerAttr(), /*bits=*/IntegerAttr(),
                        /*complete=*/false);
}

void TileScanner::addBorders(TileIO &scanned, const TileSegments &found,
                             SmallVector<Value> &inputs) {
  SmallVector<ValueTuple> items = unpackItems(b, inputs);
  // On the way back, what lies behind the end has the flag of an element.
  SmallVector<Value> exist;
  if (!scan.init.empty() && !scan.base.isTotal())
    exist = scanned.areValid();
  for (auto [i, item] : llvm::enumerate(items)) {
    Value start = found.starts[i];
    // A segment starts from init by its first item.
    if (!scan.init.empty()) {
      Value joins = start;
      if (!exist.empty())
        joins = b.andi(start, exist[i]);
      item = combineIf(b, scan.base, joins, scan.init, item, item);
    }
    Value gap;
    if (scan.form.segmentFlag == Combiner::SegmentFlag::Marks)
      gap = found.seconds[i];
    if (scan.form.segmentFlag == Combiner::SegmentFlag::Gaps) {
      gap = found.ends[i];
      if (i == 0)
        gap = b.ori(gap, scanned.hasFirst());
      gap = b.andi(gap, b.invert(start));
    }
    item.push_back(scan.combiner.createBorder(b, start, gap));
  }
  inputs = packItems(b, items,
                     getVectorTypes(scan.types, scan.shape.itemsPerThread));
}

void TileScanner::storeTotal(Value tile, ValueRange total) {
  if (!scan.form.total)
    return;
  Value stores;
  if (prefix.exists()) {
    Value isFirstLane = b.eq(kernel.laneId(), 0);
    Value last = b.sub(scan.tiles, 1);
    stores = b.andi(b.eq(tile, last), isFirstLane);
  } else {
    stores = kernel.isFirstThread();
  }
  kernel.ifThen(stores, [&] { scan.storeTotal(total); });
}

void TileScanner::emitPrefix(BlockScanOp blockScan, Value tile) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.addBlock(blockScan.getPrefix(), scan.types);
  ValueRange aggregate = block->getArguments();
  if (!prefix.exists()) {
    storeTotal(tile, aggregate);
    YieldOp::create(b, scan.init);
    return;
  }
  const Combiner &combiner = scan.combiner;
  OptionalTuple before = prefix.find(tile, aggregate);

  // Published folds leave `init` out, since the total does.
  if (scan.form.total)
    storeTotal(
        tile,
        combineOptional(b, combiner, before, ValueTuple(aggregate)).values);
  SmallVector<Value> results;
  if (!scan.init.empty() && !scan.foldsSegments()) {
    results =
        combineOptional(b, combiner, ValueTuple(scan.init), before).values;
  } else if (combiner.hasIdentity()) {
    results =
        selectTuple(b, before.present, before.values, combiner.neutral(b));
  } else {
    // The first tile has no prefix at all.
    results = before.values;
    results.push_back(before.present);
  }
  YieldOp::create(b, results);
}

void TileScanner::storeTotalCount(Value tile, const TileFolds &folds) {
  if (!scan.form.total)
    return;
  ValueTuple total = scan.combiner.combine(b, folds.before, folds.total);
  Value last = b.sub(scan.tiles, 1);
  Value stores = kernel.isFirstThread();
  stores = b.andi(stores, b.eq(tile, last));
  kernel.ifThen(stores, [&] { scan.storeTotal(total); });
}

void TileScanner::finishCounts(Value tile, LoadedTile &loaded,
                               llvm::function_ref<void()> beforeStores) {
  const Combiner &combiner = scan.combiner;
  TileFolds &folds = loaded.folds;
  BlockScanOp counts = createBlockScan(
      b, combiner, ScanMode::Exclusive, loaded.inputs, /*init=*/{},
      /*total=*/true, /*valid=*/Value(), loaded.rowVector);
  folds.exclusive = unpackItems(b, counts.getExclusiveResults());
  folds.total = ValueTuple(counts.getTotalResults());
  OptionalTuple before = prefix.find(tile, folds.total);
  folds.before = before.values;
  if (before.present)
    folds.before =
        selectTuple(b, before.present, before.values, combiner.neutral(b));
  storeTotalCount(tile, folds);
  beforeStores();
  scan.store(loaded.io, folds);
}

void TileScanner::finish(Value tile, LoadedTile &loaded,
                         llvm::function_ref<void()> beforeStores) {
  const TileScanForm &form = scan.form;
  if (form.counts && !scan.foldsSegments())
    return finishCounts(tile, loaded, beforeStores);
  TileFolds &folds = loaded.folds;
  // A tile that is all there is starts from nothing but init, which block scans
  // leave out of inclusive prefixes.
  bool needsPrefix = prefix.exists() || (!scan.packed && !scan.init.empty() &&
                                         form.mode != ScanMode::Exclusive);
  ValueTuple start;
  if (!needsPrefix && !scan.foldsSegments())
    start = ValueTuple(scan.init);
  // A region without identity wants something in front of packed rows, the
  // first of which starts anew anyway.
  if (scan.packed && form.mode != ScanMode::Inclusive &&
      !scan.combiner.hasIdentity()) {
    start = ValueTuple(scan.init);
    start.push_back(b.i32(0));
  }
  BlockScanOp blockScan = createBlockScan(
      b, scan.combiner, form.mode, loaded.inputs, start,
      /*total=*/!needsPrefix && form.total, loaded.valid, loaded.rowVector);
  if (needsPrefix)
    emitPrefix(blockScan, tile);
  else
    storeTotal(tile, blockScan.getTotalResults());

  // LLVM makes one branch of the two stores if nothing stands between them.
  if (form.mode != ScanMode::Exclusive)
    folds.inclusive = unpackItems(b, blockScan.getInclusiveResults());
  if (form.mode != ScanMode::Inclusive)
    folds.exclusive = unpackItems(b, blockScan.getExclusiveResults());
  if (!scan.foldsSegments() && scan.init.empty())
    startWithIdentity(b, scan.combiner, folds.exclusive,
                      [&](unsigned item) -> Value {
                        if (item != 0)
                          return Value();
                        Value isFirstTile = b.eq(tile, 0);
                        Value isFirstThread = b.eq(kernel.threadId(), 0);
                        return b.andi(isFirstTile, isFirstThread);
                      });
  if (scan.packed && scan.readsBehind())
    loaded.io.clamp(scan.packed->getItems());
  beforeStores();
  scan.store(loaded.io, folds);
}
