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
                                          const TileShape &tile,
                                          const TileShape &larger) {
  // A tile has whole waves, and so whole words. More of the last one may lie
  // behind the end if it is larger.
  auto getBytes = [&](unsigned items) -> int64_t {
    return items / 8 * (isShared(op) ? 1 : 2);
  };
  int64_t more = larger.items() > tile.items() ? getBytes(larger.items()) : 0;
  return WorkspaceRegion::zeros(
      Size::tiles() * Size::rows() * getBytes(tile.items()) + more);
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

Value SegmentTable::count() { return HeadFlagBitmap::count(op, kernel); }

Segment SegmentTable::find(Value number) {
  Value begin = begins.load(number);
  Value next = HeadFlagBitmap::isShared(op) ? kernel.add(number, 1) : number;
  Value end = ends.load(next);
  return {begin, kernel.maxsi(kernel.sub(end, begin), 0)};
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

SmallVector<Value> HeadFlagBitmap::load(Value base, Value first,
                                        unsigned count) {
  MemoryArray tile = words.from(b, b.divui(base, perWord()));
  unsigned most = llvm::divideCeil(count, perWord());
  if (!isAligned(count))
    most = llvm::divideCeil(count - 1, perWord()) + 1;
  Value own = b.divui(first, perWord());
  SmallVector<Value> loaded;
  for (unsigned i = 0; i < most; ++i) {
    Value word = b.add(own, i);
    // The last word may be the one before.
    if (!isAligned(count) && i + 1 == most)
      word = b.divui(b.add(first, count - 1), perWord());
    loaded.push_back(tile.load(b, word));
  }
  return loaded;
}

void HeadFlagBitmap::split(ArrayRef<Value> words, Value first, unsigned count,
                           SmallVector<Value> &starts,
                           SmallVector<Value> &ends) {
  SmallVector<Value> own(words);
  if (count % perWord() != 0) {
    Value place = b.remui(first, perWord());
    if (bits() != 1)
      place = b.mul(place, bits());
    Value wide = b.zextI64(place);
    for (auto [i, word] : llvm::enumerate(own)) {
      if (i + 1 == own.size()) {
        word = b.shrui(word, place);
        continue;
      }
      Value pair = b.shli(b.zextI64(own[i + 1]), 32);
      pair = b.ori(pair, b.zextI64(word));
      word = b.truncI32(b.shrui(pair, wide));
    }
  }
  for (unsigned i = 0; i < count; ++i) {
    auto has = [&](unsigned number) -> Value {
      uint32_t bit = 1u << (i % perWord() * bits() + number);
      Value word = own[i / perWord()];
      return b.ne(b.andi(word, static_cast<int32_t>(bit)), 0);
    };
    starts.push_back(has(0));
    if (!shared)
      ends.push_back(has(1));
  }
}
