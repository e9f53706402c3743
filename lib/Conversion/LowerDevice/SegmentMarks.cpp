//===- SegmentMarks.cpp - Offsets of segments, turned around *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the offsets are, nothing outside of the bitmap is touched: they are
// cut to the buffer before anything else.
//
//===----------------------------------------------------------------------===//

#include "SegmentMarks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

WorkspaceRegion SegmentMarks::getRegion(const TileShape &tile) {
  // A tile more than there are elements for is never asked for.
  WorkspaceRegion region{WorkspaceRegion::Per::Tile,
                         llvm::divideCeil(tile.items(), perWord) *
                             sizeof(int32_t),
                         WorkspaceRegion::all};
  region.reset = WorkspaceRegion::Reset::Host;
  return region;
}

PlanLaunch SegmentMarks::getLaunch(DeviceOpInterface op, unsigned kernel,
                                   const DeviceContext &context) {
  PlanLaunch launch{kernel, context.getMaxBlocks(blockSize)};
  launch.over = op.getDeviceBorders().front();
  return launch;
}

/// Offsets as elements, holes or not.
static MemoryArray bindOffsets(KernelBuilder &kernel, Value memref) {
  MemoryArray array = kernel.bind(memref).front();
  auto type = cast<MemRefType>(memref.getType());
  if (type.getStridesAndOffset().first.front() == 1)
    return array;
  return array.strided(kernel.argument(LaunchValue::stride(memref, 0)));
}

void SegmentMarks::emit(DeviceOpInterface op, KernelBuilder &kernel,
                        Value marks, const Form &form, SegmentFn perSegment) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  ValueRange offsets = op.getDeviceBorders();
  MemoryArray begins = bindOffsets(kernel, offsets.front());
  MemoryArray ends = bindOffsets(kernel, offsets.back());
  bool isShared = offsets.size() == 1;
  Value one = createI64(b, loc, 1), zero = createI64(b, loc, 0);
  Value count = kernel.argument(LaunchValue::extent(offsets.front(), 0));
  if (isShared)
    count = arith::SubIOp::create(b, loc, count, one);
  Value size = kernel.elements();
  MemoryArray words(marks, b.getI32Type());

  auto load = [&](const MemoryArray &array, Value index) -> Value {
    Value value = array.load(b, loc, index);
    if (value.getType().isIndex())
      value = arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
    else if (!value.getType().isInteger(64))
      value = arith::ExtSIOp::create(b, loc, b.getI64Type(), value);
    value = arith::MaxSIOp::create(b, loc, value, zero);
    return arith::MinSIOp::create(b, loc, value, size);
  };
  auto mark = [&](Value position, unsigned bit) {
    Value word = arith::DivUIOp::create(b, loc, position,
                                        createI64(b, loc, perWord));
    Value number = arith::TruncIOp::create(
        b, loc, b.getI32Type(),
        arith::RemUIOp::create(b, loc, position, createI64(b, loc, perWord)));
    Value shift =
        arith::ShLIOp::create(b, loc, number, createI32(b, loc, 1));
    createAtomicOr(b, loc,
                   arith::ShLIOp::create(b, loc, createI32(b, loc, bit), shift),
                   words.place(b, loc, word), MemoryOrder::Relaxed,
                   MemoryScope::Device);
  };

  Value block = arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.blockId());
  Value threads = createI64(b, loc, kernel.blockSize());
  Value first = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, block, threads),
      arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.threadId()));
  Value step = arith::MulIOp::create(b, loc, kernel.blocks(), threads);
  auto loop = scf::ForOp::create(b, loc, first, count, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  Value begin = load(begins, number);
  Value end = load(ends, isShared ? arith::AddIOp::create(b, loc, number, one)
                                        .getResult()
                                  : number);
  Value isSome =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, begin, end);
  if (form.reverse) {
    Value mirrored = arith::SubIOp::create(b, loc, size, end);
    end = arith::SubIOp::create(b, loc, size, begin);
    begin = mirrored;
  }
  kernel.ifThen(isSome, [&] {
    mark(begin, start);
    Value last = arith::SubIOp::create(b, loc, end, one);
    if (form.endsAtLast)
      mark(last, SegmentMarks::end);
    else
      kernel.ifThen(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                          end, size),
                    [&] { mark(end, SegmentMarks::end); });
    if (perSegment)
      perSegment(number, last);
  });
  if (!perSegment)
    return;
  Value isEmpty = arith::XOrIOp::create(
      b, loc, isSome,
      arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  kernel.ifThen(isEmpty, [&] { perSegment(number, Value()); });
}
