//===- Program.h - A compiled program and its runs -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The signatures of a module's functions, checked against what the user gives,
// and the JIT-compiled module whose functions run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_DRIVER_PROGRAM_H
#define PRIM_TOOLS_DRIVER_PROGRAM_H

#include "common/Array.h"
#include "driver/Compilation.h"
#include "driver/Device.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace prim::tools {

/// One parameter or result of an entry function, as its author wrote it.
struct Parameter {
  ElementType type;
  /// Extents, -1 where dynamic; meaningless for a scalar.
  std::vector<int64_t> shape;
  bool scalar = false;
  /// A memref, which the function may write to.
  bool memref = false;
  /// As in the source: "tensor<?xi32>".
  std::string text;
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;
};

/// The signatures of the public functions of a module that has not been lowered
/// yet. A function that cannot be an entry has an error text instead.
class Signatures {
public:
  explicit Signatures(mlir::ModuleOp module);

  llvm::Expected<const Signature *> find(const std::string &entry) const;

private:
  llvm::StringMap<Signature> signatures;
  llvm::StringMap<std::string> errors;
  std::vector<std::string> names;
};

/// Whether `inputs` fit the parameters of `signature`.
llvm::Error checkInputs(const Signature &signature,
                        const std::vector<Array> &inputs);

/// What one run did.
struct RunReport {
  double copyMilliseconds = 0;
  double runMilliseconds = 0;
  primExecutionStats launches = {};
  /// Allocations of the program that it neither freed nor returned.
  int64_t abandoned = 0;
  /// Empty on a GPU.
  std::optional<PrimEmulatorStats> emulator;
  /// Elements of the largest input.
  int64_t elements = 0;

  /// Bytes that kernels, memsets and copies moved, if that is known.
  std::optional<int64_t> getBytesMoved() const;
};

struct RunResult {
  /// One per result of the entry, then one per parameter asked back.
  std::vector<Array> outputs;
  RunReport report;
};

/// A module at Stage::Host, loaded into this process.
class Program {
public:
  static llvm::Expected<std::unique_ptr<Program>> create(mlir::ModuleOp module);
  ~Program();

  /// Runs an entry on `device` and waits for it. `inputs` have been checked.
  /// `returned` names memref parameters whose contents come back as well. Runs
  /// on other streams may be under way in other threads; `stream` null is the
  /// device's own.
  llvm::Expected<RunResult> run(Device &device, const Signature &signature,
                                const std::vector<Array> &inputs,
                                const std::vector<unsigned> &returned,
                                primStream *stream = nullptr);

  /// Gives back the modules loaded on any device. The next run loads them
  /// again.
  void unload();

private:
  Program();

  std::unique_ptr<mlir::ExecutionEngine> engine;
  std::vector<std::string> binaries;
  /// `prim.results` of the functions that have it.
  llvm::StringMap<std::vector<int64_t>> resultPlaces;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_PROGRAM_H
