//===- Counters.cpp - Counters of a block *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are as wide as the counters of a thread lie side by side.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr unsigned counterBytes = 4;

void Counters::clear(Value start, unsigned count, Value number,
                     unsigned threads) {
  // As wide as they go round evenly.
  unsigned width = 1;
  while (width * counterBytes < context.getTarget().accessBytes &&
         count % (threads * width * 2) == 0)
    width *= 2;
  auto type = VectorType::get({width}, builder.getI32Type());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  MemoryArray wide(base, builder.getI32Type(), width * counterBytes);
  for (unsigned done = 0; done < count; done += threads * width) {
    Value own = arith::MulIOp::create(builder, loc, number,
                                      createI32(builder, loc, width));
    Value behind = createI32(builder, loc, done);
    auto flags = arith::IntegerOverflowFlags::nuw;
    auto store = [&](OpBuilder &b, Location l) {
      Value place = arith::AddIOp::create(b, l, start, own, flags);
      wide.storeVector(b, l, zero,
                       b.createOrFold<arith::AddIOp>(l, place, behind, flags));
    };
    if (done + threads * width <= count) {
      store(builder, loc);
      continue;
    }
    Value index = arith::AddIOp::create(builder, loc, own, behind);
    Value inside =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index,
                              createI32(builder, loc, count));
    scf::IfOp::create(builder, loc, inside, [&](OpBuilder &b, Location l) {
      store(b, l);
      scf::YieldOp::create(b, l);
    });
  }
}

SmallVector<Value>
Counters::inOwners(unsigned results,
                   llvm::function_ref<SmallVector<Value>(OpBuilder &)> body) {
  unsigned owners = row / share;
  if (owners >= context.getBlockSize())
    return body(builder);
  Value isOwner = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        context.getThreadId(),
                                        createI32(builder, loc, owners));
  SmallVector<Type> types(results, builder.getI32Type());
  auto guard =
      scf::IfOp::create(builder, loc, types, isOwner, /*addThenBlock=*/true,
                        /*addElseBlock=*/results != 0);
  OpBuilder inside = guard.getThenBodyBuilder();
  SmallVector<Value> values = body(inside);
  scf::YieldOp::create(inside, loc, values);
  if (results) {
    OpBuilder outside = guard.getElseBodyBuilder();
    SmallVector<Value> zeros(results, createI32(outside, loc, 0));
    scf::YieldOp::create(outside, loc, zeros);
  }
  return SmallVector<Value>(guard.getResults());
}

Value Counters::firstOwn(OpBuilder &b, unsigned number) {
  Value first = arith::MulIOp::create(b, loc, context.getThreadId(),
                                      createI32(b, loc, share));
  return b.createOrFold<arith::AddIOp>(loc, first,
                                       createI32(b, loc, number * row),
                                       arith::IntegerOverflowFlags::nuw);
}

MemoryArray Counters::wide() const {
  unsigned bytes = counterBytes * share;
  return MemoryArray(base, builder.getI32Type(),
                     std::min(bytes & -bytes, context.getTarget().accessBytes));
}

SmallVector<Value> Counters::loadOwn(OpBuilder &b, unsigned number) {
  Value own = wide().loadVector(b, loc, firstOwn(b, number), share);
  SmallVector<Value> values;
  for (unsigned i = 0; i < share; ++i)
    values.push_back(vector::ExtractOp::create(b, loc, own, i));
  return values;
}

void Counters::storeOwn(OpBuilder &b, unsigned number, ValueRange values) {
  auto type = VectorType::get({share}, builder.getI32Type());
  wide().storeVector(b, loc,
                     vector::FromElementsOp::create(b, loc, type, values),
                     firstOwn(b, number));
}
