//===- BlockReduce.cpp - Lower prim.block_reduce *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread folds its items, a wave its threads, and every thread the waves'
// results, which it reads from workgroup memory. All steps keep the order, so
// the combiner need not be commutative.
//
//===----------------------------------------------------------------------===//

#include "ValidItems.h"
#include "WaveExchange.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

LogicalResult mlir::prim::lowerBlockReduce(BlockReduceOp op,
                                           BlockContext &context) {
  CodeBuilder b(op);
  Combiner combiner(op);
  TileLayout layout = context.getLayout(op, op.getInputs().front().getType());
  ValidItems valid(b, context, combiner, layout, op.getValid());
  SmallVector<OptionalTuple> items = valid.take(unpackItems(b, op.getInputs()));

  unsigned numWaves = context.getNumWaves();
  bool acrossWaves = numWaves > 1;
  // If the combiner is commutative, a thread folds all rows at once; otherwise
  // the wave folds row by row.
  unsigned rows = combiner.isCommutative() ? 1 : layout.rows();
  unsigned width = items.size() / rows;
  bool all = op.getAll() && !acrossWaves;
  SmallVector<OptionalTuple> folds;
  for (unsigned row = 0; row < rows; ++row) {
    ArrayRef<OptionalTuple> ownItems =
        ArrayRef(items).slice(row * width, width);
    // Folds several narrow items at once if none may be missing.
    Value words;
    if (rows == 1 && !op.getValid() && width > 1 && op.getInputs().size() == 1)
      words = threadReduceWords(b, combiner, op.getInputs().front());
    OptionalTuple own = words ? OptionalTuple(ValueTuple{words})
                              : foldLeading(b, combiner, ownItems);
    auto warp =
        createWarpReduce(b, combiner, own.values, all, valid.lanes(row));
    folds.emplace_back(ValueTuple(warp.getResults()), valid.hasRow(row));
  }
  ValueTuple fold = foldLeading(b, combiner, folds).values;

  if (acrossWaves) {
    WaveExchange exchange(b, context, combiner.getTypes());
    exchange.publish(fold);
    exchange.barrier();
    if (exchange.foldsByLanes()) {
      auto warp = createWarpReduce(
          b, combiner, exchange.readByLane(), op.getAll(),
          exchange.countLanes(valid.countWaves()), exchange.getFoldWidth());
      fold = op.getAll() ? exchange.makeUniform(warp.getResults())
                         : ValueTuple(warp.getResults());
    } else {
      SmallVector<OptionalTuple> waves;
      for (unsigned wave = 0; wave < numWaves; ++wave)
        waves.emplace_back(exchange.read(wave), valid.hasWave(wave));
      fold = foldLeading(b, combiner, waves).values;
    }
  }

  op.replaceAllUsesWith(valid.orIdentity(fold));
  op.erase();
  return success();
}
