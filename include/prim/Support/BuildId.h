//===- BuildId.h - Build ids of libraries -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Build ids of the libraries loaded in this process. A linker computes a build
// id from its whole output, so it changes whenever the code does.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_SUPPORT_BUILDID_H
#define PRIM_SUPPORT_BUILDID_H

#include <string>

namespace mlir::prim {

/// The build id of the library or program that `address` points into; empty if
/// it has none.
std::string getBuildId(const void *address);

/// The build id of LLVM's library, or of this one where LLVM is linked into it.
std::string getLLVMBuildId();

} // namespace mlir::prim

#endif // PRIM_SUPPORT_BUILDID_H
