//===- PrimOps.td - Ops for the Python bindings --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The path of this file says where the generated module goes.
//
//===----------------------------------------------------------------------===//

#ifndef PYTHON_BINDINGS_PRIM_OPS
#define PYTHON_BINDINGS_PRIM_OPS

include "prim/Dialect/Prim/IR/PrimOps.td"

#endif // PYTHON_BINDINGS_PRIM_OPS
