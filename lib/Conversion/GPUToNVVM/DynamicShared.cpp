//===- DynamicShared.cpp - Shared memory past 48 KiB --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic shared memory is one array with the same start for all functions that
// refer to it. Buffers become offsets into it.
//
//===----------------------------------------------------------------------===//

#include "DynamicShared.h"

#include "../KernelToLLVM/WorkgroupLimit.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

/// The array, aligned to at least `alignment`.
static LLVM::GlobalOp getArray(gpu::GPUModuleOp module, unsigned space,
                               uint64_t alignment) {
  constexpr StringLiteral name = "__prim_dynamic_shared";
  auto array = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!array) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    array = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), 0),
        /*isConstant=*/false, LLVM::Linkage::External, name,
        /*value=*/Attribute(), alignment, space);
  }
  array.setAlignment(std::max(alignment, array.getAlignment().value_or(1)));
  return array;
}

static LogicalResult place(gpu::GPUModuleOp module, LLVM::LLVMFuncOp kernel,
                           ArrayRef<WorkgroupBuffer> buffers, uint64_t total,
                           unsigned space) {
  uint64_t end = 0;
  for (WorkgroupBuffer buffer : buffers) {
    if (buffer.bytes == 0)
      return emitError(kernel.getLoc(), "kernel '")
             << kernel.getName() << "' has dynamic workgroup memory and "
             << total
             << " bytes of static workgroup memory, which exceed the limit of "
                "static memory; give all of its buffers a static size, or use "
                "less";
    end = llvm::alignTo(end, buffer.alignment);
    LLVM::GlobalOp array = getArray(module, space, buffer.alignment);
    SmallVector<LLVM::AddressOfOp> uses;
    kernel.walk([&](LLVM::AddressOfOp use) {
      if (use.getGlobalName() == buffer.global.getSymName())
        uses.push_back(use);
    });
    bool isShared = false;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        function.walk([&](LLVM::AddressOfOp use) {
          isShared |= use.getGlobalName() == buffer.global.getSymName();
        });
    if (isShared)
      return emitError(buffer.global.getLoc(), "the workgroup memory '")
             << buffer.global.getSymName() << "' of kernel '"
             << kernel.getName() << "' is also used by a function, but the "
             << total
             << " bytes of the kernel exceed the limit of static memory; pass "
                "the memory to the function as an argument, or use less";
    for (LLVM::AddressOfOp use : uses) {
      OpBuilder builder(use);
      Value start = LLVM::AddressOfOp::create(builder, use.getLoc(), array);
      Value there = LLVM::GEPOp::create(
          builder, use.getLoc(), use.getType(), builder.getI8Type(), start,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(end)});
      use.replaceAllUsesWith(there);
      use.erase();
    }
    if (SymbolTable::symbolKnownUseEmpty(buffer.global, module))
      buffer.global.erase();
    end += buffer.bytes;
  }
  OpBuilder builder(kernel);
  Type i32 = builder.getI32Type();
  LLVM::GlobalOp::create(builder, kernel.getLoc(), i32, /*isConstant=*/true,
                         LLVM::Linkage::External,
                         ("__prim_dynamic_shared_" + kernel.getName()).str(),
                         builder.getI32IntegerAttr(static_cast<int32_t>(end)),
                         /*alignment=*/4,
                         static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
  return success();
}

LogicalResult mlir::prim::placeDynamicShared(gpu::GPUModuleOp module,
                                             const TargetLowering &target) {
  unsigned space = target.getAddressSpace(MemorySpace::Workgroup);
  // Upstream represents dynamic memory by an array of this module with no
  // elements, which PTX would treat as memory of one byte.
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() == space &&
        DataLayout::closest(global).getTypeSize(global.getType()) == 0)
      global.setLinkage(LLVM::Linkage::External);
  for (auto kernel :
       llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>())) {
    if (!kernel->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      continue;
    SymbolTable symbols(module);
    SmallVector<WorkgroupBuffer> buffers =
        collectWorkgroupBuffers(kernel, symbols, space);
    uint64_t total = countWorkgroupBytes(buffers);
    if (total > target.getDeclaredWorkgroupBytes() &&
        failed(place(module, kernel, buffers, total, space)))
      return failure();
  }
  return success();
}
