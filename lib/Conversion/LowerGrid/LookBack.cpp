//===- LookBack.cpp - Decoupled look-back *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol, and its form for one value per tile.
//
//===----------------------------------------------------------------------===//

#include "LookBack.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// LookBack
//===----------------------------------------------------------------------===//

LookBack::~LookBack() = default;

Value LookBack::isLater() { return b.ne(op.getTile(), 0); }

Value LookBack::areSeveral() { return b.ugt(op.getTiles(), 1); }

LookBack::Chains LookBack::unpack() {
  auto vector = dyn_cast<VectorType>(op.getInputs().front().getType());
  if (!vector)
    return {ValueTuple(op.getInputs())};
  Chains chains(vector.getNumElements());
  for (auto [i, chain] : llvm::enumerate(chains))
    for (Value input : op.getInputs())
      chain.push_back(vector::ExtractOp::create(b, input, int64_t(i)));
  return chains;
}

ValueTuple LookBack::pack(const Chains &chains) {
  ValueTuple packed;
  for (auto [i, type] : llvm::enumerate(op.getInputs().getTypes())) {
    SmallVector<Value> members = llvm::map_to_vector(
        chains, [i = i](const ValueTuple &chain) { return chain[i]; });
    packed.push_back(
        isa<VectorType>(type)
            ? vector::FromElementsOp::create(b, type, members).getResult()
            : members.front());
  }
  return packed;
}

void LookBack::publish(bool complete) {
  // The first tile's value is the fold of all tiles up to it. With a single
  // tile, no tile reads it.
  Value later = isLater();
  Value told = b.ori(later, areSeveral());
  b.ifThen(told, [&] {
    Value mark = words.mark(TileWords::Prefix);
    if (!complete)
      mark = b.select(later, words.mark(TileWords::Aggregate), mark);
    store(mark, unpack());
  });
}

ValueTuple LookBack::foldBefore(const Combiner &combiner, bool isFirst) {
  SmallVector<Type> types(op.getInputs().getTypes());
  auto lookBack = [&] {
    Chains own = unpack();
    if (isFirst)
      store(words.mark(TileWords::Aggregate), own);
    Chains before = foldTilesBefore(combiner);
    Chains all;
    for (auto [fold, value] : llvm::zip_equal(before, own))
      all.push_back(combiner.combine(b, fold, value));
    store(words.mark(TileWords::Prefix), all);
    return pack(before);
  };
  auto begin = [&] {
    // Poison is safe: the absence of a fold depends on the number of the tile,
    // is uniform, and is returned in a separate result by which users select.
    ValueTuple none = llvm::map_to_vector(types, [&](Type type) -> Value {
      return ub::PoisonOp::create(b, type);
    });
    if (isFirst)
      b.ifThen(areSeveral(),
               [&] { store(words.mark(TileWords::Prefix), unpack()); });
    return none;
  };
  return b.select(isLater(), types, lookBack, begin);
}

//===----------------------------------------------------------------------===//
// WaveLookBack
//===----------------------------------------------------------------------===//

void WaveLookBack::store(Value mark, const Chains &value) {
  // Computed outside of the branch, because LLVM merges branches that store the
  // same.
  SmallVector<Value> chunks = words.cut(value.front());
  b.ifThen(b.eq(lane, 0),
           [&] { words.store(mark, chunks, words.getPlaces(op.getTile())); });
}

WaveLookBack::Told WaveLookBack::getTold(ArrayRef<Seen> tiles,
                                         ArrayRef<SmallVector<Value>> words) {
  Told told;
  for (auto [tile, seen] : llvm::zip_equal(tiles, words)) {
    // Lanes before the first tile never wait. Their values are not used,
    // because the first tile publishes only a prefix. Lanes beyond the window
    // are not used either.
    Value waiting = b.andi(this->words.isMissing(seen), tile.exists);
    Value known = b.andi(this->words.isPrefix(seen),
                         b.andi(tile.exists, b.invert(waiting)));
    if (!told.waiting) {
      told = {waiting, known, Value()};
      if (tiles.size() > 1)
        told.count = b.i32(1);
      continue;
    }
    // Tiles before a tile with a prefix are ignored.
    Value asked = b.invert(told.known);
    told.count = b.add(told.count, b.zextI32(asked));
    known = b.andi(known, b.invert(told.waiting));
    told.waiting = b.ori(told.waiting, b.andi(waiting, asked));
    told.known = b.ori(told.known, known);
  }
  return told;
}

WaveLookBack::Window WaveLookBack::readWindow(ArrayRef<Seen> tiles) {
  SmallVector<SmallVector<MemoryPlace>> places;
  for (const Seen &tile : tiles)
    places.push_back(words.getPlaces(tile.index));

  SmallVector<Type> resultTypes(tiles.size() * words.size(), b.getI32Type());
  if (tiles.size() > 1)
    resultTypes.push_back(b.getI32Type());
  resultTypes.push_back(b.getI64Type());
  auto test = [&](ValueRange) -> CodeBuilder::Tested {
    SmallVector<SmallVector<Value>> seen;
    SmallVector<Value> chunks;
    for (ArrayRef<MemoryPlace> own : places) {
      seen.push_back(words.load(own));
      llvm::append_range(chunks, words.getChunks(seen.back()));
    }
    Told told = getTold(tiles, seen);
    Value prefixLanes = WarpBallotOp::create(b, b.getI64Type(), told.known,
                                             /*whole=*/true);
    Value waitingLanes =
        WarpBallotOp::create(b, b.getI64Type(), told.waiting, /*whole=*/true);
    // Lanes below the first prefix are all bits below its lowest set bit; with
    // no prefix, all bits.
    Value others = b.invert(prefixLanes);
    Value below = b.andi(others, b.sub(prefixLanes, 1));
    Value blockers = b.andi(waitingLanes, below);
    if (told.count)
      chunks.push_back(told.count);
    chunks.push_back(prefixLanes);
    return {b.ne(blockers, 0), chunks};
  };
  // No loop-carried values: all words are read again.
  SmallVector<Value> results = b.whileLoop(
      {}, resultTypes, test, [](ValueRange) { return SmallVector<Value>(); });
  Window window;
  window.prefixLanes = results.pop_back_val();
  Value count;
  if (tiles.size() > 1)
    count = results.pop_back_val();
  for (unsigned i = 0; i < tiles.size(); ++i) {
    OptionalTuple value(ValueTuple(
        words.join(ArrayRef(results).slice(i * words.size(), words.size()))));
    if (i > 0)
      value.present = b.ugt(count, i);
    window.tiles.push_back(value);
  }
  return window;
}

LookBack::Chains WaveLookBack::foldTilesBefore(const Combiner &combiner) {
  SmallVector<Value> start{op.getTile()};
  llvm::append_range(start, poisonTuple(b, combiner));
  start.push_back(b.boolean(false));

  SmallVector<Value> results =
      b.whileLoop(start, ValueRange(start).getTypes(), [&](ValueRange carried) {
        // The end of a window, the fold of the later tiles, and whether it
        // exists.
        return foldWindow(
            combiner, carried.front(),
            {ValueTuple(carried.drop_front().drop_back()), carried.back()});
      });
  return {ValueTuple(ArrayRef(results).drop_front().drop_back())};
}

CodeBuilder::Tested WaveLookBack::foldWindow(const Combiner &combiner,
                                             Value end,
                                             const OptionalTuple &near) {
  Value nearest = b.sub(end, 1);
  Value ofOthers = lane;
  if (perLane > 1)
    ofOthers = b.mul(lane, perLane);
  Value index = b.sub(nearest, ofOthers);
  SmallVector<Seen> tiles;
  for (unsigned i = 0; i < perLane; ++i) {
    if (i > 0)
      index = b.sub(index, 1);
    Value exists = b.sge(index, 0);
    if (window < lanes)
      exists = b.andi(exists, b.slt(lane, window));
    tiles.push_back({b.maxsi(index, 0), exists});
  }
  Window seen = readWindow(tiles);

  Value found = b.ne(seen.prefixLanes, 0);
  Value first =
      b.truncI32(math::CountTrailingZerosOp::create(b, seen.prefixLanes));
  Value count = b.select(found, b.add(first, 1), std::min(window, lanes));
  // A region must not run in lanes that have no value.
  Value counts;
  if (perLane > 1 && !combiner.isTotal())
    counts = b.slt(lane, count);
  ValueTuple value = seen.tiles.front().values;
  for (const OptionalTuple &tile : ArrayRef(seen.tiles).drop_front()) {
    Value folds = tile.present;
    if (counts)
      folds = b.andi(folds, counts);
    value = combineIf(b, combiner, folds, tile.values, value, value);
  }
  // Lane 0 reads the nearest tile, so lanes are in reverse tile order.
  auto warp = createWarpReduce(b, combiner.flipped(), value, /*all=*/true,
                               b.maxsi(count, 1));
  SmallVector<Value> next{b.sub(end, window)};
  OptionalTuple far = ValueTuple(warp.getResults());
  llvm::append_range(next, combineOptional(b, combiner, far, near).values);
  next.push_back(b.boolean(true));
  return {b.invert(found), next};
}
