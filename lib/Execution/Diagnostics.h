//===- Diagnostics.h - Diagnostics as an error ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts diagnostics of a context to an llvm::Error.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_DIAGNOSTICS_H
#define PRIM_LIB_EXECUTION_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "prim/Execution/Compilation.h"
#include "llvm/Support/Error.h"

namespace mlir::prim {

/// Calls `work`, which reports errors to `context`. Returns success, or an
/// error with all of them, including notes and locations. Warnings are passed
/// to the context's handlers.
llvm::Error collectErrors(MLIRContext &context,
                          llvm::function_ref<LogicalResult()> work);

/// A context for one compilation of text.
class TextContext {
public:
  TextContext();

  /// Parses `text`, named `name` in messages, and compiles it to `stage`. If
  /// `options` have no chip, the module's own is used.
  llvm::Expected<Compilation> compile(llvm::StringRef text,
                                      llvm::StringRef name, Stage stage,
                                      const CompileOptions &options);

private:
  std::unique_ptr<MLIRContext> context;
};

/// Runs Compilation::run with the module's own chip if `options` have none.
LogicalResult runForChip(Compilation &compilation, Stage stage,
                         CompileOptions options);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_DIAGNOSTICS_H
