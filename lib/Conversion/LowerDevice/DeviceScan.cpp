//===- DeviceScan.cpp - Lower prim.device_scan *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single pass with decoupled look-back: every element is read once and
// written once. A block takes a tile by ticket, scans it, and learns what comes
// before it inside the block scan's prefix region, in which one wave looks
// back. A buffer of one tile needs no workspace and a single launch.
//
//===----------------------------------------------------------------------===//

#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Regions of the workspace: the ticket and the count of finished blocks, and
/// what the tiles tell each other.
enum ScanRegion : unsigned { Counters, States };
constexpr int64_t finishedOffset = 4;

class ScanKernel {
public:
  /// `isWhole`: no row is longer than a tile.
  ScanKernel(DeviceScanOp op, KernelBuilder &kernel, TileShape tile,
             bool isWhole = false)
      : op(op), kernel(kernel), shape(tile), isWhole(isWhole), b(kernel.b()),
        loc(kernel.loc()), combiner(kernel.combiner()),
        types(combiner.getTypes()), ins(kernel.bind(op.getIns())),
        inclusive(kernel.bind(op.getInclusiveOuts())),
        exclusive(kernel.bind(op.getExclusiveOuts())),
        totals(kernel.bind(op.getTotalOuts())), byRow(kernel.rows().isByRow()) {
    if (!byRow)
      init = kernel.loadInit(op.getInit());
    size = kernel.elements();
    if (!isWhole)
      tiles = kernel.tiles();
    if (op.getReverse())
      combiner = combiner.flipped();
  }

  void emit();

private:
  /// The body for one tile (of the row that has been entered).
  void emitTile(Value tile);
  /// The operands and the state from now on are those of row `row` (i32, null
  /// for the only one).
  void enterRow(Value row);
  /// Fills the block scan's prefix region.
  void emitPrefix(BlockScanOp scan, Value tile);
  /// Whether a tile that is scanned blocked moves in rows of `vector` and goes
  /// through workgroup memory in between.
  bool isTransposed(unsigned vector) const;
  /// Writes `total`, known to the calling wave (of a whole row, to the block),
  /// if `tile` is the last one.
  void storeTotal(Value tile, ValueRange total);
  /// Zeroes the workspace when all blocks are done with it.
  void resetWorkspace();

  DeviceScanOp op;
  KernelBuilder &kernel;
  TileShape shape;
  bool isWhole;
  OpBuilder &b;
  Location loc;
  Combiner combiner;
  SmallVector<Type> types;
  SmallVector<MemoryArray> ins, inclusive, exclusive, totals;
  /// Whether the op goes by rows, which have tiles and a state each.
  bool byRow;
  SmallVector<Value> init;
  Value size, tiles, states;
};

} // namespace

void ScanKernel::enterRow(Value row) {
  RowView view(op, kernel, row);
  ins = view.at(op.getIns());
  inclusive = view.at(op.getInclusiveOuts());
  exclusive = view.at(op.getExclusiveOuts());
  totals = view.at(op.getTotalOuts());
  init = kernel.loadInit(op.getInit(), &view);
  if (isWhole)
    return;
  Value bytes = GridStateSizeOp::create(
      b, loc, arith::IndexCastUIOp::create(b, loc, b.getIndexType(), tiles),
      b.getTypeArrayAttr(types), /*chains=*/IntegerAttr(),
      /*bits=*/IntegerAttr());
  states = kernel.stateOfRow(kernel.region(States), bytes, row);
}

bool ScanKernel::isTransposed(unsigned vector) const {
  // What a thread has of one or two vectors, a line gives in as many accesses.
  if (shape.itemsPerThread <= 2 * vector)
    return false;
  // A tile of the table takes a small part of the memory; a tuned one, too
  // much.
  uint64_t widest = 0;
  for (Type type : types)
    widest = std::max<uint64_t>(widest, getElementBytes(type));
  return widest * shape.items() <= kernel.target().ldsBytes / 2;
}

void ScanKernel::emitPrefix(BlockScanOp scan, Value tile) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(types.size(), loc);
  Block *block = b.createBlock(&scan.getPrefix(), {}, types, locations);
  ValueRange aggregate = block->getArguments();
  if (isWhole) {
    if (!totals.empty())
      storeTotal(tile, aggregate);
    YieldOp::create(b, loc, init);
    return;
  }
  GridFoldClauses clauses;
  clauses.window = kernel.getContext().getLimits().lookBackWindow;
  auto grid = createGridFold<GridScanOp>(
      b, loc, combiner, aggregate, tile, tiles,
      byRow ? states : kernel.region(States), clauses);
  OptionalTuple before(ValueTuple(grid.getFold()), grid.getHasFold());

  // What tiles tell each other leaves `init` out, since the total does.
  if (!totals.empty())
    storeTotal(tile,
               combineOptional(b, loc, combiner, before, ValueTuple(aggregate))
                   .values);
  SmallVector<Value> results;
  if (!init.empty()) {
    results =
        combineOptional(b, loc, combiner, ValueTuple(init), before).values;
  } else if (combiner.hasIdentity()) {
    results = selectTuple(b, loc, before.present, before.values,
                          combiner.neutral(b, loc));
  } else {
    // The first tile has no prefix at all.
    results = before.values;
    results.push_back(before.present);
  }
  YieldOp::create(b, loc, results);
}

void ScanKernel::storeTotal(Value tile, ValueRange total) {
  Value zero = createI32(b, loc, 0);
  Value stores = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq,
      isWhole ? kernel.threadId() : kernel.laneId(), zero);
  if (!isWhole) {
    Value last = arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1));
    Value isLast =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tile, last);
    stores = arith::AndIOp::create(b, loc, isLast, stores);
  }
  kernel.ifThen(stores, [&] {
    SmallVector<Value> mapped = kernel.map(op.getEpilogue(), total);
    for (auto [array, value] : llvm::zip_equal(totals, mapped))
      array.store(b, loc, value, createI32(b, loc, 0));
  });
}

/// Writes the totals of an empty buffer.
static void emitEmpty(DeviceScanOp op, KernelBuilder &kernel) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<Value> mapped =
      kernel.map(op.getEpilogue(), kernel.combiner().identity(b, loc));
  auto store = [&](ArrayRef<MemoryArray> arrays) {
    for (auto [array, value] : llvm::zip_equal(arrays, mapped))
      array.store(b, loc, value, createI32(b, loc, 0));
  };
  if (!kernel.rows().isByRow())
    return store(kernel.bind(op.getTotalOuts()));
  store(RowView(op, kernel, kernel.blockId()).at(op.getTotalOuts()));
}

void ScanKernel::emitTile(Value tile) {
  Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), tile);
  Value base =
      arith::MulIOp::create(b, loc, wide, createI64(b, loc, shape.items()));
  unsigned vector = TileIO::getRowVector(kernel.target(), op.getIns(), shape);
  bool scansBlocked =
      DeviceContext::getAlgorithm(op) == DeviceAlgorithm::SerialScan;
  bool transposes = scansBlocked && isTransposed(vector);
  if (scansBlocked && !transposes)
    vector = TileIO::blocked;
  TileIO io(kernel, shape, vector, op.getReverse(), size, base);

  SmallVector<Type> flat;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i)
    llvm::append_range(flat, types);
  // Items past the end come after all others, so whatever they hold reaches no
  // result that is stored and no tile that follows: only a total, or a region
  // that not everything may be given to, has to know of them.
  bool pads = op.getTotal() || !combiner.isTotal();
  SmallVector<Value> loaded = io.byCase(flat, [&](bool isFull) {
    SmallVector<Value> values;
    for (const ValueTuple &item :
         io.loadMapped(ins, op.getPrologue(), combiner, pads, isFull))
      llvm::append_range(values, item);
    return values;
  });
  SmallVector<ValueTuple> items;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i)
    items.emplace_back(ArrayRef(loaded).slice(i * types.size(), types.size()));

  SmallVector<Type> vectors =
      llvm::map_to_vector(types, [&](Type type) -> Type {
        return VectorType::get({shape.itemsPerThread}, type);
      });
  Value valid;
  if (pads && !combiner.hasIdentity())
    valid = atLeastOne(b, loc, io.count());
  SmallVector<Value> inputs = packItems(b, loc, items, vectors);
  auto exchange = [&](ValueRange values, bool toBlocked) -> SmallVector<Value> {
    Arrangement rows = Arrangement::Rows, blocked = Arrangement::Blocked;
    return BlockExchangeOp::create(b, loc, values, /*ranks=*/Value(),
                                   toBlocked ? rows : blocked, vector,
                                   toBlocked ? blocked : rows, vector)
        .getResults();
  };
  if (transposes)
    inputs = exchange(inputs, /*toBlocked=*/true);
  // A tile that is all there is starts from nothing but init, which block scans
  // leave out of inclusive prefixes.
  bool needsPrefix =
      !isWhole || (!init.empty() && op.getMode() != ScanMode::Exclusive);
  ValueRange start;
  if (!needsPrefix)
    start = init;
  BlockScanOp scan =
      createBlockScan(b, loc, combiner, op.getMode(), inputs, start,
                      /*total=*/!needsPrefix && op.getTotal(), valid,
                      scansBlocked ? TileIO::blocked : vector);
  if (needsPrefix)
    emitPrefix(scan, tile);
  else if (op.getTotal())
    storeTotal(tile, scan.getTotalResults());

  // LLVM makes one branch of the two stores if nothing stands between them.
  SmallVector<ValueTuple> prefixes, before;
  if (op.getMode() != ScanMode::Exclusive)
    prefixes = unpackItems(b, loc, scan.getInclusiveResults());
  if (op.getMode() != ScanMode::Inclusive)
    before = unpackItems(b, loc, scan.getExclusiveResults());
  if (init.empty())
    startWithIdentity(b, loc, combiner, before, [&](unsigned item) -> Value {
      if (item != 0)
        return Value();
      Value zero = createI32(b, loc, 0);
      Value isFirstTile =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tile, zero);
      Value isFirstThread = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::eq, kernel.threadId(), zero);
      return arith::AndIOp::create(b, loc, isFirstTile, isFirstThread);
    });
  auto store = [&](ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> folds) {
    if (folds.empty())
      return;
    if (!transposes)
      return io.store(arrays, folds, &op.getEpilogue());
    SmallVector<Value> moved =
        exchange(packItems(b, loc, folds, vectors), /*toBlocked=*/false);
    io.store(arrays, unpackItems(b, loc, moved), &op.getEpilogue());
  };
  store(inclusive, prefixes);
  store(exclusive, before);
}

void ScanKernel::resetWorkspace() {
  // The block that finishes last knows that no other one looks at a state any
  // more. Its first wave has acquired what the others wrote, so it alone
  // clears: a state still under way could otherwise land behind the zero.
  Value finished = GridTicketOp::create(
      b, loc, advance(b, loc, kernel.region(Counters), finishedOffset),
      /*ordered=*/true);
  Value last = arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1));
  Value isLast =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, finished, last);
  Value isFirstWave = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq, kernel.waveId(), createI32(b, loc, 0));
  Value clears = arith::AndIOp::create(b, loc, isLast, isFirstWave);
  kernel.ifThen(clears, [&] {
    Value states = GridStateSizeOp::create(
        b, loc, arith::IndexCastUIOp::create(b, loc, b.getIndexType(), tiles),
        b.getTypeArrayAttr(types), /*chains=*/IntegerAttr(),
        /*bits=*/IntegerAttr());
    Value bytes = arith::AddIOp::create(
        b, loc, arith::IndexCastUIOp::create(b, loc, b.getI32Type(), states),
        createI32(b, loc, workspaceAlignment));
    Value count = arith::ShRUIOp::create(b, loc, bytes, createI32(b, loc, 3));
    MemoryArray all(kernel.region(Counters), b.getI64Type());
    auto loop = scf::ForOp::create(b, loc, kernel.laneId(), count,
                                   createI32(b, loc, kernel.target().waveSize));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    all.store(b, loc, createI64(b, loc, 0), loop.getInductionVar());
  });
}

void ScanKernel::emit() {
  if (isWhole) {
    enterRow(kernel.blockId());
    return emitTile(createI32(b, loc, 0));
  }
  // With a single tile there is no workspace to take a ticket from.
  Value several = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                        tiles, createI32(b, loc, 1));
  auto ticket = scf::IfOp::create(b, loc, b.getI32Type(), several,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToStart(ticket.thenBlock());
  scf::YieldOp::create(b, loc,
                       GridTicketOp::create(b, loc, kernel.region(Counters),
                                            /*ordered=*/false)
                           .getResult());
  b.setInsertionPointToStart(ticket.elseBlock());
  // Rows of one tile need no order.
  scf::YieldOp::create(b, loc, byRow ? kernel.blockId() : createI32(b, loc, 0));
  b.setInsertionPointAfter(ticket);

  Value tile = ticket.getResult(0);
  if (byRow) {
    Value row;
    if (kernel.rows().getKnownRows() != 1) {
      row = arith::DivUIOp::create(b, loc, tile, tiles);
      tile = arith::SubIOp::create(b, loc, tile,
                                   arith::MulIOp::create(b, loc, row, tiles));
    }
    enterRow(row);
  }
  emitTile(tile);
  if (op.getWorkspace() && op.getInitialized() && !byRow)
    kernel.ifThen(several, [&] { resetWorkspace(); });
}

FailureOr<DevicePlan> mlir::prim::planDeviceScan(DeviceScanOp op,
                                                 const DeviceContext &context) {
  Combiner combiner(op);
  bool isExact = combiner.getKind() && !isa<FloatType>(combiner.getTypes()[0]);
  if (op.getDeterministic() && !isExact)
    return context.notLowered(op, "with 'deterministic' and a combiner that "
                                  "may round");
  if (TuningAttr tuning = op.getTuningAttr())
    if (tuning.getAlgorithm() != Algorithm::Default &&
        tuning.getAlgorithm() != Algorithm::LookBack)
      return context.notLowered(
          op, "as " + stringifyAlgorithm(tuning.getAlgorithm()));

  TileShape tile = context.getTile(op);
  DevicePlan plan{tile, RowForm::get(op)};
  using Region = WorkspaceRegion;
  // The states of rows are left to the host to clear.
  plan.regions = {
      {Region::Per::Op, /*bytes=*/8, Region::all},
      {Region::Per::Op, /*bytes=*/0, Region::all,
       plan.rows.isByRow() ? Region::Reset::Host : Region::Reset::Kernels,
       op.getAccumulatorTypes()}};
  auto addKernel = [&](TileShape tile, bool isWhole = false) {
    plan.kernels.push_back({"scan", tile.blockSize, [=](KernelBuilder &kernel) {
                              ScanKernel(op, kernel, tile, isWhole).emit();
                              return success();
                            }});
    return PlanLaunch{static_cast<unsigned>(plan.kernels.size() - 1)};
  };
  PlanLaunch scan = addKernel(tile);
  plan.kernels.push_back(
      {"scan_empty", /*blockSize=*/1, [=](KernelBuilder &kernel) {
         emitEmpty(op, kernel);
         return success();
       }});
  plan.cases = {{0, /*usesWorkspace=*/false, {}}};
  if (op.getTotal() && combiner.hasIdentity())
    plan.cases.front().launches = {{/*kernel=*/1, /*maxBlocks=*/1}};
  for (TileShape small : context.getRowTiles(op))
    plan.cases.push_back({small.items(),
                          /*usesWorkspace=*/false,
                          {addKernel(small, /*isWhole=*/true)},
                          small});
  plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {scan}});
  plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true, {scan}});
  return plan;
}
