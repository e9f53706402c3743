//===- SharedLibrary.h - Programs as shared libraries -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program compiled ahead of time: a shared library, and a header that
// declares its functions. The library has a C function per public function of
// the source, and code objects for one or more chips. It needs prim's runtime
// and the C library; its callers need no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_SHAREDLIBRARY_H
#define PRIM_EXECUTION_SHAREDLIBRARY_H

#include "prim/Execution/Compilation.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::prim {

struct LibraryOptions {
  /// The chips to compile for, one or more. A call takes the code for the
  /// device that it is given.
  std::vector<std::string> chips;
  /// The library's soname, such as libscan.so, which a linked program passes to
  /// the loader.
  std::string fileName;
  /// The file name of the header, from which its include guard is derived.
  std::string headerName;
  /// The prefix of the name of each function. Default: derived from the file
  /// name, scan_ for libscan.so.
  std::optional<std::string> prefix;
  /// A folder where the loader looks for the runtime before its usual places;
  /// empty for none.
  std::string runPath = "$ORIGIN";
  /// The text that the module was parsed from, with its name in the module's
  /// locations. Names of parameters are taken from it.
  llvm::MemoryBufferRef source;
};

struct SharedLibrary {
  /// The ELF file. It depends only on the source, the options and the builds of
  /// prim and LLVM.
  std::string bytes;
  /// The C header, which is also valid C++.
  std::string header;
};

/// Compiles the public functions of `module` for the host's architecture and
/// for each of the chips. The module is not changed. Errors are reported to the
/// module's context: no public function, a function whose name or type C cannot
/// express, and errors of the compilation.
FailureOr<SharedLibrary> compileToLibrary(ModuleOp module,
                                          const LibraryOptions &library,
                                          const CompileOptions &options);

} // namespace mlir::prim

#endif // PRIM_EXECUTION_SHAREDLIBRARY_H
