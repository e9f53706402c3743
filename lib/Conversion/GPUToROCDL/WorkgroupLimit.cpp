//===- WorkgroupLimit.cpp - Workgroup memory of a kernel ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All workgroup memory is a global of the module by now: buffers of block ops,
// of exchanges and of device kernels, and the user's. LLVM gives a kernel those
// that it reaches, and knows neither who asked for them nor where.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupLimit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

namespace {
struct Buffer {
  LLVM::GlobalOp global;
  uint64_t bytes, alignment;
};
} // namespace

/// The workgroup memory that `kernel` and what it calls refer to, in the order
/// in which LLVM lays it out: strictest alignment first.
static SmallVector<Buffer> collectBuffers(LLVM::LLVMFuncOp kernel,
                                          SymbolTable &symbols) {
  DataLayout layout = DataLayout::closest(kernel);
  SmallVector<Buffer> buffers;
  llvm::SmallSetVector<Operation *, 8> reached;
  reached.insert(kernel);
  // Grows while it is walked.
  for (size_t i = 0; i < reached.size(); ++i) {
    if (auto global = dyn_cast<LLVM::GlobalOp>(reached[i]))
      if (global.getAddrSpace() ==
          ROCDL::ROCDLDialect::kSharedMemoryAddressSpace) {
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
  llvm::sort(buffers, [](Buffer a, Buffer b) {
    return std::tuple(b.alignment, a.global.getSymName()) <
           std::tuple(a.alignment, b.global.getSymName());
  });
  return buffers;
}

LogicalResult mlir::prim::checkWorkgroupMemory(gpu::GPUModuleOp module,
                                               const TargetInfo &target) {
  SymbolTable symbols(module);
  LogicalResult result = success();
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!kernel->hasAttr(ROCDL::ROCDLDialect::getKernelFuncAttrName()))
      continue;
    SmallVector<Buffer> buffers = collectBuffers(kernel, symbols);
    uint64_t total = 0;
    for (const Buffer &buffer : buffers)
      total = llvm::alignTo(total, buffer.alignment) + buffer.bytes;
    if (total <= target.ldsBytes)
      continue;
    InFlightDiagnostic error = emitError(kernel.getLoc());
    error << "kernel '" << kernel.getName() << "' needs " << total
          << " bytes of workgroup memory, but " << target.chip << " has "
          << target.ldsBytes
          << " per block; use fewer items per thread, a smaller block or less "
             "memory of its own";
    for (Buffer &buffer : buffers)
      if (buffer.bytes)
        error.attachNote(buffer.global.getLoc())
            << buffer.bytes << " bytes of them are '"
            << buffer.global.getSymName() << "'";
    result = failure();
  }
  return result;
}
