//===- LookBack.cpp - Decoupled look-back *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words are kept as one array per chunk, so that a wave that looks at
// consecutive tiles reads consecutive words.
//
//===----------------------------------------------------------------------===//

#include "LookBack.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {
/// What a tile's words say, in their upper halves.
enum TileStatus : int64_t { Nothing = 0, Aggregate = 1, PrefixKnown = 2 };
} // namespace

static unsigned chunksOf(Type type) {
  return llvm::divideCeil(getElementBytes(type), 4u);
}

unsigned LookBack::wordsPerTile(TypeRange types) {
  unsigned words = 0;
  for (Type type : types)
    words += chunksOf(type);
  return words;
}

/// Cuts `value` into i32 chunks, low ones first.
static void appendChunks(OpBuilder &b, Location loc, Value value,
                         SmallVectorImpl<Value> &chunks) {
  Type type = value.getType();
  unsigned bits = getStorageType(type).getIntOrFloatBitWidth();
  if (type.isIndex())
    value = arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
  else if (isa<FloatType>(type))
    value = arith::BitcastOp::create(b, loc, b.getIntegerType(bits), value);
  if (bits < 32)
    value = arith::ExtUIOp::create(b, loc, b.getI32Type(), value);
  if (bits <= 32) {
    chunks.push_back(value);
    return;
  }
  chunks.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), value));
  Value high = arith::ShRUIOp::create(b, loc, value, createI64(b, loc, 32));
  chunks.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), high));
}

/// The inverse of appendChunks(); takes the chunks it uses off `chunks`.
static Value takeChunks(OpBuilder &b, Location loc, Type type,
                        ArrayRef<Value> &chunks) {
  unsigned bits = getStorageType(type).getIntOrFloatBitWidth();
  Value value = chunks.front();
  chunks = chunks.drop_front();
  if (bits > 32) {
    Value low = arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
    Value high = arith::ExtUIOp::create(b, loc, b.getI64Type(), chunks.front());
    chunks = chunks.drop_front();
    high = arith::ShLIOp::create(b, loc, high, createI64(b, loc, 32));
    value = arith::OrIOp::create(b, loc, high, low);
  } else if (bits < 32) {
    value = arith::TruncIOp::create(b, loc, b.getIntegerType(bits), value);
  }
  if (type.isIndex())
    return arith::IndexCastOp::create(b, loc, type, value);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(b, loc, type, value);
  return value;
}

MemoryPlace LookBack::wordPlace(unsigned word, Value tile) {
  Value index = arith::ExtUIOp::create(b, loc, b.getI64Type(), tile);
  if (word) {
    Value count = arith::ExtUIOp::create(b, loc, b.getI64Type(), tiles);
    index = arith::AddIOp::create(
        b, loc, index,
        arith::MulIOp::create(b, loc, count, createI64(b, loc, word)));
  }
  return MemoryArray(states, b.getI64Type()).place(b, loc, index);
}

void LookBack::publish(Value tile, Value status, ValueRange value) {
  SmallVector<Value> chunks;
  for (Value member : value)
    appendChunks(b, loc, member, chunks);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane,
                                        createI32(b, loc, 0));
  scf::IfOp::create(b, loc, isFirst, [&](OpBuilder &inside, Location l) {
    OpBuilder::InsertionGuard guard(b);
    b.restoreInsertionPoint(inside.saveInsertionPoint());
    for (auto [word, chunk] : llvm::enumerate(chunks)) {
      Value wide = arith::ExtUIOp::create(b, l, b.getI64Type(), chunk);
      createAtomicStore(b, l, arith::OrIOp::create(b, l, wide, status),
                        wordPlace(word, tile), MemoryOrder::Relaxed,
                        MemoryScope::Device);
    }
    scf::YieldOp::create(b, l);
  });
}

OptionalTuple LookBack::run(Value tile, ValueRange aggregate) {
  auto status = [&](TileStatus status) {
    return createI64(b, loc, int64_t(status) << 32);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value value, int64_t to) {
    return arith::CmpIOp::create(b, loc, predicate, value,
                                 createI32(b, loc, to));
  };
  Value later = compare(arith::CmpIPredicate::ne, tile, 0);
  auto branch = scf::IfOp::create(b, loc, combiner.getTypes(), later,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  publish(tile, status(Aggregate), aggregate);
  ValueTuple before = foldTilesBefore(tile);
  publish(tile, status(PrefixKnown),
          combiner.combine(b, loc, before, aggregate));
  scf::YieldOp::create(b, loc, before);

  // What the first tile has is the fold of all tiles up to it, and nobody's
  // where there are no others.
  b.setInsertionPointToStart(branch.elseBlock());
  Value several = compare(arith::CmpIPredicate::ugt, tiles, 1);
  auto told = scf::IfOp::create(b, loc, several, /*withElseRegion=*/false);
  scf::YieldOp::create(b, loc, poisonTuple(b, loc, combiner));
  b.setInsertionPointToStart(told.thenBlock());
  publish(tile, status(PrefixKnown), aggregate);
  return {ValueTuple(branch.getResults()), later};
}

LookBack::Window LookBack::readWindow(Value index, Value exists) {
  SmallVector<MemoryPlace> places;
  for (unsigned i = 0, e = wordsPerTile(combiner.getTypes()); i < e; ++i)
    places.push_back(wordPlace(i, index));

  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  };
  SmallVector<Type> resultTypes(places.size(), b.getI32Type());
  resultTypes.push_back(b.getI64Type());
  auto loop = scf::WhileOp::create(b, loc, resultTypes, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    SmallVector<Value> chunks, statuses;
    for (MemoryPlace place : places) {
      Value word = createAtomicLoad(b, loc, place, b.getI64Type(),
                                    MemoryOrder::Relaxed, MemoryScope::Device);
      chunks.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), word));
      Value high = arith::ShRUIOp::create(b, loc, word, createI64(b, loc, 32));
      statuses.push_back(arith::TruncIOp::create(b, loc, b.getI32Type(), high));
    }
    Value status = statuses.front();
    Value waiting =
        compare(arith::CmpIPredicate::eq, status, createI32(b, loc, Nothing));
    for (Value other : ArrayRef(statuses).drop_front())
      waiting = arith::OrIOp::create(
          b, loc, waiting, compare(arith::CmpIPredicate::ne, other, status));
    // Lanes in front of the first tile wait for nothing; they are never asked,
    // as the first tile publishes a prefix and nothing else. Nor are those
    // behind the window.
    waiting = arith::AndIOp::create(b, loc, waiting, exists);
    Value known = compare(arith::CmpIPredicate::eq, status,
                          createI32(b, loc, PrefixKnown));
    Value notWaiting = arith::XOrIOp::create(
        b, loc, waiting,
        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    known = arith::AndIOp::create(
        b, loc, known, arith::AndIOp::create(b, loc, exists, notWaiting));
    Value prefixLanes = WarpBallotOp::create(b, loc, b.getI64Type(), known);
    Value waitingLanes = WarpBallotOp::create(b, loc, b.getI64Type(), waiting);
    // Lanes below the first prefix are all bits below its lowest set bit; with
    // no prefix, all bits.
    Value below = arith::AndIOp::create(
        b, loc,
        arith::XOrIOp::create(b, loc, prefixLanes, createI64(b, loc, -1)),
        arith::SubIOp::create(b, loc, prefixLanes, createI64(b, loc, 1)));
    Value blockers = arith::AndIOp::create(b, loc, waitingLanes, below);
    chunks.push_back(prefixLanes);
    scf::ConditionOp::create(
        b, loc,
        compare(arith::CmpIPredicate::ne, blockers, createI64(b, loc, 0)),
        chunks);
    b.createBlock(&loop.getAfter(), {}, resultTypes,
                  SmallVector<Location>(resultTypes.size(), loc));
    scf::YieldOp::create(b, loc);
  }

  SmallVector<Value> results(loop.getResults());
  Window window;
  window.prefixLanes = results.pop_back_val();
  ArrayRef<Value> chunks = results;
  for (Type type : combiner.getTypes())
    window.value.push_back(takeChunks(b, loc, type, chunks));
  return window;
}

ValueTuple LookBack::foldTilesBefore(Value tile) {
  // Lane 0 looks at the nearest tile, so lanes are in reverse tile order.
  Combiner backwards = combiner.flipped();
  Value step = createI32(b, loc, window);
  SmallVector<Value> start{tile};
  llvm::append_range(start, poisonTuple(b, loc, combiner));
  start.push_back(arith::ConstantOp::create(b, loc, b.getBoolAttr(false)));

  SmallVector<Type> types =
      llvm::map_to_vector(start, [](Value value) { return value.getType(); });
  SmallVector<Location> locations(types.size(), loc);
  auto loop = scf::WhileOp::create(b, loc, types, start);
  OpBuilder::InsertionGuard guard(b);
  Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
  // `end` is the first tile behind the window.
  Value end = before->getArgument(0);
  ValueRange fold = before->getArguments().drop_front().drop_back();
  Value some = before->getArguments().back();

  Value one = createI32(b, loc, 1);
  Value zero = createI32(b, loc, 0);
  Value index = arith::SubIOp::create(
      b, loc, arith::SubIOp::create(b, loc, end, one), lane);
  Value exists =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index, zero);
  if (window < lanes)
    exists = arith::AndIOp::create(
        b, loc, exists,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, lane, step));
  Value inside = arith::MaxSIOp::create(b, loc, index, zero);
  Window seen = readWindow(inside, exists);

  Value found = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                      seen.prefixLanes, createI64(b, loc, 0));
  Value nearest = arith::TruncIOp::create(
      b, loc, b.getI32Type(),
      math::CountTrailingZerosOp::create(b, loc, seen.prefixLanes));
  Value count = arith::SelectOp::create(
      b, loc, found, arith::AddIOp::create(b, loc, nearest, one), step);
  auto warp = createWarpReduce(b, loc, backwards, seen.value, /*all=*/true,
                               arith::MaxSIOp::create(b, loc, count, one));
  SmallVector<Value> next{arith::SubIOp::create(b, loc, end, step)};
  OptionalTuple far = ValueTuple(warp.getResults());
  OptionalTuple near(ValueTuple(fold), some);
  llvm::append_range(next, combineOptional(b, loc, combiner, far, near).values);
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  next.push_back(yes);
  scf::ConditionOp::create(b, loc, arith::XOrIOp::create(b, loc, found, yes),
                           next);

  Block *after = b.createBlock(&loop.getAfter(), {}, types, locations);
  scf::YieldOp::create(b, loc, after->getArguments());
  return ValueTuple(loop.getResults().drop_front().drop_back());
}
