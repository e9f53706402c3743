//===- DeviceReduce.cpp - Lower prim.device_reduce *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel. Every block folds a run of consecutive tiles, or every so many
// tiles one where order does not matter, and the block that finishes last gets
// the fold of all blocks, in their order. So the order of elements is kept, and
// the same configuration gives the same bits every time.
// A buffer of one tile needs one block, no workspace and no memset.
//
//===----------------------------------------------------------------------===//

#include "TileReduce.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Region of the workspace: what blocks leave for the one that finishes last.
enum ReduceRegion : unsigned { States };

class ReduceKernel {
public:
  /// `isWhole`: no row is longer than a tile.
  ReduceKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile,
               bool isWhole = false)
      : op(op), kernel(kernel), tile(tile), isWhole(isWhole), b(kernel.b()),
        loc(kernel.loc()), folder(op, kernel, tile),
        combiner(folder.getCombiner()), ins(kernel.bind(op.getIns())),
        outs(kernel.bind(op.getOuts())),
        size(isWhole ? kernel.rowLength() : kernel.elements()) {
    folder.setInputs(ins, size);
    byRow = kernel.rows().isByRow();
    if (!byRow)
      init = kernel.loadInit(op.getInit());
  }

  void emit();

private:
  /// The operands from now on are those of row `row` (i32, null for the only
  /// one).
  void enterRow(Value row);
  /// The body where a row, of at least one element, is a tile or less.
  void emitWhole();
  /// Applies init and epilogue, and writes the result.
  void writeResult(const OptionalTuple &fold);

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  bool isWhole;
  OpBuilder &b;
  Location loc;
  TileReduce folder;
  const Combiner &combiner;
  SmallVector<MemoryArray> ins, outs;
  Value size;
  /// Whether the op goes by rows, which have blocks and a state each.
  bool byRow;
  SmallVector<Value> init;
};

} // namespace

void ReduceKernel::writeResult(const OptionalTuple &fold) {
  for (auto [array, value] : llvm::zip_equal(outs, folder.finish(fold, init)))
    array.store(b, loc, value, createI32(b, loc, 0));
}

void ReduceKernel::enterRow(Value row) {
  RowView view(op, kernel, row);
  ins = view.at(op.getIns());
  folder.setInputs(ins, size);
  outs = view.at(op.getOuts());
  init = kernel.loadInit(op.getInit(), &view);
}

void ReduceKernel::emitWhole() {
  if (byRow)
    enterRow(kernel.blockId());
  ValueTuple fold = folder.foldTile(createI64(b, loc, 0), {});
  if (!folder.isInOrder())
    fold = ValueTuple(
        createBlockReduce(b, loc, combiner, fold, /*all=*/false).getResults());
  kernel.ifThen(kernel.isFirstThread(), [&] { writeResult(fold); });
}

void ReduceKernel::emit() {
  if (isWhole)
    return emitWhole();
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = arith::MinUIOp::create(
      b, loc, arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.blocks()),
      createI32(b, loc,
                kernel.getContext().getMaxReduceBlocks(tile.blockSize)));
  Value items = createI64(b, loc, tile.items());
  Value tiles = arith::CeilDivUIOp::create(b, loc, size, items);
  Value number = kernel.blockId(), states;
  if (byRow) {
    Value row;
    if (kernel.rows().getKnownRows() != 1) {
      row = arith::DivUIOp::create(b, loc, number, blocks);
      number = arith::SubIOp::create(
          b, loc, number, arith::MulIOp::create(b, loc, row, blocks));
    }
    enterRow(row);
    Value bytes = GridStateSizeOp::create(
        b, loc, arith::IndexCastUIOp::create(b, loc, b.getIndexType(), blocks),
        b.getTypeArrayAttr(combiner.getTypes()), /*chains=*/IntegerAttr(),
        /*bits=*/IntegerAttr());
    states = kernel.stateOfRow(kernel.region(States), bytes, row);
  }
  Value block = arith::ExtUIOp::create(b, loc, b.getI64Type(), number);
  OptionalTuple fold;
  if (folder.isInOrder()) {
    Value tilesPerBlock = kernel.perBlock();
    Value begin = arith::MulIOp::create(b, loc, block, tilesPerBlock);
    Value end = arith::MinSIOp::create(
        b, loc, arith::AddIOp::create(b, loc, begin, tilesPerBlock), tiles);
    fold = folder.foldTiles(begin, end);
  } else {
    // Blocks that run at once read side by side, and end together.
    fold = folder.foldTiles(
        block, tiles, arith::ExtUIOp::create(b, loc, b.getI64Type(), blocks));
  }

  // The block that finishes last has the fold of all blocks, in order.
  auto grid = createGridReduce(b, loc, combiner, fold.values, number, blocks,
                               byRow ? states : kernel.region(States),
                               /*reset=*/op.getInitialized(), /*all=*/false);
  kernel.ifThen(grid.getHasFold(), [&] {
    writeResult({ValueTuple(grid.getFold()), fold.present});
  });
}

/// Tiles that are less than `tile`, each for what one block reduces.
static SmallVector<TileShape>
getSmallTiles(DeviceReduceOp op, const TileShape &tile,
              const std::optional<TileShape> &packed,
              const DeviceContext &context) {
  if (RowForm::get(op).isByRow())
    return context.getRowTiles(op, packed);
  if (op.getTuningAttr())
    return {};
  unsigned bytes = 0;
  for (Type type : op.getAccumulatorTypes())
    bytes += getElementBytes(type);
  SmallVector<TileShape> tiles =
      getBlockReduceTiles(context.getTarget(), bytes);
  // More items than those of the large tile a thread could not hold, either.
  llvm::erase_if(tiles, [&](const TileShape &small) {
    return small.items() >= tile.items() ||
           small.itemsPerThread > tile.itemsPerThread;
  });
  return tiles;
}

FailureOr<DevicePlan>
mlir::prim::planDeviceReduce(DeviceReduceOp op, const DeviceContext &context) {
  if (op.getSegmented())
    return planSegmentReduce(op, context);
  // Whatever the association, what does not round is the same.
  bool isExact =
      op.getKind() && !isa<FloatType>(op.getAccumulatorTypes().front());
  if (op.getDeterministic() == Determinism::Any && !isExact)
    return planTreeReduce(op, context);
  TileShape tile = context.getTile(op);
  int64_t maxBlocks = context.getMaxReduceBlocks(tile.blockSize);
  DevicePlan plan{tile, RowForm::get(op)};
  bool byRow = plan.rows.isByRow();
  // Only the count in front (of each row's state) has to be zero.
  plan.regions.push_back({WorkspaceRegion::Per::Op, /*bytes=*/0,
                          byRow ? WorkspaceRegion::all : /*zeroBytes=*/4,
                          WorkspaceRegion::Reset::Kernels,
                          op.getAccumulatorTypes(), maxBlocks});
  auto addKernel = [&](TileShape tile, bool isWhole = false) {
    unsigned number =
        plan.addKernel("reduce", tile, [=](KernelBuilder &kernel) {
          ReduceKernel(op, kernel, tile, isWhole).emit();
        });
    return PlanLaunch{number, maxBlocks};
  };
  PlanLaunch reduce = addKernel(tile);
  std::optional<TileShape> packed = context.getPackedTile(op);
  SmallVector<TileShape> small = getSmallTiles(op, tile, packed, context);
  if (packed || !small.empty())
    plan.cases.push_back({0, /*usesWorkspace=*/false, {reduce}});
  if (packed)
    plan.cases.push_back(addPackedReduce(op, *packed, context, plan));
  for (TileShape tile : small)
    plan.cases.push_back({tile.items(),
                          /*usesWorkspace=*/false,
                          {addKernel(tile, /*isWhole=*/true)},
                          tile});
  // One block needs no workspace, and looks at none.
  if (maxBlocks > 1)
    plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {reduce}});
  plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/maxBlocks > 1, {reduce}});
  if (goesByColumns(op, context))
    return planColumnReduce(op, context, std::move(plan));
  return plan;
}
