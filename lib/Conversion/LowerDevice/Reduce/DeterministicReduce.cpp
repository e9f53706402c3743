//===- DeterministicReduce.cpp - Reductions with one association *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// deterministic(any): the association is that of a balanced tree over aligned
// ranges of element indices, each a power of two long, in which the left half
// of a range stands for it where there is nothing in the right one. It knows of
// no tiles, waves or chips: all of these are subtrees, as long as they have a
// power of two of elements. The folds of tiles are the elements of the next
// launch.
//
//===----------------------------------------------------------------------===//

#include "DeviceReduce.h"
#include "TileReduce.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The parameters of the kernels: how many bits of a tile's number the launches
/// before have folded; and where folds of tiles are read from and written to, a
/// base for each member of the tuple.
struct DeterministicParams {
  static constexpr I32Param foldedBits{"folded_bits"};
  static constexpr BasesParam sources{"sources"}, destinations{"destinations"};
};

class DeterministicKernel {
public:
  DeterministicKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel), folder(op, kernel, tile),
        combiner(folder.getCombiner()), types(combiner.getTypes()),
        byRow(kernel.rows().isByRow()) {}

  /// Folds a tile of elements.
  void emitElements(bool isWhole);
  /// Folds as many folds of tiles.
  void emitFolds();
  /// Writes what nothing gives.
  void emitNothing();

private:
  /// The fold of the thread's items, and then of the block's in thread 0. Of
  /// the tile's items `count` (i32) exist.
  ValueTuple foldThread(ArrayRef<ValueTuple> items, ArrayRef<Value> positions,
                        Value count);
  ValueTuple foldBlock(ValueTuple fold, Value count);
  /// `left` with `right` if `condition` (null for always).
  ValueTuple join(Value condition, ValueRange left, ValueRange right) {
    if (!condition)
      return combiner.combine(b, left, right);
    return combineIf(b, combiner, condition, left, right, left);
  }
  /// Writes the result of the row from thread 0, if `parts` (i64) is one, else
  /// what part `part` of them has.
  void write(ValueTuple fold, Value part, Value parts);
  /// Takes the row of this block of `parts` (i64) of each; returns which of
  /// them it is.
  Value enterPart(Value parts);
  SmallVector<MemoryArray> bindFolds(const BasesParam &bases);

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  TileReduce folder;
  const Combiner &combiner;
  ArrayRef<Type> types;
  bool byRow;
  /// Null for the only row.
  Value row;
  SmallVector<MemoryArray> ins, outs;
  SmallVector<Value> init;
};

} // namespace

ValueTuple DeterministicKernel::foldThread(ArrayRef<ValueTuple> items,
                                           ArrayRef<Value> positions,
                                           Value count) {
  SmallVector<ValueTuple> folds(items);
  for (unsigned width = 1; width < folds.size(); width *= 2)
    for (unsigned i = 0; i < folds.size(); i += 2 * width) {
      Value exists = count ? b.slt(positions[i + width], count) : Value();
      folds[i] = join(exists, folds[i], folds[i + width]);
    }
  return folds.front();
}

ValueTuple DeterministicKernel::foldBlock(ValueTuple fold, Value count) {
  unsigned wave = kernel.target().waveSize, items = tile.itemsPerThread;
  Value position = b.mul(kernel.threadId(), items);
  for (unsigned step = 1; step < std::min(wave, tile.blockSize); step *= 2) {
    auto other = WarpShuffleOp::create(b, TypeRange(types), fold, b.i32(step),
                                       ShuffleMode::Down,
                                       /*width=*/IntegerAttr());
    Value first = b.add(position, step * items);
    Value joins = b.slt(first, count);
    // Other lanes may fold what they like, if that comes to an end.
    if (!combiner.isTotal()) {
      Value rest = b.andi(kernel.laneId(), 2 * step - 1);
      joins = b.andi(joins, b.eq(rest, 0));
    }
    fold = join(joins, fold, other.getResults());
  }
  unsigned waves = tile.blockSize / wave;
  if (waves == 1)
    return fold;
  SmallVector<MemoryArray> shared;
  for (Type type : types)
    shared.push_back(kernel.workgroupArray(type, waves, "folds of waves"));
  Value isFirstLane = b.eq(kernel.laneId(), 0);
  kernel.ifThen(isFirstLane,
                [&] { storeAll(b, shared, fold, kernel.waveId()); });
  kernel.barrier();
  // All threads have the waves' folds, of which the first one's is wanted.
  SmallVector<ValueTuple> folds(waves);
  SmallVector<Value> positions;
  for (unsigned i = 0; i < waves; ++i) {
    folds[i] = loadAll(b, shared, i);
    positions.push_back(b.i32(i * wave * items));
  }
  return foldThread(folds, positions, count);
}

SmallVector<MemoryArray>
DeterministicKernel::bindFolds(const BasesParam &bases) {
  SmallVector<MemoryArray> arrays;
  for (auto [number, type] : llvm::enumerate(types))
    arrays.emplace_back(kernel.param(bases, number), type);
  return arrays;
}

void DeterministicKernel::write(ValueTuple fold, Value part, Value parts) {
  kernel.ifThen(kernel.isFirstThread(), [&] {
    auto finish = [&] { storeAll(b, outs, folder.finish(fold, init), 0); };
    if (!parts)
      return finish();
    kernel.ifThen(b.eq(parts, 1), finish, [&] {
      Value place = part;
      if (row)
        place = b.add(b.mul(b.zextI64(row), parts), part);
      storeAll(b, bindFolds(DeterministicParams::destinations), fold, place);
    });
  });
}

Value DeterministicKernel::enterPart(Value parts) {
  Value part = kernel.blockId();
  if (byRow && !parts) {
    row = part;
    part = b.i32(0);
  } else {
    row = kernel.splitRow(part, [&] { return b.truncI32(parts); });
  }
  RowView view(op, kernel, row);
  ins = view.at(op.getIns());
  outs = view.at(op.getOuts());
  init = kernel.loadInit(op.getInit(), &view);
  return b.zextI64(part);
}

void DeterministicKernel::emitElements(bool isWhole) {
  Value parts = isWhole ? Value() : b.zextI64(kernel.tiles());
  Value part = enterPart(parts);
  Value base = b.mul(part, tile.items());
  TileIO io(kernel, tile, TileIO::blocked, /*reverse=*/false, kernel.elements(),
            base);
  ValueTuple fold = io.fullOrPartial(types, [&](bool isFull) -> ValueTuple {
    // Nothing is padded: what does not exist is not folded.
    SmallVector<ValueTuple> items =
        io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/false, isFull);
    return foldThread(items, io.positions(), isFull ? Value() : io.count());
  });
  write(foldBlock(fold, io.count()), part, parts);
}

void DeterministicKernel::emitFolds() {
  Value bits = kernel.param(DeterministicParams::foldedBits);
  Value one = b.i64(1);
  Value unit = b.shli(one, b.zextI64(bits));
  Value size = b.ceildivui(b.zextI64(kernel.tiles()), unit);
  Value parts = b.ceildivui(size, tile.items());
  Value part = enterPart(parts);
  SmallVector<MemoryArray> folds = bindFolds(DeterministicParams::sources);
  if (row)
    for (MemoryArray &array : folds)
      array = array.from(b, b.mul(b.zextI64(row), size));
  Value base = b.mul(part, tile.items());
  TileIO io(kernel, tile, TileIO::blocked, /*reverse=*/false, size, base);
  ValueTuple fold = io.fullOrPartial(types, [&](bool isFull) -> ValueTuple {
    SmallVector<ValueTuple> items =
        unpackItems(b, io.loadItemVectors(folds, isFull, {}));
    return foldThread(items, io.positions(), isFull ? Value() : io.count());
  });
  write(foldBlock(fold, io.count()), part, parts);
}

void DeterministicKernel::emitNothing() {
  enterPart(Value());
  OptionalTuple none(poisonTuple(b, combiner), b.boolean(false));
  storeAll(b, outs, folder.finish(none, init), 0);
}

/// `shape` cut to powers of two.
static TileShape toPowersOfTwo(TileShape shape) {
  return {static_cast<unsigned>(llvm::bit_floor(shape.blockSize)),
          static_cast<unsigned>(llvm::bit_floor(shape.itemsPerThread))};
}

DevicePlan mlir::prim::planDeterministicReduce(DeviceReduceOp op,
                                               TileShape tile,
                                               ArrayRef<RowGrouping> rows,
                                               const DeviceContext &context) {
  tile = toPowersOfTwo(tile);
  DevicePlan plan{tile, RowForm::get(op)};
  SmallVector<Type> types = op.getAccumulatorTypes();
  // Launches read what the one before has written.
  for (int turn = 0; turn < 2; ++turn)
    for (Type type : types)
      plan.regions.push_back(WorkspaceRegion::scratch(
          Size::tiles() * Size::rows() * getElementBytes(type)));
  auto addElements = [&](TileShape shape, bool isWhole) {
    return PlanLaunch{
        plan.addKernel("tree", shape.blockSize, [=](KernelBuilder &kernel) {
          DeterministicKernel(op, kernel, shape).emitElements(isWhole);
        })};
  };
  auto basesOf = [&](int turn) {
    SmallVector<LaunchValue> bases;
    for (unsigned i = 0; i < types.size(); ++i)
      bases.push_back(LaunchValue::region(turn * types.size() + i));
    return bases;
  };
  unsigned nothing = plan.addKernel(
      "tree_nothing", /*blockSize=*/1, [=](KernelBuilder &kernel) {
        DeterministicKernel(op, kernel, tile).emitNothing();
      });
  plan.cases = {
      {0, /*usesWorkspace=*/false, {{nothing, LaunchSchedule::oneBlock()}}}};
  // Tiles of a wave have powers of two as they are.
  for (const RowGrouping &small : rows) {
    assert(llvm::isPowerOf2_64(small.tile.items()) && "a tree is whole");
    plan.cases.push_back({small.maxElements,
                          /*usesWorkspace=*/false,
                          {addElements(small.tile, /*isWhole=*/true)},
                          small.tile});
  }
  PlanLaunch elements = addElements(tile, /*isWhole=*/false);
  elements.pass(DeterministicParams::destinations, basesOf(0));
  plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {elements}});
  PlanLaunch folds{
      plan.addKernel("tree_folds", tile.blockSize, [=](KernelBuilder &kernel) {
        DeterministicKernel(op, kernel, tile).emitFolds();
      })};
  // Each launch leaves a tile of what the one before has left.
  int bits = llvm::Log2_32(tile.items());
  SmallVector<PlanLaunch> launches{elements};
  int64_t limit = context.getMaxGrid(tile.blockSize) * tile.items();
  for (int level = 1; plan.cases.back().maxElements != INT64_MAX; ++level) {
    PlanLaunch next = folds;
    next.schedule = LaunchSchedule::fixed(
        Size::tiles().ceilDiv(int64_t(1) << (bits * level)));
    next.pass(DeterministicParams::foldedBits, bits * (level - 1));
    next.pass(DeterministicParams::sources, basesOf((level - 1) % 2));
    next.pass(DeterministicParams::destinations, basesOf(level % 2));
    launches.push_back(next);
    int64_t most = INT64_MAX;
    if (bits * (level + 1) < 63 && int64_t(1) << (bits * (level + 1)) < limit)
      most = int64_t(1) << (bits * (level + 1));
    plan.cases.push_back({most, /*usesWorkspace=*/true, launches});
  }
  return plan;
}
