//===- TopkSplit.cpp - A topk of more than a block sorts *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many elements are taken shows when the host function runs, so that both
// ways stand there, unless sizes are known.
//
//===----------------------------------------------------------------------===//

#include "TopkSplit.h"

#include "../Decompose/Decompositions.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The way of more than a block sorts.
class TakeThenSort : public StepSequence {
public:
  explicit TakeThenSort(DeviceTopkOp op) : op(op) {}

  SmallVector<StepBuffer> getBuffers() override {
    return llvm::map_to_vector(op.getOuts(), [](Value out) -> StepBuffer {
      return {out, getElementTypeOrSelf(out)};
    });
  }

  void emit(StepBuilder &steps, HostBuilder &host) override {
    steps.add([&](const StepPlace &at) {
      DeviceTopkOp take = createStepLike(op, {at.b, at.workspace});
      take.getOutsMutable().assign(steps.buffers());
      take.setUnordered(true);
      return take;
    });
    steps.add([&](const StepPlace &at) {
      DeviceSortOp sort =
          createStepSort(op, {at.b, at.workspace}, steps.buffers(),
                         op.getOuts(), /*reads=*/{});
      letClobber(sort);
      return sort;
    });
    steps.clearShared();
  }

private:
  DeviceTopkOp op;
};

} // namespace

/// Whether `buffer` is known to have at most so many elements along the op's
/// dimension, or more.
static std::optional<bool> hasUpTo(DeviceTopkOp op, Value buffer,
                                   int64_t most) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.isDynamicDim(op.getAlong()))
    return std::nullopt;
  return type.getDimSize(op.getAlong()) <= most;
}

std::unique_ptr<Decomposition> mlir::prim::decomposeTopk(DeviceTopkOp op,
                                                         int64_t most) {
  auto device = cast<DeviceOpInterface>(op.getOperation());
  if (op.getUnordered() || getChoice(device))
    return nullptr;
  std::optional<bool> isSmall = hasUpTo(op, op.getOuts().front(), most);
  // No more is taken than there is.
  if (isSmall == true || hasUpTo(op, op.getIns().front(), most) == true)
    return nullptr;
  auto large = std::make_unique<TakeThenSort>(op);
  if (isSmall == false)
    return large;
  return std::make_unique<Choice>(
      [=](HostBuilder &host) mutable {
        Value taken = host.extent(op.getOuts().front(), op.getAlong());
        return host.sle(taken, most);
      },
      std::make_unique<ChosenOp<DeviceTopkOp>>(op, /*holds=*/true),
      std::move(large));
}
