//===- CompileTime.cpp - How long a program takes to compile ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compile-time CHIP FILE.mlir [RUNS [FIRST]]: compiles a file to code objects
// again and again in this process, as an embedder does with a context that it
// keeps, and prints the median of RUNS (20) runs behind FIRST (3) that do not
// count, as a line of JSON: milliseconds by stage and in all, of the clock
// ("wall") and of the processors in user mode, all threads together ("user").
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "prim/Execution/Compilation.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <map>
#include <sys/resource.h>

using namespace mlir::prim;

static double getUserMilliseconds() {
  rusage usage;
  ::getrusage(RUSAGE_SELF, &usage);
  return 1e3 * usage.ru_utime.tv_sec + 1e-3 * usage.ru_utime.tv_usec;
}

static double median(std::vector<double> values) {
  llvm::sort(values);
  size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
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
  mlir::MLIRContext context(registry);

  std::map<std::string, std::vector<double>> stages;
  std::vector<double> wall, user;
  size_t bytes = 0;
  for (unsigned run = 0; run < first + runs; ++run) {
    double userBefore = getUserMilliseconds();
    auto start = std::chrono::steady_clock::now();
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer((*file)->getMemBufferRef()),
        llvm::SMLoc());
    // Diagnostics are printed by the context.
    auto compilation = Compilation::parse(sources, context);
    if (mlir::failed(compilation) ||
        mlir::failed(compilation->run(Stage::Object, options)))
      return 1;
    std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    if (run < first)
      continue;
    wall.push_back(spent.count());
    user.push_back(getUserMilliseconds() - userBefore);
    for (const StageTime &time : compilation->getTimes())
      stages[time.name].push_back(time.milliseconds);
    bytes = 0;
    for (const EmittedObject &object :
         getObjects(compilation->getModule(), Stage::Object))
      bytes += object.bytes.size();
  }
  llvm::json::Object split;
  for (auto &[name, times] : stages)
    split[name] = median(times);
  llvm::outs() << llvm::json::Value(llvm::json::Object{
                      {"wall", median(wall)},
                      {"user", median(user)},
                      {"stages", std::move(split)},
                      {"bytes", static_cast<int64_t>(bytes)}})
               << "\n";
  return 0;
}
