//===- Uniformity.cpp - Uniformity analysis ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of the analysis, and the diagnostics of collectives that only some of
// their threads execute.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Analysis/Uniformity.h"

#include "ResultForms.h"
#include "UniformityAnalysis.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

Uniformity::Uniformity(gpu::GPUModuleOp module, const TargetInfo &target)
    : analysis(solver.load<Analysis>(target)) {
  // No step of the analysis fails.
  (void)solver.initializeAndRun(module);
}

Uniformity::~Uniformity() = default;

const BlockGeometry &Uniformity::getGeometry(Operation *op) const {
  return analysis->getGeometry(op);
}

UniformGroup Uniformity::getGroup(Value value) const {
  const auto *state = solver.lookupState<ValueState>(value);
  // An unreachable value is uniform.
  if (!state || !state->get())
    return UniformGroup::block();
  return state->get()->getGroup(
      getGeometry(value.getParentRegion()->getParentOp()));
}

static const ControlState *getControl(const DataFlowSolver &solver,
                                      Operation *op) {
  // The cast only lets the solver create program points, which does not change
  // its results.
  auto &points = const_cast<DataFlowSolver &>(solver);
  return solver.lookupState<ControlState>(
      points.getProgramPointBefore(op->getBlock()));
}

UniformGroup Uniformity::getConvergence(Operation *op) const {
  const ControlState *control = getControl(solver, op);
  return control ? control->getTotal() : UniformGroup::block();
}

bool Uniformity::suffices(UniformGroup known, UniformGroup needed,
                          Operation *op) const {
  if (needed.isBlock() && getGeometry(op).isOneWave())
    needed = UniformGroup::wave();
  return known.covers(needed);
}

std::optional<UniformGroup> mlir::prim::getRequiredGroup(Operation *op,
                                                         unsigned waveSize) {
  using Group = std::optional<UniformGroup>;
  const BlockGeometry geometry{waveSize, std::nullopt, nullptr};
  return llvm::TypeSwitch<Operation *, Group>(op)
      .Case<WarpReduceOp, WarpScanOp, WarpSortOp, WarpBroadcastOp,
            WarpShuffleOp, WarpExchangeOp, WarpLoadOp, WarpStoreOp>(
          [&](auto warp) {
            return geometry.warp(warp.getWidth().value_or(waveSize));
          })
      .Case<WarpBarrierOp, GridGatherOp>(
          [](Operation *) { return UniformGroup::wave(); })
      .Case<GridTicketOp, GridTicketWaitOp, GridReduceOp, GridBarrierOp,
            GridArriveOp, GridWaitOp, ClusterBarrierOp>(
          [](Operation *) { return UniformGroup::block(); })
      .Case([](LookBackOpInterface lookBack) {
        return isInPrefix(lookBack) ? UniformGroup::wave()
                                    : UniformGroup::block();
      })
      .Default([](Operation *op) -> Group {
        if (op->hasTrait<BlockCollective>() || isa<gpu::BarrierOp>(op))
          return UniformGroup::block();
        return std::nullopt;
      });
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// The values that decide control flow through an op: its own conditions, and
/// those of the terminators of its regions.
static SmallVector<Value> getAllConditions(Operation *op) {
  SmallVector<Value> conditions = Uniformity::Analysis::getConditions(op);
  if (isa<RegionBranchOpInterface>(op))
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(conditions, Uniformity::Analysis::getConditions(
                                           block.getTerminator()));
  return conditions;
}

static bool readsPrivateMemory(Operation *op) {
  auto memory = dyn_cast<MemoryEffectOpInterface>(op);
  if (!memory)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  memory.getEffects(effects);
  return llvm::any_of(effects, [](const auto &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect()) && effect.getValue() &&
           Uniformity::Analysis::getPrivateVariable(effect.getValue());
  });
}

Value Uniformity::findSource(Value value, UniformGroup needed) const {
  auto getForm = [&](Value operand) -> const LaneForm & {
    return *solver.lookupState<ValueState>(operand)->get();
  };
  llvm::SetVector<Value> work;
  work.insert(value);
  for (size_t i = 0; i != work.size(); ++i) {
    Value current = work[i];
    auto push = [&](ValueRange values) {
      size_t before = work.size();
      for (Value candidate : values) {
        const auto *state = solver.lookupState<ValueState>(candidate);
        if (state && state->get() &&
            !suffices(getGroup(candidate), needed,
                      candidate.getParentRegion()->getParentOp()))
          work.insert(candidate);
      }
      return work.size() != before;
    };
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      Block *block = argument.getOwner();
      for (Block *predecessor : block->getPredecessors())
        push(predecessor->getTerminator()->getOperands());
      if (Operation *parent = block->getParentOp();
          block->isEntryBlock() && !isa<FunctionOpInterface>(parent)) {
        push(parent->getOperands());
        push(block->getTerminator()->getOperands());
      }
      continue;
    }
    auto result = cast<OpResult>(current);
    Operation *op = result.getOwner();
    if (getSourceForm(result, getForm, getGeometry(op)))
      return current;
    if (push(op->getOperands()))
      continue;
    if (readsPrivateMemory(op))
      return current;
    // The branch that control took.
    for (Region &region : op->getRegions())
      for (Block &block : region)
        push(block.getTerminator()->getOperands());
    for (const auto &[place, way] : getControl(solver, op)->getPartings())
      if (!way.isCall)
        push(getAllConditions(place));
  }
  return nullptr;
}

/// A description for users of the value that makes lanes diverge.
static std::string describe(Value source) {
  Operation *op = source ? source.getDefiningOp() : nullptr;
  if (!op)
    return "a value that differs between its lanes";
  StringRef name = op->getName().getStringRef();
  if (isa<gpu::ThreadIdOp, gpu::GlobalIdOp>(op) || name.contains("workitem.id"))
    return "the thread id";
  if (readsPrivateMemory(op))
    return "a value in private memory";
  if (isa<gpu::LaneIdOp>(op))
    return "the lane id";
  if (isa<gpu::SubgroupIdOp>(op))
    return "the number of the wave";
  return ("the result of '" + name + "'").str();
}

LogicalResult Uniformity::verifyConvergence(Operation *op) const {
  std::optional<UniformGroup> needed =
      getRequiredGroup(op, getGeometry(op).waveSize);
  if (!needed || suffices(getConvergence(op), *needed, op) ||
      op->hasAttr(PrimDialect::ConvergedAttrHelper::getNameStr()))
    return success();

  // The innermost place where its threads diverge, through the calls.
  SmallVector<Operation *> calls;
  Operation *parting = nullptr;
  for (Operation *at = op; at && !parting;) {
    Operation *call = nullptr;
    for (const auto &[place, way] :
         llvm::reverse(getControl(solver, at)->getPartings())) {
      if (suffices(way.group, *needed, op))
        continue;
      if (way.isCall && !call && !llvm::is_contained(calls, place))
        call = place;
      if (!way.isCall && !parting)
        parting = place;
    }
    at = parting ? nullptr : call;
    if (at)
      calls.push_back(at);
  }
  InFlightDiagnostic diagnostic =
      op->emitOpError("needs all of its lanes, but only some reach it: ");
  Value source;
  if (parting) {
    for (Value condition : getAllConditions(parting))
      if (!source && !suffices(getGroup(condition), *needed, parting))
        source = findSource(condition, *needed);
    diagnostic << "'" << parting->getName() << "' depends on "
               << describe(source);
  } else {
    diagnostic << "its callers diverge";
  }
  diagnostic << "; move the op out of it and give the other lanes a neutral "
                "value, or add the attribute '"
             << PrimDialect::ConvergedAttrHelper::getNameStr()
             << "' if all lanes reach it";
  if (parting)
    diagnostic.attachNote(parting->getLoc()) << "divergent here";
  for (Operation *call : calls)
    diagnostic.attachNote(call->getLoc()) << "called here";
  return diagnostic;
}

LogicalResult
mlir::prim::verifyConvergence(gpu::GPUModuleOp module,
                              llvm::function_ref<bool(Operation *)> filter) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (filter(op) && op->getParentOfType<FunctionOpInterface>())
      ops.push_back(op);
  });
  if (ops.empty() || !module.getTargetsAttr())
    return success();
  FailureOr<TargetInfo> target =
      TargetInfo::lookup(ops.front()->getParentOfType<FunctionOpInterface>());
  if (failed(target))
    return failure();
  Uniformity uniformity(module, *target);
  bool failed = false;
  for (Operation *op : ops)
    failed |= mlir::failed(uniformity.verifyConvergence(op));
  for (Operation *op : ops)
    uniformity.warnOfPartialResults(op);
  return failure(failed);
}
