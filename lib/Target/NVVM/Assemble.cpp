//===- Assemble.cpp - From PTX to a cubin -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas reads its standard input and writes its standard output, so there are
// no temporary files.
//
//===----------------------------------------------------------------------===//

#include "Assemble.h"

#include "../Serialize/ChildProcess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <cstdlib>

using namespace mlir;
using namespace mlir::prim;

std::string mlir::prim::findPTXAssembler() {
  if (const char *given = std::getenv("PRIM_PTXAS"); given && *given) {
    if (StringRef(given) == "none")
      return "";
    auto path = llvm::sys::findProgramByName(given);
    return path ? *path : given;
  }
  auto findIn = [](StringRef toolkit) -> std::string {
    SmallString<128> path(toolkit);
    llvm::sys::path::append(path, "bin", "ptxas");
    return llvm::sys::fs::can_execute(path) ? path.str().str() : "";
  };
  for (const char *variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (const char *toolkit = std::getenv(variable); toolkit && *toolkit)
      if (std::string path = findIn(toolkit); !path.empty())
        return path;
  if (auto path = llvm::sys::findProgramByName("ptxas"))
    return *path;
  return findIn("/usr/local/cuda");
}

FailureOr<SmallVector<char, 0>>
mlir::prim::assemblePTX(gpu::GPUModuleOp module, const TargetInfo &target,
                        StringRef ptx, const SerializeOptions &options) {
  std::string program = findPTXAssembler();
  if (program.empty())
    return SmallVector<char, 0>(ptx.begin(), ptx.end());
  auto start = std::chrono::steady_clock::now();
  // Without optimisation ptxas spills unnecessarily, and is not faster.
  unsigned level = std::max(options.optLevel, 1u);
  ChildOutcome outcome = runProgram(program,
                                    {"-v", "-arch=" + target.chip.str(),
                                     "-O" + std::to_string(level), "/dev/stdin",
                                     "-o", "/dev/stdout"},
                                    ptx, options.timeLimit);
  if (outcome.kind != ChildOutcome::Finished || outcome.result.empty()) {
    InFlightDiagnostic error =
        module.emitOpError("cannot be assembled: ")
        << program << ": "
        << (outcome.reason.empty() ? "no result" : outcome.reason);
    if (StringRef said = StringRef(outcome.printed).trim(); !said.empty())
      error << ": " << said;
    return error;
  }
  if (options.assemblerReport)
    *options.assemblerReport += outcome.printed;
  if (options.times)
    options.times->linking += std::chrono::duration<double, std::milli>(
                                  std::chrono::steady_clock::now() - start)
                                  .count();
  return SmallVector<char, 0>(outcome.result.begin(), outcome.result.end());
}
