//===- LowerDevice.cpp - prim-lower-device *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the device ops of host functions. It names none of
// them: DeviceOps.def lists them, and each has an object in its own file
// that says how it is done. Engine/DeviceDriver.cpp makes host code of what
// they plan.
//
//===----------------------------------------------------------------------===//

#include "Engine/Decomposition.h"
#include "Engine/DeviceContext.h"
#include "Engine/DeviceLowering.h"
#include "Engine/OperandChecks.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/DeviceDiscards.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERDEVICE
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Name of the module that all generated kernels go to.
static constexpr llvm::StringLiteral kernelModuleName = "prim_kernels";

namespace {

struct PrimLowerDevicePass
    : public OptionsOnce<prim::impl::PrimLowerDeviceBase<PrimLowerDevicePass>> {
  using OptionsOnce::OptionsOnce;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimLowerDeviceBase::getDependentDialects(registry);
    registerTargetDialects(registry);
  }

  gpu::GPUModuleOp createKernelModule(const TargetInfo &target) {
    ModuleOp module = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels =
        gpu::GPUModuleOp::create(builder, module.getLoc(), kernelModuleName);
    kernels.setTargetsAttr(builder.getArrayAttr({target.createAttribute(
        &getContext(), features, optLevel, std::to_string(abi))}));
    return kernels;
  }

  /// How `op` is done; fails with a diagnostic where it cannot be yet.
  static FailureOr<DevicePlan> plan(DeviceOpInterface op,
                                    const DeviceContext &context) {
    if (failed(checkOperands(op, context)))
      return failure();
    return DeviceLowering::get(op)->plan(context);
  }

  static std::string describe(const DevicePlan &plan, DeviceOpInterface op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    plan.print(os, op.getDeviceTuning(), op.getContext());
    return text;
  }

  /// Replaces `op` by host code and kernels.
  LogicalResult lower(DeviceOpInterface op, DeviceContext &context) {
    FailureOr<DevicePlan> how = plan(op, context);
    if (failed(how))
      return failure();
    if (printPlan)
      op->emitRemark() << "plan: " << describe(*how, op);
    how->loaded = lowerReads(op);
    lowerByPlan(op, *how, context);
    removeDone(op);
    for (auto [element, buffer] : how->loaded)
      element.getDefiningOp()->erase();
    return success();
  }

  /// Takes away what ops only move along to nowhere, from those that are asked
  /// for their workspace, too.
  void dropDiscarded() {
    IRRewriter rewriter(&getContext());
    SmallVector<DeviceOpInterface> ops;
    getOperation().walk([&](DeviceOpInterface op) {
      if (op.hasBufferForm())
        ops.push_back(op);
    });
    for (DeviceOpInterface op : ops)
      dropDiscardedMembers(rewriter, op);
  }

  /// Gives every output that is discarded a value of its own, which no other
  /// operand is; adds the allocations that there may be for it alone.
  static void markDiscarded(DeviceOpInterface op,
                            SmallVectorImpl<gpu::AllocOp> &unwanted) {
    // Without any there may be no outs to begin somewhere.
    if (!op.hasBufferForm() || op.getDeviceDiscards().empty())
      return;
    CodeBuilder b(op);
    unsigned first = op.getDeviceOuts().getBeginOperandIndex();
    for (int64_t number : op.getDeviceDiscards()) {
      OpOperand &out = op->getOpOperand(first + number);
      Value memory = out.get();
      out.set(memref::CastOp::create(b, memory.getType(), memory));
      while (auto cast = memory.getDefiningOp<memref::CastOp>())
        memory = cast.getSource();
      auto alloc = memory.getDefiningOp<gpu::AllocOp>();
      if (alloc && !llvm::is_contained(unwanted, alloc))
        unwanted.push_back(alloc);
    }
  }

  /// Erases memory that is only asked for its sizes.
  static void eraseUnaccessed(gpu::AllocOp alloc) {
    if (alloc.getAsyncToken() || !alloc.getSymbolOperands().empty())
      return;
    auto isDimension = [&](std::optional<int64_t> number) {
      return number && *number >= 0 && *number < alloc.getType().getRank();
    };
    SmallVector<Operation *> users;
    SmallVector<Value> names{alloc.getMemref()};
    while (!names.empty())
      for (Operation *user : names.pop_back_val().getUsers()) {
        auto dim = dyn_cast<memref::DimOp>(user);
        bool frees = isa<gpu::DeallocOp, memref::DeallocOp>(user) &&
                     user->getNumResults() == 0;
        if (auto view = dyn_cast<memref::CastOp>(user))
          names.push_back(view);
        // The size of a dimension out of range is undefined.
        else if (!frees && !(dim && isDimension(dim.getConstantIndex())))
          return;
        users.push_back(user);
      }
    CodeBuilder b(alloc);
    for (Operation *user : llvm::reverse(users)) {
      if (auto dim = dyn_cast<memref::DimOp>(user)) {
        int64_t number = *dim.getConstantIndex();
        MemRefType type = alloc.getType();
        Value size =
            type.isDynamicDim(number)
                ? alloc.getDynamicSizes()[type.getDynamicDimIndex(number)]
                : b.index(type.getDimSize(number));
        dim.replaceAllUsesWith(size);
      }
      user->erase();
    }
    alloc.erase();
  }

  /// Replaces a workspace_size by what its device op's plan asks for.
  static LogicalResult lowerSize(WorkspaceSizeOp op,
                                 const DeviceContext &context) {
    auto device = cast<DeviceOpInterface>(op.getBody().front().front());
    FailureOr<DevicePlan> how = plan(device, context);
    if (failed(how))
      return failure();
    op.replaceAllUsesWith(emitWorkspaceBytes(device, *how, context, op));
    op.erase();
    return success();
  }

  /// The ops that ask for a workspace, and the device ops that are run.
  std::pair<SmallVector<WorkspaceSizeOp>, SmallVector<DeviceOpInterface>>
  findOps() {
    SmallVector<WorkspaceSizeOp> sizes;
    SmallVector<DeviceOpInterface> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto size = dyn_cast<WorkspaceSizeOp>(op)) {
        sizes.push_back(size);
        return WalkResult::skip();
      }
      if (auto device = dyn_cast<DeviceOpInterface>(op))
        ops.push_back(device);
      return WalkResult::advance();
    });
    return {sizes, ops};
  }

  void runOnOperation() override {
    std::string error;
    std::optional<DeviceLimits> bounds = DeviceLimits::parse(limits, error);
    if (!bounds) {
      emitError(getOperation().getLoc()) << error;
      return signalPassFailure();
    }
    dropDiscarded();
    auto [sizes, ops] = findOps();
    if (sizes.empty() && ops.empty())
      return;
    for (DeviceOpInterface op : ops) {
      if (!DeviceLowering::get(op)) {
        op->emitOpError("has no lowering to kernels; use one of the ops that "
                        "DeviceOps.def lists");
        return signalPassFailure();
      }
      if (SymbolTable::getNearestSymbolTable(op) != getOperation()) {
        // A launch names its kernel from the module that both are in.
        op->emitOpError("is in a nested module; move it to a host function of "
                        "the outermost module");
        return signalPassFailure();
      }
    }

    auto kernels =
        getOperation().lookupSymbol<gpu::GPUModuleOp>(kernelModuleName);
    if (!kernels || !chip.empty()) {
      if (chip.empty()) {
        Operation *first = ops.empty() ? sizes.front().getOperation()
                                       : ops.front().getOperation();
        first->emitOpError(
            "needs a target chip; pass one to prim-lower-device, such as "
            "chip=gfx942 or chip=sm_90");
        return signalPassFailure();
      }
      std::optional<TargetInfo> target = TargetInfo::get(chip, features, error);
      if (!target) {
        getOperation().emitError(error);
        return signalPassFailure();
      }
      if (!kernels)
        kernels = createKernelModule(*target);
    }
    getOperation()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                            UnitAttr::get(&getContext()));
    FailureOr<TargetInfo> actual = TargetInfo::lookup(kernels);
    if (failed(actual))
      return signalPassFailure();
    if (bounds->lookBackWindow > int64_t(actual->waveSize)) {
      emitError(getOperation().getLoc())
          << "option limits has a look-back-window of "
          << *bounds->lookBackWindow << " tiles, but a wave of " << actual->chip
          << " has only " << actual->waveSize << " lanes";
      return signalPassFailure();
    }
    DeviceContext context(kernels, *actual, *bounds);

    decomposeOps(getOperation(), context);
    std::tie(sizes, ops) = findOps();
    for (WorkspaceSizeOp size : sizes)
      if (failed(lowerSize(size, context)))
        return signalPassFailure();
    SmallVector<gpu::AllocOp> unwanted;
    for (DeviceOpInterface op : ops)
      markDiscarded(op, unwanted);
    for (DeviceOpInterface op : ops)
      if (failed(lower(op, context)))
        return signalPassFailure();
    for (gpu::AllocOp alloc : unwanted)
      eraseUnaccessed(alloc);
  }
};

} // namespace
