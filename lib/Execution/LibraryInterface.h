//===- LibraryInterface.h - A program's functions in C ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exports of a shared library: each public function of a module with its C
// parameters. The header and the code of the library are both generated from
// this description, so they agree.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H
#define PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H

#include "prim/Execution/SharedLibrary.h"

namespace mlir::prim {

/// A parameter or result of a function of the source.
struct LibraryValue {
  /// The C name of the scalar, or of the pointer to the elements.
  std::string name;
  ElementType type = ElementType::I8;
  bool scalar = false;
  /// Extents, -1 where dynamic; none for a scalar.
  std::vector<int64_t> shape;
  /// In elements, -1 if dynamic; empty for elements in C order without gaps.
  std::vector<int64_t> strides;
  /// Elements before the first one; 0 if dynamic in the source.
  int64_t offset = 0;
  /// An array that the function is known not to write to.
  bool readOnly = false;
  /// The type as in the source.
  std::string text;
};

/// A parameter of a C function, after device and stream.
struct CParameter {
  enum Kind {
    Scalar,
    Data,
    Size,
    Stride,
    /// Destinations of results: a scalar, the address of an array, its extents.
    ScalarResult,
    ArrayResult,
    ResultSize
  };
  Kind kind;
  /// The index of the function's parameter or result, depending on the kind.
  unsigned index;
  /// The dimension of a size or stride.
  unsigned dim;
  /// "const float *x".
  std::string declaration;
  std::string name;
};

struct LibraryFunction {
  /// The name in the source.
  std::string symbol;
  /// The name in C.
  std::string name;
  /// As in the source: "(tensor<?xi32>) -> tensor<?xi32>".
  std::string type;
  std::vector<LibraryValue> parameters, results;
  /// The place of each result: a member of the struct that the lowered function
  /// returns, or -1 - the number of the parameter that holds it.
  std::vector<int64_t> places;

  /// The C function's parameters after device and stream, in order.
  std::vector<CParameter> getCParameters() const;
};

struct LibraryInterface {
  std::string libraryName, headerName, sourceName, includeGuard;
  std::vector<std::string> chips;
  /// In the order of the source.
  std::vector<LibraryFunction> functions;
  /// `primStatus release(void)`: unloads the modules from all devices.
  std::string release;
};

/// The C type of an element.
const char *getCType(ElementType type);

/// Describes the public functions of `module`, which must not have been
/// lowered. The places of results are not filled in. Errors are reported at
/// their ops.
FailureOr<LibraryInterface> describeLibrary(ModuleOp module,
                                            const LibraryOptions &options);

/// The text of the header.
std::string writeLibraryHeader(const LibraryInterface &interface);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_LIBRARYINTERFACE_H
