//===- DeviceDiscards.h - Outputs that nobody wants -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the clause `discards` of device ops means for their operands.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H
#define PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H

#include "prim/Dialect/Prim/IR/Prim.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// Takes members away that an op only moves along to outputs which are all
/// discarded: a value of a sort, what a map makes. Whether there are any; `op`
/// may be another one afterwards.
bool dropDiscardedMembers(RewriterBase &rewriter, DeviceOpInterface op);

/// Discards results of `op`, on tensors, that nobody uses. Whether there are
/// any besides those that it discards already.
bool discardUnusedResults(RewriterBase &rewriter, DeviceOpInterface op);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H
