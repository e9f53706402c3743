//===- PrimToBinary.h - From prim ops to code objects -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines prim-to-rocdl-pipeline and prim-to-nvvm-pipeline and their
// parts, for embedders to call whole or piece by piece. There is one set of
// parts: the chip says what they make.
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
  /// What chips must be of. By default that of `chip`, or AMDGPU without one.
  std::optional<TargetFamily> family;
  /// For embedders: where the time of prim-serialize is added up, unless null.
  SerializeTimes *serializeTimes = nullptr;

  /// Unlike a compilation, a pipeline runs LLVM in its process by default.
  PrimPipelineOptions() { isolate = "none"; }
  explicit PrimPipelineOptions(const CompileOptions &options) {
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)                \
  NAME = options.NAME;
#define PRIM_PLACE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)          \
  NAME = options.NAME;
#include "prim/Pipelines/CompileOptions.def"
  }
};

/// Tensors to device memory, device ops to kernels and launches, and a target
/// on every gpu.module: everything above the block layer.
void buildPrimDevicePipeline(OpPassManager &manager,
                             const PrimPipelineOptions &options);

/// Block and warp ops in every gpu.module to the LLVM dialect.
void buildPrimKernelPipeline(OpPassManager &manager,
                             const PrimPipelineOptions &options);

/// Every gpu.module, in the LLVM dialect, to a gpu.binary.
void buildPrimSerializePipeline(OpPassManager &manager,
                                const PrimPipelineOptions &options);

/// Host functions to the LLVM dialect; kernels are gpu.binary ops by now.
void buildPrimHostPipeline(OpPassManager &manager,
                           const PrimPipelineOptions &options);

/// All of the above in order, for builtin.module.
void buildPrimToBinaryPipeline(OpPassManager &manager,
                               const PrimPipelineOptions &options);

/// Registers `prim-to-rocdl-pipeline` and `prim-to-nvvm-pipeline` for textual
/// use; `isolate` is where LLVM runs unless the option says otherwise.
void registerPrimPipelines(llvm::StringRef isolate = "none",
                           llvm::StringRef program = "");

} // namespace mlir::prim

#endif // PRIM_PIPELINES_PRIMTOBINARY_H
