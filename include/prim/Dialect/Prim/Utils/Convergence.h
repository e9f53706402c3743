//===- Convergence.h - Are the lanes of an op together --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds collectives that stand where only some of their lanes can come.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_CONVERGENCE_H
#define PRIM_DIALECT_PRIM_UTILS_CONVERGENCE_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Emits an error at `op` if it stands in an scf.if, scf.index_switch, scf.for
/// or scf.while whose condition or bounds are computed from the thread or lane
/// id. `width` is the number of lanes that must come together: comparing the
/// thread id with a multiple of it is uniform, and so is what it gives divided
/// or shifted right (a wave's number, say). With 0 they are all threads of the
/// block, and any dependence is an error.
///
/// Values that come from memory or from block arguments are taken to be
/// uniform: what this finds is certain, what it does not find is the caller's
/// duty.
LogicalResult verifyUniformPlacement(Operation *op, unsigned width);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_CONVERGENCE_H
