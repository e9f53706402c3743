//===- DeviceChecks.cpp - What operands of device ops must be *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of the operands of a device op that its verifier cannot make: what is
// not lowered yet, and sizes that are known when the host function runs. They
// are the same for all device ops.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"

#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/CheckedSize.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether a thread can hold its share of a tile: what it reads, what it folds,
/// and what it writes.
static LogicalResult checkTile(DeviceOpInterface op,
                               const DeviceContext &context) {
  TileShape tile = context.getTile(op);
  if (DeviceContext::getAlgorithm(op) == DeviceAlgorithm::Sort)
    tile = getBlockSortTile(tile);
  std::string complaint = getItemComplaint(
      tile.itemsPerThread * DeviceContext::countItemRegisters(op),
      kMaxItemRegisters);
  if (!complaint.empty())
    return op->emitOpError(complaint);
  return success();
}

LogicalResult mlir::prim::checkOperands(DeviceOpInterface op,
                                        const DeviceContext &context) {
  if (TuningAttr tuning = op.getDeviceTuning())
    if (tuning.getBlockSize() % context.getTarget().waveSize)
      return op->emitOpError("has a tuned block size of ")
             << tuning.getBlockSize() << ", which is no multiple of the "
             << context.getTarget().waveSize << " lanes of a wave of "
             << context.getTarget().chip;
  if (!op.hasBufferForm())
    return op->emitOpError("on tensors must be bufferized before "
                           "prim-lower-device");
  return checkTile(op, context);
}

/// The checks of what says where segments are, and of what is written of them.
static void emitSegmentChecks(
    DeviceOpInterface op, HostBuilder &host, bool isReduce,
    llvm::function_ref<void(StringRef, unsigned, Value)> compareToIns) {
  SegmentForm form = *op.getDeviceSegments();
  StringRef name = stringifySegmentForm(form);
  ValueRange borders = op.getDeviceBorders();
  auto expect = [&](StringRef group, unsigned number, Value buffer,
                    Value wanted, const Twine &of) {
    Value found = host.extent(buffer, 0);
    host.check(op, host.compare(arith::CmpIPredicate::eq, found, wanted),
               CheckStatus::InvalidArgument,
               group + " " + Twine(number) + " has {} elements, but " + of,
               {found, wanted});
  };
  // A size that nothing else is compared with.
  auto expectSize = [&](StringRef group, Value buffer) {
    if (!cast<MemRefType>(buffer.getType()).isDynamicDim(0))
      return;
    Value found = host.extent(buffer, 0);
    host.check(
        op, host.compare(arith::CmpIPredicate::sge, found, host.constant(0)),
        CheckStatus::InvalidArgument, group + " 0 has a size of {}", found);
  };
  if (form != SegmentForm::Offsets) {
    for (auto [number, border] : llvm::enumerate(borders))
      compareToIns(name, number, border);
    if (!isReduce)
      return;
    // All but the count hold as much.
    ValueRange outs = op.getDeviceOuts().drop_back();
    expectSize("outs", outs.front());
    for (auto [number, out] : llvm::enumerate(outs))
      if (number)
        expect("outs", number, out, host.extent(outs.front(), 0),
               "outs 0 has {}");
    return;
  }
  Value count = host.extent(borders.front(), 0);
  if (borders.size() == 1) {
    Value one = host.constant(1);
    host.check(op, host.compare(arith::CmpIPredicate::sge, count, one),
               CheckStatus::InvalidArgument,
               "segments 0 has {} elements, and needs one more than there are "
               "segments",
               count);
    count = host.sub(count, one);
  } else {
    expectSize(name, borders.front());
    expect(name, 1, borders[1], count, "segments 0 has {}");
  }
  if (!isReduce)
    return;
  for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
    expect("outs", number, out, count, "there are {} segments");
  if (borders.size() == 1)
    host.check(op,
               host.compare(arith::CmpIPredicate::sle, count,
                            host.constant(UINT32_MAX)),
               CheckStatus::InvalidArgument,
               "numbers fewer than 4294967296 segments, found {}; reduce in "
               "parts",
               count);
}

/// The checks of what is written of a select: one size for each class.
static void emitSelectChecks(
    DeviceSelectOp op, HostBuilder &host,
    llvm::function_ref<void(StringRef, unsigned, Value)> compareToIns) {
  auto checkGroup = [&](StringRef group, ValueRange outs, unsigned first) {
    if (outs.empty())
      return;
    Value size = host.extent(outs.front(), 0);
    std::string name = (group + " " + Twine(first)).str();
    if (cast<MemRefType>(outs.front().getType()).isDynamicDim(0))
      host.check(
          op, host.compare(arith::CmpIPredicate::sge, size, host.constant(0)),
          CheckStatus::InvalidArgument, name + " has a size of {}", size);
    for (auto [number, out] : llvm::enumerate(outs)) {
      if (op.getRestReversed())
        compareToIns(group, first + number, out);
      if (number == 0)
        continue;
      Value found = host.extent(out, 0);
      host.check(op, host.compare(arith::CmpIPredicate::eq, found, size),
                 CheckStatus::InvalidArgument,
                 group + " " + Twine(first + number) +
                     " has {} elements, but " + name + " has {}",
                 {found, size});
    }
  };
  for (unsigned number = 0; number < op.getNumCounted(); ++number) {
    ValueRange outs = op.getOutsOf(number);
    checkGroup("outs", outs, number * outs.size());
  }
  checkGroup("rest", op.getRest(), /*first=*/0);
}

void mlir::prim::emitSizeChecks(DeviceOpInterface op, HostBuilder &host) {
  Value first = op.getDeviceIns().front();
  auto type = cast<MemRefType>(first.getType());
  auto along = [&](int64_t dim) {
    return type.getRank() == 1 ? std::string()
                               : " along dimension " + std::to_string(dim);
  };

  CheckedSize elements(host.b(), host.loc());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = host.extent(first, dim);
    elements.multiply(extent);
    if (!type.isDynamicDim(dim))
      continue;
    host.check(
        op, host.compare(arith::CmpIPredicate::sge, extent, host.constant(0)),
        CheckStatus::InvalidArgument, "ins 0 has a size of {}" + along(dim),
        extent);
  }
  elements.multiply(getElementBytes(type.getElementType()));
  if (!type.hasStaticShape())
    host.check(op, elements.fits(), CheckStatus::InvalidArgument,
               "ins 0 has more bytes than 64 bits count");

  // Every other operand has the shape of the first one, or that shape without
  // the dimension that is folded.
  auto compare = [&](StringRef group, unsigned number, Value buffer) {
    auto other = cast<MemRefType>(buffer.getType());
    if (other.getRank() == 0)
      return;
    bool folded = other.getRank() < type.getRank();
    int64_t next = 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (folded && llvm::is_contained(op.getDeviceDimensions(), dim))
        continue;
      int64_t own = next++;
      if (!type.isDynamicDim(dim) && !other.isDynamicDim(own))
        continue;
      Value found = host.extent(buffer, own), wanted = host.extent(first, dim);
      host.check(op, host.compare(arith::CmpIPredicate::eq, found, wanted),
                 CheckStatus::InvalidArgument,
                 group + " " + Twine(number) + " has {} elements" + along(own) +
                     ", but ins 0 has {}" +
                     (own == dim ? std::string() : along(dim)),
                 {found, wanted});
    }
  };
  auto select = dyn_cast<DeviceSelectOp>(op.getOperation());
  for (auto [number, in] : llvm::enumerate(op.getDeviceIns())) {
    if (select && in == select.getFlags() && number == select.getIns().size())
      compare("flags", 0, in);
    else if (number)
      compare("ins", number, in);
  }
  if (select)
    return emitSelectChecks(select, host, compare);
  std::optional<SegmentForm> segments = op.getDeviceSegments();
  bool isReduce = isa<DeviceReduceOp>(op.getOperation());
  if (!segments || !isReduce)
    for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
      compare("outs", number, out);
  if (segments)
    emitSegmentChecks(op, host, isReduce, compare);
  for (auto [number, init] : llvm::enumerate(op.getDeviceInit()))
    if (isa<MemRefType>(init.getType()))
      compare("init", number, init);
}
