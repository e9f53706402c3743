//===- TileScan.cpp - The kernel that scans tile by tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps is that of the header. A buffer of one tile needs no
// workspace. How persistent blocks go on is in PersistentScan.cpp.
//
//===----------------------------------------------------------------------===//

#include "TileScan.h"

#include "../Engine/DeviceLowering.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

using Protocol = TileScanForm::Protocol;

/// Where the count of finished blocks lies behind the ticket, and what a kernel
/// before this one has to say.
static constexpr int64_t finishedOffset = 4, noteOffset = 8;

TileScanKernel::~TileScanKernel() = default;

/// Whether segments are scanned: the op's own, or rows that tiles have several
/// of.
static bool scansSegments(DeviceOpInterface op, const TileScanForm &form) {
  return hasSegments(op) || form.isPacked;
}

/// What tiles have, whose items `base` folds.
static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form,
                            Combiner base) {
  if (form.reverse)
    base = base.flipped();
  return scansSegments(op, form) ? base.segmented(form.segmentFlag) : base;
}
static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form) {
  return getCombiner(
      op, form,
      form.counts ? Combiner(CombinerKind::Add, form.counts)
                  : Combiner(cast<CombinerOpInterface>(op.getOperation())));
}

TileScanKernel::TileScanKernel(DeviceOpInterface op, mlir::Region &prologue,
                               KernelBuilder &kernel, TileShape tile,
                               const TileScanForm &form)
    : op(op), prologue(prologue), kernel(kernel), shape(tile), form(form),
      b(kernel), base(form.counts ? Combiner(CombinerKind::Add, form.counts)
                                  : kernel.combiner()),
      combiner(base), byRow(kernel.rows().isByRow()),
      foldsSegments(scansSegments(op, form)) {
  combiner = getCombiner(op, form, base);
  if (form.reverse)
    base = base.flipped();
  types = llvm::to_vector(combiner.getTypes());
}

SmallVector<WorkspaceRegion>
TileScanKernel::getRegions(DeviceOpInterface op, const TileScanForm &form,
                           const DevicePlan &plan) {
  using Region = WorkspaceRegion;
  bool hasOffsets = op.getDeviceSegments() == SegmentForm::Offsets;
  int64_t bytes = form.hasDisorderFlag ? 16 : isStored(op) ? 0 : 8;
  if (isStored(op))
    return {Region::zeros(bytes, Region::Reset::Kernels),
            Region::zeros(0, Region::Reset::Kernels)};
  Combiner combiner = getCombiner(op, form);
  // The states of rows are left to the host to clear, and so is all where there
  // are marks behind them.
  bool isLeft = plan.rows.isByRow() || hasOffsets;
  return {Region::zeros(bytes, Region::Reset::Kernels),
          Region::zeros(plan.getStates(combiner.getTypes(), Size::tiles()),
                        isLeft ? Region::Reset::Host : Region::Reset::Kernels)};
}

void TileScanKernel::bindOperands(BindFn bind) {
  ins = bind(op.getDeviceIns());
  if (hasBorderItems(op))
    borders = bind(op.getDeviceBorders());
  bindOuts(bind);
}

MemoryArray TileScanKernel::getDisorderFlag(KernelBuilder &kernel) {
  Value counters = kernel.argument(LaunchValue::region(Counters));
  return {advance(kernel, counters, noteOffset), kernel.getI32Type()};
}

void TileScanKernel::enterRow(Value row) {
  RowView view(op, kernel, row);
  auto bind = [&](ValueRange memrefs) { return view.at(memrefs); };
  bindOperands(bind);
  init = kernel.loadInit(op.getDeviceInit(), &view);
  currentRow = row;
  if (form.protocol != Protocol::LookBack)
    return;
  states = kernel.stateOfRow(kernel.region(States),
                             kernel.stateBytes(tiles, types), row);
}

bool TileScanKernel::isTransposed(unsigned vector) const {
  // What a thread has of one or two vectors, a line gives in as many accesses.
  if (shape.itemsPerThread <= 2 * vector)
    return false;
  // A tile of the table takes a small part of the memory; a tuned one, too
  // much.
  uint64_t widest = 0;
  for (Type type : types)
    widest = std::max<uint64_t>(widest, getElementBytes(type));
  for (const MemoryArray &border : borders)
    widest = std::max<uint64_t>(widest, getElementBytes(border.getElement()));
  return widest * shape.items() <= kernel.target().ldsBytes / 2;
}

/// The folds of tiles: one array for each member, in regions of the launch's.
static SmallVector<MemoryArray> bindPartials(KernelBuilder &kernel,
                                             TypeRange types) {
  SmallVector<MemoryArray> arrays;
  for (auto [number, type] : llvm::enumerate(types))
    arrays.emplace_back(kernel.paramBase(number), type);
  return arrays;
}

OptionalTuple TileScanKernel::lookBack(Value tile, ValueRange aggregate) {
  if (form.isCooperative()) {
    if (combiner.isTotal())
      return gathered;
    auto first = WarpBroadcastOp::create(b, types, gathered.values, b.i32(0),
                                         /*width=*/IntegerAttr());
    return {ValueTuple(first.getResults()), gathered.present};
  }
  GridFoldClauses clauses;
  clauses.window = kernel.device().getLimits().lookBackWindow;
  if (form.isPersistent()) {
    // All that the other blocks have published since this one's last tile.
    if (!clauses.window)
      clauses.window = getPersistentWindow();
    auto grid = createGridFold<GridPrefixOp>(
        b, combiner, aggregate, tile, tiles, kernel.region(States), clauses);
    return {ValueTuple(grid.getFold()), grid.getHasFold()};
  }
  if (form.protocol == Protocol::LookBack) {
    auto grid = createGridFold<GridScanOp>(
        b, combiner, aggregate, tile, tiles,
        byRow ? states : kernel.region(States), clauses);
    return {ValueTuple(grid.getFold()), grid.getHasFold()};
  }
  Value isLater = b.ne(tile, b.i32(0));
  ValueTuple before = b.select(
      isLater, types,
      [&] {
        Value last = b.sub(partialIndex(tile), b.i64(1));
        ValueTuple stored;
        for (const MemoryArray &array : bindPartials(kernel, types))
          stored.push_back(array.load(b, last));
        return stored;
      },
      [&] { return poisonTuple(b, combiner); });
  return {before, isLater};
}

void TileScanKernel::emitPrefix(BlockScanOp scan, Value tile) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.addBlock(scan.getPrefix(), types);
  ValueRange aggregate = block->getArguments();
  if (form.protocol == Protocol::WholeRow) {
    if (form.total)
      storeTotal(tile, aggregate);
    YieldOp::create(b, init);
    return;
  }
  OptionalTuple before = lookBack(tile, aggregate);

  // What tiles tell each other leaves `init` out, since the total does.
  if (form.total)
    storeTotal(
        tile,
        combineOptional(b, combiner, before, ValueTuple(aggregate)).values);
  SmallVector<Value> results;
  if (!init.empty() && !foldsSegments) {
    results = combineOptional(b, combiner, ValueTuple(init), before).values;
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

Value TileScanKernel::storesTotal(Value tile) {
  Value zero = b.i32(0);
  Value stores = b.eq(form.protocol == Protocol::WholeRow ? kernel.threadId()
                                                          : kernel.laneId(),
                      zero);
  if (form.protocol == Protocol::WholeRow)
    return stores;
  Value last = b.sub(tiles, b.i32(1));
  Value isLast = b.eq(tile, last);
  return b.andi(isLast, stores);
}

SmallVector<Value> TileScanKernel::exchange(ValueRange values, bool toBlocked,
                                            unsigned packed) {
  Arrangement rows = Arrangement::Rows, blocked = Arrangement::Blocked;
  return BlockExchangeOp::create(b, values, /*ranks=*/Value(),
                                 toBlocked ? rows : blocked, vector / packed,
                                 toBlocked ? blocked : rows, vector / packed)
      .getResults();
}

/// Vectors of the items of a thread.
static SmallVector<Type> getItemTypes(TypeRange types, const TileShape &shape) {
  return llvm::map_to_vector(types, [&](Type type) -> Type {
    return VectorType::get({shape.itemsPerThread}, type);
  });
}

bool TileScanKernel::scansBlocked() {
  return form.isPacked ||
         DeviceLowering::get(op)->getTuningRow() == DeviceAlgorithm::SerialScan;
}

bool TileScanKernel::readsBehind() {
  return isTotalRegion(prologue) && base.isTotal();
}

SmallVector<ValueTuple>
TileScanKernel::toMemoryOrder(ArrayRef<ValueTuple> items, TypeRange types) {
  if (!transposes)
    return SmallVector<ValueTuple>(items);
  return unpackItems(b,
                     exchange(packItems(b, items, getItemTypes(types, shape)),
                              /*toBlocked=*/false));
}

Value TileScanKernel::getFirst(Value tile) {
  if (form.isPacked)
    return packed->getBase();
  Value wide = b.zextI64(tile);
  return b.mul(wide, b.i64(shape.items()));
}

TileIO TileScanKernel::createIO(Value first) {
  vector = TileIO::getRowVector(kernel.target(), op.getDeviceIns(), shape);
  transposes = scansBlocked() && isTransposed(vector);
  if (scansBlocked() && !transposes)
    vector = TileIO::blocked;
  return TileIO(kernel, shape, vector, form.reverse, size, first);
}

TileScanKernel::LoadedTile
TileScanKernel::loadTile(Value tile, ArrayRef<MemoryArray> slots) {
  Value first = getFirst(tile);
  TileIO io = createIO(first);
  io.setStaged(slots);
  // Rows that go on behind the tile are read, as a full tile takes no guards,
  // but they are not the tile's. What another block has put there in the
  // meantime, where results replace inputs, is nothing that just any region may
  // be given.
  if (form.isPacked && !readsBehind())
    io.cut(packed->getItems());
  if (form.isPacked && prologue.getNumArguments() > ins.size())
    io.setIndices(packed->getPlaces(
        io.positions(), vector ? vector : shape.itemsPerThread, form.reverse));

  // Bytes stay in the words that they were loaded in.
  SmallVector<Type> itemTypes = getItemTypes(base.getTypes(), shape), flat;
  bool inWords = base.getTypes().front().isInteger(8) &&
                 base.getTypes().size() == 1 && !foldsSegments;
  if (inWords)
    flat = itemTypes;
  else
    for (unsigned i = 0; i < shape.itemsPerThread; ++i)
      llvm::append_range(flat, base.getTypes());
  unsigned numItems = flat.size();
  std::optional<BorderItems> flags;
  if (hasBorderItems(op)) {
    flags.emplace(op, kernel, borders, shape, transposes ? vector : 0);
    llvm::append_range(flat, flags->getTypes());
  }
  // Items past the end come after all others, so whatever they hold reaches no
  // result that is stored and no tile that follows: only a total, or a region
  // that not everything may be given to, has to know of them.
  bool pads = form.total || !combiner.isTotal();
  unsigned numLoaded = flat.size();
  llvm::append_range(flat, getKeptTypes());
  SmallVector<Value> loaded = io.fullOrPartial(flat, [&](bool isFull) {
    SmallVector<Value> values, kept;
    SmallVector<ValueTuple> items = loadItems(io, pads, isFull, kept);
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
    unsigned arity = base.getTypes().size();
    for (unsigned i = 0; i < shape.itemsPerThread; ++i)
      items.emplace_back(ArrayRef(loaded).slice(i * arity, arity));
    inputs = packItems(b, items, itemTypes);
  }

  Value valid;
  if (pads && !combiner.hasIdentity())
    valid = atLeastOne(b, io.count());
  if (transposes)
    inputs = exchange(inputs, /*toBlocked=*/true);
  unsigned rowVector = scansBlocked() ? TileIO::blocked : vector;
  if (foldsSegments) {
    TileIO scanned(kernel, shape, TileIO::blocked, form.reverse, size, first);
    if (form.isPacked)
      scanned.cut(packed->getItems());
    if (flags) {
      SmallVector<Value> found(ArrayRef(loaded).drop_front(numItems));
      if (transposes)
        found = exchange(found, /*toBlocked=*/true, flags->getPacked());
      folds.borders = flags->find(scanned, found, keys);
      if (form.segmentFlag == Combiner::SegmentFlag::Marks)
        folds.borders.seconds =
            flags->findSeconds(scanned, folds.borders.starts);
    } else if (form.isPacked) {
      folds.borders.starts = packed->areFirst();
    } else {
      getMarks().load(first, scanned.positions(), folds.borders.starts,
                      folds.borders.ends);
    }
    addBorders(scanned, folds.borders, inputs);
  }
  return {io, inputs, valid, rowVector, folds};
}

void TileScanKernel::emitTile(Value tile) {
  LoadedTile loaded = loadTile(tile);
  if (form.protocol == Protocol::Partials)
    return storePartial(tile, loaded.inputs, loaded.valid, loaded.rowVector);
  finishTile(tile, loaded, [&] {
    if (resets)
      countFinished();
  });
}

void TileScanKernel::finishCounts(Value tile, LoadedTile &loaded,
                                  llvm::function_ref<void()> beforeStores) {
  TileFolds &folds = loaded.folds;
  BlockScanOp scan = createBlockScan(
      b, combiner, ScanMode::Exclusive, loaded.inputs, /*init=*/{},
      /*total=*/true, /*valid=*/Value(), loaded.rowVector);
  folds.exclusive = unpackItems(b, scan.getExclusiveResults());
  folds.total = ValueTuple(scan.getTotalResults());
  OptionalTuple before = lookBack(tile, folds.total);
  folds.before = before.values;
  if (before.present)
    folds.before =
        selectTuple(b, before.present, before.values, combiner.neutral(b));
  storeTotal(tile, combiner.combine(b, folds.before, folds.total));
  beforeStores();
  store(loaded.io, tile, folds);
}

void TileScanKernel::finishTile(Value tile, LoadedTile &loaded,
                                llvm::function_ref<void()> beforeStores) {
  if (form.counts && !foldsSegments)
    return finishCounts(tile, loaded, beforeStores);
  TileFolds &folds = loaded.folds;
  // A tile that is all there is starts from nothing but init, which block scans
  // leave out of inclusive prefixes.
  bool needsPrefix =
      !form.isPacked && (form.protocol != Protocol::WholeRow ||
                         (!init.empty() && form.mode != ScanMode::Exclusive));
  ValueTuple start;
  if (!needsPrefix && !foldsSegments)
    start = ValueTuple(init);
  // A region without identity wants something in front of packed rows, the
  // first of which starts anew anyway.
  if (form.isPacked && form.mode != ScanMode::Inclusive &&
      !combiner.hasIdentity()) {
    start = ValueTuple(init);
    start.push_back(b.i32(0));
  }
  BlockScanOp scan = createBlockScan(
      b, combiner, form.mode, loaded.inputs, start,
      /*total=*/!needsPrefix && form.total, loaded.valid, loaded.rowVector);
  if (needsPrefix)
    emitPrefix(scan, tile);
  else if (form.total)
    storeTotal(tile, scan.getTotalResults());

  // LLVM makes one branch of the two stores if nothing stands between them.
  if (form.mode != ScanMode::Exclusive)
    folds.inclusive = unpackItems(b, scan.getInclusiveResults());
  if (form.mode != ScanMode::Inclusive)
    folds.exclusive = unpackItems(b, scan.getExclusiveResults());
  if (!foldsSegments && init.empty())
    startWithIdentity(b, combiner, folds.exclusive,
                      [&](unsigned item) -> Value {
                        if (item != 0)
                          return Value();
                        Value zero = b.i32(0);
                        Value isFirstTile = b.eq(tile, zero);
                        Value isFirstThread = b.eq(kernel.threadId(), zero);
                        return b.andi(isFirstTile, isFirstThread);
                      });
  if (form.isPacked && readsBehind())
    loaded.io.cut(packed->getItems());
  beforeStores();
  store(loaded.io, tile, folds);
}

void TileScanKernel::addBorders(TileIO &scanned, const TileSegments &found,
                                SmallVector<Value> &inputs) {
  SmallVector<ValueTuple> items = unpackItems(b, inputs);
  // On the way back, what lies behind the end has the flag of an element.
  SmallVector<Value> exist;
  if (!init.empty() && !base.isTotal())
    exist = scanned.areValid();
  for (auto [i, item] : llvm::enumerate(items)) {
    Value start = found.starts[i];
    // A segment starts from init by its first item.
    if (!init.empty()) {
      Value joins = start;
      if (!exist.empty())
        joins = b.andi(start, exist[i]);
      item = combineIf(b, base, joins, init, item, item);
    }
    Value gap;
    if (form.segmentFlag == Combiner::SegmentFlag::Marks)
      gap = found.seconds[i];
    if (form.segmentFlag == Combiner::SegmentFlag::Gaps) {
      gap = found.ends[i];
      if (i == 0)
        gap = b.ori(gap, scanned.hasFirst());
      gap = b.andi(gap, b.invert(start));
    }
    item.push_back(combiner.createBorder(b, start, gap));
  }
  inputs = packItems(b, items, getItemTypes(types, shape));
}

void TileScanKernel::countFinished(Value isDone) {
  // As soon as the block has its prefix, and not behind its stores: for what
  // the count has to release it would wait.
  Value zero = b.i32(0);
  Value counts = kernel.isFirstThread();
  if (several)
    counts = b.andi(several, counts);
  if (isDone)
    counts = b.andi(isDone, counts);
  finished =
      evaluateIf(b, counts, /*anywhere=*/false, zero, [&]() -> ValueTuple {
        return {createAtomicAdd(
            b, b.i32(1), {kernel.region(Counters), b.i32(finishedOffset)},
            MemoryOrder::AcqRel, MemoryScope::Device)};
      }).front();
}

void TileScanKernel::resetWorkspace(Value blocks) {
  // The block that counts last knows that no other one looks at a state any
  // more. Its first wave has acquired what the others wrote, so it alone
  // clears: a state still under way could otherwise land behind the zero.
  Value isFirstWave = b.eq(kernel.waveId(), b.i32(0));
  Value asks = isFirstWave;
  if (several)
    asks = b.andi(several, isFirstWave);
  kernel.ifThen(asks, [&] {
    Value count = WarpBroadcastOp::create(b, finished.getType(), finished,
                                          b.i32(0), /*width=*/IntegerAttr())
                      .getResult(0);
    WarpBarrierOp::create(b);
    Value last = b.sub(blocks, b.i32(1));
    kernel.ifThen(b.eq(count, last), [&] { clearStates(); });
  });
}

void TileScanKernel::clearStates() {
  // The counters lie before them.
  Value bytes =
      b.add(b.indexCastUI(b.getI32Type(), kernel.stateBytes(tiles, types)),
            b.i32(workspaceAlignment));
  kernel.clear(kernel.region(Counters), bytes, kernel.laneId(),
               kernel.target().waveSize);
}

Value TileScanKernel::enterRowOf(Value tile) {
  Value row;
  if (kernel.rows().getKnownRows() != 1) {
    row = b.divui(tile, tiles);
    tile = b.sub(tile, b.mul(row, tiles));
  }
  enterRow(row);
  return tile;
}

void TileScanKernel::emitPacked() {
  packed.emplace(kernel, shape);
  RowView view(op, kernel, /*row=*/Value());
  bindOperands([&](ValueRange memrefs) { return view.at(memrefs); });
  init = kernel.loadInit(getInit());
  size = packed->getElements();
  packed->forTiles([&] { emitTile(/*tile=*/Value()); });
}

void TileScanKernel::emit() {
  if (form.isPacked)
    return emitPacked();
  auto bind = [&](ValueRange memrefs) { return kernel.bind(memrefs); };
  bindOperands(bind);
  if (!byRow)
    init = kernel.loadInit(getInit());
  if (form.protocol == Protocol::WholeRow) {
    size = kernel.rowLength();
    enterRow(kernel.blockId());
    return emitTile(b.i32(0));
  }
  size = kernel.elements();
  tiles = kernel.tiles();
  bool leavesZero = op.getDeviceWorkspace() && op.isWorkspaceInitialized() &&
                    !byRow && op.getDeviceSegments() != SegmentForm::Offsets;
  if (form.isPersistent()) {
    resets = leavesZero;
    return emitPersistent();
  }
  if (form.protocol == Protocol::CooperativeTile) {
    resets = leavesZero;
    return emitOneRound();
  }
  if (form.protocol != Protocol::LookBack) {
    // Nobody waits for anybody.
    Value tile = kernel.blockId();
    if (byRow)
      tile = enterRowOf(tile);
    return emitTile(tile);
  }
  // With a single tile there is no workspace to take a ticket from.
  several = b.ugt(tiles, b.i32(1));
  auto takeTicket = [&]() -> SmallVector<Value> {
    return {GridTicketOp::create(b, kernel.region(Counters),
                                 /*ordered=*/false)};
  };
  // Rows of one tile need no order.
  auto takeOnly = [&]() -> SmallVector<Value> {
    return {byRow ? kernel.blockId() : b.i32(0)};
  };
  Value tile = b.select(several, b.getI32Type(), takeTicket, takeOnly).front();
  if (byRow)
    tile = enterRowOf(tile);
  resets = leavesZero;
  emitTile(tile);
  if (resets)
    resetWorkspace(tiles);
}

//===----------------------------------------------------------------------===//
// Reduce-then-scan
//===----------------------------------------------------------------------===//

bool TileScanKernel::isStored(DeviceOpInterface op) {
  if (TuningAttr tuning = op.getDeviceTuning())
    if (tuning.getAlgorithm() == Algorithm::ReduceThenScan)
      return true;
  auto fold = dyn_cast<CombinerOpInterface>(op.getOperation());
  if (!fold)
    return false;
  bool isExact = fold.getCombinerKind() &&
                 !isa<FloatType>(fold.getAccumulatorTypes().front());
  return getClause(op, "deterministic") && !isExact;
}

Value TileScanKernel::partialIndex(Value tile) {
  Value index = b.zextI64(tile);
  if (!currentRow)
    return index;
  Value before = b.mul(b.zextI64(currentRow), b.zextI64(tiles));
  return b.add(before, index);
}

void TileScanKernel::storePartial(Value tile, ValueRange inputs, Value valid,
                                  unsigned rowVector) {
  BlockReduceOp fold = createBlockReduce(b, combiner, inputs,
                                         /*all=*/false, valid, rowVector);
  kernel.ifThen(kernel.isFirstThread(), [&] {
    Value index = partialIndex(tile);
    for (auto [array, value] :
         llvm::zip_equal(bindPartials(kernel, types), fold.getResults()))
      array.store(b, value, index);
  });
}

/// Scans the folds of a row's tiles, in place and one part after the other. The
/// fold of the last tile is of no interest.
static void scanPartials(KernelBuilder &kernel, TileShape shape,
                         Combiner combiner) {
  CodeBuilder &b = kernel;
  SmallVector<Type> types(combiner.getTypes());
  Value tiles = b.zextI64(kernel.tiles());
  SmallVector<MemoryArray> arrays = bindPartials(kernel, types);
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
    SmallVector<Type> vectors = getItemTypes(types, shape);
    SmallVector<Value> inputs = io.fullOrPartial(vectors, [&](bool isFull) {
      return io.loadBorders(arrays, isFull, {});
    });
    Value count = atLeastOne(b, io.count());
    BlockScanOp scan = createBlockScan(b, combiner, ScanMode::Inclusive, inputs,
                                       /*init=*/{}, /*total=*/true, count);
    OptionalTuple before(ValueTuple(values.drop_back()), values.back());
    SmallVector<ValueTuple> items = unpackItems(b, scan.getInclusiveResults());
    // What lies behind the last one is nothing that a region may be given.
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
  b.forEach(b.i64(0), tiles, b.i64(shape.items()), start, scanPart);
}

SmallVector<PlanLaunch>
TileScanKernel::addStored(DeviceOpInterface op, const TileScanForm &form,
                          DevicePlan &plan,
                          llvm::function_ref<PlanLaunch(Protocol)> addKernel) {
  Combiner combiner = getCombiner(op, form);
  SmallVector<LaunchValue> partials;
  for (Type type : combiner.getTypes()) {
    partials.push_back(LaunchValue::region(plan.regions.size()));
    plan.regions.push_back(WorkspaceRegion::scratch(
        Size::tiles() * Size::rows() * getElementBytes(type)));
  }
  SmallVector<PlanLaunch> launches{addKernel(Protocol::Partials)};
  TileShape tile = plan.tile;
  unsigned partial = plan.addKernel(
      "scan_partials", tile.blockSize, [=](KernelBuilder &kernel) {
        scanPartials(kernel, tile, getCombiner(op, form, kernel.combiner()));
      });
  launches.push_back({partial, /*maxBlocks=*/1});
  launches.push_back(addKernel(Protocol::Stored));
  for (PlanLaunch &launch : launches)
    launch.params = partials;
  return launches;
}
