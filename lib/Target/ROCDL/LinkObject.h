//===- LinkObject.h - lld as a library ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links one relocatable AMDGPU object into a code object in memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_LINKOBJECT_H
#define PRIM_LIB_TARGET_ROCDL_LINKOBJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// Links `objects` into a shared object, in their order. On failure returns
/// nothing and `error` says why. Safe to call from several threads; the links
/// take turns.
std::optional<llvm::SmallVector<char, 0>>
linkObjects(llvm::ArrayRef<llvm::StringRef> objects, std::string &error);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_LINKOBJECT_H
