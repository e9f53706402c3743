//===- PrimHistogramOps.td - Histograms of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that count elements of buffers in device memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

#endif // PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD
