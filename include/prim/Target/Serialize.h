//===- Serialize.h - From gpu.module to code object -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a gpu.module in the LLVM dialect into a code object, into ISA text or
// into LLVM IR, inside this process: LLVM's code generator, then lld as a
// library. No ROCm installation, no temporary file, no other program.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_SERIALIZE_H
#define PRIM_TARGET_SERIALIZE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::prim {

struct SerializeOptions {
  /// LLVM's optimisation level, 0 to 3.
  unsigned optLevel = 3;
  /// Code object version times 100: 500 or 600.
  unsigned abi = 500;
};

/// Each of these reads the target of `module` (exactly one #rocdl.target with a
/// chip that prim knows) and leaves the module as it is. What is wrong is
/// reported at the module: a missing or unknown target, options out of range,
/// an operation that is not in the LLVM dialect, a function that nothing
/// defines.

/// The code object, an ELF shared object as hipModuleLoadData takes it.
FailureOr<SmallVector<char, 0>> serializeToHsaco(gpu::GPUModuleOp module,
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
