//===- OptionsOnce.h - Options that are given twice -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If an option of a pass or pipeline is given twice, MLIR silently takes the
// last value. prim's passes and tools report the second one.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_OPTIONSONCE_H
#define PRIM_CONVERSION_OPTIONSONCE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace mlir::prim {

/// Fails if `text`, the options of a pass or a pipeline separated by spaces,
/// has an option twice. The error, which names the option, is passed to `emit`.
inline LogicalResult
checkOptionsOnce(StringRef text,
                 function_ref<LogicalResult(const Twine &)> emit) {
  llvm::StringSet<> seen;
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    StringRef name =
        text.take_until([](char c) { return c == '=' || llvm::isSpace(c); });
    if (!seen.insert(name).second)
      return emit("option '" + name + "' is given twice; remove one");
    // Spaces within quotes and brackets separate no options.
    unsigned depth = 0;
    char quote = 0;
    size_t at = name.size();
    for (; at < text.size(); ++at) {
      char c = text[at];
      if (quote ? c == quote : c == '\'' || c == '"')
        quote = quote ? 0 : c;
      else if (quote)
        continue;
      else if (StringRef("{[(").contains(c))
        ++depth;
      else if (depth && StringRef("}])").contains(c))
        --depth;
      else if (!depth && llvm::isSpace(c))
        break;
    }
    text = text.drop_front(at);
  }
  return success();
}

/// The base class of a pass, generated from its options, that accepts each
/// option once.
template <typename Base>
struct OptionsOnce : Base {
  using Base::Base;

  LogicalResult
  initializeOptions(StringRef options,
                    function_ref<LogicalResult(const Twine &)> emit) override {
    if (failed(checkOptionsOnce(options, emit)))
      return failure();
    return Base::initializeOptions(options, emit);
  }
};

} // namespace mlir::prim

#endif // PRIM_CONVERSION_OPTIONSONCE_H
