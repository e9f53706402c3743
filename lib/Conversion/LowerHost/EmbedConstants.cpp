//===- EmbedConstants.cpp - Constants in the code of kernels --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-embed-constants. A copy of a constant to the device in each
// call, which prim-host-memory makes, costs more than most kernels.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMEMBEDCONSTANTS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Bytes of the widest vectors that kernels load, to which a constant is
/// aligned.
static constexpr int64_t kAlignment = 16;

/// Whether the type is that of an element as the binary has it.
static bool isEmbeddable(MemRefType type, int64_t maxBytes) {
  Type element = type.getElementType();
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         (element.isIndex() || (element.isIntOrFloat() &&
                                element.getIntOrFloatBitWidth() % 8 == 0)) &&
         type.getNumElements() <= maxBytes / getElementBytes(element);
}

/// Whether the kernel only loads elements from `memory`, a base or memref.
static bool isOnlyLoaded(Value memory) {
  return llvm::all_of(memory.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<AdvanceOp>(user))
      return isOnlyLoaded(user->getResult(0));
    return isa<LoadOp, BlockLoadOp, IsAlignedOp, memref::LoadOp>(user);
  });
}

/// Whether an address is only compared with others.
static bool isOnlyCompared(Operation *address) {
  return llvm::all_of(address->getResult(0).getUsers(), [](Operation *user) {
    auto compare = dyn_cast<arith::CmpIOp>(user);
    return compare && compare.getPredicate() == arith::CmpIPredicate::eq;
  });
}

/// The memory of which a launch's operand is the address.
static Value getPassed(Value operand) {
  auto base = operand.getDefiningOp<BaseOfOp>();
  return base ? base.getMemref() : operand;
}

namespace {

class Embedding {
public:
  Embedding(ModuleOp module, int64_t maxBytes)
      : module(module), maxBytes(maxBytes) {}

  void run();

private:
  /// The constant that `memory` has in all launches; null if that is not known.
  memref::GlobalOp findConstant(gpu::AllocOp memory);
  /// Whether `memory` is the target of one copy, and is else only read, by
  /// launches that follow.
  bool isOnlyRead(Value memory, gpu::MemcpyOp upload);
  gpu::GPUFuncOp findKernel(gpu::LaunchFuncOp launch) {
    auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        module, launch.getKernelAttr());
    return kernel && !kernel.isExternal() ? kernel : gpu::GPUFuncOp();
  }
  void embed(gpu::GPUFuncOp kernel, ArrayRef<gpu::LaunchFuncOp> launches);
  /// The address of the constant in the kernel, of the type of an argument.
  Value createAddress(gpu::GPUFuncOp kernel, memref::GlobalOp global,
                      Type type);
  /// Erases the memory if no launch needs it.
  void eraseUnused(gpu::AllocOp memory);

  ModuleOp module;
  int64_t maxBytes;
  SymbolTableCollection symbols;
  llvm::MapVector<Value, memref::GlobalOp> constants;
};

} // namespace

bool Embedding::isOnlyRead(Value memory, gpu::MemcpyOp upload) {
  return llvm::all_of(memory.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<BaseOfOp>(user))
      return isOnlyRead(user->getResult(0), upload);
    if (isa<memref::ExtractAlignedPointerAsIndexOp>(user))
      return isOnlyCompared(user);
    auto launch = dyn_cast<gpu::LaunchFuncOp>(user);
    if (!launch)
      return user == upload || isa<gpu::DeallocOp>(user);
    gpu::GPUFuncOp kernel = findKernel(launch);
    OperandRange passed = launch.getKernelOperands();
    unsigned number = use.getOperandNumber() - passed.getBeginOperandIndex();
    Operation *ancestor = upload->getBlock()->findAncestorOpInBlock(*launch);
    return kernel && number < passed.size() && ancestor &&
           upload->isBeforeInBlock(ancestor) &&
           isOnlyLoaded(kernel.getArgument(number));
  });
}

memref::GlobalOp Embedding::findConstant(gpu::AllocOp memory) {
  gpu::MemcpyOp upload;
  for (Operation *user : memory.getMemref().getUsers())
    if (auto copy = dyn_cast<gpu::MemcpyOp>(user))
      upload = copy;
  if (!upload || upload.getDst() != memory.getMemref() ||
      upload.getAsyncToken() || memory.getAsyncToken() ||
      !isEmbeddable(memory.getType(), maxBytes))
    return {};
  auto global = dyn_cast_or_null<memref::GlobalOp>(
      getConstantGlobal(upload.getSrc().getDefiningOp()));
  if (!global || global.getType() != memory.getType() ||
      !isa<DenseElementsAttr>(*global.getInitialValue()) ||
      !isOnlyRead(memory.getMemref(), upload))
    return {};
  return global;
}

Value Embedding::createAddress(gpu::GPUFuncOp kernel, memref::GlobalOp global,
                               Type type) {
  auto kernels = kernel->getParentOfType<gpu::GPUModuleOp>();
  auto space = gpu::AddressSpaceAttr::get(module.getContext(),
                                          gpu::AddressSpace::Global);
  auto inSpace = MemRefType::get(global.getType().getShape(),
                                 global.getType().getElementType(),
                                 MemRefLayoutAttrInterface(), space);
  SymbolTable &own = symbols.getSymbolTable(kernels);
  auto found = own.lookup<memref::GlobalOp>(global.getSymName());
  if (!found || found.getType() != inSpace ||
      found.getInitialValueAttr() != global.getInitialValueAttr()) {
    OpBuilder builder(module.getContext());
    found = memref::GlobalOp::create(
        builder, global.getLoc(), global.getSymName(),
        builder.getStringAttr("private"), inSpace, global.getInitialValueAttr(),
        /*constant=*/true, builder.getI64IntegerAttr(kAlignment));
    // Another symbol may have the name.
    own.insert(found, kernels.getBody()->begin());
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.front());
  Value memory = memref::GetGlobalOp::create(builder, kernel.getLoc(), inSpace,
                                             found.getSymName());
  if (!isa<BaseType>(type))
    return memory;
  return BaseOfOp::create(builder, kernel.getLoc(), type, memory);
}

void Embedding::embed(gpu::GPUFuncOp kernel,
                      ArrayRef<gpu::LaunchFuncOp> launches) {
  for (unsigned number = kernel.getNumArguments(); number-- > 0;) {
    auto getConstant = [&](gpu::LaunchFuncOp launch) {
      return constants.lookup(getPassed(launch.getKernelOperand(number)));
    };
    gpu::LaunchFuncOp first = launches.front();
    memref::GlobalOp global = getConstant(first);
    if (!global || !llvm::all_of(launches, [&](gpu::LaunchFuncOp launch) {
          return getConstant(launch) == global;
        }))
      continue;
    BlockArgument argument = kernel.getArgument(number);
    argument.replaceAllUsesWith(
        createAddress(kernel, global, argument.getType()));
    (void)kernel.eraseArgument(number);
    for (gpu::LaunchFuncOp launch : launches)
      launch.getKernelOperandsMutable().erase(number);
  }
}

void Embedding::eraseUnused(gpu::AllocOp memory) {
  SmallVector<Operation *> users(memory.getMemref().getUsers());
  for (Operation *user : users)
    if (isa<gpu::LaunchFuncOp>(user) ||
        (isa<BaseOfOp>(user) && !user->use_empty()))
      return;
  for (Operation *user : users) {
    // The memory was not returned: its address is no other one.
    if (isa<memref::ExtractAlignedPointerAsIndexOp>(user))
      for (Operation *compare : llvm::make_early_inc_range(user->getUsers())) {
        OpBuilder builder(compare);
        compare->replaceAllUsesWith(ValueRange{arith::ConstantIntOp::create(
            builder, compare->getLoc(), /*value=*/0, /*width=*/1)});
        compare->erase();
      }
    user->erase();
  }
  memory.erase();
}

void Embedding::run() {
  llvm::MapVector<gpu::GPUFuncOp, SmallVector<gpu::LaunchFuncOp>> launches;
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (gpu::GPUFuncOp kernel = findKernel(launch))
      launches[kernel].push_back(launch);
  });
  module.walk([&](gpu::AllocOp memory) {
    if (memref::GlobalOp global = findConstant(memory))
      constants[memory.getMemref()] = global;
  });
  if (constants.empty())
    return;
  for (auto &[kernel, own] : launches)
    embed(kernel, own);
  for (auto [memory, global] : constants)
    eraseUnused(memory.getDefiningOp<gpu::AllocOp>());
}

namespace {

struct PrimEmbedConstants
    : OptionsOnce<prim::impl::PrimEmbedConstantsBase<PrimEmbedConstants>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override { Embedding(getOperation(), maxBytes).run(); }
};

} // namespace
