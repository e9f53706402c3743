//===- Npy.h - Numpy's array files ------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing of .npy files, format versions 1.0 and 2.0: little
// endian, C order, the element types of Array.h. Anything else is refused with
// a message that says how to save the array instead. BF16 is stored as numpy's
// two-byte void, which is what ml_dtypes does.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_COMMON_NPY_H
#define PRIM_TOOLS_COMMON_NPY_H

#include "prim/Execution/Array.h"

namespace prim::tools {

using mlir::prim::Array;
using mlir::prim::ElementType;

/// Parses the `size` bytes of a file named `file` in messages. On failure
/// returns nothing and sets `error`. The size of the data must be exactly that
/// of the header.
std::optional<Array> parseNpy(const void *bytes, size_t size,
                              const std::string &file, std::string &error);

/// Reads a file. Errors as in parseNpy.
std::optional<Array> readNpy(const std::string &path, std::string &error);

/// The bytes before the data in a file that holds such an array.
std::string npyHeader(ElementType type, const std::vector<int64_t> &shape);

/// An array and its destination.
struct NpyOutput {
  std::string path;
  const Array *array;
};

/// Writes files atomically: each is first written under another name beside its
/// destination, and all are renamed after every one is complete. On failure
/// returns false and sets `error`; no destination is changed unless a rename
/// itself failed.
bool writeNpy(const std::vector<NpyOutput> &outputs, std::string &error);

} // namespace prim::tools

#endif // PRIM_TOOLS_COMMON_NPY_H
