//===- RankBound.cpp - The code of a block's k-th item *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankBound.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::foldInBlock(CodeBuilder &b, CombinerKind kind, Value value) {
  Value all = createBlockReduce(b, Combiner(kind, value.getType()), value,
                                /*all=*/true)
                  .getResult(0);
  return WarpUniformOp::create(b, all);
}

Value mlir::prim::countInBlock(CodeBuilder &b, ArrayRef<Value> flags) {
  Value count = b.i32(0);
  for (Value flag : flags)
    count = b.add(count, b.zextI32(flag));
  return foldInBlock(b, CombinerKind::Add, count);
}

SmallVector<Value> mlir::prim::areBelow(CodeBuilder &b, ArrayRef<Value> codes,
                                        Value bound) {
  return llvm::map_to_vector(codes,
                             [&](Value code) { return b.ult(code, bound); });
}

SmallVector<Value> mlir::prim::findLeast(CodeBuilder &b, ArrayRef<Value> codes,
                                         unsigned groups) {
  SmallVector<Value> least(codes.take_front(groups));
  for (unsigned item = least.size(); item < codes.size(); ++item)
    least[item % groups] = b.minui(least[item % groups], codes[item]);
  return least;
}

Value mlir::prim::findRankBound(CodeBuilder &b, ArrayRef<Value> codes,
                                Value first, Value slack) {
  Value least = codes.front(), largest = least;
  for (Value code : ArrayRef(codes).drop_front()) {
    least = b.minui(least, code);
    largest = b.maxui(largest, code);
  }
  least = foldInBlock(b, CombinerKind::MinUI, least);
  largest = foldInBlock(b, CombinerKind::MaxUI, largest);
  // Bits that all codes have need no search.
  Value differs = b.xori(least, largest);
  Value zeros = math::CountLeadingZerosOp::create(b, differs);
  Value isOpen = b.ne(differs, 0);
  Value below =
      b.shrui(b.constant(least.getType(), -1), b.select(isOpen, zeros, 0));
  Value open = b.select(isOpen, below, 0);
  Value bit = b.sub(open, b.shrui(open, 1));
  Value most = slack ? b.add(first, slack) : first;
  // Each round decides one bit, until as many codes as are taken are below.
  Value common = b.andi(least, b.invert(open));
  return b
      .whileLoop(
          {common, bit}, [&](ValueRange values) { return b.ne(values[1], 0); },
          [&](ValueRange values) {
            Value larger = b.ori(values[0], values[1]);
            Value count = countInBlock(b, areBelow(b, codes, larger));
            Value isUpTo = b.ule(count, most);
            Value code = b.select(isUpTo, larger, values[0]);
            Value isOpen =
                slack ? b.ugt(b.sub(count, first), slack) : b.ne(count, first);
            Value next = b.select(isOpen, b.shrui(values[1], 1), 0);
            return SmallVector<Value>{code, next};
          })
      .front();
}
