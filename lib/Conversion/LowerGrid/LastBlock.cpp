//===- LastBlock.cpp - Folds by the block that comes last *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state: a count in its first 8 bytes, and behind it an array of parts per
// member of the tuple, each from a multiple of 8 bytes on. From two tiles on
// that is no more than 8 bytes per tile and 4 bytes of a part.
//
//===----------------------------------------------------------------------===//

#include "LastBlock.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<MemoryArray> LastBlock::getParts() {
  SmallVector<MemoryArray> parts;
  Value base = advance(b, loc, op.getState(), 8);
  for (Type type : combiner.getTypes()) {
    parts.emplace_back(base, type);
    if (parts.size() == combiner.getTypes().size())
      break;
    Value tiles =
        arith::IndexCastUIOp::create(b, loc, b.getIndexType(), op.getTiles());
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, loc, value);
    };
    Value bytes =
        arith::MulIOp::create(b, loc, tiles, constant(getElementBytes(type)));
    Value bumped = arith::AddIOp::create(b, loc, bytes, constant(7));
    base = advance(b, loc, base,
                   arith::AndIOp::create(b, loc, bumped, constant(-8)));
  }
  return parts;
}

Value LastBlock::publish() {
  Value zero = createI32(b, loc, 0);
  ValueTuple counted = evaluateIf(
      b, loc, isFirst, /*anywhere=*/false, zero, [&]() -> ValueTuple {
        for (auto [array, value] : llvm::zip_equal(getParts(), op.getInputs()))
          array.store(b, loc, value, op.getTile());
        return {createAtomicAdd(b, loc, createI32(b, loc, 1),
                                {op.getState(), zero}, MemoryOrder::AcqRel,
                                MemoryScope::Device)};
      });
  Value count = WarpBroadcastOp::create(b, loc, counted.front().getType(),
                                        counted, zero, /*width=*/IntegerAttr())
                    .getResult(0);
  // What the first lane has acquired the others read.
  WarpBarrierOp::create(b, loc);
  return count;
}

ValueTuple LastBlock::readParts(Value index) {
  return llvm::map_to_vector(getParts(), [&](const MemoryArray &array) {
    return array.load(b, loc, index);
  });
}

void LastBlock::reset(Value begin, Value end, Value step) {
  Value zero = createI32(b, loc, 0);
  scf::IfOp::create(b, loc, isFirst, [&](OpBuilder &inside, Location l) {
    StoreOp::create(inside, l, zero, op.getState(), zero);
    scf::YieldOp::create(inside, l);
  });
  SmallVector<MemoryArray> parts = getParts();
  auto loop = scf::ForOp::create(b, loc, begin, end, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  for (auto [array, type] : llvm::zip_equal(parts, combiner.getTypes()))
    array.store(b, loc, arith::ConstantOp::create(b, loc, b.getZeroAttr(type)),
                loop.getInductionVar());
}

ValueTuple LastBlock::foldReordered() {
  Value tiles = op.getTiles();
  Value last = arith::SubIOp::create(b, loc, tiles, createI32(b, loc, 1));
  ValueTuple neutral = combiner.neutral(b, loc);
  auto loop =
      scf::ForOp::create(b, loc, createI32(b, loc, 0), tiles,
                         createI32(b, loc, lanes * partsTogether), neutral);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value index = arith::AddIOp::create(b, loc, loop.getInductionVar(), lane);
    ValueTuple fold(loop.getRegionIterArgs());
    SmallVector<std::pair<Value, ValueTuple>> read;
    for (unsigned i = 0; i != partsTogether; ++i) {
      Value at =
          arith::AddIOp::create(b, loc, index, createI32(b, loc, i * lanes));
      read.emplace_back(
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, at, last),
          readParts(arith::MinSIOp::create(b, loc, at, last)));
    }
    for (auto &[exists, part] : read)
      fold = combiner.combine(b, loc, fold,
                              selectTuple(b, loc, exists, part, neutral));
    scf::YieldOp::create(b, loc, fold);
  }
  if (op.getReset())
    reset(lane, tiles, createI32(b, loc, lanes));
  return ValueTuple(createWarpReduce(b, loc, combiner, loop.getResults(),
                                     /*all=*/false)
                        .getResults());
}

ValueTuple LastBlock::foldParts() {
  if (combiner.isCommutative() && combiner.hasIdentity())
    return foldReordered();
  Value one = createI32(b, loc, 1);
  auto ceilDiv = [&](Value x, Value y) -> Value {
    Value bumped =
        arith::AddIOp::create(b, loc, x, arith::SubIOp::create(b, loc, y, one));
    return arith::DivUIOp::create(b, loc, bumped, y);
  };
  // Every lane folds a run of consecutive parts, the wave the lanes.
  Value tiles = op.getTiles();
  Value last = arith::SubIOp::create(b, loc, tiles, one);
  Value run = ceilDiv(tiles, createI32(b, loc, lanes));
  Value begin = arith::MulIOp::create(b, loc, lane, run);
  Value end = arith::MinSIOp::create(b, loc, tiles,
                                     arith::AddIOp::create(b, loc, begin, run));
  ValueTuple start = readParts(arith::MinSIOp::create(b, loc, begin, last));
  Value second = arith::AddIOp::create(b, loc, begin, one);
  auto loop = scf::ForOp::create(b, loc, second, end, one, start);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(b, loc,
                         combiner.combine(b, loc, loop.getRegionIterArgs(),
                                          readParts(loop.getInductionVar())));
  }
  if (op.getReset())
    reset(begin, end, one);
  // There always is a lane that has something.
  Value valid = arith::MaxSIOp::create(b, loc, ceilDiv(tiles, run), one);
  return ValueTuple(createWarpReduce(b, loc, combiner, loop.getResults(),
                                     /*all=*/false, valid)
                        .getResults());
}

OptionalTuple LastBlock::run() {
  auto compare = [&](arith::CmpIPredicate predicate, Value value, Value to) {
    return arith::CmpIOp::create(b, loc, predicate, value, to);
  };
  isFirst = compare(arith::CmpIPredicate::eq, lane, createI32(b, loc, 0));
  Value one = createI32(b, loc, 1);
  Value several = compare(arith::CmpIPredicate::ugt, op.getTiles(), one);
  SmallVector<Value> alone(op.getInputs());
  alone.push_back(isFirst);
  ValueTuple values = evaluateIf(
      b, loc, several, /*anywhere=*/false, alone, [&]() -> ValueTuple {
        Value last = arith::SubIOp::create(b, loc, op.getTiles(), one);
        Value isLast = compare(arith::CmpIPredicate::eq, publish(), last);
        ValueTuple fold = evaluateIf(b, loc, isLast, /*anywhere=*/false,
                                     poisonTuple(b, loc, combiner),
                                     [&] { return foldParts(); });
        fold.push_back(arith::AndIOp::create(b, loc, isLast, isFirst));
        return fold;
      });
  Value present = values.pop_back_val();
  return {values, present};
}
