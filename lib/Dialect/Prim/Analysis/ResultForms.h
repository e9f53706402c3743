//===- ResultForms.h - How results depend on the lane -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transfer functions of the uniformity analysis for ops without regions.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_ANALYSIS_RESULTFORMS_H
#define PRIM_LIB_DIALECT_PRIM_ANALYSIS_RESULTFORMS_H

#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"
#include "prim/Dialect/Prim/Analysis/LaneForm.h"

namespace mlir::prim {

using GetForm = llvm::function_ref<const LaneForm &(Value)>;

/// The form of a result that is a source of differences, or that a collective
/// makes the same whatever its operands: ids, dimensions, atomics, what moves
/// across lanes. Nothing for an op that computes from its operands.
std::optional<LaneForm> getSourceForm(OpResult result, GetForm getForm,
                                      const BlockGeometry &geometry);

/// Among which threads the condition of an affine.if, and of whatever else
/// compares affine expressions, is the same.
UniformGroup getSetGroup(IntegerSet set, ValueRange operands, GetForm getForm,
                         const BlockGeometry &geometry);

/// The form of any result, of an op whose operands have the forms `getForm`.
LaneForm getResultForm(OpResult result, GetForm getForm,
                       const BlockGeometry &geometry);

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_ANALYSIS_RESULTFORMS_H
