//===- ThreadLoop.h - A loop that each thread runs ---------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one scf.forall of a loop over tensors. Each thread runs the loop for
// its own positions in the tensors.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_THREADLOOP_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_THREADLOOP_H

#include "ElementCode.h"
#include "LoopDims.h"
#include "StepPositions.h"

namespace mlir::prim {

/// A value that the loop carries.
struct ThreadCarried {
  enum class Kind {
    /// Returned unchanged by each iteration.
    Invariant,
    /// Each thread has its elements in registers.
    State,
    /// A tensor into which each iteration inserts slices.
    Output,
    /// An output that nothing uses.
    Unused
  };
  Kind kind = Kind::State;
  Value init, result;
  BlockArgument argument;
  /// The insertions of an iteration into an output, in their order.
  SmallVector<tensor::InsertSliceOp, 1> insertions;
  /// The thread's elements of a state.
  SmallVector<Value> current;
  /// Elementwise ops and reshapes after the loop, each on the result of the one
  /// before it, that replace an output.
  SmallVector<Operation *, 1> consumers;
  /// By dimension of what a result becomes: the result's dimension, or -1 for
  /// an extent of 1.
  SmallVector<int64_t> order;
  /// The element of an output that is written, and its position.
  Value written;
  SmallVector<Value> writtenAt;
  /// The thread's part of the result.
  SmallVector<OpFoldResult> offsets, sizes, strides;
  Value part;

  /// The tensor that replaces the result and its consumers.
  Value getFinal() const {
    return consumers.empty() ? result : consumers.back()->getResult(0);
  }
  void resetOrder() {
    if (auto type = dyn_cast<RankedTensorType>(init.getType()))
      order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  }
  bool isState() const { return kind == Kind::State; }
  bool isOutput() const { return kind == Kind::Output; }
  bool hasPart() const {
    return isOutput() || (isState() && !result.use_empty());
  }
};

/// The code of a thread.
class ThreadLoop : public ElementCode {
public:
  ThreadLoop(scf::ForOp loop, CodeBuilder &builder)
      : ElementCode(builder), loop(loop), dims(loop), positions(loop) {}

  /// Replaces the loop. Returns why it did not, as a predicate of the loop;
  /// empty if it did.
  std::string run();

protected:
  bool isLeaf(Value value) const override;
  Value getLeafElement(Value tensor, ArrayRef<Value> at) override;
  Value getLeafScalar(Value value) override;
  Value getLeafTensor(Value tensor) override;
  int64_t getMaxUnrolled() const override;

private:
  std::string collectCarried();
  std::string classify(ThreadCarried &value, Value yielded) const;
  void addThreads(const ThreadCarried &value);
  void chooseThreads();
  /// The threads' dimensions that a carried tensor does not have.
  SmallVector<unsigned> findMissing(const ThreadCarried &value) const;
  std::string checkRegisters() const;
  ThreadCarried *findCarried(Value value);
  void collectConsumers();
  void addConsumers(ThreadCarried &value,
                    const llvm::SetVector<Operation *> &later) const;
  bool addReshape(ThreadCarried &value, Operation *user) const;
  bool isConsumer(Operation *op) const;
  bool isCovered(const ThreadCarried &value) const;

  /// Whether a tensor from outside of the loop is computed where it is read.
  bool isInlined(Value tensor) const;
  /// Whether the op computes for the loop alone.
  bool isForLoop(Operation *op) const;
  bool isWorthInlining(linalg::LinalgOp producer) const;
  bool isReadByStep(Value tensor) const;

  /// The number of the thread's index along the dimension; nothing if a thread
  /// has all of it.
  std::optional<unsigned> findThread(Value tensor, int64_t dim) const;
  /// The extents that a thread has of a carried tensor.
  SmallVector<int64_t> getOwn(Value tensor) const;
  /// Calls `visit` with the positions in `tensor` of the thread's elements.
  /// Stops when it returns false.
  bool forOwn(Value tensor, llvm::function_ref<bool(ArrayRef<Value>)> visit);
  Value getCurrent(const ThreadCarried &value, ArrayRef<Value> at);

  bool emit();
  void createForall();
  void emitPart(ThreadCarried &value, Value shared);
  bool emitStarts();
  scf::ForOp createLoop();
  bool emitStep();
  /// Stores the thread's elements of an inserted slice.
  Value emitInsertion(tensor::InsertSliceOp op, ThreadCarried &value,
                      Value memory);
  Value emitElement(ThreadCarried &value, Value element, ArrayRef<Value> at,
                    Value memory);
  void emitFinals(scf::ForOp made);
  void replace();

  mutable scf::ForOp loop;
  LoopDims dims;
  /// Mutable, since it remembers what it found.
  mutable StepPositions positions;
  std::vector<ThreadCarried> carried;
  /// The extents of the threads, by their classes of dimensions.
  llvm::MapVector<unsigned, int64_t> threads;
  /// The op before which the kernel is.
  Operation *place = nullptr;
  /// By thread dimension: the index of the thread.
  SmallVector<Value> indices;
  scf::ForallOp forall;
  Value counter;
  /// By position and type: its value in the current step.
  std::map<std::pair<StepPosition, const void *>, Value> counted;
  /// Answers for tensors from outside of the loop.
  mutable llvm::DenseMap<Value, bool> readByStep;
  mutable llvm::DenseMap<Operation *, bool> forLoop;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_THREADLOOP_H
