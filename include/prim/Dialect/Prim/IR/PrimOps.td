//===- PrimOps.td - All ops of the dialect --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers all ops, for the reference pages and for Python.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMOPS_TD

include "prim/Dialect/Prim/IR/PrimBlockMoveOps.td"
include "prim/Dialect/Prim/IR/PrimCoreOps.td"
include "prim/Dialect/Prim/IR/PrimHistogramOps.td"
include "prim/Dialect/Prim/IR/PrimMapOps.td"
include "prim/Dialect/Prim/IR/PrimOrderOps.td"
include "prim/Dialect/Prim/IR/PrimRowOps.td"
include "prim/Dialect/Prim/IR/PrimSelectOps.td"

#endif // PRIM_DIALECT_PRIM_IR_PRIMOPS_TD
