//===- Program.h - A compiled program and its runs -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled module whose functions run on a device. A client compiles text or
// a module, looks a function up, and calls it with arrays. All errors are
// llvm::Error with text for the user.
//
//   auto program = Program::compile(text, options);
//   auto device = Device::open("auto", options.chip, emulator);
//   auto entry = (*program)->getSignatures().find("main");
//   auto result = (*program)->run(**device, **entry, {input});
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_PROGRAM_H
#define PRIM_EXECUTION_PROGRAM_H

#include "prim/Execution/Compilation.h"
#include "prim/Execution/Device.h"

#include <shared_mutex>
#include <variant>

namespace mlir::prim {

class CacheSlot;
class HostCode;
class ProgramSlot;
class Stopwatch;
struct HostObject;

/// A parameter or result that is passed by value, in its low bytes.
struct Scalar {
  ElementType type = ElementType::I8;
  uint64_t bits = 0;
};

/// An argument or a result of a function.
using CallValue = std::variant<Scalar, DeviceArray>;

struct CallResult {
  /// One value per result of the function. A result that is one of the
  /// function's arguments shares the owner of the argument at that address. An
  /// array that the function allocated is freed on the call's stream, after the
  /// work that is enqueued there by then.
  std::vector<CallValue> results;
  primExecutionStats launches = {};
  /// Allocations of the program that it neither freed nor returned.
  int64_t abandoned = 0;
};

/// Measurements of one run.
struct RunReport {
  double copyMilliseconds = 0;
  double runMilliseconds = 0;
  primExecutionStats launches = {};
  int64_t abandoned = 0;
  /// Empty on a GPU.
  std::optional<PrimEmulatorStats> emulator;
  /// Elements of the largest input.
  int64_t elements = 0;

  /// Bytes that kernels, memsets and copies moved, if known.
  std::optional<int64_t> getBytesMoved() const;
};

struct RunResult {
  /// One per result of the function, then one per returned parameter.
  std::vector<Array> outputs;
  RunReport report;
};

/// Host code in this process, with the code objects that it launches. Any
/// number of threads may call it at once, each on a stream of its own. It is
/// independent of the context and the module from which it was compiled.
class Program {
public:
  /// Compiles MLIR text (or bytecode) in a context of its own; `name` denotes
  /// it in messages. An error contains all errors of the compilation, with
  /// their locations. A program in CompileOptions::cache is loaded instead of
  /// compiled, and its warnings are not repeated.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::StringRef text, const CompileOptions &options,
          llvm::StringRef name = "program");

  /// Compiles and consumes a module in a context with registerProgramDialects.
  /// Errors are returned as above, and not reported to the context; warnings
  /// and remarks go to the context's handlers. The key of CompileOptions::cache
  /// includes the module's bytecode, but not the lowerings of a client's own
  /// dialects. The cache must be empty if these are in a separate library that
  /// changes.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(OwningOpRef<ModuleOp> module, const CompileOptions &options);

  /// Loads a module that was compiled to Stage::Host.
  static llvm::Expected<std::unique_ptr<Program>>
  create(Compilation &compilation);

  /// Unloads the modules from all devices, whose work must be done.
  ~Program();

  const Signatures &getSignatures() const { return signatures; }

  /// The time of each stage of the compilation.
  const std::vector<StageTime> &getTimes() const { return times; }

  /// Whether it was loaded from CompileOptions::cache, without parsing or
  /// passes.
  bool isFromCache() const { return fromCache; }

  /// Calls a function with values of its parameters' types; scalar parameters
  /// take scalars. The work is enqueued on `stream` (null: the device's own).
  /// Nothing is copied or waited for, except by host code that reads device
  /// memory. Arguments, device and stream must outlive the work. Later errors
  /// of the device are reported when the stream is synchronised.
  llvm::Expected<CallResult> call(Device &device, const Signature &signature,
                                  llvm::ArrayRef<CallValue> arguments,
                                  primStream *stream = nullptr);

  /// Copies `inputs` to the device (scalars are arrays of rank 0), calls, waits
  /// and copies the results back. `returned` lists the numbers of memref
  /// parameters whose contents are copied back as well.
  llvm::Expected<RunResult> run(Device &device, const Signature &signature,
                                llvm::ArrayRef<Array> inputs,
                                llvm::ArrayRef<unsigned> returned = {},
                                primStream *stream = nullptr);

  /// Unloads the modules from all devices, whose work must be done. Waits for
  /// calls in other threads; the next call loads the modules again.
  void unload();

private:
  friend class ProgramSlot;

  Program();
  static llvm::Expected<std::unique_ptr<Program>>
  create(Compilation &compilation, CacheSlot &slot, double milliseconds);
  /// Loads the program in the slot; null if it is empty or cannot be loaded.
  static std::unique_ptr<Program> find(CacheSlot &slot, const Stopwatch &watch);
  static llvm::Expected<std::unique_ptr<Program>>
  load(const HostObject &object, const Signatures &signatures);

  /// The C interface of a function: the address of each argument, then of the
  /// result.
  using EntryPoint = void (*)(void **);
  struct Entry {
    EntryPoint function;
    /// `prim.results`: for each result of the source either its member number
    /// in the returned struct, or -1 - the number of the parameter that holds
    /// it.
    std::vector<int64_t> resultPlaces;
  };
  std::unique_ptr<HostCode> code;
  llvm::StringMap<Entry> entries;
  std::vector<int32_t (*)()> releases;
  void (*finalize)() = nullptr;
  /// Locked shared by calls and exclusively by unload(), since a call looks up
  /// its kernels before it launches them.
  std::shared_mutex loading;
  Signatures signatures;
  std::vector<StageTime> times;
  bool fromCache = false;
};

/// The entry of a text's program in CompileOptions::cache, for callers that run
/// the compilation step by step; Program::compile combines all steps.
class ProgramSlot {
public:
  /// `name` denotes the text in messages. All options must be final, including
  /// those that a text could set.
  ProgramSlot(llvm::StringRef text, const CompileOptions &options,
              llvm::StringRef name);
  ~ProgramSlot();

  /// The kept program; null if none is kept, or if it cannot be loaded.
  std::unique_ptr<Program> find();
  /// Loads a module that was compiled to Stage::Host with these options, and
  /// keeps it.
  llvm::Expected<std::unique_ptr<Program>> create(Compilation &compilation);

private:
  std::unique_ptr<CacheSlot> slot;
  double milliseconds = 0;
};

} // namespace mlir::prim

#endif // PRIM_EXECUTION_PROGRAM_H
