//===- ResultForms.h - Lane forms of results --------------------*- C++ -*-===//
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

/// The form of a result that does not follow from the operands: ids,
/// dimensions, atomics, cross-lane moves, and collectives with a uniform
/// result. Nothing for an op that computes from its operands.
std::optional<LaneForm> getSourceForm(OpResult result, GetForm getForm,
                                      const BlockGeometry &geometry);

/// The threads among which the condition of an affine.if, or of another op with
/// an integer set, is the same.
UniformGroup getSetGroup(IntegerSet set, ValueRange operands, GetForm getForm,
                         const BlockGeometry &geometry);

/// The form of any result of an op whose operands have the forms `getForm`.
LaneForm getResultForm(OpResult result, GetForm getForm,
                       const BlockGeometry &geometry);

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_ANALYSIS_RESULTFORMS_H
