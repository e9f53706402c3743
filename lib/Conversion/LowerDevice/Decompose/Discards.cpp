//===- Discards.cpp - Buffers for discarded outputs *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where elements lie in the outputs on their way, one that is discarded has a
// buffer in its place: in turns between two sets of buffers, those of the
// results are one of them.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class DiscardDecomposition : public StepSequence {
public:
  /// Discarded outputs before number `end` get buffers.
  DiscardDecomposition(DeviceOpInterface op, int64_t end) : op(op), end(end) {}

  SmallVector<StepBuffer> getBuffers() override {
    SmallVector<StepBuffer> buffers;
    for (int64_t number : getReplaced()) {
      Value out = op.getDeviceOuts()[number];
      buffers.push_back({out, getElementTypeOrSelf(out)});
    }
    return buffers;
  }

  void emit(StepBuilder &steps, HostBuilder &host) override {
    steps.add([&](const StepPlace &at) -> Operation * {
      return llvm::TypeSwitch<Operation *, Operation *>(op.getOperation())
          .Case<DeviceSortOp, DeviceTopkOp, DeviceNthOp>(
              [&](auto typed) { return createOp(typed, at, steps.buffers()); });
    });
  }

private:
  ArrayRef<int64_t> getReplaced() {
    return op.getDeviceDiscards().take_while(
        [&](int64_t number) { return number < end; });
  }

  /// The op with `buffers` for what it discards.
  template <typename OpTy>
  OpTy createOp(OpTy typed, const StepPlace &at, ValueRange buffers) {
    OpTy result = createStepLike(typed, at);
    unsigned first = op.getDeviceOuts().getBeginOperandIndex();
    for (auto [number, buffer] : llvm::zip_equal(getReplaced(), buffers))
      result->setOperand(first + number, buffer);
    ArrayRef<int64_t> left =
        op.getDeviceDiscards().drop_front(getReplaced().size());
    result.setDiscards({});
    if (!left.empty())
      result.setDiscards(left);
    return result;
  }

  DeviceOpInterface op;
  int64_t end;
};

} // namespace

std::unique_ptr<Decomposition>
mlir::prim::decomposeDiscards(DeviceOpInterface op, int64_t end) {
  return std::make_unique<DiscardDecomposition>(op, end);
}
