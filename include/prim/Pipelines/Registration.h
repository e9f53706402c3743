//===- Registration.h - What a context must have ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one call that makes a registry ready for prim's pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_REGISTRATION_H
#define PRIM_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::prim {

/// Adds to `registry` all that a program may contain and that the pipelines
/// need: the dialects of upstream and of prim, the models of upstream's
/// interfaces for their ops, and the translations to LLVM IR. Programs must be
/// parsed in a context with this registry. prim-check-registration reports a
/// context that lacks a part of it.
void registerProgramDialects(DialectRegistry &registry);

} // namespace mlir::prim

#endif // PRIM_PIPELINES_REGISTRATION_H
