//===- Serialize.h - From gpu.module to code object -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a gpu.module in the LLVM dialect into a code object, into ISA text or
// into LLVM IR. Uses LLVM's code generator, then lld as a library, or for
// NVIDIA chips the toolkit's ptxas if it is installed. Needs no ROCm
// installation and no temporary files, and runs no other programs unless
// requested.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_SERIALIZE_H
#define PRIM_TARGET_SERIALIZE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Support/LLVM.h"
#include "prim/Target/SerializeTimes.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// Where LLVM's optimisation, code generation and linking run. LLVM ends the
/// process on operations that a chip does not support, and sometimes crashes.
/// In a child process both become errors at the kernel.
enum class Isolation {
  /// In this process.
  None,
  /// The value of PRIM_ISOLATE in the environment. If unset, a child process if
  /// possible: Fork if this process has one thread, else Program, else None.
  Auto,
  /// In a fork of this process. The caller guarantees that no other thread
  /// holds a lock of LLVM or of the C library.
  Fork,
  /// In the program prim-codegen. Safe with any number of threads.
  Program
};

/// Parses none, auto, fork or program.
std::optional<Isolation> parseIsolation(StringRef name);

/// The path of prim-codegen: `given` unless it is empty, otherwise beside the
/// running executable if it exists there, otherwise empty.
std::string findCodeGenerator(StringRef given);

/// The path of the toolkit's ptxas: the value of PRIM_PTXAS ("none" for no
/// program), else in the bin folder of CUDA_ROOT, CUDA_HOME or CUDA_PATH, in
/// PATH, or in the toolkit's default folder. Empty if there is none.
std::string findPTXAssembler();

struct SerializeOptions {
  /// LLVM's optimisation level, 0 to 3.
  unsigned optLevel = 3;
  /// Code object version times 100: 500 or 600.
  unsigned abi = 500;
  Isolation isolation = Isolation::None;
  /// Time limit of a child in seconds; 0 for none. Without a child there is no
  /// limit.
  unsigned timeLimit = 0;
  /// Path of prim-codegen. If it is empty, the program is expected beside the
  /// running executable.
  std::string program;
  /// The path of the device library, as for findDeviceLibrary. It is searched
  /// only if the module calls a function of it.
  std::string deviceLibs;
  /// Times are added to it, unless null.
  SerializeTimes *times = nullptr;
  /// Whether the rules of final code (prim/CodeObject/CheckObject.h) are
  /// applied to AMDGPU code objects; each report is an error at its function.
  /// PRIM_CHECK in the environment enables this too: 1, or names of rules.
  bool check = false;
  /// The report of ptxas on the kernels of a cubin is appended to it, unless
  /// null.
  std::string *assemblerReport = nullptr;
};

/// Each of these functions reads the target of `module` (exactly one
/// #rocdl.target or #nvvm.target with a chip that prim knows) and does not
/// change the module. Errors are reported at the function concerned, or else at
/// the module: a missing or unknown target, options out of range, an operation
/// outside the LLVM dialect, an undefined function, errors of LLVM and of lld.
/// With isolation, fatal errors and crashes of LLVM are reported as well.

/// The code that the driver loads. AMDGPU: a code object, an ELF shared object
/// for hipModuleLoadData. NVIDIA: a cubin if findPTXAssembler() finds ptxas,
/// otherwise PTX, which the driver assembles when it is loaded.
FailureOr<SmallVector<char, 0>> serializeToBinary(gpu::GPUModuleOp module,
                                                  const SerializeOptions &);
/// Assembly text, after the same optimisation.
FailureOr<std::string> serializeToISA(gpu::GPUModuleOp module,
                                      const SerializeOptions &);
/// LLVM IR text, optimised.
FailureOr<std::string> serializeToLLVM(gpu::GPUModuleOp module,
                                       const SerializeOptions &);

/// Registers the translations to LLVM IR that the functions above need.
/// Required for callers outside of the prim-serialize pass.
void registerSerializeTranslations(DialectRegistry &registry);

} // namespace mlir::prim

#endif // PRIM_TARGET_SERIALIZE_H
