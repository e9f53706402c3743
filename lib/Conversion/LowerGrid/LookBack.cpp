//===- LookBack.cpp - Decoupled look-back *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol, and its form for one value.
//
//===----------------------------------------------------------------------===//

#include "LookBack.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// LookBack
//===----------------------------------------------------------------------===//

LookBack::~LookBack() = default;

Value LookBack::isLater() {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, op.getTile(),
                               createI32(b, loc, 0));
}

Value LookBack::areSeveral() {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, op.getTiles(),
                               createI32(b, loc, 1));
}

LookBack::Chains LookBack::unpack() {
  auto vector = dyn_cast<VectorType>(op.getInputs().front().getType());
  if (!vector)
    return {ValueTuple(op.getInputs())};
  Chains chains(vector.getNumElements());
  for (auto [i, chain] : llvm::enumerate(chains))
    for (Value input : op.getInputs())
      chain.push_back(vector::ExtractOp::create(b, loc, input, int64_t(i)));
  return chains;
}

ValueTuple LookBack::pack(const Chains &chains) {
  ValueTuple packed;
  for (auto [i, type] : llvm::enumerate(op.getInputs().getTypes())) {
    SmallVector<Value> members = llvm::map_to_vector(
        chains, [i = i](const ValueTuple &chain) { return chain[i]; });
    packed.push_back(
        isa<VectorType>(type)
            ? vector::FromElementsOp::create(b, loc, type, members).getResult()
            : members.front());
  }
  return packed;
}

void LookBack::publish(bool complete) {
  // What the first tile has is the fold of all tiles up to it, and nobody's
  // where there are no others.
  Value later = isLater();
  Value told = arith::OrIOp::create(b, loc, later, areSeveral());
  evaluateIf(b, loc, told, /*anywhere=*/false, {}, [&]() -> ValueTuple {
    Value mark = words.mark(TileWords::Prefix);
    if (!complete)
      mark = arith::SelectOp::create(b, loc, later,
                                     words.mark(TileWords::Aggregate), mark);
    store(mark, unpack());
    return {};
  });
}

ValueTuple LookBack::foldBefore(const Combiner &combiner, bool isFirst) {
  SmallVector<Type> types(op.getInputs().getTypes());
  auto branch = scf::IfOp::create(b, loc, types, isLater(),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Chains own = unpack();
  if (isFirst)
    store(words.mark(TileWords::Aggregate), own);
  Chains before = foldTilesBefore(combiner);
  Chains all;
  for (auto [fold, value] : llvm::zip_equal(before, own))
    all.push_back(combiner.combine(b, loc, fold, value));
  store(words.mark(TileWords::Prefix), all);
  scf::YieldOp::create(b, loc, pack(before));

  b.setInsertionPointToStart(branch.elseBlock());
  // Poison: that there is no fold is told beside it, by the number of the tile
  // and so for all lanes alike, and whoever folds it in selects by that.
  ValueTuple none = llvm::map_to_vector(types, [&](Type type) -> Value {
    return ub::PoisonOp::create(b, loc, type);
  });
  if (isFirst)
    evaluateIf(b, loc, areSeveral(), /*anywhere=*/false, {},
               [&]() -> ValueTuple {
                 store(words.mark(TileWords::Prefix), unpack());
                 return {};
               });
  scf::YieldOp::create(b, loc, none);
  return ValueTuple(branch.getResults());
}

//===----------------------------------------------------------------------===//
// WaveLookBack
//===----------------------------------------------------------------------===//

void WaveLookBack::store(Value mark, const Chains &value) {
  // Outside of the branch, or LLVM merges branches that store the same.
  SmallVector<Value> chunks = words.cut(value.front());
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane,
                                        createI32(b, loc, 0));
  evaluateIf(b, loc, isFirst, /*anywhere=*/false, {}, [&]() -> ValueTuple {
    words.store(mark, chunks, words.getPlaces(op.getTile()));
    return {};
  });
}

WaveLookBack::Told WaveLookBack::getTold(ArrayRef<Seen> tiles,
                                         ArrayRef<SmallVector<Value>> words) {
  auto both = [&](Value x, Value y) -> Value {
    return arith::AndIOp::create(b, loc, x, y);
  };
  auto either = [&](Value x, Value y) -> Value {
    return arith::OrIOp::create(b, loc, x, y);
  };
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  auto isNot = [&](Value x) -> Value {
    return arith::XOrIOp::create(b, loc, x, yes);
  };
  Told told;
  for (auto [tile, seen] : llvm::zip_equal(tiles, words)) {
    // Lanes in front of the first tile wait for nothing; they are never asked,
    // as the first tile publishes a prefix and nothing else. Nor are those
    // behind the window.
    Value waiting = both(this->words.isMissing(seen), tile.exists);
    Value known =
        both(this->words.isPrefix(seen), both(tile.exists, isNot(waiting)));
    if (!told.waiting) {
      told = {waiting, known, Value()};
      if (tiles.size() > 1)
        told.count = createI32(b, loc, 1);
      continue;
    }
    // What lies behind a prefix is nobody's affair.
    Value asked = isNot(told.known);
    told.count = arith::AddIOp::create(
        b, loc, told.count,
        arith::ExtUIOp::create(b, loc, b.getI32Type(), asked));
    known = both(known, isNot(told.waiting));
    told.waiting = either(told.waiting, both(waiting, asked));
    told.known = either(told.known, known);
  }
  return told;
}

WaveLookBack::Window WaveLookBack::readWindow(ArrayRef<Seen> tiles) {
  SmallVector<SmallVector<MemoryPlace>> places;
  for (const Seen &tile : tiles)
    places.push_back(words.getPlaces(tile.index));

  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  };
  SmallVector<Type> resultTypes(tiles.size() * words.size(), b.getI32Type());
  if (tiles.size() > 1)
    resultTypes.push_back(b.getI32Type());
  resultTypes.push_back(b.getI64Type());
  auto loop = scf::WhileOp::create(b, loc, resultTypes, ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    SmallVector<SmallVector<Value>> seen;
    SmallVector<Value> chunks;
    for (ArrayRef<MemoryPlace> own : places) {
      seen.push_back(words.load(own));
      llvm::append_range(chunks, words.getChunks(seen.back()));
    }
    Told told = getTold(tiles, seen);
    Value prefixLanes = WarpBallotOp::create(b, loc, b.getI64Type(), told.known,
                                             /*whole=*/true);
    Value waitingLanes = WarpBallotOp::create(b, loc, b.getI64Type(),
                                              told.waiting, /*whole=*/true);
    // Lanes below the first prefix are all bits below its lowest set bit; with
    // no prefix, all bits.
    Value below = arith::AndIOp::create(
        b, loc,
        arith::XOrIOp::create(b, loc, prefixLanes, createI64(b, loc, -1)),
        arith::SubIOp::create(b, loc, prefixLanes, createI64(b, loc, 1)));
    Value blockers = arith::AndIOp::create(b, loc, waitingLanes, below);
    if (told.count)
      chunks.push_back(told.count);
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
  Value count;
  if (tiles.size() > 1)
    count = results.pop_back_val();
  for (unsigned i = 0; i < tiles.size(); ++i) {
    OptionalTuple value(ValueTuple(
        words.join(ArrayRef(results).slice(i * words.size(), words.size()))));
    if (i > 0)
      value.present =
          compare(arith::CmpIPredicate::ugt, count, createI32(b, loc, i));
    window.tiles.push_back(value);
  }
  return window;
}

LookBack::Chains WaveLookBack::foldTilesBefore(const Combiner &combiner) {
  // Lane 0 looks at the nearest tile, so lanes are in reverse tile order.
  Combiner backwards = combiner.flipped();
  Value step = createI32(b, loc, window);
  SmallVector<Value> start{op.getTile()};
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
  Value nearest = arith::SubIOp::create(b, loc, end, one);
  Value ofOthers = lane;
  if (perLane > 1)
    ofOthers = arith::MulIOp::create(b, loc, lane, createI32(b, loc, perLane));
  Value index = arith::SubIOp::create(b, loc, nearest, ofOthers);
  SmallVector<Seen> tiles;
  for (unsigned i = 0; i < perLane; ++i) {
    if (i > 0)
      index = arith::SubIOp::create(b, loc, index, one);
    Value exists =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index, zero);
    if (window < lanes)
      exists = arith::AndIOp::create(
          b, loc, exists,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, lane, step));
    tiles.push_back({arith::MaxSIOp::create(b, loc, index, zero), exists});
  }
  Window seen = readWindow(tiles);

  Value found = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                      seen.prefixLanes, createI64(b, loc, 0));
  Value first = arith::TruncIOp::create(
      b, loc, b.getI32Type(),
      math::CountTrailingZerosOp::create(b, loc, seen.prefixLanes));
  Value count = arith::SelectOp::create(
      b, loc, found, arith::AddIOp::create(b, loc, first, one),
      createI32(b, loc, std::min(window, lanes)));
  // What a region would be given in lanes that do not count is nothing.
  Value counts;
  if (perLane > 1 && !combiner.isTotal())
    counts =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, lane, count);
  ValueTuple value = seen.tiles.front().values;
  for (const OptionalTuple &tile : ArrayRef(seen.tiles).drop_front()) {
    Value folds = tile.present;
    if (counts)
      folds = arith::AndIOp::create(b, loc, folds, counts);
    value = combineIf(b, loc, combiner, folds, tile.values, value, value);
  }
  auto warp = createWarpReduce(b, loc, backwards, value, /*all=*/true,
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
  return {ValueTuple(loop.getResults().drop_front().drop_back())};
}
