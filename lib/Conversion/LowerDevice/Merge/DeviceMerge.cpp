//===- DeviceMerge.cpp - Lower prim.device_merge *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One launch, in which each block makes a tile of the result. Nothing is shared
// between blocks: each finds where its tile begins by itself.
//
//===----------------------------------------------------------------------===//

#include "DeviceMerge.h"
#include "../Engine/OperandChecks.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

using namespace mlir;
using namespace mlir::prim;

static void emitMerge(DeviceMergeOp op, const TileShape &tile, bool isWide,
                      KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  RowView view(op, kernel, /*row=*/Value());
  auto sizeOf = [&](Value memref) -> Value {
    Value size = kernel.argument(LaunchValue::extent(memref, /*dim=*/0));
    if (isWide)
      return size;
    return b.truncI32(size);
  };
  TileRuns runs{view.at(op.getIns()), view.at(op.getOthers()),
                view.at(op.getOuts()), sizeOf(op.getIns().front()),
                sizeOf(op.getOthers().front())};
  if (Region &prologue = op.getPrologue(); !prologue.empty())
    runs.map = [&](ValueRange elements, Value index) -> ValueTuple {
      return kernel.map(prologue, elements, index);
    };
  Value number = kernel.blockId(), items = b.i32(tile.items());
  if (isWide) {
    number = b.zextI64(number);
    items = b.i64(tile.items());
  }
  Value begin = b.mul(number, items);
  emitTileMerge(kernel, op, tile, runs, begin);
}

namespace {

class MergeLowering : public OpLowering<DeviceMergeOp> {
public:
  explicit MergeLowering(DeviceMergeOp op)
      : OpLowering(op, DeviceAlgorithm::Merge) {}

  void emitSizeChecks(OperandChecks &checks) const override {
    HostBuilder &host = checks.getHost();
    Value size = checks.checkGroup("ins", op.getIns());
    Value other = checks.checkGroup("with", op.getOthers());
    // Compared without a sum, which may be none.
    for (auto [number, out] : llvm::enumerate(op.getOuts())) {
      Value found = host.extent(out, 0);
      checks.check(host.eq(host.sub(found, size), other),
                   "outs " + Twine(number) +
                       " has {} elements, but ins has {} and with has {}",
                   {found, size, other});
    }
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan> MergeLowering::plan(const DeviceContext &context) const {
  TileShape tile = getMergeTile(op, getTile(context), context);
  TileShape ofLong =
      getMergeTile(op, getTile(context, DeviceAlgorithm::LongMerge), context);
  // The elements of both ranges are merged.
  DevicePlan plan{tile, RowForm::get(op, op.getOuts().front())};
  bool isWide = op.getWide();
  if (!isWide) {
    int64_t most = std::min(getMaxMerged(tile), getMaxMerged(ofLong));
    plan.limits.push_back({most, ("merges at most " + Twine(most) +
                                  " elements, found {}; add wide for more")
                                     .str()});
  }
  auto addMerge = [&](const TileShape &tile) {
    return PlanLaunch{
        plan.addKernel("merge", tile, [=, op = op](KernelBuilder &kernel) {
          emitMerge(op, tile, isWide, kernel);
        })};
  };
  plan.cases = {{0, /*usesWorkspace=*/false, {}}};
  std::optional<TileShape> ofLast;
  if (ofLong.items() > tile.items()) {
    int64_t few = context.getMaxBlocks(ofLong.blockSize) * ofLong.items();
    plan.cases.push_back({few, /*usesWorkspace=*/false, {addMerge(tile)}});
    ofLast = ofLong;
  }
  PlanLaunch last = addMerge(ofLast.value_or(tile));
  plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/false, {last}, ofLast});
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceMergeOp op) {
  return std::make_unique<MergeLowering>(op);
}
