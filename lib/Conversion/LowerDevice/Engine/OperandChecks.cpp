//===- OperandChecks.cpp - What operands of device ops must be *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of the operands of a device op that its verifier cannot make: what is
// not lowered yet, and sizes that are known when the host function runs.
//
//===----------------------------------------------------------------------===//

#include "OperandChecks.h"

#include "DeviceContext.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/CheckedSize.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// At compile time
//===----------------------------------------------------------------------===//

/// Whether a thread can hold its share of a tile: what it reads, what it folds,
/// and what it writes.
static LogicalResult checkTile(DeviceOpInterface op,
                               const DeviceContext &context) {
  std::unique_ptr<DeviceLowering> lowering = DeviceLowering::get(op);
  TileShape tile = lowering->getHeldTile(lowering->getTile(context));
  std::string complaint = getItemComplaint(
      tile.itemsPerThread * lowering->countItemRegisters(), kMaxItemRegisters);
  if (!complaint.empty())
    return op->emitOpError(complaint);
  return success();
}

LogicalResult mlir::prim::checkOperands(DeviceOpInterface op,
                                        const DeviceContext &context) {
  if (TuningAttr tuning = op.getDeviceTuning())
    if (tuning.getBlockSize() % context.getTarget().waveSize)
      return op->emitOpError("has a tuned block size of ")
             << tuning.getBlockSize() << ", which is not a multiple of the "
             << context.getTarget().waveSize << " lanes of a wave of "
             << context.getTarget().chip;
  if (!op.hasBufferForm())
    return op->emitOpError("on tensors must be bufferized before "
                           "prim-lower-device");
  return checkTile(op, context);
}

//===----------------------------------------------------------------------===//
// At run time
//===----------------------------------------------------------------------===//

void OperandChecks::check(Value condition, const Twine &text,
                          ValueRange values) {
  host.check(op, condition, CheckStatus::InvalidArgument, text, values);
}

void OperandChecks::expectExtent(const Twine &name, Value buffer, Value wanted,
                                 const Twine &of) {
  Value found = host.extent(buffer, 0);
  check(host.eq(found, wanted), name + " has {} elements, but " + of,
        {found, wanted});
}

Value OperandChecks::expectSize(const Twine &name, Value buffer) {
  Value size = host.extent(buffer, 0);
  if (cast<MemRefType>(buffer.getType()).isDynamicDim(0))
    check(host.sge(size, 0), name + " has a size of {}", size);
  return size;
}

Value OperandChecks::checkGroup(StringRef group, ValueRange buffers,
                                unsigned first) {
  std::string name = (group + " " + Twine(first)).str();
  Value size = expectSize(name, buffers.front());
  for (auto [number, buffer] : llvm::enumerate(buffers))
    if (number)
      expectExtent(group + " " + Twine(first + number), buffer, size,
                   name + " has {}");
  return size;
}

static std::string nameDimension(MemRefType type, int64_t dim) {
  return type.getRank() == 1 ? std::string()
                             : " along dimension " + std::to_string(dim);
}

void OperandChecks::compareAs(const std::string &name, Value buffer,
                              int64_t except) {
  Value first = getShapedOperand(op);
  auto type = cast<MemRefType>(first.getType());
  auto other = cast<MemRefType>(buffer.getType());
  if (other.getRank() == 0)
    return;
  bool folded = other.getRank() < type.getRank();
  int64_t next = 0;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (folded && llvm::is_contained(op.getDeviceDimensions(), dim))
      continue;
    int64_t own = next++;
    if (dim == except || (!type.isDynamicDim(dim) && !other.isDynamicDim(own)))
      continue;
    Value found = host.extent(buffer, own), wanted = host.extent(first, dim);
    check(host.eq(found, wanted),
          name + " has {} elements" + nameDimension(type, own) + ", but " +
              lowering.nameIn(0) + " has {}" +
              (own == dim ? std::string() : nameDimension(type, dim)),
          {found, wanted});
  }
}

void OperandChecks::compareToIns(StringRef group, unsigned number, Value buffer,
                                 int64_t except) {
  compareAs((group + " " + Twine(number)).str(), buffer, except);
}

void OperandChecks::checkIns() {
  Value first = getShapedOperand(op);
  auto type = cast<MemRefType>(first.getType());
  CheckedSize elements(host);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = host.extent(first, dim);
    elements.multiply(extent);
    if (!type.isDynamicDim(dim))
      continue;
    check(host.sge(extent, 0),
          lowering.nameIn(0) + " has a size of {}" + nameDimension(type, dim),
          extent);
  }
  elements.multiply(getElementBytes(type.getElementType()));
  if (!type.hasStaticShape())
    check(elements.fits(),
          lowering.nameIn(0) +
              " has a size in bytes that does not fit in 64 bits",
          {});
  for (auto [number, in] : llvm::enumerate(op.getDeviceIns()))
    if (number)
      compareAs(lowering.nameIn(number), in, /*except=*/-1);
}

void OperandChecks::checkOuts() {
  for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
    compareToIns("outs", number, out);
}

void OperandChecks::checkInit() {
  for (auto [number, init] : llvm::enumerate(op.getDeviceInit()))
    if (isa<MemRefType>(init.getType()))
      compareToIns("init", number, init);
}

Value OperandChecks::countSegments() {
  ValueRange segments = op.getDeviceSegments();
  Value count = host.extent(segments.front(), 0);
  if (segments.size() != 1)
    return checkGroup(stringifySegmentForm(*op.getDeviceSegmentForm()),
                      segments);
  Value one = host.i64(1);
  check(host.sge(count, one),
        "segments 0 has {} elements, but n segments have n + 1 offsets", count);
  return host.sub(count, one);
}

void OperandChecks::compareToSegments(StringRef group, unsigned number,
                                      Value buffer, Value count) {
  expectExtent(group + " " + Twine(number), buffer, count,
               "there are {} segments");
}

void OperandChecks::checkSegments(bool hasResultOfEach) {
  SegmentForm form = *op.getDeviceSegmentForm();
  StringRef name = stringifySegmentForm(form);
  ValueRange segments = op.getDeviceSegments();
  if (form != SegmentForm::Offsets) {
    // Keys that are what is read have been compared.
    if (segments != op.getDeviceIns())
      for (auto [number, operand] : llvm::enumerate(segments))
        compareToIns(name, number, operand);
    if (!hasResultOfEach)
      return;
    // All but the count hold as much.
    checkGroup("outs", op.getDeviceOuts().drop_back());
    return;
  }
  Value count = countSegments();
  if (!hasResultOfEach)
    return;
  for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
    compareToSegments("outs", number, out, count);
  check(host.sle(count, UINT32_MAX),
        "takes fewer than 4294967296 segments, found {}; reduce in parts",
        count);
}

/// The operand's name in messages.
static std::string nameOperand(DeviceOpInterface op, Value operand) {
  StringRef segments = "segments";
  if (std::optional<SegmentForm> form = op.getDeviceSegmentForm())
    segments = stringifySegmentForm(*form);
  std::pair<StringRef, ValueRange> groups[] = {
      {"ins", op.getDeviceIns()},
      {"outs", op.getDeviceOuts()},
      {"init", op.getDeviceInit()},
      {segments, op.getDeviceSegments()},
      {"reads", op.getDeviceReads()}};
  for (auto [name, group] : groups)
    if (auto found = llvm::find(group, operand); found != group.end())
      return (name + " " + Twine(found - group.begin())).str();
  OperandRange operands = op->getOperands();
  return ("operand " + Twine(llvm::find(operands, operand) - operands.begin()))
      .str();
}

/// Checks that the bytes between a buffer's memory and its furthest element are
/// counted by 63 bits. Addresses wrap otherwise, and elements come from
/// anywhere. `compared` are the bytes of the elements whose number has been
/// checked.
static void emitReachCheck(DeviceOpInterface op, HostBuilder &host,
                           Value buffer, int64_t compared) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return;
  // Parts of buffers between steps: nothing may ask where they lie.
  if (auto part = buffer.getDefiningOp<memref::SubViewOp>())
    if (part.getSource().getDefiningOp<memref::ViewOp>())
      return;
  int64_t bytes = getElementBytes(type.getElementType());
  if (type.getLayout().isIdentity() &&
      (type.hasStaticShape() || bytes <= compared))
    return;
  CodeBuilder &b = host;
  Value zero = host.i64(0);
  auto magnitude = [&](Value value) {
    return host.maxsi(value, host.sub(zero, value));
  };
  Value total = zero;
  Value fits = b.boolean(true);
  auto count = [&](Value factor, Value other) {
    CheckedSize size(b);
    size.multiply(factor);
    size.multiply(magnitude(other));
    size.multiply(bytes);
    total = host.add(total, size.value());
    fits = host.andi(fits, size.fits());
    fits = host.andi(fits, host.sge(total, zero));
  };
  if (offset != 0) {
    Value one = host.i64(1);
    count(one, host.offset(buffer));
  }
  Value isEmpty;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = host.extent(buffer, dim);
    Value last = host.maxsi(host.sub(extent, 1), zero);
    count(last, host.stride(buffer, dim));
    Value isNone = host.eq(extent, zero);
    isEmpty = isEmpty ? host.ori(isEmpty, isNone) : isNone;
  }
  if (isEmpty)
    fits = host.ori(fits, isEmpty);
  host.check(op, fits, CheckStatus::InvalidArgument,
             nameOperand(op, buffer) +
                 (type.getLayout().isIdentity()
                      ? " has a size in bytes that does not fit in 63 bits; "
                        "work in parts"
                      : " has strides or an offset that exceed 2^63 bytes; use "
                        "strides and an offset within its memory"));
}

void mlir::prim::emitSizeChecks(DeviceOpInterface op, HostBuilder &host) {
  std::unique_ptr<DeviceLowering> lowering = DeviceLowering::get(op);
  OperandChecks checks(op, *lowering, host);
  lowering->emitSizeChecks(checks);
  auto first = cast<MemRefType>(getShapedOperand(op).getType());
  llvm::SmallPtrSet<Value, 8> seen;
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()) &&
        operand != op.getDeviceWorkspace() && seen.insert(operand).second)
      emitReachCheck(op, host, operand,
                     getElementBytes(first.getElementType()));
}
