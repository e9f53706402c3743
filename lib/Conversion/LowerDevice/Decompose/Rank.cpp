//===- Rank.cpp - Ranks of which all is sorted *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comparator has no digits to select by, and several keys have those of none
// of them: all elements are sorted, and the requested ones are copied.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class RankDecomposition : public StepSequence {
public:
  explicit RankDecomposition(DeviceOpInterface op)
      : op(op), order(cast<SortOpInterface>(op.getOperation())),
        topk(dyn_cast<DeviceTopkOp>(op.getOperation())) {}

  SmallVector<StepBuffer> getBuffers() override {
    if (!topk)
      return {};
    // A prologue may have made more or fewer members of the inputs.
    SmallVector<Type> types = order.getItemTypes();
    return getItemBuffers(
        SmallVector<Value>(types.size(), op.getDeviceIns().front()), types);
  }

  void emit(StepBuilder &steps, HostBuilder &host) override;

private:
  template <typename OpTy>
  DeviceSortOp createSort(OpTy rank, const StepPlace &at, ValueRange outs) {
    DeviceSortOp sort =
        createStepSort(rank, at, op.getDeviceIns(), outs, op.getDeviceReads());
    IRMapping mapping;
    rank.getComparator().cloneInto(&sort.getComparator(), mapping);
    rank.getPrologue().cloneInto(&sort.getPrologue(), mapping);
    return sort;
  }
  /// Writes elements [begin, begin + size) (i64) of what is sorted.
  void copy(StepBuilder &steps, Value begin, Value size, ValueRange outs);

  DeviceOpInterface op;
  SortOpInterface order;
  DeviceTopkOp topk;
};

} // namespace

void RankDecomposition::copy(StepBuilder &steps, Value begin, Value size,
                             ValueRange outs) {
  SmallVector<Value> ins =
      llvm::map_to_vector(steps.buffers(), [&](Value buffer) {
        return steps.slice(buffer, topk.getAlong(), begin, size);
      });
  steps.add([&](const StepPlace &at) {
    return createStepMap(at, ins, outs, /*predicated=*/false,
                         /*takesIndex=*/false,
                         [](CodeBuilder &, ValueRange item) {
                           return SmallVector<Value>(item);
                         });
  });
}

void RankDecomposition::emit(StepBuilder &steps, HostBuilder &host) {
  if (auto nth = dyn_cast<DeviceNthOp>(op.getOperation()))
    return steps.add([&](const StepPlace &at) {
      return createSort(nth, at, nth.getOuts());
    });
  steps.add([&](const StepPlace &at) {
    return createSort(topk, at, steps.buffers());
  });
  int64_t along = topk.getAlong();
  Value taken = host.extent(topk.getOuts().front(), along);
  copy(steps, host.i64(0), taken, topk.getOuts());
  if (topk.getRest().empty())
    return;
  Value all = host.extent(topk.getIns().front(), along);
  copy(steps, taken, host.sub(all, taken), topk.getRest());
}

std::unique_ptr<Decomposition> mlir::prim::decomposeRank(DeviceOpInterface op) {
  auto order = cast<SortOpInterface>(op.getOperation());
  if (order.getComparatorRegion().empty() && order.getNumKeys() == 1 &&
      !order.getKeyOrders())
    return nullptr;
  return std::make_unique<RankDecomposition>(op);
}
