//===- HistogramLevels.cpp - Elements among levels ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search halves the number of levels that are left, for all items of a thread
// at once, so that their loads overlap.
//
//===----------------------------------------------------------------------===//

#include "HistogramLevels.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// SampleOrder
//===----------------------------------------------------------------------===//

SampleOrder::SampleOrder(Type level, bool isUnsigned) : isUnsigned(isUnsigned) {
  if (!level)
    return;
  MLIRContext *context = level.getContext();
  if (level.isIndex())
    type = IntegerType::get(context, 64);
  else if (level.getIntOrFloatBitWidth() >= 32)
    type = level;
  else
    type = isa<FloatType>(level) ? Type(Float32Type::get(context))
                                 : IntegerType::get(context, 32);
}

Value SampleOrder::convert(CodeBuilder &b, Value value) const {
  Type from = value.getType();
  if (from.isIndex()) {
    value = b.indexCast(b.getI64Type(), value);
    from = value.getType();
  }
  if (from == type)
    return value;
  if (isa<FloatType>(from))
    return arith::ExtFOp::create(b, type, value);
  // The values of an i1 are 0 and 1.
  bool isPositive = isUnsigned || from.isInteger(1);
  if (isa<FloatType>(type))
    return isPositive ? arith::UIToFPOp::create(b, type, value).getResult()
                      : arith::SIToFPOp::create(b, type, value);
  return isPositive ? b.extui(type, value) : b.extsi(type, value);
}

Value SampleOrder::isAtMost(CodeBuilder &b, Value level, Value x) const {
  if (isOfFloats())
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, level, x);
  return b.cmpi(isUnsigned ? arith::CmpIPredicate::ule
                           : arith::CmpIPredicate::sle,
                level, x);
}

Value SampleOrder::getDistance(CodeBuilder &b, Value low, Value x) const {
  Type f32 = b.getF32Type();
  if (isOfFloats()) {
    Value distance = arith::SubFOp::create(b, x, low);
    if (type == f32)
      return distance;
    return arith::TruncFOp::create(b, f32, distance);
  }
  // As an unsigned number it fits the width.
  Value above = isUnsigned ? b.maxui(x, low) : b.maxsi(x, low);
  return arith::UIToFPOp::create(b, f32, b.sub(above, low));
}

//===----------------------------------------------------------------------===//
// HistogramLevels
//===----------------------------------------------------------------------===//

/// Bytes of an entry of the table, and of the word after all of them.
static constexpr unsigned cellBytes = 4;

static uint64_t countLevelBytes(Type level) {
  return getElementBytes(level) + cellBytes;
}

uint64_t HistogramLevels::countTableBytes(uint64_t bins, Type level) {
  return llvm::alignTo((bins + 1) * countLevelBytes(level) + cellBytes,
                       WorkgroupAllocOp::kAlignment);
}

Value HistogramLevels::countTableBytes() const {
  CodeBuilder &b = *kernel;
  constexpr int64_t alignment = WorkgroupAllocOp::kAlignment;
  int64_t each = countLevelBytes(order.getType());
  Value bytes = b.mul(b.zextI64(bins), each);
  return b.andi(b.add(bytes, each + cellBytes + alignment - 1), -alignment);
}

Value HistogramLevels::loadLevel(Value number) const {
  CodeBuilder &b = *kernel;
  return order.convert(b, levels.load(b, number));
}

Value HistogramLevels::countBits(Value value) const {
  CodeBuilder &b = *kernel;
  Value zeros = math::CountLeadingZerosOp::create(b, value);
  return b.sub(b.i32(32), zeros);
}

SmallVector<Value> HistogramLevels::search(
    Value steps, Value end, ArrayRef<Value> found,
    llvm::function_ref<Value(Value level, unsigned item)> counts) const {
  CodeBuilder &b = *kernel;
  Value zero = b.i32(0), one = b.i32(1), last = bins;
  auto halve = [&](Value step, ValueRange found) {
    Value shift = b.sub(b.sub(steps, one), step);
    Value before = b.sub(b.shli(one, shift), one);
    SmallVector<Value> next;
    for (auto [item, done] : llvm::enumerate(found)) {
      Value number = b.add(done, before);
      Value exists = b.ule(number, last);
      Value level = loadLevel(b.minui(number, last));
      Value isCounted = b.andi(exists, counts(level, item));
      next.push_back(b.select(isCounted, b.add(number, one), done));
    }
    return next;
  };
  return b.forEach(zero, end, one, found, halve);
}

Value HistogramLevels::getCell(const Table &table, Value x) const {
  CodeBuilder &b = *kernel;
  Type f32 = b.getF32Type();
  auto real = [&](double value) {
    return b.constant(b.getFloatAttr(f32, value));
  };
  // A sum with this number has no bits below the point: its lowest bits are the
  // rounded number of the cell.
  constexpr unsigned mantissa = 23;
  Value distance = order.getDistance(b, table.low, x);
  Value first = real(1 << mantissa);
  Value cell = math::FmaOp::create(b, distance, table.scale, first);
  // NaN is in the first cell, wherever the levels lie.
  Value atLeast = arith::MaxNumFOp::create(b, cell, first);
  Value last = arith::UIToFPOp::create(b, f32, b.add(bins, 1 << mantissa));
  Value inside = arith::MinNumFOp::create(b, atLeast, last);
  return b.andi(b.bitcast(b.getI32Type(), inside), (1 << mantissa) - 1);
}

SmallVector<Value> HistogramLevels::countAtMost(ArrayRef<Value> samples) const {
  CodeBuilder &b = *kernel;
  auto counts = [&](Value level, unsigned item) {
    return order.isAtMost(b, level, samples[item]);
  };
  if (!table) {
    SmallVector<Value> none(samples.size(), b.i32(0));
    Value steps = countBits(b.add(bins, 1));
    return search(steps, steps, none, counts);
  }
  SmallVector<Value> own = llvm::map_to_vector(
      samples, [&](Value x) -> Value { return getCell(*table, x); });
  SmallVector<Value> lower = b.select(
      table->isEven, SmallVector<Type>(own.size(), b.getI32Type()),
      [&] { return own; },
      [&] {
        return llvm::map_to_vector(own, [&](Value cell) -> Value {
          return table->cells.load(b, cell);
        });
      });
  // A sample above all levels is compared with the first word of the table, and
  // either result is outside of all bins.
  SmallVector<Value> found =
      search(table->steps, b.sub(table->steps, 1), lower, counts);
  for (auto [item, done] : llvm::enumerate(found)) {
    Value isCounted = counts(levels.load(b, done), item);
    done = b.select(isCounted, b.add(done, 1), done);
  }
  return found;
}

Value HistogramLevels::countLower(const Table &table, Value cell) const {
  CodeBuilder &b = *kernel;
  Value zero = b.i32(0);
  auto isLower = [&](Value level, unsigned = 0) {
    return b.ult(getCell(table, level), cell);
  };
  // Levels of even bins need no search.
  Value isFirst = b.eq(cell, 0);
  Value previous = b.select(isFirst, zero, b.sub(cell, 1));
  Value isBefore = isLower(loadLevel(previous));
  Value isAfter = isLower(loadLevel(cell));
  Value one = b.boolean(true);
  Value isEven = b.andi(b.ori(isBefore, isFirst), b.xori(isAfter, one));
  return b
      .select(
          isEven, zero.getType(), [&] { return SmallVector<Value>{cell}; },
          [&] {
            Value steps = countBits(b.add(bins, 1));
            return search(steps, steps, zero, isLower);
          })
      .front();
}

HistogramLevels HistogramLevels::copyTo(const MemoryArray &memory) const {
  CodeBuilder &b = *kernel;
  Type i32 = b.getI32Type();
  Value zero = b.i32(0), count = b.add(bins, 1);
  Value thread = kernel->threadId();
  int64_t threads = kernel->blockSize();
  HistogramLevels copy(*this);
  copy.levels = MemoryArray(memory.getBase(), order.getType());
  MemoryArray cells(copy.levels.from(b, count).getBase(), i32);
  MemoryArray bits = cells.from(b, count);

  kernel->forEach(thread, count, threads, [&](Value number) {
    copy.levels.store(b, loadLevel(number), number);
  });
  kernel->ifThen(kernel->isFirstThread(), [&] { bits.store(b, zero, zero); });
  Value low = loadLevel(zero);
  Value range = order.getDistance(b, low, loadLevel(bins));
  Value number = arith::UIToFPOp::create(b, b.getF32Type(), bins);
  Value scale = arith::DivFOp::create(b, number, range);
  copy.table = Table{cells, low, scale, /*steps=*/Value(), /*isEven=*/Value()};
  kernel->barrier();

  kernel->forEach(thread, count, threads, [&](Value cell) {
    cells.store(b, copy.countLower(*copy.table, cell), cell);
  });
  kernel->barrier();

  // The highest bit of the most levels in a cell is that of all counts. The
  // sign says that some cell has not the level of its number.
  Value sign = b.i32(INT32_MIN);
  auto addBits = [&](Value cell, ValueRange found) -> SmallVector<Value> {
    Value lower = cells.load(b, cell);
    Value next = cells.load(b, b.minui(b.add(cell, 1), bins));
    Value end = b.select(b.eq(cell, bins), count, next);
    Value isUneven = b.ne(lower, cell);
    Value more = b.ori(b.sub(end, lower), b.select(isUneven, sign, zero));
    return {b.ori(found.front(), more)};
  };
  Value own = b.forEach(thread, count, threads, zero, addBits).front();
  Combiner either(CombinerKind::Or, i32);
  Value ofWave = createWarpReduce(b, either, own, /*all=*/false).getResult(0);
  kernel->ifThen(b.eq(kernel->laneId(), 0), [&] {
    createAtomicOr(b, ofWave, bits.place(b, zero), MemoryOrder::Relaxed,
                   MemoryScope::Block);
  });
  kernel->barrier();
  Value all = bits.load(b, zero);
  copy.table->steps = countBits(b.andi(all, INT32_MAX));
  copy.table->isEven = b.sge(all, 0);
  return copy;
}
