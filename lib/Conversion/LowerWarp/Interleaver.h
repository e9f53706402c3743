//===- Interleaver.h - Steps of scans side by side --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step of a warp scan waits for the one before it, for some cycles or
// empty instructions. A block scan of rows has a warp scan for each, next to
// each other and independent; their steps, put side by side, fill each other's
// waits. LLVM's schedulers do not do so by themselves, but start from the order
// that they are given.
//
// What counts as a step is the target's choice: an op that it makes of several
// of them, because they exclude those of other scans or bring their own waits,
// stays whole here and behind. It may also make one op of a step of several
// scans.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H
#define PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H

#include "mlir/IR/Operation.h"
#include "prim/Target/TargetLowering.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::prim {

/// Follows the lowering of ops one by one, in the order in which they stand,
/// and interleaves what neighbouring independent scans have become.
class Interleaver {
public:
  explicit Interleaver(const TargetLowering &target) : target(target) {}

  /// To be called before and after `op` is replaced by others in its place.
  void begin(Operation *op);
  void end();
  /// Ends a run of neighbours; to be called after the last op.
  void flush();

private:
  const TargetLowering &target;
  /// The ops around the one that is being lowered; null at the block's ends.
  Block *block = nullptr;
  Operation *before = nullptr, *after = nullptr;
  /// What each scan of the run has become.
  SmallVector<SmallVector<Operation *>> chains;
  llvm::SmallPtrSet<Operation *, 32> made;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H
