//===- Diagnostics.h - Diagnostics as an error ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reports to a context's handlers, called by what returns an llvm::Error.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_DIAGNOSTICS_H
#define PRIM_LIB_EXECUTION_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "prim/Execution/Compilation.h"
#include "llvm/Support/Error.h"

namespace mlir::prim {

/// Calls `work`, which reports errors to `context`; success, or an error with
/// all of them, their notes and places. Warnings go on to the context's
/// handlers.
llvm::Error collectErrors(MLIRContext &context,
                          llvm::function_ref<LogicalResult()> work);

/// A context for one compilation of text.
class TextContext {
public:
  TextContext();

  /// Parses `text`, called `name` in messages, and runs it to `stage`. A chip
  /// that `options` lack is the module's own.
  llvm::Expected<Compilation> compile(llvm::StringRef text,
                                      llvm::StringRef name, Stage stage,
                                      const CompileOptions &options);

private:
  std::unique_ptr<MLIRContext> context;
};

/// Compilation::run, for the module's own chip if `options` have none.
LogicalResult runForChip(Compilation &compilation, Stage stage,
                         CompileOptions options);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_DIAGNOSTICS_H
