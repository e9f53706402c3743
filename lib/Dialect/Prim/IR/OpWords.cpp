//===- OpWords.cpp - Words that ops take, and their syntax *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words that an op refuses, its verifier for these, and its printed syntax,
// which has only the words that it takes.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

SmallVector<StringRef> prim::detail::listWords(const EnumWords &words,
                                               const Refusal &refusal) {
  SmallVector<StringRef> taken;
  for (uint32_t value = 0; !words.print(value).empty(); ++value)
    if (!refusal.contains(value))
      taken.push_back(words.print(value));
  return taken;
}

SmallVector<StringRef> prim::detail::listArrangements(const Refusal &refusal) {
  SmallVector<StringRef> taken = listWords(kArrangementWords, refusal);
  StringRef rows = stringifyArrangement(Arrangement::Rows);
  for (StringRef &word : taken)
    if (word == rows)
      word = "rows(number)";
  return taken;
}

//===----------------------------------------------------------------------===//
// The words that an op takes
//===----------------------------------------------------------------------===//

static constexpr Refusal kLoadsOnly =
    refuse("cannot release: loads acquire, and stores release",
           MemoryOrder::Release, MemoryOrder::AcqRel);
static constexpr Refusal kStoresOnly =
    refuse("cannot acquire: loads acquire, and stores release",
           MemoryOrder::Acquire, MemoryOrder::AcqRel);
static constexpr Refusal kNotStored =
    refuse("writes to memory that cache(constant) declares as not written",
           CacheHint::Constant);
static constexpr Refusal kNoHintOfTileLoad =
    refuse("has a cache hint that only single accesses support; use prim.load",
           CacheHint::Device, CacheHint::Volatile);
static constexpr Refusal kNoHintOfTileStore =
    refuse("has a cache hint that stores of tiles do not support; use "
           "prim.store for single accesses",
           CacheHint::Device, CacheHint::Volatile, CacheHint::Constant);
static constexpr Refusal kNoBarrierOfWave =
    refuse("has orders(wave), which is less than a block barrier gives; remove "
           "the clause to order only workgroup memory",
           MemoryScope::Wave);

/// Ops with clauses have their refusals in the tables of these.
static const OpWords kOpWords[] = {
    {"prim.load", "order", kOrderOfMemoryWords, kLoadsOnly},
    {"prim.store", "order", kOrderOfMemoryWords, kStoresOnly},
    {"prim.store", "cache", kCacheWords, kNotStored},
    {"prim.block_load", "cache", kCacheWords, kNoHintOfTileLoad},
    {"prim.block_store", "cache", kCacheWords, kNoHintOfTileStore},
    {"prim.block_barrier", "orders", kScopeWords, kNoBarrierOfWave}};

/// Prints the words that are taken, as in `inclusive | exclusive | both`.
static void printWords(raw_ostream &os, ArrayRef<StringRef> words) {
  llvm::interleave(words, os, " | ");
}

/// Prints a clause with the words that are taken.
static void printForm(raw_ostream &os, const Clause &clause) {
  StringRef more = clause.rule == TypeRule::Elements ? ", ..." : "";
  switch (clause.form) {
  case ClauseForm::Flag:
    os << clause.keyword;
    return;
  case ClauseForm::Values:
    os << clause.keyword << "(%value" << more << ")";
    return;
  case ClauseForm::TypedValue:
    os << clause.keyword << "(%value : type)";
    return;
  case ClauseForm::TypedValues:
    os << clause.keyword << "(%value, ... : types)";
    if (!clause.attr2.empty())
      os << " | " << clause.keyword << " reversed";
    return;
  case ClauseForm::I32:
  case ClauseForm::I64:
    os << clause.keyword << "(number)";
    return;
  case ClauseForm::I64s:
    os << clause.keyword << "(number, ...)";
    return;
  case ClauseForm::I32Pair:
    os << clause.keyword << "(number, number)";
    return;
  case ClauseForm::Enum:
  case ClauseForm::Enums:
    os << clause.keyword << "(";
    printWords(os, listWords(*clause.words, clause.refusal));
    os << (clause.form == ClauseForm::Enums ? ", ...)" : ")");
    return;
  case ClauseForm::Arrangement:
    os << clause.keyword << "(";
    printWords(os, listArrangements(clause.refusal));
    os << (clause.attr3.empty() ? ")" : " [width(number)])");
    return;
  case ClauseForm::FastMath:
    os << clause.keyword << "<flags>";
    return;
  case ClauseForm::Tuning: {
    os << clause.keyword << "<block_size = number, items_per_thread = number";
    SmallVector<StringRef> algorithms =
        listWords(kAlgorithmWords, clause.refusal);
    if (algorithms.size() > 1) {
      os << ", algorithm = (";
      printWords(os, algorithms);
      os << ")";
    }
    os << ">";
    return;
  }
  case ClauseForm::Async:
    os << clause.keyword << " [%token, ...]";
    return;
  case ClauseForm::Region:
    os << clause.keyword << " { region }";
    return;
  case ClauseForm::Combiner:
    os << clause.keyword << " [commutative] { region }";
    return;
  }
}

/// The word or algorithm that a clause has set, if it is one of an enumeration.
static std::optional<uint32_t> getWord(Operation *op, StringRef name) {
  auto attr = getClause(op, name);
  if (auto tuning = dyn_cast_or_null<TuningAttr>(attr))
    return static_cast<uint32_t>(tuning.getAlgorithm());
  if (auto word = dyn_cast_or_null<IntegerAttr>(attr))
    return static_cast<uint32_t>(word.getInt());
  if (auto numbers = dyn_cast_or_null<DenseI64ArrayAttr>(attr);
      numbers && !numbers.empty())
    return 0;
  return std::nullopt;
}

LogicalResult prim::detail::verifyWords(Operation *op, const OpSyntax &syntax) {
  for (const Clause &clause : syntax.clauses) {
    if (clause.refusal.words == 0)
      continue;
    std::optional<uint32_t> word = getWord(op, clause.attr);
    if (!word || !clause.refusal.contains(*word))
      continue;
    InFlightDiagnostic error = op->emitOpError();
    if (clause.form == ClauseForm::Tuning)
      error << "is tuned to algorithm '" << kAlgorithmWords.print(*word)
            << "', ";
    error << clause.refusal.reason;
    if (clause.isRefused())
      return error;
    std::string form;
    llvm::raw_string_ostream os(form);
    if (clause.form == ClauseForm::Tuning)
      printWords(os, listWords(kAlgorithmWords, clause.refusal));
    else
      printForm(os, clause);
    return error << "; expected " << form;
  }
  return success();
}

LogicalResult prim::detail::verifyWord(Operation *op, StringRef attr) {
  std::optional<uint32_t> word = getWord(op, attr);
  const OpWords *own = llvm::find_if(kOpWords, [&](const OpWords &words) {
    return words.op == op->getName().getStringRef() && words.attr == attr;
  });
  assert(own != std::end(kOpWords) && "op takes all words");
  if (!word || !own->refusal.contains(*word))
    return success();
  return op->emitOpError() << own->refusal.reason << "; expected "
                           << llvm::join(listWords(own->words, own->refusal),
                                         ", ");
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

/// Prints what sets each attribute, a line for each. Several clauses may set
/// one, as each form of segments does.
static void printAttributes(raw_ostream &os, const OpSyntax &syntax) {
  llvm::MapVector<StringRef, std::string> forms;
  auto add = [&](StringRef attr, const Twine &form) {
    if (attr.empty())
      return;
    std::string &text = forms[attr];
    text += ((text.empty() ? "" : " or ") + Twine("`") + form + "`").str();
  };
  for (const LeadingWord &word : syntax.leading)
    add(word.attr, word.words ? llvm::join(listWords(*word.words), " | ")
                              : word.keyword.str());
  for (const Clause &clause : syntax.clauses) {
    if (clause.isRefused())
      continue;
    std::string form;
    llvm::raw_string_ostream text(form);
    printForm(text, clause);
    switch (clause.form) {
    case ClauseForm::I32Pair:
      add(clause.attr, form);
      add(clause.attr2, form);
      forms[clause.attr].insert(0, "the first number of ");
      forms[clause.attr2].insert(0, "the second number of ");
      break;
    case ClauseForm::Arrangement:
      add(clause.attr, form);
      add(clause.attr2, Twine(clause.keyword) + "(rows(number))");
      add(clause.attr3, Twine(clause.keyword) + "(rows(number) width(number))");
      if (!clause.attr3.empty())
        forms[clause.attr3].insert(0, "the second number of ");
      break;
    case ClauseForm::TypedValues:
      add(clause.attr, form);
      add(clause.attr2, Twine(clause.keyword) + " reversed");
      break;
    case ClauseForm::Combiner:
      add(clause.attr,
          Twine(clause.keyword) + " " + clause.attr + " { region }");
      break;
    default:
      add(clause.attr, form);
    }
  }
  for (auto &[attr, form] : forms)
    os << "  attribute " << attr << ": " << form << "\n";
}

void prim::detail::printSyntax(raw_ostream &os, StringRef name,
                               const OpSyntax &syntax) {
  os << name;
  for (const LeadingWord &word : syntax.leading) {
    os << ' ' << (word.optional ? "[" : "(");
    if (word.words)
      printWords(os, listWords(*word.words));
    else
      os << word.keyword;
    os << (word.optional ? "]" : ")");
  }
  if (syntax.bareGroup >= 0)
    os << (syntax.hasOneInput ? " %value" : " %value, ...");
  for (const Clause &clause : syntax.clauses) {
    if (clause.isRefused())
      continue;
    os << "\n    ";
    printForm(os, clause);
  }
  StringRef types = syntax.bareGroup < 0 ? "[-> types]"
                    : syntax.hasOneInput ? ": type"
                                         : ": types";
  os << "\n    attr-dict " << types << "\n";
  printAttributes(os, syntax);
}

void prim::printSyntax(raw_ostream &os, MLIRContext *context) {
  context->loadDialect<PrimDialect>();
  SmallVector<RegisteredOperationName> names(
      context->getRegisteredOperations());
  llvm::sort(names, [](RegisteredOperationName a, RegisteredOperationName b) {
    return a.getStringRef() < b.getStringRef();
  });
  for (RegisteredOperationName name : names) {
    if (auto *clauses = name.getInterface<ClauseOpInterface>())
      detail::printSyntax(os, name.getStringRef(), clauses->getSyntax());
    bool isFirst = true;
    for (const OpWords &own : kOpWords) {
      if (own.op != name.getStringRef())
        continue;
      if (isFirst)
        os << own.op << "\n";
      isFirst = false;
      os << "  attribute " << own.attr << ": `";
      printWords(os, listWords(own.words, own.refusal));
      os << "`\n";
    }
  }
}
