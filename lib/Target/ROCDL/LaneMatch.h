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

/// Whether the target supports matchLanes(). It does not if scalar registers
/// that only assembly reads would need waits that LLVM does not insert.
bool canMatchLanes(const TargetInfo &target);

/// The lanes whose `label` (a word) equals this lane's in its lowest `count`
/// bits, as the words of a lane mask. One assembly statement covers eight bits,
/// which takes LLVM less time, and LLVM inserts no waits within it. Inactive
/// lanes count as zeros.
SmallVector<Value> matchLanes(CodeBuilder &b, const TargetInfo &target,
                              Value label, unsigned count);

/// Bits of a label: this lane's, each spread over a word, and the masks of the
/// lanes in which they are set.
struct LaneBits {
  SmallVector<Value> own, masks;
};

/// `count` bits of `label` from `first` on, compared in one statement. For
/// targets with CarryWaits, on which LLVM would wait for each comparison. The
/// reads of the results must be left to LLVM.
LaneBits compareLaneBits(CodeBuilder &b, const TargetInfo &target, Value label,
                         unsigned first, unsigned count);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_LANEMATCH_H
