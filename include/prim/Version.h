//===- Version.h - prim's version ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The output of `--version` of every tool. The number is PRIM_VERSION.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_VERSION_H
#define PRIM_VERSION_H

#include "prim/Config.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

namespace prim {

inline void printVersion(llvm::raw_ostream &stream) {
  stream << "prim " PRIM_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
}

} // namespace prim

#endif // PRIM_VERSION_H
