//===- KernelTable.cpp - Resources of NVIDIA kernels ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the lines of ptxas -v:
//
//   ptxas info    : Compiling entry function 'scan' for 'sm_90'
//   ptxas info    : Function properties for scan
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 32 registers, used 1 barriers, 2064 bytes smem
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::prim;

namespace {
struct Usage {
  std::optional<int64_t> registers, shared, stack, spilled;
};
} // namespace

/// The number before `unit` in a list such as "32 registers, 8 bytes smem".
static std::optional<int64_t> findNumber(StringRef line, StringRef unit) {
  for (StringRef part : llvm::split(line, ',')) {
    part = part.trim();
    part.consume_front("Used ");
    int64_t number;
    if (!part.consumeInteger(10, number) && part.trim() == unit)
      return number;
  }
  return std::nullopt;
}

static llvm::StringMap<Usage> readReport(StringRef report) {
  llvm::StringMap<Usage> kernels;
  Usage *usage = nullptr;
  bool ofKernel = false;
  for (StringRef line : llvm::split(report, '\n')) {
    line = line.trim();
    if (line.consume_front("ptxas info"))
      line = line.ltrim(" :");
    StringRef name = line;
    if (name.consume_front("Compiling entry function '")) {
      name = name.split('\'').first;
      usage = &kernels[name];
      continue;
    }
    if (name.consume_front("Function properties for ")) {
      // Functions that the kernel calls have separate lines.
      ofKernel = usage && &kernels[name] == usage;
      continue;
    }
    if (!usage)
      continue;
    if (line.starts_with("Used ")) {
      usage->registers = findNumber(line, "registers");
      usage->shared = findNumber(line, "bytes smem").value_or(0);
    } else if (ofKernel && line.contains("bytes stack frame")) {
      usage->stack = findNumber(line, "bytes stack frame");
      usage->spilled = findNumber(line, "bytes spill stores");
    }
  }
  return kernels;
}

/// The threads of a block that the kernel is compiled for; 0 if unspecified.
static int64_t countThreads(Operation *kernel) {
  for (StringRef name : {NVVM::NVVMDialect::getReqntidAttrName(),
                         NVVM::NVVMDialect::getMaxntidAttrName()})
    if (auto extents = kernel->getAttrOfType<DenseI32ArrayAttr>(name)) {
      int64_t threads = 1;
      for (int32_t extent : extents.asArrayRef())
        threads *= extent;
      return threads;
    }
  return 0;
}

gpu::KernelTableAttr mlir::prim::getNVVMKernels(gpu::GPUModuleOp module,
                                                StringRef report) {
  llvm::StringMap<Usage> usages = readReport(report);
  SmallVector<gpu::KernelMetadataAttr> kernels;
  Builder b(module.getContext());
  for (auto kernel : module.getOps<FunctionOpInterface>()) {
    if (!kernel->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      continue;
    NamedAttrList metadata;
    auto add = [&](StringRef name, std::optional<int64_t> value) {
      if (value)
        metadata.append(name, b.getI64IntegerAttr(*value));
    };
    auto found = usages.find(kernel.getName());
    Usage usage = found == usages.end() ? Usage() : found->second;
    add("vgpr_count", usage.registers);
    if (usage.spilled)
      add("vgpr_spill_count", *usage.spilled / 4);
    add("group_segment_fixed_size", usage.shared);
    add("private_segment_fixed_size", usage.stack);
    add("wavefront_size", 32);
    if (int64_t threads = countThreads(kernel))
      add("max_flat_workgroup_size", threads);
    kernels.push_back(gpu::KernelMetadataAttr::get(
        kernel, metadata.getDictionary(module.getContext())));
  }
  llvm::sort(kernels);
  return gpu::KernelTableAttr::get(module.getContext(), kernels);
}
