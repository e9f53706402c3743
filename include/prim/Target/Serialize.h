//===- Serialize.h - From gpu.module to code object -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a gpu.module in the LLVM dialect into a code object, into ISA text or
// into LLVM IR: LLVM's code generator, then lld as a library, or for NVIDIA
// chips the toolkit's ptxas if it is there. No ROCm installation, no temporary
// file, and no other program than these unless it is asked for.
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
/// process where it meets what a chip cannot do, and now and then it crashes;
/// in a child both are errors at the kernel instead.
enum class Isolation {
  /// In this process.
  None,
  /// What the environment's PRIM_ISOLATE says. Without it in a child, if one
  /// can be had: Fork if this process has one thread, else Program, else None.
  Auto,
  /// In a fork of this process. The caller vouches for it that no other thread
  /// holds a lock of LLVM's or of the C library's then.
  Fork,
  /// In the program prim-codegen. Sound with any number of threads.
  Program
};

/// none, auto, fork or program.
std::optional<Isolation> parseIsolation(StringRef name);

/// Where prim-codegen is: `given`, the path that the caller has, unless it is
/// empty, else beside the running executable, if it is there; else empty.
std::string findCodeGenerator(StringRef given);

/// The toolkit's ptxas: what PRIM_PTXAS names ("none" for no program), else in
/// the bin folder of CUDA_ROOT, CUDA_HOME or CUDA_PATH, in PATH, or where the
/// toolkit installs itself; empty if it is nowhere.
std::string findPTXAssembler();

struct SerializeOptions {
  /// LLVM's optimisation level, 0 to 3.
  unsigned optLevel = 3;
  /// Code object version times 100: 500 or 600.
  unsigned abi = 500;
  Isolation isolation = Isolation::None;
  /// Seconds that a child may take; 0 means any number. Without a child there
  /// is no limit.
  unsigned timeLimit = 0;
  /// Path of prim-codegen. If it is empty, the program is looked for beside the
  /// running executable.
  std::string program;
  /// Where the device library is, as findDeviceLibrary takes it. It is looked
  /// for only if the module calls something in it.
  std::string deviceLibs;
  /// Added to, unless null.
  SerializeTimes *times = nullptr;
  /// Whether the rules of final code (prim/CodeObject/CheckObject.h) are
  /// applied to AMDGPU code objects, each report an error at its function.
  /// PRIM_CHECK in the environment asks for it too: 1, or names of rules.
  bool check = false;
  /// What ptxas says of the kernels of a cubin is appended to it, unless null.
  std::string *assemblerReport = nullptr;
};

/// Each of these reads the target of `module` (exactly one #rocdl.target or
/// #nvvm.target with a chip that prim knows) and leaves the module as it is.
/// What is wrong is reported at the function that it is about, or else at the
/// module: a missing or unknown target, options out of range, an operation that
/// is not in the LLVM dialect, a function that nothing defines, errors of LLVM
/// and of lld; with isolation also what LLVM does not survive.

/// What the driver loads. AMDGPU: a code object, an ELF shared object as
/// hipModuleLoadData takes it. NVIDIA: a cubin where findPTXAssembler() finds
/// ptxas, else PTX, which the driver assembles when it is loaded.
FailureOr<SmallVector<char, 0>> serializeToBinary(gpu::GPUModuleOp module,
                                                  const SerializeOptions &);
/// Assembly text, after the same optimisation.
FailureOr<std::string> serializeToISA(gpu::GPUModuleOp module,
                                      const SerializeOptions &);
/// LLVM IR text, optimised.
FailureOr<std::string> serializeToLLVM(gpu::GPUModuleOp module,
                                       const SerializeOptions &);

/// The functions above translate to LLVM IR: a context that calls them outside
/// of the prim-serialize pass needs these translations in its registry.
void registerSerializeTranslations(DialectRegistry &registry);

} // namespace mlir::prim

#endif // PRIM_TARGET_SERIALIZE_H
