//===- Signature.cpp - Entry functions and their inputs --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads signatures from a module before lowering, and checks inputs against
// them.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Signature.h"

#include "Payload.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::prim;

static std::optional<Parameter> convert(Type type) {
  Parameter parameter;
  llvm::raw_string_ostream(parameter.text) << type;
  Type element = type;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.getEncoding())
      return std::nullopt;
    element = tensor.getElementType();
  } else if (auto memref = dyn_cast<MemRefType>(type)) {
    if (!memref.getLayout().isIdentity())
      return std::nullopt;
    parameter.memref = true;
    element = memref.getElementType();
  } else {
    parameter.scalar = true;
  }
  if (auto shaped = dyn_cast<ShapedType>(type))
    for (int64_t extent : shaped.getShape())
      parameter.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);

  std::string name;
  llvm::raw_string_ostream(name) << element;
  std::optional<ElementType> known = parseElementType(name);
  if (!known)
    return std::nullopt;
  parameter.type = *known;
  return parameter;
}

Signatures::Signatures(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    Signature signature;
    signature.name = function.getName().str();
    names.push_back(signature.name);
    std::string bad;
    auto add = [&](ArrayRef<Type> types, std::vector<Parameter> &list) {
      for (Type type : types) {
        std::optional<Parameter> parameter = convert(type);
        if (parameter)
          list.push_back(*parameter);
        else if (bad.empty())
          llvm::raw_string_ostream(bad)
              << "function '" << signature.name << "' cannot be run: a "
              << (&list == &signature.results ? "result" : "parameter")
              << " has the type " << type
              << ", which an array cannot have; use tensors, contiguous "
                 "memrefs or scalars of i1 to i64, f16, bf16, f32 or f64";
      }
    };
    add(function.getArgumentTypes(), signature.parameters);
    add(function.getResultTypes(), signature.results);
    if (bad.empty())
      signatures[signature.name] = std::move(signature);
    else
      errors[signature.name] = bad;
  }
}

llvm::Expected<const Signature *> Signatures::find(StringRef entry) const {
  auto found = signatures.find(entry);
  if (found != signatures.end())
    return &found->second;
  auto bad = errors.find(entry);
  if (bad != errors.end())
    return llvm::createStringError(Twine(bad->second));
  return llvm::createStringError(
      "there is no public function '" + entry + "'" +
      (names.empty() ? std::string("; the module has none")
                     : "; choose one of " + llvm::join(names, ", ")));
}

llvm::Error prim::checkInputCount(const Signature &signature, size_t count) {
  if (count == signature.parameters.size())
    return llvm::Error::success();
  std::string types;
  for (const Parameter &parameter : signature.parameters)
    types += (types.empty() ? "" : ", ") + parameter.text;
  return llvm::createStringError(
      "'" + signature.name + "' takes " + Twine(signature.parameters.size()) +
      " inputs (" + types + "), but " + Twine(count) + " are given");
}

llvm::Error prim::checkInput(const Signature &signature, size_t index,
                             ElementType type,
                             const std::vector<int64_t> &shape) {
  const Parameter &parameter = signature.parameters[index];
  bool fits = isCompatible(type, parameter.type) &&
              shape.size() == parameter.shape.size();
  for (size_t dim = 0; fits && dim < shape.size(); ++dim)
    fits = parameter.shape[dim] < 0 || parameter.shape[dim] == shape[dim];
  if (fits)
    return llvm::Error::success();
  return llvm::createStringError(
      "input " + Twine(index) + " of '" + signature.name + "' must be " +
      parameter.text + ", but " + describe(type, shape) + " is given");
}

llvm::Error prim::checkInputs(const Signature &signature,
                              ArrayRef<Array> inputs) {
  if (llvm::Error error = checkInputCount(signature, inputs.size()))
    return error;
  for (auto [index, input] : llvm::enumerate(inputs))
    if (llvm::Error error =
            checkInput(signature, index, input.type, input.shape))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// In a cache
//===----------------------------------------------------------------------===//

static void write(llvm::msgpack::Writer &writer,
                  const std::vector<Parameter> &parameters) {
  writer.writeArraySize(parameters.size());
  for (const Parameter &parameter : parameters) {
    writer.write(static_cast<int64_t>(parameter.type));
    writer.writeArraySize(parameter.shape.size());
    for (int64_t extent : parameter.shape)
      writer.write(extent);
    writer.write(parameter.scalar);
    writer.write(parameter.memref);
    writer.write(StringRef(parameter.text));
  }
}

static std::vector<Parameter> readParameters(PayloadReader &reader) {
  std::vector<Parameter> parameters;
  for (size_t left = reader.list(); left-- && !reader.failed();) {
    Parameter &parameter = parameters.emplace_back();
    int64_t type = reader.integer();
    if (type < 0 || type > static_cast<int64_t>(ElementType::F64))
      reader.fail();
    parameter.type = static_cast<ElementType>(type);
    for (size_t rank = reader.list(); rank-- && !reader.failed();)
      parameter.shape.push_back(reader.integer());
    parameter.scalar = reader.boolean();
    parameter.memref = reader.boolean();
    parameter.text = reader.text();
  }
  return parameters;
}

void Signatures::write(llvm::msgpack::Writer &writer) const {
  // In the order of the source, in which find() lists them.
  writer.writeArraySize(names.size());
  for (const std::string &name : names) {
    writer.write(StringRef(name));
    auto bad = errors.find(name);
    writer.write(bad == errors.end() ? StringRef() : StringRef(bad->second));
    if (bad != errors.end())
      continue;
    const Signature &signature = signatures.find(name)->second;
    ::write(writer, signature.parameters);
    ::write(writer, signature.results);
  }
}

Signatures Signatures::read(PayloadReader &reader) {
  Signatures read;
  for (size_t left = reader.list(); left-- && !reader.failed();) {
    std::string name = reader.text().str(), error = reader.text().str();
    read.names.push_back(name);
    if (!error.empty()) {
      read.errors[name] = error;
      continue;
    }
    Signature &signature = read.signatures[name];
    signature.name = name;
    signature.parameters = readParameters(reader);
    signature.results = readParameters(reader);
  }
  return read;
}
