//===- Program.h - A compiled program and its runs -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled module whose functions run on a device: compile text or a module,
// look a function up, call it with arrays. Everything that goes wrong comes
// back as an llvm::Error with text for the user.
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

/// A parameter or result that is passed by value: its low bytes.
struct Scalar {
  ElementType type = ElementType::I8;
  uint64_t bits = 0;
};

/// What a function is called with and what it returns.
using CallValue = std::variant<Scalar, DeviceArray>;

struct CallResult {
  /// One per result of the function. An array that the function was given keeps
  /// what the arguments at that address kept; one that it made is freed on the
  /// call's stream, after what is enqueued there by then.
  std::vector<CallValue> results;
  primExecutionStats launches = {};
  /// Allocations of the program that it neither freed nor returned.
  int64_t abandoned = 0;
};

/// What one run did.
struct RunReport {
  double copyMilliseconds = 0;
  double runMilliseconds = 0;
  primExecutionStats launches = {};
  /// As in CallResult.
  int64_t abandoned = 0;
  /// Empty on a GPU.
  std::optional<PrimEmulatorStats> emulator;
  /// Elements of the largest input.
  int64_t elements = 0;

  /// Bytes that kernels, memsets and copies moved, if that is known.
  std::optional<int64_t> getBytesMoved() const;
};

struct RunResult {
  /// One per result of the function, then one per parameter asked back.
  std::vector<Array> outputs;
  RunReport report;
};

/// Host code in this process, with the code objects that it launches. Any
/// number of threads may call it at once, each on a stream of its own. It does
/// not refer to the context or the module that it was compiled from.
class Program {
public:
  /// Compiles MLIR text (or bytecode) in a context of its own; `name` stands
  /// for it in messages. An error holds all errors of the compilation, with
  /// their places. What CompileOptions::cache has is loaded and not compiled;
  /// warnings are not repeated then.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::StringRef text, const CompileOptions &options,
          llvm::StringRef name = "program");

  /// Compiles a module in a context that has registerProgramDialects; it is
  /// used up. Errors as above, and not through the context; warnings and
  /// remarks go to the context's handlers. The key of
  /// CompileOptions::cache has the module's bytecode in it, but not what
  /// dialects of yours become: leave it empty if they are in a library of their
  /// own that changes.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(OwningOpRef<ModuleOp> module, const CompileOptions &options);

  /// Loads what has been run to Stage::Host.
  static llvm::Expected<std::unique_ptr<Program>>
  create(Compilation &compilation);

  /// Unloads the modules from all devices: their work is done by then.
  ~Program();

  const Signatures &getSignatures() const { return signatures; }

  /// Where compilation took its time.
  const std::vector<StageTime> &getTimes() const { return times; }

  /// Whether it was loaded from CompileOptions::cache: nothing was parsed, and
  /// no pass has run.
  bool isFromCache() const { return fromCache; }

  /// Calls a function with values of its parameters' types, scalars where they
  /// are scalars. Its work is enqueued on `stream` (null: the device's own) and
  /// nothing is copied or waited for, but by host code that reads device
  /// memory. Arguments, device and stream stay alive until it is done. What
  /// fails on the device later is reported when the stream is synchronised.
  llvm::Expected<CallResult> call(Device &device, const Signature &signature,
                                  llvm::ArrayRef<CallValue> arguments,
                                  primStream *stream = nullptr);

  /// Copies `inputs` to the device (scalars are arrays of rank 0), calls, waits
  /// and copies the results back. `returned` numbers memref parameters whose
  /// contents come back as well.
  llvm::Expected<RunResult> run(Device &device, const Signature &signature,
                                llvm::ArrayRef<Array> inputs,
                                llvm::ArrayRef<unsigned> returned = {},
                                primStream *stream = nullptr);

  /// Gives back the modules loaded on any device, where their work is done. It
  /// waits for calls in other threads; the next one loads them again.
  void unload();

private:
  friend class ProgramSlot;

  Program();
  static llvm::Expected<std::unique_ptr<Program>>
  create(Compilation &compilation, CacheSlot &slot, double milliseconds);
  /// What the slot has; null if that is nothing, or cannot be loaded.
  static std::unique_ptr<Program> find(CacheSlot &slot, const Stopwatch &watch);
  static llvm::Expected<std::unique_ptr<Program>>
  load(const HostObject &object, const Signatures &signatures);

  /// The C interface of a function: the address of each argument, then of the
  /// result.
  using EntryPoint = void (*)(void **);
  struct Entry {
    EntryPoint function;
    /// `prim.results`: where each result of the source is, a member of the
    /// returned struct or -1 - the number of the parameter that holds it.
    std::vector<int64_t> resultPlaces;
  };
  std::unique_ptr<HostCode> code;
  llvm::StringMap<Entry> entries;
  std::vector<int32_t (*)()> releases;
  void (*finalize)() = nullptr;
  /// Shared by calls, and nobody else's while modules are given back: a call
  /// looks its kernels up before it launches them.
  std::shared_mutex loading;
  Signatures signatures;
  std::vector<StageTime> times;
  bool fromCache = false;
};

/// The place of a text's program in CompileOptions::cache, for whoever runs the
/// compilation step by step; Program::compile does it in one.
class ProgramSlot {
public:
  /// `name` is what the text is called in messages. All options are final: none
  /// is left to the text to say.
  ProgramSlot(llvm::StringRef text, const CompileOptions &options,
              llvm::StringRef name);
  ~ProgramSlot();

  /// The kept program; null if none is kept, or if it cannot be loaded.
  std::unique_ptr<Program> find();
  /// Loads what has been run to Stage::Host with these options, and keeps it.
  llvm::Expected<std::unique_ptr<Program>> create(Compilation &compilation);

private:
  std::unique_ptr<CacheSlot> slot;
  double milliseconds = 0;
};

} // namespace mlir::prim

#endif // PRIM_EXECUTION_PROGRAM_H
