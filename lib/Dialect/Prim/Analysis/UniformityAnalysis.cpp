//===- UniformityAnalysis.cpp - The data flow of uniformity -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How forms and divergence flow through branches, regions, calls and private
// memory. The forms of results of other ops are in ResultForms.cpp.
//
//===----------------------------------------------------------------------===//

#include "UniformityAnalysis.h"

#include "ResultForms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "prim/Dialect/Prim/IR/Prim.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

ChangeResult ValueState::join(const LaneForm &other) {
  LaneForm joined = form ? LaneForm::join(*form, other) : other;
  if (form && joined == *form)
    return ChangeResult::NoChange;
  form = joined;
  return ChangeResult::Change;
}

void ValueState::print(raw_ostream &os) const {
  os << (form ? "known" : "unknown");
}

ChangeResult GroupState::join(UniformGroup other) {
  UniformGroup joined = UniformGroup::join(group, other);
  if (joined == group)
    return ChangeResult::NoChange;
  group = joined;
  return ChangeResult::Change;
}

ChangeResult ControlState::add(Operation *op, UniformGroup group, bool isCall) {
  if (group.isBlock())
    return ChangeResult::NoChange;
  auto [known, isNew] = partings.try_emplace(op, Parting{group, isCall});
  UniformGroup joined = UniformGroup::join(known->second.group, group);
  if (!isNew && joined == known->second.group)
    return ChangeResult::NoChange;
  known->second.group = joined;
  UniformGroup &total = isCall ? calls : local;
  total = UniformGroup::join(total, joined);
  return ChangeResult::Change;
}

ChangeResult ControlState::add(const ControlState &other) {
  ChangeResult changed = ChangeResult::NoChange;
  for (const auto &[op, parting] : other.partings)
    changed |= add(op, parting.group, parting.isCall);
  return changed;
}

//===----------------------------------------------------------------------===//
// Access to states
//===----------------------------------------------------------------------===//

using Analysis = Uniformity::Analysis;

const BlockGeometry &Analysis::getGeometry(Operation *op) const {
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  auto found = geometries.find(op);
  assert(found != geometries.end() && "op outside the analysed functions");
  return found->second;
}

void Analysis::revisit(DataFlowSolver &solver, Operation *op) {
  if (visited.contains(op))
    solver.enqueue({getProgramPointAfter(op), this});
}

void ValueState::onUpdate(DataFlowSolver *solver) const {
  AnalysisState::onUpdate(solver);
  for (Operation *user : cast<Value>(anchor).getUsers())
    analysis->revisit(*solver, user);
}

void ControlState::onUpdate(DataFlowSolver *solver) const {
  AnalysisState::onUpdate(solver);
  for (Operation &op : *cast<ProgramPoint *>(anchor)->getBlock())
    analysis->revisit(*solver, &op);
}

ValueState *Analysis::getState(Value value) {
  ValueState *&state = values[value];
  if (!state) {
    state = getOrCreate<ValueState>(value);
    state->analysis = this;
  }
  return state;
}

ControlState *Analysis::getState(Block *block) {
  ControlState *&state = blocks[block];
  if (!state) {
    state = getOrCreate<ControlState>(getProgramPointBefore(block));
    state->analysis = this;
  }
  return state;
}

UniformGroup Analysis::getGroups(ValueRange values) {
  UniformGroup group = UniformGroup::block();
  for (Value value : values)
    group =
        UniformGroup::join(group, getForm(value).getGroup(getGeometry(
                                      value.getParentRegion()->getParentOp())));
  return group;
}

void Analysis::setForm(Value value, const LaneForm &form) {
  ValueState *state = getState(value);
  propagateIfChanged(state, state->join(form));
}

void Analysis::part(Block *block, Operation *op, UniformGroup group,
                    bool isCall) {
  ControlState *state = getState(block);
  propagateIfChanged(state, state->add(op, group, isCall));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Kernels have known block shapes. Other functions have the shape of the
/// kernels that call them, if these agree.
void Analysis::setShapes(Operation *top) {
  using Shape = std::optional<std::array<int64_t, 3>>;
  SmallVector<Operation *> work;
  top->walk([&](FunctionOpInterface function) {
    BlockGeometry geometry{target->getTarget().waveSize, std::nullopt,
                           target.get()};
    auto kernel = dyn_cast<gpu::GPUFuncOp>(function.getOperation());
    if (kernel && kernel.getKnownBlockSize()) {
      ArrayRef<int32_t> extents = *kernel.getKnownBlockSize();
      if (llvm::all_of(extents, [](int32_t extent) { return extent > 0; }))
        geometry.shape = {extents[0], extents[1], extents[2]};
    }
    geometries[function] = geometry;
  });
  DenseMap<Operation *, DenseSet<Operation *>> callees;
  for (auto &[callee, calls] : callers)
    for (CallOpInterface call : calls)
      callees[call->getParentOfType<FunctionOpInterface>()].insert(callee);
  DenseMap<Operation *, SmallVector<Shape>> shapes;
  for (auto &[function, geometry] : geometries) {
    if (callers.contains(function))
      continue;
    DenseSet<Operation *> reached;
    SmallVector<Operation *> work = {function};
    while (!work.empty()) {
      Operation *current = work.pop_back_val();
      if (!reached.insert(current).second)
        continue;
      if (current != function)
        shapes[current].push_back(geometry.shape);
      llvm::append_range(work, callees[current]);
    }
  }
  for (auto &[function, known] : shapes)
    if (llvm::all_equal(known) && !geometries[function].shape)
      geometries[function].shape = known.front();
}

void Analysis::visitFunction(FunctionOpInterface function) {
  if (function.isExternal() || callers.contains(function))
    return;
  for (BlockArgument argument : function.getFunctionBody().getArguments())
    setForm(argument, LaneForm::opaque(UniformGroup::block()));
}

void Analysis::visitCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  if (!callee || callee.isExternal() || !callers.contains(callee)) {
    UniformGroup group = getGroups(call->getOperands());
    for (Value result : call->getResults())
      setForm(result, LaneForm::opaque(group));
    return;
  }
  Block &entry = callee.getFunctionBody().front();
  OperandRange operands = call.getArgOperands();
  for (BlockArgument argument : entry.getArguments()) {
    // A gpu.func has block arguments for its workgroup memory after its
    // parameters.
    unsigned number = argument.getArgNumber();
    setForm(argument, number < operands.size()
                          ? getForm(operands[number])
                          : LaneForm::opaque(UniformGroup::block()));
  }
  const ControlState &control = *getState(call->getBlock());
  part(&entry, call, control.getTotal(), /*isCall=*/true);
  for (Value result : call->getResults())
    if (const std::optional<LaneForm> &form = getState(result)->get())
      setForm(result, form->limitedTo(control.getLocal()));
}

void Analysis::visitReturn(Operation *op) {
  auto found = callers.find(op->getParentOp());
  if (found == callers.end())
    return;
  UniformGroup local = getState(op->getBlock())->getLocal();
  for (CallOpInterface call : found->second) {
    UniformGroup group =
        UniformGroup::join(local, getState(call->getBlock())->getLocal());
    for (auto [result, operand] :
         llvm::zip(call->getResults(), op->getOperands()))
      setForm(result, getForm(operand).limitedTo(group));
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

SmallVector<Value> Analysis::getConditions(Operation *op) {
  llvm::SmallBitVector forwarded(op->getNumOperands());
  auto forward = [&](OperandRange operands) {
    if (!operands.empty())
      forwarded.set(operands.getBeginOperandIndex(),
                    operands.getBeginOperandIndex() + operands.size());
  };
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (unsigned i = 0; i != op->getNumSuccessors(); ++i)
      forward(branch.getSuccessorOperands(i).getForwardedOperands());
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    for (RegionSuccessor &successor : successors)
      forward(branch.getEntrySuccessorOperands(successor));
  } else if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op)) {
    SmallVector<RegionSuccessor> successors;
    end.getSuccessorRegions(
        SmallVector<Attribute>(op->getNumOperands(), nullptr), successors);
    for (RegionSuccessor &successor : successors)
      forward(end.getSuccessorOperands(successor));
  }
  SmallVector<Value> conditions;
  for (OpOperand &operand : op->getOpOperands())
    if (!forwarded[operand.getOperandNumber()])
      conditions.push_back(operand.get());
  return conditions;
}

void Analysis::getInfluence(Operation *branch, SmallVectorImpl<Block *> &blocks,
                            Block *&meeting) {
  auto *node = postDominance.getNode(branch->getBlock());
  auto *next = node ? node->getIDom() : nullptr;
  meeting = next ? next->getBlock() : nullptr;
  SmallPtrSet<Block *, 8> seen;
  SmallVector<Block *> work(branch->getSuccessors());
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    if (block == meeting || !seen.insert(block).second)
      continue;
    blocks.push_back(block);
    llvm::append_range(work, block->getSuccessors());
  }
}

void Analysis::visitBranch(Operation *op) {
  auto branch = dyn_cast<BranchOpInterface>(op);
  for (auto [i, successor] : llvm::enumerate(op->getSuccessors())) {
    for (BlockArgument argument : successor->getArguments()) {
      Value operand;
      if (branch)
        operand = branch.getSuccessorOperands(i)[argument.getArgNumber()];
      setForm(argument, operand ? getForm(operand)
                                : LaneForm::opaque(UniformGroup::lanes(1)));
    }
  }
  UniformGroup group = getGroups(getConditions(op));
  if (group.isBlock() || op->getNumSuccessors() < 2)
    return;
  SmallVector<Block *> blocks;
  Block *meeting = nullptr;
  getInfluence(op, blocks, meeting);
  for (Block *block : blocks)
    part(block, op, group, /*isCall=*/false);
  // At the merge point, the arguments depend on the path that a thread has
  // taken.
  if (meeting)
    blocks.push_back(meeting);
  for (Block *block : blocks)
    for (BlockArgument argument : block->getArguments())
      setForm(argument, LaneForm::opaque(group));
}

UniformGroup Analysis::getTripGroup(Operation *op) {
  if (auto branch = dyn_cast<affine::AffineIfOp>(op))
    return getSetGroup(
        branch.getIntegerSet(), branch.getOperands(),
        [&](Value value) -> const LaneForm & { return getForm(value); },
        getGeometry(op));
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return getGroups(getConditions(op));
  const LaneForm &step = getForm(loop.getStep());
  std::optional<int64_t> distance = step.getConstant();
  if (!distance || *distance <= 0)
    return getGroups(
        {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  // Rounding up (upper - lower) / step is rounding down its opposite.
  const BlockGeometry &geometry = getGeometry(op);
  return LaneForm::subtract(getForm(loop.getLowerBound()),
                            getForm(loop.getUpperBound()), geometry)
      .divide(*distance, geometry)
      .getGroup(geometry);
}

void Analysis::visitRegions(Operation *op) {
  ProgramPoint *point = getProgramPointAfter(op);
  auto *way = getOrCreate<GroupState>(point);
  addDependency(way, point);
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (branch)
    propagateIfChanged(way, way->join(getTripGroup(op)));

  // Arguments without an operand of a predecessor: induction variables, and the
  // operands of combiners.
  SmallPtrSet<Value, 8> given;
  if (branch) {
    for (RegionBranchPoint from : branch.getAllRegionBranchPoints()) {
      SmallVector<RegionSuccessor> successors;
      branch.getSuccessorRegions(from, successors);
      for (RegionSuccessor &successor : successors) {
        given.insert_range(successor.getSuccessorInputs());
        if (!from.isParent())
          continue;
        for (auto [input, operand] :
             llvm::zip(successor.getSuccessorInputs(),
                       branch.getEntrySuccessorOperands(successor)))
          setForm(input, successor.isParent()
                             ? getForm(operand).limitedTo(way->get())
                             : getForm(operand));
      }
    }
  }
  // Results without such operands, as of a parallel loop, are folds in an
  // unknown order.
  if (branch)
    for (Value result : op->getResults())
      if (!given.contains(result))
        setForm(result, LaneForm::opaque(UniformGroup::lanes(1)));
  const ControlState &control = *getState(op->getBlock());
  auto scan = dyn_cast<BlockScanOp>(op);
  for (Region &region : op->getRegions()) {
    // A prefix region is executed by one whole wave, on values that are
    // uniform. A counted region is executed by all threads, each on its own
    // counts. Other regions of collectives get one pair of items per lane.
    bool isPrefix = scan && &region == &scan.getPrefix();
    UniformGroup others = branch ? way->get() : UniformGroup::lanes(1);
    UniformGroup parted = isa_and_nonnull<PrimDialect>(op->getDialect())
                              ? UniformGroup::lanes(1)
                              : way->get();
    if (isPrefix) {
      others = UniformGroup::block();
      parted = UniformGroup::wave();
    } else if (isa<BlockRadixRankOp>(op)) {
      parted = UniformGroup::block();
    }
    for (Block &block : region) {
      ControlState *state = getState(&block);
      ChangeResult changed = state->add(control);
      changed |= state->add(op, parted, /*isCall=*/false);
      propagateIfChanged(state, changed);
    }
    for (BlockArgument argument : region.getArguments()) {
      if (given.contains(argument))
        continue;
      auto loop = dyn_cast<scf::ForOp>(op);
      if (loop && argument == loop.getInductionVar())
        setForm(argument,
                LaneForm::induction(getForm(loop.getLowerBound()),
                                    getForm(loop.getStep()), getGeometry(op)));
      else
        setForm(argument, LaneForm::opaque(others));
    }
  }
}

void Analysis::visitRegionTerminator(RegionBranchTerminatorOpInterface op) {
  Operation *parent = op->getParentOp();
  auto *way = getOrCreate<GroupState>(getProgramPointAfter(parent));
  propagateIfChanged(way, way->join(getGroups(getConditions(op))));
  addDependency(way, getProgramPointAfter(op));
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(SmallVector<Attribute>(op->getNumOperands(), nullptr),
                         successors);
  for (RegionSuccessor &successor : successors) {
    // The results depend on the path that a thread has taken. Within a loop,
    // the remaining threads have taken the same one.
    UniformGroup limit =
        successor.isParent()
            ? UniformGroup::join(way->get(),
                                 getState(parent->getBlock())->getLocal())
            : UniformGroup::block();
    for (auto [input, operand] : llvm::zip(successor.getSuccessorInputs(),
                                           op.getSuccessorOperands(successor)))
      setForm(input, getForm(operand).limitedTo(limit));
  }
}

//===----------------------------------------------------------------------===//
// Private memory
//===----------------------------------------------------------------------===//

static bool isPrivateVariable(Value value) {
  if (Operation *op = value.getDefiningOp())
    return isa<memref::AllocaOp, LLVM::AllocaOp>(op);
  auto argument = cast<BlockArgument>(value);
  auto kernel =
      dyn_cast_or_null<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  return kernel && argument.getOwner()->isEntryBlock() &&
         llvm::is_contained(kernel.getPrivateAttributions(), argument);
}

/// The address operand of an op that computes an address within it.
static Value getViewSource(Operation *op) {
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto cast = dyn_cast<LLVM::AddrSpaceCastOp>(op))
    return cast.getArg();
  return nullptr;
}

Value Analysis::getPrivateVariable(Value address) {
  while (Operation *op = address.getDefiningOp()) {
    Value source = getViewSource(op);
    if (!source)
      break;
    address = source;
  }
  return isPrivateVariable(address) ? address : nullptr;
}

bool Analysis::isTracked(Value variable) {
  SmallVector<Value> work = {variable};
  while (!work.empty()) {
    Value address = work.pop_back_val();
    for (OpOperand &use : address.getUses()) {
      Operation *user = use.getOwner();
      if (getViewSource(user) == address) {
        llvm::append_range(work, user->getResults());
        continue;
      }
      SmallVector<MemoryEffects::EffectInstance> effects;
      if (auto memory = dyn_cast<MemoryEffectOpInterface>(user))
        memory.getEffectsOnValue(address, effects);
      if (effects.empty())
        return false;
    }
  }
  return true;
}

/// Joins the values that an op stores into those of a private variable, and the
/// values of the variables that it loads from into `read`.
void Analysis::visitMemory(Operation *op, UniformGroup &read) {
  auto memory = dyn_cast<MemoryEffectOpInterface>(op);
  if (!memory)
    return;
  SmallVector<MemoryEffects::EffectInstance> effects;
  memory.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    Value address = effect.getValue();
    Value variable = address ? getPrivateVariable(address) : nullptr;
    if (!variable)
      continue;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      read = UniformGroup::join(
          read, getOrCreateFor<GroupState>(getProgramPointAfter(op), variable)
                    ->get());
    if (isa<MemoryEffects::Write>(effect.getEffect())) {
      auto *contents = getOrCreate<GroupState>(variable);
      UniformGroup written = UniformGroup::join(
          getGroups(op->getOperands()), getState(op->getBlock())->getLocal());
      propagateIfChanged(contents, contents->join(written));
    }
  }
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

LogicalResult Analysis::initialize(Operation *top) {
  top->walk([&](CallOpInterface call) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(
        call.resolveCallableInTable(&symbols));
    if (callee && top->isAncestor(callee) && !callee.isExternal() &&
        call->getParentOfType<FunctionOpInterface>())
      callers[callee].push_back(call);
  });
  setShapes(top);
  for (auto &[function, geometry] : geometries) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(function);
    hasPrivateMemory |= kernel && kernel.getNumPrivateAttributions();
    function->walk([&](Operation *op) {
      hasPrivateMemory |= isa<memref::AllocaOp, LLVM::AllocaOp>(op);
    });
  }
  // In this order definitions precede uses, except around loops and through
  // calls.
  top->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      visited.insert(op);
      visitOperation(op);
    });
    return WalkResult::skip();
  });
  return success();
}

LogicalResult Analysis::visit(ProgramPoint *point) {
  visitOperation(point->getPrevOp());
  return success();
}

void Analysis::visitOperation(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return visitFunction(function);
  // An op with unknown operands is visited again when they become known.
  if (llvm::any_of(op->getOperands(),
                   [&](Value value) { return !getState(value)->get(); }))
    return;

  UniformGroup read = UniformGroup::block();
  if (hasPrivateMemory)
    visitMemory(op, read);
  if (op->getNumRegions())
    visitRegions(op);
  if (op->getNumSuccessors())
    visitBranch(op);
  else if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op);
           end && isa<RegionBranchOpInterface>(op->getParentOp()))
    visitRegionTerminator(end);
  else if (op->hasTrait<OpTrait::ReturnLike>())
    visitReturn(op);
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call);
  if (isa<RegionBranchOpInterface>(op))
    return;

  const BlockGeometry &geometry = getGeometry(op);
  auto getForm = [&](Value value) -> const LaneForm & {
    return this->getForm(value);
  };
  // The result of an op without operands does not depend on control flow.
  UniformGroup limit = read;
  if (op->getNumOperands())
    limit = UniformGroup::join(limit, getState(op->getBlock())->getLocal());
  // Values loaded through an address that escapes are unknown.
  for (OpResult result : op->getResults())
    if (isPrivateVariable(result) && !isTracked(result))
      limit = UniformGroup::lanes(1);
  for (OpResult result : op->getResults())
    setForm(result, getResultForm(result, getForm, geometry).limitedTo(limit));
}
