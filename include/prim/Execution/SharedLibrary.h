//===- SharedLibrary.h - Programs as shared libraries -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program compiled ahead of time: a shared library with a C function per
// public function of the source, the code objects of one or several chips
// inside, and a header that declares them. The library needs prim's runtime and
// the C library; whoever calls it needs no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_SHAREDLIBRARY_H
#define PRIM_EXECUTION_SHAREDLIBRARY_H

#include "prim/Execution/Compilation.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::prim {

struct LibraryOptions {
  /// What to have code for, one or more. Which of them a call takes is decided
  /// by the device that it is given.
  std::vector<std::string> chips;
  /// The library's file name, such as libscan.so: what a program that links it
  /// asks the loader for.
  std::string fileName;
  /// The file name of the header, which its include guard is made of.
  std::string headerName;
  /// In front of the name of each function. None: what the file name says,
  /// scan_ for libscan.so.
  std::optional<std::string> prefix;
  /// Where the loader looks for the runtime, in front of where it looks
  /// anyway; empty: nowhere.
  std::string runPath = "$ORIGIN";
  /// The text that the module was parsed from, and its name as in the module's
  /// locations: parameters have their names in there.
  llvm::MemoryBufferRef source;
};

struct SharedLibrary {
  /// The ELF file. It depends on source, options and the builds of prim and
  /// LLVM, and on nothing else.
  std::string bytes;
  /// The C header, which is C++ too.
  std::string header;
};

/// Compiles the public functions of `module` for this machine's kind of
/// processor and for each of the chips. The module stays as it is. What is
/// wrong is reported to the module's context: no public function, one that C
/// has no name or no type for, what a compilation reports.
FailureOr<SharedLibrary> compileToLibrary(ModuleOp module,
                                          const LibraryOptions &library,
                                          const CompileOptions &options);

} // namespace mlir::prim

#endif // PRIM_EXECUTION_SHAREDLIBRARY_H
