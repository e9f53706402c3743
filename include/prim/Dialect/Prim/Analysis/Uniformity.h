//===- Uniformity.h - Which threads agree and come together -*- C++ -*-===//
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

/// Which threads must come to an op together, in waves of `waveSize` lanes: the
/// lanes of a logical warp for warp ops, the block for block ops and barriers.
/// None for other ops, and for those warp ops that take the lanes that are
/// there (masks).
std::optional<UniformGroup> getRequiredGroup(Operation *op, unsigned waveSize);

/// For every value of a gpu.module, among which threads it is the same; for
/// every op, which threads come to it together.
///
/// A value differs where it depends on a thread or lane id, on what a
/// collective gives each lane, on the result of an atomic operation, on a load
/// at an address that differs, on private memory that holds something that
/// differs, or on which way control went: the results of an scf.if, the
/// arguments of a block where paths meet, what a loop leaves behind that some
/// threads leave earlier than others. Kernel arguments, block ids, dimensions
/// and loads at addresses that are the same are the same. An atomic or volatile
/// load of one address agrees within a wave only, as every wave reads at its
/// own time.
///
/// Calls are followed within the module: a function's arguments are what its
/// callers pass, and its ops are reached by those that come to the calls. All
/// calls of a function are taken together.
class Uniformity {
public:
  class Analysis;

  /// Analyses `module`, whose kernels run on `target`.
  Uniformity(gpu::GPUModuleOp module, const TargetInfo &target);
  ~Uniformity();

  /// Among which threads a value is the same.
  UniformGroup getGroup(Value value) const;
  /// Which threads come to an op together: block means that either all threads
  /// of the block do or none.
  UniformGroup getConvergence(Operation *op) const;

  /// Emits an error at `op` if it is a collective to which only some of the
  /// threads that it needs come, unless it carries the promise
  /// `prim.converged`. Notes say where they part, and at which calls.
  LogicalResult verifyConvergence(Operation *op) const;

  /// Warns where all threads of a block, or lanes of a logical warp, use a
  /// result of `op` that only the first one has: a reduction without `all`.
  /// That are stores to one place, or of what a value of each thread's own went
  /// into, addresses, conditions, and collectives that count what every thread
  /// gives.
  void warnOfPartialResults(Operation *op) const;

private:
  const BlockGeometry &getGeometry(Operation *op) const;
  /// Whether what is the same in `known` is so in `needed`.
  bool suffices(UniformGroup known, UniformGroup needed, Operation *op) const;
  /// The value that makes `value` differ within `needed`, or none.
  Value findSource(Value value, UniformGroup needed) const;

  DataFlowSolver solver;
  Analysis *analysis;
};

/// Checks all collectives of `module` for which `filter` holds. Emits an error
/// at each one that only some of its threads come to, and a warning where all
/// threads use what only the first one has; none for a module without a target.
LogicalResult verifyConvergence(gpu::GPUModuleOp module,
                                llvm::function_ref<bool(Operation *)> filter);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_ANALYSIS_UNIFORMITY_H
