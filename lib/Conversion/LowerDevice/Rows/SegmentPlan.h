//===- SegmentPlan.h - Rows that are segments -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of prim.device_rows on segments.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_SEGMENTPLAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_SEGMENTPLAN_H

#include "../Engine/DevicePlan.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"

namespace mlir::prim {

/// Fails with a diagnostic for what is not lowered. `groups` can hold segments,
/// by ascending lengths, and blocks walk along longer ones by `tile`.
FailureOr<DevicePlan> planSegmentRows(DeviceRowsOp op, const TileShape &tile,
                                      ArrayRef<RowGrouping> groups,
                                      const DeviceContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_SEGMENTPLAN_H
