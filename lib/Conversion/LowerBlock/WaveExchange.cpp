//===- WaveExchange.cpp - One tuple from every wave to all *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One array per tuple member, so that the reads of all waves' values are merged
// into wide ones.
//
//===----------------------------------------------------------------------===//

#include "WaveExchange.h"

#include "prim/Target/Tuning.h"

using namespace mlir;
using namespace mlir::prim;

WaveExchange::WaveExchange(CodeBuilder &b, BlockContext &context,
                           ArrayRef<Type> types, ArrayRef<Type> slotTypes)
    : b(b), context(context) {
  BufferLayout layout;
  SmallVector<uint64_t> offsets;
  for (Type type : types)
    offsets.push_back(layout.add(getElementBytes(type), context.getNumWaves()));
  for (Type type : slotTypes)
    offsets.push_back(layout.add(getElementBytes(type), 1));
  Value base = acquireWorkgroupMemory(b, layout.size(), "values of waves");
  for (auto [i, offset] : llvm::enumerate(offsets)) {
    Value start = advance(b, base, offset);
    if (i < types.size())
      waves.emplace_back(start, types[i], /*alignment=*/16);
    else
      slot.emplace_back(start, slotTypes[i - types.size()]);
  }
}

void WaveExchange::inFirstLane(llvm::function_ref<void()> body) {
  Value lane = context.getLaneId();
  Value first = b.eq(lane, 0);
  b.ifThen(first, body);
}

void WaveExchange::write(ArrayRef<MemoryArray> to, ValueRange tuple,
                         Value index) {
  inFirstLane([&] { storeAll(b, to, tuple, index); });
}

ValueTuple WaveExchange::readAt(ArrayRef<MemoryArray> from, Value index) {
  return loadAll(b, from, index);
}

void WaveExchange::publish(ValueRange tuple) {
  write(waves, tuple, context.getWaveId());
}

void WaveExchange::publishAll(ArrayRef<ValueTuple> tuples) {
  inFirstLane([&] {
    for (auto [wave, tuple] : llvm::enumerate(tuples))
      storeAll(b, waves, tuple, b.i32(wave));
  });
}

ValueTuple WaveExchange::read(unsigned wave) {
  return readAt(waves, b.i32(wave));
}

ValueTuple WaveExchange::readOwn() {
  return readAt(waves, context.getWaveId());
}

bool WaveExchange::foldsByLanes() const {
  return context.getNumWaves() >= minWavesFoldedByLanes &&
         context.getBlockSize() % context.getTarget().waveSize == 0 &&
         getFoldWidth() <= context.getTarget().waveSize &&
         context.getTarget().readsAnyLane();
}

unsigned WaveExchange::getFoldWidth() const {
  return llvm::PowerOf2Ceil(context.getNumWaves());
}

ValueTuple WaveExchange::readByLane() {
  Value wave = b.andi(context.getLaneId(), getFoldWidth() - 1);
  if (getFoldWidth() != context.getNumWaves())
    wave = b.minui(wave, context.getNumWaves() - 1);
  return readAt(waves, wave);
}

Value WaveExchange::countLanes(Value waves) {
  if (waves || getFoldWidth() == context.getNumWaves())
    return waves;
  return b.i32(context.getNumWaves());
}

ValueTuple WaveExchange::makeUniform(ValueRange fold) {
  // A fold by the whole wave is known to be.
  if (getFoldWidth() == context.getTarget().waveSize)
    return ValueTuple(fold);
  return llvm::map_to_vector(fold, [&](Value value) -> Value {
    return WarpUniformOp::create(b, value);
  });
}

void WaveExchange::publishSlot(ValueRange tuple) {
  write(slot, tuple, b.i32(0));
}

ValueTuple WaveExchange::readSlot() { return readAt(slot, b.i32(0)); }
