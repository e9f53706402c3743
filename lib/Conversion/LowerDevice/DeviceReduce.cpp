//===- DeviceReduce.cpp - Lower prim.device_reduce *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel. Every block folds a run of consecutive tiles, and the block that
// finishes last gets the fold of all blocks, in their order. So the order of
// elements is kept, and the same configuration gives the same bits every time.
// A buffer of one tile needs one block, no workspace and no memset.
//
//===----------------------------------------------------------------------===//

#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Region of the workspace: what blocks leave for the one that finishes last.
enum ReduceRegion : unsigned { States };

class ReduceKernel {
public:
  ReduceKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel.b()), loc(kernel.loc()),
        combiner(kernel.combiner()), ins(kernel.bind(op.getIns())),
        outs(kernel.bind(op.getOuts())), size(kernel.elements()),
        init(kernel.loadInit(op.getInit())) {}

  void emit();

private:
  /// Folds tiles [begin, end) (i64) into thread 0; absent where there is
  /// nothing to fold.
  OptionalTuple foldTiles(Value begin, Value end);
  /// Items may be reordered and padded: threads accumulate over all tiles.
  OptionalTuple foldCommutative(Value begin, Value end);
  /// Order matters, or there is nothing to pad with: one block fold per tile.
  OptionalTuple foldInOrder(Value begin, Value end);
  /// Applies init and epilogue, and writes the result.
  void writeResult(const OptionalTuple &fold);

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  OpBuilder &b;
  Location loc;
  Combiner combiner;
  SmallVector<MemoryArray> ins, outs;
  Value size;
  SmallVector<Value> init;
};

} // namespace

OptionalTuple ReduceKernel::foldCommutative(Value begin, Value end) {
  unsigned vector = TileIO::getRowVector(kernel.target(), op.getIns(), tile);
  ValueTuple neutral = combiner.neutral(b, loc);
  Value step = createI64(b, loc, 1);
  auto loop = scf::ForOp::create(b, loc, begin, end, step, neutral);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value base = arith::MulIOp::create(b, loc, loop.getInductionVar(),
                                       createI64(b, loc, tile.items()));
    TileIO io(kernel, tile, vector, /*reverse=*/false, size, base);
    SmallVector<Value> next = io.byCase(combiner.getTypes(), [&](bool isFull) {
      SmallVector<ValueTuple> items =
          io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/true, isFull);
      ValueTuple fold = threadReduce(b, loc, combiner, items);
      return combiner.combine(b, loc, loop.getRegionIterArgs(), fold);
    });
    scf::YieldOp::create(b, loc, next);
  }
  auto block =
      createBlockReduce(b, loc, combiner, loop.getResults(), /*all=*/false);
  // The neutral element of an empty fold may differ from the identity in the
  // sign of zero.
  Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, size,
                                     createI64(b, loc, 0));
  return {ValueTuple(block.getResults()), some};
}

OptionalTuple ReduceKernel::foldInOrder(Value begin, Value end) {
  ValueTuple start = poisonTuple(b, loc, combiner);
  start.push_back(arith::ConstantOp::create(b, loc, b.getBoolAttr(false)));
  Value step = createI64(b, loc, 1);
  auto loop = scf::ForOp::create(b, loc, begin, end, step, start);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value base = arith::MulIOp::create(b, loc, loop.getInductionVar(),
                                       createI64(b, loc, tile.items()));
    TileIO io(kernel, tile, TileIO::blocked, /*reverse=*/false, size, base);
    SmallVector<Type> itemTypes =
        llvm::map_to_vector(combiner.getTypes(), [&](Type type) -> Type {
          return VectorType::get({tile.itemsPerThread}, type);
        });
    SmallVector<Value> fold = io.byCase(combiner.getTypes(), [&](bool isFull) {
      SmallVector<ValueTuple> items =
          io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/true, isFull);
      Value valid;
      if (!isFull && !combiner.hasIdentity())
        valid = atLeastOne(b, loc, io.count());
      auto block = createBlockReduce(b, loc, combiner,
                                     packItems(b, loc, items, itemTypes),
                                     /*all=*/true, valid);
      return SmallVector<Value>(block.getResults());
    });
    ValueRange args = loop.getRegionIterArgs();
    OptionalTuple before(ValueTuple(args.drop_back()), args.back());
    ValueTuple next = combineOptional(b, loc, combiner, before, fold).values;
    next.push_back(arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    scf::YieldOp::create(b, loc, next);
  }
  ValueTuple results(loop.getResults());
  Value some = results.pop_back_val();
  return {results, some};
}

OptionalTuple ReduceKernel::foldTiles(Value begin, Value end) {
  return combiner.isCommutative() && combiner.hasIdentity()
             ? foldCommutative(begin, end)
             : foldInOrder(begin, end);
}

void ReduceKernel::writeResult(const OptionalTuple &fold) {
  ValueTuple values = fold.values;
  if (!init.empty())
    values = combineOptional(b, loc, combiner, ValueTuple(init), fold).values;
  else if (fold.present && combiner.hasIdentity())
    values =
        selectTuple(b, loc, fold.present, values, combiner.identity(b, loc));
  values = kernel.map(op.getEpilogue(), values);
  for (auto [array, value] : llvm::zip_equal(outs, values))
    array.store(b, loc, value, createI32(b, loc, 0));
}

void ReduceKernel::emit() {
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = arith::MinUIOp::create(
      b, loc, arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.blocks()),
      createI32(b, loc, kernel.getContext().getMaxBlocks(tile.blockSize)));
  Value tilesPerBlock = kernel.tilesPerBlock();
  Value items = createI64(b, loc, tile.items());
  Value tiles = arith::CeilDivUIOp::create(b, loc, size, items);
  Value block =
      arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.blockId());
  Value begin = arith::MulIOp::create(b, loc, block, tilesPerBlock);
  Value end = arith::MinSIOp::create(
      b, loc, arith::AddIOp::create(b, loc, begin, tilesPerBlock), tiles);
  OptionalTuple fold = foldTiles(begin, end);

  // The block that finishes last has the fold of all blocks, in order.
  auto grid = createGridReduce(b, loc, combiner, fold.values, kernel.blockId(),
                               blocks, kernel.region(States),
                               /*reset=*/op.getInitialized(), /*all=*/false);
  kernel.ifThen(grid.getHasFold(), [&] {
    writeResult({ValueTuple(grid.getFold()), fold.present});
  });
}

FailureOr<DevicePlan>
mlir::prim::planDeviceReduce(DeviceReduceOp op, const DeviceContext &context) {
  if (op.getDeterministic() == Determinism::Any)
    return context.notLowered(op, "with deterministic(any)");
  TileShape tile = context.getTile(op);
  int64_t maxBlocks = context.getMaxBlocks(tile.blockSize);
  DevicePlan plan{tile};
  // Only the count in front has to be zero.
  plan.regions.push_back({WorkspaceRegion::Per::Op, /*bytes=*/0,
                          /*zeroBytes=*/4, WorkspaceRegion::Reset::Kernels,
                          op.getAccumulatorTypes(), maxBlocks});
  plan.kernels.push_back({"reduce", tile.blockSize, [=](KernelBuilder &kernel) {
                            ReduceKernel(op, kernel, tile).emit();
                            return success();
                          }});
  // One block needs no workspace, and looks at none.
  if (maxBlocks > 1)
    plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {{0, 1}}});
  plan.cases.push_back(
      {INT64_MAX, /*usesWorkspace=*/maxBlocks > 1, {{0, maxBlocks}}});
  return plan;
}
