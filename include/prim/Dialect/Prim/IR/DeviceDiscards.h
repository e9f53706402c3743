//===- DeviceDiscards.h - Unused outputs of device ops -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of device ops for outputs that the clause `discards` names.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H
#define PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H

#include "prim/Dialect/Prim/IR/Prim.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// Removes tuple members that an op only moves to discarded outputs, such as a
/// value of a sort or a result of a map. Returns whether there are any; `op`
/// may be a new op afterwards.
bool dropDiscardedMembers(RewriterBase &rewriter, DeviceOpInterface op);

/// Discards unused results of `op`, on tensors. Returns whether there are any
/// that were not discarded before.
bool discardUnusedResults(RewriterBase &rewriter, DeviceOpInterface op);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_IR_DEVICEDISCARDS_H
