//===- ThreadScan.cpp - Folds over one thread's items ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolled serial folds. Items per thread are a small constant, so no loop is
// emitted.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/ThreadScan.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<ValueTuple> mlir::prim::unpackItems(CodeBuilder &b,
                                                ValueRange values) {
  auto vectorType = dyn_cast<VectorType>(values.front().getType());
  if (!vectorType)
    return {llvm::to_vector(values)};
  SmallVector<ValueTuple> items;
  for (int64_t i = 0, e = vectorType.getNumElements(); i != e; ++i)
    items.push_back(llvm::map_to_vector(values, [&](Value value) -> Value {
      return vector::ExtractOp::create(b, value, i);
    }));
  return items;
}

SmallVector<Value> mlir::prim::unpackMember(CodeBuilder &b, Value value) {
  return llvm::map_to_vector(unpackItems(b, value), [](const ValueTuple &item) {
    return item.front();
  });
}

SmallVector<Type> mlir::prim::getVectorTypes(TypeRange types, int64_t items) {
  return llvm::map_to_vector(
      types, [&](Type type) -> Type { return VectorType::get({items}, type); });
}

SmallVector<Value> mlir::prim::packItems(CodeBuilder &b,
                                         ArrayRef<ValueTuple> items,
                                         TypeRange types) {
  SmallVector<Value> values;
  for (auto [member, type] : llvm::enumerate(types)) {
    if (!isa<VectorType>(type)) {
      values.push_back(items.front()[member]);
      continue;
    }
    SmallVector<Value> elements;
    for (const ValueTuple &item : items)
      elements.push_back(item[member]);
    values.push_back(vector::FromElementsOp::create(b, type, elements));
  }
  return values;
}

ValueTuple mlir::prim::threadReduce(CodeBuilder &b, const Combiner &combiner,
                                    ArrayRef<ValueTuple> items) {
  ValueTuple fold = items.front();
  for (const ValueTuple &item : items.drop_front())
    fold = combiner.combine(b, fold, item);
  return fold;
}

Value mlir::prim::threadReduceWords(CodeBuilder &b, const Combiner &combiner,
                                    Value vector) {
  constexpr unsigned wordBits = 32;
  auto type = cast<VectorType>(vector.getType());
  std::optional<CombinerKind> kind = combiner.getKind();
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!kind || !element ||
      (element.getWidth() != 8 && element.getWidth() != 16))
    return Value();
  unsigned bits = element.getWidth();
  int64_t words = type.getNumElements() * bits / wordBits;
  bool isSum = *kind == CombinerKind::Add;
  bool isBitwise = *kind == CombinerKind::And || *kind == CombinerKind::Or ||
                   *kind == CombinerKind::Xor;
  // Sums of bytes must fit into 16 bits until the end.
  constexpr int64_t maxSummed = 128;
  if (!(isBitwise || (isSum && words <= maxSummed)) || words < 2 ||
      type.getNumElements() * bits % wordBits)
    return Value();
  IntegerType wordType = b.getI32Type();
  Combiner ofWords(*kind, wordType);
  auto combine = [&](Value lhs, Value rhs) {
    return lhs ? ofWords.combine(b, lhs, rhs).front() : rhs;
  };
  Value all =
      vector::BitCastOp::create(b, VectorType::get({words}, wordType), vector);
  Value fold, evens;
  for (int64_t i = 0; i != words; ++i) {
    Value word = vector::ExtractOp::create(b, all, i);
    fold = combine(fold, word);
    if (isSum)
      evens = combine(evens, b.andi(word, bits == 8 ? 0xff00ff : 0xffff));
  }
  // The sum of whole words minus the sum of the even elements is the sum of the
  // odd elements, shifted to their place.
  if (isSum)
    fold = combine(evens, b.shrui(b.sub(fold, evens), bits));
  for (unsigned by = wordBits / 2; by >= (isSum ? 2 * bits : bits); by /= 2)
    fold = combine(fold, b.shrui(fold, by));
  return b.trunci(element, fold);
}

static constexpr int64_t bytesPerWord = 4;

bool mlir::prim::scansWords(const Combiner &combiner, VectorType type) {
  // A sum of fewer bytes fits into 16 bits.
  constexpr int64_t maxBytes = 256;
  int64_t count = type.getNumElements();
  return combiner.getKind() == CombinerKind::Add &&
         type.getElementType().isInteger(8) && count % bytesPerWord == 0 &&
         count < maxBytes;
}

Value mlir::prim::threadScanWords(CodeBuilder &b, const Combiner &combiner,
                                  Value vector, Value prefix, ScanMode mode) {
  assert(mode != ScanMode::Both && "ask for one kind of prefix at a time");
  auto type = cast<VectorType>(vector.getType());
  assert(scansWords(combiner, type) && "sums of bytes");
  Value low = b.i32(0x00ff00ff), high = b.i32(int32_t(0xff00ff00));
  Value both = b.i32(0x00010001);
  Value byte = b.i32(8), half = b.i32(16);
  VectorType words =
      VectorType::get({type.getNumElements() / bytesPerWord}, b.getI32Type());
  Value all = vector::BitCastOp::create(b, words, vector);
  Value before = b.zextI32(prefix);
  Value last = before;
  SmallVector<Value> results;
  for (int64_t i = 0; i != words.getNumElements(); ++i) {
    // For bytes a, b, c, d of a word, `evens` holds in its halves the sums up
    // to a and c, and `odds` those up to b and d.
    Value word = vector::ExtractOp::create(b, all, i);
    Value ofOdds = b.mul(b.andi(b.shrui(word, byte), low), both);
    Value ofEvens = b.mul(b.add(b.andi(word, low), before), both);
    Value evens = b.add(ofEvens, b.shli(ofOdds, half));
    Value odds = b.add(ofEvens, ofOdds);
    before = b.shrui(odds, half);
    Value sums = b.andi(evens, low);
    sums = b.ori(sums, b.andi(b.shli(odds, byte), high));
    if (mode == ScanMode::Exclusive) {
      Value shifted = b.ori(b.shli(sums, byte), last);
      last = b.shrui(sums, 24);
      sums = shifted;
    }
    results.push_back(sums);
  }
  return vector::BitCastOp::create(
      b, type, vector::FromElementsOp::create(b, words, results));
}

SmallVector<OptionalTuple>
mlir::prim::presentItems(ArrayRef<ValueTuple> items) {
  return llvm::map_to_vector(
      items, [](const ValueTuple &item) -> OptionalTuple { return item; });
}

SmallVector<ValueTuple> mlir::prim::threadScan(CodeBuilder &b,
                                               const Combiner &combiner,
                                               ArrayRef<OptionalTuple> items,
                                               const OptionalTuple &prefix,
                                               ScanMode mode, bool reverse) {
  assert(mode != ScanMode::Both && "ask for one kind of prefix at a time");
  SmallVector<ValueTuple> results(items.size());
  OptionalTuple running = prefix;
  for (size_t step = 0, e = items.size(); step != e; ++step) {
    size_t i = reverse ? e - 1 - step : step;
    if (mode == ScanMode::Exclusive)
      results[i] =
          running.isNever() ? identityOrPoison(b, combiner) : running.values;
    // No fold is needed after the last exclusive result.
    if (mode == ScanMode::Exclusive && step + 1 == e)
      break;
    running = reverse ? combineOptional(b, combiner, items[i], running)
                      : combineOptional(b, combiner, running, items[i]);
    if (mode == ScanMode::Inclusive)
      results[i] = running.values;
  }
  return results;
}
