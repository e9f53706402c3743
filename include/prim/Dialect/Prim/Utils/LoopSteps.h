//===- LoopSteps.h - Loops that would not end ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_LOOPSTEPS_H
#define PRIM_DIALECT_PRIM_UTILS_LOOPSTEPS_H

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::prim {

/// Reports a constant step of `loop` that is not positive. Most dialects leave
/// its behaviour undefined, and the lowered loop never ends.
LogicalResult checkLoopSteps(LoopLikeOpInterface loop);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_LOOPSTEPS_H
