//===- LookBack.h - Decoupled look-back --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the tiles of a single pass obtain the prefix of earlier tiles (Merrill
// and Garland, "Single-pass parallel prefix scan with decoupled look-back").
// Every tile publishes first its own fold, then the fold of all tiles up to it.
// It waits only for earlier tiles. TileWords.h describes the published words.
//
// There are two forms. With one value per tile, a wave reads as many tiles as
// it has lanes. With chains, each thread reads its own chains tile by tile.
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

  /// Publishes the op's value; with `complete`, as the fold of all tiles up to
  /// its own.
  void publish(bool complete);
  /// The fold of the earlier tiles, as the op's results without the last one;
  /// poison for tile 0. Also publishes the fold up to and including the op's
  /// tile. `isFirst` says that the tile has published nothing before.
  ValueTuple foldBefore(const Combiner &combiner, bool isFirst);

protected:
  /// One tuple per chain of the calling thread.
  using Chains = SmallVector<ValueTuple>;

  LookBack(CodeBuilder &b, LookBackOpInterface op)
      : b(b), op(op), words(b, op, op.getInputs().getTypes()) {}

  /// Converts the op's values to chains, and back.
  Chains unpack();
  ValueTuple pack(const Chains &chains);

  /// Writes the words of the op's tile; `mark` is their status.
  virtual void store(Value mark, const Chains &value) = 0;
  /// The fold of all tiles before the op's tile, which is not the first one.
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
  /// `lane` (i32) is this lane of a wave of `lanes` lanes. The first lane has
  /// the value, and all get the fold. At most `window` tiles are read at once,
  /// by default one per lane.
  WaveLookBack(CodeBuilder &b, LookBackOpInterface op, Value lane,
               unsigned lanes, std::optional<unsigned> window)
      : LookBack(b, op), lane(lane), lanes(lanes),
        perLane(std::clamp(window.value_or(lanes) / lanes, 1u, maxPerLane)),
        window(std::min(window.value_or(lanes), lanes) * perLane) {}

private:
  void store(Value mark, const Chains &value) override;
  Chains foldTilesBefore(const Combiner &combiner) override;

  /// The states of one window of tiles; lane 0 reads the nearest ones.
  struct Window {
    /// The lane's tiles, present up to the first one with a prefix.
    SmallVector<OptionalTuple> tiles;
    /// i64 ballot of the lanes that have a tile with a prefix.
    Value prefixLanes;
  };
  /// A tile that a lane reads.
  struct Seen {
    /// Its number (i32), and whether it exists.
    Value index, exists;
  };
  /// Waits until every lane up to the first one with a prefix has a value. A
  /// lane's `tiles` are in order of distance, the nearest first.
  Window readWindow(ArrayRef<Seen> tiles);
  /// One step of foldTilesBefore(): combines the window of tiles before `end`
  /// (i32) with `near`, the fold of the later tiles. Continues unless a tile of
  /// the window has a prefix. Returns the next end, the fold and its presence.
  CodeBuilder::Tested foldWindow(const Combiner &combiner, Value end,
                                 const OptionalTuple &near);
  /// The state of the lane's tiles: whether it waits for one of them, and
  /// whether it has a prefix (i1). `count` is the number of tiles up to the
  /// prefix (i32; null for one tile per lane). `words` are those of all tiles.
  struct Told {
    Value waiting, known, count;
  };
  Told getTold(ArrayRef<Seen> tiles, ArrayRef<SmallVector<Value>> words);

  /// The most tiles whose words a lane holds.
  static constexpr unsigned maxPerLane = 8;

  Value lane;
  unsigned lanes;
  /// Tiles that each lane reads, and that all lanes read together.
  unsigned perLane, window;
};

/// The look-back of chains: each thread has adjacent chains, and exchanges
/// nothing with other threads. It reads `window` tiles at once.
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

  /// Whether all threads with chains have the same number of them.
  bool isEven() { return *op.getChains() % count == 0; }
  /// The number (i32) of the thread's chain `i`.
  Value getChain(unsigned i);
  /// The places of the chain's words in the row of a tile at `base`.
  SmallVector<MemoryPlace> getPlaces(Value base, Value chain);
  /// The words of the thread's chains in the row of a tile at `base`, chain by
  /// chain.
  SmallVector<Value> load(Value base);
  /// Waits until all chains of the active threads have a value for the tile
  /// whose row is at `base`, except chains that are `done` (i1 each, or null).
  /// Returns the words, chain by chain; `seen` are words that have been loaded
  /// before, if any.
  SmallVector<SmallVector<Value>> readTile(Value base, ValueRange seen,
                                           ValueRange done);

  Value thread;
  unsigned count, window;
};

/// Fails with a diagnostic if a prim.grid_prefix lacks its prim.grid_publish:
/// there is none, it comes later, or it has other types or clauses.
LogicalResult verifyPublished(ModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERGRID_LOOKBACK_H
