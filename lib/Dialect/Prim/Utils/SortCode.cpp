//===- SortCode.cpp - Sort keys as unsigned integers ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signed integers flip the sign bit. Negative floats are inverted, and other
// floats get the sign bit set. The opposite order inverts the result.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;

IntegerType mlir::prim::getSortCodeType(Type keyType) {
  unsigned width = keyType.isIndex() ? 64 : keyType.getIntOrFloatBitWidth();
  return IntegerType::get(keyType.getContext(), width);
}

namespace {

/// Arithmetic on codes of one width.
struct SortCodes {
  SortCodes(CodeBuilder &b, Type keyType)
      : b(b), type(getSortCodeType(keyType)), width(type.getWidth()) {}

  Value flip(Value code, const APInt &bits) {
    return bits.isZero() ? code : b.xori(code, b.constant(type, bits));
  }
  /// Copies the sign bit of `code` to all bits.
  Value spreadSign(Value code) {
    return b.shrsi(code, b.constant(type, APInt(width, width - 1)));
  }
  Value bitsOf(Value key) {
    if (key.getType().isIndex())
      return b.indexCast(type, key);
    if (isa<FloatType>(key.getType()))
      return b.bitcast(type, key);
    return key;
  }
  Value keyOf(Value bits, Type keyType) {
    if (keyType.isIndex())
      return b.indexCast(keyType, bits);
    if (isa<FloatType>(keyType))
      return b.bitcast(keyType, bits);
    return bits;
  }
  /// Maps the bits of a float such that floats other than NaN compare
  /// correctly.
  Value encodeFloat(Value bits) {
    Value mask =
        b.ori(spreadSign(bits), b.constant(type, APInt::getSignMask(width)));
    return b.xori(bits, mask);
  }
  /// The inverse of encodeFloat().
  Value decodeFloat(Value code) {
    // The sign bit of a code is the inverse of the float's.
    Value inverted = flip(code, APInt::getAllOnes(width));
    Value mask = b.ori(spreadSign(inverted),
                       b.constant(type, APInt::getSignMask(width)));
    return b.xori(code, mask);
  }
  /// The bits to flip in an integer code.
  APInt flips(SortOrder order, bool largestFirst) {
    APInt bits =
        largestFirst ? APInt::getAllOnes(width) : APInt::getZero(width);
    if (order == SortOrder::SLT)
      bits ^= APInt::getSignMask(width);
    return bits;
  }
  /// The code by encodeFloat() of negative infinity. Codes below it are NaNs
  /// with a sign.
  Value negativeInfinity(Type keyType) {
    APInt bits = APFloat::getInf(cast<FloatType>(keyType).getFloatSemantics(),
                                 /*Negative=*/true)
                     .bitcastToAPInt();
    return b.constant(type, ~bits);
  }

  CodeBuilder &b;
  IntegerType type;
  unsigned width;
};

} // namespace

Value mlir::prim::createSortCode(CodeBuilder &b, Value key, SortOrder order,
                                 bool largestFirst) {
  SortCodes codes(b, key.getType());
  Value code = codes.bitsOf(key);
  if (order == SortOrder::Total) {
    Value sign = b.constant(codes.type, APInt::getSignMask(codes.width));
    Value isNegativeZero = b.eq(code, sign);
    Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, key, key);
    code = codes.encodeFloat(code);
    // Both zeros have the code of +0.0.
    code = b.select(isNegativeZero, sign, code);
    code = b.select(
        isNaN, b.constant(codes.type, APInt::getAllOnes(codes.width)), code);
  }
  return codes.flip(code, codes.flips(order, largestFirst));
}

Value mlir::prim::decodeSortCode(CodeBuilder &b, Value code, Type keyType,
                                 SortOrder order, bool largestFirst) {
  SortCodes codes(b, keyType);
  code = codes.flip(code, codes.flips(order, largestFirst));
  if (order == SortOrder::Total)
    code = codes.decodeFloat(code);
  return codes.keyOf(code, keyType);
}

Value mlir::prim::createExactSortCode(CodeBuilder &b, Value key,
                                      SortOrder order, bool largestFirst) {
  SortCodes codes(b, key.getType());
  Value code = codes.bitsOf(key);
  if (order == SortOrder::Total)
    // NaNs with a sign come first, so the codes are rotated to put them last.
    code =
        b.sub(codes.encodeFloat(code), codes.negativeInfinity(key.getType()));
  return codes.flip(code, codes.flips(order, largestFirst));
}

Value mlir::prim::decodeExactSortCode(CodeBuilder &b, Value code, Type keyType,
                                      SortOrder order, bool largestFirst) {
  SortCodes codes(b, keyType);
  code = codes.flip(code, codes.flips(order, largestFirst));
  if (order == SortOrder::Total) {
    code = b.add(code, codes.negativeInfinity(keyType));
    code = codes.decodeFloat(code);
  }
  return codes.keyOf(code, keyType);
}
