//===- LaneMatch.h - Lanes that have the same label ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_LANEMATCH_H
#define PRIM_LIB_TARGET_ROCDL_LANEMATCH_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// Whether matchLanes() can be used: everywhere but where scalar registers that
/// only assembly reads would be waited for by nobody.
bool canMatchLanes(const TargetInfo &target);

/// The lanes whose `label` (a word) is this lane's in its lowest bits, `count`
/// of them, as the words of a lane mask. One assembly statement for eight bits:
/// LLVM takes the less time, and has nothing to wait for in the middle of it.
/// Inactive lanes count as having zeros.
SmallVector<Value> matchLanes(CodeBuilder &b, const TargetInfo &target,
                              Value label, unsigned count);

/// Bits of a label: this lane's, each spread over a word, and the masks of the
/// lanes that have them.
struct LaneBits {
  SmallVector<Value> own, masks;
};

/// `count` bits of `label` from `first` on, compared in one statement: for
/// targets with CarryWaits, where LLVM would wait for each comparison and what
/// reads them has to be left to it.
LaneBits compareLaneBits(CodeBuilder &b, const TargetInfo &target, Value label,
                         unsigned first, unsigned count);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_LANEMATCH_H
