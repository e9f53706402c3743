//===- Batch.h - Many runs of one program ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of runs in a JSON file, which share one compilation and one device.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_PRIM_RUN_BATCH_H
#define PRIM_TOOLS_PRIM_RUN_BATCH_H

#include "prim/Execution/Program.h"
#include "llvm/Support/JSON.h"

namespace prim::tools {

using mlir::prim::Array;

/// An array of the command line or of a batch that has not been read yet: a
/// .npy file, or a specification for Generate.h.
struct InputSource {
  enum Kind { File, Generated } kind;
  std::string text;

  /// Its size in bytes, from the specification or the file's size.
  llvm::Expected<int64_t> bytes() const;
  llvm::Expected<Array> read() const;
};

/// Fails if this machine's memory cannot hold all arrays together. Individually
/// they might fit, and the system would then end the process.
llvm::Error checkMemory(const std::vector<InputSource> &sources);

/// Parses a scalar for `parameter`.
llvm::Expected<Array> parseScalar(const mlir::prim::Parameter &parameter,
                                  const std::string &text);

/// One run of a batch.
struct BatchCase {
  std::string entry;
  std::vector<llvm::json::Value> inputs;
  std::vector<std::string> outputs;
  std::vector<int64_t> inout;
  std::optional<int64_t> seed;
};

/// Reads a file that holds a list of objects:
///   entry    name of the function
///   inputs   list: "file.npy", {"generate": SPEC}, or a number for a scalar
///   inout    list of numbers of memref parameters that come back as outputs
///   outputs  list of files for the results, in order
///   seed     schedule of the emulator (optional)
llvm::Expected<std::vector<BatchCase>> readBatch(const std::string &path);

/// Runs the cases and prints one line of JSON for each: "case" (its number),
/// "ok", and either "error" or "statistics". A failed case does not stop the
/// others; returns the number of failed cases.
unsigned runBatch(const std::vector<BatchCase> &cases,
                  mlir::prim::Program &program, mlir::prim::Device &device);

} // namespace prim::tools

#endif // PRIM_TOOLS_PRIM_RUN_BATCH_H
