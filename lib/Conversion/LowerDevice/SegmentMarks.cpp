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

SegmentMarks::SegmentMarks(DeviceOpInterface op, KernelBuilder &kernel,
                           Value marks, bool reverse)
    : op(op), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
      words(marks, kernel.b().getI32Type()), reverse(reverse),
      shared(isShared(op)) {}

WorkspaceRegion SegmentMarks::getRegion(DeviceOpInterface op,
                                        const TileShape &tile) {
  // A tile has whole waves, and so whole words.
  uint64_t bytes = tile.items() / 8 * (isShared(op) ? 1 : 2);
  return {WorkspaceRegion::Per::Tile, bytes, WorkspaceRegion::all,
          WorkspaceRegion::Reset::Host};
}

PlanLaunch SegmentMarks::getLaunch(DeviceOpInterface op, unsigned kernel,
                                   const DeviceContext &context) {
  PlanLaunch launch{kernel, context.getMaxBlocks(blockSize)};
  launch.work = PlanLaunch::Work::Borders;
  launch.perBlock = blockSize;
  return launch;
}

SegmentOffsets::SegmentOffsets(KernelBuilder &kernel, Value memref)
    : kernel(kernel), array(kernel.bind(memref).front()) {
  auto type = cast<MemRefType>(memref.getType());
  if (type.getStridesAndOffset().first.front() != 1)
    array = array.strided(kernel.argument(LaunchValue::stride(memref, 0)));
}

Value SegmentOffsets::load(Value index) const {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value value = array.load(b, loc, index);
  if (value.getType().isIndex())
    value = arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
  else if (!value.getType().isInteger(64))
    value = arith::ExtSIOp::create(b, loc, b.getI64Type(), value);
  value = arith::MaxSIOp::create(b, loc, value, createI64(b, loc, 0));
  return arith::MinSIOp::create(b, loc, value, kernel.elements());
}

Value SegmentMarks::count(DeviceOpInterface op, KernelBuilder &kernel) {
  Value extent =
      kernel.argument(LaunchValue::extent(op.getDeviceBorders().front(), 0));
  if (!isShared(op))
    return extent;
  return arith::SubIOp::create(kernel.b(), kernel.loc(), extent,
                               createI64(kernel.b(), kernel.loc(), 1));
}

std::pair<Value, Value> SegmentMarks::getRange() {
  assert(shared && "there may be gaps");
  SegmentOffsets offsets(kernel, op.getDeviceBorders().front());
  Value begin = offsets.load(createI64(b, loc, 0));
  Value end = offsets.load(count(op, kernel));
  if (!reverse)
    return {begin, end};
  return {mirror(end), mirror(begin)};
}

void SegmentMarks::set(Value position, unsigned number) {
  Value word =
      arith::DivUIOp::create(b, loc, position, createI64(b, loc, perWord()));
  Value place = arith::TruncIOp::create(
      b, loc, b.getI32Type(),
      arith::RemUIOp::create(b, loc, position, createI64(b, loc, perWord())));
  if (bits() != 1)
    place = arith::MulIOp::create(b, loc, place, createI32(b, loc, bits()));
  createAtomicOr(
      b, loc,
      arith::ShLIOp::create(b, loc, createI32(b, loc, 1 << number), place),
      words.place(b, loc, word), MemoryOrder::Relaxed, MemoryScope::Device);
}

void SegmentMarks::emit(bool endsLast,
                        llvm::function_ref<void(Value number, Value last)> some,
                        llvm::function_ref<void(Value number)> none,
                        std::optional<MemoryArray> disorder) {
  ValueRange offsets = op.getDeviceBorders();
  SegmentOffsets begins(kernel, offsets.front()), ends(kernel, offsets.back());
  Value one = createI64(b, loc, 1);
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  };

  Value block =
      arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.blockId());
  Value threads = createI64(b, loc, kernel.blockSize());
  Value first = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, block, threads),
      arith::ExtUIOp::create(b, loc, b.getI64Type(), kernel.threadId()));
  Value step = arith::MulIOp::create(b, loc, kernel.blocks(), threads);
  Value segments = count(op, kernel);
  auto loop = scf::ForOp::create(b, loc, first, segments, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  Value next = arith::AddIOp::create(b, loc, number, one);
  Value begin = begins.load(number);
  Value end = ends.load(shared ? next : number);
  Value isSome = compare(arith::CmpIPredicate::slt, begin, end);
  if (disorder)
    kernel.ifThen(compare(arith::CmpIPredicate::sgt, begin, end), [&] {
      disorder->store(b, loc, createI32(b, loc, 1), createI32(b, loc, 0));
    });
  if (reverse) {
    Value mirrored = mirror(end);
    end = mirror(begin);
    begin = mirrored;
  }
  auto markEnd = [&](Value condition, unsigned bit) {
    Value exists = compare(arith::CmpIPredicate::slt, end, kernel.elements());
    if (condition)
      exists = arith::AndIOp::create(b, loc, exists, condition);
    kernel.ifThen(exists, [&] { set(end, bit); });
  };
  kernel.ifThen(isSome, [&] {
    set(begin, /*number=*/0);
    if (!shared)
      markEnd(Value(), /*number=*/1);
    if (some)
      some(number, arith::SubIOp::create(b, loc, end, one));
  });
  if (none)
    kernel.ifThen(compare(arith::CmpIPredicate::sge, begin, end),
                  [&] { none(number); });
  // What follows the last segment is nobody's start.
  if (endsLast)
    markEnd(compare(arith::CmpIPredicate::eq, next, segments), /*number=*/0);
}

void SegmentMarks::load(Value base, ArrayRef<Value> positions,
                        SmallVector<Value> &starts, SmallVector<Value> &ends) {
  Value divisor = createI32(b, loc, perWord());
  MemoryArray tile = words.from(
      b, loc,
      arith::DivUIOp::create(b, loc, base, createI64(b, loc, perWord())));
  // The marks of a thread's items begin with a word's first one, or are all in
  // one word.
  unsigned count = positions.size();
  bool isAligned = perWord() % count == 0 || count % perWord() == 0;
  Value word;
  for (unsigned i = 0; i < count; ++i) {
    if (!isAligned || i % perWord() == 0) {
      word = tile.load(b, loc,
                       arith::DivUIOp::create(b, loc, positions[i], divisor));
      if (!isAligned || count % perWord()) {
        Value place = arith::RemUIOp::create(b, loc, positions[i], divisor);
        if (bits() != 1)
          place =
              arith::MulIOp::create(b, loc, place, createI32(b, loc, bits()));
        word = arith::ShRUIOp::create(b, loc, word, place);
      }
    }
    auto has = [&](unsigned number) -> Value {
      uint32_t bit = 1u << ((isAligned ? i % perWord() * bits() : 0) + number);
      return arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::ne,
          arith::AndIOp::create(b, loc, word,
                                createI32(b, loc, static_cast<int32_t>(bit))),
          createI32(b, loc, 0));
    };
    starts.push_back(has(0));
    if (!shared)
      ends.push_back(has(1));
  }
}
