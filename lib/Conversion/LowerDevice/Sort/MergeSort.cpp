//===- MergeSort.cpp - Sort by a comparator *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of a sort by a comparator: blocks sort tiles; then a launch after
// the other merges runs in pairs, from one set of buffers to the other, until
// there is one. The last launch writes the results, so that it depends on how
// many there are which set the tiles go to. Rows go through the same launches
// side by side.
//
//===----------------------------------------------------------------------===//

#include "../Merge/DeviceMerge.h"
#include "../Tile/TileIO.h"
#include "DeviceSort.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A kernel of the sort, in which a block has a tile of a row.
class MergeSortKernel {
public:
  MergeSortKernel(DeviceSortOp op, const TileShape &tile, KernelBuilder &kernel)
      : op(op), tile(tile), kernel(kernel), b(kernel) {
    enterRow();
  }

  /// Sorts the tile.
  void sortTile();
  /// Makes the tile of a pass.
  void mergeTile();

private:
  void enterRow();
  /// The results or the second buffers, whichever `passesLeft` (i32) passes
  /// that read one and write the other begin with in order to end with the
  /// results.
  SmallVector<MemoryArray> buffersBefore(Value passesLeft);
  /// How many passes there are, i32.
  Value countPasses();

  DeviceSortOp op;
  TileShape tile;
  KernelBuilder &kernel;
  CodeBuilder &b;
  /// The number of the block's tile in its row, i32.
  Value number;
  SmallVector<MemoryArray> ins, outs, others;
};

} // namespace

void MergeSortKernel::enterRow() {
  number = kernel.blockId();
  Value row = kernel.splitRow(number, [&] { return kernel.tiles(); });
  RowView view(op, kernel, row);
  ins = view.at(op.getIns());
  outs = view.at(op.getOuts());
  // A block has read its tile before it writes one, which is the same.
  if (op.getMayClobberInput()) {
    others = ins;
    return;
  }
  for (auto [member, type] : llvm::enumerate(op.getItemTypes())) {
    MemoryArray other(kernel.argument(LaunchValue::region(member)), type);
    if (row) {
      Value wide = b.zextI64(row);
      other = other.from(b, b.mul(wide, kernel.elements()));
    }
    others.push_back(other);
  }
}

Value MergeSortKernel::countPasses() {
  Value behind = b.sub(kernel.tiles(), 1);
  Value bits = b.i32(32);
  return b.sub(bits, math::CountLeadingZerosOp::create(b, behind));
}

SmallVector<MemoryArray> MergeSortKernel::buffersBefore(Value passesLeft) {
  Value isOdd = b.ne(b.andi(passesLeft, 1), 0);
  return selectArrays(kernel, isOdd, others, outs);
}

void MergeSortKernel::sortTile() {
  SmallVector<Type> types = op.getItemTypes();
  SmallVector<Type> vectors = getVectorTypes(types, tile.itemsPerThread);
  Value base = b.mul(b.zextI64(number), b.i64(tile.items()));
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false,
                 kernel.elements(), base);
  SmallVector<Value> loaded =
      packItems(b, blocked.load(ins, blocked.count()), vectors);
  auto sort =
      BlockSortOp::create(b, loaded, blocked.count(), Arrangement::Striped,
                          /*order=*/SortOrderAttr(), /*descending=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Type> arguments(types);
    llvm::append_range(arguments, types);
    Block *body = b.addBlock(sort.getComparator(), arguments);
    YieldOp::create(b, kernel.map(op.getComparator(), body->getArguments()));
  }
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false,
                 kernel.elements(), base);
  SmallVector<MemoryArray> buffers = buffersBefore(countPasses());
  striped.store(buffers, unpackItems(b, sort.getResults()));
}

void MergeSortKernel::mergeTile() {
  Value round = kernel.argument({LaunchValue::Kind::Round});
  Value size = b.truncI32(kernel.elements());
  Value left = b.sub(countPasses(), round);
  SmallVector<MemoryArray> from = buffersBefore(left);
  SmallVector<MemoryArray> to = buffersBefore(b.sub(left, 1));
  // The pair of runs that the tile is of; the last run may be short, or have no
  // second one.
  Value runTiles = b.shli(b.i32(1), round);
  Value zero = b.i32(0);
  Value pair = b.andi(number, b.sub(zero, b.add(runTiles, runTiles)));
  Value run = b.mul(runTiles, tile.items());
  Value begin = b.mul(pair, tile.items());
  Value rest = b.sub(size, begin);
  Value firstSize = b.minsi(run, rest);
  Value secondSize = b.minsi(run, b.sub(rest, firstSize));
  auto at = [&](ArrayRef<MemoryArray> arrays, Value index) {
    return llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
      return array.from(b, b.zextI64(index));
    });
  };
  TileRuns runs{at(from, begin), at(from, b.add(begin, firstSize)),
                at(to, begin), firstSize, secondSize};
  emitTileMerge(kernel, op, tile, runs,
                b.mul(b.sub(number, pair), tile.items()));
}

namespace {

class MergeSortLowering : public SortLowering {
public:
  explicit MergeSortLowering(DeviceSortOp op)
      : SortLowering(op, DeviceAlgorithm::Merge) {}

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan>
MergeSortLowering::plan(const DeviceContext &context) const {
  TuningAttr tuning = op.getTuningAttr();
  if (tuning && tuning.getAlgorithm() != Algorithm::Default)
    return op->emitOpError()
           << "is tuned to algorithm '"
           << stringifyAlgorithm(tuning.getAlgorithm())
           << "', which is for radix sorts; remove the algorithm, because a "
              "comparator needs a merge sort";
  TileShape tile = getMergeTile(op, getTile(context), context);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.limits.push_back(getSortLimit(op, context, tile));
  SmallVector<Type> buffered;
  if (!op.getMayClobberInput())
    buffered = op.getItemTypes();
  // Items remain there.
  for (Type type : buffered)
    plan.regions.push_back(WorkspaceRegion::scratch(
        (Size::elements() * Size::rows() * getElementBytes(type))
            .beyond(tile.items())));
  PlanLaunch sort{
      plan.addKernel("sort_tile", tile, [=, op = op](KernelBuilder &kernel) {
        MergeSortKernel(op, tile, kernel).sortTile();
      })};
  PlanLaunch merge{
      plan.addKernel("sort_merge", tile,
                     [=, op = op](KernelBuilder &kernel) {
                       MergeSortKernel(op, tile, kernel).mergeTile();
                     }),
      LaunchSchedule::blockPerTile().inMergeRounds()};
  plan.cases = {
      {0, /*usesWorkspace=*/false, {}},
      {tile.items(), /*usesWorkspace=*/false, {sort}},
      {INT64_MAX, /*usesWorkspace=*/!buffered.empty(), {sort, merge}}};
  return plan;
}

/// A sort with a built-in order goes by digits, one with a comparator merges.
std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceSortOp op) {
  if (op.getOrder())
    return createRadixSortLowering(op);
  return std::make_unique<MergeSortLowering>(op);
}
