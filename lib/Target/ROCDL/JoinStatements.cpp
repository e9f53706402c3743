//===- JoinStatements.cpp - Equal assembly side by side -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts are put together with their operands renumbered: all results first,
// as assembly requires, then all operands.
//
// Statements of DPP steps contain the waits between them. The steps of all
// statements are interleaved, so that these take the place of most waits.
//
//===----------------------------------------------------------------------===//

#include "JoinStatements.h"
#include "../Assembly.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The properties that joined statements share.
struct Shape {
  explicit Shape(LLVM::InlineAsmOp op)
      : text(op.getAsmString()), constraints(op.getConstraints()) {
    auto type = dyn_cast<LLVM::LLVMStructType>(op.getRes().getType());
    if (type)
      results.assign(type.getBody().begin(), type.getBody().end());
    else
      results.push_back(op.getRes().getType());
    llvm::SplitString(constraints, parts, ",");
  }

  bool operator==(const Shape &other) const {
    return text == other.text && constraints == other.constraints &&
           results == other.results;
  }

  StringRef text, constraints;
  SmallVector<Type> results;
  SmallVector<StringRef> parts;
};

} // namespace

static constexpr StringLiteral wait = "s_nop 1", lineBreak = "\n\t";

/// The DPP steps of `text`, each without the wait before it; the last one is
/// empty if there is a wait after all. Other text is one step.
static SmallVector<SmallVector<StringRef>> splitSteps(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, lineBreak);
  auto isOther = [](StringRef line) {
    return line != wait && !line.contains("_dpp ");
  };
  if (lines.front() != wait || llvm::any_of(lines, isOther))
    return {lines};
  SmallVector<SmallVector<StringRef>> steps;
  for (auto [i, line] : llvm::enumerate(lines)) {
    // No other step may use the carry before its reader does.
    bool isWithin = i + 1 != lines.size() && lines[i + 1].contains("_addc_");
    if (line == wait && !isWithin)
      steps.emplace_back();
    else
      steps.back().push_back(line);
  }
  return steps;
}

/// Whether `op` is such a statement, and only its individual results are used.
static bool canJoin(Operation *op) {
  auto statement = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!statement || !statement.getRes() || statement.getHasSideEffects() ||
      statement.getOperandAttrsAttr())
    return false;
  if (!isa<LLVM::LLVMStructType>(statement.getRes().getType()))
    return splitSteps(statement.getAsmString()).size() > 1;
  return statement.getConstraints().contains("~{") &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           auto extract = dyn_cast<LLVM::ExtractValueOp>(user);
           return extract && extract.getPosition().size() == 1;
         });
}

/// `text` with its operands renumbered for statement `index` of `count`.
static std::string renumber(StringRef text, unsigned results, unsigned inputs,
                            unsigned index, unsigned count) {
  std::string out;
  while (!text.empty()) {
    auto [before, after] = text.split('$');
    out += before;
    if (before.size() == text.size())
      break;
    unsigned number;
    text = after;
    if (text.consumeInteger(10, number)) {
      // An escaped dollar sign, not an operand.
      out += '$';
      continue;
    }
    out += "$" + std::to_string(number < results
                                    ? index * results + number
                                    : count * results + index * inputs +
                                          (number - results));
  }
  return out;
}

/// The text of `count` statements with the text and the numbers of operands of
/// `shape`.
static std::string joinTexts(const Shape &shape, unsigned inputs,
                             unsigned count) {
  SmallVector<std::string> lines;
  SmallVector<SmallVector<StringRef>> steps = splitSteps(shape.text);
  bool hasWaits = shape.text.starts_with(wait);
  size_t before = 0;
  for (ArrayRef<StringRef> step : steps) {
    // A step reads what its statement's previous one wrote. Two instructions of
    // others are as good as the wait. The first step reads what is not known,
    // and so may the reader of the last one.
    bool isCovered = before * (count - 1) >= 2 && !step.empty();
    if (hasWaits && !isCovered)
      lines.push_back(wait.str());
    for (unsigned index = 0; index < count; ++index)
      for (StringRef line : step)
        lines.push_back(
            renumber(line, shape.results.size(), inputs, index, count));
    before = step.size();
  }
  return llvm::join(lines, lineBreak);
}

static void join(ArrayRef<Operation *> ops) {
  unsigned count = ops.size();
  if (count < 2)
    return;
  Shape shape(cast<LLVM::InlineAsmOp>(ops.front()));
  unsigned results = shape.results.size();
  unsigned inputs = ops.front()->getNumOperands();
  auto inputParts = ArrayRef(shape.parts).slice(results, inputs);
  // An input other than a tied one may be read after another statement has
  // written.
  bool hasOthers = llvm::any_of(
      inputParts, [](StringRef part) { return !llvm::isDigit(part[0]); });

  SmallVector<std::string> constraints;
  SmallVector<Type> types;
  SmallVector<Value> operands;
  for (unsigned index = 0; index < count; ++index) {
    llvm::append_range(types, shape.results);
    for (StringRef part : ArrayRef(shape.parts).take_front(results))
      constraints.push_back(hasOthers && !part.contains('&')
                                ? ("=&" + part.drop_front()).str()
                                : part.str());
    llvm::append_range(operands, ops[index]->getOperands());
  }
  for (unsigned index = 0; index < count; ++index)
    for (StringRef part : inputParts) {
      unsigned number;
      constraints.push_back(part.getAsInteger(10, number)
                                ? part.str()
                                : std::to_string(index * results + number));
    }
  for (StringRef part : ArrayRef(shape.parts).drop_front(results + inputs))
    constraints.push_back(part.str());

  CodeBuilder b(ops.front()->getLoc(), ops.back());
  Value joined =
      createAssembly(b, types, operands, joinTexts(shape, inputs, count),
                     llvm::join(constraints, ","));
  for (unsigned index = 0; index < count; ++index) {
    if (!isa<LLVM::LLVMStructType>(ops[index]->getResult(0).getType())) {
      Value result = LLVM::ExtractValueOp::create(b, joined, index);
      ops[index]->getResult(0).replaceAllUsesWith(result);
    }
    for (Operation *user : llvm::make_early_inc_range(ops[index]->getUsers())) {
      auto extract = cast<LLVM::ExtractValueOp>(user);
      int64_t position = index * results + extract.getPosition().front();
      extract.getContainerMutable().assign(joined);
      extract.setPosition({position});
    }
    ops[index]->erase();
  }
}

void mlir::prim::joinStatements(ArrayRef<Operation *> ops) {
  // The most statements whose registers fit into a large kernel.
  constexpr unsigned most = 8;
  while (!ops.empty()) {
    unsigned count = 0;
    if (canJoin(ops.front())) {
      Shape first(cast<LLVM::InlineAsmOp>(ops.front()));
      while (count < std::min<size_t>(most, ops.size()) &&
             canJoin(ops[count]) &&
             Shape(cast<LLVM::InlineAsmOp>(ops[count])) == first)
        ++count;
      join(ops.take_front(count));
    }
    ops = ops.drop_front(std::max(count, 1u));
  }
}
