//===- Members.cpp - Wide tuples in several ops -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread holds several items and the tuples of its wave's steps in registers,
// and the addresses of all buffers besides. Wide tuples spill, and take long to
// compile. Where the combiner computes some members without the others, each
// such set of members is reduced or scanned by an op of its own. Kernels of
// equal ops are shared, so that sixteen sums of four members compile once.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::prim;

/// A tuple of so many bytes stays together whatever its combiner does.
static constexpr int64_t maxBytesTogether = 64;
/// Sets of members that are independent share an op up to this size.
static constexpr int64_t bytesOfStep = 32;

namespace {
/// Numbers of members, in ascending order.
using Members = SmallVector<unsigned>;
} // namespace

/// Joins what `value`, the member `number` of what a combiner yields, is
/// computed from.
static void joinSources(Value value, unsigned number, Block &combiner,
                        llvm::IntEqClasses &members) {
  unsigned numMembers = combiner.getNumArguments() / 2;
  SmallVector<Value> work = {value};
  DenseSet<Operation *> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (argument.getOwner() == &combiner)
        members.join(number, argument.getArgNumber() % numMembers);
      continue;
    }
    if (!combiner.getParent()->isAncestor(next.getParentRegion()) ||
        !seen.insert(next.getDefiningOp()).second)
      continue;
    next.getDefiningOp()->walk(
        [&](Operation *op) { llvm::append_range(work, op->getOperands()); });
  }
}

/// The smallest sets of members that `combiner` computes from themselves alone.
static SmallVector<Members> getIndependentMembers(Block &combiner) {
  unsigned numMembers = combiner.getNumArguments() / 2;
  llvm::IntEqClasses classes(numMembers);
  for (auto [number, value] :
       llvm::enumerate(combiner.getTerminator()->getOperands()))
    joinSources(value, number, combiner, classes);
  // Classes are numbered by their first members.
  classes.compress();
  SmallVector<Members> sets(classes.getNumClasses());
  for (unsigned number = 0; number < numMembers; ++number)
    sets[classes[number]].push_back(number);
  return sets;
}

static SmallVector<Members> pack(ArrayRef<Members> sets, TypeRange types) {
  SmallVector<Members> steps;
  int64_t bytes = 0;
  for (const Members &set : sets) {
    int64_t more = 0;
    for (unsigned number : set)
      more += getElementBytes(types[number]);
    if (steps.empty() || bytes + more > bytesOfStep) {
      steps.emplace_back();
      bytes = 0;
    }
    llvm::append_range(steps.back(), set);
    bytes += more;
  }
  for (Members &step : steps)
    llvm::sort(step);
  return steps;
}

/// Takes the values of `members` out of `values`, which has one or more sets of
/// `count` values, one for each member.
template <typename Range>
static SmallVector<Value> take(Range values, const Members &members,
                               size_t count) {
  SmallVector<Value> taken;
  for (size_t first = 0; first < values.size(); first += count)
    for (unsigned number : members)
      taken.push_back(values[first + number]);
  return taken;
}

/// The outputs of `op` that are discarded, numbered among those of `members`.
static SmallVector<int64_t> takeDiscards(DeviceOpInterface op,
                                         const Members &members, size_t count) {
  SmallVector<int64_t> discards;
  int64_t position = 0;
  for (size_t first = 0; first < op.getDeviceOuts().size(); first += count)
    for (unsigned number : members) {
      if (llvm::is_contained(op.getDeviceDiscards(), int64_t(first + number)))
        discards.push_back(position);
      ++position;
    }
  return discards;
}

/// The buffer that `value` is a view of, by the ops that make views.
static Value getViewed(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether a step writes to a buffer of which another one reads any part, and
/// so may read what was written. Discarded outputs are not written.
static bool isReadByOthers(ArrayRef<Members> steps, DeviceOpInterface op,
                           ValueRange ins, ValueRange outs) {
  // The step that reads a buffer, or steps.size() where several do.
  DenseMap<Value, size_t> readers;
  for (auto [step, members] : llvm::enumerate(steps))
    for (unsigned number : members) {
      auto [reader, isFirst] =
          readers.try_emplace(getViewed(ins[number]), step);
      if (!isFirst && reader->second != step)
        reader->second = steps.size();
    }
  for (auto [step, members] : llvm::enumerate(steps)) {
    SmallVector<int64_t> discards = takeDiscards(op, members, ins.size());
    for (auto [position, out] :
         llvm::enumerate(take(outs, members, ins.size()))) {
      auto reader = readers.find(getViewed(out));
      if (reader != readers.end() && reader->second != step &&
          !llvm::is_contained(discards, int64_t(position)))
        return true;
    }
  }
  return false;
}

/// Leaves of `combiner` what it does for `members`.
static void keepMembers(Block &combiner, const Members &members) {
  unsigned numMembers = combiner.getNumArguments() / 2;
  Operation *yield = combiner.getTerminator();
  yield->setOperands(take(yield->getOperands(), members, numMembers));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(combiner)))
    if (isOpTriviallyDead(&op))
      op.erase();
  combiner.eraseArguments([&](BlockArgument argument) {
    return !llvm::is_contained(members, argument.getArgNumber() % numMembers);
  });
}

namespace {

template <typename OpTy>
class MemberDecomposition : public StepSequence {
public:
  MemberDecomposition(OpTy op, SmallVector<Members> steps)
      : op(op), steps(std::move(steps)) {}

  SmallVector<StepBuffer> getBuffers() override { return {}; }

  void emit(StepBuilder &builder, HostBuilder &host) override {
    for (const Members &members : steps)
      builder.add([&](const StepPlace &at) { return createStep(at, members); });
  }

private:
  Operation *createStep(const StepPlace &at, const Members &members) {
    size_t count = op.getIns().size();
    OpTy step = createStepLike(op, at);
    step.getInsMutable().assign(take(op.getIns(), members, count));
    step.getOutsMutable().assign(take(op.getOuts(), members, count));
    step.getInitMutable().assign(take(op.getInit(), members, count));
    step.getIdentityMutable().assign(take(op.getIdentity(), members, count));
    step.setDiscards(takeDiscards(cast<DeviceOpInterface>(op.getOperation()),
                                  members, count));
    keepMembers(step.getCombiner().front(), members);
    return step;
  }

  OpTy op;
  SmallVector<Members> steps;
};

} // namespace

template <typename OpTy>
static std::unique_ptr<Decomposition> getStepsOf(OpTy op) {
  // A map of the elements, or of the results, may need all members.
  if (op.getCombiner().empty() || !op.getPrologue().empty() ||
      !op.getEpilogue().empty() || op.getSegmentForm() == SegmentForm::Key)
    return nullptr;
  auto device = cast<DeviceOpInterface>(op.getOperation());
  SmallVector<Type> types = llvm::map_to_vector(
      op.getIns(), [](Value in) { return getElementTypeOrSelf(in); });
  int64_t bytes = countBytes(types);
  Block &combiner = op.getCombiner().front();
  auto canBeLeftOut = [](Operation &each) {
    return wouldOpBeTriviallyDead(&each);
  };
  if (bytes <= maxBytesTogether ||
      !llvm::all_of(combiner.without_terminator(), canBeLeftOut))
    return nullptr;
  SmallVector<Members> steps = pack(getIndependentMembers(combiner), types);
  if (steps.size() == 1)
    return nullptr;
  // A step whose outputs are all discarded does nothing.
  llvm::erase_if(steps, [&](const Members &members) {
    size_t sets = op.getOuts().size() / types.size();
    return takeDiscards(device, members, types.size()).size() ==
           sets * members.size();
  });
  if (isReadByOthers(steps, device, op.getIns(), op.getOuts()))
    return nullptr;
  return std::make_unique<MemberDecomposition<OpTy>>(op, std::move(steps));
}

std::unique_ptr<Decomposition> mlir::prim::decomposeMembers(DeviceReduceOp op) {
  return getStepsOf(op);
}

std::unique_ptr<Decomposition> mlir::prim::decomposeMembers(DeviceScanOp op) {
  return getStepsOf(op);
}
