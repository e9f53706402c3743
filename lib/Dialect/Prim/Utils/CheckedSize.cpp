//===- CheckedSize.cpp - Products of sizes in host code -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplies with a check of the high half.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/CheckedSize.h"

using namespace mlir;
using namespace mlir::prim;

CheckedSize::CheckedSize(CodeBuilder &b)
    : b(b), product(b.i64(1)), inRange(b.boolean(true)) {}

void CheckedSize::multiply(int64_t factor) { multiply(b.i64(factor)); }

void CheckedSize::multiply(Value factor) {
  auto require = [&](Value condition) { inRange = b.andi(inRange, condition); };
  // A negative factor is a large unsigned one, so that only 0 hides it.
  require(b.sge(factor, 0));
  auto wide = arith::MulUIExtendedOp::create(b, product, factor);
  product = wide.getLow();
  require(b.eq(wide.getHigh(), 0));
  require(b.sge(product, 0));
}
