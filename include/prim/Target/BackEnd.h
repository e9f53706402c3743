//===- BackEnd.h - LLVM's targets, once per process -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's list of targets is not thread-safe: all of prim registers targets
// here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_BACKEND_H
#define PRIM_TARGET_BACKEND_H

namespace mlir::prim {

/// Registers LLVM's targets, including the host's, once per process. Changes no
/// options of LLVM.
void initializeBackEnd();

} // namespace mlir::prim

#endif // PRIM_TARGET_BACKEND_H
