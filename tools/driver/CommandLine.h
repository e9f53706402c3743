//===- CommandLine.h - Options of prim's own tools -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small parser of options. LLVM's parser has one table per process, in which
// the libraries' options (such as --stats) take names.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_DRIVER_COMMANDLINE_H
#define PRIM_TOOLS_DRIVER_COMMANDLINE_H

#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace prim::tools {

/// A whole number from `least` to `most`, or an error that names `who` and the
/// range.
llvm::Expected<uint64_t> parseNumber(const llvm::Twine &who,
                                     llvm::StringRef text, uint64_t least,
                                     uint64_t most);

/// `--name`, `--name=value` or `--name value`; one dash is accepted as well.
/// Arguments that are no options, and all arguments after `--`, are operands. A
/// second use of an option with one value is an error. Every tool has `--help`
/// and `--version`.
class CommandLine {
public:
  /// `usage` is the line after the program's name, `about` a sentence.
  CommandLine(std::string usage, std::string about)
      : usage(std::move(usage)), about(std::move(about)) {}

  void flag(std::string name, bool &target, std::string help);
  /// An option with a value; each use calls `take`.
  using Take = std::function<llvm::Error(const std::string &)>;
  void value(std::string name, std::string meta, std::string help, Take take);
  /// An option with an optional value: without one, `take` gets an empty text.
  /// A value requires the equals sign.
  void optionalValue(std::string name, std::string meta, std::string help,
                     Take take);
  void value(std::string name, std::string &target, std::string meta,
             std::string help);
  /// An option with one value, in which unset differs from empty.
  void value(std::string name, std::optional<std::string> &target,
             std::string meta, std::string help);
  void value(std::string name, unsigned &target, unsigned least, unsigned most,
             std::string help);
  /// An option with a fixed set of values.
  void choice(std::string name, std::string meta,
              std::vector<std::string> accepted, std::string help,
              std::function<void(const std::string &)> store);
  void list(std::string name, std::vector<std::string> &target,
            std::string meta, std::string help);
  void operands(Take take) { operand = std::move(take); }

  /// Parses the arguments. After `--help` or `--version`, which print their
  /// text, `helped` is set.
  llvm::Error parse(int argc, char **argv, bool &helped);

private:
  struct Option {
    std::string name, meta, help;
    Take take;
    /// Whether the option may be used several times.
    bool many = true;
    bool needsValue = true;
    bool given = false;
  };
  /// Limits the last option to one value.
  void once() { options.back().many = false; }
  std::string usage, about;
  std::vector<Option> options;
  Take operand;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_COMMANDLINE_H
