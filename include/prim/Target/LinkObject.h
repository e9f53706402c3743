//===- LinkObject.h - lld as a library ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links relocatable objects into a shared one in memory: AMDGPU's into a code
// object, the host's into a shared library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_LINKOBJECT_H
#define PRIM_TARGET_LINKOBJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// Links `objects` into a shared object, in their order. `arguments` are
/// further arguments of lld: options, and files that follow the objects. On
/// failure returns nothing and sets `error`. Thread-safe; links are serialised.
std::optional<llvm::SmallVector<char, 0>>
linkObjects(llvm::ArrayRef<llvm::StringRef> objects, std::string &error,
            llvm::ArrayRef<std::string> arguments = {});

} // namespace mlir::prim

#endif // PRIM_TARGET_LINKOBJECT_H
