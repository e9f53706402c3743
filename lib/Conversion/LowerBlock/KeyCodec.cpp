//===- KeyCodec.cpp - Sort keys as unsigned integers *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts digits from sort codes.
//
//===----------------------------------------------------------------------===//

#include "KeyCodec.h"

#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;

KeyCodec::KeyCodec(Type keyType, SortOrder order, bool descending)
    : keyType(keyType), order(order), descending(descending), beginBit(0),
      endBit(getWidth()) {}

KeyCodec KeyCodec::get(SortOpInterface op) {
  Type key = op.getItemTypes().front();
  KeyCodec codec(key, *op.getSortOrder(), op.isDescending());
  // The verifier has seen to it that order, key type and range go together.
  if (auto range = op.getBitRange()) {
    codec.beginBit = range->first;
    codec.endBit = range->second;
  }
  return codec;
}

unsigned KeyCodec::getNumDigits(unsigned maxDigitBits) const {
  return llvm::divideCeil(endBit - beginBit, maxDigitBits);
}

unsigned KeyCodec::getDigitBits(unsigned numDigits) const {
  return llvm::divideCeil(endBit - beginBit, numDigits);
}

unsigned KeyCodec::getDigitShift(unsigned digit, unsigned numDigits) const {
  unsigned bits = getDigitBits(numDigits);
  return std::min(beginBit + digit * bits, endBit - bits);
}

Value KeyCodec::encode(OpBuilder &builder, Location loc, Value key) const {
  Value code = createSortCode(builder, loc, key, order, descending);
  if (getWidth() < 32)
    code = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), code);
  return code;
}

Value KeyCodec::digit(OpBuilder &builder, Location loc, Value key,
                      unsigned shift, unsigned bits) const {
  return digit(builder, loc, key, createI32(builder, loc, shift), bits);
}

Value KeyCodec::digit(OpBuilder &builder, Location loc, Value key, Value shift,
                      unsigned bits) const {
  Value code = encode(builder, loc, key);
  if (code.getType() != shift.getType())
    shift = arith::ExtUIOp::create(builder, loc, code.getType(), shift);
  code = arith::ShRUIOp::create(builder, loc, code, shift);
  if (!code.getType().isInteger(32))
    code = arith::TruncIOp::create(builder, loc, builder.getI32Type(), code);
  Value mask = createI32(builder, loc, (int64_t(1) << bits) - 1);
  return arith::AndIOp::create(builder, loc, code, mask);
}

Value KeyCodec::lastKey(OpBuilder &builder, Location loc) const {
  Type storage = getStorageType(keyType);
  TypedAttr value;
  if (auto type = dyn_cast<FloatType>(keyType)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    value = builder.getFloatAttr(
        type, descending ? APFloat::getInf(semantics, /*Negative=*/true)
                         : APFloat::getNaN(semantics));
  } else {
    unsigned width = getWidth();
    bool isSigned = order == SortOrder::SLT;
    APInt largest =
        isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    // The smallest key is the largest one's complement in either order.
    value = builder.getIntegerAttr(storage, descending ? ~largest : largest);
  }
  Value key = arith::ConstantOp::create(builder, loc, value);
  if (keyType.isIndex())
    key = arith::IndexCastOp::create(builder, loc, keyType, key);
  return key;
}

Value KeyCodec::keyOfLastDigits(OpBuilder &builder, Location loc) const {
  // The last of descending floats are infinite, not those with all bits set.
  if (descending && isa<FloatType>(keyType))
    return Value();
  return lastKey(builder, loc);
}

SmallVector<Value> KeySort::putFirst(ValueRange values) const {
  SmallVector<Value> result(values);
  std::rotate(result.begin(), result.begin() + member,
              result.begin() + member + 1);
  return result;
}

SmallVector<KeySort> mlir::prim::getKeySorts(SortOpInterface op) {
  int64_t from = 0, to = INT64_MAX;
  if (auto range = op.getBitRange())
    std::tie(from, to) = *range;
  SmallVector<KeySort> sorts;
  SmallVector<Type> types = op.getItemTypes();
  int64_t offset = 0;
  for (unsigned member = op.getNumKeys(); member-- > 0;) {
    int64_t width = 8 * getElementBytes(types[member]);
    int64_t first = std::max<int64_t>(from - offset, 0);
    int64_t last = std::min(to - offset, width);
    offset += width;
    if (first >= last)
      continue;
    KeySort sort{member, SortOrder::Total, std::nullopt};
    if (std::optional<ArrayRef<int32_t>> orders = op.getKeyOrders())
      sort.order = static_cast<SortOrder>((*orders)[member]);
    else if (!isa<FloatType>(types[member]))
      sort.order = *op.getSortOrder();
    if (first != 0 || last != width)
      sort.bits = {first, last};
    sorts.push_back(sort);
  }
  return sorts;
}
