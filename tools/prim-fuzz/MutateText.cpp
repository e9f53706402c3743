//===- MutateText.cpp - Changes of text ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits text into words: identifiers with dots, values, numbers. A word is
// mostly exchanged for one of its own sort, since other changes test only the
// parser.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include "prim/Target/Chips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace prim::fuzz {

namespace {

struct Word {
  size_t begin, size;
};

/// The chips that the emulator has.
std::vector<StringRef> getChips() {
  std::vector<StringRef> names;
  for (const mlir::prim::Chip &row : mlir::prim::chips)
    if (row.family == mlir::prim::TargetFamily::AMDGPU)
      names.push_back(row.chip);
  return names;
}

/// Interchangeable words: the sorts in prim's ops and related dialects. Other
/// words are matched by their form.
const std::vector<std::vector<StringRef>> sorts = {
    {"i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64",
     "i128", "i24", "f80", "f128", "f8E4M3FN", "tf32", "!foreign.element"},
    {"add", "mul", "minsi", "maxsi", "minui", "maxui", "minimumf", "maximumf",
     "minnumf", "maxnumf", "and", "or", "xor"},
    {"slt", "ult", "total", "descending"},
    {"inclusive", "exclusive", "both"},
    {"all", "total", "reverse", "stable", "distance", "commutative",
     "initialized", "may_clobber_input", "in_registers"},
    getChips(),
    {"blocked", "striped", "direct", "transpose", "vectorize"},
    {"monotonic", "acquire", "release", "acq_rel", "seq_cst", "unordered"},
    {"workgroup", "agent", "wavefront", "system", "singlethread"},
    {"eq", "ne", "slt", "sle", "ult", "ule", "sgt", "ugt"},
    {"x", "y", "z"},
};

const StringRef numbers[] = {"0",          "1",          "2",
                             "3",          "5",          "16",
                             "31",         "32",         "33",
                             "64",         "65",         "100",
                             "1000",       "1024",       "1025",
                             "65536",      "-1",         "-128",
                             "2147483647", "4294967296", "9223372036854775807",
                             "1000000"};

bool isWordChar(char c) {
  return isAlnum(c) || StringRef("_.%@#!$").contains(c);
}

std::vector<Word> findWords(StringRef text) {
  std::vector<Word> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isWordChar(text[end]))
      ++end;
    // Skipped, because the parser ends the process for most types of a dense
    // array, which is a known defect.
    if (text.take_front(at).ends_with("array<")) {
      at = end;
      continue;
    }
    if (end > at) {
      // In "4xi32" or "?xf32", the number and the type are separate words.
      StringRef word = text.slice(at, end);
      size_t x = word.rfind('x');
      if (x != StringRef::npos && x > 0 && isDigit(word[0]) &&
          !word.starts_with("0x")) {
        words.push_back({at, x});
        words.push_back({at + x + 1, end - at - x - 1});
      } else if (word.starts_with("x") && word.size() > 2) {
        words.push_back({at + 1, end - at - 1});
      } else {
        words.push_back({at, end - at});
      }
    }
    at = std::max(end, at + 1);
  }
  return words;
}

/// A replacement for `word` that does not come from the text.
std::string exchange(StringRef word, Random &random) {
  for (const auto &sort : sorts)
    if (is_contained(sort, word) && !random.oneIn(10))
      return random.pick(sort).str();
  if (all_of(word, isDigit))
    return random.pick(numbers).str();
  return "";
}

} // namespace

std::string mutateText(const std::string &text, const std::string &donor,
                       Random &random) {
  std::vector<Word> words = findWords(text);
  if (words.empty())
    return text;
  auto at = [&](const Word &word) {
    return StringRef(text).substr(word.begin, word.size);
  };
  auto replace = [&](const Word &word, StringRef with) {
    return (StringRef(text).take_front(word.begin) + with +
            StringRef(text).drop_front(word.begin + word.size))
        .str();
  };
  Word word = random.pick(words);
  switch (random.below(8)) {
  case 0:
  case 1: {
    // Change all occurrences of the word, so that types stay consistent.
    const auto &types = sorts.front();
    auto isType = [&](const Word &w) { return is_contained(types, at(w)); };
    std::vector<Word> typed;
    copy_if(words, std::back_inserter(typed), isType);
    if (typed.empty())
      return text;
    StringRef from = at(random.pick(typed));
    StringRef to = random.pick(types);
    std::string changed;
    size_t done = 0;
    for (const Word &w : words)
      if (at(w) == from) {
        changed += StringRef(text).slice(done, w.begin);
        changed += to;
        done = w.begin + w.size;
      }
    return changed + text.substr(done);
  }
  case 2:
  case 3: {
    // A few tries usually find a word with a sort.
    for (unsigned tries = 0; tries < 20; ++tries, word = random.pick(words))
      if (std::string other = exchange(at(word), random); !other.empty())
        return replace(word, other);
    return text;
  }
  case 4: {
    // Replace a value, op or attribute by another one of the text or the donor.
    const std::string &source = random.oneIn(2) ? donor : text;
    std::vector<std::string> same;
    for (const Word &w : findWords(source)) {
      StringRef other = StringRef(source).substr(w.begin, w.size);
      if (other != at(word) && other[0] == at(word)[0] &&
          other.contains('.') == at(word).contains('.'))
        same.push_back(other.str());
    }
    return same.empty() ? text : replace(word, random.pick(same));
  }
  case 5: {
    // Replace a clause, word(...), by one of the donor, or remove it.
    size_t open = text.find('(', word.begin + word.size);
    bool isClause = open == word.begin + word.size;
    std::string clause;
    for (const Word &w : findWords(donor)) {
      size_t after = w.begin + w.size;
      if (after >= donor.size() || donor[after] != '(' ||
          !isLower(donor[w.begin]) || !random.oneIn(5))
        continue;
      size_t close = donor.find(')', after);
      if (close != std::string::npos)
        clause = donor.substr(w.begin, close + 1 - w.begin);
    }
    size_t end = word.begin + word.size;
    if (isClause && random.oneIn(2))
      end = std::min(text.find(')', open), text.size() - 1) + 1;
    return text.substr(0, end) + " " + clause + text.substr(end);
  }
  default: {
    // Delete or duplicate a line, or insert one of the donor.
    std::vector<StringRef> lines, others;
    SmallVector<StringRef> split;
    StringRef(text).split(split, '\n');
    lines.assign(split.begin(), split.end());
    split.clear();
    StringRef(donor).split(split, '\n');
    others.assign(split.begin(), split.end());
    size_t line = random.below(lines.size());
    switch (random.below(3)) {
    case 0:
      lines.erase(lines.begin() + line);
      break;
    case 1:
      lines.insert(lines.begin() + random.below(lines.size()), lines[line]);
      break;
    default:
      lines.insert(lines.begin() + line, random.pick(others));
    }
    return join(lines, "\n");
  }
  }
}

} // namespace prim::fuzz
