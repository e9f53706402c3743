//===- CrossLane.cpp - Moving values across lanes -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Default moves made of those that every family implements. Splits values into
// the 32-bit words that hardware moves, and reassembles them.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/CrossLane.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

CrossLane::~CrossLane() = default;

/// The integer with the bits of `value`: index as i64, floats bit by bit.
static Value toBits(CodeBuilder &b, Value value) {
  Type type = value.getType();
  if (type.isIndex())
    return b.createOrFold<arith::IndexCastUIOp>(b.getI64Type(), value);
  if (isa<FloatType>(type))
    return b.createOrFold<arith::BitcastOp>(
        b.getIntegerType(type.getIntOrFloatBitWidth()), value);
  return value;
}

static Value fromBits(CodeBuilder &b, Value bits, Type type) {
  if (type.isIndex())
    return b.createOrFold<arith::IndexCastUIOp>(type, bits);
  if (isa<FloatType>(type))
    return b.createOrFold<arith::BitcastOp>(type, bits);
  return bits;
}

/// Truncates `count` (an integer as wide as a mask) to i32.
static Value narrow(CodeBuilder &b, Value count) {
  return count.getType() == b.getI32Type() ? count : b.truncI32(count);
}

Value CrossLane::countLeadingZeros(Value mask) {
  return narrow(b, LLVM::CountLeadingZerosOp::create(b, mask.getType(), mask,
                                                     /*is_zero_poison=*/true));
}

Value CrossLane::countTrailingZeros(Value mask) {
  return narrow(b, LLVM::CountTrailingZerosOp::create(b, mask.getType(), mask,
                                                      /*is_zero_poison=*/true));
}

/// A pair of words. Splitting and reassembling wide integers by this type
/// instead of shifts hides arithmetic that LLVM would reassociate.
static VectorType getWordPair(CodeBuilder &b) {
  return VectorType::get({2}, b.getI32Type());
}

/// The 32-bit words of an integer of up to 64 bits, the low one first. Narrow
/// integers are extended with zeros, or with undefined bits.
static SmallVector<Value> splitWords(CodeBuilder &b, Value bits,
                                     bool anyUpperHalf = false) {
  Type word = b.getI32Type();
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return {bits};
  if (anyUpperHalf && width == 16 && !matchPattern(bits, m_Constant())) {
    // Undefined bits cost no instruction.
    Value pair =
        LLVM::PoisonOp::create(b, VectorType::get({2}, b.getI16Type()));
    Value position = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(0));
    pair = LLVM::InsertElementOp::create(b, pair, bits, position);
    return {LLVM::BitcastOp::create(b, word, pair)};
  }
  if (width < 32)
    return {b.createOrFold<arith::ExtUIOp>(word, bits)};
  APInt constant;
  if (matchPattern(bits, m_ConstantInt(&constant))) {
    auto half = [&](unsigned shift) -> Value {
      return b.constant(word, constant.extractBits(32, shift));
    };
    return {half(0), half(32)};
  }
  Value pair = LLVM::BitcastOp::create(b, getWordPair(b), bits);
  auto half = [&](unsigned i) -> Value {
    Value position = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(i));
    return LLVM::ExtractElementOp::create(b, pair, position);
  };
  return {half(0), half(1)};
}

static Value joinWords(CodeBuilder &b, ArrayRef<Value> words, Type bits) {
  if (words.size() == 2) {
    Value pair = LLVM::PoisonOp::create(b, getWordPair(b));
    for (auto [i, word] : llvm::enumerate(words)) {
      Value position = LLVM::ConstantOp::create(b, b.getI32IntegerAttr(i));
      pair = LLVM::InsertElementOp::create(b, pair, word, position);
    }
    return LLVM::BitcastOp::create(b, bits, pair);
  }
  if (bits.getIntOrFloatBitWidth() < 32)
    return b.trunci(bits, words[0]);
  return words[0];
}

SmallVector<Value> CrossLane::toWords(Value scalar) {
  return splitWords(b, toBits(b, scalar));
}

Value CrossLane::fromWords(ArrayRef<Value> words, Type type) {
  Type bits = type;
  if (!isa<IntegerType>(type))
    bits = b.getIntegerType(type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
  return fromBits(b, joinWords(b, words, bits), type);
}

Value CrossLane::positionIn(unsigned width) {
  if (width == target.waveSize)
    return laneId();
  if (llvm::isPowerOf2_32(width))
    return b.andi(laneId(), b.i32(width - 1));
  return b.remui(laneId(), b.i32(width));
}

Value CrossLane::laneAt(Value position, unsigned width) {
  if (width == target.waveSize)
    return position;
  Value first = b.sub(laneId(), positionIn(width));
  return b.add(first, position);
}

ValueTuple
CrossLane::mapValues(ValueRange values,
                     function_ref<SmallVector<Value>(ArrayRef<Value>)> step) {
  ValueTuple results;
  for (Value value : values) {
    SmallVector<Value> words = splitWords(b, toBits(b, value),
                                          /*anyUpperHalf=*/true);
    results.push_back(fromWords(step(words), value.getType()));
  }
  return results;
}

ValueTuple CrossLane::mapWords(ValueRange values, ValueRange fill,
                               function_ref<Value(Value, Value)> move) {
  ValueTuple results;
  for (auto [member, value] : llvm::enumerate(values)) {
    SmallVector<Value> words = splitWords(b, toBits(b, value),
                                          /*anyUpperHalf=*/true);
    SmallVector<Value> fillWords(words.size());
    if (!fill.empty())
      fillWords = toWords(fill[member]);
    for (auto [word, fillWord] : llvm::zip_equal(words, fillWords))
      word = move(word, fillWord);
    results.push_back(fromWords(words, value.getType()));
  }
  return results;
}

Value CrossLane::spreadLaneBit(unsigned bit, bool inverted) {
  Value number = laneId();
  if (inverted)
    number = b.invert(number);
  // Shifting up to the sign and down again is one bit field extraction.
  Value top = b.shli(number, b.i32(31 - bit));
  return b.shrsi(top, b.i32(31));
}

Value CrossLane::smallerOrLarger(Value lhs, Value rhs, Value mask) {
  // The median of three, in a form that targets match.
  Value smaller = b.minui(lhs, rhs);
  Value larger = b.maxui(lhs, rhs);
  return b.maxui(smaller, b.minui(larger, mask));
}

SmallVector<Value> CrossLane::matchLabel(ValueRange label, unsigned bits,
                                         ValueRange among) {
  auto invert = [&](Value word) { return b.invert(word); };
  SmallVector<Value> differ(llvm::divideCeil(target.waveSize, 32), b.i32(0));
  if (!among.empty())
    differ = llvm::map_to_vector(among, invert);
  for (auto [index, word] : llvm::enumerate(label)) {
    unsigned done = 32 * index;
    if (done < bits)
      addDifferent(differ, word, std::min(bits - done, 32u));
  }
  return llvm::map_to_vector(differ, invert);
}

void CrossLane::addDifferent(MutableArrayRef<Value> differ, Value label,
                             unsigned count) {
  for (unsigned bit = 0; bit != count; ++bit) {
    Value top = b.shli(label, b.i32(31 - bit));
    // Opaque, because LLVM would extract the bit a second time for the
    // comparison.
    Value own = opaque(b.shrsi(top, b.i32(31)));
    SmallVector<Value> others = toWords(ballot(b.ne(own, b.i32(0))));
    // This lane's bit, spread over a word, is used for all words of the ballot.
    for (auto [word, other] : llvm::zip_equal(differ, others))
      word = b.ori(word, b.xori(other, own));
  }
}

Value CrossLane::keepOne(Value own, Value other, unsigned mask, bool whole,
                         bool largestFirst) {
  Value fetched = exchangeXor(other, mask, whole).front();
  return smallerOrLarger(fetched, own,
                         spreadLaneBit(llvm::Log2_32(mask), largestFirst));
}

//===----------------------------------------------------------------------===//
// Moves made of others
//===----------------------------------------------------------------------===//

ValueTuple CrossLane::shift(ValueRange values, int by) {
  return permute(values, b.sub(laneId(), b.i32(by)));
}

ValueTuple CrossLane::shiftWithin(ValueRange values, int by, unsigned width,
                                  ValueRange fill) {
  ValueTuple moved = shift(values, by);
  if (fill.empty())
    return moved;
  Value hasSource = by > 0 ? b.uge(positionIn(width), b.i32(by))
                           : b.ult(positionIn(width), b.i32(width + by));
  return selectTuple(b, hasSource, moved, fill);
}

ValueTuple CrossLane::shiftRow(ValueRange values, int by, ValueRange fill) {
  return shiftWithin(values, by, getRowSize(), fill);
}

ValueTuple CrossLane::shiftOne(ValueRange values, bool down, ValueRange fill) {
  return shiftWithin(values, down ? -1 : 1, target.waveSize, fill);
}

ValueTuple CrossLane::readGroup(ValueRange values, unsigned group,
                                unsigned lane) {
  if (group == 1)
    return ValueTuple(values);
  if (group == target.waveSize)
    return readLane(values, b.i32(lane));
  return permute(values, laneAt(b.i32(lane), group));
}

ValueTuple CrossLane::carry(ValueRange values, unsigned group) {
  return readGroup(values, group, group / 2 - 1);
}

ValueTuple CrossLane::scatter(ValueRange, Value) {
  llvm_unreachable("canScatter() does not hold");
}

ValueTuple CrossLane::exchangeXor(ValueRange values, unsigned mask,
                                  bool whole) {
  if (mask == 0)
    return ValueTuple(values);
  Value lane = b.xori(laneId(), b.i32(mask));
  ValueTuple moved = permute(values, lane, whole);
  return whole ? moved : zeroIfMissing(moved, lane);
}

ValueTuple CrossLane::zeroIfMissing(ValueRange moved, Value lane) {
  Value active = ballot(b.boolean(true));
  Type type = active.getType();
  if (type != lane.getType())
    lane = b.extui(type, lane);
  Value bit = b.andi(b.shrui(active, lane), b.constant(type, 1));
  Value exists = b.ne(bit, b.constant(type, 0));
  return ValueTuple(llvm::map_range(moved, [&](Value value) -> Value {
    Value zero = b.zero(value.getType());
    return b.select(exists, value, zero);
  }));
}
