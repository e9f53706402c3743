//===- PrimEnums.td - Enums for the Python bindings --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without the ops, whose files include the enums of other dialects.
//
//===----------------------------------------------------------------------===//

#ifndef PYTHON_BINDINGS_PRIM_ENUMS
#define PYTHON_BINDINGS_PRIM_ENUMS

include "prim/Dialect/Prim/IR/PrimBase.td"

#endif // PYTHON_BINDINGS_PRIM_ENUMS
