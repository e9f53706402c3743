//===- CommandLine.cpp - Options of prim's own tools -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses arguments and prints the help text.
//
//===----------------------------------------------------------------------===//

#include "driver/CommandLine.h"

#include "prim/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <tuple>

namespace prim::tools {

static llvm::Error wrong(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 text + " (--help lists the options)");
}

llvm::Expected<uint64_t> parseNumber(const llvm::Twine &who,
                                     llvm::StringRef text, uint64_t least,
                                     uint64_t most) {
  uint64_t number;
  if (text.getAsInteger(10, number) || number < least || number > most)
    return wrong(who + " takes a number from " + llvm::Twine(least) + " to " +
                 llvm::Twine(most) + ", not '" + text + "'");
  return number;
}

void CommandLine::flag(std::string name, bool &target, std::string help) {
  value(std::move(name), "", std::move(help), [&target](const std::string &) {
    target = true;
    return llvm::Error::success();
  });
  once();
}

void CommandLine::value(std::string name, std::string meta, std::string help,
                        Take take) {
  options.push_back(
      {std::move(name), std::move(meta), std::move(help), std::move(take)});
}

void CommandLine::optionalValue(std::string name, std::string meta,
                                std::string help, Take take) {
  value(std::move(name), std::move(meta), std::move(help), std::move(take));
  options.back().needsValue = false;
  once();
}

void CommandLine::value(std::string name, std::string &target, std::string meta,
                        std::string help) {
  value(std::move(name), std::move(meta), std::move(help),
        [&target](const std::string &text) {
          target = text;
          return llvm::Error::success();
        });
  once();
}

void CommandLine::value(std::string name, std::optional<std::string> &target,
                        std::string meta, std::string help) {
  value(std::move(name), std::move(meta), std::move(help),
        [&target](const std::string &text) {
          target = text;
          return llvm::Error::success();
        });
  once();
}

void CommandLine::value(std::string name, unsigned &target, unsigned least,
                        unsigned most, std::string help) {
  value(name, "N", std::move(help),
        [&target, name, least, most](const std::string &text) -> llvm::Error {
          auto number = parseNumber("--" + name, text, least, most);
          if (!number)
            return number.takeError();
          target = *number;
          return llvm::Error::success();
        });
  once();
}

void CommandLine::choice(std::string name, std::string meta,
                         std::vector<std::string> accepted, std::string help,
                         std::function<void(const std::string &)> store) {
  value(name, std::move(meta), std::move(help),
        [name, accepted = std::move(accepted),
         store = std::move(store)](const std::string &text) -> llvm::Error {
          if (!llvm::is_contained(accepted, text))
            return wrong("--" + name + " takes " + llvm::join(accepted, ", ") +
                         ", not '" + text + "'");
          store(text);
          return llvm::Error::success();
        });
  once();
}

void CommandLine::list(std::string name, std::vector<std::string> &target,
                       std::string meta, std::string help) {
  value(std::move(name), std::move(meta), std::move(help),
        [&target](const std::string &text) {
          target.push_back(text);
          return llvm::Error::success();
        });
}

llvm::Error CommandLine::parse(int argc, char **argv, bool &helped) {
  bool literal = false;
  for (int index = 1; index < argc; ++index) {
    llvm::StringRef argument = argv[index];
    if (literal || argument == "-" || !argument.starts_with("-")) {
      if (llvm::Error error = operand(argument.str()))
        return error;
      continue;
    }
    if (argument == "--") {
      literal = true;
      continue;
    }
    llvm::StringRef name, text;
    std::tie(name, text) = argument.ltrim('-').split('=');
    bool hasValue = argument.contains('=');
    if (name == "version" && !hasValue) {
      ::prim::printVersion(llvm::outs());
      helped = true;
      return llvm::Error::success();
    }
    if (name == "help" || name == "h") {
      llvm::outs() << about
                   << "\n\nusage: " << llvm::sys::path::filename(argv[0]) << " "
                   << usage << "\n\n";
      for (const Option &option : options) {
        std::string left = (option.name.size() == 1 ? "-" : "--") + option.name;
        if (!option.meta.empty())
          left +=
              option.needsValue ? "=" + option.meta : "[=" + option.meta + "]";
        llvm::outs() << "  " << llvm::left_justify(left, 22) << " "
                     << option.help << "\n";
      }
      llvm::outs() << "  " << llvm::left_justify("--version", 22)
                   << " print prim's version and LLVM's\n";
      helped = true;
      return llvm::Error::success();
    }
    auto option = llvm::find_if(
        options, [&](const Option &option) { return option.name == name; });
    if (option == options.end())
      return wrong("unknown option '" + argument + "'");
    if (option->meta.empty() && hasValue)
      return wrong("--" + name + " takes no value");
    if (option->given && !option->many)
      return wrong("--" + name + " is given twice");
    option->given = true;
    if (!option->meta.empty() && option->needsValue && !hasValue) {
      if (++index == argc)
        return wrong("--" + name + " needs a value");
      text = argv[index];
    }
    if (llvm::Error error = option->take(text.str()))
      return error;
  }
  return llvm::Error::success();
}

} // namespace prim::tools
