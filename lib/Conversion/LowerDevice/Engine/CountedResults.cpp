//===- CountedResults.cpp - Results that a count tells of *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernel code of ops whose number of results depends on the data: outputs have
// a capacity, and a count in device memory gives the number.
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
    CodeBuilder &b = kernel;
    for (const MemoryArray &count : kernel.bind(buffers)) {
      Value zero = b.zero(count.getElement());
      count.store(b, zero, 0);
    }
  };
  unsigned empty = plan.addKernel("counts_empty", /*blockSize=*/1, emit);
  return {0, /*usesWorkspace=*/false, {{empty, LaunchSchedule::oneBlock()}}};
}

Value mlir::prim::widenCount(KernelBuilder &kernel, const MemoryArray &array,
                             Value count) {
  Type type = array.getElement();
  if (type.isIndex())
    return kernel.indexCastUI(type, count);
  if (type.isInteger(32))
    return count;
  return kernel.extui(type, count);
}

void mlir::prim::storeCount(KernelBuilder &kernel, const MemoryArray &array,
                            Value count) {
  array.store(kernel, widenCount(kernel, array, count), 0);
}

Value mlir::prim::getCapacity(KernelBuilder &kernel, Value out) {
  CodeBuilder &b = kernel;
  Value extent = kernel.argument(LaunchValue::extent(out, 0));
  return b.truncI32(b.minsi(extent, INT32_MAX));
}
