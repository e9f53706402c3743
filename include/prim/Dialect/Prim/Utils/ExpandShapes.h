//===- ExpandShapes.h - memref.expand_shape by its sizes ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_EXPANDSHAPES_H
#define PRIM_DIALECT_PRIM_UTILS_EXPANDSHAPES_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Makes a memref.reinterpret_cast of each memref.expand_shape in `root` that
/// gives one dimension several sizes that only show at run time. Upstream's
/// expand-strided-metadata derives the only one from the others, and does not
/// read the op's sizes.
void lowerExpandShapes(Operation *root);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_EXPANDSHAPES_H
