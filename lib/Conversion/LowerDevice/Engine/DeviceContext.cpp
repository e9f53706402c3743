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

#include "DeviceLowering.h"
#include "RowForm.h"
#include "prim/Dialect/Prim/IR/Limits.h"

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

TileShape DeviceContext::getTile(DeviceOpInterface op,
                                 DeviceAlgorithm algorithm,
                                 bool hasBorders) const {
  std::unique_ptr<DeviceLowering> lowering = DeviceLowering::get(op);
  TileShape tile =
      getTileShape(target, algorithm, lowering->countItemBytes(hasBorders));
  // Regions may make much of little, which the table knows nothing of. Half of
  // a thread's registers are left to what is computed.
  if (algorithm != DeviceAlgorithm::Sort) {
    uint64_t registers = lowering->countItemRegisters();
    if (hasBorders && !lowering->carriesBorders())
      ++registers;
    while (tile.itemsPerThread > 1 &&
           tile.itemsPerThread * registers > kMaxItemRegisters / 2)
      tile.itemsPerThread /= 2;
    // Nor how many registers they take for that.
    auto fold = dyn_cast<CombinerOpInterface>(op.getOperation());
    if (!fold || !fold.getCombinerKind())
      tile.minBlocks = 0;
  }
  lowering->limitTile(tile);
  if (TuningAttr tuning = op.getDeviceTuning()) {
    // It is the table's tile that so many blocks have room with.
    if (tuning.getBlockSize() || tuning.getItemsPerThread())
      tile.minBlocks = 0;
    if (tuning.getBlockSize())
      tile.blockSize = tuning.getBlockSize();
    if (tuning.getItemsPerThread())
      tile.itemsPerThread = tuning.getItemsPerThread();
  }
  lowering->roundTile(tile);
  return tile;
}

TileShape DeviceContext::getTile(DeviceOpInterface op) const {
  std::unique_ptr<DeviceLowering> lowering = DeviceLowering::get(op);
  return getTile(op, lowering->getTuningRow(), lowering->carriesBorders());
}

std::optional<TileShape>
DeviceContext::getPackedTile(DeviceOpInterface op) const {
  RowForm rows = RowForm::get(op);
  if (!rows.isByRow() || op.getDeviceTuning() || op.getDeviceSegmentForm())
    return std::nullopt;
  std::optional<SmallVector<Value>> buffers =
      DeviceLowering::get(op)->getPackedBuffers();
  if (!buffers)
    return std::nullopt;
  for (Value buffer : *buffers)
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
      op.getDeviceSegmentForm())
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
