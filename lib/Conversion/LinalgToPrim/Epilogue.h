//===- Epilogue.h - Elementwise code after folds ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves elementwise code on the results of a fold into its epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_EPILOGUE_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_EPILOGUE_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Moves linalg's elementwise ops within `root` that read nothing but the
/// results of one prim.device_reduce, which nothing else reads, into its
/// epilogue.
void fuseEpilogues(Operation *root);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_EPILOGUE_H
