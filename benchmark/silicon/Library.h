//===- Library.h - Libraries that prim has compiled -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of programs.py in a library of `prim-compile --emit=shared`,
// and the runtime that they are called with. Both are loaded, so that one
// program measures any number of libraries.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_LIBRARY_H
#define PRIM_BENCHMARK_SILICON_LIBRARY_H

#include "Bench.h"
#include "prim_runtime.h"
#include <string>

namespace bench {

/// libprim_runtime.so with a device and a handle of the caller's stream.
class Runtime {
public:
  /// Gives an error, or "". `chip` may be null.
  std::string open(const char *chip, cudaStream_t stream);

  std::string describe(primStatus status) const;

  primDevice *device = nullptr;
  primStream *stream = nullptr;

private:
  decltype(&primStatusName) statusName = nullptr;
  decltype(&primLastErrorMessage) lastErrorMessage = nullptr;
};

/// One operation on one type in a library.
struct PrimFunction {
  Op op;
  void *run = nullptr;
  void *workspaceSize = nullptr;

  explicit operator bool() const { return run && workspaceSize; }

  /// Neither waits. Extents are those of the source: dynamic ones follow their
  /// pointer, and the result of a reduction has none.
  primStatus call(const Runtime &runtime, const Operands &operands, int64_t n,
                  void *workspace, int64_t bytes) const;
  primStatus getWorkspaceSize(const Runtime &runtime, const Operands &operands,
                              int64_t n, int64_t &bytes) const;
};

class Library {
public:
  /// What follows the titles of its columns; "" is the only library's.
  std::string name;
  std::string file;

  /// Gives an error, or "".
  std::string load();
  /// The function for `op` and `type` as they are called in programs.py,
  /// without a value if the library has none.
  PrimFunction find(Op op, const std::string &opName,
                    const std::string &typeName) const;

private:
  void *handle = nullptr;
};

} // namespace bench

#endif // PRIM_BENCHMARK_SILICON_LIBRARY_H
