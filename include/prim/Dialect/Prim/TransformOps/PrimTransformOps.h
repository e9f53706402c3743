//===- PrimTransformOps.h - Schedules of device ops ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the transform dialect that work on prim's ops.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_H
#define PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/IR/Prim.h"

// Generated code does not use all of its parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "prim/Dialect/Prim/TransformOps/PrimTransformOps.h.inc"
#pragma GCC diagnostic pop

namespace mlir {
class DialectRegistry;

namespace prim {

/// Adds the ops to the transform dialect once it is loaded.
void registerPrimTransformDialectExtension(DialectRegistry &registry);

} // namespace prim
} // namespace mlir

#endif // PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_H
