//===- LookBack.h - Decoupled look-back --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the tiles of a single pass learn what comes before them (Merrill and
// Garland, "Single-pass parallel prefix scan with decoupled look-back"): every
// tile publishes first its own fold, then the fold of all tiles up to it, and
// waits for nothing but tiles before it. A word holds 4 bytes of a fold and a
// status, so that relaxed accesses at the device's scope are enough: no fence,
// which on some chips writes caches back.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H
#define PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// Look-back by one wave, all of whose lanes are active.
class LookBack {
public:
  /// Words, of 8 bytes, of a tile with a value of `types`.
  static unsigned wordsPerTile(TypeRange types);

  /// `states` is the base of the states of `tiles` (i32) tiles. `combiner`
  /// folds in scan direction, earlier tiles first. `lane` (i32) is this lane of
  /// a wave of `lanes` lanes. At most `window` tiles are looked at at once, and
  /// no more than there are lanes.
  LookBack(OpBuilder &builder, Location loc, const Combiner &combiner,
           Value states, Value tiles, Value lane, unsigned lanes,
           std::optional<unsigned> window)
      : b(builder), loc(loc), combiner(combiner), states(states), tiles(tiles),
        lane(lane), lanes(lanes),
        window(std::min(window.value_or(lanes), lanes)) {}

  /// Publishes the fold of `tile` (i32, uniform), as its first lane has it, and
  /// returns the fold of all tiles before it, in all lanes; it is absent for
  /// tile 0.
  OptionalTuple run(Value tile, ValueRange aggregate);

private:
  /// Writes the words of `tile`; `status` (i64) has its place in them.
  void publish(Value tile, Value status, ValueRange value);
  /// The place of word `word` of tile `tile`.
  MemoryPlace wordPlace(unsigned word, Value tile);
  /// The states of one window of tiles, lane 0 looking at the nearest one.
  struct Window {
    ValueTuple value;
    /// i64 ballot of the lanes whose tile knows its prefix.
    Value prefixLanes;
  };
  /// Waits until every lane up to the first one that knows a prefix has
  /// something to tell.
  Window readWindow(Value index, Value exists);
  /// The fold of all tiles before `tile`, which is not the first one.
  ValueTuple foldTilesBefore(Value tile);

  OpBuilder &b;
  Location loc;
  const Combiner &combiner;
  Value states, tiles, lane;
  unsigned lanes, window;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H
