//===- Interleaver.h - Steps of scans side by side --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step of a warp scan waits for the previous one, for some cycles or
// empty instructions. A block scan of rows has an independent warp scan per
// row, next to each other. Interleaving their steps fills the waits. LLVM's
// schedulers do not do this themselves, but start from the given order.
//
// The target decides about steps. It may create one op from several steps,
// because these exclude steps of other scans or contain their own waits. Such
// an op stays whole. It may also create one op from a step of several scans.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H
#define PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H

#include "mlir/IR/Operation.h"
#include "prim/Target/TargetLowering.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::prim {

/// Follows the lowering of ops one by one, in program order, and interleaves
/// the code of adjacent independent scans.
class Interleaver {
public:
  explicit Interleaver(const TargetLowering &target) : target(target) {}

  /// Must be called before and after `op` is replaced by other ops in its
  /// place.
  void begin(Operation *op);
  void end();
  /// Ends a run of adjacent scans; must be called after the last op.
  void flush();

private:
  const TargetLowering &target;
  /// The ops around the op that is being lowered; null at the block's ends.
  Block *block = nullptr;
  Operation *before = nullptr, *after = nullptr;
  /// The ops created for each scan of the run.
  SmallVector<SmallVector<Operation *>> chains;
  llvm::SmallPtrSet<Operation *, 32> made;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_INTERLEAVER_H
