//===- WorkgroupLimit.cpp - Workgroup memory of a kernel ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All workgroup memory is a global of the module at this point: buffers of
// block ops, of exchanges and of device kernels, and the user's. LLVM adds up
// the globals that a kernel reaches, without the ops they were made for or
// their locations.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupLimit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<WorkgroupBuffer>
mlir::prim::collectWorkgroupBuffers(LLVM::LLVMFuncOp kernel,
                                    SymbolTable &symbols, unsigned space) {
  DataLayout layout = DataLayout::closest(kernel);
  SmallVector<WorkgroupBuffer> buffers;
  llvm::SmallSetVector<Operation *, 8> reached;
  reached.insert(kernel);
  // The list grows during the loop.
  for (size_t i = 0; i < reached.size(); ++i) {
    if (auto global = dyn_cast<LLVM::GlobalOp>(reached[i]))
      if (global.getAddrSpace() == space) {
        Type type = global.getType();
        buffers.push_back(
            {global, layout.getTypeSize(type).getFixedValue(),
             std::max<uint64_t>(global.getAlignment().value_or(1),
                                layout.getTypeABIAlignment(type))});
      }
    auto uses = SymbolTable::getSymbolUses(reached[i]);
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *symbol =
              symbols.lookup(use.getSymbolRef().getRootReference()))
        reached.insert(symbol);
  }
  llvm::sort(buffers, [](WorkgroupBuffer a, WorkgroupBuffer b) {
    return std::tuple(b.alignment, a.global.getSymName()) <
           std::tuple(a.alignment, b.global.getSymName());
  });
  return buffers;
}

uint64_t mlir::prim::countWorkgroupBytes(ArrayRef<WorkgroupBuffer> buffers) {
  uint64_t total = 0;
  for (const WorkgroupBuffer &buffer : buffers)
    total = llvm::alignTo(total, buffer.alignment) + buffer.bytes;
  return total;
}

LogicalResult mlir::prim::checkWorkgroupMemory(gpu::GPUModuleOp module,
                                               const TargetLowering &lowering,
                                               StringRef kernelAttr) {
  const TargetInfo &target = lowering.getTarget();
  unsigned space = lowering.getAddressSpace(MemorySpace::Workgroup);
  SymbolTable symbols(module);
  LogicalResult result = success();
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(kernelAttr))
      continue;
    SmallVector<WorkgroupBuffer> buffers =
        collectWorkgroupBuffers(kernel, symbols, space);
    uint64_t total = countWorkgroupBytes(buffers);
    if (total <= target.ldsBytes)
      continue;
    InFlightDiagnostic error = emitError(kernel.getLoc());
    error << "kernel '" << kernel.getName() << "' needs " << total
          << " bytes of workgroup memory, but " << target.chip << " has "
          << target.ldsBytes
          << " per block; use fewer items per thread, a smaller block, or "
             "smaller workgroup buffers";
    for (WorkgroupBuffer &buffer : buffers)
      if (buffer.bytes)
        error.attachNote(buffer.global.getLoc())
            << buffer.bytes << " of these bytes are '"
            << buffer.global.getSymName() << "'";
    result = failure();
  }
  return result;
}
