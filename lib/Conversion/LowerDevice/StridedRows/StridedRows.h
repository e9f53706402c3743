//===- StridedRows.h - Folds across what lies side by side --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans of reductions and scans whose rows lie side by side, where each lane
// goes along a row of its own.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_STRIDEDROWS_STRIDEDROWS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_STRIDEDROWS_STRIDEDROWS_H

#include "../Engine/Decomposition.h"
#include "../Engine/DevicePlan.h"

namespace mlir::prim {

/// Whether rows of `op` are better folded side by side, by a lane each. It is
/// known after the op was decomposed.
bool foldsRowsSideBySide(DeviceOpInterface op, const TileShape &tile,
                         const DeviceContext &context);

/// The plans that do so.
DevicePlan planStridedRowsReduce(DeviceReduceOp op, const TileShape &tile,
                                 const DeviceContext &context);
DevicePlan planStridedRowsScan(DeviceScanOp op, const TileShape &tile,
                               const DeviceContext &context);

/// The choice between these and other plans, where only the host knows.
std::unique_ptr<Decomposition>
decomposeStridedRows(DeviceReduceOp op, const TileShape &tile,
                     const DeviceContext &context);
std::unique_ptr<Decomposition>
decomposeStridedRows(DeviceScanOp op, const TileShape &tile,
                     const DeviceContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_STRIDEDROWS_STRIDEDROWS_H
