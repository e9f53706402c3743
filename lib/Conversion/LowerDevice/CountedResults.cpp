//===- CountedResults.cpp - Results that a count tells of *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ops have in common whose data say how many results there are: outputs
// hold what they hold, and a count in device memory tells the rest.
//
//===----------------------------------------------------------------------===//

#include "DevicePlan.h"
#include "KernelBuilder.h"

using namespace mlir;
using namespace mlir::prim;

PlanCase mlir::prim::addEmptyCounts(DeviceOpInterface op, ValueRange counts,
                                    DevicePlan &plan) {
  SmallVector<Value> written = op.getWrittenOuts();
  SmallVector<Value> buffers;
  for (Value count : counts)
    if (llvm::is_contained(written, count))
      buffers.push_back(count);
  if (buffers.empty())
    return {0, /*usesWorkspace=*/false, {}};
  auto emit = [=](KernelBuilder &kernel) {
    OpBuilder &b = kernel.b();
    for (const MemoryArray &count : kernel.bind(buffers)) {
      Value zero = arith::ConstantOp::create(b, kernel.loc(),
                                             b.getZeroAttr(count.getElement()));
      count.store(b, kernel.loc(), zero, createI32(b, kernel.loc(), 0));
    }
  };
  unsigned empty = plan.addKernel("counts_empty", /*blockSize=*/1, emit);
  return {0, /*usesWorkspace=*/false, {{empty, /*maxBlocks=*/1}}};
}

Value mlir::prim::widenCount(KernelBuilder &kernel, const MemoryArray &array,
                             Value count) {
  OpBuilder &b = kernel.b();
  Type type = array.getElement();
  if (type.isIndex())
    return arith::IndexCastUIOp::create(b, kernel.loc(), type, count);
  if (type.isInteger(32))
    return count;
  return arith::ExtUIOp::create(b, kernel.loc(), type, count);
}

void mlir::prim::storeCount(KernelBuilder &kernel, const MemoryArray &array,
                            Value count) {
  array.store(kernel.b(), kernel.loc(), widenCount(kernel, array, count),
              createI32(kernel.b(), kernel.loc(), 0));
}

Value mlir::prim::getCapacity(KernelBuilder &kernel, Value out) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value extent = kernel.argument(LaunchValue::extent(out, 0));
  return arith::TruncIOp::create(
      b, loc, b.getI32Type(),
      arith::MinSIOp::create(b, loc, extent, createI64(b, loc, INT32_MAX)));
}
