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

#include "LookBack.h"
#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Sizes of one scan that both its host code and its kernel rest on.
struct ScanPlan {
  ScanPlan(DeviceScanOp op, const DeviceContext &context) {
    CombinerOpInterface combiner = op;
    unsigned bytes = 0;
    for (Type type : combiner.getAccumulatorTypes())
      bytes += getElementBytes(type);
    tile = context.getTile(op, DeviceAlgorithm::Scan, bytes);
    types = combiner.getAccumulatorTypes();
  }

  /// Bytes for `tiles` (i64): the ticket, the count of finished blocks, and the
  /// tile states behind them.
  Value emitBytes(HostBuilder &host, Value tiles) const {
    return host.add(host.constant(statesOffset),
                    LookBack::emitBytes(host, types, tiles));
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
  /// The body for one tile; `several` (i1) says whether there are more.
  void emitTile(Value tile, Value several);
  /// Fills the block scan's prefix region.
  void emitPrefix(BlockScanOp scan, Value tile, Value several);
  void storeResults(TileIO &io, BlockScanOp scan, ArrayRef<ValueTuple> items,
                    Value tile);
  void storeTotal(TileIO &io, ArrayRef<ValueTuple> inclusive);
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

void DeviceScanLowering::emitPrefix(BlockScanOp scan, Value tile,
                                    Value several) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(plan.types.size(), loc);
  Block *block = b.createBlock(&scan.getPrefix(), {}, plan.types, locations);
  ValueRange aggregate = block->getArguments();
  LookBack lookBack(kernel, combiner,
                    offsetPointer(b, loc, workspace,
                                  createI32(b, loc, ScanPlan::statesOffset)),
                    tiles, context.getLimits().lookBackWindow);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tile,
                                        createI32(b, loc, 0));
  auto branch = scf::IfOp::create(b, loc, plan.types, isFirst,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);

  // The first tile has only `init` before it, or nothing.
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> none(aggregate);
  if (!init.empty())
    none = init;
  else if (combiner.hasIdentity())
    none = op.getMode() == ScanMode::Inclusive ? combiner.neutral(b, loc)
                                               : combiner.identity(b, loc);
  kernel.ifThen(several, [&] {
    SmallVector<Value> prefix(aggregate);
    if (!init.empty())
      prefix = combiner.combine(b, loc, init, aggregate);
    lookBack.publishPrefix(tile, prefix);
  });
  scf::YieldOp::create(b, loc, none);

  b.setInsertionPointToStart(branch.elseBlock());
  lookBack.publishAggregate(tile, aggregate);
  ValueTuple before = lookBack.foldTilesBefore(tile);
  lookBack.publishPrefix(tile, combiner.combine(b, loc, before, aggregate));
  scf::YieldOp::create(b, loc, before);

  b.setInsertionPointAfter(branch);
  SmallVector<Value> results(branch.getResults());
  // Without init or identity the first tile has no prefix at all.
  if (init.empty() && !combiner.hasIdentity()) {
    Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    results.push_back(arith::XOrIOp::create(b, loc, isFirst, yes));
  }
  YieldOp::create(b, loc, results);
}

void DeviceScanLowering::storeTotal(TileIO &io,
                                    ArrayRef<ValueTuple> inclusiveItems) {
  Value last = arith::SubIOp::create(b, loc, io.count(), createI32(b, loc, 1));
  for (auto [i, item] : llvm::enumerate(inclusiveItems)) {
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         io.position(i), last);
    kernel.ifThen(isLast, [&, item = ArrayRef<Value>(item)] {
      SmallVector<Value> mapped = applyMap(kernel, op.getEpilogue(), item);
      for (auto [array, value] : llvm::zip_equal(totals, mapped))
        array.store(b, loc, value, createI32(b, loc, 0));
    });
  }
}

void DeviceScanLowering::storeResults(TileIO &io, BlockScanOp scan,
                                      ArrayRef<ValueTuple> items, Value tile) {
  auto mapAndStore = [&](ArrayRef<MemoryArray> arrays,
                         ArrayRef<ValueTuple> results) {
    SmallVector<ValueTuple> mapped;
    for (const ValueTuple &item : results)
      mapped.push_back(applyMap(kernel, op.getEpilogue(), item));
    io.store(arrays, mapped);
  };
  SmallVector<ValueTuple> inclusiveItems, exclusiveItems;
  if (op.getMode() != ScanMode::Exclusive) {
    inclusiveItems = unpackItems(b, loc, scan.getInclusiveResults());
    mapAndStore(inclusive, inclusiveItems);
  }
  if (op.getMode() != ScanMode::Inclusive) {
    exclusiveItems = unpackItems(b, loc, scan.getExclusiveResults());
    mapAndStore(exclusive, exclusiveItems);
  }
  if (totals.empty())
    return;
  if (inclusiveItems.empty())
    for (auto [before, item] : llvm::zip_equal(exclusiveItems, items))
      inclusiveItems.push_back(combiner.combine(b, loc, before, item));
  Value isLast = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq, tile,
      arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1)));
  kernel.ifThen(isLast, [&] { storeTotal(io, inclusiveItems); });
}

void DeviceScanLowering::launchEmpty() {
  KernelBuilder empty(context, loc, "scan_empty", /*blockSize=*/1);
  OpBuilder &eb = empty.b();
  SmallVector<MemoryArray> arrays = bindBuffers(empty, host, op.getTotalOuts());
  SmallVector<Value> values = loadInit(empty, host, op.getInit());
  for (Value value : op.getIdentity())
    empty.capture(value);
  empty.captureRegion(op.getEpilogue());
  Combiner fold(op);
  fold.setMapping(&empty.mapping());
  if (values.empty())
    values = fold.identity(eb, loc);
  for (auto [array, value] :
       llvm::zip_equal(arrays, applyMap(empty, op.getEpilogue(), values)))
    array.store(eb, loc, value, createI32(eb, loc, 0));
  empty.finish();
  host.launch(empty, host.constant(1), {});
}

void DeviceScanLowering::emitTile(Value tile, Value several) {
  Value wide = arith::ExtUIOp::create(b, loc, b.getI64Type(), tile);
  Value base =
      arith::MulIOp::create(b, loc, wide, createI64(b, loc, plan.tile.items()));
  TileIO io(kernel, plan.tile, /*vector=*/plan.tile.itemsPerThread,
            op.getReverse(), size, base);

  SmallVector<Type> flat;
  for (unsigned i = 0; i < plan.tile.itemsPerThread; ++i)
    llvm::append_range(flat, plan.types);
  SmallVector<Value> loaded = io.byCase(flat, [&](bool isFull) {
    SmallVector<Value> values;
    for (auto [i, item] : llvm::enumerate(io.load(ins, isFull)))
      llvm::append_range(
          values, applyMap(kernel, op.getPrologue(), item, io.elementIndex(i)));
    return values;
  });
  // Items past the end come after all others, so whatever they hold reaches no
  // result that is stored and no tile that follows.
  SmallVector<ValueTuple> items;
  for (unsigned i = 0; i < plan.tile.itemsPerThread; ++i)
    items.emplace_back(
        ArrayRef(loaded).slice(i * plan.types.size(), plan.types.size()));

  SmallVector<Type> vectors =
      llvm::map_to_vector(plan.types, [&](Type type) -> Type {
        return VectorType::get({plan.tile.itemsPerThread}, type);
      });
  BlockScanOp scan = createBlockScan(b, loc, combiner, op.getMode(),
                                     packItems(b, loc, items, vectors));
  emitPrefix(scan, tile, several);
  storeResults(io, scan, items, tile);
}

void DeviceScanLowering::resetWorkspace() {
  // The block that finishes last knows that no other one looks at a state any
  // more. Its first wave has acquired what the others wrote, so it alone
  // clears: a state still under way could otherwise land behind the zero.
  MemoryArray counters(workspace, b.getI32Type());
  Value finished = kernel.takeTicket(
      counters.address(b, loc, createI32(b, loc, ScanPlan::finishedOffset / 4)),
      LLVM::AtomicOrdering::acq_rel);
  Value last = arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1));
  Value isLast =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, finished, last);
  Value isFirstWave = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::eq, kernel.waveId(), createI32(b, loc, 0));
  Value clears = arith::AndIOp::create(b, loc, isLast, isFirstWave);
  kernel.ifThen(clears, [&] {
    unsigned words = LookBack::wordsPerTile(plan.types);
    Value count = arith::AddIOp::create(
        b, loc, arith::MulIOp::create(b, loc, tiles, createI32(b, loc, words)),
        createI32(b, loc, ScanPlan::statesOffset / 8));
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
  workspace = kernel.parameter(LLVM::LLVMPointerType::get(b.getContext(), 1));

  // With a single tile there is no workspace to take a ticket from.
  Value several = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                        tiles, createI32(b, loc, 1));
  auto ticket = scf::IfOp::create(b, loc, b.getI32Type(), several,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  b.setInsertionPointToStart(ticket.thenBlock());
  scf::YieldOp::create(b, loc, kernel.takeTicket(workspace));
  b.setInsertionPointToStart(ticket.elseBlock());
  scf::YieldOp::create(b, loc, createI32(b, loc, 0));
  b.setInsertionPointAfter(ticket);

  emitTile(ticket.getResult(0), several);
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
        Value null = LLVM::ZeroOp::create(
            hb, loc, LLVM::LLVMPointerType::get(op.getContext(), 1));
        host.launch(kernel, one, {narrow(one), null});
      },
      [&] {
        host.ifThenElse(
            several,
            [&] {
              Value bytes = plan.emitBytes(host, tileCount);
              host.withWorkspace(op, bytes, bytes, [&](Value memref) {
                host.launch(kernel, tileCount,
                            {narrow(tileCount), host.pointer(memref)});
              });
            },
            [&] {
              if (op.getTotal() &&
                  (!op.getInit().empty() || combiner.hasIdentity()))
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
