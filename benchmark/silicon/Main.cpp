//===- Main.cpp - prim beside CUB beside a copy, on a GPU -----------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How time is taken, which the README says in more words: device events around
// one call, in turn with those of all contenders, on cold caches, with
// everything allocated before; medians. The result of each timed call is
// compared.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

using namespace bench;

/// Input sets that are used in turn.
static constexpr int kSets = 4;
static constexpr int kWarmUps = 3;
/// What outputs hold before a call.
static constexpr int kPoison = 0xA5;

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    if (cudaError_t error = (call); error != cudaSuccess)                      \
      failCuda(error, #call, __LINE__);                                        \
  } while (false)

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "prim-bench: %s\n", message.c_str());
  std::exit(1);
}

/// What is being measured, for messages about faults.
static std::string current = "start";

[[noreturn]] static void failCuda(cudaError_t error, const char *what,
                                  int line) {
  std::fprintf(stderr, "prim-bench: %s: %s: %s (Main.cpp:%d)\n",
               current.c_str(), what, cudaGetErrorString(error), line);
  std::exit(1);
}

namespace {

/// Device memory that goes with its holder.
class Memory {
public:
  Memory() = default;
  explicit Memory(int64_t bytes) {
    CHECK_CUDA(cudaMalloc(&pointer, std::max<int64_t>(bytes, 256)));
  }
  Memory(Memory &&other) noexcept
      : pointer(std::exchange(other.pointer, nullptr)) {}
  Memory &operator=(Memory &&other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~Memory() { cudaFree(pointer); }

  void *get() const { return pointer; }
  char *at(int64_t offset) const {
    return static_cast<char *>(pointer) + offset;
  }

private:
  void *pointer = nullptr;
};

/// What is timed: a call on an input set.
struct Contender {
  /// Gives an error, or "". Without a value where a library has no such
  /// function.
  using Call = std::function<std::string(const Operands &)>;

  /// `hasResults` says that outputs are the operation's.
  Contender(Call call, bool hasResults)
      : call(std::move(call)), hasResults(hasResults) {}

  Call call;
  bool hasResults;
  /// Of the device, and of the host, which enqueues.
  std::vector<float> microseconds, hostMicroseconds;
  std::string error;
  unsigned long long wrongBytes = 0;

  double getMedian() { return getMedianOf(microseconds); }
  double getHostMedian() { return getMedianOf(hostMicroseconds); }

private:
  double getMedianOf(std::vector<float> &times) {
    if (!error.empty() || times.empty())
      return NAN;
    auto middle = times.begin() + times.size() / 2;
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
  }
};

/// One operation, type and size.
struct Case {
  const OpInfo &op;
  const TypeInfo &type;
  int64_t n;

  bool hasPairs() const { return op.op == Op::SortPairs; }
  int64_t getElements() const { return op.op == Op::Reduce ? 1 : n; }
  /// Values of pairs lie behind the keys.
  static int64_t align(int64_t bytes) { return (bytes + 255) / 256 * 256; }
  int64_t getInputBytes() const {
    return n * (type.bytes + (hasPairs() ? 4 : 0));
  }
  int64_t getOutputBytes() const {
    return getElements() * (type.bytes + (hasPairs() ? 4 : 0));
  }
  /// With the room for that alignment.
  int64_t getInputRoom() const { return getInputBytes() + 256; }
  int64_t getOutputRoom() const { return getOutputBytes() + 256; }
  /// The fewest bytes that a call moves.
  int64_t getTraffic() const { return getInputBytes() + getOutputBytes(); }

  Operands getOperands(const Memory &in, const Memory &out) const {
    int64_t behind = align(n * type.bytes);
    return {in.get(), hasPairs() ? in.at(behind) : nullptr, out.get(),
            hasPairs() ? out.at(behind) : nullptr};
  }
};

/// What a case needs on the device.
struct Buffers {
  std::vector<Memory> inputs, references, workspaces;
  Memory output, copied, temp;
};

class Bench {
public:
  explicit Bench(Options &options);

  /// Measures all that is asked for; false if a result is wrong or a call
  /// fails.
  bool run();

private:
  void printHead();
  void printSummary();
  /// Measures one case and writes its row.
  void measure(const Case &what);
  /// Allocates, as many input sets as there is memory for; false if it is too
  /// small for one.
  bool allocate(const Case &what, Buffers &buffers);
  /// The contenders: copy and read, then CUB's forms, then prim's libraries.
  /// They refer to all arguments.
  void addLimits(const Case &what, Buffers &buffers,
                 std::vector<Contender> &contenders);
  void addCub(const Case &what, const std::vector<CubForm> &forms,
              Buffers &buffers, std::vector<Contender> &contenders);
  void addPrim(const Case &what, Buffers &buffers,
               std::vector<Contender> &contenders);
  void time(const Case &what, const Buffers &buffers,
            std::vector<Contender> &contenders);
  /// One timed call.
  void timeOnce(const Case &what, Contender &contender,
                const Operands &operands, const Operands &reference,
                bool counts);
  void compareResults(const Case &what, const Operands &result,
                      const Operands &reference);
  /// About the current case.
  void complain(const std::string &message);
  void writeRow(const Case &what, double copy, double read, const double cub[2],
                const std::vector<double> &prim,
                const std::vector<double> &host);

  Options &options;
  std::FILE *csv = stdout;
  cudaStream_t stream;
  cudaEvent_t start, stop;
  Runtime runtime;
  /// Reading it leaves nothing else in the L2.
  int64_t flushBytes;
  Memory flush;
  Memory wrongBytes;
  bool succeeded = true;
  /// Logarithms of CUB's time over prim's for 2^20 elements and more, of an
  /// operation, a type and a library.
  std::map<std::string, std::vector<double>> ratios;
};

} // namespace

Bench::Bench(Options &options) : options(options) {
  for (Library &library : options.libraries)
    if (std::string error = library.load(); !error.empty())
      fail(error);
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  const char *chip = options.chip.empty() ? nullptr : options.chip.c_str();
  if (std::string error = runtime.open(chip, stream); !error.empty())
    fail(error);
  int l2;
  CHECK_CUDA(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
  flushBytes = 4 * int64_t(l2);
  flush = Memory(flushBytes);
  CHECK_CUDA(cudaMemset(flush.get(), 0, flushBytes));
  wrongBytes = Memory(sizeof(unsigned long long));
  if (!options.out.empty() && !(csv = std::fopen(options.out.c_str(), "w")))
    fail("cannot write " + options.out);
}

void Bench::printHead() {
  cudaDeviceProp properties;
  int driver, cub = cubVersion();
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK_CUDA(cudaDriverGetVersion(&driver));
  std::fprintf(csv, "# %s, CUDA %d.%d, driver of CUDA %d.%d, CUB %d.%d.%d\n",
               properties.name, CUDART_VERSION / 1000,
               CUDART_VERSION / 10 % 100, driver / 1000, driver / 10 % 100,
               cub / 100000, cub / 100 % 1000, cub % 100);
  std::fprintf(
      csv,
      "# device events around one call, medians; %s; L2 of %d MB flushed\n",
      options.idle ? "the GPU idle before" : "enqueued while the GPU is busy",
      properties.l2CacheSize >> 20);
  if (options.keys.keys != Keys::Uniform)
    std::fprintf(csv, "# keys to sort: %s\n", options.keys.name);
  std::fprintf(csv, "op,type,n,copy_us,read_us,cub32_us,cub64_us,cub_us");
  for (const Library &library : options.libraries) {
    std::string end = library.name.empty() ? "" : "@" + library.name;
    for (const char *title :
         {"prim_us", "ratio_to_cub", "ratio_to_copy", "GB/s", "host_us"})
      std::fprintf(csv, ",%s%s", title, end.c_str());
  }
  std::fprintf(csv, "\n");
}

void Bench::complain(const std::string &message) {
  std::fprintf(stderr, "WRONG: %s: %s\n", current.c_str(), message.c_str());
  succeeded = false;
}

void Bench::compareResults(const Case &what, const Operands &result,
                           const Operands &reference) {
  auto *count = static_cast<unsigned long long *>(wrongBytes.get());
  CHECK_CUDA(compare(result.out, reference.out,
                     what.getElements() * what.type.bytes, count, stream));
  if (what.hasPairs())
    CHECK_CUDA(compare(result.outValues, reference.outValues, 4 * what.n, count,
                       stream));
}

void Bench::timeOnce(const Case &what, Contender &contender,
                     const Operands &operands, const Operands &reference,
                     bool counts) {
  unsigned long long wrong;
  float milliseconds;
  CHECK_CUDA(
      cudaMemsetAsync(operands.out, kPoison, what.getOutputRoom(), stream));
  CHECK_CUDA(cudaMemsetAsync(wrongBytes.get(), 0, sizeof(wrong), stream));
  CHECK_CUDA(read(flush.get(), wrongBytes.get(), flushBytes, stream));
  if (options.idle)
    CHECK_CUDA(cudaStreamSynchronize(stream));
  else
    CHECK_CUDA(hold(options.holdNanoseconds, stream));
  CHECK_CUDA(cudaEventRecord(start, stream));
  auto begin = std::chrono::steady_clock::now();
  contender.error = contender.call(operands);
  std::chrono::duration<float, std::micro> host =
      std::chrono::steady_clock::now() - begin;
  CHECK_CUDA(cudaEventRecord(stop, stream));
  if (contender.hasResults && contender.error.empty())
    compareResults(what, operands, reference);
  CHECK_CUDA(cudaMemcpyAsync(&wrong, wrongBytes.get(), sizeof(wrong),
                             cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  contender.wrongBytes = std::max(contender.wrongBytes, wrong);
  if (!counts)
    return;
  contender.microseconds.push_back(1000 * milliseconds);
  contender.hostMicroseconds.push_back(host.count());
}

void Bench::time(const Case &what, const Buffers &buffers,
                 std::vector<Contender> &contenders) {
  bool large = what.n >= int64_t(1) << 26;
  int repeats = options.repeats ? options.repeats : large ? 13 : 31;
  for (int round = 0; round < kWarmUps + repeats; ++round) {
    size_t set = round % buffers.inputs.size();
    Operands operands = what.getOperands(buffers.inputs[set], buffers.output);
    Operands reference =
        what.getOperands(buffers.inputs[set], buffers.references[set]);
    // None of them always follows the same one.
    for (size_t turn = 0; turn < contenders.size(); ++turn) {
      size_t which = (round % 2 ? contenders.size() - 1 - turn : turn);
      Contender &contender = contenders[(which + round) % contenders.size()];
      if (contender.call && contender.error.empty())
        timeOnce(what, contender, operands, reference, round >= kWarmUps);
    }
  }
}

bool Bench::allocate(const Case &what, Buffers &buffers) {
  int64_t room = what.getInputRoom(), outputRoom = what.getOutputRoom();
  size_t available, total;
  CHECK_CUDA(cudaMemGetInfo(&available, &total));
  // Behind inputs and references an output, a copy, and for each contender what
  // it may need as workspace.
  int64_t others = (2 + 2 * (1 + int64_t(options.libraries.size()))) * room;
  int64_t sets = std::min<int64_t>(
      (int64_t(available / 10 * 9) - others) / (room + outputRoom), kSets);
  for (int64_t set = 0; set < sets; ++set) {
    buffers.inputs.emplace_back(room);
    buffers.references.emplace_back(outputRoom);
  }
  if (sets < 1)
    return false;
  buffers.output = Memory(outputRoom);
  // A reduction has a copy beside it that needs more than its output.
  if (what.op.op == Op::Reduce)
    buffers.copied = Memory(room);
  return true;
}

static std::string describe(cudaError_t error) {
  return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

void Bench::addLimits(const Case &what, Buffers &buffers,
                      std::vector<Contender> &contenders) {
  auto callCopy = [&](const Operands &operands) {
    void *out = buffers.copied.get() ? buffers.copied.get() : operands.out;
    return describe(copy(operands.in, out, what.getInputBytes(), stream));
  };
  auto callRead = [&](const Operands &operands) {
    return describe(
        read(operands.in, operands.out, what.getInputBytes(), stream));
  };
  contenders.emplace_back(callCopy, false);
  contenders.emplace_back(callRead, false);
}

void Bench::addCub(const Case &what, const std::vector<CubForm> &forms,
                   Buffers &buffers, std::vector<Contender> &contenders) {
  Operands operands = what.getOperands(buffers.inputs[0], buffers.output);
  size_t tempBytes = 0;
  for (const CubForm &form : forms) {
    size_t bytes = 0;
    CHECK_CUDA(form.call(nullptr, bytes, operands, what.n, stream));
    tempBytes = std::max(tempBytes, bytes);
  }
  buffers.temp = Memory(tempBytes);
  for (const CubForm &form : forms)
    contenders.emplace_back(
        [&, form, tempBytes](const Operands &operands) {
          size_t bytes = tempBytes;
          return describe(
              form.call(buffers.temp.get(), bytes, operands, what.n, stream));
        },
        true);
}

void Bench::addPrim(const Case &what, Buffers &buffers,
                    std::vector<Contender> &contenders) {
  Operands operands = what.getOperands(buffers.inputs[0], buffers.output);
  for (const Library &library : options.libraries) {
    PrimFunction function =
        library.find(what.op.op, what.op.name, what.type.name);
    if (!function) {
      contenders.emplace_back(nullptr, true);
      continue;
    }
    auto describe = [&](primStatus status) {
      return status == PRIM_SUCCESS ? "" : runtime.describe(status);
    };
    int64_t bytes = 0;
    std::string error =
        describe(function.getWorkspaceSize(runtime, operands, what.n, bytes));
    buffers.workspaces.emplace_back(bytes);
    void *workspace = buffers.workspaces.back().get();
    // Once: each call leaves it so.
    CHECK_CUDA(cudaMemsetAsync(workspace, 0, bytes, stream));
    contenders.emplace_back(
        [=, &what](const Operands &operands) {
          return describe(
              function.call(runtime, operands, what.n, workspace, bytes));
        },
        true);
    contenders.back().error = error;
  }
}

void Bench::measure(const Case &what) {
  current = std::string(what.op.name) + " of " + what.type.name +
            ", n = " + std::to_string(what.n);
  Buffers buffers;
  if (!allocate(what, buffers)) {
    std::fprintf(stderr, "left out, as memory is too small: %s\n",
                 current.c_str());
    return;
  }
  std::vector<CubForm> forms = what.op.cub(what.type.type);
  std::vector<Contender> contenders;
  addLimits(what, buffers, contenders);
  size_t firstCub = contenders.size();
  addCub(what, forms, buffers, contenders);
  size_t firstPrim = contenders.size();
  addPrim(what, buffers, contenders);

  for (size_t set = 0; set < buffers.inputs.size(); ++set) {
    const Memory &input = buffers.inputs[set];
    Operands operands = what.getOperands(input, buffers.references[set]);
    CHECK_CUDA(fill(what.op.op, what.type.type, options.keys.keys, 2 * set + 1,
                    input.get(), what.n, stream));
    if (what.hasPairs())
      CHECK_CUDA(
          fillIndices(const_cast<void *>(operands.values), what.n, stream));
    if (std::string error = contenders[firstCub].call(operands); !error.empty())
      fail("CUB: " + error);
  }
  time(what, buffers, contenders);

  double cub[] = {NAN, NAN};
  for (size_t i = 0; i < forms.size(); ++i) {
    Contender &contender = contenders[firstCub + i];
    double &best = cub[forms[i].offsetBits == 64];
    best = std::fmin(best, contender.getMedian());
    if (contender.wrongBytes || !contender.error.empty())
      complain("CUB's own forms differ, or fail: " + contender.error);
  }
  std::vector<double> prim, host;
  for (size_t i = 0; i < options.libraries.size(); ++i) {
    Contender &contender = contenders[firstPrim + i];
    const std::string &file = options.libraries[i].file;
    prim.push_back(contender.getMedian());
    host.push_back(contender.getHostMedian());
    if (contender.wrongBytes)
      complain(file + ": up to " + std::to_string(contender.wrongBytes) +
               " bytes differ from CUB's");
    if (!contender.error.empty())
      complain(file + ": " + contender.error);
  }
  writeRow(what, contenders[0].getMedian(), contenders[1].getMedian(), cub,
           prim, host);
}

/// Writes a cell; what has not been measured is empty.
static void writeCell(std::FILE *file, const char *format, double value) {
  std::fputc(',', file);
  if (!std::isnan(value))
    std::fprintf(file, format, value);
}

void Bench::writeRow(const Case &what, double copy, double read,
                     const double cub[2], const std::vector<double> &prim,
                     const std::vector<double> &host) {
  double best = std::fmin(cub[0], cub[1]);
  std::fprintf(csv, "%s,%s,%lld", what.op.name, what.type.name,
               static_cast<long long>(what.n));
  for (double value : {copy, read, cub[0], cub[1], best})
    writeCell(csv, "%.2f", value);
  for (size_t i = 0; i < prim.size(); ++i) {
    double value = prim[i];
    writeCell(csv, "%.2f", value);
    writeCell(csv, "%.3f", best / value);
    writeCell(csv, "%.3f", copy / value);
    writeCell(csv, "%.0f", what.getTraffic() / value / 1000);
    writeCell(csv, "%.2f", host[i]);
  }
  std::fprintf(csv, "\n");
  std::fflush(csv);
  for (size_t i = 0; i < prim.size(); ++i)
    if (what.n >= 1 << 20 && !std::isnan(prim[i]))
      ratios[std::string(what.op.name) + " " + what.type.name + " " +
             options.libraries[i].name]
          .push_back(std::log(best / prim[i]));
}

void Bench::printSummary() {
  std::printf("CUB's time over prim's, geometric mean of sizes from 2^20 on, "
              "least, most:\n");
  for (auto &[name, logs] : ratios) {
    double sum = std::accumulate(logs.begin(), logs.end(), 0.0);
    auto [least, most] = std::minmax_element(logs.begin(), logs.end());
    std::printf("%-24s %6.2f %6.2f %6.2f\n", name.c_str(),
                std::exp(sum / logs.size()), std::exp(*least), std::exp(*most));
  }
}

bool Bench::run() {
  printHead();
  for (const OpInfo &op : options.ops)
    for (const TypeInfo &type : options.types)
      for (int64_t n : options.sizes) {
        bool found =
            std::any_of(options.libraries.begin(), options.libraries.end(),
                        [&](const Library &library) {
                          return bool(library.find(op.op, op.name, type.name));
                        });
        if (found && !op.cub(type.type).empty())
          measure({op, type, n});
      }
  if (csv != stdout) {
    std::fclose(csv);
    printSummary();
  }
  return succeeded;
}

int main(int argc, char **argv) {
  Options options = readOptions(argc, argv);
  return Bench(options).run() ? 0 : 1;
}
