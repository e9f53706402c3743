//===- DeviceRows.cpp - Lower prim.device_rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Engine/DeviceLowering.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class RowsLowering : public OpLowering<DeviceRowsOp> {
public:
  explicit RowsLowering(DeviceRowsOp op)
      : OpLowering(op, DeviceAlgorithm::Map) {}

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override {
    return context.notLowered(op, "device_rows");
  }
};

} // namespace

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceRowsOp op) {
  return std::make_unique<RowsLowering>(op);
}
