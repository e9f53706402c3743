//===- RuntimeCalls.h - Calls of the execution layer --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the host lowering calls the runtime: the names of its globals per code
// object and kernel, and builders for calls of the functions of prim_runtime.h.
// Private to the host lowering.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERHOST_RUNTIMECALLS_H
#define PRIM_LIB_CONVERSION_LOWERHOST_RUNTIMECALLS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::prim::host {

/// primLaunchFlags of prim_runtime.h.
enum LaunchFlags : int32_t { kLaunchCooperative = 1, kLaunchOverlapped = 2 };

inline std::string imageName(StringRef binary) {
  return (binary + "_image").str();
}
inline std::string moduleSlotName(StringRef binary) {
  return (binary + "_module_slot").str();
}
inline std::string kernelSlotName(StringRef binary, StringRef kernel) {
  return (binary + "_" + kernel + "_slot").str();
}
inline std::string kernelStringName(StringRef binary, StringRef kernel) {
  return (binary + "_" + kernel + "_name").str();
}

/// Appends a global with the bytes of `value` and a null byte to the module
/// around the insertion point.
LLVM::GlobalOp createString(OpBuilder &builder, Location loc, StringRef name,
                            StringRef value);

/// The execution of the function around `op`: its last parameter, both before
/// and after the function's own conversion.
Value getExecution(Operation *op);

/// Calls `name(args...)` and declares it, if necessary, in the module around
/// the insertion point. Returns null for a void result.
Value callRuntime(OpBuilder &builder, Location loc, StringRef name,
                  ValueRange args, Type result = Type());

/// The kernel that `op` launches or queries; null for any other op.
SymbolRefAttr getKernel(Operation *op);

/// Emits an error if the patterns below do not support `op`.
LogicalResult checkLowerable(Operation *op);

/// Makes functions of `module`, which is in the LLVM dialect, return before
/// they use a value that a failed execution did not deliver. They return after
/// a failed check, after a copy to the host, and after a call of a function
/// that may return so. Results are zero then.
void insertExits(ModuleOp module);

/// Adds patterns for `gpu` and `memref` ops that the runtime implements.
void populatePatterns(const LLVMTypeConverter &converter,
                      RewritePatternSet &patterns);

} // namespace mlir::prim::host

#endif // PRIM_LIB_CONVERSION_LOWERHOST_RUNTIMECALLS_H
