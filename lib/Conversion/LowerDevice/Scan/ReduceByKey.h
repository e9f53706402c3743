//===- ReduceByKey.h - Reductions of runs --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of segments that do not overlap, as scans of runs.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCEBYKEY_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCEBYKEY_H

#include "../Engine/DevicePlan.h"

namespace mlir::prim {

/// The plan of a reduction whose segments follow each other.
DevicePlan planRunReduce(DeviceReduceOp op, const TileShape &tile,
                         std::optional<LateTuningRow> late,
                         const DeviceContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCEBYKEY_H
