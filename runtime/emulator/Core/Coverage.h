//===- Coverage.h - Which basic blocks of a kernel ran ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts how often each basic block ran, for every function of the code objects
// that are loaded while a coverage file is set. Appends the counts to the file:
// one line of JSON per function, so that concatenating files merges them. A
// function is identified by chip, wave size and a hash of its code, not by
// name:
//   {"chip": "gfx942", "wave": 64, "kernel": "scan_0", "code": "<16 digits>",
//    "blocks": [{"at": 0, "bytes": 96, "runs": 12},
//               {"at": 96, "bytes": 8, "runs": 0, "text": ["v_mov_b32 ..."]}]}
// `at` counts bytes from the function's start. A block ran if each of its
// instructions was executed; a vector instruction counts only if it had an
// active lane. Text is given for blocks that did not run.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_COVERAGE_H
#define PRIM_EMULATOR_CORE_COVERAGE_H

#include "Core/ControlFlow.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace prim::emulator {

class Module;
struct Launch;

class Coverage {
public:
  /// The process's only instance. It writes its counts when the library is
  /// unloaded.
  static Coverage &get();
  ~Coverage() { write(); }

  /// Records modules that are loaded from now on for `file` (empty: none).
  /// Earlier counts are written to the file for which they were recorded.
  /// False, with `error` set, if the file cannot be written.
  bool start(const std::string &file, std::string &error);
  bool enabled() const { return !file.empty(); }

  void add(const Module &module);
  void remove(const Module &module);
  /// Adds the counts of a launch of a recorded module.
  void record(const Launch &launch);

private:
  struct Block {
    uint64_t offset = 0, bytes = 0, runs = 0;
    std::vector<std::string> text;
  };
  struct Function {
    std::string kernel;
    std::vector<Block> blocks;
  };
  using Key = std::tuple<std::string, unsigned, uint64_t>; // chip, wave, code
  /// Where the blocks of a function lie in a decoded program.
  struct Place {
    Function *function;
    std::vector<BlockRange> blocks;
  };

  void place(const Program &program, const std::string &name, uint64_t address,
             uint64_t bytes);
  void write();

  std::string file;
  std::map<Key, Function> functions;
  std::map<const Program *, std::vector<Place>> places;
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_COVERAGE_H
