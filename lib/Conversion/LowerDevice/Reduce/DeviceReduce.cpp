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
// Where all blocks run at once the first one waits for what the others publish
// instead, each thread for a few of them, which is a round trip less.
// A buffer of one tile needs one block, no workspace and no memset.
//
//===----------------------------------------------------------------------===//

#include "DeviceReduce.h"

#include "../Decompose/Decompositions.h"
#include "../Engine/OperandChecks.h"
#include "../Scan/ReduceByKey.h"
#include "../StridedRows/StridedRows.h"
#include "../Tile/StateGather.h"
#include "TileReduce.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Region of the workspace: what blocks leave for the one that folds it.
enum ReduceRegion : unsigned { States };

/// How what blocks have becomes one fold: by the block that finishes last, by
/// the first one of blocks that all run at once, or in the only one, as no row
/// is longer than a tile.
enum class ReduceForm { LastBlock, FirstBlock, Whole };

/// Most blocks of which one folds what they have.
int64_t getMaxGathered(const DeviceContext &context, const TileShape &tile) {
  return std::min<int64_t>(context.getMaxReduceBlocks(tile.blockSize),
                           int64_t(tile.blockSize) * maxGatheredPerThread);
}

class ReduceKernel {
public:
  ReduceKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile,
               ReduceForm form)
      : op(op), kernel(kernel), tile(tile), form(form), b(kernel),
        folder(op, kernel, tile), combiner(folder.getCombiner()),
        ins(kernel.bind(op.getIns())), outs(kernel.bind(op.getOuts())),
        size(form == ReduceForm::Whole ? kernel.rowLength()
                                       : kernel.elements()) {
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
  /// Folds what all blocks have in the first one, and writes the result.
  void gatherInFirst(ValueRange fold, Value number, Value blocks);
  /// Applies init and epilogue, and writes the result.
  void writeResult(const OptionalTuple &fold);

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  ReduceForm form;
  CodeBuilder &b;
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
  storeAll(b, outs, folder.finish(fold, init), 0);
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
  ValueTuple fold = folder.foldTile();
  kernel.ifThen(kernel.isFirstThread(), [&] { writeResult(fold); });
}

void ReduceKernel::gatherInFirst(ValueRange fold, Value number, Value blocks) {
  // A block that is the only one publishes nothing.
  auto several = scf::IfOp::create(b, b.ugt(blocks, 1),
                                   /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(several.elseBlock());
  kernel.ifThen(kernel.isFirstThread(), [&] { writeResult(ValueTuple(fold)); });
  b.setInsertionPointToStart(several.thenBlock());
  Value state = kernel.region(States);
  GridPublishOp::create(b, fold, number, blocks, state,
                        /*epoch=*/Value(), /*chains=*/IntegerAttr(),
                        /*bits=*/IntegerAttr(), /*complete=*/false);
  Value zero = b.i32(0);
  Value isFirst = b.eq(number, zero);
  kernel.ifThen(isFirst, [&] {
    ArrayRef<Type> types = combiner.getTypes();
    StateGather others(kernel, types, state, blocks,
                       llvm::divideCeil(getMaxGathered(kernel.device(), tile),
                                        tile.blockSize));
    SmallVector<Value> peeked = others.peek(zero, blocks);
    auto all =
        createBlockReduce(b, combiner, others.gather(zero, blocks, peeked),
                          /*all=*/false, blocks);
    kernel.ifThen(kernel.isFirstThread(),
                  [&] { writeResult(ValueTuple(all.getResults())); });
    if (!op.getInitialized())
      return;
    // Behind all reads, by the only block that has any.
    kernel.barrier();
    Value bytes = kernel.stateBytes(blocks, types);
    kernel.clear(state, bytes, kernel.threadId(), tile.blockSize);
  });
}

void ReduceKernel::emit() {
  if (form == ReduceForm::Whole)
    return emitWhole();
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = b.minui(b.truncI32(kernel.blocks()),
                         kernel.device().getMaxReduceBlocks(tile.blockSize));
  Value number = kernel.blockId(), states;
  if (byRow) {
    Value row = kernel.splitRow(number, [&] { return blocks; });
    enterRow(row);
    states = kernel.region(States);
    Value bytes = kernel.stateBytes(blocks, combiner.getTypes());
    states = kernel.stateOfRow(states, bytes, row);
  }
  Value block = b.zextI64(number);
  OptionalTuple fold;
  if (folder.isInOrder()) {
    Value tiles = b.ceildivui(size, tile.items());
    Value tilesPerBlock = kernel.perBlock();
    Value begin = b.mul(block, tilesPerBlock);
    Value end = b.minsi(b.add(begin, tilesPerBlock), tiles);
    fold = folder.foldTiles(begin, end);
  } else {
    // Blocks that run at once read side by side, and end together.
    fold = folder.foldTiles(block, /*end=*/Value(), b.zextI64(blocks));
  }

  if (form == ReduceForm::FirstBlock)
    return gatherInFirst(fold.values, number, blocks);
  // The block that finishes last has the fold of all blocks, in order.
  auto grid = createGridReduce(b, combiner, fold.values, number, blocks,
                               byRow ? states : kernel.region(States),
                               /*reset=*/op.getInitialized(), /*all=*/false);
  kernel.ifThen(grid.getHasFold(), [&] {
    writeResult({ValueTuple(grid.getFold()), fold.present});
  });
}

/// Tiles that are less than `tile`, each for what one block reduces of a whole
/// buffer.
static SmallVector<TileShape> getSmallTiles(DeviceReduceOp op,
                                            const TileShape &tile,
                                            const TargetInfo &target) {
  if (op.getTuningAttr())
    return {};
  SmallVector<TileShape> tiles =
      getBlockReduceTiles(target, countBytes(op.getAccumulatorTypes()));
  // More items than those of the large tile a thread could not hold, either.
  llvm::erase_if(tiles, [&](const TileShape &small) {
    return small.items() >= tile.items() ||
           small.itemsPerThread > tile.itemsPerThread;
  });
  return tiles;
}

/// Whether any association gives the same bits.
static bool isExact(DeviceReduceOp op) {
  return op.getKind() && !isa<FloatType>(op.getAccumulatorTypes().front());
}

/// Whether the first of blocks that all run at once is to fold what they have;
/// fails with a diagnostic where the op asks for that and it is not there.
static FailureOr<bool> gathersInFirst(DeviceReduceOp op,
                                      const DeviceContext &context) {
  TuningAttr tuning = op.getTuningAttr();
  bool isAsked = tuning && tuning.getAlgorithm() == Algorithm::Cooperative;
  // How many blocks there are, and so which elements each has, the device says
  // when it is asked.
  if (op.getDeterministic() && !isExact(op)) {
    if (isAsked)
      return op.emitOpError(
          "is deterministic and may round, but algorithm cooperative is not "
          "deterministic; remove the algorithm from the tuning");
    return false;
  }
  bool isPossible = !RowForm::get(op).isByRow() && Combiner(op).isCommutative();
  if (isAsked && !isPossible)
    return context.notLowered(
        op, "with algorithm cooperative, on rows or with an operator that is "
            "not commutative,");
  return isPossible && context.getLimits().cooperative &&
         (isAsked || foldsInFirstBlock(context.getTarget()));
}

/// Whether elements say where segments start. Segments by offsets are folded
/// each by itself.
static bool hasRuns(DeviceReduceOp op) {
  return op.getSegmentForm() && op.getSegmentForm() != SegmentForm::Offsets;
}

/// Whether the association of the fold does not depend on tiles.
static bool isTree(DeviceReduceOp op) {
  return op.getDeterministic() == Determinism::Any && !isExact(op);
}

namespace {

class ReduceLowering : public OpLowering<DeviceReduceOp> {
public:
  explicit ReduceLowering(DeviceReduceOp op)
      : OpLowering(op,
                   op.getSegmentForm() == SegmentForm::Offsets
                       ? DeviceAlgorithm::SegmentReduce
                       : DeviceAlgorithm::Reduce,
                   DeviceAlgorithm::Runs) {}

  bool carriesBorders() const override { return hasRuns(op); }

  std::optional<SmallVector<Value>> getPackedBuffers() const override {
    return SmallVector<Value>(op.getIns());
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    checks.checkIns();
    if (op.getSegmentForm())
      checks.checkSegments(/*hasResultOfEach=*/true);
    else
      checks.checkOuts();
    checks.checkInit();
  }

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override {
    if (std::unique_ptr<Decomposition> steps = decomposeMembers(op))
      return steps;
    return isTree(op) ? nullptr
                      : decomposeStridedRows(op, getTile(context), context);
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan> ReduceLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  if (op.getSegmentForm())
    return hasRuns(op) ? planRunReduce(op, tile,
                                       getLateTuningRow(context.getTarget(),
                                                        LateFamily::Runs,
                                                        countItemBytes(true)),
                                       context)
                       : planSegmentedReduce(op, tile, context);
  FailureOr<bool> gathers = gathersInFirst(op, context);
  if (failed(gathers))
    return failure();
  if (isTree(op))
    return planDeterministicReduce(
        op, tile, getRowGroups(context, RowFamily::Reduce, {RowGroup::Block}),
        context);
  if (foldsRowsSideBySide(op, tile, context))
    return planStridedRowsReduce(op, tile, context);
  int64_t maxBlocks = context.getMaxReduceBlocks(tile.blockSize);
  DevicePlan plan{tile, RowForm::get(op)};
  bool byRow = plan.rows.isByRow();
  if (*gathers)
    maxBlocks = getMaxGathered(context, tile);
  auto spread = LaunchSchedule::spread(maxBlocks);
  // Else only the count in front (of each row's state) has to be zero.
  plan.regions.push_back(
      {plan.getStates(op.getAccumulatorTypes(),
                      byRow ? spread.blocks : Size(maxBlocks)),
       byRow || *gathers ? WorkspaceRegion::all : /*zeroBytes=*/4});
  auto addKernel = [&](TileShape tile, ReduceForm form) {
    unsigned number =
        plan.addKernel("reduce", tile, [=, op = op](KernelBuilder &kernel) {
          ReduceKernel(op, kernel, tile, form).emit();
        });
    return PlanLaunch{number, spread};
  };
  PlanLaunch reduce = addKernel(tile, *gathers ? ReduceForm::FirstBlock
                                               : ReduceForm::LastBlock);
  // One block needs no workspace, and looks at none.
  PlanLaunch single =
      *gathers ? addKernel(tile, ReduceForm::LastBlock) : reduce;
  if (*gathers)
    reduce.schedule = spread.cooperative();
  auto addBlock = [&](const TileShape &tile) {
    plan.cases.push_back({tile.items(),
                          /*usesWorkspace=*/false,
                          {addKernel(tile, ReduceForm::Whole)},
                          tile});
  };
  SmallVector<RowGroup> able{RowGroup::Packed, RowGroup::Block};
  if (canReduceByWaves(op, context.getTarget()))
    able.push_back(RowGroup::Waves);
  SmallVector<RowGrouping> groups =
      getRowGroups(context, RowFamily::Reduce, able);
  SmallVector<TileShape> small;
  if (!byRow)
    small = getSmallTiles(op, tile, context.getTarget());
  if (!groups.empty() || !small.empty())
    plan.cases.push_back({0, /*usesWorkspace=*/false, {single}});
  for (const RowGrouping &rows : groups)
    switch (rows.group) {
    case RowGroup::Packed:
      plan.cases.push_back(addPackedReduce(op, rows, context, plan));
      break;
    case RowGroup::Waves:
      plan.cases.push_back(addWaveReduce(op, rows, context, plan));
      break;
    case RowGroup::Block:
      addBlock(rows.tile);
      break;
    case RowGroup::Lanes:
    case RowGroup::Cluster:
      llvm_unreachable("a reduction has no such group");
    }
  for (const TileShape &tile : small)
    addBlock(tile);
  if (maxBlocks > 1 || *gathers)
    plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {single}});
  plan.cases.push_back(
      {INT64_MAX, /*usesWorkspace=*/maxBlocks > 1 || *gathers, {reduce}});
  // A row that one block takes leaves nothing to be told.
  if (byRow && maxBlocks > 1) {
    plan.cases.back().guard = CaseGuard::sharesRows(spread);
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/false, {single}});
  }
  // Without cooperative launches the block that finishes last does it.
  if (*gathers) {
    plan.cases.back().guard = CaseGuard::holds(1);
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true, {single}});
  }
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceReduceOp op) {
  return std::make_unique<ReduceLowering>(op);
}
