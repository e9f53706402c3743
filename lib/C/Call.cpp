//===- Call.cpp - Calls through the C API -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts values between the C API and lib/Execution.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::prim;

static PrimcValue convert(CallValue value) {
  PrimcValue converted = {};
  if (auto *array = std::get_if<DeviceArray>(&value)) {
    converted.type = fromElementType(array->type);
    converted.array = new PrimcArray{std::move(*array)};
    return converted;
  }
  const auto &scalar = std::get<Scalar>(value);
  converted.type = fromElementType(scalar.type);
  converted.bits = scalar.bits;
  return converted;
}

bool primcProgramCall(PrimcProgram *program, PrimcDevice *device,
                      const char *function, const PrimcValue *arguments,
                      size_t numArguments, PrimcValue *results,
                      size_t numResults, PrimcStream *stream,
                      PrimcErrorCallback onError, void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return false;
  if (!reporter.given(program, "the program") ||
      !reporter.given(device, "the device") ||
      !reporter.given(function, "the function's name") ||
      (numArguments && !reporter.given(arguments, "the list of arguments")) ||
      (numResults && !reporter.given(results, "the list of results")))
    return false;
  auto found = program->program->getSignatures().find(function);
  if (!found)
    return reporter.fail(found.takeError());
  const Signature &signature = **found;
  // Checked before arguments are read that the caller may not have passed.
  if (llvm::Error error = checkInputCount(signature, numArguments))
    return reporter.fail(std::move(error));
  if (numResults != signature.results.size())
    return reporter.fail("'" + signature.name + "' has " +
                         llvm::Twine(signature.results.size()) +
                         " results, but there is room for " +
                         llvm::Twine(numResults));
  std::vector<CallValue> values;
  for (size_t index = 0; index < numArguments; ++index) {
    const PrimcValue &argument = arguments[index];
    if (argument.array) {
      values.push_back(argument.array->array);
      continue;
    }
    std::optional<ElementType> type = toElementType(argument.type);
    if (!type)
      return reporter.fail("input " + llvm::Twine(index) + " of '" +
                           signature.name + "' must be " +
                           signature.parameters[index].text +
                           ", but neither an array nor a scalar with a "
                           "PrimcType from 0 to 12 is given");
    values.push_back(Scalar{*type, argument.bits});
  }
  auto called = program->program->call(*device->device, signature, values,
                                       stream ? stream->stream : nullptr);
  if (!called)
    return reporter.fail(called.takeError());
  for (auto [index, value] : llvm::enumerate(called->results))
    results[index] = convert(std::move(value));
  return true;
}
