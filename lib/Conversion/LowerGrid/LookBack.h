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
// waits for nothing but tiles before it. What it publishes is in TileWords.h.
//
// Two forms differ in who has what: with one value a wave looks at as many
// tiles as it has lanes, with chains each thread looks at its own chains tile
// by tile.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H
#define PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H

#include "TileWords.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// The look-back of one op, without its combiner.
class LookBack {
public:
  virtual ~LookBack();

  /// Publishes what the op has, as the fold of all tiles up to its own if
  /// `complete`.
  void publish(bool complete);
  /// The fold of the tiles before, as the op's results without the last one;
  /// poison for tile 0. Publishes the fold up to and including the op's tile;
  /// with `isFirst` this is the first that the tile publishes.
  ValueTuple foldBefore(const Combiner &combiner, bool isFirst);

protected:
  /// One tuple per chain of the calling thread.
  using Chains = SmallVector<ValueTuple>;

  LookBack(CodeBuilder &b, LookBackOpInterface op)
      : b(b), op(op), words(b, op, op.getInputs().getTypes()) {}

  /// What the op has, chain by chain; and the inverse.
  Chains unpack();
  ValueTuple pack(const Chains &chains);

  /// Writes the words of the op's tile; `mark` is their status.
  virtual void store(Value mark, const Chains &value) = 0;
  /// The fold of all tiles before the op's, which is not the first one.
  virtual Chains foldTilesBefore(const Combiner &combiner) = 0;

  CodeBuilder &b;
  LookBackOpInterface op;
  TileWords words;

private:
  /// i1: the op's tile is not the first one; there are several tiles.
  Value isLater();
  Value areSeveral();
};

/// The look-back of one value by one wave, all of whose lanes are active.
class WaveLookBack : public LookBack {
public:
  /// `lane` (i32) is this lane of a wave of `lanes` lanes, of which the first
  /// has the value; all get the fold. At most `window` tiles are looked at at
  /// once, by default as many as there are lanes.
  WaveLookBack(CodeBuilder &b, LookBackOpInterface op, Value lane,
               unsigned lanes, std::optional<unsigned> window)
      : LookBack(b, op), lane(lane), lanes(lanes),
        perLane(std::clamp(window.value_or(lanes) / lanes, 1u, maxPerLane)),
        window(std::min(window.value_or(lanes), lanes) * perLane) {}

private:
  void store(Value mark, const Chains &value) override;
  Chains foldTilesBefore(const Combiner &combiner) override;

  /// The states of one window of tiles, lane 0 looking at the nearest ones.
  struct Window {
    /// The lane's tiles, there up to the first one that knows its prefix.
    SmallVector<OptionalTuple> tiles;
    /// i64 ballot of the lanes that have such a one.
    Value prefixLanes;
  };
  /// A tile that a lane looks at.
  struct Seen {
    /// Its number (i32), and whether there is such a tile.
    Value index, exists;
  };
  /// Waits until every lane up to the first one that knows a prefix has
  /// something to tell. A lane's `tiles` come nearest first.
  Window readWindow(ArrayRef<Seen> tiles);
  /// One step of foldTilesBefore(): puts the window of tiles before `end` (i32)
  /// in front of `near`, the fold of those behind it. Goes on where no tile of
  /// it knows its prefix; finds the next end, the fold and that there is one.
  CodeBuilder::Tested foldWindow(const Combiner &combiner, Value end,
                                 const OptionalTuple &near);
  /// What the lane's tiles say: whether it waits for one of them, whether it
  /// knows a prefix (i1), and how many tiles there are up to that (i32; null
  /// where it looks at one). `words` are those of all tiles.
  struct Told {
    Value waiting, known, count;
  };
  Told getTold(ArrayRef<Seen> tiles, ArrayRef<SmallVector<Value>> words);

  /// A lane holds the words of its tiles.
  static constexpr unsigned maxPerLane = 8;

  Value lane;
  unsigned lanes;
  /// Tiles that each lane looks at, and that all do together.
  unsigned perLane, window;
};

/// The look-back of chains: each thread has neighbouring ones, and exchanges
/// nothing with others. It looks at `window` tiles at once.
class ChainLookBack : public LookBack {
public:
  /// `thread` (i32) is the number of the calling thread in its block.
  ChainLookBack(CodeBuilder &b, LookBackOpInterface op, Value thread,
                unsigned window)
      : LookBack(b, op), thread(thread), count(getCount(op)), window(window) {}

  /// Chains of a thread, and threads that have any.
  static unsigned getCount(LookBackOpInterface op);
  static unsigned getNumThreads(LookBackOpInterface op) {
    return llvm::divideCeil(*op.getChains(), getCount(op));
  }

private:
  void store(Value mark, const Chains &value) override;
  Chains foldTilesBefore(const Combiner &combiner) override;

  /// Whether all threads that have chains have as many of them.
  bool isEven() { return *op.getChains() % count == 0; }
  /// The number (i32) of the thread's chain `i`.
  Value getChain(unsigned i);
  /// The places of its words, in the row of a tile at `base`.
  SmallVector<MemoryPlace> getPlaces(Value base, Value chain);
  /// The words of the thread's chains in the row of a tile at `base`, one chain
  /// after the other.
  SmallVector<Value> load(Value base);
  /// Waits until all chains of the threads that come here, but those that are
  /// `done` (i1 each, or null), have something to tell about the tile whose row
  /// is at `base`. The words, chain by chain; `seen` are those that have been
  /// loaded, if any.
  SmallVector<SmallVector<Value>> readTile(Value base, ValueRange seen,
                                           ValueRange done);

  Value thread;
  unsigned count, window;
};

/// Fails with a diagnostic where a prim.grid_prefix cannot have the
/// prim.grid_publish that it needs: there is none, it comes later, or it has
/// other types or clauses.
LogicalResult verifyPublished(ModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H
