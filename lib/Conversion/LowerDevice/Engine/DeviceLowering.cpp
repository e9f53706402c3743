//===- DeviceLowering.cpp - How one device op is lowered -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What holds for most ops follows from their interfaces.
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Decomposition.h"
#include "OperandChecks.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
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

DeviceAlgorithm DeviceLowering::getTuningRow() const {
  // Rows of items with borders would take a copy of the fold for every step of
  // each row's scan.
  return carriesBorders() ? DeviceAlgorithm::SerialScan : getAlgorithm();
}

static unsigned getBufferBytes(Value buffer) {
  return getElementBytes(cast<MemRefType>(buffer.getType()).getElementType());
}

unsigned DeviceLowering::countItemBytes(bool hasBorder) const {
  unsigned bytes = 0;
  if (auto fold = dyn_cast<CombinerOpInterface>(device.getOperation())) {
    // A tuple is held as a whole, and its border, too, ...
    for (Type type : fold.getAccumulatorTypes())
      bytes += getElementBytes(type);
    return bytes + (hasBorder ? sizeof(int32_t) : 0);
  }
  // ... and moved member by member.
  for (Value in : device.getDeviceIns())
    bytes = std::max(bytes, getBufferBytes(in));
  return bytes;
}

uint64_t mlir::prim::countElementRegisters(ValueRange buffers) {
  return countRegisters(llvm::map_to_vector(buffers, [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType();
  }));
}

uint64_t DeviceLowering::countItemRegisters() const {
  uint64_t registers = countElementRegisters(device.getDeviceIns());
  // Of a merge an item is of one range or the other.
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
