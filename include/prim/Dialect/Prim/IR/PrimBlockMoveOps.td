//===- PrimBlockMoveOps.td - Items among the threads of a block --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of kernels that look at neighbours among the items of a block and move
// items from thread to thread.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

#endif // PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD
