//===- HeadFlagBitmap.cpp - Offsets of segments, turned around *- C++ -*-===//
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

#include "HeadFlagBitmap.h"

using namespace mlir;
using namespace mlir::prim;

HeadFlagBitmap::HeadFlagBitmap(DeviceOpInterface op, KernelBuilder &kernel,
                               Value marks, bool reverse)
    : op(op), kernel(kernel), b(kernel), words(marks, kernel.getI32Type()),
      reverse(reverse), shared(isShared(op)) {}

WorkspaceRegion HeadFlagBitmap::getRegion(DeviceOpInterface op,
                                          const TileShape &tile) {
  // A tile has whole waves, and so whole words.
  uint64_t bytes = tile.items() / 8 * (isShared(op) ? 1 : 2);
  return WorkspaceRegion::zeros(Size::tiles() * Size::rows() * bytes);
}

PlanLaunch HeadFlagBitmap::getLaunch(DeviceOpInterface op, unsigned kernel,
                                     const DeviceContext &context) {
  return {kernel,
          LaunchSchedule::ofWork(Size::extent(op.getDeviceSegments().front()),
                                 blockSize, context.getMaxBlocks(blockSize))};
}

SegmentOffsets::SegmentOffsets(KernelBuilder &kernel, Value memref)
    : kernel(kernel), array(kernel.bindStrided(memref)) {}

Value SegmentOffsets::load(Value index) const {
  CodeBuilder &b = kernel;
  Value value = array.load(b, index);
  if (value.getType().isIndex())
    value = b.indexCast(b.getI64Type(), value);
  else if (!value.getType().isInteger(64))
    value = b.sextI64(value);
  value = b.maxsi(value, 0);
  return b.minsi(value, kernel.elements());
}

Value SegmentOffsets::loadNarrow(Value index) const {
  CodeBuilder &b = kernel;
  if (!array.getElement().isInteger(32))
    return b.truncI32(load(index));
  Value value = b.maxsi(array.load(b, index), 0);
  return b.minsi(value, kernel.argument({LaunchValue::Kind::Elements32}));
}

Value HeadFlagBitmap::count(DeviceOpInterface op, KernelBuilder &kernel) {
  Value extent =
      kernel.argument(LaunchValue::extent(op.getDeviceSegments().front(), 0));
  if (!isShared(op))
    return extent;
  return kernel.sub(extent, 1);
}

std::pair<Value, Value> HeadFlagBitmap::getRange() {
  assert(shared && "there may be gaps");
  SegmentOffsets offsets(kernel, op.getDeviceSegments().front());
  Value begin = offsets.load(b.i64(0));
  Value end = offsets.load(count(op, kernel));
  if (!reverse)
    return {begin, end};
  return {mirror(end), mirror(begin)};
}

void HeadFlagBitmap::set(Value position, unsigned number) {
  Value word = b.divui(position, perWord());
  Value place = b.truncI32(b.remui(position, perWord()));
  if (bits() != 1)
    place = b.mul(place, bits());
  Value bit = b.shli(b.i32(1 << number), place);
  createAtomicOr(b, bit, words.place(b, word), MemoryOrder::Relaxed,
                 MemoryScope::Device);
}

void HeadFlagBitmap::emit() {
  ValueRange offsets = op.getDeviceSegments();
  SegmentOffsets begins(kernel, offsets.front()), ends(kernel, offsets.back());

  auto [first, step] = kernel.gridThreads();
  kernel.forEach(first, count(op, kernel), step, [&](Value number) {
    Value begin = begins.load(number);
    Value end = ends.load(shared ? b.add(number, 1) : number);
    Value isSome = b.slt(begin, end);
    if (reverse) {
      Value mirrored = mirror(end);
      end = mirror(begin);
      begin = mirrored;
    }
    kernel.ifThen(isSome, [&] {
      set(begin, /*number=*/0);
      if (shared)
        return;
      kernel.ifThen(b.slt(end, kernel.elements()),
                    [&] { set(end, /*number=*/1); });
    });
  });
}

void HeadFlagBitmap::load(Value base, ArrayRef<Value> positions,
                          SmallVector<Value> &starts,
                          SmallVector<Value> &ends) {
  MemoryArray tile = words.from(b, b.divui(base, perWord()));
  // The marks of a thread's items begin with a word's first one, or are all in
  // one word.
  unsigned count = positions.size();
  bool isAligned = perWord() % count == 0 || count % perWord() == 0;
  Value word;
  for (unsigned i = 0; i < count; ++i) {
    if (!isAligned || i % perWord() == 0) {
      word = tile.load(b, b.divui(positions[i], perWord()));
      if (!isAligned || count % perWord()) {
        Value place = b.remui(positions[i], perWord());
        if (bits() != 1)
          place = b.mul(place, bits());
        word = b.shrui(word, place);
      }
    }
    auto has = [&](unsigned number) -> Value {
      uint32_t bit = 1u << ((isAligned ? i % perWord() * bits() : 0) + number);
      return b.ne(b.andi(word, static_cast<int32_t>(bit)), 0);
    };
    starts.push_back(has(0));
    if (!shared)
      ends.push_back(has(1));
  }
}
