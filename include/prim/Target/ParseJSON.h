//===- ParseJSON.h - JSON that others wrote ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::json::parse calls itself for every bracket, and so do the destructor
// and the printer of what it gives: deep brackets exhaust the stack.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_PARSEJSON_H
#define PRIM_TARGET_PARSEJSON_H

#include "llvm/Support/JSON.h"

namespace mlir::prim {

/// Parses `text` as JSON. Brackets that nest more than 64 deep are an error
/// with line and column, as any other that llvm::json::parse gives.
llvm::Expected<llvm::json::Value> parseJSON(llvm::StringRef text);

} // namespace mlir::prim

#endif // PRIM_TARGET_PARSEJSON_H
