//===- ThreadLoop.cpp - A loop that each thread runs -------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLoop.h"
#include "Operands.h"
#include "UnrollSteps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::prim;

/// Most elements that a thread carries, and most iterations of a reduction
/// within a step. Both are emitted one after the other.
static constexpr int64_t kMaxRegisters = 64, kMaxUnrolled = 64;
/// Most ops of a step. Kernels of more threads are faster for longer ones.
static constexpr size_t kMaxOps = 1500;
/// Most elements that are loaded before the loop, into registers.
static constexpr int64_t kMaxHoisted = 64;

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// The insertions that make `yielded` of `argument`, in their order; none if
/// other ops do, or if all are at constant positions.
static SmallVector<tensor::InsertSliceOp, 1>
findInsertions(BlockArgument argument, Value yielded) {
  SmallVector<tensor::InsertSliceOp, 1> found;
  while (auto op = yielded.getDefiningOp<tensor::InsertSliceOp>()) {
    found.insert(found.begin(), op);
    yielded = op.getDest();
  }
  if (yielded != argument ||
      llvm::all_of(found, [](auto op) { return isBoxSlice(op); }))
    return {};
  return found;
}

std::string ThreadLoop::classify(ThreadCarried &value, Value yielded) const {
  if (yielded == value.argument) {
    value.kind = ThreadCarried::Kind::Invariant;
    return "";
  }
  auto tensor = dyn_cast<ShapedType>(value.init.getType());
  if (!tensor)
    return value.result.use_empty()
               ? ""
               : "has a result without elements, beside its tensors";
  auto type = dyn_cast<RankedTensorType>(tensor);
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0)
    return "carries tensors of unknown extents, or without elements";
  if (type.getEncoding())
    return "carries tensors with an encoding";
  value.insertions = findInsertions(value.argument, yielded);
  if (value.insertions.empty())
    return "";
  value.kind = value.result.use_empty() ? ThreadCarried::Kind::Unused
                                        : ThreadCarried::Kind::Output;
  for (tensor::InsertSliceOp op : value.insertions)
    if (ShapedType::isDynamicShape(op.getStaticSizes()) ||
        llvm::any_of(op.getStaticStrides(),
                     [](int64_t stride) { return stride != 1; }))
      return "inserts slices of unknown extents, or with strides";
  return "";
}

std::string ThreadLoop::collectCarried() {
  for (auto [init, result, argument, yielded] :
       llvm::zip_equal(loop.getInits(), loop.getResults(),
                       loop.getRegionIterArgs(), loop.getYieldedValues())) {
    ThreadCarried &value = carried.emplace_back();
    value.init = init;
    value.result = result;
    value.argument = argument;
    value.resetOrder();
    std::string obstacle = classify(value, yielded);
    if (!obstacle.empty())
      return obstacle;
  }
  return llvm::any_of(carried,
                      [](const ThreadCarried &v) { return v.hasPart(); })
             ? ""
             : "has no changed tensor that is used";
}

ThreadCarried *ThreadLoop::findCarried(Value value) {
  auto found = llvm::find_if(carried, [&](const ThreadCarried &candidate) {
    return candidate.argument == value;
  });
  return found == carried.end() ? nullptr : &*found;
}

/// Whether the steps write all elements, so that the first ones are not needed.
bool ThreadLoop::isCovered(const ThreadCarried &value) const {
  if (value.insertions.size() != 1)
    return false;
  tensor::InsertSliceOp op = value.insertions.front();
  unsigned counts = 0;
  for (auto [offset, size, extent] :
       llvm::zip_equal(op.getMixedOffsets(), op.getStaticSizes(),
                       op.getType().getShape())) {
    if (size == extent && isConstantIntValue(offset, 0))
      continue;
    auto start = dyn_cast<Value>(offset);
    std::optional<StepPosition> position =
        start ? positions.find(start) : std::nullopt;
    if (size != 1 || !position || !positions.covers(*position, extent))
      return false;
    ++counts;
  }
  return counts == 1;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void ThreadLoop::addThreads(const ThreadCarried &value) {
  auto type = dyn_cast<RankedTensorType>(value.argument.getType());
  if ((!value.isState() && !value.isOutput()) || !type)
    return;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t extent = type.getDimSize(dim);
    std::optional<unsigned> number = dims.find(value.argument, dim);
    if (!number || dims.isSerial(*number) || threads.contains(*number))
      continue;
    // Tensors that do not depend on each other share threads.
    bool isShared = llvm::any_of(threads, [&](auto &entry) {
      return entry.second == extent && dims.merge(entry.first, *number);
    });
    if (!isShared)
      threads.insert({*number, extent});
  }
}

void ThreadLoop::chooseThreads() {
  // The order of the tensor with the most dimensions, so that adjacent threads
  // have adjacent elements of it.
  const ThreadCarried *widest = nullptr;
  size_t most = 0;
  for (const ThreadCarried &value : carried) {
    threads.clear();
    addThreads(value);
    if (threads.size() > most) {
      most = threads.size();
      widest = &value;
    }
  }
  threads.clear();
  if (widest)
    addThreads(*widest);
  for (const ThreadCarried &value : carried)
    addThreads(value);
  // Two threads may not write the same elements.
  for (const ThreadCarried &value : carried) {
    if (!value.isOutput())
      continue;
    for (unsigned thread : llvm::reverse(findMissing(value))) {
      unsigned number = threads.begin()[thread].first;
      dims.makeSerial(number);
      threads.erase(number);
    }
  }
}

SmallVector<unsigned>
ThreadLoop::findMissing(const ThreadCarried &value) const {
  llvm::SmallBitVector isMissing(threads.size(), true);
  auto type = cast<RankedTensorType>(value.argument.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (std::optional<unsigned> thread = findThread(value.argument, dim))
      isMissing.reset(*thread);
  return llvm::to_vector_of<unsigned>(isMissing.set_bits());
}

std::optional<unsigned> ThreadLoop::findThread(Value tensor,
                                               int64_t dim) const {
  std::optional<unsigned> number = dims.find(tensor, dim);
  auto *found = number ? threads.find(*number) : threads.end();
  if (found == threads.end())
    return std::nullopt;
  return static_cast<unsigned>(found - threads.begin());
}

SmallVector<int64_t> ThreadLoop::getOwn(Value tensor) const {
  SmallVector<int64_t> own;
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()))
    for (auto [dim, extent] : llvm::enumerate(type.getShape()))
      own.push_back(findThread(tensor, dim) ? 1 : extent);
  return own;
}

std::string ThreadLoop::checkRegisters() const {
  int64_t registers = 0;
  for (const ThreadCarried &value : carried) {
    if (!value.isState())
      continue;
    int64_t count = 1;
    for (int64_t extent : getOwn(value.argument))
      if (extent > kMaxRegisters || (count *= extent) > kMaxRegisters)
        return "needs many elements of a carried tensor for one of the next "
               "iteration";
    registers += count;
  }
  return registers > kMaxRegisters ? "carries too many elements for one thread"
                                   : "";
}

bool ThreadLoop::forOwn(Value tensor,
                        llvm::function_ref<bool(ArrayRef<Value>)> visit) {
  SmallVector<int64_t> own = getOwn(tensor);
  int64_t count = llvm::product_of(own);
  for (int64_t element = 0; element < count; ++element) {
    SmallVector<Value> at(own.size());
    int64_t rest = element;
    for (size_t dim = own.size(); dim-- > 0; rest /= own[dim]) {
      std::optional<unsigned> thread = findThread(tensor, dim);
      at[dim] = thread          ? indices[*thread]
                : own[dim] == 1 ? getZero()
                                : getNumber(rest % own[dim]);
    }
    if (!visit(at))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Ops after the loop
//===----------------------------------------------------------------------===//

/// Whether the op moves or computes elements one by one.
static bool isElementwise(linalg::LinalgOp op) {
  return isParallelOnTensors(op) && op->getNumResults() == 1 &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         op.getRegionOutputArgs().front().use_empty() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) {
                        return map.isProjectedPermutation(
                            /*allowZeroInResults=*/true);
                      }) &&
         llvm::all_of(op.getBlock()->getOperations(), [](Operation &inner) {
           return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner);
         });
}

/// Appends an op that only moves dimensions of extent 1, or a pair of them.
bool ThreadLoop::addReshape(ThreadCarried &value, Operation *user) const {
  std::optional<UnitReshape> found = findUnitReshape(user);
  SmallVector<Operation *, 2> ops{user};
  if (!found && isa<tensor::CollapseShapeOp>(user) && user->hasOneUse()) {
    ops.push_back(*user->user_begin());
    found = findUnitReshape(ops.back());
  }
  if (!found || found->source != value.getFinal() ||
      llvm::any_of(ops, [&](Operation *op) {
        return op->getBlock() != loop->getBlock();
      }))
    return false;
  auto type = cast<RankedTensorType>(ops.back()->getResult(0).getType());
  SmallVector<int64_t> order(type.getRank(), -1);
  for (auto [source, dim] : llvm::zip_equal(value.order, found->dims))
    if (dim >= 0)
      order[dim] = source;
  value.order = std::move(order);
  llvm::append_range(value.consumers, ops);
  return true;
}

/// Appends the ops that each compute one element of an element of the output
/// alone. `later` are the loop and all ops that depend on it.
void ThreadLoop::addConsumers(ThreadCarried &value,
                              const llvm::SetVector<Operation *> &later) const {
  if (!isCovered(value))
    return;
  while (value.getFinal().hasOneUse()) {
    OpOperand &use = *value.getFinal().use_begin();
    if (addReshape(value, use.getOwner()))
      continue;
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || op->getBlock() != loop->getBlock() || !isElementwise(op) ||
        !op.isDpsInput(&use))
      return;
    AffineMap from = op.getMatchingIndexingMap(&use);
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (OpOperand &operand : op->getOpOperands())
      if (&operand != &use)
        captured.insert(operand.get());
    bool isIndependent = llvm::none_of(captured, [&](Value operand) {
      return later.contains(operand.getDefiningOp());
    });
    if (!from.isPermutation() || !isIndependent)
      return;
    AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    SmallVector<int64_t> order;
    for (AffineExpr loop : to.getResults())
      order.push_back(value.order[*from.getResultPosition(loop)]);
    value.order = std::move(order);
    value.consumers.push_back(op);
  }
}

void ThreadLoop::collectConsumers() {
  llvm::SetVector<Operation *> later;
  getForwardSlice(loop.getOperation(), &later);
  later.insert(loop);
  place = loop;
  for (ThreadCarried &value : carried) {
    if (!value.isOutput())
      continue;
    addConsumers(value, later);
    if (!value.consumers.empty() &&
        place->isBeforeInBlock(value.consumers.back()))
      place = value.consumers.back();
  }
  // All results are those of one kernel, which is before the last of the ops.
  auto isLater = [&](Operation *user) {
    Operation *own = loop->getBlock()->findAncestorOpInBlock(*user);
    return own && (isConsumer(own) || place->isBeforeInBlock(own));
  };
  bool isPossible = llvm::all_of(loop->getUsers(), isLater);
  for (const ThreadCarried &value : carried)
    isPossible &= llvm::all_of(value.getFinal().getUsers(), isLater);
  if (isPossible)
    return;
  place = loop;
  for (ThreadCarried &value : carried) {
    value.consumers.clear();
    value.resetOrder();
  }
}

bool ThreadLoop::isConsumer(Operation *op) const {
  return llvm::any_of(carried, [&](const ThreadCarried &value) {
    return llvm::is_contained(value.consumers, op);
  });
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether a step reads another part of the tensor than the steps before.
bool ThreadLoop::isReadByStep(Value tensor) const {
  if (auto found = readByStep.find(tensor); found != readByStep.end())
    return found->second;
  bool isRead = llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    if (user == loop)
      return false;
    if (isConsumer(user))
      return true;
    if (!loop->isAncestor(user))
      return llvm::any_of(user->getResults(),
                          [&](Value result) { return isReadByStep(result); });
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    return isa<tensor::ExtractOp>(user) ||
           (slice && ShapedType::isDynamicShape(slice.getStaticOffsets()));
  });
  return readByStep[tensor] = isRead;
}

/// Elements that several threads read are computed once, unless this is done
/// before the steps.
bool ThreadLoop::isWorthInlining(linalg::LinalgOp producer) const {
  if (llvm::hasSingleElement(producer.getBlock()->getOperations()) ||
      !isReadByStep(producer->getResult(0)))
    return true;
  auto type = cast<RankedTensorType>(producer->getResult(0).getType());
  int64_t reads = positions.getSteps();
  for (auto [number, extent] : threads)
    reads *= extent;
  return reads != 0 && type.hasStaticShape() && type.getNumElements() >= reads;
}

bool ThreadLoop::isInlined(Value tensor) const {
  Operation *op = tensor.getDefiningOp();
  if (!op || op->getBlock() != loop->getBlock())
    return false;
  if (isConsumer(op) || findUnitReshape(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && isElementwise(structured) && isForLoop(op) &&
         isWorthInlining(structured);
}

bool ThreadLoop::isForLoop(Operation *op) const {
  if (auto found = forLoop.find(op); found != forLoop.end())
    return found->second;
  return forLoop[op] = llvm::all_of(op->getUsers(), [&](Operation *user) {
           if (loop->isAncestor(user) || isConsumer(user))
             return true;
           auto collapse = dyn_cast<tensor::CollapseShapeOp>(user);
           bool isSkipped = collapse && isPartOfUnitReshapes(collapse);
           return user->getNumResults() == 1 &&
                  (isSkipped || isInlined(user->getResult(0))) &&
                  isForLoop(user);
         });
}

bool ThreadLoop::isLeaf(Value value) const {
  bool isTensor = isa<ShapedType>(value.getType());
  if (loop.isDefinedOutsideOfLoop(value))
    return !isTensor || !isInlined(value);
  return value.getParentBlock() == loop.getBody() &&
         (isa<BlockArgument>(value) || (!isTensor && positions.find(value)));
}

int64_t ThreadLoop::getMaxUnrolled() const { return kMaxUnrolled; }

Value ThreadLoop::getCurrent(const ThreadCarried &value, ArrayRef<Value> at) {
  int64_t element = 0;
  for (auto [dim, extent] : llvm::enumerate(getOwn(value.argument))) {
    if (auto thread = findThread(value.argument, dim)) {
      if (at[dim] != indices[*thread])
        return fail("reads other elements of a carried tensor than its own");
    } else if (extent != 1) {
      std::optional<int64_t> own = getConstantIntValue(at[dim]);
      if (!own || *own < 0 || *own >= extent)
        return fail("reads elements of a carried tensor at positions that are "
                    "not constants");
      element = element * extent + *own;
    }
  }
  return value.current[element];
}

Value ThreadLoop::getLeafElement(Value tensor, ArrayRef<Value> at) {
  if (ThreadCarried *value = findCarried(tensor)) {
    if (value->isState())
      return getCurrent(*value, at);
    return value->kind == ThreadCarried::Kind::Invariant
               ? getElement(value->init, at)
               : fail("reads a tensor into which it inserts slices");
  }
  for (const ThreadCarried &value : carried)
    if (tensor == value.result && value.written)
      return ArrayRef(value.writtenAt) == at
                 ? value.written
                 : fail("has a result that is read at other positions");
  if (TypedAttr constant = findConstantInit(tensor))
    return b.constant(constant);
  return tensor::ExtractOp::create(b, tensor, at);
}

Value ThreadLoop::getLeafScalar(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return value;
  if (std::optional<StepPosition> position = positions.find(value)) {
    Value &number = counted[{*position, value.getType().getAsOpaquePointer()}];
    if (!number) {
      number = b.index(position->offset);
      if (position->scale != 0) {
        Value scaled =
            position->scale == 1 ? counter : b.mul(counter, position->scale);
        number = position->offset == 0 ? scaled : b.add(scaled, number);
      }
      if (number.getType() != value.getType())
        number = b.indexCast(value.getType(), number);
    }
    return number;
  }
  if (value == loop.getInductionVar())
    return counter;
  ThreadCarried *found = findCarried(value);
  return found->isState() ? found->current.front() : found->init;
}

Value ThreadLoop::getLeafTensor(Value tensor) {
  ThreadCarried *value = findCarried(tensor);
  if (!value)
    return tensor;
  return value->kind == ThreadCarried::Kind::Invariant
             ? value->init
             : fail("gathers from a carried tensor in a nested region");
}

//===----------------------------------------------------------------------===//
// The code of a thread
//===----------------------------------------------------------------------===//

/// Creates the forall, without its code. A result that is the same for all
/// threads of a dimension has it in addition.
void ThreadLoop::createForall() {
  SmallVector<Value> shared;
  SmallVector<OpFoldResult> bounds;
  for (auto [number, extent] : threads)
    bounds.push_back(b.getIndexAttr(extent));
  std::optional<ArrayAttr> mapping;
  if (bounds.empty()) {
    bounds.push_back(b.getIndexAttr(1));
    // A forall of one iteration without a mapping is inlined into host code.
    mapping = b.getArrayAttr(gpu::GPUThreadMappingAttr::get(
        b.getContext(), gpu::MappingId::LinearDim0));
  }
  for (const ThreadCarried &value : carried) {
    if (!value.hasPart())
      continue;
    if (value.isOutput() && !isCovered(value)) {
      shared.push_back(value.init);
      continue;
    }
    auto type = cast<RankedTensorType>(value.getFinal().getType());
    SmallVector<int64_t> shape;
    for (unsigned thread : findMissing(value))
      shape.push_back(threads.begin()[thread].second);
    llvm::append_range(shape, type.getShape());
    shared.push_back(tensor::EmptyOp::create(b, shape, type.getElementType()));
  }
  forall = scf::ForallOp::create(b, bounds, shared, mapping);
  indices.assign(forall.getInductionVars().begin(),
                 forall.getInductionVars().end());
}

void ThreadLoop::emitPart(ThreadCarried &value, Value shared) {
  SmallVector<int64_t> kept;
  auto add = [&](OpFoldResult offset, int64_t size) {
    value.offsets.push_back(offset);
    value.sizes.push_back(b.getIndexAttr(size));
    value.strides.push_back(b.getIndexAttr(1));
    if (size != 1)
      kept.push_back(size);
  };
  for (unsigned thread : findMissing(value))
    add(indices[thread], 1);
  SmallVector<int64_t> own = getOwn(value.argument);
  for (int64_t dim : value.order) {
    auto thread = dim >= 0 ? findThread(value.argument, dim) : std::nullopt;
    add(thread ? OpFoldResult(indices[*thread]) : b.getIndexAttr(0),
        dim >= 0 ? own[dim] : 1);
  }
  value.part = tensor::ExtractSliceOp::create(
      b, RankedTensorType::get(kept, getElementTypeOrSelf(shared)), shared,
      value.offsets, value.sizes, value.strides);
}

bool ThreadLoop::emitStarts() {
  for (ThreadCarried &value : carried) {
    if (!value.isState())
      continue;
    if (!isa<RankedTensorType>(value.init.getType())) {
      value.current = {value.init};
      continue;
    }
    bool isEmitted = forOwn(value.argument, [&](ArrayRef<Value> at) {
      value.current.push_back(getElement(value.init, at));
      return static_cast<bool>(value.current.back());
    });
    if (!isEmitted)
      return false;
  }
  return true;
}

/// Creates the loop over scalars and parts, without its code.
scf::ForOp ThreadLoop::createLoop() {
  SmallVector<Value> starts;
  for (const ThreadCarried &value : carried) {
    if (value.isState())
      llvm::append_range(starts, value.current);
    else if (value.isOutput())
      starts.push_back(value.part);
  }
  int64_t steps = positions.getSteps();
  auto made =
      steps != 0
          ? scf::ForOp::create(b, b.index(0), b.index(steps), b.index(1),
                               starts)
          : scf::ForOp::create(b, loop.getLowerBound(), loop.getUpperBound(),
                               loop.getStep(), starts, /*bodyBuilder=*/nullptr,
                               loop.getUnsignedCmp());
  b.setInsertionPointToEnd(made.getBody());
  counter = made.getInductionVar();
  return made;
}

Value ThreadLoop::emitElement(ThreadCarried &value, Value element,
                              ArrayRef<Value> at, Value memory) {
  SmallVector<Value> to, stored;
  SmallVector<int64_t> own = getOwn(value.argument);
  for (int64_t dim : value.order) {
    to.push_back(dim >= 0 ? at[dim] : getZero());
    if (dim >= 0 && own[dim] != 1)
      stored.push_back(at[dim]);
  }
  if (!value.consumers.empty()) {
    value.written = element;
    value.writtenAt.assign(at.begin(), at.end());
    element = getElement(value.getFinal(), to);
  }
  return element ? tensor::InsertOp::create(b, element, memory, stored)
                 : Value();
}

Value ThreadLoop::emitInsertion(tensor::InsertSliceOp op, ThreadCarried &value,
                                Value memory) {
  SmallVector<Value> starts;
  SmallVector<int64_t> own(op.getStaticSizes());
  for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets())) {
    if (findThread(value.argument, dim))
      own[dim] = 1;
    auto scalar = dyn_cast<Value>(offset);
    starts.push_back(scalar ? getScalar(scalar) : Value());
    if (scalar && !starts.back())
      return Value();
  }
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t count = llvm::product_of(own);
  if (count > kMaxUnrolled)
    return fail("inserts too many elements for one thread");
  for (int64_t element = 0; element < count; ++element) {
    SmallVector<Value> from, at;
    int64_t rest = element, below = count;
    for (auto [dim, size, extent] :
         llvm::enumerate(own, op.getType().getShape())) {
      below /= size;
      int64_t local = rest / below;
      rest %= below;
      std::optional<unsigned> thread = findThread(value.argument, dim);
      if (!dropped[dim])
        from.push_back(thread ? indices[*thread] : getNumber(local));
      if (thread)
        at.push_back(indices[*thread]);
      else if (extent == 1)
        at.push_back(getZero());
      else if (Value start = starts[dim])
        at.push_back(local == 0 ? start : b.add(start, local));
      else
        at.push_back(getNumber(op.getStaticOffset(dim) + local));
    }
    Value inserted = getElement(op.getSource(), from);
    memory = inserted ? emitElement(value, inserted, at, memory) : Value();
    if (!memory)
      return Value();
  }
  return memory;
}

/// Emits an iteration. Returns whether there is code for it.
bool ThreadLoop::emitStep() {
  SmallVector<Value> next;
  for (size_t number = 0; number < carried.size(); ++number) {
    ThreadCarried &value = carried[number];
    Value yielded = loop.getYieldedValues()[number];
    if (value.isOutput()) {
      next.push_back(value.part);
      for (tensor::InsertSliceOp op : value.insertions)
        if (next.back())
          next.back() = emitInsertion(op, value, next.back());
    } else if (value.isState() && !isa<ShapedType>(yielded.getType())) {
      next.push_back(getScalar(yielded));
    } else if (value.isState()) {
      forOwn(value.argument, [&](ArrayRef<Value> at) {
        next.push_back(getElement(yielded, at));
        return static_cast<bool>(next.back());
      });
    }
    if (!next.empty() && !next.back())
      return false;
  }
  scf::YieldOp::create(b, next);
  return true;
}

void ThreadLoop::emitFinals(scf::ForOp made) {
  ResultRange finals = made.getResults();
  for (ThreadCarried &value : carried) {
    if (value.isOutput()) {
      value.part = finals.front();
      finals = finals.drop_front();
    }
    if (!value.isState())
      continue;
    ResultRange own = finals.take_front(value.current.size());
    finals = finals.drop_front(value.current.size());
    if (!value.hasPart())
      continue;
    forOwn(value.argument, [&](ArrayRef<Value> at) {
      SmallVector<Value> to;
      for (auto [extent, index] : llvm::zip(getOwn(value.argument), at))
        if (extent != 1)
          to.push_back(index);
      value.part = tensor::InsertOp::create(b, own.front(), value.part, to);
      own = own.drop_front();
      return true;
    });
  }
  b.setInsertionPointToEnd(forall.getTerminator().getBody());
  unsigned number = 0;
  for (ThreadCarried &value : carried) {
    if (!value.hasPart())
      continue;
    Value shared = forall.getRegionIterArgs()[number++];
    tensor::ParallelInsertSliceOp::create(b, value.part, shared, value.offsets,
                                          value.sizes, value.strides);
  }
}

bool ThreadLoop::emit() {
  b.setInsertionPoint(place);
  createForall();
  b.setInsertionPoint(forall.getTerminator());
  emitZero();
  unsigned number = 0;
  for (ThreadCarried &value : carried)
    if (value.hasPart())
      emitPart(value, forall.getRegionIterArgs()[number++]);
  if (!emitStarts())
    return false;
  scf::ForOp made = createLoop();
  ValueRange arguments = made.getRegionIterArgs();
  for (ThreadCarried &value : carried) {
    if (value.isState()) {
      size_t count = value.current.size();
      value.current = arguments.take_front(count);
      arguments = arguments.drop_front(count);
    } else if (value.isOutput()) {
      value.part = arguments.front();
      arguments = arguments.drop_front();
    }
  }
  if (!emitStep())
    return false;
  eraseDeadCode(*made.getBody());
  if (made.getBody()->getOperations().size() > kMaxOps) {
    fail("has a step that is too long for one thread");
    return false;
  }
  forget();
  b.setInsertionPoint(forall.getTerminator());
  emitFinals(made);
  int64_t invariant = llvm::count_if(
      made.getBody()->getOps<tensor::ExtractOp>(), [&](tensor::ExtractOp op) {
        return llvm::all_of(op->getOperands(), [&](Value operand) {
          return made.isDefinedOutsideOfLoop(operand) ||
                 operand.getDefiningOp<arith::ConstantOp>();
        });
      });
  // A loop that may have no iteration may also have no element to load.
  if (invariant <= kMaxHoisted && positions.getSteps() != 0)
    moveLoopInvariantCode(made);
  unrollSteps(made, positions.getSteps());
  return true;
}

void ThreadLoop::replace() {
  b.setInsertionPointAfter(forall);
  unsigned number = 0;
  for (ThreadCarried &value : carried) {
    if (value.kind == ThreadCarried::Kind::Invariant)
      value.result.replaceAllUsesWith(value.init);
    if (!value.hasPart())
      continue;
    Value made = forall.getResult(number++);
    auto type = cast<RankedTensorType>(value.getFinal().getType());
    if (made.getType() != type) {
      auto missing =
          cast<RankedTensorType>(made.getType()).getRank() - type.getRank();
      SmallVector<OpFoldResult> offsets(missing + type.getRank(),
                                        b.getIndexAttr(0)),
          sizes(missing, b.getIndexAttr(1)),
          strides(offsets.size(), b.getIndexAttr(1));
      for (int64_t extent : type.getShape())
        sizes.push_back(b.getIndexAttr(extent));
      made = tensor::ExtractSliceOp::create(b, type, made, offsets, sizes,
                                            strides);
    }
    value.getFinal().replaceAllUsesWith(made);
    for (Operation *op : llvm::reverse(value.consumers))
      op->erase();
  }
  loop.erase();
}

std::string ThreadLoop::run() {
  std::string obstacle = findLoopObstacle(loop);
  if (obstacle.empty())
    obstacle = collectCarried();
  if (!obstacle.empty())
    return obstacle;
  chooseThreads();
  obstacle = checkRegisters();
  if (!obstacle.empty())
    return obstacle;
  collectConsumers();
  if (!emit()) {
    SmallVector<Value> shared(forall.getOutputs());
    forall.erase();
    for (Value output : shared)
      if (auto empty = output.getDefiningOp<tensor::EmptyOp>();
          empty && empty->use_empty())
        empty.erase();
    return getObstacle().str();
  }
  replace();
  return "";
}
