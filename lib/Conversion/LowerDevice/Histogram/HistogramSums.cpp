//===- HistogramSums.cpp - Weights of floats, by bins -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats are added in one order, whoever comes first, which atomics do not do.
// A block sorts the weights of a tile by their bins, stably, and scans them in
// runs: what the last one of a run has is added to the block's own sums by that
// thread alone. A second launch adds up the sums of all blocks, in their order.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "DeviceHistogram.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SumKernel {
public:
  /// With `isOne` one block does all there is to do, in the output.
  SumKernel(DeviceHistogramOp op, KernelBuilder &kernel, TileShape tile,
            bool isOne)
      : op(op), kernel(kernel), tile(tile), isOne(isOne), b(kernel),
        bins(op, kernel), own(bins.getBins().front()),
        element(op.getCountType()),
        sums(isOne ? bins.getCounts() : getSums(b.zextI64(kernel.blockId()))) {}

  void emit();
  /// The body of the launch that adds up what blocks have.
  void emitFold();

private:
  using Values = SmallVector<Value>;

  /// The sums of block `block` (i64).
  MemoryArray getSums(Value block);
  void addTile(Value base);
  /// The bins of the thread's items, of a full tile or another one: that of one
  /// that is in none is the number of bins.
  Values findBins(TileIO &io, bool isFull);
  /// For each of the thread's items, in blocked order, whether its bin differs
  /// from that of the one before it, and from the one behind.
  std::pair<Values, Values> findRuns(ArrayRef<Value> keys);

  Value pack(ArrayRef<Value> items) {
    auto type = VectorType::get({static_cast<int64_t>(items.size())},
                                items.front().getType());
    return vector::FromElementsOp::create(b, type, items);
  }

  DeviceHistogramOp op;
  KernelBuilder &kernel;
  TileShape tile;
  bool isOne;
  CodeBuilder &b;
  HistogramBins bins;
  const HistogramBins::Bins &own;
  Type element;
  MemoryArray sums;
  SmallVector<MemoryArray> ins;
  Value size;
};

} // namespace

MemoryArray SumKernel::getSums(Value block) {
  // Each block has its sums where the only block would count.
  MemoryArray all(kernel.argument(LaunchValue::region(HistogramCounts)),
                  element);
  return all.from(b, b.mul(block, b.zextI64(own.count)));
}

SmallVector<Value> SumKernel::findBins(TileIO &io, bool isFull) {
  SmallVector<ValueTuple> items =
      io.loadMapped(ArrayRef(ins).drop_back(), op.getPrologue(),
                    /*neutral=*/nullptr, isFull);
  Values indices = io.getIndicesFor(op.getBin(), items.front().size());
  Values exist = io.areValidUnless(isFull), result;
  for (HistogramBins::Place place : bins.findAll(items, indices, exist))
    result.push_back(b.select(place.inside, place.bin, own.count));
  return result;
}

std::pair<SmallVector<Value>, SmallVector<Value>>
SumKernel::findRuns(ArrayRef<Value> keys) {
  // The bins that neighbours have at their ends; the first thread has none
  // before it, and the last one none behind.
  unsigned threads = tile.blockSize;
  MemoryArray ends =
      kernel.workgroupArray(b.getI32Type(), 2 * threads, "bins of neighbours");
  Value thread = kernel.threadId();
  auto at = [&](int64_t distance) { return b.add(thread, distance); };
  kernel.barrier();
  ends.store(b, keys.front(), thread);
  ends.store(b, keys.back(), at(threads));
  kernel.barrier();
  Value isFirst = kernel.isFirstThread();
  Value isLast = b.eq(thread, threads - 1);
  Value last = b.i32(threads - 1);
  Value zero = b.i32(0);
  Value previous = b.select(isFirst, zero, at(-1));
  Value before = ends.load(b, b.add(previous, threads));
  Value behind = ends.load(b, b.select(isLast, last, at(1)));
  Values heads, tails;
  for (auto [i, key] : llvm::enumerate(keys)) {
    heads.push_back(b.ne(key, i ? keys[i - 1] : before));
    bool isEnd = i + 1 == keys.size();
    tails.push_back(b.ne(key, isEnd ? behind : keys[i + 1]));
  }
  heads.front() = b.ori(heads.front(), isFirst);
  tails.back() = b.ori(tails.back(), isLast);
  return {heads, tails};
}

void SumKernel::addTile(Value base) {
  unsigned vector =
      TileIO::getRowVector(kernel.target(), op.getDeviceIns(), tile);
  TileIO io(kernel, tile, vector, /*reverse=*/false, size, base);
  Value zero = b.zero(element);
  auto vectorOf = [&](Type type) {
    return VectorType::get({tile.itemsPerThread}, type);
  };
  Values loaded = io.fullOrPartial(
      {vectorOf(b.getI32Type()), vectorOf(element)},
      [&](bool isFull) -> Values {
        Value weights =
            packItems(
                b, unpackItems(b, io.loadItemVectors(ins.back(), isFull, zero)),
                vectorOf(element))
                .front();
        return {pack(findBins(io, isFull)), weights};
      });
  // Which item of the tile a thread has does not matter, if it always is the
  // same one.
  std::optional<std::pair<int64_t, int64_t>> bits;
  if (own.known)
    bits = {0, llvm::Log2_64(std::max<int64_t>(*own.known, 1)) + 1};
  auto sorted =
      BlockSortOp::create(b, loaded, /*valid=*/Value(), Arrangement::Blocked,
                          SortOrderAttr::get(b.getContext(), SortOrder::ULT),
                          /*descending=*/false, bits);
  Values keys = unpackMember(b, sorted.getResult(0));
  auto [heads, tails] = findRuns(keys);
  Value starts = pack(heads);
  Combiner add(CombinerKind::Add, element);
  auto scan = createBlockScan(b, add, ScanMode::Inclusive, sorted.getResult(1));
  scan.getFlagMutable().assign(starts);
  for (auto [key, tail, sum] :
       llvm::zip_equal(keys, tails, unpackMember(b, scan.getResult(0)))) {
    Value isSum = b.andi(tail, b.ne(key, own.count));
    kernel.ifThen(isSum, [&, &key = key, &sum = sum] {
      Value index = b.zextI64(key);
      Value whole = arith::AddFOp::create(b, sums.load(b, index), sum);
      sums.store(b, whole, index);
    });
  }
  // The next tile's sums are added by other threads.
  gpu::BarrierOp::create(b);
}

void SumKernel::emit() {
  RowView view(op, kernel, /*row=*/Value());
  ins = view.at(op.getDeviceIns());
  size = kernel.elements();
  Value zero = b.zero(element);
  Value first = b.zextI64(kernel.threadId());
  kernel.forEach(first, b.zextI64(own.count), tile.blockSize,
                 [&](Value bin) { sums.store(b, zero, bin); });
  gpu::BarrierOp::create(b);
  Value tiles = b.ceildivui(size, tile.items());
  kernel.forGridStride(
      tiles, [&](Value number) { addTile(b.mul(number, tile.items())); });
  if (isOne && !op.getEpilogue().empty())
    bins.finishAll(first, b.i64(tile.blockSize));
}

void SumKernel::emitFold() {
  auto [first, step] = kernel.gridThreads();
  kernel.forEach(first, b.zextI64(own.count), step, [&](Value bin) {
    Value zero = b.zero(element);
    auto addOf = [&](Value block, ValueRange sum) -> Values {
      Value more = getSums(block).load(b, bin);
      return {arith::AddFOp::create(b, sum.front(), more)};
    };
    Value first = b.i64(0);
    Values sum = b.forEach(first, kernel.blocks(), 1, zero, addOf);
    bins.finish(/*channel=*/0, bin, sum.front());
  });
}

DevicePlan mlir::prim::planFloatHistogram(DeviceHistogramOp op,
                                          const TileShape &tile,
                                          const DeviceContext &context) {
  DevicePlan plan{tile, RowForm::get(op)};
  auto addSums = [&](bool isOne) {
    return plan.addKernel("weights", tile, [=](KernelBuilder &kernel) {
      SumKernel(op, kernel, tile, isOne).emit();
    });
  };
  // Every block has sums of its own, which shall not be many more than elements
  // make worth it.
  constexpr int64_t fewBlocks = 64, maxSums = 1 << 22;
  int64_t blocks = fewBlocks;
  if (std::optional<int64_t> known = HistogramBins::countKnown(op))
    blocks = std::clamp<int64_t>(maxSums / std::max<int64_t>(*known, 1), 1,
                                 context.getMaxPartials(tile.blockSize));
  blocks = std::min(blocks, context.getMaxPartials(tile.blockSize));
  auto inTurns = LaunchSchedule::gridStride(blocks);
  PlanLaunch one{addSums(/*isOne=*/true)};
  PlanLaunch sums{addSums(/*isOne=*/false), inTurns};
  PlanLaunch fold{
      plan.addKernel("weights_fold", tile,
                     [=](KernelBuilder &kernel) {
                       SumKernel(op, kernel, tile, false).emitFold();
                     }),
      inTurns};
  // The only block of an empty input has sums, too.
  plan.regions.push_back(
      {inTurns.blocks.max(1) * Size::extent(op.getOuts().front()) *
       getElementBytes(op.getCountType())});
  bool isMapped = !op.getEpilogue().empty();
  plan.cases = {{tile.items(), /*usesWorkspace=*/isMapped, {one}},
                {INT64_MAX, /*usesWorkspace=*/true, {sums, fold}}};
  return plan;
}
