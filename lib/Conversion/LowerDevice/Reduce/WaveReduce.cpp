//===- WaveReduce.cpp - Reductions of a row by each wave *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The waves of a block reduce a row each and never wait for each other, so that
// few blocks have many loads in flight.
//
//===----------------------------------------------------------------------===//

#include "DeviceReduce.h"
#include "LaneReduce.h"

using namespace mlir;
using namespace mlir::prim;

/// Elements that a lane loads before it folds any of them.
static constexpr int64_t plainTogether = 16, mappedTogether = 8;

static void emitRows(DeviceReduceOp op, KernelBuilder &kernel, int64_t waves) {
  CodeBuilder &b = kernel;
  LaneReduce lanes(op, kernel);
  Combiner combiner = kernel.combiner();
  int64_t together = LaneReduce::isPlain(op) ? plainTogether : mappedTogether;
  Value length = kernel.rowLength();
  Value first = b.mul(b.zextI64(kernel.blockId()), waves);
  first = b.add(first, b.zextI64(kernel.waveId()));
  Value step = b.mul(kernel.blocks(), waves);
  Value rows = kernel.argument({LaunchValue::Kind::Rows});
  b.forEach(first, rows, step, [&](Value number) {
    Value row = WarpUniformOp::create(b, b.truncI32(number));
    RowView view(op, kernel, row);
    OptionalTuple fold =
        lanes.foldByWave(view.at(op.getIns()), b.i64(0), length, together);
    kernel.ifThen(b.eq(kernel.laneId(), 0), [&] {
      SmallVector<Value> init = kernel.loadInit(op.getInit(), &view);
      SmallVector<Value> results =
          kernel.finishFold(op.getEpilogue(), combiner, fold, init);
      storeAll(b, view.at(op.getOuts()), results, 0);
    });
  });
}

bool mlir::prim::canReduceByWaves(DeviceReduceOp op, const TargetInfo &target) {
  // In order, each lane reads its own run, and a wave's loads touch many lines.
  if (!Combiner(op).isCommutative())
    return false;
  // The tile of a wave is loaded in vectors where these need no alignment.
  return !LaneReduce::isPlain(op) || target.alignsAccesses();
}

PlanCase mlir::prim::addWaveReduce(DeviceReduceOp op, const RowGrouping &rows,
                                   const DeviceContext &context,
                                   DevicePlan &plan) {
  int64_t waves = rows.waves;
  unsigned threads = waves * context.getTarget().waveSize;
  unsigned number =
      plan.addKernel("reduce_waves", threads, [=](KernelBuilder &kernel) {
        emitRows(op, kernel, waves);
      });
  PlanLaunch launch{
      number,
      LaunchSchedule::ofWork(Size::rows(), waves, context.getMaxGrid(threads))};
  return {rows.maxElements, /*usesWorkspace=*/false, {launch}};
}
