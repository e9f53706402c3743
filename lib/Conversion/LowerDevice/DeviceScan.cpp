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

/// Sizes of one scan that both its host code and its kernel rest on.
struct ScanPlan {
  ScanPlan(DeviceScanOp op, const DeviceContext &context) {
    tile = context.getTile(op);
    types = op.getAccumulatorTypes();
  }

  /// Bytes for `tiles` (i64): the ticket, the count of finished blocks, and the
  /// tile states behind them.
  Value emitBytes(HostBuilder &host, Value tiles) const {
    OpBuilder &b = host.b();
    Value count =
        arith::IndexCastOp::create(b, host.loc(), b.getIndexType(), tiles);
    Value states = GridStateSizeOp::create(b, host.loc(), count,
                                           b.getTypeArrayAttr(types));
    return host.add(
        host.constant(statesOffset),
        arith::IndexCastOp::create(b, host.loc(), b.getI64Type(), states));
  }

  TileShape tile;
  SmallVector<Type> types;
  static constexpr int64_t finishedOffset = 4;
  static constexpr int64_t statesOffset = workspaceAlignment;
};

class DeviceScanLowering {
public:
  DeviceScanLowering(DeviceScanOp op, DeviceContext &context)
      : op(op), context(context), plan(op, context), host(op),
        kernel(context, op.getLoc(), "scan", plan.tile.blockSize),
        b(kernel.b()), loc(op.getLoc()), combiner(op) {}

  void run();

private:
  void emitKernel();
  /// The body for one tile.
  void emitTile(Value tile);
  /// Fills the block scan's prefix region.
  void emitPrefix(BlockScanOp scan, Value tile);
  /// Writes `total`, known to the calling wave, if `tile` is the last one.
  void storeTotal(Value tile, ValueRange total);
  /// Writes the totals of an empty buffer, in a kernel of its own.
  void launchEmpty();
  /// Zeroes the workspace when all blocks are done with it.
  void resetWorkspace();

  DeviceScanOp op;
  DeviceContext &context;
  ScanPlan plan;
  HostBuilder host;
  KernelBuilder kernel;
  OpBuilder &b;
  Location loc;
  Combiner combiner;

  SmallVector<MemoryArray> ins, inclusive, exclusive, totals;
  SmallVector<Value> init;
  Value size, tiles, workspace;
};

} // namespace

void DeviceScanLowering::emitPrefix(BlockScanOp scan, Value tile) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(plan.types.size(), loc);
  Block *block = b.createBlock(&scan.getPrefix(), {}, plan.types, locations);
  ValueRange aggregate = block->getArguments();
  auto grid = createGridScan(b, loc, combiner, aggregate, tile, tiles,
                             advance(b, loc, workspace, ScanPlan::statesOffset),
                             context.getLimits().lookBackWindow);
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

void DeviceScanLowering::storeTotal(Value tile, ValueRange total) {
  Value last = arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1));
  Value isLast =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tile, last);
  Value isFirstLane = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq, kernel.laneId(), createI32(b, loc, 0));
  kernel.ifThen(arith::AndIOp::create(b, loc, isLast, isFirstLane), [&] {
    SmallVector<Value> mapped = applyMap(kernel, op.getEpilogue(), total);
    for (auto [array, value] : llvm::zip_equal(totals, mapped))
      array.store(b, loc, value, createI32(b, loc, 0));
  });
}

void DeviceScanLowering::launchEmpty() {
  KernelBuilder empty(context, loc, "scan_empty", /*blockSize=*/1);
  OpBuilder &eb = empty.b();
  SmallVector<MemoryArray> arrays = bindBuffers(empty, host, op.getTotalOuts());
  for (Value value : op.getIdentity())
    empty.capture(value);
  empty.captureRegion(op.getEpilogue());
  Combiner fold(op);
  fold.setMapping(&empty.mapping());
  SmallVector<Value> mapped =
      applyMap(empty, op.getEpilogue(), fold.identity(eb, loc));
  for (auto [array, value] : llvm::zip_equal(arrays, mapped))
    array.store(eb, loc, value, createI32(eb, loc, 0));
  empty.finish();
  empty.launch(host, host.constant(1), {});
}

void DeviceScanLowering::emitTile(Value tile) {
  Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), tile);
  Value base =
      arith::MulIOp::create(b, loc, wide, createI64(b, loc, plan.tile.items()));
  TileIO io(kernel, plan.tile, /*vector=*/plan.tile.itemsPerThread,
            op.getReverse(), size, base);

  SmallVector<Type> flat;
  for (unsigned i = 0; i < plan.tile.itemsPerThread; ++i)
    llvm::append_range(flat, plan.types);
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
  for (unsigned i = 0; i < plan.tile.itemsPerThread; ++i)
    items.emplace_back(
        ArrayRef(loaded).slice(i * plan.types.size(), plan.types.size()));

  SmallVector<Type> vectors =
      llvm::map_to_vector(plan.types, [&](Type type) -> Type {
        return VectorType::get({plan.tile.itemsPerThread}, type);
      });
  Value valid;
  if (pads && !combiner.hasIdentity())
    valid = atLeastOne(b, loc, io.count());
  BlockScanOp scan =
      createBlockScan(b, loc, combiner, op.getMode(),
                      packItems(b, loc, items, vectors), /*init=*/{},
                      /*total=*/false, valid);
  emitPrefix(scan, tile);

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
  if (!prefixes.empty())
    io.store(inclusive, prefixes, &op.getEpilogue());
  if (!before.empty())
    io.store(exclusive, before, &op.getEpilogue());
}

void DeviceScanLowering::resetWorkspace() {
  // The block that finishes last knows that no other one looks at a state any
  // more. Its first wave has acquired what the others wrote, so it alone
  // clears: a state still under way could otherwise land behind the zero.
  Value finished = GridTicketOp::create(
      b, loc, advance(b, loc, workspace, ScanPlan::finishedOffset),
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
        b.getTypeArrayAttr(plan.types));
    Value bytes = arith::AddIOp::create(
        b, loc, arith::IndexCastUIOp::create(b, loc, b.getI32Type(), states),
        createI32(b, loc, ScanPlan::statesOffset));
    Value count = arith::ShRUIOp::create(b, loc, bytes, createI32(b, loc, 3));
    MemoryArray all(workspace, b.getI64Type());
    auto loop = scf::ForOp::create(b, loc, kernel.laneId(), count,
                                   createI32(b, loc, kernel.target().waveSize));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    all.store(b, loc, createI64(b, loc, 0), loop.getInductionVar());
  });
}

void DeviceScanLowering::emitKernel() {
  ins = bindBuffers(kernel, host, op.getIns());
  inclusive = bindBuffers(kernel, host, op.getInclusiveOuts());
  exclusive = bindBuffers(kernel, host, op.getExclusiveOuts());
  totals = bindBuffers(kernel, host, op.getTotalOuts());
  size = kernel.argument(host.elements(op.getIns().front()));
  init = loadInit(kernel, host, op.getInit());
  for (Value value : op.getIdentity())
    kernel.capture(value);
  for (Region *region :
       {&op.getPrologue(), &op.getCombiner(), &op.getEpilogue()})
    kernel.captureRegion(*region);
  combiner.setMapping(&kernel.mapping());
  if (op.getReverse())
    combiner = combiner.flipped();
  tiles = kernel.parameter(b.getI32Type());
  workspace = kernel.baseParameter();

  // With a single tile there is no workspace to take a ticket from.
  Value several = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                        tiles, createI32(b, loc, 1));
  auto ticket = scf::IfOp::create(b, loc, b.getI32Type(), several,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToStart(ticket.thenBlock());
  scf::YieldOp::create(
      b, loc,
      GridTicketOp::create(b, loc, workspace, /*ordered=*/false).getResult());
  b.setInsertionPointToStart(ticket.elseBlock());
  scf::YieldOp::create(b, loc, createI32(b, loc, 0));
  b.setInsertionPointAfter(ticket);

  emitTile(ticket.getResult(0));
  if (op.getWorkspace() && op.getInitialized())
    kernel.ifThen(several, [&] { resetWorkspace(); });
  kernel.finish();
}

void DeviceScanLowering::run() {
  Value elements = host.elements(op.getIns().front());
  emitLaunchCheck(op, host, context, plan.tile, elements);
  Value tileCount = host.ceilDiv(elements, plan.tile.items());
  emitKernel();

  OpBuilder &hb = host.b();
  Value one = host.constant(1);
  auto narrow = [&](Value value) -> Value {
    return arith::TruncIOp::create(hb, loc, hb.getI32Type(), value);
  };
  Value single = host.compare(arith::CmpIPredicate::eq, tileCount, one);
  Value several = host.compare(arith::CmpIPredicate::sgt, tileCount, one);
  host.ifThenElse(
      single,
      [&] {
        // One block needs no workspace, and looks at none.
        kernel.launch(host, one, {narrow(one), host.base(op.getIns().front())});
      },
      [&] {
        host.ifThenElse(
            several,
            [&] {
              Value bytes = plan.emitBytes(host, tileCount);
              withWorkspace(host, op, bytes, bytes, [&](Value memref) {
                kernel.launch(host, tileCount,
                              {narrow(tileCount), host.base(memref)});
              });
            },
            [&] {
              if (op.getTotal() && combiner.hasIdentity())
                launchEmpty();
            });
      });
}

LogicalResult mlir::prim::lowerDeviceScan(DeviceScanOp op,
                                          DeviceContext &context) {
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
  DeviceScanLowering(op, context).run();
  return success();
}

FailureOr<Value> mlir::prim::emitScanWorkspaceBytes(DeviceScanOp op,
                                                    HostBuilder &host,
                                                    DeviceContext &context) {
  ScanPlan plan(op, context);
  Value elements = host.elements(op.getIns().front());
  emitLaunchCheck(op, host, context, plan.tile, elements);
  return plan.emitBytes(host, host.ceilDiv(elements, plan.tile.items()));
}
