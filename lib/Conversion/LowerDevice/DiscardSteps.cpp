//===- DiscardSteps.cpp - Outputs that nobody wants, as buffers *- C++ -*-===//
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

#include "DeviceSteps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class DiscardSteps : public DeviceSteps {
public:
  explicit DiscardSteps(DeviceOpInterface op) : op(op) {}

  SmallVector<StepBuffer> getBuffers() override {
    SmallVector<StepBuffer> buffers;
    for (int64_t number : op.getDeviceDiscards()) {
      Value out = op.getDeviceOuts()[number];
      buffers.push_back(
          {out, cast<MemRefType>(out.getType()).getElementType()});
    }
    return buffers;
  }

  void emit(StepBuilder &steps, HostBuilder &host) override {
    steps.add([&](OpBuilder &b, Value workspace,
                  bool initialized) -> Operation * {
      return llvm::TypeSwitch<Operation *, Operation *>(op.getOperation())
          .Case<DeviceSortOp, DeviceTopkOp, DeviceNthOp>([&](auto typed) {
            return createOp(typed, b, steps.buffers(), workspace, initialized);
          });
    });
  }

private:
  /// The op with `buffers` for what it discards.
  template <typename OpTy>
  OpTy createOp(OpTy typed, OpBuilder &b, ValueRange buffers, Value workspace,
                bool initialized) {
    Operation *copy = Operation::create(
        op.getLoc(), op->getName(), TypeRange(), op->getOperands(),
        op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
        /*successors=*/BlockRange(), op->getNumRegions());
    unsigned first = op.getDeviceOuts().getBeginOperandIndex();
    for (auto [number, buffer] :
         llvm::zip_equal(op.getDeviceDiscards(), buffers))
      copy->setOperand(first + number, buffer);
    for (auto [from, to] : llvm::zip(op->getRegions(), copy->getRegions())) {
      IRMapping mapping;
      from.cloneInto(&to, mapping);
    }
    b.insert(copy);
    auto result = cast<OpTy>(copy);
    result.getAsyncDependenciesMutable().clear();
    result.getWorkspaceMutable().clear();
    if (workspace)
      result.getWorkspaceMutable().assign(workspace);
    result.setInitialized(initialized);
    result.setDiscards({});
    return result;
  }

  DeviceOpInterface op;
};

} // namespace

std::unique_ptr<DeviceSteps>
mlir::prim::getDiscardSteps(DeviceOpInterface op, const DeviceLimits &limits) {
  ArrayRef<int64_t> discards = op.getDeviceDiscards();
  if (discards.empty())
    return nullptr;
  bool needsBuffers = false;
  if (auto sort = dyn_cast<DeviceSortOp>(op.getOperation())) {
    // What a prologue makes is sorted by another op.
    needsBuffers =
        sort.getPrologue().empty() &&
        (!sort.getComparator().empty() || getSortSteps(sort, limits));
  } else if (auto topk = dyn_cast<DeviceTopkOp>(op.getOperation())) {
    // What comes first is put into order where it is.
    bool isOfTaken =
        discards.front() < static_cast<int64_t>(topk.getOuts().size());
    needsBuffers =
        (isOfTaken && !topk.getUnordered()) || getRankSteps(op) != nullptr;
  } else if (isa<DeviceNthOp>(op.getOperation())) {
    needsBuffers = getRankSteps(op) != nullptr;
  }
  if (!needsBuffers)
    return nullptr;
  return std::make_unique<DiscardSteps>(op);
}
