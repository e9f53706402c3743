//===- KernelTable.h - Resources of NVIDIA kernels --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, shared memory and stack of the kernels of a module.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_NVVM_KERNELTABLE_H
#define PRIM_LIB_TARGET_NVVM_KERNELTABLE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// The kernels of a module in the LLVM dialect, with metadata under the names
/// that AMD's code objects use. vgpr_count, vgpr_spill_count (both of 32 bits),
/// group_segment_fixed_size and private_segment_fixed_size are from `report`,
/// the output of ptxas -v. The others are wavefront_size and
/// max_flat_workgroup_size. Unknown entries are omitted.
gpu::KernelTableAttr getNVVMKernels(gpu::GPUModuleOp module, StringRef report);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_NVVM_KERNELTABLE_H
