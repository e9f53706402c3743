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
#include "prim/Target/Chips.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

struct SerializeTimes;

struct PrimPipelineOptions : PassPipelineOptions<PrimPipelineOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc(
          "Chip to compile for, such as gfx942 or sm_90. Modules that "
          "carry a target must agree; where every one does, it may "
          "be left out")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("Target features, such as +wavefrontsize64")};
  Option<unsigned> optLevel{*this, "opt-level",
                            llvm::cl::desc("LLVM's optimisation level, 0 to 3"),
                            llvm::cl::init(3)};
  Option<unsigned> abi{
      *this, "abi", llvm::cl::desc("Code object version times 100: 500 or 600"),
      llvm::cl::init(500)};
  Option<std::string> limits{
      *this, "limits",
      llvm::cl::desc("Bounds on blocks, windows and items of device ops, as in "
                     "'max-blocks=4,max-sort-items=1000' (prim-lower-device "
                     "lists them)")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What is made of a gpu.module: bin, isa or llvm"),
      llvm::cl::init("bin")};
  Option<std::string> isolate{
      *this, "isolate",
      llvm::cl::desc("Where LLVM runs: none (in this process), auto, fork or "
                     "program; see prim-serialize"),
      llvm::cl::init("none")};
  Option<unsigned> timeLimit{
      *this, "time-limit",
      llvm::cl::desc("Seconds that LLVM may take in a child; 0 means any "
                     "number"),
      llvm::cl::init(0)};
  Option<std::string> program{
      *this, "program",
      llvm::cl::desc("Path of prim-codegen, for isolate=program and auto; by "
                     "default it is looked for beside this program")};
  Option<std::string> deviceLibs{
      *this, "device-libs",
      llvm::cl::desc("Folder of the chip maker's device library (ocml.bc, "
                     "libdevice.10.bc), of ROCm or of the CUDA toolkit, for "
                     "math functions; none for approximations. By default "
                     "HIP_DEVICE_LIB_PATH, ROCM_PATH, or where the build found "
                     "it; for NVIDIA's CUDA_ROOT, CUDA_HOME, CUDA_PATH, or "
                     "where the toolkit installs itself")};
  Option<bool> checkConvergence{
      *this, "check-convergence",
      llvm::cl::desc("Have the emulator report collectives that only some of "
                     "their threads come to"),
      llvm::cl::init(false)};
  Option<bool> checkAlignment{
      *this, "check-alignment",
      llvm::cl::desc("Have kernels check that loads and stores keep their "
                     "promises of alignment"),
      llvm::cl::init(false)};
  Option<bool> lineTables{
      *this, "line-tables",
      llvm::cl::desc(
          "Keep the lines of MLIR files in code objects; the code is "
          "the same"),
      llvm::cl::init(false)};
  Option<bool> host{
      *this, "host",
      llvm::cl::desc("Lower host functions to the LLVM dialect too (needs "
                     "format=bin; otherwise they stay)"),
      llvm::cl::init(true)};
  /// What chips must be of. By default that of `chip`, or AMDGPU without one.
  std::optional<TargetFamily> family;
  /// For embedders: where the time of prim-serialize is added up, unless null.
  SerializeTimes *serializeTimes = nullptr;
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
