//===- Settings.cpp - PRIM_EMULATOR_* of the environment --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of variables, each with a parser. An empty value counts as unset, as
// in most programs.
//
//===----------------------------------------------------------------------===//

#include "Core/Settings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

#include <unistd.h>

using namespace llvm;
using namespace prim::emulator;

namespace {

constexpr StringLiteral kPrefix = "PRIM_EMULATOR_";

/// More groups than the address space has room for their registers.
constexpr uint64_t kMostResident = uint64_t(1) << 20;
constexpr uint64_t kMostDeadlock = uint64_t(1) << 62;

/// A decimal number in [least, most] without other characters.
template <typename T>
bool parseNumber(StringRef text, T least, T most, T &value) {
  T number;
  if (text.empty() || text.getAsInteger(10, number) || number < least ||
      number > most)
    return false;
  value = number;
  return true;
}

struct Variable {
  /// The name after the prefix.
  StringLiteral name;
  /// The accepted values, for the error message.
  StringLiteral accepted;
  /// False if `text` is not an accepted value.
  bool (*parse)(StringRef text, Settings &settings);
};

constexpr Variable variables[] = {
    {"CHIP", "the name of a chip",
     [](StringRef text, Settings &settings) {
       settings.chip = text.str();
       return true;
     }},
    {"SEED", "a number from 0 to 2^63 - 1, newest or -1",
     [](StringRef text, Settings &settings) {
       if (text == "newest" || text == "-1") {
         settings.seed = -1;
         return true;
       }
       return parseNumber<int64_t>(text, 0, std::numeric_limits<int64_t>::max(),
                                   settings.seed);
     }},
    {"RESIDENT", "a number from 1 to 1048576",
     [](StringRef text, Settings &settings) {
       return parseNumber<uint64_t>(text, 1, kMostResident,
                                    settings.resident.emplace());
     }},
    {"UNITS", "a number from 1 to 1024",
     [](StringRef text, Settings &settings) {
       return parseNumber<unsigned>(text, 1, 1024, settings.units.emplace());
     }},
    {"CHECK", "all or none",
     [](StringRef text, Settings &settings) {
       settings.checkRaces = text == "all";
       return text == "all" || text == "none";
     }},
    {"DEADLOCK", "a number from 1 to 2^62",
     [](StringRef text, Settings &settings) {
       return parseNumber<uint64_t>(text, 1, kMostDeadlock, settings.deadlock);
     }},
    {"COVERAGE", "a file name",
     [](StringRef text, Settings &settings) {
       settings.coverage = text.str();
       return true;
     }},
    // prim's tools find this library through it; the library ignores it.
    {"LIBRARY", "a file name", [](StringRef, Settings &) { return true; }},
};

} // namespace

bool Settings::read(Settings &result, std::string &error) {
  for (char **entry = environ; entry && *entry; ++entry) {
    auto [name, value] = StringRef(*entry).split('=');
    StringRef rest = name;
    if (!rest.consume_front(kPrefix) || value.empty())
      continue;
    const Variable *variable = find_if(
        variables, [&](const Variable &known) { return known.name == rest; });
    if (variable == std::end(variables)) {
      error = (name + " is not a variable of the emulator; the variables are " +
               join(map_range(variables,
                              [](const Variable &known) {
                                return (kPrefix + known.name).str();
                              }),
                    ", "))
                  .str();
      return false;
    }
    if (!variable->parse(value, result)) {
      error =
          (name + "='" + value + "': this takes " + variable->accepted).str();
      return false;
    }
  }
  return true;
}
