//===- WaveIntrinsics.h - Wave-wide queries --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few wave-wide operations that block and device lowerings need beside the
// warp ops of the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TRANSFORMS_WAVEINTRINSICS_H
#define PRIM_LIB_TRANSFORMS_WAVEINTRINSICS_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// One bit per lane whose `predicate` (i1) is set, as an i64; lanes past the
/// wave's size are 0.
Value createBallot(OpBuilder &builder, Location loc, const TargetInfo &target,
                   Value predicate);

/// The i32 `value` of the first active lane, the same in all lanes.
Value createReadFirstLane(OpBuilder &builder, Location loc,
                          const TargetInfo &target, Value value);

/// Waits for all threads of the block and for their accesses to workgroup
/// memory; global memory is not ordered.
void createBlockBarrier(OpBuilder &builder, Location loc,
                        const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_LIB_TRANSFORMS_WAVEINTRINSICS_H
