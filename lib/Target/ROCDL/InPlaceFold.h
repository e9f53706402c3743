//===- InPlaceFold.h - Folds that keep lanes without a source -----*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DPP instruction without bound_ctrl leaves its destination alone in lanes
// whose source does not exist, and in rows that its mask leaves out. With the
// destination tied to the second operand that is a step of a scan: combine
// where there is something to combine with, else keep. It takes no neutral
// element, so -0.0 and NaN come through.
//
// LLVM makes this form only for operations on integers of one word, from a move
// whose `old` is a constant that it knows to be neutral. The others are written
// as inline assembly here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
#define PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H

#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// Emits the steps of a fold with one built-in kind on 32-bit words.
class InPlaceFold {
public:
  InPlaceFold(ImplicitLocOpBuilder &builder, const TargetInfo &target)
      : builder(builder), target(target) {}

  /// Whether the target has the operation of `combiner` with DPP.
  static bool supports(const TargetInfo &target, const Combiner &combiner);

  /// `value` ready for operations that LLVM does not look into: out of an
  /// instruction that needs no waits before they read it, and canonical where
  /// the operation would treat a signalling NaN in another way.
  Value prepare(const Combiner &combiner, Value value);

  /// One operation on `words` (one for up to 32 bits, else two) with a DPP
  /// move, in assembly (such as "row_shr:1 row_mask:0xf"), of `from`, or of
  /// `words` themselves if that is empty.
  SmallVector<Value> step(const Combiner &combiner, ValueRange words,
                          ValueRange from, StringRef move);

  /// The words after as many waits as any reader of the last step's results may
  /// need.
  SmallVector<Value> finish(ValueRange words);

private:
  SmallVector<Value> assembly(StringRef text, ValueRange words, ValueRange from,
                              StringRef clobbers);

  ImplicitLocOpBuilder &builder;
  const TargetInfo &target;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_INPLACEFOLD_H
