//===- ParseJSON.cpp - JSON that others wrote -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts brackets before LLVM's parser runs.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/ParseJSON.h"

using namespace llvm;

/// More than any format of prim needs.
static constexpr unsigned kMaxNesting = 64;

Expected<json::Value> mlir::prim::parseJSON(StringRef text) {
  unsigned depth = 0, line = 1;
  size_t lineStart = 0;
  bool inString = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      lineStart = at + 1;
    }
    if (inString) {
      if (c == '\\')
        ++at;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxNesting)
        return make_error<json::ParseError>("Brackets nest more than 64 deep",
                                            line, at - lineStart, at);
    } else if ((c == ']' || c == '}') && depth) {
      --depth;
    }
  }
  return json::parse(text);
}
