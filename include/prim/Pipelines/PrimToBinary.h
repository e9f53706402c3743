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

#include <functional>
#include <optional>
#include <vector>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

struct SerializeTimes;

/// The options of the pipelines. Most are fields of CompileOptions.
struct PrimPipelineOptions : PassPipelineOptions<PrimPipelineOptions> {
private:
  /// An option that is a field of CompileOptions and has that field's default,
  /// unless `modifiers` give another.
  template <typename T>
  struct Field : Option<T> {
    template <typename... Modifiers>
    Field(PrimPipelineOptions &parent, T CompileOptions::*field, StringRef name,
          const char *description, const Modifiers &...modifiers)
        : Option<T>(parent, name, llvm::cl::desc(description),
                    llvm::cl::init(CompileOptions().*field), modifiers...) {
      parent.setters.push_back([this, field](const CompileOptions &from) {
        Option<T>::operator=(from.*field);
      });
    }
    using Option<T>::operator=;
  };

  std::vector<std::function<void(const CompileOptions &)>> setters;

public:
  Field<std::string> chip{
      *this, &CompileOptions::chip, "chip",
      "Chip to compile for, such as gfx942 or sm_90. Modules that carry a "
      "target must agree; where every one does, it may be left out"};
  Field<std::string> features{*this, &CompileOptions::features, "features",
                              "Target features, such as +wavefrontsize64"};
  Field<unsigned> optLevel{*this, &CompileOptions::optLevel, "opt-level",
                           "LLVM's optimisation level, 0 to 3"};
  Field<unsigned> abi{*this, &CompileOptions::abi, "abi",
                      "Code object version times 100: 500 or 600"};
  Field<std::string> limits{
      *this, &CompileOptions::limits, "limits",
      "Bounds on blocks, windows and items of device ops, as in "
      "'max-blocks=4,max-sort-items=1000' (prim-lower-device lists them)"};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What is made of a gpu.module: bin, isa or llvm"),
      llvm::cl::init("bin")};
  Field<std::string> isolate{
      *this, &CompileOptions::isolate, "isolate",
      "Where LLVM runs: none (in this process), auto, fork or program; see "
      "prim-serialize",
      llvm::cl::init("none")};
  Field<unsigned> timeLimit{
      *this, &CompileOptions::timeLimit, "time-limit",
      "Seconds that LLVM may take in a child; 0 means any number"};
  Field<std::string> program{
      *this, &CompileOptions::codegen, "program",
      "Path of prim-codegen, for isolate=program and auto; by default it is "
      "looked for beside this program"};
  Field<std::string> deviceLibs{
      *this, &CompileOptions::deviceLibs, "device-libs",
      "Folder of the chip maker's device library (ocml.bc, libdevice.10.bc), "
      "of ROCm or of the CUDA toolkit, for math functions; none for "
      "approximations. By default HIP_DEVICE_LIB_PATH, ROCM_PATH, or where the "
      "build found it; for NVIDIA's CUDA_ROOT, CUDA_HOME, CUDA_PATH, or where "
      "the toolkit installs itself"};
  Field<bool> checkConvergence{
      *this, &CompileOptions::checkConvergence, "check-convergence",
      "Have the emulator report collectives that only some of their threads "
      "come to"};
  Field<bool> checkAlignment{
      *this, &CompileOptions::checkAlignment, "check-alignment",
      "Have kernels check that loads and stores keep their promises of "
      "alignment"};
  Field<bool> lineTables{
      *this, &CompileOptions::lineTables, "line-tables",
      "Keep the lines of MLIR files in code objects; the code is the same"};
  Option<bool> host{
      *this, "host",
      llvm::cl::desc("Lower host functions to the LLVM dialect too (needs "
                     "format=bin; otherwise they stay)"),
      llvm::cl::init(true)};
  /// What chips must be of. By default that of `chip`, or AMDGPU without one.
  std::optional<TargetFamily> family;
  /// For embedders: where the time of prim-serialize is added up, unless null.
  SerializeTimes *serializeTimes = nullptr;

  PrimPipelineOptions() = default;
  /// Takes the values of all Fields from `options`.
  explicit PrimPipelineOptions(const CompileOptions &options) {
    for (const auto &set : setters)
      set(options);
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
