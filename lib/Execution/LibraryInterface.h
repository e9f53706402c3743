//===- LibraryInterface.h - A program's functions in C ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a shared library exports: each public function of a module with its
// parameters as C has them. The header and the code of the library are both
// written from this, so that they agree.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H
#define PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H

#include "prim/Execution/SharedLibrary.h"

namespace mlir::prim {

/// A parameter or result of a function of the source.
struct LibraryValue {
  /// In C: of the scalar, or of the pointer to the elements.
  std::string name;
  ElementType type = ElementType::I8;
  bool scalar = false;
  /// Extents, -1 where dynamic; none for a scalar.
  std::vector<int64_t> shape;
  /// In elements, -1 where dynamic; empty where the elements are in C order
  /// without gaps.
  std::vector<int64_t> strides;
  /// Elements in front of the first one; what is dynamic in the source is 0.
  int64_t offset = 0;
  /// An array that the function is known not to write to.
  bool readOnly = false;
  /// The type as in the source.
  std::string text;
};

/// A parameter of a C function, behind device and stream.
struct CParameter {
  enum Kind {
    Scalar,
    Data,
    Size,
    Stride,
    /// Where results go: a scalar, the address of an array, its extents.
    ScalarResult,
    ArrayResult,
    ResultSize
  };
  Kind kind;
  /// Of parameters or results of the function, by kind.
  unsigned index;
  /// Of sizes and strides.
  unsigned dim;
  /// "const float *x".
  std::string declaration;
  std::string name;
};

struct LibraryFunction {
  /// In the source.
  std::string symbol;
  /// In C.
  std::string name;
  /// As in the source: "(tensor<?xi32>) -> tensor<?xi32>".
  std::string type;
  std::vector<LibraryValue> parameters, results;
  /// Where each result is: a member of what the function returns once it is
  /// lowered, or -1 - the number of the parameter that holds it.
  std::vector<int64_t> places;

  /// The C function's parameters behind device and stream, in their order.
  std::vector<CParameter> getCParameters() const;
};

struct LibraryInterface {
  std::string libraryName, headerName, sourceName, includeGuard;
  std::vector<std::string> chips;
  /// In the order of the source.
  std::vector<LibraryFunction> functions;
  /// `primStatus release(void)`: gives back the modules on all devices.
  std::string release;
};

/// The C type of an element.
const char *getCType(ElementType type);

/// The public functions of `module`, which is as its author wrote it; their
/// places are not known yet. Errors are reported where they are.
FailureOr<LibraryInterface> describeLibrary(ModuleOp module,
                                            const LibraryOptions &options);

/// The text of the header.
std::string writeLibraryHeader(const LibraryInterface &interface);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H
