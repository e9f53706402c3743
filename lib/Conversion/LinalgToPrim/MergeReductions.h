//===- MergeReductions.h - Reductions of the same elements -------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_MERGEREDUCTIONS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_MERGEREDUCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::prim {

/// Makes one reduction of those by prim's operators over the same loops that
/// read the same elements.
void mergeReductions(func::FuncOp function, bool reassociate);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_MERGEREDUCTIONS_H
