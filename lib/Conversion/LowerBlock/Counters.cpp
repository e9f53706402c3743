//===- Counters.cpp - Counters of a block *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses cover as many adjacent counters of a thread as possible.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr unsigned counterBytes = 4;

void Counters::clear(Value start, unsigned count, Value number,
                     unsigned threads) {
  // The widest access that divides the share evenly.
  unsigned width = 1;
  while (width * counterBytes < context.getTarget().accessBytes &&
         count % (threads * width * 2) == 0)
    width *= 2;
  auto type = VectorType::get({width}, b.getI32Type());
  Value zero = b.zero(type);
  MemoryArray wide(base, b.getI32Type(), width * counterBytes);
  for (unsigned done = 0; done < count; done += threads * width) {
    Value own = b.mul(number, width);
    Value behind = b.i32(done);
    auto flags = arith::IntegerOverflowFlags::nuw;
    auto store = [&] {
      Value place = b.add(start, own, flags);
      wide.storeVector(b, zero,
                       b.createOrFold<arith::AddIOp>(place, behind, flags));
    };
    if (done + threads * width <= count) {
      store();
      continue;
    }
    Value index = b.add(own, behind);
    Value inside = b.ult(index, count);
    b.ifThen(inside, store);
  }
}

SmallVector<Value>
Counters::inOwners(unsigned results,
                   llvm::function_ref<SmallVector<Value>()> body) {
  unsigned owners = row / share;
  if (owners >= context.getBlockSize())
    return body();
  Value isOwner = b.ult(context.getThreadId(), owners);
  if (!results) {
    b.ifThen(isOwner, [&] { body(); });
    return {};
  }
  SmallVector<Type> types(results, b.getI32Type());
  return b.select(isOwner, types, body,
                  [&] { return SmallVector<Value>(results, b.i32(0)); });
}

Value Counters::firstOwn(unsigned number) {
  Value first = b.mul(context.getThreadId(), share);
  return b.createOrFold<arith::AddIOp>(first, b.i32(number * row),
                                       arith::IntegerOverflowFlags::nuw);
}

MemoryArray Counters::wide() const {
  unsigned bytes = counterBytes * share;
  return MemoryArray(base, b.getI32Type(),
                     std::min(bytes & -bytes, context.getTarget().accessBytes));
}

SmallVector<Value> Counters::loadOwn(unsigned number) {
  Value own = wide().loadVector(b, firstOwn(number), share);
  SmallVector<Value> values;
  for (unsigned i = 0; i < share; ++i)
    values.push_back(vector::ExtractOp::create(b, own, i));
  return values;
}

void Counters::storeOwn(unsigned number, ValueRange values) {
  auto type = VectorType::get({share}, b.getI32Type());
  wide().storeVector(b, vector::FromElementsOp::create(b, type, values),
                     firstOwn(number));
}
