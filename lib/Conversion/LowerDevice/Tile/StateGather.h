//===- StateGather.h - What other blocks have published *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all blocks run at once, a block reads what each of the others has
// published instead of looking back: each thread reads that of a few of them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_STATEGATHER_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_STATEGATHER_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

class StateGather {
public:
  /// A thread reads the values of up to `perThread` tiles, from a state of
  /// `tiles` tiles (i32) that publish values of `types`.
  StateGather(KernelBuilder &kernel, ArrayRef<Type> types, Value state,
              Value tiles, unsigned perThread)
      : kernel(kernel), types(types), state(state), tiles(tiles),
        perThread(perThread) {}

  /// Begins to read what tiles [begin, end) (i32) have, thread after thread;
  /// returns what is there so far.
  SmallVector<Value> peek(Value begin, Value end);
  /// Waits for what `peeked`, of the same tiles, has not shown yet. Returns the
  /// items of the thread, a value or a vector for each member.
  SmallVector<Value> gather(Value begin, Value end, ValueRange peeked);

private:
  /// The `i`-th one that the thread reads (i32), and whether there is one (i1).
  struct Tile {
    Value number, exists;
  };
  Tile getTile(Value begin, Value end, unsigned i);

  KernelBuilder &kernel;
  ArrayRef<Type> types;
  Value state, tiles;
  unsigned perThread;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_STATEGATHER_H
