//===- KernelToLLVM.h - From kernels to the LLVM dialect ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common parts of the kernel conversions of all target families: checks
// before and after, the order of the steps, and address spaces. A family adds
// its own upstream conversions.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
#define PRIM_LIB_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/TargetLowering.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

/// The conversions of one target family.
class KernelConversion {
public:
  virtual ~KernelConversion() = default;

  /// The attribute of a converted kernel.
  virtual StringRef getKernelAttrName() const = 0;
  /// Whether `dialect` is allowed in converted kernels in addition to LLVM's.
  virtual bool isOwn(Dialect *dialect) const = 0;
  /// Whether `op` of the family waits for all threads of a block.
  virtual bool isBlockBarrier(Operation *op) const { return false; }
  /// Adds, to a pass manager for gpu.module, the conversions for `chip` of all
  /// dialects except memref (metadata) and scf, which earlier steps remove.
  /// Conversions of dialects for which `has` is false may be omitted, because
  /// each pass visits every op.
  virtual void build(OpPassManager &manager, StringRef chip,
                     llvm::function_ref<bool(StringRef)> has) const = 0;

  /// Runs after all of `module` is in the LLVM dialect.
  virtual LogicalResult finish(gpu::GPUModuleOp module,
                               const TargetLowering &target) const {
    return success();
  }

  /// Adds the dialects that any of the passes may create.
  void getDependentDialects(DialectRegistry &registry) const;

  /// Converts `module`, which is for `target`, by passes that `run` executes.
  /// Errors have been reported.
  LogicalResult
  convert(gpu::GPUModuleOp module, const TargetInfo &target,
          StringRef deviceLibs,
          llvm::function_ref<LogicalResult(OpPassManager &)> run) const;

private:
  void buildAll(OpPassManager &manager, StringRef chip,
                llvm::function_ref<bool(StringRef)> has) const;
  /// Prevents LLVM from peeling the loops of `module` that wait for all threads
  /// of a block.
  void keepBlockLoopsWhole(gpu::GPUModuleOp module) const;
  /// Reports unconverted operations, at the operation itself and not at the
  /// casts around it.
  LogicalResult checkConverted(gpu::GPUModuleOp module,
                               const TargetInfo &target) const;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
