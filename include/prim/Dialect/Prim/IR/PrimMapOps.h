//===- PrimMapOps.h - Elements of device memory ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of PrimMapOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_H
#define PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_H

#include "prim/Dialect/Prim/IR/Prim.h"

#include "prim/Dialect/Prim/IR/PrimMapEnums.h.inc"

namespace mlir::prim {

/// The result of a search for a needle.
enum class SearchMode : uint32_t { Lower, Upper, Contains };

} // namespace mlir::prim

// Generated code does not use all of its parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimMapOps.h.inc"
#pragma GCC diagnostic pop

#endif // PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_H
