//===- DeviceSort.cpp - Lower prim.device_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of the radix sort: up to one block's worth of items a single launch
// of a block sort; above it a memset, one histogram over all digits, and one
// pass over the items per digit. The kernels of the passes are in
// DeviceSortPass.cpp.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"

#include "TileIO.h"

using namespace mlir;
using namespace mlir::prim;

FailureOr<RadixSort> RadixSort::get(DeviceSortOp op,
                                    const DeviceContext &context) {
  if (!context.getTarget().isAMD())
    return context.notLowered(op, "");
  FailureOr<KeyCodec> codec = KeyCodec::get(op, context.getTarget());
  if (failed(codec))
    return failure();
  RadixSort sort(*codec);
  sort.types = op.getItemTypes();
  sort.tile = context.getTile(op);
  sort.numDigits = codec->getNumDigits(kMaxRadixBits);
  sort.digitBits = codec->getDigitBits(sort.numDigits);
  return sort;
}

/// The body of the kernel that sorts all items in one block.
static LogicalResult emitSortBlock(DeviceSortOp op, TileShape tile,
                                   KernelBuilder &kernel) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<MemoryArray> ins = kernel.bind(op.getIns());
  SmallVector<MemoryArray> outs = kernel.bind(op.getOuts());
  Value items = kernel.elements();
  Value base = createI64(b, loc, 0);
  unsigned count = tile.itemsPerThread;
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false, items, base);
  SmallVector<Type> vectors =
      llvm::map_to_vector(op.getItemTypes(), [&](Type type) -> Type {
        return VectorType::get({count}, type);
      });
  SmallVector<Value> loaded =
      packItems(b, loc, blocked.load(ins, blocked.count()), vectors);
  auto sort = BlockSortOp::create(b, loc, vectors, loaded, blocked.count(),
                                  op.getBeginBitAttr(), op.getEndBitAttr(),
                                  Arrangement::Striped, op.getOrderAttr(),
                                  op.getDescending());
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false, items, base);
  striped.store(outs, unpackItems(b, loc, sort.getResults()));
  return success();
}

/// The launches of the passes. The last one writes the results, the one before
/// it elsewhere, and so on.
static void addPasses(DeviceSortOp op, const RadixSort &sort, unsigned kernel,
                      bool needsBuffers,
                      SmallVectorImpl<PlanLaunch> &launches) {
  auto buffers = [](ValueRange memrefs) {
    return llvm::map_to_vector(memrefs, LaunchValue::buffer);
  };
  SmallVector<LaunchValue> outs = buffers(op.getOuts());
  SmallVector<LaunchValue> source = buffers(op.getIns());
  SmallVector<LaunchValue> others = source;
  if (needsBuffers)
    for (auto [member, other] : llvm::enumerate(others))
      other = LaunchValue::region(Buffers + member);
  for (unsigned digit = 0; digit < sort.numDigits; ++digit) {
    const SmallVector<LaunchValue> &destination =
        (sort.numDigits - 1 - digit) % 2 ? others : outs;
    PlanLaunch launch{kernel, PlanLaunch::blockPerTile, source};
    llvm::append_range(launch.own, destination);
    launch.own.push_back(
        LaunchValue::constant(sort.codec.getDigitShift(digit, sort.numDigits)));
    launch.own.push_back(LaunchValue::constant(digit));
    launch.own.push_back(LaunchValue::region(Tickets, 4 * digit));
    launch.own.push_back(
        LaunchValue::region(Histograms, 4 * digit * sort.radix()));
    launches.push_back(launch);
    source = destination;
  }
}

FailureOr<DevicePlan> mlir::prim::planDeviceSort(DeviceSortOp op,
                                                 const DeviceContext &context) {
  FailureOr<RadixSort> radixSort = RadixSort::get(op, context);
  if (failed(radixSort))
    return failure();
  const RadixSort &sort = *radixSort;
  TileShape blockTile = getBlockSortTile(sort.tile);
  DevicePlan plan{sort.tile, RowForm::get(op)};

  // Places in the output are counted from a tile before it, in unsigned 32-bit
  // bytes.
  int64_t bound = std::min(context.getLimits().maxSortItems,
                           (int64_t(1) << sortCountBits) - sort.tile.items());
  plan.limits.push_back(
      {bound - 1, ("sorts fewer than " + Twine(bound) +
                   " items at once, found {}; sort in parts and merge them")
                      .str()});

  // The words of the last pass and the items in between remain in all of it:
  // whichever op comes next, of whatever size, expects zeros.
  using Region = WorkspaceRegion;
  auto byHost = Region::Reset::Host;
  plan.regions = {
      {Region::Per::Op, 4 * sort.numDigits, Region::all, byHost},
      {Region::Per::Op, 4 * sort.histogramSize(), Region::all, byHost},
      {Region::Per::Op,
       0,
       Region::all,
       byHost,
       {IntegerType::get(op.getContext(), 32)},
       /*gridTiles=*/std::nullopt,
       /*gridChains=*/int32_t(sort.radix()),
       /*gridBits=*/sortCountBits}};
  bool needsBuffers =
      sort.numDigits > 1 && !(op.getMayClobberInput() && sort.numDigits % 2);
  if (needsBuffers)
    for (Type type : sort.types)
      plan.regions.push_back({Region::Per::Element, getElementBytes(type),
                              /*zeroBytes=*/0, byHost});

  enum : unsigned { Block, Histogram, Pass };
  plan.kernels = {
      {"sort_block", blockTile.blockSize,
       [=](KernelBuilder &kernel) {
         return emitSortBlock(op, blockTile, kernel);
       }},
      {"sort_histogram", sort.tile.blockSize,
       [=, keys = op.getIns().front()](KernelBuilder &kernel) {
         return emitSortHistogram(sort, keys, kernel);
       }},
      {"sort_pass", sort.tile.blockSize,
       [=](KernelBuilder &kernel) { return emitSortPass(sort, kernel); }}};
  SmallVector<PlanLaunch> byDigits{{Histogram,
                                    context.getMaxBlocks(sort.tile.blockSize),
                                    /*own=*/{}, sortHistogramTiles}};
  addPasses(op, sort, Pass, needsBuffers, byDigits);
  plan.cases = {{0, /*usesWorkspace=*/false, {}},
                {blockTile.items(), /*usesWorkspace=*/false, {{Block, 1}}},
                {INT64_MAX, /*usesWorkspace=*/true, byDigits}};
  return plan;
}
