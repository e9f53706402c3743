//===- PrimOrderOps.h - Order in device memory ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of PrimOrderOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_H
#define PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_H

#include "prim/Dialect/Prim/IR/Prim.h"

// Generated code does not use all of its parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimOrderOps.h.inc"
#pragma GCC diagnostic pop

#endif // PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_H
