//===- Handles.h - Handles of the C API -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structs behind the C API's pointers, and its error reporting.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_C_HANDLES_H
#define PRIM_LIB_C_HANDLES_H

#include "prim-c/Prim.h"
#include "prim/Execution/Program.h"
#include "prim/Support/ProgramCache.h"

struct PrimcObjects {
  std::vector<mlir::prim::EmittedObject> objects;
};

struct PrimcProgram {
  std::unique_ptr<mlir::prim::Program> program;
  /// Sorted by name.
  std::vector<const mlir::prim::Signature *> functions;
};

struct PrimcDevice {
  std::unique_ptr<mlir::prim::Device> device;
  std::string chip, description;
};

struct PrimcStream {
  primStream *stream = nullptr;
};

struct PrimcArray {
  mlir::prim::DeviceArray array;
};

namespace mlir::prim {

/// Reports errors to the caller.
class Reporter {
public:
  Reporter(PrimcErrorCallback callback, void *userData)
      : callback(callback), userData(userData) {}

  /// Reports an error; returns false for the caller to return.
  bool fail(const llvm::Twine &message) const;
  bool fail(llvm::Error error) const;

  /// Checks that `pointer`, the caller's argument `what`, is not null.
  bool given(const void *pointer, const char *what) const {
    return pointer || fail(llvm::Twine(what) + " is null");
  }

private:
  PrimcErrorCallback callback;
  void *userData;
};

inline llvm::StringRef orEmpty(const char *text) { return text ? text : ""; }

/// Nothing for a number that is no type.
std::optional<ElementType> toElementType(PrimcType type);
PrimcType fromElementType(ElementType type);

/// The cache for PrimcCompileOptions::cache; null for none.
std::shared_ptr<ProgramCache> findCache(const char *cache);

/// Path of a file beside libprim, or in the folders around it. Works in a build
/// tree and in an installed one. Empty if the file does not exist.
std::string findBesideLibrary(llvm::StringRef folder, llvm::StringRef name);

} // namespace mlir::prim

#endif // PRIM_LIB_C_HANDLES_H
