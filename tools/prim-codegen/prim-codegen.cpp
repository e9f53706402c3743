//===- prim-codegen.cpp - Code generation in its own process ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads one request of the serialisation library from its standard input and
// writes the result to its standard output. A fatal error of LLVM ends this
// process and not the requesting one. Users call prim-compile instead.
//
//===----------------------------------------------------------------------===//

#include "CodeGeneration.h"
#include "GeneratorHash.h"
#include "prim/Version.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>

int main(int argc, char **argv) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  llvm::InitLLVM init(argc, argv);
  if (argc == 2 && llvm::StringRef(argv[1]) == "--version") {
    prim::printVersion(llvm::outs());
    return 0;
  }
  if (argc > 1) {
    llvm::errs() << "error: unknown option '" << argv[1]
                 << "'; the only option is --version, and requests are read "
                    "from the standard input\n";
    return 1;
  }
  auto request = llvm::MemoryBuffer::getSTDIN();
  if (!request) {
    llvm::errs() << "error: cannot read the standard input: "
                 << request.getError().message() << "\n";
    return 1;
  }
  if (llvm::Error error =
          mlir::prim::answerRequest((*request)->getBuffer(), llvm::outs(),
                                    mlir::prim::getGeneratorHash())) {
    llvm::errs() << "error: " << llvm::toString(std::move(error))
                 << "; use prim-compile, of which this program is a part\n";
    return 1;
  }
  return 0;
}
