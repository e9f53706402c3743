//===- Report.cpp - Reports of runs -----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text, JSON and progress. Prints only to the given streams.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"

#include <cstring>
#include <unistd.h>

using namespace mlir::prim;

namespace prim::tools {

void printTimes(llvm::raw_ostream &stream, const std::vector<StageTime> &times,
                const RunReport &report) {
  auto line = [&](llvm::StringRef name, double milliseconds) {
    stream << llvm::format("  %-18s %9.2f ms\n", name.str().c_str(),
                           milliseconds);
  };
  double total = 0;
  stream << "times\n";
  for (const StageTime &time : times) {
    line(time.name, time.milliseconds);
    total += time.milliseconds;
  }
  line("all compilation", total);
  line("copies", report.copyMilliseconds);
  line("run", report.runMilliseconds);
}

llvm::json::Object toJson(const RunReport &report) {
  const primExecutionStats &launches = report.launches;
  llvm::json::Object object{
      {"kernels", launches.kernels},
      {"memsets", launches.memsets},
      {"copies", launches.copies},
      {"launches", launches.kernels + launches.memsets + launches.copies},
      {"allocations", launches.allocations},
      {"abandoned", report.abandoned},
      {"bytes-allocated", launches.bytesAllocated},
      {"elements", report.elements},
      {"run-ms", report.runMilliseconds},
  };
  if (report.emulator)
    for (const EmulatorCounter &counter : getEmulatorCounters())
      object[counter.name] =
          static_cast<int64_t>((*report.emulator).*counter.member);
  if (std::optional<int64_t> bytes = report.getBytesMoved())
    object["bytes-moved"] = *bytes;
  return object;
}

llvm::json::Object toJson(const std::vector<StageTime> &times,
                          const RunReport *report) {
  llvm::json::Object object;
  for (const StageTime &time : times)
    object[time.name] = time.milliseconds;
  if (report) {
    object["copies"] = report->copyMilliseconds;
    object["run"] = report->runMilliseconds;
  }
  return object;
}

void printStatistics(llvm::raw_ostream &stream, const RunReport &report) {
  const primExecutionStats &launches = report.launches;
  auto line = [&](const char *name, int64_t value) {
    stream << llvm::format("  %-16s %14lld\n", name, (long long)value);
  };
  stream << "launches\n";
  line("kernels", launches.kernels);
  line("memsets", launches.memsets);
  line("copies", launches.copies);
  line("bytes-allocated", launches.bytesAllocated);
  if (!report.emulator) {
    stream << "instruction counts: only the emulator has them\n";
    return;
  }
  stream << "executed wave-instructions and memory\n";
  for (const EmulatorCounter &counter : getEmulatorCounters())
    line(counter.name, (*report.emulator).*counter.member);
  if (report.elements)
    stream << llvm::format("  %-16s %14.2f\n", "bytes/element",
                           double(*report.getBytesMoved()) / report.elements);
}

/// Element `index` of `array` as text.
static std::string formatElement(const Array &array, size_t index) {
  size_t width = byteWidth(array.type);
  uint64_t bits = 0;
  std::memcpy(&bits, array.data.data() + index * width, width);
  if (isFloat(array.type)) {
    const llvm::fltSemantics &semantics =
        array.type == ElementType::F16    ? llvm::APFloat::IEEEhalf()
        : array.type == ElementType::BF16 ? llvm::APFloat::BFloat()
        : array.type == ElementType::F32  ? llvm::APFloat::IEEEsingle()
                                          : llvm::APFloat::IEEEdouble();
    llvm::SmallString<32> text;
    llvm::APFloat(semantics, llvm::APInt(width * 8, bits)).toString(text, 9);
    return text.str().str();
  }
  if (isUnsigned(array.type) || width == 8)
    return isUnsigned(array.type) ? std::to_string(bits)
                                  : std::to_string(int64_t(bits));
  return std::to_string(int64_t(bits << (64 - 8 * width)) >> (64 - 8 * width));
}

void printArray(llvm::raw_ostream &stream, const Array &array) {
  constexpr size_t shown = 16;
  size_t count = array.data.size() / byteWidth(array.type);
  stream << describe(array.type, array.shape) << ":";
  for (size_t index = 0; index < std::min(count, shown); ++index)
    stream << " " << formatElement(array, index);
  if (count > shown)
    stream << " ... " << formatElement(array, count - 1);
  stream << "\n";
}

Progress::Progress(std::string what) {
  if (!isatty(STDERR_FILENO))
    return;
  ticker = std::thread([this, what = std::move(what)] {
    std::unique_lock<std::mutex> lock(mutex);
    bool shown = false;
    for (unsigned tenths = 5;
         !wake.wait_for(lock, std::chrono::milliseconds(shown ? 100 : 500),
                        [this] { return done; });
         ++tenths, shown = true)
      llvm::errs() << "\r\033[K" << what
                   << llvm::format(" ... %.1f s", tenths / 10.0);
    if (shown)
      llvm::errs() << "\r\033[K";
  });
}

Progress::~Progress() {
  if (!ticker.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  wake.notify_one();
  ticker.join();
}

} // namespace prim::tools
