//===- UniformityAnalysis.h - The data flow of uniformity ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The states and the analysis that the data-flow solver runs. Data flows along
// uses, branches, regions and calls; control flows into the blocks that a
// condition decides about, and from there into what they compute: a value that
// is computed where some threads are missing is at most as uniform as they are.
// Inside such a block this loses nothing, as no collective there can ask for
// more, and it makes what leaves a loop early on some lanes differ behind it.
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

/// The form of a value; nothing before it is known to be computed. A change
/// comes back to the users of the value, without a list of dependents.
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

/// A group that only becomes smaller: what private memory holds, or which
/// threads take the same way through an op with regions.
class GroupState : public AnalysisState {
public:
  using AnalysisState::AnalysisState;
  ChangeResult join(UniformGroup other);
  UniformGroup get() const { return group; }
  void print(raw_ostream &os) const override { group.print(os); }

private:
  UniformGroup group;
};

/// Which threads come to a block together, and which ops part them, the outer
/// ones first. A change comes back to all ops of the block.
class ControlState : public AnalysisState {
public:
  using AnalysisState::AnalysisState;
  struct Parting {
    UniformGroup group;
    bool isCall;
  };
  /// Takes notice that the threads part at `op`: at a call that not all come
  /// to, if `isCall`.
  ChangeResult add(Operation *op, UniformGroup group, bool isCall);
  ChangeResult add(const ControlState &other);

  /// Of those that come to the function, and of all.
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
  /// Visits `op` again if it has been visited: what comes later in the first
  /// walk sees the change anyway.
  void revisit(DataFlowSolver &solver, Operation *op);
  /// The values that the control through a terminator or an op with regions
  /// depends on: operands that it forwards nowhere.
  static SmallVector<Value> getConditions(Operation *op);
  /// The variable in private memory that an address points into, or nothing.
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
  /// The form of a value, which has one.
  const LaneForm &getForm(Value value) { return *getState(value)->get(); }
  UniformGroup getGroups(ValueRange values);
  /// Adds to what a value may be.
  void setForm(Value value, const LaneForm &form);
  void part(Block *block, Operation *op, UniformGroup group, bool isCall);
  /// Which threads take the same way through a loop; for other ops, those for
  /// which all conditions are the same.
  UniformGroup getTripGroup(Operation *op);
  /// The blocks between a branch and where its ways meet again, and that block
  /// if there is one.
  void getInfluence(Operation *branch, SmallVectorImpl<Block *> &blocks,
                    Block *&meeting);
  /// Whether all uses of a private variable are loads and stores that are seen.
  static bool isTracked(Value variable);

  std::unique_ptr<TargetLowering> target;
  DenseMap<Operation *, BlockGeometry> geometries;
  DenseMap<Operation *, SmallVector<CallOpInterface>> callers;
  /// The states of the solver, which finds them more slowly.
  DenseMap<Value, ValueState *> values;
  DenseMap<Block *, ControlState *> blocks;
  DenseSet<Operation *> visited;
  bool hasPrivateMemory = false;
  SymbolTableCollection symbols;
  PostDominanceInfo postDominance;
};

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_ANALYSIS_UNIFORMITYANALYSIS_H
