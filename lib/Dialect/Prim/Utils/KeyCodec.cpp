//===- KeyCodec.cpp - Sort keys as unsigned integers *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extracts digits from sort codes.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/KeyCodec.h"

#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;

KeyCodec::KeyCodec(Type keyType, SortOrder order, bool descending)
    : keyType(keyType), order(order), descending(descending), beginBit(0),
      endBit(getWidth()) {}

KeyCodec KeyCodec::get(SortOpInterface op) {
  Type key = op.getItemTypes().front();
  KeyCodec codec(key, *op.getSortOrder(), op.isDescending());
  // The verifier has checked that order, key type and range are consistent.
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

std::optional<KeyCodec> KeyCodec::getCodeCodec() const {
  if (!isa<IntegerType>(keyType))
    return std::nullopt;
  KeyCodec codec(keyType, SortOrder::ULT, /*descending=*/false);
  codec.beginBit = beginBit;
  codec.endBit = endBit;
  return codec;
}

Value KeyCodec::toCode(CodeBuilder &b, Value key) const {
  return createSortCode(b, key, order, descending);
}

Value KeyCodec::fromCode(CodeBuilder &b, Value code) const {
  return decodeSortCode(b, code, keyType, order, descending);
}

Value KeyCodec::encode(CodeBuilder &b, Value key) const {
  Value code = createSortCode(b, key, order, descending);
  if (getWidth() < 32)
    code = b.zextI32(code);
  return code;
}

Value KeyCodec::digit(CodeBuilder &b, Value key, unsigned shift,
                      unsigned bits) const {
  return digit(b, key, b.i32(shift), bits);
}

Value KeyCodec::digit(CodeBuilder &b, Value key, Value shift,
                      unsigned bits) const {
  Value code = encode(b, key);
  if (code.getType() != shift.getType())
    shift = b.extui(code.getType(), shift);
  code = b.shrui(code, shift);
  if (!code.getType().isInteger(32))
    code = b.truncI32(code);
  return b.andi(code, (int64_t(1) << bits) - 1);
}

Value KeyCodec::lastKey(CodeBuilder &b) const {
  Type storage = getStorageType(keyType);
  TypedAttr value;
  if (auto type = dyn_cast<FloatType>(keyType)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    value = b.getFloatAttr(
        type, descending ? APFloat::getInf(semantics, /*Negative=*/true)
                         : APFloat::getNaN(semantics));
  } else {
    unsigned width = getWidth();
    bool isSigned = order == SortOrder::SLT;
    APInt largest =
        isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    // The smallest key is the complement of the largest one in either order.
    value = b.getIntegerAttr(storage, descending ? ~largest : largest);
  }
  Value key = b.constant(value);
  if (keyType.isIndex())
    key = b.indexCast(keyType, key);
  return key;
}

Value KeyCodec::keyOfLastDigits(CodeBuilder &b) const {
  // The last floats in descending order are infinite, and their codes do not
  // have all bits set.
  if (descending && isa<FloatType>(keyType))
    return Value();
  return lastKey(b);
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
