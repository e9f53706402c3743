//===- CommandLine.h - Options of prim's own tools -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small parser of options. LLVM's own has one table per process, in which the
// libraries' names (--stats among them) are taken.
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

/// A whole number from `least` to `most`, or an error that says who takes
/// which.
llvm::Expected<uint64_t> parseNumber(const llvm::Twine &who,
                                     llvm::StringRef text, uint64_t least,
                                     uint64_t most);

/// `--name`, `--name=value` or `--name value`; one dash does as well. What is
/// no option, and all that follows `--`, is an operand. An option that holds
/// one value is an error the second time. Every tool has `--help` and
/// `--version`.
class CommandLine {
public:
  /// `usage` is the line behind the program's name, `about` a sentence.
  CommandLine(std::string usage, std::string about)
      : usage(std::move(usage)), about(std::move(about)) {}

  void flag(std::string name, bool &target, std::string help);
  /// An option with a value, each use of which is handed to `take`.
  using Take = std::function<llvm::Error(const std::string &)>;
  void value(std::string name, std::string meta, std::string help, Take take);
  /// An option that does without a value, too: `take` gets an empty text then.
  /// A value needs the equals sign.
  void optionalValue(std::string name, std::string meta, std::string help,
                     Take take);
  void value(std::string name, std::string &target, std::string meta,
             std::string help);
  /// One that may hold nothing, and does not say so by being empty.
  void value(std::string name, std::optional<std::string> &target,
             std::string meta, std::string help);
  void value(std::string name, unsigned &target, unsigned least, unsigned most,
             std::string help);
  /// An option that takes one of a few values.
  void choice(std::string name, std::string meta,
              std::vector<std::string> accepted, std::string help,
              std::function<void(const std::string &)> store);
  void list(std::string name, std::vector<std::string> &target,
            std::string meta, std::string help);
  void operands(Take take) { operand = std::move(take); }

  /// Parses; after `--help` and `--version`, which print, `helped` is set.
  llvm::Error parse(int argc, char **argv, bool &helped);

private:
  struct Option {
    std::string name, meta, help;
    Take take;
    /// More than one value means as many.
    bool many = true;
    bool needsValue = true;
    bool given = false;
  };
  /// The last option holds one value.
  void once() { options.back().many = false; }
  std::string usage, about;
  std::vector<Option> options;
  Take operand;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_COMMANDLINE_H
