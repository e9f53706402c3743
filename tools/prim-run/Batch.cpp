//===- Batch.cpp - Many runs of one program --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the list of cases, runs them in order, writes their outputs.
//
//===----------------------------------------------------------------------===//

#include "Batch.h"

#include "Report.h"
#include "common/Generate.h"
#include "common/Npy.h"
#include "prim/Target/ParseJSON.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::prim;

namespace prim::tools {

llvm::Expected<int64_t> InputSource::bytes() const {
  if (kind == File) {
    uint64_t size = 0;
    if (std::error_code error = llvm::sys::fs::file_size(text, size))
      return llvm::createStringError(text + ": " + error.message());
    return static_cast<int64_t>(size);
  }
  std::string error;
  std::optional<InputSpec> spec = parseInputSpec(text, error);
  if (!spec)
    return llvm::createStringError(error);
  // An invalid size is reported when the array is made.
  return byteSize(spec->type, spec->shape).value_or(0);
}

llvm::Expected<Array> InputSource::read() const {
  std::string error;
  std::optional<Array> array;
  if (kind == File)
    array = readNpy(text, error);
  else if (std::optional<InputSpec> spec = parseInputSpec(text, error))
    array = generate(*spec, error);
  if (!array)
    return llvm::createStringError(error);
  return std::move(*array);
}

llvm::Error checkMemory(const std::vector<InputSource> &sources) {
  int64_t sum = 0;
  for (const InputSource &source : sources) {
    auto bytes = source.bytes();
    if (!bytes)
      return bytes.takeError();
    // An array that is too large by itself is reported when it is read.
    if (!fitsInMemory(*bytes))
      continue;
    sum += *bytes;
    if (!fitsInMemory(sum))
      return llvm::createStringError(
          "the inputs up to '" + source.text + "' take " + llvm::Twine(sum) +
          " bytes together, which is more than this machine's memory");
  }
  return llvm::Error::success();
}

llvm::Expected<Array> parseScalar(const Parameter &parameter,
                                  const std::string &text) {
  return InputSource{InputSource::Generated,
                     std::string(getName(parameter.type)) + ":constant=" + text}
      .read();
}

/// Called by llvm::json's reader of lists.
static bool fromJSON(const llvm::json::Value &value, BatchCase &result,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("entry", result.entry) ||
      !map.mapOptional("outputs", result.outputs) ||
      !map.mapOptional("inout", result.inout) ||
      !map.mapOptional("seed", result.seed))
    return false;
  const llvm::json::Object &object = *value.getAsObject();
  if (const llvm::json::Array *inputs = object.getArray("inputs"))
    result.inputs.assign(inputs->begin(), inputs->end());
  llvm::StringSet<> known = {"entry", "inputs", "outputs", "inout", "seed"};
  for (const auto &field : object)
    if (!known.contains(field.first)) {
      path.field(field.first).report("unknown field");
      return false;
    }
  return true;
}

/// The array for an input of a case, if it is an array.
static std::optional<InputSource> getSource(const llvm::json::Value &value) {
  if (std::optional<llvm::StringRef> path = value.getAsString())
    return InputSource{InputSource::File, path->str()};
  if (const llvm::json::Object *object = value.getAsObject())
    if (std::optional<llvm::StringRef> spec = object->getString("generate"))
      return InputSource{InputSource::Generated, spec->str()};
  return std::nullopt;
}

static llvm::Expected<Array> readCaseInput(const llvm::json::Value &value,
                                           const Parameter &parameter) {
  if (std::optional<InputSource> source = getSource(value))
    return source->read();
  std::string text;
  llvm::raw_string_ostream(text) << value;
  if (value.kind() == llvm::json::Value::Number && parameter.scalar)
    return parseScalar(parameter, text);
  return llvm::createStringError("an input must be a file, {\"generate\": "
                                 "SPEC}, or a number for a scalar, not " +
                                 text);
}

static llvm::Expected<RunReport> runCase(const BatchCase &test,
                                         Program &program, Device &device) {
  auto signature = program.getSignatures().find(test.entry);
  if (!signature)
    return signature.takeError();
  const Signature &entry = **signature;
  std::vector<InputSource> sources;
  for (const llvm::json::Value &value : test.inputs)
    if (std::optional<InputSource> source = getSource(value))
      sources.push_back(std::move(*source));
  if (llvm::Error error = checkMemory(sources))
    return std::move(error);
  std::vector<Array> inputs;
  for (const llvm::json::Value &value : test.inputs) {
    if (inputs.size() == entry.parameters.size())
      return llvm::createStringError("too many inputs for '" + entry.name +
                                     "'");
    auto input = readCaseInput(value, entry.parameters[inputs.size()]);
    if (!input)
      return input.takeError();
    inputs.push_back(std::move(*input));
  }
  if (llvm::Error error = checkInputs(entry, inputs))
    return std::move(error);
  std::vector<unsigned> returned;
  for (int64_t parameter : test.inout) {
    if (parameter < 0 || parameter >= int64_t(entry.parameters.size()) ||
        !entry.parameters[parameter].memref)
      return llvm::createStringError("inout " + llvm::Twine(parameter) +
                                     " is not a memref parameter");
    returned.push_back(parameter);
  }
  if (test.outputs.size() > entry.results.size() + returned.size())
    return llvm::createStringError("more outputs are requested than '" +
                                   entry.name + "' has results");
  if (test.seed && *test.seed < -1)
    return llvm::createStringError(
        "seed " + llvm::Twine(*test.seed) +
        " is not a schedule; use 0 or more, or -1 for newest first");
  if (test.seed)
    device.setSeed(*test.seed);
  auto result = program.run(device, entry, inputs, returned);
  if (!result)
    return result.takeError();
  std::vector<NpyOutput> files;
  for (size_t index = 0; index < test.outputs.size(); ++index)
    files.push_back({test.outputs[index], &result->outputs[index]});
  std::string error;
  if (!writeNpy(files, error))
    return llvm::createStringError(error);
  return result->report;
}

llvm::Expected<std::vector<BatchCase>> readBatch(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError("cannot read " + path + ": " +
                                   file.getError().message());
  auto json = mlir::prim::parseJSON((*file)->getBuffer());
  if (!json)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(json.takeError()));
  std::vector<BatchCase> cases;
  llvm::json::Path::Root root(path);
  if (!fromJSON(*json, cases, root))
    return root.getError();
  return std::move(cases);
}

unsigned runBatch(const std::vector<BatchCase> &cases, Program &program,
                  Device &device) {
  unsigned failures = 0;
  for (size_t number = 0; number < cases.size(); ++number) {
    llvm::json::Object line{{"case", int64_t(number)}};
    Progress progress("case " + std::to_string(number + 1) + " of " +
                      std::to_string(cases.size()));
    auto report = runCase(cases[number], program, device);
    if (report) {
      line["ok"] = true;
      line["statistics"] = toJson(*report);
    } else {
      line["ok"] = false;
      line["error"] = llvm::json::fixUTF8(llvm::toString(report.takeError()));
      ++failures;
      // Resets the device, so that the next case does not fail because of this
      // one.
      if (device.isLost()) {
        program.unload();
        device.recover();
      }
    }
    llvm::outs() << llvm::json::Value(std::move(line)) << "\n";
    llvm::outs().flush();
  }
  return failures;
}

} // namespace prim::tools
