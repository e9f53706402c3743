//===- DeviceMergeSort.cpp - Sort by a comparator *- C++ -*-===//
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

#include "DeviceMerge.h"
#include "DeviceSort.h"
#include "TileIO.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

/// A kernel of the sort, in which a block has a tile of a row.
class MergeSortKernel {
public:
  MergeSortKernel(DeviceSortOp op, const TileShape &tile, KernelBuilder &kernel)
      : op(op), tile(tile), kernel(kernel), b(kernel.b()), loc(kernel.loc()) {
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

  Value constant(int64_t value) { return createI32(b, loc, value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value min(Value x, Value y) { return arith::MinSIOp::create(b, loc, x, y); }

  DeviceSortOp op;
  TileShape tile;
  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  /// The number of the block's tile in its row, i32.
  Value number;
  SmallVector<MemoryArray> ins, outs, others;
};

} // namespace

void MergeSortKernel::enterRow() {
  Value row;
  number = kernel.blockId();
  if (kernel.rows().getKnownRows() != 1) {
    Value block = number;
    row = arith::DivUIOp::create(b, loc, block, kernel.tiles());
    number = sub(block, arith::MulIOp::create(b, loc, row, kernel.tiles()));
  }
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
    if (row)
      other = other.from(
          b, loc,
          arith::MulIOp::create(
              b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), row),
              kernel.elements()));
    others.push_back(other);
  }
}

Value MergeSortKernel::countPasses() {
  Value behind = sub(kernel.tiles(), constant(1));
  return sub(constant(32), math::CountLeadingZerosOp::create(b, loc, behind));
}

SmallVector<MemoryArray> MergeSortKernel::buffersBefore(Value passesLeft) {
  Value isOdd = arith::CmpIOp::create(
      b, loc, CmpIPredicate::ne,
      arith::AndIOp::create(b, loc, passesLeft, constant(1)), constant(0));
  return selectArrays(kernel, isOdd, others, outs);
}

void MergeSortKernel::sortTile() {
  SmallVector<Type> types = op.getItemTypes();
  SmallVector<Type> vectors =
      llvm::map_to_vector(types, [&](Type type) -> Type {
        return VectorType::get({tile.itemsPerThread}, type);
      });
  Value base = arith::MulIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), number),
      createI64(b, loc, tile.items()));
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false,
                 kernel.elements(), base);
  SmallVector<Value> loaded =
      packItems(b, loc, blocked.load(ins, blocked.count()), vectors);
  auto sort =
      BlockSortOp::create(b, loc, loaded, blocked.count(), Arrangement::Striped,
                          /*order=*/SortOrderAttr(), /*descending=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Type> arguments(types);
    llvm::append_range(arguments, types);
    Block *body = b.createBlock(&sort.getComparator(), {}, arguments,
                                SmallVector<Location>(arguments.size(), loc));
    YieldOp::create(b, loc,
                    kernel.map(op.getComparator(), body->getArguments()));
  }
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false,
                 kernel.elements(), base);
  striped.store(buffersBefore(countPasses()),
                unpackItems(b, loc, sort.getResults()));
}

void MergeSortKernel::mergeTile() {
  Value round = kernel.argument({LaunchValue::Kind::Round});
  Value size =
      arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.elements());
  Value left = sub(countPasses(), round);
  SmallVector<MemoryArray> from = buffersBefore(left);
  SmallVector<MemoryArray> to = buffersBefore(sub(left, constant(1)));
  // The pair of runs that the tile is of; the last run may be short, or have no
  // second one.
  Value runTiles = arith::ShLIOp::create(b, loc, constant(1), round);
  Value pair = arith::AndIOp::create(b, loc, number,
                                     sub(constant(0), add(runTiles, runTiles)));
  Value items = constant(tile.items());
  Value run = arith::MulIOp::create(b, loc, runTiles, items);
  Value begin = arith::MulIOp::create(b, loc, pair, items);
  Value rest = sub(size, begin);
  Value firstSize = min(run, rest);
  Value secondSize = min(run, sub(rest, firstSize));
  auto at = [&](ArrayRef<MemoryArray> arrays, Value index) {
    return llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
      return array.from(b, loc,
                        arith::ExtUIOp::create(b, loc, b.getI64Type(), index));
    });
  };
  TileRuns runs{at(from, begin), at(from, add(begin, firstSize)), at(to, begin),
                firstSize, secondSize};
  emitTileMerge(kernel, op, tile, runs,
                arith::MulIOp::create(b, loc, sub(number, pair), items));
}

FailureOr<DevicePlan> mlir::prim::planMergeSort(DeviceSortOp op,
                                                const DeviceContext &context) {
  TuningAttr tuning = op.getTuningAttr();
  if (tuning && tuning.getAlgorithm() != Algorithm::Default)
    return op->emitOpError() << "is tuned to algorithm '"
                             << stringifyAlgorithm(tuning.getAlgorithm())
                             << "', which sorts by digits; a comparator takes "
                                "none";
  TileShape tile = getMergeTile(op, context);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.limits.push_back(getSortLimit(op, context, tile));
  SmallVector<Type> buffered;
  if (!op.getMayClobberInput())
    buffered = op.getItemTypes();
  for (Type type : buffered) {
    // Items remain there.
    WorkspaceRegion buffer{WorkspaceRegion::Per::Element, getElementBytes(type),
                           /*zeroBytes=*/0, WorkspaceRegion::Reset::Host};
    buffer.moreThan = tile.items();
    plan.regions.push_back(buffer);
  }
  PlanLaunch sort{plan.addKernel("sort_tile", tile, [=](KernelBuilder &kernel) {
    MergeSortKernel(op, tile, kernel).sortTile();
  })};
  PlanLaunch merge{
      plan.addKernel("sort_merge", tile, [=](KernelBuilder &kernel) {
        MergeSortKernel(op, tile, kernel).mergeTile();
      })};
  merge.isPerRound = true;
  plan.cases = {
      {0, /*usesWorkspace=*/false, {}},
      {tile.items(), /*usesWorkspace=*/false, {sort}},
      {INT64_MAX, /*usesWorkspace=*/!buffered.empty(), {sort, merge}}};
  return plan;
}
