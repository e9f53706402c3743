//===- PrimMapOps.td - Elements of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that make each element of an output by itself: of
// inputs, of their neighbours, by a search, or by a copy.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

#endif // PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD
