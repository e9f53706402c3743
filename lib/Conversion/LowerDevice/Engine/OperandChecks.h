//===- OperandChecks.h - What operands of device ops must be -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of the sizes of operands that ops have in common.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_OPERANDCHECKS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_OPERANDCHECKS_H

#include "DeviceLowering.h"

namespace mlir::prim {

/// Emits checks at run time of the sizes of an op's operands.
class OperandChecks {
public:
  OperandChecks(DeviceOpInterface op, const DeviceLowering &lowering,
                HostBuilder &host)
      : op(op), lowering(lowering), host(host) {}

  HostBuilder &getHost() { return host; }

  /// No size of the first input is negative, its bytes are counted by 64 bits,
  /// and all other inputs have its shape.
  void checkIns();
  void checkOuts();
  void checkInit();
  /// Checks the offsets of segments, and returns how many these are; i64.
  Value countSegments();
  /// Buffer `number` of `group`, of rank 1, has an element for each of `count`
  /// segments.
  void compareToSegments(StringRef group, unsigned number, Value buffer,
                         Value count);
  /// Checks the operands that say where segments are, and, if
  /// `hasResultOfEach`, the outs, which have an element for each of them.
  void checkSegments(bool hasResultOfEach);

  /// Buffer `number` of `group` has the shape of the first input, or that shape
  /// without the dimensions that are folded, except for the extent along
  /// dimension `except`.
  void compareToIns(StringRef group, unsigned number, Value buffer,
                    int64_t except = -1);
  /// Buffers of rank 1 have one size of their own, which is returned (i64);
  /// they are number `first` of `group` and those that follow it.
  Value checkGroup(StringRef group, ValueRange buffers, unsigned first = 0);
  /// A size (i64) that nothing else is compared with is not negative.
  Value expectSize(const Twine &name, Value buffer);
  /// `condition` holds; `values` take the places of `{}` in `text`.
  void check(Value condition, const Twine &text, ValueRange values);

private:
  void compareAs(const std::string &name, Value buffer, int64_t except);
  /// A buffer of rank 1 has as many elements as `wanted` (i64); `of` says in
  /// the message what has these.
  void expectExtent(const Twine &name, Value buffer, Value wanted,
                    const Twine &of);

  DeviceOpInterface op;
  const DeviceLowering &lowering;
  HostBuilder &host;
};

/// Diagnoses tensors, and tiles that are none for the target.
LogicalResult checkOperands(DeviceOpInterface op, const DeviceContext &context);

/// Emits the checks of the sizes that are only known at run time: none is
/// negative, and all operands have the sizes that the first input asks for.
void emitSizeChecks(DeviceOpInterface op, HostBuilder &host);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_OPERANDCHECKS_H
