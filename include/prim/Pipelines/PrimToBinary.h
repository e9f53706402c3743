//===- PrimToBinary.h - From prim ops to code objects -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines prim-to-rocdl-pipeline and prim-to-nvvm-pipeline and their
// parts. Embedders may call a pipeline or its parts. Both share all parts; the
// chip selects the target.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_PRIMTOBINARY_H
#define PRIM_PIPELINES_PRIMTOBINARY_H

#include "mlir/Pass/PassOptions.h"
#include "prim/Pipelines/CompileOptions.h"
#include "prim/Target/Chips.h"

#include <optional>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

struct SerializeTimes;

/// The options of the pipelines, as CompileOptions.def describes them.
struct PrimPipelineOptions : PassPipelineOptions<PrimPipelineOptions> {
#define PRIM_PIPELINE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)       \
  Option<TYPE> NAME{*this, ARGUMENT, llvm::cl::desc(DESCRIPTION),              \
                    llvm::cl::init(TYPE(DEFAULT))};
#define PRIM_OPTION PRIM_PIPELINE_OPTION
#define PRIM_PLACE_OPTION PRIM_PIPELINE_OPTION
#include "prim/Pipelines/CompileOptions.def"
  /// The family that chips must belong to. Default: that of `chip`, or AMDGPU
  /// without one.
  std::optional<TargetFamily> family;
  /// For embedders: accumulates the time of prim-serialize, unless null.
  SerializeTimes *serializeTimes = nullptr;

  /// Unlike a compilation, a pipeline runs LLVM in its own process by default.
  PrimPipelineOptions() { isolate = "none"; }
  explicit PrimPipelineOptions(const CompileOptions &options) {
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)                \
  NAME = options.NAME;
#define PRIM_PLACE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)          \
  NAME = options.NAME;
#include "prim/Pipelines/CompileOptions.def"
  }
};

/// Adds the passes above the block layer: tensors to device memory, device ops
/// to kernels and launches, and a target for every gpu.module.
void buildPrimDevicePipeline(OpPassManager &manager,
                             const PrimPipelineOptions &options);

/// Adds the passes from block and warp ops in every gpu.module to the LLVM
/// dialect.
void buildPrimKernelPipeline(OpPassManager &manager,
                             const PrimPipelineOptions &options);

/// Adds the passes from gpu.modules in the LLVM dialect to gpu.binary ops.
void buildPrimSerializePipeline(OpPassManager &manager,
                                const PrimPipelineOptions &options);

/// Adds the passes from host functions to the LLVM dialect. Kernels must be
/// gpu.binary ops already.
void buildPrimHostPipeline(OpPassManager &manager,
                           const PrimPipelineOptions &options);

/// Adds all of the above in order, for builtin.module.
void buildPrimToBinaryPipeline(OpPassManager &manager,
                               const PrimPipelineOptions &options);

/// Registers `prim-to-rocdl-pipeline` and `prim-to-nvvm-pipeline` for textual
/// use; `isolate` is the default of the option for where LLVM runs.
void registerPrimPipelines(llvm::StringRef isolate = "none",
                           llvm::StringRef program = "");

} // namespace mlir::prim

#endif // PRIM_PIPELINES_PRIMTOBINARY_H
