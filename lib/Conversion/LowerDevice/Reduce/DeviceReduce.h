//===- DeviceReduce.h - Plans of reductions --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the plan of prim.device_reduce.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_DEVICEREDUCE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_DEVICEREDUCE_H

#include "../Engine/DevicePlan.h"

namespace mlir::prim {

/// The plans of reductions with the same association everywhere, and with
/// segments that may overlap.
DevicePlan planDeterministicReduce(DeviceReduceOp op, TileShape tile,
                                   ArrayRef<RowGrouping> rows,
                                   const DeviceContext &context);
DevicePlan planSegmentedReduce(DeviceReduceOp op, const TileShape &tile,
                               const DeviceContext &context);
/// The case of rows that are packed, whose kernel is added to `plan`.
PlanCase addPackedReduce(DeviceReduceOp op, const RowGrouping &rows,
                         const DeviceContext &context, DevicePlan &plan);

/// Whether waves can reduce a row each.
bool canReduceByWaves(DeviceReduceOp op, const TargetInfo &target);
/// The case of such rows, whose kernel is added to `plan`.
PlanCase addWaveReduce(DeviceReduceOp op, const RowGrouping &rows,
                       const DeviceContext &context, DevicePlan &plan);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_DEVICEREDUCE_H
