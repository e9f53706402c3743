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
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
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

/// Checks that a buffer of rank 1 has as many elements as `wanted` (i64); `of`
/// says in the message what has these.
static void expectExtent(DeviceOpInterface op, HostBuilder &host,
                         const Twine &name, Value buffer, Value wanted,
                         const Twine &of) {
  Value found = host.extent(buffer, 0);
  host.check(op, host.eq(found, wanted), CheckStatus::InvalidArgument,
             name + " has {} elements, but " + of, {found, wanted});
}

/// The same for a size (i64) that nothing else is compared with; returns it.
static Value expectSize(DeviceOpInterface op, HostBuilder &host,
                        const Twine &name, Value buffer) {
  Value size = host.extent(buffer, 0);
  if (cast<MemRefType>(buffer.getType()).isDynamicDim(0))
    host.check(op, host.sge(size, host.i64(0)), CheckStatus::InvalidArgument,
               name + " has a size of {}", size);
  return size;
}

/// The checks of a group of buffers of rank 1 which have one size of their own,
/// number `first` and those behind it; returns the size (i64).
static Value emitGroupChecks(DeviceOpInterface op, HostBuilder &host,
                             StringRef group, ValueRange buffers,
                             unsigned first = 0) {
  std::string name = (group + " " + Twine(first)).str();
  Value size = expectSize(op, host, name, buffers.front());
  for (auto [number, buffer] : llvm::enumerate(buffers))
    if (number)
      expectExtent(op, host, group + " " + Twine(first + number), buffer, size,
                   name + " has {}");
  return size;
}

/// The checks of what says where segments are, and of what is written of them.
static void emitSegmentChecks(
    DeviceOpInterface op, HostBuilder &host, bool isReduce,
    llvm::function_ref<void(StringRef, unsigned, Value)> compareToIns) {
  SegmentForm form = *op.getDeviceSegments();
  StringRef name = stringifySegmentForm(form);
  ValueRange borders = op.getDeviceBorders();
  if (form != SegmentForm::Offsets) {
    // Keys that are what is read have been compared.
    if (borders != op.getDeviceIns())
      for (auto [number, border] : llvm::enumerate(borders))
        compareToIns(name, number, border);
    if (!isReduce)
      return;
    // All but the count hold as much.
    emitGroupChecks(op, host, "outs", op.getDeviceOuts().drop_back());
    return;
  }
  Value count = host.extent(borders.front(), 0);
  if (borders.size() == 1) {
    Value one = host.i64(1);
    host.check(op, host.sge(count, one), CheckStatus::InvalidArgument,
               "segments 0 has {} elements, and needs one more than there are "
               "segments",
               count);
    count = host.sub(count, one);
  } else {
    emitGroupChecks(op, host, name, borders);
  }
  if (!isReduce)
    return;
  for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
    expectExtent(op, host, "outs " + Twine(number), out, count,
                 "there are {} segments");
  if (borders.size() == 1)
    host.check(op, host.sle(count, host.i64(UINT32_MAX)),
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
    if (op.getRestReversed())
      for (auto [number, out] : llvm::enumerate(outs))
        compareToIns(group, first + number, out);
    emitGroupChecks(op, host, group, outs, first);
  };
  for (unsigned number = 0; number < op.getNumCounted(); ++number) {
    ValueRange outs = op.getOutsOf(number);
    checkGroup("outs", outs, number * outs.size());
  }
  checkGroup("rest", op.getRest(), /*first=*/0);
}

/// The checks of what a search looks at.
static void emitSearchChecks(DeviceSearchOp op, HostBuilder &host) {
  Value size = emitGroupChecks(op, host, "in", op.getSorted());
  Type answer =
      cast<MemRefType>(op.getOuts().front().getType()).getElementType();
  if (op.getSearchMode() == SearchMode::Contains || !answer.isInteger(32))
    return;
  host.check(op, host.sle(size, host.i64(INT32_MAX)),
             CheckStatus::InvalidArgument,
             "in has {} elements, which an i32 of outs does not count; give "
             "outs of i64",
             size);
}

/// The checks of a histogram's pixels, of its bins, and of the levels that part
/// them.
static void emitHistogramChecks(DeviceHistogramOp op, HostBuilder &host) {
  auto check = [&](arith::CmpIPredicate predicate, Value found, Value wanted,
                   const Twine &text, ValueRange values) {
    host.check(op, host.cmpi(predicate, found, wanted),
               CheckStatus::InvalidArgument, text, llvm::to_vector(values));
  };
  Value first = op.getIns().front();
  auto type = cast<MemRefType>(first.getType());
  int64_t last = type.getRank() - 1;
  if (int64_t channels = op.getNumChannels();
      channels > 1 && type.isDynamicDim(last)) {
    Value size = host.extent(first, last), pixel = host.i64(channels);
    Value whole = host.mul(host.divui(size, pixel), pixel);
    check(arith::CmpIPredicate::eq, size, whole,
          "ins 0 has {} elements in its last dimension, which are no whole "
          "pixels of {} channels",
          {size, pixel});
  }
  for (auto [number, out] : llvm::enumerate(op.getOuts())) {
    auto name = [&, number = number](StringRef group) {
      return (group + " " + Twine(number)).str();
    };
    Value bins = expectSize(op, host, name("outs"), out);
    check(arith::CmpIPredicate::sle, bins, host.i64(INT32_MAX),
          name("outs") + " has {} bins, and there may be 2147483647", bins);
    if (op.getRange().empty())
      continue;
    Value levels = host.extent(op.getRange()[number], 0);
    check(arith::CmpIPredicate::eq, levels, host.add(bins, host.i64(1)),
          name("range") + " has {} levels, but " + name("outs") +
              " has {} bins, which need one more",
          {levels, bins});
  }
}

/// The checks of a merge: two ranges, and room for both.
static void emitMergeChecks(DeviceMergeOp op, HostBuilder &host) {
  Value size = emitGroupChecks(op, host, "ins", op.getIns());
  Value other = emitGroupChecks(op, host, "with", op.getOthers());
  // Compared without a sum, which may be none.
  for (auto [number, out] : llvm::enumerate(op.getOuts())) {
    Value found = host.extent(out, 0);
    host.check(op, host.eq(host.sub(found, size), other),
               CheckStatus::InvalidArgument,
               "outs " + Twine(number) +
                   " has {} elements, but ins has {} and with has {}",
               {found, size, other});
  }
}

/// The checks of what is written of a topk: no more than there is, and a rest
/// that is all that is left.
static void
emitTopkChecks(DeviceTopkOp op, HostBuilder &host,
               llvm::function_ref<void(StringRef, unsigned, Value, int64_t)>
                   compareToIns) {
  int64_t along = op.getAlong();
  Value all = host.extent(op.getIns().front(), along);
  auto checkGroup = [&](StringRef group, ValueRange outs) {
    Value size;
    for (auto [number, out] : llvm::enumerate(outs)) {
      compareToIns(group, number, out, along);
      Value found = host.extent(out, along);
      if (number) {
        host.check(op, host.eq(found, size), CheckStatus::InvalidArgument,
                   group + " " + Twine(number) + " takes {} elements, but " +
                       group + " 0 takes {}",
                   {found, size});
        continue;
      }
      size = found;
      // As unsigned numbers negative ones are too many, too.
      host.check(op, host.ule(found, all), CheckStatus::InvalidArgument,
                 group + " 0 takes {} elements, but ins 0 has {}",
                 {found, all});
    }
    return size;
  };
  Value taken = checkGroup("outs", op.getOuts());
  if (op.getRest().empty())
    return;
  Value left = checkGroup("rest", op.getRest());
  host.check(op, host.eq(host.add(taken, left), all),
             CheckStatus::InvalidArgument,
             "outs 0 takes {} elements and rest 0 takes {}, but ins 0 has {}",
             {taken, left, all});
}

/// The check of the place of an nth, which is one that there is.
static void emitNthCheck(DeviceNthOp op, HostBuilder &host) {
  Value all = host.extent(op.getIns().front(), op.getAlong());
  Value nth = host.indexCast(host.getI64Type(), op.getNth());
  Value isInside = host.ori(host.ult(nth, all), host.eq(all, host.i64(0)));
  host.check(op, isInside, CheckStatus::InvalidArgument,
             "has an nth of {}, but ins 0 has {} elements", {nth, all});
}

/// The operand's name in messages.
static std::string nameOperand(DeviceOpInterface op, Value operand) {
  StringRef borders = "segments";
  if (std::optional<SegmentForm> form = op.getDeviceSegments())
    borders = stringifySegmentForm(*form);
  std::pair<StringRef, ValueRange> groups[] = {{"ins", op.getDeviceIns()},
                                               {"outs", op.getDeviceOuts()},
                                               {"init", op.getDeviceInit()},
                                               {borders, op.getDeviceBorders()},
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
    fits = host.andi(host.andi(fits, size.fits()), host.sge(total, zero));
  };
  if (offset != 0)
    count(host.i64(1), host.offset(buffer));
  Value isEmpty;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = host.extent(buffer, dim);
    count(host.maxsi(host.sub(extent, host.i64(1)), zero),
          host.stride(buffer, dim));
    Value isNone = host.eq(extent, zero);
    isEmpty = isEmpty ? host.ori(isEmpty, isNone) : isNone;
  }
  if (isEmpty)
    fits = host.ori(fits, isEmpty);
  host.check(op, fits, CheckStatus::InvalidArgument,
             nameOperand(op, buffer) +
                 (type.getLayout().isIdentity()
                      ? " has more bytes than 63 bits count; work in parts"
                      : " has strides or an offset that reach further than "
                        "2^63 bytes; use ones that stay in its memory"));
}

static void emitShapeChecks(DeviceOpInterface op, HostBuilder &host);

void mlir::prim::emitSizeChecks(DeviceOpInterface op, HostBuilder &host) {
  emitShapeChecks(op, host);
  auto first = cast<MemRefType>(getShapedOperand(op).getType());
  llvm::SmallPtrSet<Value, 8> seen;
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()) &&
        operand != op.getDeviceWorkspace() && seen.insert(operand).second)
      emitReachCheck(op, host, operand,
                     getElementBytes(first.getElementType()));
}

static void emitShapeChecks(DeviceOpInterface op, HostBuilder &host) {
  if (auto merge = dyn_cast<DeviceMergeOp>(op.getOperation()))
    return emitMergeChecks(merge, host);
  Value first = getShapedOperand(op);
  auto type = cast<MemRefType>(first.getType());
  auto along = [&](int64_t dim) {
    return type.getRank() == 1 ? std::string()
                               : " along dimension " + std::to_string(dim);
  };

  // Inputs of a batch copy have names of their own.
  auto isCopy = isa<DeviceBatchCopyOp>(op.getOperation());
  auto nameIn = [&](unsigned number) {
    if (isCopy)
      return ArrayRef<StringRef>{"from", "to", "sizes"}[number].str();
    // A map may have no inputs.
    return (op.getDeviceIns().empty() ? "outs " : "ins ") +
           std::to_string(number);
  };

  CheckedSize elements(host);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent = host.extent(first, dim);
    elements.multiply(extent);
    if (!type.isDynamicDim(dim))
      continue;
    host.check(op, host.sge(extent, host.i64(0)), CheckStatus::InvalidArgument,
               nameIn(0) + " has a size of {}" + along(dim), extent);
  }
  elements.multiply(getElementBytes(type.getElementType()));
  if (!type.hasStaticShape())
    host.check(op, elements.fits(), CheckStatus::InvalidArgument,
               nameIn(0) + " has more bytes than 64 bits count");

  // Every other operand has the shape of the first one, or that shape without
  // the dimension that is folded.
  auto compareAs = [&](const std::string &name, Value buffer, int64_t except) {
    auto other = cast<MemRefType>(buffer.getType());
    if (other.getRank() == 0)
      return;
    bool folded = other.getRank() < type.getRank();
    int64_t next = 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (folded && llvm::is_contained(op.getDeviceDimensions(), dim))
        continue;
      int64_t own = next++;
      if (dim == except ||
          (!type.isDynamicDim(dim) && !other.isDynamicDim(own)))
        continue;
      Value found = host.extent(buffer, own), wanted = host.extent(first, dim);
      host.check(op, host.eq(found, wanted), CheckStatus::InvalidArgument,
                 name + " has {} elements" + along(own) + ", but " + nameIn(0) +
                     " has {}" + (own == dim ? std::string() : along(dim)),
                 {found, wanted});
    }
  };
  auto compareOthers = [&](StringRef group, unsigned number, Value buffer,
                           int64_t except) {
    compareAs((group + " " + Twine(number)).str(), buffer, except);
  };
  auto compare = [&](StringRef group, unsigned number, Value buffer) {
    compareOthers(group, number, buffer, /*except=*/-1);
  };
  auto histogram = dyn_cast<DeviceHistogramOp>(op.getOperation());
  auto select = dyn_cast<DeviceSelectOp>(op.getOperation());
  for (auto [number, in] : llvm::enumerate(op.getDeviceIns())) {
    if (select && in == select.getFlags() && number == select.getIns().size())
      compare("flags", 0, in);
    else if (histogram && number == histogram.getIns().size())
      compare("weights", 0, in);
    else if (number)
      compareAs(nameIn(number), in, /*except=*/-1);
  }
  if (select)
    return emitSelectChecks(select, host, compare);
  if (isCopy) {
    auto copy = cast<DeviceBatchCopyOp>(op.getOperation());
    if (copy.getAddressed())
      return;
    emitGroupChecks(op, host, "ins", copy.getIns());
    emitGroupChecks(op, host, "outs", copy.getOuts());
    return;
  }
  if (auto search = dyn_cast<DeviceSearchOp>(op.getOperation()))
    emitSearchChecks(search, host);
  if (histogram)
    return emitHistogramChecks(histogram, host);
  if (auto topk = dyn_cast<DeviceTopkOp>(op.getOperation()))
    return emitTopkChecks(topk, host, compareOthers);
  if (auto nth = dyn_cast<DeviceNthOp>(op.getOperation()))
    emitNthCheck(nth, host);
  std::optional<SegmentForm> segments = op.getDeviceSegments();
  bool isReduce = isa<DeviceReduceOp, DeviceRunLengthOp>(op.getOperation());
  if (!segments || !isReduce)
    for (auto [number, out] : llvm::enumerate(op.getDeviceOuts()))
      compare("outs", number, out);
  if (segments)
    emitSegmentChecks(op, host, isReduce, compare);
  for (auto [number, init] : llvm::enumerate(op.getDeviceInit()))
    if (isa<MemRefType>(init.getType()))
      compare("init", number, init);
}
