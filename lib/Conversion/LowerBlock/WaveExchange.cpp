//===- WaveExchange.cpp - One tuple from every wave to all *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One array per tuple member, so that the reads of all waves' members merge
// into wide ones.
//
//===----------------------------------------------------------------------===//

#include "WaveExchange.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Target/Tuning.h"

using namespace mlir;
using namespace mlir::prim;

WaveExchange::WaveExchange(OpBuilder &builder, Location loc,
                           BlockContext &context, ArrayRef<Type> types,
                           ArrayRef<Type> slotTypes)
    : builder(builder), loc(loc), context(context) {
  BufferLayout layout;
  SmallVector<uint64_t> offsets;
  for (Type type : types)
    offsets.push_back(layout.add(getElementBytes(type), context.getNumWaves()));
  for (Type type : slotTypes)
    offsets.push_back(layout.add(getElementBytes(type), 1));
  Value base =
      acquireWorkgroupMemory(builder, loc, layout.size(), "values of waves");
  for (auto [i, offset] : llvm::enumerate(offsets)) {
    Value start = advance(builder, loc, base, offset);
    if (i < types.size())
      waves.emplace_back(start, types[i], /*alignment=*/16);
    else
      slot.emplace_back(start, slotTypes[i - types.size()]);
  }
}

void WaveExchange::write(ArrayRef<MemoryArray> to, ValueRange tuple,
                         Value index) {
  Value lane = context.getLaneId();
  Value first = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      lane, createI32(builder, loc, 0));
  scf::IfOp::create(builder, loc, first, [&](OpBuilder &b, Location l) {
    for (auto [array, value] : llvm::zip_equal(to, tuple))
      array.store(b, l, value, index);
    scf::YieldOp::create(b, l);
  });
}

ValueTuple WaveExchange::readAt(ArrayRef<MemoryArray> from, Value index) {
  return llvm::map_to_vector(from, [&](const MemoryArray &array) {
    return array.load(builder, loc, index);
  });
}

void WaveExchange::publish(ValueRange tuple) {
  write(waves, tuple, context.getWaveId());
}

ValueTuple WaveExchange::read(unsigned wave) {
  return readAt(waves, createI32(builder, loc, wave));
}

bool WaveExchange::foldsByLanes() const {
  return context.getNumWaves() >= leastWavesFoldedByLanes &&
         context.getBlockSize() % context.getTarget().waveSize == 0 &&
         getFoldWidth() <= context.getTarget().waveSize &&
         context.getTarget().readsAnyLane();
}

unsigned WaveExchange::getFoldWidth() const {
  return llvm::PowerOf2Ceil(context.getNumWaves());
}

ValueTuple WaveExchange::readByLane() {
  Value wave =
      arith::AndIOp::create(builder, loc, context.getLaneId(),
                            createI32(builder, loc, getFoldWidth() - 1));
  if (getFoldWidth() != context.getNumWaves())
    wave = arith::MinUIOp::create(
        builder, loc, wave, createI32(builder, loc, context.getNumWaves() - 1));
  return readAt(waves, wave);
}

Value WaveExchange::countLanes(Value waves) {
  if (waves || getFoldWidth() == context.getNumWaves())
    return waves;
  return createI32(builder, loc, context.getNumWaves());
}

void WaveExchange::publishSlot(ValueRange tuple) {
  write(slot, tuple, createI32(builder, loc, 0));
}

ValueTuple WaveExchange::readSlot() {
  return readAt(slot, createI32(builder, loc, 0));
}
