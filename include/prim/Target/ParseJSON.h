//===- ParseJSON.h - JSON that others wrote ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A JSON parser with a depth limit. llvm::json::parse, and the destructor and
// the printer of its result, recurse for every bracket, so that deep nesting
// exhausts the stack.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_PARSEJSON_H
#define PRIM_TARGET_PARSEJSON_H

#include "llvm/Support/JSON.h"

namespace mlir::prim {

/// Parses `text` as JSON. Brackets nested more than 64 deep are an error with
/// line and column, like other errors of llvm::json::parse.
llvm::Expected<llvm::json::Value> parseJSON(llvm::StringRef text);

} // namespace mlir::prim

#endif // PRIM_TARGET_PARSEJSON_H
