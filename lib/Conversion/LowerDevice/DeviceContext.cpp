//===- DeviceContext.cpp - The module that kernels go to *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are shared by what they are, not by the op they come from: whatever
// an emitter looks at shows in the kernel it emits, and what it does not look
// at cannot keep two ops apart.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"

#include "DeviceRows.h"
#include "SegmentMarks.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"

using namespace mlir;
using namespace mlir::prim;

int64_t DeviceContext::getMaxBlocks(unsigned blockSize) const {
  int64_t most = limits.maxBlocks.value_or(mlir::prim::getMaxBlocks(target));
  return std::min(most, getMaxGrid(blockSize));
}

int64_t DeviceContext::getMaxReduceBlocks(unsigned blockSize) const {
  int64_t most =
      limits.maxBlocks.value_or(mlir::prim::getMaxReduceBlocks(target));
  return std::min(most, getMaxGrid(blockSize));
}

/// A thread of a map has as many copies of its region as go into so many ops.
static constexpr uint64_t kMaxMapOps = 256;

/// Whether items are folded with borders between segments: not those of
/// segments that may overlap, which are folded each by itself.
static bool carriesBorders(DeviceOpInterface op) {
  bool overlaps = isa<DeviceReduceOp>(op.getOperation()) &&
                  op.getDeviceSegments() == SegmentForm::Offsets &&
                  !SegmentMarks::isShared(op);
  return op.getDeviceSegments() && !overlaps;
}

DeviceAlgorithm DeviceContext::getAlgorithm(DeviceOpInterface op) {
  // A region is scanned item by item: rows would take a copy of it for every
  // step of each row's scan.
  // So are segments, whose items carry borders.
  if (carriesBorders(op))
    return DeviceAlgorithm::SerialScan;
  if (auto scan = dyn_cast<DeviceScanOp>(op.getOperation()))
    return scan.getKind() ? DeviceAlgorithm::Scan : DeviceAlgorithm::SerialScan;
  // Weights that are floats are scanned in runs.
  if (auto histogram = dyn_cast<DeviceHistogramOp>(op.getOperation()))
    return isa<FloatType>(cast<MemRefType>(histogram.getOuts()[0].getType())
                              .getElementType())
               ? DeviceAlgorithm::SerialScan
               : DeviceAlgorithm::Histogram;
  // What is kept is counted, and what is copied; a search takes rows, too.
  if (isa<DeviceBatchCopyOp, DeviceNthOp, DeviceSearchOp, DeviceSelectOp,
          DeviceTopkOp>(op.getOperation()))
    return DeviceAlgorithm::Scan;
  if (isa<CombinerOpInterface>(op.getOperation()))
    return DeviceAlgorithm::Reduce;
  if (isa<DeviceMapOp>(op.getOperation()))
    return DeviceAlgorithm::Map;
  auto sort = dyn_cast<DeviceSortOp>(op.getOperation());
  return sort && sort.getOrder() ? DeviceAlgorithm::Sort
                                 : DeviceAlgorithm::Merge;
}

uint64_t DeviceContext::countItemRegisters(DeviceOpInterface op) {
  auto countOf = [](ValueRange buffers) {
    return countRegisters(llvm::map_to_vector(buffers, [](Value buffer) {
      return cast<MemRefType>(buffer.getType()).getElementType();
    }));
  };
  uint64_t registers = countOf(op.getDeviceIns());
  // Of a merge an item is of one range or the other.
  if (auto sort = dyn_cast<SortOpInterface>(op.getOperation()))
    registers = countRegisters(sort.getItemTypes());
  if (auto fold = dyn_cast<CombinerOpInterface>(op.getOperation()))
    registers = std::max(registers, countRegisters(fold.getAccumulatorTypes()));
  // Besides there are the border, and what shows it.
  if (carriesBorders(op))
    registers += 1 + (op.getDeviceSegments() == SegmentForm::Offsets
                          ? 0
                          : countOf(op.getDeviceBorders()));
  // What the prologue makes, and whether it is kept.
  if (auto select = dyn_cast<DeviceSelectOp>(op.getOperation()))
    registers = std::max(registers, countRegisters(select.getItemTypes())) +
                select.getNumCounted();
  if (auto histogram = dyn_cast<DeviceHistogramOp>(op.getOperation()))
    registers = std::max(registers, countRegisters(histogram.getItemTypes()));
  if (auto map = dyn_cast<DeviceMapOp>(op.getOperation()))
    registers =
        registers * (map.getNeighbour() ? 2 : 1) + countOf(map.getOuts());
  // Results of reductions and totals are no items.
  if (auto scan = dyn_cast<DeviceScanOp>(op.getOperation()))
    registers = std::max(registers, countOf(scan.getInclusiveOuts()) +
                                        countOf(scan.getExclusiveOuts()));
  return registers;
}

TileShape DeviceContext::getTile(DeviceOpInterface op,
                                 DeviceAlgorithm algorithm,
                                 bool hasBorders) const {
  unsigned bytes = 0;
  if (auto fold = dyn_cast<CombinerOpInterface>(op.getOperation())) {
    // A tuple is held as a whole, ...
    for (Type type : fold.getAccumulatorTypes())
      bytes += getElementBytes(type);
    // ... its border, too, ...
    if (hasBorders)
      bytes += sizeof(int32_t);
  } else {
    // ... and moved member by member.
    SmallVector<Value> buffers(op.getDeviceIns());
    if (algorithm == DeviceAlgorithm::Map)
      llvm::append_range(buffers, op.getDeviceOuts());
    for (Value in : buffers)
      bytes = std::max(
          bytes,
          getElementBytes(cast<MemRefType>(in.getType()).getElementType()));
    // Lengths are folds, with a border each.
    if (isa<DeviceRunLengthOp>(op.getOperation()))
      bytes = std::max<unsigned>(bytes, 2 * sizeof(int32_t));
    if (auto select = dyn_cast<DeviceSelectOp>(op.getOperation()))
      for (Type type : select.getItemTypes())
        bytes = std::max(bytes, getElementBytes(type));
  }
  TileShape tile = getTileShape(target, algorithm, bytes);
  // Regions may make much of little, which the table knows nothing of. Half of
  // a thread's registers are left to what is computed.
  if (algorithm != DeviceAlgorithm::Sort) {
    uint64_t registers = countItemRegisters(op);
    if (hasBorders && !carriesBorders(op))
      ++registers;
    while (tile.itemsPerThread > 1 &&
           tile.itemsPerThread * registers > kMaxItemRegisters / 2)
      tile.itemsPerThread /= 2;
    // Nor how much code, of which each item has a copy.
    if (auto map = dyn_cast<DeviceMapOp>(op.getOperation())) {
      uint64_t ops = 0;
      map.getMap().walk([&](Operation *) { ++ops; });
      while (tile.itemsPerThread > 1 && tile.itemsPerThread * ops > kMaxMapOps)
        tile.itemsPerThread /= 2;
    }
    // Nor how many registers they take for that.
    auto fold = dyn_cast<CombinerOpInterface>(op.getOperation());
    if (!fold || !fold.getCombinerKind())
      tile.minBlocks = 0;
  }
  // Threads wait for memory, and many of them are better than busy ones.
  if (isa<DeviceSearchOp>(op.getOperation()))
    tile.itemsPerThread = std::min(tile.itemsPerThread, searchesPerThread);
  // What is said of a copy takes registers while it is cut off.
  if (isa<DeviceBatchCopyOp>(op.getOperation()))
    tile.itemsPerThread = std::min(tile.itemsPerThread, copyUnitsPerThread);
  if (TuningAttr tuning = op.getDeviceTuning()) {
    // It is the table's tile that so many blocks have room with.
    if (tuning.getBlockSize() || tuning.getItemsPerThread())
      tile.minBlocks = 0;
    if (tuning.getBlockSize())
      tile.blockSize = tuning.getBlockSize();
    if (tuning.getItemsPerThread())
      tile.itemsPerThread = tuning.getItemsPerThread();
  }
  // A thread's items are of channels that are known.
  if (auto histogram = dyn_cast<DeviceHistogramOp>(op.getOperation()))
    tile.itemsPerThread =
        llvm::alignTo(tile.itemsPerThread, histogram.getNumChannels());
  return tile;
}

TileShape DeviceContext::getTile(DeviceOpInterface op) const {
  return getTile(op, getAlgorithm(op), carriesBorders(op));
}

std::optional<TileShape>
DeviceContext::getPackedTile(DeviceOpInterface op) const {
  RowForm rows = RowForm::get(op);
  if (!rows.isByRow() || op.getDeviceTuning() || op.getDeviceSegments())
    return std::nullopt;
  SmallVector<Value> buffers(op.getDeviceIns());
  if (auto scan = dyn_cast<DeviceScanOp>(op.getOperation())) {
    auto isOfRows = [](Value init) {
      auto type = dyn_cast<MemRefType>(init.getType());
      return type && type.getRank() != 0;
    };
    if (scan.getTotal() || llvm::any_of(scan.getInit(), isOfRows))
      return std::nullopt;
    llvm::append_range(buffers, op.getWrittenOuts());
  }
  for (Value buffer : buffers)
    if (!rows.isDense(cast<MemRefType>(buffer.getType())))
      return std::nullopt;
  TileShape tile = getTile(op, DeviceAlgorithm::SerialScan,
                           /*hasBorders=*/true);
  tile.blockSize = target.waveSize;
  // A bit of a word for each item, and room for the folds of all of them that
  // leaves some to other blocks.
  tile.itemsPerThread = std::min(tile.itemsPerThread, 32u);
  uint64_t bytes = 0;
  for (Type type :
       cast<CombinerOpInterface>(op.getOperation()).getAccumulatorTypes())
    bytes += getElementBytes(type);
  if (getMaxPacked(tile) == 0 || bytes * tile.items() > target.ldsBytes / 4)
    return std::nullopt;
  return tile;
}

SmallVector<TileShape>
DeviceContext::getRowTiles(DeviceOpInterface op,
                           std::optional<TileShape> packed) const {
  SmallVector<TileShape> tiles;
  if (!RowForm::get(op).isByRow() || op.getDeviceTuning() ||
      op.getDeviceSegments())
    return tiles;
  TileShape tile = getTile(op);
  for (unsigned share : rowTileShares) {
    // A wave by itself waits for no other one.
    unsigned items = llvm::PowerOf2Ceil(
        llvm::divideCeil(tile.items() / share, target.waveSize));
    bool isNew = tiles.empty() || tiles.back().itemsPerThread != items;
    // Rows that are packed need no tile of their own.
    if (packed && int64_t(target.waveSize * items) <= getMaxPacked(*packed))
      continue;
    if (items > 0 && items <= tile.itemsPerThread && isNew)
      tiles.push_back({target.waveSize, items});
  }
  return tiles;
}

LogicalResult DeviceContext::notLowered(Operation *op,
                                        const Twine &what) const {
  return op->emitOpError() << what.str() << " is not lowered yet on "
                           << target.chip;
}

/// A hash that equal kernels have in common.
static llvm::hash_code hashKernel(gpu::GPUFuncOp kernel) {
  llvm::hash_code hash = hash_value(kernel.getFunctionType());
  kernel.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

/// Whether two kernels do the same, whatever they are called.
static bool areEqual(gpu::GPUFuncOp lhs, gpu::GPUFuncOp rhs) {
  auto attributes = [](gpu::GPUFuncOp kernel) {
    NamedAttrList list(kernel->getAttrDictionary());
    list.erase(SymbolTable::getSymbolAttrName());
    return list.getDictionary(kernel.getContext());
  };
  return attributes(lhs) == attributes(rhs) &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::IgnoreLocations);
}

gpu::GPUFuncOp DeviceContext::share(gpu::GPUFuncOp kernel, StringRef name) {
  auto &candidates = shared[hashKernel(kernel)];
  for (gpu::GPUFuncOp candidate : candidates)
    if (areEqual(candidate, kernel)) {
      kernel.erase();
      return candidate;
    }
  unsigned number = 0;
  std::string unique;
  do
    unique = (name + "_" + Twine(number++)).str();
  while (kernels.lookupSymbol(unique));
  kernel.setName(unique);
  candidates.push_back(kernel);
  return kernel;
}
