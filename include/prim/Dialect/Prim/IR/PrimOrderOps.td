//===- PrimOrderOps.td - Order in device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that put sorted buffers in device memory together and
// find what sorting would put at a place.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

#endif // PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD
