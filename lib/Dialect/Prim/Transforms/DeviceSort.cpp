//===- DeviceSort.cpp - Lower prim.device_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorting a buffer.
//
//===----------------------------------------------------------------------===//

#include "DeviceContext.h"

using namespace mlir;
using namespace mlir::prim;

LogicalResult mlir::prim::lowerDeviceSort(DeviceSortOp op,
                                          DeviceContext &context) {
  return context.notLowered(op, "");
}

FailureOr<Value> mlir::prim::emitSortWorkspaceBytes(DeviceSortOp op,
                                                    HostBuilder &host,
                                                    DeviceContext &context) {
  return context.notLowered(op, "");
}
