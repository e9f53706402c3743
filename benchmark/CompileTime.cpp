//===- CompileTime.cpp - How long a program takes to compile ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compile-time CHIP FILE.mlir [RUNS [FIRST]]: compiles a file to code objects
// again and again in this process and in one thread, as an embedder does with a
// context that it keeps. After FIRST (3) runs that do not count it prints a
// line of JSON: milliseconds of processor time, the least of RUNS (20) runs
// ("cpu"), and their parts by stage. Stages are timed by the clock. Their least
// times are scaled to the sum, so that other load on the machine counts little.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "prim/Execution/Compilation.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <map>
#include <time.h>

using namespace mlir::prim;

static double getProcessorMilliseconds() {
  timespec time;
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  unsigned runs = 20, first = 3;
  if (argc < 3 || argc > 5 ||
      (argc > 3 &&
       (llvm::StringRef(argv[3]).getAsInteger(10, runs) || !runs)) ||
      (argc > 4 && llvm::StringRef(argv[4]).getAsInteger(10, first))) {
    llvm::errs() << "usage: compile-time CHIP FILE.mlir [RUNS [FIRST]]\n";
    return 1;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[2]);
  if (!file) {
    llvm::errs() << "error: cannot read " << argv[2] << ": "
                 << file.getError().message() << "\n";
    return 1;
  }
  CompileOptions options;
  options.chip = argv[1];
  options.isolate = "none";
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);

  std::map<std::string, double> stages;
  double least = std::numeric_limits<double>::infinity();
  size_t bytes = 0;
  for (unsigned run = 0; run < first + runs; ++run) {
    double before = getProcessorMilliseconds();
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer((*file)->getMemBufferRef()),
        llvm::SMLoc());
    // Diagnostics are printed by the context.
    auto compilation = Compilation::parse(sources, context);
    if (mlir::failed(compilation) ||
        mlir::failed(compilation->run(Stage::Object, options)))
      return 1;
    if (run < first)
      continue;
    least = std::min(least, getProcessorMilliseconds() - before);
    for (const StageTime &time : compilation->getTimes()) {
      auto [place, isNew] = stages.try_emplace(time.name, time.milliseconds);
      place->second = std::min(place->second, time.milliseconds);
    }
    bytes = 0;
    for (const EmittedObject &object :
         getObjects(compilation->getModule(), Stage::Object))
      bytes += object.bytes.size();
  }
  double sum = 0;
  for (auto &[name, milliseconds] : stages)
    sum += milliseconds;
  llvm::json::Object split;
  for (auto &[name, milliseconds] : stages)
    split[name] = least * milliseconds / sum;
  llvm::outs() << llvm::json::Value(llvm::json::Object{
                      {"cpu", least},
                      {"stages", std::move(split)},
                      {"bytes", static_cast<int64_t>(bytes)}})
               << "\n";
  return 0;
}
