//===- KernelToLLVM.h - From kernels to the LLVM dialect ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversions of all target families have in common: the checks
// before and after, the order of the steps, and where memory lies. A family
// says which conversions of upstream's are its own.
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

  /// The attribute that a converted kernel has.
  virtual StringRef getKernelAttrName() const = 0;
  /// Whether `dialect`, beside LLVM's, is what kernels end in.
  virtual bool isOwn(Dialect *dialect) const = 0;
  /// Whether `op` of the family waits for all threads of a block.
  virtual bool isBlockBarrier(Operation *op) const { return false; }
  /// Adds, to a pass manager for gpu.module, what converts for `chip` all but
  /// the dialects memref (metadata) and scf, which are gone by then. What is of
  /// a dialect for which `has` is false may be left out: each pass looks at
  /// every op.
  virtual void build(OpPassManager &manager, StringRef chip,
                     llvm::function_ref<bool(StringRef)> has) const = 0;

  /// What is left to do once all of `module` is in the LLVM dialect.
  virtual LogicalResult finish(gpu::GPUModuleOp module,
                               const TargetLowering &target) const {
    return success();
  }

  /// Adds the dialects that any of the passes may make.
  void getDependentDialects(DialectRegistry &registry) const;

  /// Converts all of `module`, which is for `target`, by passes that `run`
  /// runs. What is wrong has been reported.
  LogicalResult
  convert(gpu::GPUModuleOp module, const TargetInfo &target,
          StringRef deviceLibs,
          llvm::function_ref<LogicalResult(OpPassManager &)> run) const;

private:
  void buildAll(OpPassManager &manager, StringRef chip,
                llvm::function_ref<bool(StringRef)> has) const;
  /// Keeps LLVM from peeling the loops of `module` that wait for all threads of
  /// a block.
  void keepBlockLoopsWhole(gpu::GPUModuleOp module) const;
  /// Reports what the conversions left over, at the operation itself and not at
  /// the casts around it.
  LogicalResult checkConverted(gpu::GPUModuleOp module,
                               const TargetInfo &target) const;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
