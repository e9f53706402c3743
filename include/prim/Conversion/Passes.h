//===- Passes.h - Lowering passes -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes that lower one layer to the next.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_PASSES_H
#define PRIM_CONVERSION_PASSES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "prim/Conversion/Passes.h.inc"

struct SerializeTimes;
/// prim-serialize that adds up in `times`, unless null, where its time went
/// (prim/Target/SerializeTimes.h).
std::unique_ptr<Pass> createPrimSerialize(const PrimSerializeOptions &options,
                                          SerializeTimes *times);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_PASSES_H
