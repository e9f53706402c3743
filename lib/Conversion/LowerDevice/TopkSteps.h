//===- TopkSteps.h - A topk of more than a block sorts --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes first of a buffer is sorted by one block as long as it holds it.
// More is another sort by itself: prim.device_topk then takes elements without
// an order, into a buffer in between, from which prim.device_sort brings them
// to where they belong.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TOPKSTEPS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TOPKSTEPS_H

#include "DeviceContext.h"
#include "DevicePlan.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

namespace mlir::prim {

class TopkSteps {
public:
  /// None where `op` is known to be one that its own plan is for.
  static std::optional<TopkSteps> get(DeviceTopkOp op,
                                      const DeviceContext &context);

  /// The ops that do what `op` does, in host code in front of it: one that a
  /// plan of its own is for, where there is one, and those that are lowered
  /// like any other.
  struct Parts {
    DeviceTopkOp small;
    SmallVector<DeviceOpInterface, 2> large;
  };
  using PlanFn = llvm::function_ref<FailureOr<DevicePlan>(DeviceOpInterface)>;
  FailureOr<Parts> create(PlanFn plan);
  /// The bytes (i64) of workspace of all of it, in front of `place`.
  FailureOr<Value> emitBytes(Operation *place, PlanFn plan);

private:
  TopkSteps(DeviceTopkOp op, const DeviceContext &context, int64_t most)
      : op(op), context(context), most(most) {}

  /// Whether a block sorts what is taken, if that is known; and i1 of the host.
  std::optional<bool> isSmall();
  Value emitIsSmall(HostBuilder &host);
  DeviceTopkOp createTopk(CodeBuilder &b, ValueRange outs, Value workspace,
                          bool unordered, bool initialized);
  DeviceSortOp createSort(CodeBuilder &b, ValueRange ins, Value workspace);
  /// The type, the sizes and the bytes (i64) of what is in between, for `out`.
  MemRefType getType(Value out);
  SmallVector<Value> getSizes(HostBuilder &host, Value out);
  Value getBytes(HostBuilder &host, Value out);

  DeviceTopkOp op;
  const DeviceContext &context;
  int64_t most;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TOPKSTEPS_H
