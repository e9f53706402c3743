//===- Uniformity.h - Uniformity analysis -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A uniformity (divergence) analysis of a gpu.module, and the check of
// collectives that is built on it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_ANALYSIS_UNIFORMITY_H
#define PRIM_DIALECT_PRIM_ANALYSIS_UNIFORMITY_H

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Dialect/Prim/Analysis/LaneForm.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// The threads that must execute an op together, in waves of `waveSize` lanes:
/// the lanes of a logical warp for warp ops, the block for block ops and
/// barriers. Nothing for other ops, and for warp ops that use the active lanes
/// (masks).
std::optional<UniformGroup> getRequiredGroup(Operation *op, unsigned waveSize);

/// Computes for every value of a gpu.module the threads among which it is the
/// same, and for every op the threads that execute it together.
///
/// A value differs if it depends on a thread or lane id, on a per-lane result
/// of a collective, or on the result of an atomic operation. It differs if it
/// depends on a load at an address that differs, or on private memory that
/// holds something that differs. It also differs if it depends on divergent
/// control flow: results of an scf.if, block arguments at a merge point, and
/// results of a loop that some threads leave earlier than others. Kernel
/// arguments, block ids, dimensions and loads at uniform addresses are uniform.
/// An atomic or volatile load of one address agrees within a wave only, because
/// each wave reads at a different time.
///
/// Calls are followed within the module: a function's arguments are joined over
/// its callers, and its ops are executed by the threads that reach the calls.
/// The analysis is not context-sensitive: all calls of a function are joined.
class Uniformity {
public:
  class Analysis;

  /// Analyses `module`, whose kernels run on `target`.
  Uniformity(gpu::GPUModuleOp module, const TargetInfo &target);
  ~Uniformity();

  /// The threads among which a value is the same.
  UniformGroup getGroup(Value value) const;
  /// The threads that execute an op together: block means that either all
  /// threads of the block do or none.
  UniformGroup getConvergence(Operation *op) const;

  /// Emits an error at `op` if it is a collective that only some of its
  /// required threads reach, unless it has the promise `prim.converged`. Notes
  /// show where threads diverge, and at which calls.
  LogicalResult verifyConvergence(Operation *op) const;

  /// Warns if all threads of a block, or lanes of a logical warp, use a result
  /// of `op` that is valid in the first one only: a reduction without `all`.
  /// Such uses are stores to one place, stores of values that depend on a value
  /// of each thread's own, addresses, conditions, and collectives that use
  /// every thread's value.
  void warnOfPartialResults(Operation *op) const;

private:
  const BlockGeometry &getGeometry(Operation *op) const;
  /// Whether a value that is the same in `known` is also the same in `needed`.
  bool suffices(UniformGroup known, UniformGroup needed, Operation *op) const;
  /// The value that makes `value` differ within `needed`, or none.
  Value findSource(Value value, UniformGroup needed) const;

  DataFlowSolver solver;
  Analysis *analysis;
};

/// Checks all collectives of `module` for which `filter` holds. Emits an error
/// at each one that only some of its threads reach, and a warning if all
/// threads use a result that is valid in the first one only. Emits nothing for
/// a module without a target.
LogicalResult verifyConvergence(gpu::GPUModuleOp module,
                                llvm::function_ref<bool(Operation *)> filter);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_ANALYSIS_UNIFORMITY_H
