//===- SortCode.cpp - Sort keys as unsigned integers ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signed integers flip the sign bit; negative floats are inverted, others get
// the sign bit; the opposite order inverts what comes out.
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
struct CodeBuilder {
  CodeBuilder(OpBuilder &builder, Location loc, Type keyType)
      : builder(builder), loc(loc), type(getSortCodeType(keyType)),
        width(type.getWidth()) {}

  Value constant(const APInt &value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }
  Value flip(Value code, const APInt &bits) {
    return bits.isZero()
               ? code
               : arith::XOrIOp::create(builder, loc, code, constant(bits));
  }
  /// All bits of `code` are its sign.
  Value spreadSign(Value code) {
    return arith::ShRSIOp::create(builder, loc, code,
                                  constant(APInt(width, width - 1)));
  }
  Value bitsOf(Value key) {
    if (key.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, type, key);
    if (isa<FloatType>(key.getType()))
      return arith::BitcastOp::create(builder, loc, type, key);
    return key;
  }
  Value keyOf(Value bits, Type keyType) {
    if (keyType.isIndex())
      return arith::IndexCastOp::create(builder, loc, keyType, bits);
    if (isa<FloatType>(keyType))
      return arith::BitcastOp::create(builder, loc, keyType, bits);
    return bits;
  }
  /// The bits of a float so that floats that are no NaN compare.
  Value encodeFloat(Value bits) {
    Value mask = arith::OrIOp::create(builder, loc, spreadSign(bits),
                                      constant(APInt::getSignMask(width)));
    return arith::XOrIOp::create(builder, loc, bits, mask);
  }
  /// The inverse of encodeFloat().
  Value decodeFloat(Value code) {
    // The sign bit of a code is the inverse of that of the float.
    Value inverted = flip(code, APInt::getAllOnes(width));
    Value mask = arith::OrIOp::create(builder, loc, spreadSign(inverted),
                                      constant(APInt::getSignMask(width)));
    return arith::XOrIOp::create(builder, loc, code, mask);
  }
  /// What flips an integer code.
  APInt flips(SortOrder order, bool largestFirst) {
    APInt bits =
        largestFirst ? APInt::getAllOnes(width) : APInt::getZero(width);
    if (order == SortOrder::SLT)
      bits ^= APInt::getSignMask(width);
    return bits;
  }
  /// The code that encodeFloat() gives for negative infinity: below it are the
  /// NaNs with a sign.
  Value negativeInfinity(Type keyType) {
    APInt bits = APFloat::getInf(cast<FloatType>(keyType).getFloatSemantics(),
                                 /*Negative=*/true)
                     .bitcastToAPInt();
    return constant(~bits);
  }

  OpBuilder &builder;
  Location loc;
  IntegerType type;
  unsigned width;
};

} // namespace

Value mlir::prim::createSortCode(OpBuilder &builder, Location loc, Value key,
                                 SortOrder order, bool largestFirst) {
  CodeBuilder codes(builder, loc, key.getType());
  Value code = codes.bitsOf(key);
  if (order == SortOrder::Total) {
    Value sign = codes.constant(APInt::getSignMask(codes.width));
    Value isNegativeZero = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, code, sign);
    Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                        key, key);
    code = codes.encodeFloat(code);
    // Both zeros have the code of +0.0.
    code = arith::SelectOp::create(builder, loc, isNegativeZero, sign, code);
    code = arith::SelectOp::create(
        builder, loc, isNaN, codes.constant(APInt::getAllOnes(codes.width)),
        code);
  }
  return codes.flip(code, codes.flips(order, largestFirst));
}

Value mlir::prim::decodeSortCode(OpBuilder &builder, Location loc, Value code,
                                 Type keyType, SortOrder order,
                                 bool largestFirst) {
  CodeBuilder codes(builder, loc, keyType);
  code = codes.flip(code, codes.flips(order, largestFirst));
  if (order == SortOrder::Total)
    code = codes.decodeFloat(code);
  return codes.keyOf(code, keyType);
}

Value mlir::prim::createExactSortCode(OpBuilder &builder, Location loc,
                                      Value key, SortOrder order,
                                      bool largestFirst) {
  CodeBuilder codes(builder, loc, key.getType());
  Value code = codes.bitsOf(key);
  if (order == SortOrder::Total)
    // NaNs with a sign come out below everything: wrap them around to the top.
    code = arith::SubIOp::create(builder, loc, codes.encodeFloat(code),
                                 codes.negativeInfinity(key.getType()));
  return codes.flip(code, codes.flips(order, largestFirst));
}

Value mlir::prim::decodeExactSortCode(OpBuilder &builder, Location loc,
                                      Value code, Type keyType, SortOrder order,
                                      bool largestFirst) {
  CodeBuilder codes(builder, loc, keyType);
  code = codes.flip(code, codes.flips(order, largestFirst));
  if (order == SortOrder::Total) {
    code = arith::AddIOp::create(builder, loc, code,
                                 codes.negativeInfinity(keyType));
    code = codes.decodeFloat(code);
  }
  return codes.keyOf(code, keyType);
}
