//===- UniformityAnalysis.h - The data flow of uniformity ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The states and the analysis that the data-flow solver runs. Forms flow along
// uses, branches, regions and calls. Divergence flows into the blocks that a
// condition decides about, and from there into the values computed in them. A
// value computed where some threads are inactive is at most as uniform as the
// active threads. Within such a block this loses no precision, as no collective
// there can require more threads. It also makes the values of a loop that some
// lanes leave early differ after the loop.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_ANALYSIS_UNIFORMITYANALYSIS_H
#define PRIM_LIB_DIALECT_PRIM_ANALYSIS_UNIFORMITYANALYSIS_H

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Target/TargetLowering.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::prim {

/// The form of a value; nothing until it is known to be computed. A change
/// revisits the users of the value, without a list of dependents.
class ValueState : public AnalysisState {
public:
  using AnalysisState::AnalysisState;
  ChangeResult join(const LaneForm &other);
  const std::optional<LaneForm> &get() const { return form; }
  void print(raw_ostream &os) const override;
  void onUpdate(DataFlowSolver *solver) const override;

  Uniformity::Analysis *analysis = nullptr;

private:
  std::optional<LaneForm> form;
};

/// A group that only shrinks: that of the contents of private memory, or of the
/// threads that take the same path through an op with regions.
class GroupState : public AnalysisState {
public:
  using AnalysisState::AnalysisState;
  ChangeResult join(UniformGroup other);
  UniformGroup get() const { return group; }
  void print(raw_ostream &os) const override { group.print(os); }

private:
  UniformGroup group;
};

/// The threads that execute a block together, and the ops at which they
/// diverge, the outermost first. A change revisits all ops of the block.
class ControlState : public AnalysisState {
public:
  using AnalysisState::AnalysisState;
  struct Parting {
    UniformGroup group;
    bool isCall;
  };
  /// Records that the threads diverge at `op`; with `isCall`, that only some
  /// threads reach the call `op`.
  ChangeResult add(Operation *op, UniformGroup group, bool isCall);
  ChangeResult add(const ControlState &other);

  /// The group relative to the threads that enter the function, and relative to
  /// all threads.
  UniformGroup getLocal() const { return local; }
  UniformGroup getTotal() const { return UniformGroup::join(local, calls); }
  const llvm::MapVector<Operation *, Parting> &getPartings() const {
    return partings;
  }
  void print(raw_ostream &os) const override { getTotal().print(os); }
  void onUpdate(DataFlowSolver *solver) const override;

  Uniformity::Analysis *analysis = nullptr;

private:
  UniformGroup local, calls;
  llvm::MapVector<Operation *, Parting> partings;
};

class Uniformity::Analysis : public DataFlowAnalysis {
public:
  Analysis(DataFlowSolver &solver, const TargetInfo &target)
      : DataFlowAnalysis(solver), target(TargetLowering::create(target)) {}

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

  const BlockGeometry &getGeometry(Operation *op) const;
  /// Visits `op` again if it has been visited. The first walk has not reached
  /// other ops, which see the change anyway.
  void revisit(DataFlowSolver &solver, Operation *op);
  /// The values that decide control flow through a terminator or an op with
  /// regions: operands that it does not forward.
  static SmallVector<Value> getConditions(Operation *op);
  /// The variable in private memory that an address points into, or null.
  static Value getPrivateVariable(Value address);

private:
  void visitOperation(Operation *op);
  void visitFunction(FunctionOpInterface function);
  void visitCall(CallOpInterface call);
  void visitReturn(Operation *op);
  void visitBranch(Operation *op);
  void visitRegions(Operation *op);
  void visitRegionTerminator(RegionBranchTerminatorOpInterface op);
  void visitMemory(Operation *op, UniformGroup &read);

  void setShapes(Operation *top);
  ValueState *getState(Value value);
  ControlState *getState(Block *block);
  /// The form of a value, which must be known.
  const LaneForm &getForm(Value value) { return *getState(value)->get(); }
  UniformGroup getGroups(ValueRange values);
  /// Joins a form into that of a value.
  void setForm(Value value, const LaneForm &form);
  void part(Block *block, Operation *op, UniformGroup group, bool isCall);
  /// The threads that take the same path through a loop; for other ops, the
  /// threads among which all conditions are the same.
  UniformGroup getTripGroup(Operation *op);
  /// The blocks between a branch and its merge point, and the merge point if
  /// there is one.
  void getInfluence(Operation *branch, SmallVectorImpl<Block *> &blocks,
                    Block *&meeting);
  /// Whether all uses of a private variable are known loads and stores.
  static bool isTracked(Value variable);

  std::unique_ptr<TargetLowering> target;
  DenseMap<Operation *, BlockGeometry> geometries;
  DenseMap<Operation *, SmallVector<CallOpInterface>> callers;
  /// A cache of the solver's states, whose lookup is slower.
  DenseMap<Value, ValueState *> values;
  DenseMap<Block *, ControlState *> blocks;
  DenseSet<Operation *> visited;
  bool hasPrivateMemory = false;
  SymbolTableCollection symbols;
  PostDominanceInfo postDominance;
};

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_ANALYSIS_UNIFORMITYANALYSIS_H
