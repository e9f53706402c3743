//===- HistogramEpilogue.h - Elementwise code after histograms ----*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the elementwise code that uses the counts of a histogram into its
// epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_HISTOGRAMEPILOGUE_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_HISTOGRAMEPILOGUE_H

#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"

#include <string>

namespace mlir::prim {

/// The elementwise linalg op or slice that alone uses the counts of `op`,
/// through reshapes; null if there is none.
Operation *findHistogramUser(DeviceHistogramOp op);

/// Replaces both by a histogram with an epilogue, which is null if that is not
/// possible. Then `obstacle` is the reason, as a predicate of the histogram.
DeviceHistogramOp fuseHistogramEpilogue(DeviceHistogramOp op, Operation *user,
                                        std::string &obstacle);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_HISTOGRAMEPILOGUE_H
