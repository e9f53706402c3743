//===- prim-run.cpp - Compiles and runs a program --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// prim-run FILE.mlir [INPUT.npy...]: compiles the kernels for the available
// device and the host code for this machine, runs a function on arrays, and
// writes its results. Nothing is written unless everything succeeds.
//
//===----------------------------------------------------------------------===//

#include "Batch.h"
#include "Report.h"
#include "common/Npy.h"
#include "driver/CommandLine.h"
#include "driver/Input.h"
#include "prim/Execution/Program.h"
#include "prim/Support/ProgramCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <set>

using namespace mlir::prim;
using namespace prim::tools;

namespace {

/// The parsed command line.
struct Request {
  std::string file;
  /// Arrays of all kinds in the order of the command line.
  std::vector<InputSource> arrays;
  std::vector<std::string> scalars;
  std::vector<std::string> outputs;
  std::vector<unsigned> inout;
  std::string entry = "main";
  std::string device = "auto";
  CompileOptions compile;
  std::string batch;
  std::string dump;
  std::string coverage;
  bool print = false;
  bool statistics = false;
  /// Prints statistics, and times if requested, as one line of JSON.
  bool json = false;
  bool times = false;
};

/// More parameters than any function has.
constexpr unsigned kMostParameters = 1 << 20;

} // namespace

static llvm::Error parse(int argc, char **argv, Request &request,
                         bool &helped) {
  CommandLine line("FILE.mlir [INPUT.npy...] [options]",
                   "Compiles an MLIR file with prim ops and runs a function of "
                   "it on a device.");
  auto addArray = [&](InputSource::Kind kind) {
    return [&request, kind](const std::string &text) {
      request.arrays.push_back({kind, text});
      return llvm::Error::success();
    };
  };
  line.operands([&](const std::string &text) {
    if (!request.file.empty())
      return addArray(InputSource::File)(text);
    request.file = text;
    return llvm::Error::success();
  });
  line.value("input", "FILE.npy", "an input; the same as a bare file name",
             addArray(InputSource::File));
  line.value("generate", "SPEC",
             "an input without a file, e.g. 1048576xi32:random:seed=1 (random, "
             "bits, small, iota, constant=VALUE)",
             addArray(InputSource::Generated));
  line.list("scalar", request.scalars, "VALUE", "a scalar input");
  line.list("output", request.outputs, "FILE.npy",
            "where a result goes, in the order of results");
  line.value("inout", "N",
             "number of a memref input that is a result too, after those that "
             "the function returns",
             [&](const std::string &text) -> llvm::Error {
               auto number = parseNumber("--inout", text, 0, kMostParameters);
               if (!number)
                 return number.takeError();
               request.inout.push_back(*number);
               return llvm::Error::success();
             });
  line.value("entry", request.entry, "NAME", "function to run (main)");
  line.value("device", request.device, "DEVICE",
             "auto (a GPU if there is one), emulator, hip or cuda");
  addCompileOptions(line, request.compile);
  line.value("batch", request.batch, "FILE.json",
             "run the cases that a file lists");
  line.flag("print", request.print, "print the results");
  line.optionalValue(
      "stats", "json",
      "print launches, instructions and bytes moved, as text or as JSON",
      [&](const std::string &text) -> llvm::Error {
        if (!text.empty() && text != "json")
          return llvm::createStringError(
              "--stats takes json or no value, not '" + text + "'");
        request.statistics = true;
        request.json = text == "json";
        return llvm::Error::success();
      });
  line.flag("time", request.times, "print where the time went");
  line.value("coverage", request.coverage, "FILE",
             "append to a file which basic blocks the emulator ran");
  line.value("dump", request.dump, "KIND",
             "print the kernels as isa, llvm or mlir, and do not run");
  if (llvm::Error error = line.parse(argc, argv, helped))
    return error;
  if (helped)
    return llvm::Error::success();
  if (request.file.empty())
    return llvm::createStringError("no file to run; --help lists the options");
  if (request.device != "auto" && request.device != "emulator" &&
      request.device != "hip" && request.device != "cuda")
    return llvm::createStringError("unknown device '" + request.device +
                                   "': use auto, emulator, hip or cuda");
  // With a batch, these options of the command line would have no effect.
  if (!request.batch.empty() &&
      !(request.arrays.empty() && request.scalars.empty() &&
        request.outputs.empty() && request.inout.empty() && !request.print &&
        !request.statistics && !request.times && request.dump.empty()))
    return llvm::createStringError(
        "--batch takes only options of the device and of the compilation; name "
        "inputs and outputs in the file, and read times and statistics from "
        "the output");
  return llvm::Error::success();
}

static int fail(llvm::Error error) {
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

/// The inputs of `entry` in its order: arrays and scalars, each in the order of
/// the command line.
static llvm::Expected<std::vector<Array>> readInputs(const Request &request,
                                                     const Signature &entry) {
  const auto &arrays = request.arrays;
  const auto &scalars = request.scalars;
  if (llvm::Error error = checkMemory(arrays))
    return std::move(error);
  std::vector<Array> inputs;
  size_t nextArray = 0, nextScalar = 0;
  for (const Parameter &parameter : entry.parameters) {
    if (parameter.scalar && nextScalar < scalars.size()) {
      auto scalar = parseScalar(parameter, scalars[nextScalar++]);
      if (!scalar)
        return scalar.takeError();
      inputs.push_back(std::move(*scalar));
    } else if (nextArray < arrays.size()) {
      auto array = arrays[nextArray++].read();
      if (!array)
        return array.takeError();
      inputs.push_back(std::move(*array));
    } else {
      break;
    }
  }
  size_t given = arrays.size() + scalars.size();
  if (inputs.size() < given || inputs.size() < entry.parameters.size()) {
    // Only the total is checked here: checkInputs reports types.
    inputs.resize(given);
    if (given == entry.parameters.size())
      return llvm::createStringError("'" + entry.name + "' does not take " +
                                     llvm::Twine(scalars.size()) +
                                     " scalars; the others of its " +
                                     llvm::Twine(given) + " inputs are arrays");
  }
  if (llvm::Error error = checkInputs(entry, inputs))
    return std::move(error);
  return inputs;
}

static llvm::Error checkOutputs(const Request &request,
                                const Signature &entry) {
  for (unsigned parameter : request.inout)
    if (parameter >= entry.parameters.size() ||
        !entry.parameters[parameter].memref)
      return llvm::createStringError(
          "--inout=" + llvm::Twine(parameter) + ": '" + entry.name +
          "' has no memref parameter of that number");
  size_t results = entry.results.size() + request.inout.size();
  if (request.outputs.size() > results)
    return llvm::createStringError(
        llvm::Twine(request.outputs.size()) + " outputs are requested, but '" +
        entry.name + "' has " + llvm::Twine(results) +
        " results; name memrefs that it writes with --inout");
  return llvm::Error::success();
}

/// The emulator's library beside this program.
static std::string findEmulator(const char *program) {
  llvm::SmallString<256> path(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(
          program, reinterpret_cast<void *>(&findEmulator))));
  llvm::sys::path::append(path, "..", "lib", "libprim_emulator.so");
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

/// Opens the device of `request`, whose chip is the compilation target.
static llvm::Expected<std::unique_ptr<Device>>
openDevice(Request &request, const std::string &emulator) {
  auto device = Device::open(request.device, request.compile.chip, emulator);
  if (!device)
    return device.takeError();
  request.compile.chip = (*device)->getChip();
  if (!request.coverage.empty())
    if (llvm::Error error = (*device)->setCoverage(request.coverage))
      return std::move(error);
  return std::move(*device);
}

/// Runs the cases of --batch. Their compilations may be cached, because prim's
/// own tests repeat them in every run.
static int runCases(Request &request, Input &input,
                    const std::string &emulator) {
  CompileOptions &options = request.compile;
  auto cases = readBatch(request.batch);
  if (!cases)
    return fail(cases.takeError());
  std::set<std::string> entries;
  for (const BatchCase &test : *cases)
    entries.insert(test.entry);
  std::optional<Compilation> compilation;
  auto parse = [&]() -> mlir::LogicalResult {
    mlir::FailureOr<Compilation> parsed = input.parse(options);
    if (mlir::succeeded(parsed))
      compilation = std::move(*parsed);
    return parsed;
  };
  options.cache = ProgramCache::getForTests();
  // User errors are reported before the work.
  if (!options.cache || options.chip.empty()) {
    if (mlir::failed(parse()))
      return 1;
    if (options.chip.empty())
      options.chip = compilation->getOwnChip().value_or("");
  }
  auto device = openDevice(request, emulator);
  if (!device)
    return fail(device.takeError());
  options.functions.assign(entries.begin(), entries.end());
  llvm::MemoryBufferRef source = input.getSource();
  ProgramSlot slot(source.getBuffer(), options, source.getBufferIdentifier());
  std::unique_ptr<Program> program = slot.find();
  if (!program) {
    Progress progress("compiling for " + options.chip);
    if (!compilation && mlir::failed(parse()))
      return 1;
    compilation->keepFunctions(entries);
    if (mlir::failed(compilation->run(Stage::Host, options)))
      return 1;
    auto created = input.hasPrinted() ? Program::create(*compilation)
                                      : slot.create(*compilation);
    if (!created)
      return fail(created.takeError());
    program = std::move(*created);
  }
  llvm::outs() << llvm::json::Value(llvm::json::Object{
                      {"times", toJson(program->getTimes(), nullptr)}})
               << "\n";
  return runBatch(*cases, *program, **device) ? 1 : 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // A signal shows no defect of LLVM, and rarely one of prim.
  llvm::setBugReportMsg("prim-run ended by a signal, in host code of the "
                        "program unless the stack shows otherwise.\n");
  Request request;
  bool helped = false;
  if (llvm::Error error = parse(argc, argv, request, helped))
    return fail(std::move(error));
  if (helped)
    return 0;
  std::string emulator = findEmulator(argv[0]);
  Input input;
  if (mlir::failed(input.read(request.file)))
    return 1;
  CompileOptions &options = request.compile;
  if (!request.batch.empty())
    return runCases(request, input, emulator);
  mlir::FailureOr<Compilation> compilation = input.parse(options);
  if (mlir::failed(compilation))
    return 1;
  if (options.chip.empty())
    options.chip = compilation->getOwnChip().value_or("");

  if (!request.dump.empty()) {
    std::optional<Stage> stage = parseStage(request.dump);
    if (!stage || *stage == Stage::Object)
      return fail(llvm::createStringError(
          "--dump takes isa, llvm or mlir, not '" + request.dump + "'"));
    if (options.chip.empty()) {
      auto device = Device::open(request.device, "", emulator);
      if (!device)
        return fail(device.takeError());
      options.chip = (*device)->getChip();
    }
    if (mlir::failed(compilation->run(*stage, options)))
      return 1;
    for (const EmittedObject &object :
         getObjects(compilation->getModule(), *stage))
      llvm::outs() << object.bytes << "\n";
    return 0;
  }

  // All possible user errors are reported before the work.
  auto entry = compilation->getSignatures().find(request.entry);
  if (!entry)
    return fail(entry.takeError());
  if (llvm::Error error = checkOutputs(request, **entry))
    return fail(std::move(error));
  auto inputs = readInputs(request, **entry);
  if (!inputs)
    return fail(inputs.takeError());
  auto device = openDevice(request, emulator);
  if (!device)
    return fail(device.takeError());
  std::unique_ptr<Program> program;
  {
    Progress progress("compiling for " + options.chip);
    compilation->keepFunctions({request.entry});
    if (mlir::failed(compilation->run(Stage::Host, options)))
      return 1;
    auto created = Program::create(*compilation);
    if (!created)
      return fail(created.takeError());
    program = std::move(*created);
  }
  const std::vector<StageTime> &times = program->getTimes();

  std::optional<RunResult> result;
  {
    Progress progress("running on " + (*device)->describe());
    auto ran = program->run(**device, **entry, *inputs, request.inout);
    if (!ran)
      return fail(ran.takeError());
    result = std::move(*ran);
  }
  std::vector<NpyOutput> files;
  for (size_t index = 0; index < request.outputs.size(); ++index)
    files.push_back({request.outputs[index], &result->outputs[index]});
  std::string error;
  if (!writeNpy(files, error))
    return fail(llvm::createStringError(error));
  if (request.print)
    for (const Array &output : result->outputs)
      printArray(llvm::outs(), output);
  if (request.json) {
    llvm::json::Object object{{"device", (*device)->describe()},
                              {"chip", (*device)->getChip()},
                              {"statistics", toJson(result->report)}};
    if (request.times)
      object["times"] = toJson(times, &result->report);
    llvm::outs() << llvm::json::Value(std::move(object)) << "\n";
    return 0;
  }
  if (request.statistics || request.times)
    llvm::outs() << "device " << (*device)->describe() << "\n";
  if (request.times)
    printTimes(llvm::outs(), times, result->report);
  if (request.statistics)
    printStatistics(llvm::outs(), result->report);
  return 0;
}
