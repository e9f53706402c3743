//===- PrimRowOps.h - Rows of device memory ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of PrimRowOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMROWOPS_H
#define PRIM_DIALECT_PRIM_IR_PRIMROWOPS_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "llvm/ADT/DenseSet.h"

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimRowOps.h.inc"

#endif // PRIM_DIALECT_PRIM_IR_PRIMROWOPS_H
