//===- CodeGeneration.h - From LLVM IR to code object ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of serialisation that knows nothing of MLIR: LLVM's optimisation and
// code generation for AMDGPU, and lld. It reports by values, so that it can run
// in this process, in a fork of it, or in the program prim-codegen.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_CODEGENERATION_H
#define PRIM_LIB_TARGET_SERIALIZE_CODEGENERATION_H

#include "prim/Target/BackEnd.h"
#include "prim/Target/SerializeTimes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

struct CodeRequest {
  enum Kind { Object, Assembly, IR };

  std::string triple;
  std::string chip;
  std::string features;
  /// 0 to 3.
  unsigned optLevel = 3;
  Kind kind = Object;
  /// At most so many threads at once; the code is the same with any number.
  unsigned threads = 1;
  /// The rules of final code that are applied to a linked object, a set of
  /// CheckRule.
  unsigned checkRules = 0;

  /// getGeneratorHash() of the program that asks. What is generated may be kept
  /// under it (CodeCache.h), unless another build answers.
  std::string generator;
};

/// Something that is to be said about the code, or about why there is none.
struct CodeMessage {
  /// LLVM or lld, or the rules of final code.
  enum Source { LLVM, Check };

  bool isError = true;
  /// The function that it is about; empty if it is about none.
  std::string function;
  std::string text;
  Source source = LLVM;
};

/// How much the rules of final code have looked at, and what they found.
struct CheckCounts {
  uint64_t functions = 0, instructions = 0, orders = 0, notes = 0, reports = 0;
};

struct CodeResult {
  std::vector<CodeMessage> messages;
  /// Functions that are called and that nothing defines, each with a caller.
  std::vector<std::pair<std::string, std::string>> undefined;
  /// Complete unless there are errors or undefined functions.
  std::string bytes;
  /// What the rules of final code have looked at, if they were applied.
  std::optional<CheckCounts> checked;
  SerializeTimes times;

  bool failed() const;
};

/// Optimises `module`, which is used up, and makes of it what `request` asks
/// for. initializeBackEnd has been called.
CodeResult generateCode(llvm::Module &module, const CodeRequest &request);

/// `module` with all that its code depends on.
std::string writeBitcode(const llvm::Module &module);

/// Requests and results as bytes, for another process.
void writeRequest(llvm::raw_ostream &stream, const CodeRequest &request,
                  const llvm::Module &module);
void writeResult(llvm::raw_ostream &stream, const CodeResult &result);
llvm::Expected<CodeResult> readResult(llvm::StringRef bytes);

/// What prim-codegen does: answers the request that writeRequest wrote.
/// `generator` is its getGeneratorHash().
llvm::Error answerRequest(llvm::StringRef bytes, llvm::raw_ostream &stream,
                          llvm::StringRef generator);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CODEGENERATION_H
