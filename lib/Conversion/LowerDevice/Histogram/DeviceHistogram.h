//===- DeviceHistogram.h - Parts of a histogram's lowering ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms of a histogram that have a file of their own.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_DEVICEHISTOGRAM_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_DEVICEHISTOGRAM_H

#include "HistogramBins.h"

namespace mlir::prim {

/// The plan for weights that are floats.
DevicePlan planFloatHistogram(DeviceHistogramOp op, const TileShape &tile,
                              const DeviceContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_DEVICEHISTOGRAM_H
