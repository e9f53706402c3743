//===- ReduceThenScan.h - Scans that read twice --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far tiles look back depends on how fast others are, and with it how a sum
// that rounds is associated. Reduce-then-scan gives the same bits every time,
// by reading twice: one kernel folds every tile, a second scans these folds,
// and the third is the scan by tiles, which finds in memory what comes before.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCETHENSCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCETHENSCAN_H

#include "TileSchedule.h"

namespace mlir::prim {

/// Adds to `plan` what such a scan needs behind all other regions, and its
/// three kernels; returns their launches. `addKernel` adds the kernel of the op
/// with a schedule.
SmallVector<PlanLaunch>
addReduceThenScan(DeviceOpInterface op, const TileScanForm &form,
                  DevicePlan &plan,
                  llvm::function_ref<PlanLaunch(TileScheduleFn)> addKernel);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_REDUCETHENSCAN_H
