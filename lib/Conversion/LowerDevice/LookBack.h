//===- LookBack.h - Decoupled look-back --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol by which the tiles of a single-pass scan learn the fold of the
// tiles before them (Merrill and Garland, "Single-pass parallel prefix scan
// with decoupled look-back", 2016).
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_LOOKBACK_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_LOOKBACK_H

#include "DeviceContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

/// The states of all tiles in device memory. A tile's value is cut into chunks
/// of 32 bits; each chunk shares a 64-bit word with the tile's status, and
/// words are written and read by relaxed atomics. A value of one chunk is
/// therefore always consistent, and a reader of a wider one waits until all its
/// words show the same status. No fence is needed, as nothing but the words
/// themselves is communicated.
///
/// Memory that is zero says that no tile has anything to tell.
class LookBack {
public:
  /// Chunks, and so words, of a tile with a value of `types`.
  static unsigned wordsPerTile(ArrayRef<Type> types);
  /// Bytes of state for `tiles` (i64) tiles.
  static Value emitBytes(HostBuilder &host, ArrayRef<Type> types, Value tiles);

  /// `states` is the base of the states of `tiles` (i32) tiles. `combiner`
  /// folds in scan direction, earlier tiles first. `window` tiles are looked at
  /// at once: at most, and unless given, as many as a wave has lanes.
  LookBack(KernelBuilder &kernel, const Combiner &combiner, Value states,
           Value tiles, std::optional<int64_t> window)
      : kernel(kernel), b(kernel.b()), loc(kernel.loc()), combiner(combiner),
        states(states), tiles(tiles),
        window(window.value_or(kernel.target().waveSize)) {}

  /// Publishes the fold of tile `tile` (i32, uniform) alone. To be called by
  /// one wave; its first lane writes.
  void publishAggregate(Value tile, ValueRange value);
  /// Publishes the fold of all tiles up to `tile`, this one included.
  void publishPrefix(Value tile, ValueRange value);

  /// The fold of all tiles before `tile`, which must not be the first one, in
  /// all lanes of the calling wave. Waits for what is not known yet.
  ValueTuple foldTilesBefore(Value tile);

private:
  void publish(Value tile, int64_t status, ValueRange value);
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

  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  const Combiner &combiner;
  Value states, tiles;
  int64_t window;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_LOOKBACK_H
