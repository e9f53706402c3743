//===- Report.h - Reports of runs -------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times, statistics and results as text for users and as JSON for scripts, and
// the progress line.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_PRIM_RUN_REPORT_H
#define PRIM_TOOLS_PRIM_RUN_REPORT_H

#include "prim/Execution/Program.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace prim::tools {

using mlir::prim::Array;
using mlir::prim::RunReport;
using mlir::prim::StageTime;

void printTimes(llvm::raw_ostream &stream, const std::vector<StageTime> &times,
                const RunReport &report);
void printStatistics(llvm::raw_ostream &stream, const RunReport &report);
/// Prints the shape and leading elements.
void printArray(llvm::raw_ostream &stream, const Array &array);
llvm::json::Object toJson(const RunReport &report);
/// Milliseconds by stage; with a report, also of copies and run.
llvm::json::Object toJson(const std::vector<StageTime> &times,
                          const RunReport *report);

/// A line on standard error with the current step and its duration, if that is
/// a terminal and the step takes more than a moment. Removed with the object.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();

private:
  std::mutex mutex;
  std::condition_variable wake;
  bool done = false;
  std::thread ticker;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_PRIM_RUN_REPORT_H
