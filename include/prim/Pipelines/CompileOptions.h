//===- CompileOptions.h - How a program is compiled -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one list of the options of a compilation, for the pipelines, the tools,
// the C API and the cache's key.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_COMPILEOPTIONS_H
#define PRIM_PIPELINES_COMPILEOPTIONS_H

#include <memory>
#include <string>
#include <vector>

namespace mlir::prim {

class ProgramCache;

/// How a program is compiled. Texts are as in the options of
/// prim-to-rocdl-pipeline, which checks them.
struct CompileOptions {
  /// The chip, such as gfx942 or sm_90. May be empty if every gpu.module names
  /// one.
  std::string chip;
  /// Target features, such as +wavefrontsize64.
  std::string features;
  /// LLVM's optimisation level, 0 to 3.
  unsigned optLevel = 3;
  /// Code object version times 100: 500 or 600.
  unsigned abi = 500;
  bool checkConvergence = false;
  bool checkAlignment = false;
  /// Whether code objects keep the lines of the program's text.
  bool lineTables = false;
  /// The functions to compile, with what they use; none: all. For text alone,
  /// as Compilation::keepFunctions is there for modules.
  std::vector<std::string> functions;
  /// Where LLVM runs: none (in this process), auto, fork or program. It ends
  /// the process that it runs in over some mistakes; see Isolation.
  std::string isolate = "auto";
  /// Seconds that LLVM may take if it is not in this process; 0: any number.
  unsigned timeLimit = 0;
  /// Bounds of prim-lower-device, such as max-blocks=4.
  std::string limits;
  /// Where the device library is; none approximates math functions.
  std::string deviceLibs;
  /// Path of prim-codegen, for isolate program and auto; empty: beside the
  /// running program.
  std::string codegen;
  /// Where compiled programs are kept, ProgramCache::getDefault() or another;
  /// null: nowhere. Program::compile and compileToObjects look there first.
  std::shared_ptr<ProgramCache> cache;

  /// Calls `visit` with each option that decides what is compiled: all except
  /// `codegen` and `cache`, which say where.
  template <typename Visitor>
  void visitContent(Visitor &&visit) const {
    // A field that is not listed here is an error.
    const auto &[chip, features, optLevel, abi, checkConvergence,
                 checkAlignment, lineTables, functions, isolate, timeLimit,
                 limits, deviceLibs, codegen, cache] = *this;
    (void)codegen, (void)cache;
    visit(chip);
    visit(features);
    visit(optLevel);
    visit(abi);
    visit(checkConvergence);
    visit(checkAlignment);
    visit(lineTables);
    visit(functions);
    visit(isolate);
    visit(timeLimit);
    visit(limits);
    visit(deviceLibs);
  }
};

} // namespace mlir::prim

#endif // PRIM_PIPELINES_COMPILEOPTIONS_H
