//===- TopkSplit.h - A topk of more than a block sorts --*- C++ -*-===//
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

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H

#include "../Engine/DeviceContext.h"
#include "../Engine/DeviceLowering.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

namespace mlir::prim {

class TopkSplit : public DeviceSplit {
public:
  /// None where `op` is known to be one that its own plan is for.
  static std::unique_ptr<TopkSplit> get(DeviceTopkOp op,
                                        const DeviceContext &context);

  FailureOr<Parts> create(PlanFn plan) override;
  FailureOr<Value> emitBytes(Operation *place, PlanFn plan) override;

private:
  TopkSplit(DeviceTopkOp op, const DeviceContext &context, int64_t most)
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

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H
