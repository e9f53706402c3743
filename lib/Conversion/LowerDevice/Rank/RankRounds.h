//===- RankRounds.h - Work in rounds that blocks share *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a launch take parts of rounds by tickets, and a block waits for
// earlier rounds only. Whoever holds a part of these runs, so the blocks need
// not all run at once, as they must for a barrier of the grid.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKROUNDS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKROUNDS_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Rounds of `parts` parts, at most `maxRounds` of them.
struct RankRounds {
  /// Bytes that are zero when the launch begins: the tickets that were taken,
  /// and how many parts of each round are finished; i32.
  static int64_t getBytes(unsigned maxRounds) {
    return llvm::alignTo((1 + maxRounds) * sizeof(int32_t), 8);
  }

  /// Gives the block the next part; i32, uniform.
  Value take() const;
  /// Says that all threads of the block have done their part of `round` (i32).
  void finish(Value round) const;
  /// Waits until all parts of `round` (i32) are finished, and sees what they
  /// wrote.
  void wait(Value round) const;

  KernelBuilder &kernel;
  MemoryArray words;
  unsigned parts;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKROUNDS_H
