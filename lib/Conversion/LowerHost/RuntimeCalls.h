//===- RuntimeCalls.h - Calls of the execution layer --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the host lowering calls the runtime: the names of the globals it keeps
// per code object and kernel, and builders for calls of the functions that
// prim_runtime.h declares. Private to the host lowering.
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
/// that `builder` stands in.
LLVM::GlobalOp createString(OpBuilder &builder, Location loc, StringRef name,
                            StringRef value);

/// The execution that the function around `op` was given: its last parameter,
/// before and after the function's own conversion.
Value getExecution(Operation *op);

/// Calls `name(args...)`, declaring it in the module around the insertion point
/// if that has not happened yet. Returns null for a void result.
Value callRuntime(OpBuilder &builder, Location loc, StringRef name,
                  ValueRange args, Type result = Type());

/// The kernel that `op` launches or asks about; null for any other op.
SymbolRefAttr getKernel(Operation *op);

/// Emits an error if `op` asks for what the patterns below cannot do.
LogicalResult checkLowerable(Operation *op);

/// Makes functions of `module`, which is in the LLVM dialect, return as soon as
/// they depend on what a failed execution did not deliver: after a failed
/// check, after a copy to the host, after a call of a function of which that is
/// true. Results are zero then.
void insertExits(ModuleOp module);

/// Patterns for `gpu` and `memref` ops whose work the runtime does.
void populatePatterns(const LLVMTypeConverter &converter,
                      RewritePatternSet &patterns);

} // namespace mlir::prim::host

#endif // PRIM_LIB_CONVERSION_LOWERHOST_RUNTIMECALLS_H
