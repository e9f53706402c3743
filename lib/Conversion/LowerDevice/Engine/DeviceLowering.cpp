//===- DeviceLowering.cpp - How one device op is lowered -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defaults for most ops, which follow from their interfaces.
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Decomposition.h"
#include "OperandChecks.h"
#include "RowForm.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"

using namespace mlir;
using namespace mlir::prim;

std::unique_ptr<DeviceLowering> DeviceLowering::get(DeviceOpInterface op) {
#define PRIM_DEVICE_OP(OP)                                                     \
  if (auto typed = dyn_cast<OP>(op.getOperation()))                            \
    return createLowering(typed);
#include "prim/Dialect/Prim/IR/DeviceOps.def"
  return nullptr;
}

bool DeviceLowering::carriesBorders() const {
  return device.getDeviceSegmentForm().has_value();
}

static unsigned getBufferBytes(Value buffer) {
  return getElementBytes(getElementTypeOrSelf(buffer));
}

unsigned DeviceLowering::countItemBytes(bool hasBorder) const {
  if (auto fold = dyn_cast<CombinerOpInterface>(device.getOperation()))
    // A tuple is held as a whole, and its border, too, ...
    return countBytes(fold.getAccumulatorTypes()) +
           (hasBorder ? sizeof(int32_t) : 0);
  // ... and moved member by member.
  unsigned bytes = 0;
  for (Value in : device.getDeviceIns())
    bytes = std::max(bytes, getBufferBytes(in));
  return bytes;
}

uint64_t mlir::prim::countElementRegisters(ValueRange buffers) {
  return countRegisters(llvm::map_to_vector(
      buffers, [](Value buffer) { return getElementTypeOrSelf(buffer); }));
}

uint64_t DeviceLowering::countItemRegisters() const {
  uint64_t registers = countElementRegisters(device.getDeviceIns());
  // An item of a merge is from one of its two ranges.
  if (auto sort = dyn_cast<SortOpInterface>(device.getOperation()))
    registers = countRegisters(sort.getItemTypes());
  if (auto fold = dyn_cast<CombinerOpInterface>(device.getOperation()))
    registers = std::max(registers, countRegisters(fold.getAccumulatorTypes()));
  // Besides there are the border, and what shows it.
  if (carriesBorders())
    registers += 1 + (device.getDeviceSegmentForm() == SegmentForm::Offsets
                          ? 0
                          : countElementRegisters(device.getDeviceSegments()));
  return registers;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Whether a region has only ops that need few registers beside their operands.
static bool isArithmetic(Region &region) {
  return llvm::all_of(region.getOps(), [](Operation &each) {
    return each.hasTrait<OpTrait::IsTerminator>() ||
           isa<arith::ArithDialect>(each.getDialect());
  });
}

void DeviceLowering::limitTile(TileShape &tile, bool hasBorder) const {
  // A region may need many registers for a small element, which the table does
  // not consider. Half of a thread's registers are left to it.
  uint64_t registers = countItemRegisters();
  if (hasBorder && !carriesBorders())
    ++registers;
  tile.halveItemsWhile(
      [&] { return tile.itemsPerThread * registers > kMaxItemRegisters / 2; });
  // Nor how many registers they take for that.
  auto fold = dyn_cast<CombinerOpInterface>(device.getOperation());
  if (!fold || !fold.getCombinerKind() ||
      !llvm::all_of(device->getRegions(), isArithmetic))
    tile.minBlocks = 0;
}

TileShape DeviceLowering::getTile(const DeviceContext &context,
                                  DeviceAlgorithm row, bool hasBorder) const {
  TileShape tile =
      getTileShape(context.getTarget(), row, countItemBytes(hasBorder));
  limitTile(tile, hasBorder);
  if (TuningAttr tuning = device.getDeviceTuning()) {
    // It is the table's tile that so many blocks have room with.
    if (tuning.getBlockSize() || tuning.getItemsPerThread())
      tile.minBlocks = 0;
    if (tuning.getBlockSize())
      tile.blockSize = tuning.getBlockSize();
    if (tuning.getItemsPerThread())
      tile.itemsPerThread = tuning.getItemsPerThread();
  }
  return tile;
}

DeviceAlgorithm DeviceLowering::getTuningRow() const {
  return carriesBorders() ? bordered : algorithm;
}

TileShape DeviceLowering::getTile(const DeviceContext &context) const {
  return getTile(context, getTuningRow(), carriesBorders());
}

std::optional<TileShape>
DeviceLowering::getPackedTile(const DeviceContext &context) const {
  std::optional<SmallVector<Value>> buffers = getPackedBuffers();
  if (!buffers)
    return std::nullopt;
  RowForm rows = RowForm::get(device);
  for (Value buffer : *buffers)
    if (!rows.isDense(cast<MemRefType>(buffer.getType())))
      return std::nullopt;
  TileShape tile = getTile(context, DeviceAlgorithm::SerialScan,
                           /*hasBorder=*/true);
  const TargetInfo &target = context.getTarget();
  tile.blockSize = target.waveSize;
  // A bit of a word for each item, and room for the folds of all of them that
  // leaves some to other blocks.
  tile.itemsPerThread = std::min(tile.itemsPerThread, 32u);
  uint64_t bytes = countBytes(
      cast<CombinerOpInterface>(device.getOperation()).getAccumulatorTypes());
  if (getMaxPacked(tile) == 0 || bytes * tile.items() > target.ldsBytes / 4)
    return std::nullopt;
  return tile;
}

/// Adds a group that is chosen over those whose longest rows it is for.
static void insertChosen(SmallVector<RowGrouping> &groups,
                         const RowGrouping &chosen) {
  for (RowGrouping &rows : groups)
    if (rows.group == RowGroup::Packed)
      rows.maxElements = std::min(rows.maxElements, chosen.minElements - 1);
  llvm::erase_if(groups, [&](const RowGrouping &rows) {
    return rows.maxElements >= chosen.minElements &&
           rows.maxElements <= chosen.maxElements;
  });
  auto isLonger = [&](const RowGrouping &rows) {
    return rows.maxElements > chosen.maxElements;
  };
  groups.insert(llvm::find_if(groups, isLonger), chosen);
}

SmallVector<RowGrouping>
DeviceLowering::getRowGroups(const DeviceContext &context, RowFamily family,
                             ArrayRef<RowGroup> groups) const {
  SmallVector<RowGrouping> result;
  if (!RowForm::get(device).isByRow() || device.getDeviceTuning() ||
      device.getDeviceSegmentForm())
    return result;
  auto has = [&](RowGroup group) { return llvm::is_contained(groups, group); };
  auto addTile = [&](RowGroup group, const TileShape &tile, int64_t longest) {
    result.push_back({group, longest, tile});
  };
  if (has(RowGroup::Packed))
    if (std::optional<TileShape> packed = getPackedTile(context))
      addTile(RowGroup::Packed, *packed, getMaxPacked(*packed));
  auto getLongest = [&]() -> int64_t {
    return result.empty() ? 0 : result.back().maxElements;
  };
  TileShape tile = getTile(context);
  unsigned lanes = context.getTarget().waveSize;
  for (unsigned share : rowTileShares) {
    // A wave by itself waits for no other one.
    unsigned items =
        llvm::PowerOf2Ceil(llvm::divideCeil(tile.items() / share, lanes));
    // Rows that are packed need no tile of their own.
    if (items > 0 && items <= tile.itemsPerThread &&
        int64_t(lanes * items) > getLongest())
      addTile(RowGroup::Block, {lanes, items}, lanes * items);
  }
  std::optional<RowGrouping> waves;
  for (const RowGrouping &rows : prim::getRowGroups(
           context.getTarget(), family, countItemBytes(carriesBorders()))) {
    if (rows.group == RowGroup::Waves && has(rows.group))
      waves = rows;
    if (rows.group == RowGroup::Block && rows.maxElements > getLongest() &&
        rows.maxElements < tile.items() &&
        rows.tile.itemsPerThread <= tile.itemsPerThread)
      addTile(rows.group, rows.tile, rows.maxElements);
  }
  if (waves)
    insertChosen(result, *waves);
  return result;
}

//===----------------------------------------------------------------------===//
// Checks and steps
//===----------------------------------------------------------------------===//

std::string DeviceLowering::nameIn(unsigned number) const {
  return (device.getDeviceIns().empty() ? "outs " : "ins ") +
         std::to_string(number);
}

void DeviceLowering::emitSizeChecks(OperandChecks &checks) const {
  checks.checkIns();
  checks.checkOuts();
  if (device.getDeviceSegmentForm())
    checks.checkSegments(/*hasResultOfEach=*/false);
  checks.checkInit();
}

std::unique_ptr<Decomposition>
DeviceLowering::decompose(const DeviceContext &) const {
  return nullptr;
}
