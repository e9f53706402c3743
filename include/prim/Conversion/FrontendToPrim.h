//===- FrontendToPrim.h - Functions of frontends ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of prim-frontend-to-prim that programs need before their functions
// are looked up.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_FRONTENDTOPRIM_H
#define PRIM_CONVERSION_FRONTENDTOPRIM_H

#include "prim/Conversion/Passes.h"

namespace mlir::prim {

/// Replaces the ops `util.func`, `util.return` and `util.call` of IREE by those
/// of func, which must be loaded. The pass does the same.
void convertFrontendFunctions(ModuleOp module);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_FRONTENDTOPRIM_H
