//===- LoopTiles.h - Parallel loops by tiles ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of parallel loops whose iterations share what they load, as those of
// a product of matrices. A block has a tile of the iterations along two
// dimensions. It copies what several of its threads load to workgroup memory,
// and each thread has several iterations, with one load for all that share it.
// The order of the loops in an iteration is unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERHOST_LOOPTILES_H
#define PRIM_LIB_CONVERSION_LOWERHOST_LOOPTILES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Target/Tuning.h"

namespace mlir::prim {

/// The dependences of values in the body of a parallel loop: sets of the loop's
/// dimensions, as bits, and whether they depend on memory.
class LoopDependences {
public:
  using Dims = uint64_t;

  static Dims bit(unsigned dim) { return Dims(1) << dim; }
  static constexpr unsigned kMaxDims = 63;
  /// Set for values that depend on a load.
  static constexpr Dims kLoaded = Dims(1) << kMaxDims;

  /// Whether the body has only loads, stores after or before loops, loops, and
  /// ops without effects or regions.
  bool compute(scf::ParallelOp loop);

  Dims get(Value value) const { return dims.lookup(value); }
  Dims get(ValueRange values) const;
  /// The dimensions on which the bounds of a loop depend.
  Dims getBounds() const { return bounds; }

private:
  bool visit(Block &block, bool isInLoop);
  bool visit(scf::ForOp loop);

  llvm::DenseMap<Value, Dims> dims;
  Dims bounds = 0;
};

/// A parallel loop and its tile.
class LoopTiles {
public:
  /// Finds the tile, or none if one iteration for each thread is as good: no
  /// two dimensions have loads that depend on one of them only, in a loop, or
  /// most of a tile would be empty.
  static std::optional<LoopTiles> match(scf::ParallelOp loop,
                                        const TargetInfo &target);

  const LoopTile &getTile() const { return tile; }
  /// The number of blocks (index); `trips` are the iterations of each
  /// dimension.
  Value buildBlocks(OpBuilder &builder, Location loc, ValueRange trips) const;
  /// Emits what a thread does at the insertion point, which is in `launch`. The
  /// parallel loop is unchanged.
  void buildKernel(OpBuilder &builder, gpu::LaunchOp launch,
                   ValueRange trips) const;

private:
  LoopTiles(scf::ParallelOp loop, LoopTile tile, unsigned rows,
            LoopDependences dependences)
      : loop(loop), tile(tile), rows(rows),
        dependences(std::move(dependences)) {}

  /// The last dimension, whose neighbours are neighbours in a wave.
  unsigned getColumns() const { return loop.getNumLoops() - 1; }

  /// Mutable, since the accessors of op classes are not const.
  mutable scf::ParallelOp loop;
  LoopTile tile;
  /// The other dimension that is tiled.
  unsigned rows;
  LoopDependences dependences;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERHOST_LOOPTILES_H
