//===- ReverseScans.h - Scans of flipped tensors ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans from the end, which frontends express by flipping tensors.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_REVERSESCANS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_REVERSESCANS_H

#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim {

/// If all inputs of `scan` are flipped along its dimension, and each used
/// result is only flipped back: replaces the flips and the scan by a scan of
/// the tensors as they are, in the other direction. Returns whether it did.
bool scanUnflipped(DeviceScanOp scan);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_REVERSESCANS_H
