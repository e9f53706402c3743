//===- CodeGeneration.h - From LLVM IR to code object ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of serialisation that is independent of MLIR: LLVM's optimisation
// and code generation for AMDGPU, and lld. It returns errors as values, so that
// it can run in this process, in a fork of it, or in the program prim-codegen.
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
  /// The most threads at once; the code does not depend on it.
  unsigned threads = 1;
  /// The rules of final code that are applied to a linked object, a set of
  /// CheckRule.
  unsigned checkRules = 0;

  /// getGeneratorHash() of the requesting program. The result may be cached
  /// under it (CodeCache.h), unless another build answers.
  std::string generator;
};

/// A message about the code, or about its absence.
struct CodeMessage {
  /// The source: LLVM or lld, or the rules of final code.
  enum Source { LLVM, Check };

  bool isError = true;
  /// The function concerned; empty if there is none.
  std::string function;
  std::string text;
  Source source = LLVM;
};

/// How much code the rules of final code have checked, and how many reports
/// they made.
struct CheckCounts {
  uint64_t functions = 0, instructions = 0, orders = 0, notes = 0, reports = 0;
};

struct CodeResult {
  std::vector<CodeMessage> messages;
  /// Functions that are called but not defined, each with a caller.
  std::vector<std::pair<std::string, std::string>> undefined;
  /// Complete unless there are errors or undefined functions.
  std::string bytes;
  /// The counts of the rules of final code, if they were applied.
  std::optional<CheckCounts> checked;
  SerializeTimes times;

  bool failed() const;
};

/// Optimises and consumes `module`, and generates the code that `request`
/// specifies. Requires initializeBackEnd.
CodeResult generateCode(llvm::Module &module, const CodeRequest &request);

/// `module` with everything that its code depends on.
std::string writeBitcode(const llvm::Module &module);

/// Requests and results as bytes, for another process.
void writeRequest(llvm::raw_ostream &stream, const CodeRequest &request,
                  const llvm::Module &module);
void writeResult(llvm::raw_ostream &stream, const CodeResult &result);
llvm::Expected<CodeResult> readResult(llvm::StringRef bytes);

/// The work of prim-codegen: answers a request written by writeRequest.
/// `generator` is its getGeneratorHash().
llvm::Error answerRequest(llvm::StringRef bytes, llvm::raw_ostream &stream,
                          llvm::StringRef generator);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CODEGENERATION_H
