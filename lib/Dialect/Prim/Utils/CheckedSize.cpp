//===- CheckedSize.cpp - Products of sizes in host code -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplication with its high half looked at.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/CheckedSize.h"

using namespace mlir;
using namespace mlir::prim;

CheckedSize::CheckedSize(OpBuilder &builder, Location loc)
    : builder(builder), loc(loc),
      product(arith::ConstantOp::create(builder, loc,
                                        builder.getI64IntegerAttr(1))),
      inRange(
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true))) {}

void CheckedSize::multiply(int64_t factor) {
  multiply(arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(factor)));
}

void CheckedSize::multiply(Value factor) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  auto compare = [&](arith::CmpIPredicate predicate, Value value) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, value, zero);
  };
  auto require = [&](Value condition) {
    inRange = arith::AndIOp::create(builder, loc, inRange, condition);
  };
  // A negative factor is a large unsigned one, so that only 0 hides it.
  require(compare(arith::CmpIPredicate::sge, factor));
  auto wide = arith::MulUIExtendedOp::create(builder, loc, product, factor);
  product = wide.getLow();
  require(compare(arith::CmpIPredicate::eq, wide.getHigh()));
  require(compare(arith::CmpIPredicate::sge, product));
}
