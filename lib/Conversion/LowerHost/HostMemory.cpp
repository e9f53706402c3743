//===- HostMemory.cpp - Host and device memory apart -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-host-memory. It copies data that both host code and device code
// access, and reports cases that neither a copy nor a kernel can fix.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMHOSTMEMORY
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The uses of `memory` and of its views, except the views themselves.
void collectUses(Value memory, SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand &use : memory.getUses()) {
    Operation *user = use.getOwner();
    if (isa<ViewLikeOpInterface>(user) && user->getOperand(0) == memory) {
      for (Value result : user->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          collectUses(result, uses);
      continue;
    }
    uses.push_back(&use);
  }
}

/// Whether host memory is valid at `use`: the host itself accesses it, a
/// transfer uses it, or only its shape or address is read.
bool takesHostMemory(OpOperand &use) {
  Operation *user = use.getOwner();
  // Regions of device ops run on the device.
  if (user->getParentOfType<DeviceOpInterface>())
    return false;
  if (isa<gpu::MemcpyOp, memref::CopyOp, memref::DimOp, memref::RankOp,
          memref::ExtractAlignedPointerAsIndexOp>(user))
    return true;
  return llvm::is_contained(getHostAccesses(user), use.get());
}

/// The address of a buffer, independent of its views.
Value createAddress(OpBuilder &builder, Location loc, Value memory) {
  if (auto type = dyn_cast<MemRefType>(memory.getType());
      type && !type.getLayout().isIdentity())
    memory = memref::ExtractStridedMetadataOp::create(builder, loc, memory)
                 .getBaseBuffer();
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
}

/// Uploads of constants, one per global and call of a function.
class ConstantUploads {
public:
  explicit ConstantUploads(func::FuncOp function) : function(function) {}

  /// Replaces the global of `get` in device code by a device copy; host
  /// accesses keep the global.
  void upload(memref::GetGlobalOp get, memref::GlobalOp global) {
    SmallVector<OpOperand *> uses;
    collectUses(get, uses);
    auto isOfHost = [](OpOperand *use) { return takesHostMemory(*use); };
    if (llvm::all_of(uses, isOfHost))
      return;
    for (OpOperand *use : llvm::make_filter_range(uses, isOfHost))
      use->set(cloneViews(use->get(), use->getOwner()));
    Value &copy = copies[global];
    if (!copy)
      copy = createCopy(get, global);
    get.replaceAllUsesWith(copy);
    get.erase();
  }

private:
  /// Clones `memory` and all views that lead to it, before `user`.
  static Value cloneViews(Value memory, Operation *user) {
    SmallVector<Operation *> chain;
    for (Value value = memory; value; value = getViewedMemory(value))
      chain.push_back(value.getDefiningOp());
    OpBuilder builder(user);
    IRMapping mapping;
    for (Operation *op : llvm::reverse(chain))
      builder.clone(*op, mapping);
    return mapping.lookup(memory);
  }

  Value createCopy(memref::GetGlobalOp get, memref::GlobalOp global) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
    Location loc = get.getLoc();
    MemRefType type = get.getType();
    Value copy = gpu::AllocOp::create(builder, loc, type, /*asyncToken=*/Type(),
                                      ValueRange(), ValueRange(), ValueRange())
                     .getMemref();
    auto values = dyn_cast<DenseElementsAttr>(*global.getInitialValue());
    if (values && values.isSplat() && getFillBytes(type.getElementType())) {
      auto value = arith::ConstantOp::create(
          builder, loc, cast<TypedAttr>(values.getSplatValue<Attribute>()));
      gpu::MemsetOp::create(builder, loc, Type(), ValueRange(), copy, value);
    } else {
      Value source =
          memref::GetGlobalOp::create(builder, loc, type, get.getName());
      gpu::MemcpyOp::create(builder, loc, Type(), ValueRange(), copy, source);
    }
    function.walk([&](func::ReturnOp op) { release(copy, op); });
    return copy;
  }

  /// Frees `copy` before `op`, unless it is returned to the caller, who then
  /// owns it. If a base is returned, it may point into the copy, which is then
  /// not freed.
  static void release(Value copy, func::ReturnOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value kept;
    if (llvm::any_of(op.getOperandTypes(),
                     [](Type type) { return isa<BaseType>(type); }))
      return;
    for (Value value : op.getOperands()) {
      if (!isa<BaseMemRefType>(value.getType()))
        continue;
      Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         createAddress(builder, loc, value),
                                         createAddress(builder, loc, copy));
      kept =
          kept ? Value(arith::OrIOp::create(builder, loc, kept, same)) : same;
    }
    if (kept) {
      Value unused = arith::XOrIOp::create(
          builder, loc, kept, arith::ConstantIntOp::create(builder, loc, 1, 1));
      auto branch = scf::IfOp::create(builder, loc, unused);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    gpu::DeallocOp::create(builder, loc, Type(), ValueRange(), copy);
  }

  func::FuncOp function;
  llvm::DenseMap<Operation *, Value> copies;
};

/// Reports host memory that is passed to the device or escapes.
LogicalResult checkEscapes(Operation *memory) {
  SmallVector<OpOperand *> uses;
  collectUses(memory->getResult(0), uses);
  for (OpOperand *use : uses) {
    if (takesHostMemory(*use))
      continue;
    InFlightDiagnostic diag = use->getOwner()->emitOpError();
    if (auto get = dyn_cast<memref::GetGlobalOp>(memory))
      diag << "uses @" << get.getName()
           << ", which is mutable host memory, as device memory; make the "
              "global constant, or copy it to device memory (gpu.alloc, "
              "gpu.memcpy)";
    else
      diag << "uses host memory as device memory; allocate it on the device "
              "(gpu.alloc), or copy it there (gpu.memcpy)";
    diag.attachNote(memory->getLoc()) << "the host memory is here";
    return failure();
  }
  return success();
}

/// The element of `memory` at `indices` as a separate buffer. Null if its
/// position is unknown, and an error if it is out of bounds. Bounds that the
/// type does not imply are checked at run time.
FailureOr<Value> createElement(OpBuilder &builder, Operation *op, Value memory,
                               ValueRange indices) {
  SmallVector<OpFoldResult> offsets;
  auto type = cast<MemRefType>(memory.getType());
  if (!type.isStrided())
    return Value();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    if (!constant)
      return Value();
    if (*constant < 0 ||
        (!type.isDynamicDim(dim) && *constant >= type.getDimSize(dim)))
      return op->emitOpError("has the index ")
             << *constant << " in dimension " << dim << " of " << type;
    if (type.isDynamicDim(dim)) {
      HostBuilder host(op);
      Value size = host.extent(memory, dim);
      host.check(op, host.sgt(size, host.i64(*constant)),
                 CheckStatus::InvalidArgument,
                 "has the index " + Twine(*constant) + " in dimension " +
                     Twine(dim) + " of a buffer that has a size of {} there",
                 size);
    }
    offsets.push_back(builder.getIndexAttr(*constant));
  }
  if (offsets.empty())
    return memory;
  SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
  auto result = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      /*resultShape=*/{}, type, offsets, ones, ones));
  return Value(memref::SubViewOp::create(builder, op->getLoc(), result, memory,
                                         offsets, ones, ones));
}

/// A host stack buffer for one element of the type of `memory`.
Value createHostElement(Operation *op, Value memory) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpBuilder entry = OpBuilder::atBlockBegin(&function.front());
  return memref::AllocaOp::create(
      entry, op->getLoc(),
      MemRefType::get({}, getElementTypeOrSelf(memory.getType())));
}

/// Lowers a load of one element of device memory to a copy that the host waits
/// for.
LogicalResult lowerLoad(memref::LoadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> element =
      createElement(builder, op, op.getMemRef(), op.getIndices());
  if (failed(element) || !*element)
    return failure(failed(element));
  Value host = createHostElement(op, op.getMemRef());
  gpu::MemcpyOp::create(builder, loc, Type(), ValueRange(), host, *element);
  Value value = memref::LoadOp::create(builder, loc, host);
  op.replaceAllUsesWith(value);
  op.erase();
  return success();
}

/// Lowers a store of one element of device memory, in stream order: to a
/// memset, or to a copy if its bytes are no repeated pattern.
LogicalResult lowerStore(memref::StoreOp op) {
  OpBuilder builder(op);
  FailureOr<Value> element =
      createElement(builder, op, op.getMemRef(), op.getIndices());
  if (failed(element) || !*element)
    return failure(failed(element));
  Location loc = op.getLoc();
  Value value = op.getValueToStore();
  if (getFillBytes(value.getType())) {
    gpu::MemsetOp::create(builder, loc, Type(), ValueRange(), *element, value);
  } else {
    Value host = createHostElement(op, op.getMemRef());
    memref::StoreOp::create(builder, loc, value, host, ValueRange());
    gpu::MemcpyOp::create(builder, loc, Type(), ValueRange(), *element, host);
  }
  op.erase();
  return success();
}

struct HostMemoryPass : prim::impl::PrimHostMemoryBase<HostMemoryPass> {
  void runOnOperation() override {
    OpPassManager simplify(func::FuncOp::getOperationName());
    simplify.addPass(createLowerAffinePass());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() &&
          (failed(runPipeline(simplify, function)) || failed(run(function))))
        return signalPassFailure();
  }

  static LogicalResult run(func::FuncOp function) {
    SmallVector<Operation *> memories, accesses;
    (void)walkHostOps(function, [&](Operation *op) {
      if (isa<memref::AllocaOp, memref::GetGlobalOp>(op))
        memories.push_back(op);
      return success();
    });
    ConstantUploads uploads(function);
    for (Operation *memory : memories) {
      if (Operation *global = getConstantGlobal(memory))
        uploads.upload(cast<memref::GetGlobalOp>(memory),
                       cast<memref::GlobalOp>(global));
      else if (failed(checkEscapes(memory)))
        return failure();
    }

    (void)walkHostOps(function, [&](Operation *op) {
      if (isa<memref::LoadOp, memref::StoreOp>(op) &&
          !getHostMemory(getHostAccesses(op).front()))
        accesses.push_back(op);
      return success();
    });
    for (Operation *op : accesses) {
      auto load = dyn_cast<memref::LoadOp>(op);
      if (failed(load ? lowerLoad(load)
                      : lowerStore(cast<memref::StoreOp>(op))))
        return failure();
    }
    return checkHostAccesses(function);
  }
};

} // namespace
