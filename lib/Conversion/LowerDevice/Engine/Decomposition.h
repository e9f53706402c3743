//===- Decomposition.h - Ops that are done by others --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some device ops are done by a sequence of other ops: a sort by
// several keys is a stable sort by each of them. Such an op is replaced by host
// code with these, which are lowered like any others. Between two of them
// elements lie in buffers of the workspace, behind which the steps share what
// is left. Where only the host knows which way is the better one, there is host
// code for both.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DECOMPOSITION_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DECOMPOSITION_H

#include "DeviceContext.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"

namespace mlir::prim {

class DeviceMapOp;

/// How an op is done by others.
class Decomposition {
public:
  virtual ~Decomposition() = default;
  /// The bytes (i64) of workspace that they take.
  virtual Value emitBytes(DeviceOpInterface op, HostBuilder &host) = 0;
  /// Puts them, and host code that they need, at the builder.
  virtual void emitSteps(DeviceOpInterface op, HostBuilder &host) = 0;
};

/// A buffer in between: the sizes of `like`, a memref of the op, and elements
/// of a type.
struct StepBuffer {
  Value like;
  Type element;
};

/// A buffer for each member of items of `types`.
SmallVector<StepBuffer> getItemBuffers(ValueRange like, ArrayRef<Type> types);

/// Where a step goes: at a builder, with a workspace, or none where it is only
/// asked for it.
struct StepPlace {
  CodeBuilder &b;
  Value workspace = {};
  bool initialized = false;
};

/// A map as a step, whose region `fill` fills and yields.
DeviceMapOp createStepMap(
    const StepPlace &at, ValueRange ins, ValueRange outs, bool predicated,
    bool takesIndex,
    llvm::function_ref<SmallVector<Value>(CodeBuilder &, ValueRange)> fill);

/// Replaces an op by the steps of a sequence, or computes the size of their
/// workspace; both add the same steps.
class StepBuilder {
public:
  StepBuilder(DeviceOpInterface op, HostBuilder &host) : op(op), host(host) {}

  /// Whether steps are only asked for their workspace. Host code that leads
  /// from one to the other is not needed then.
  bool onlyAsks() const { return asks; }
  /// The buffers in between.
  ArrayRef<Value> buffers() const { return between; }
  /// Adds an op, which `create` makes there, and nothing else.
  using CreateFn = llvm::function_ref<Operation *(const StepPlace &)>;
  void add(CreateFn create);
  /// Leaves zero what steps share that are not told that it is, if the op has
  /// to.
  void clearShared();

  /// Elements [begin, begin + size) along dimension `along` of a memref; i64.
  Value slice(Value memref, int64_t along, Value begin, Value size);

private:
  friend class StepSequence;
  void makeBuffers(ArrayRef<StepBuffer> wanted, Value workspace);
  Value toIndex(Value value);

  DeviceOpInterface op;
  HostBuilder &host;
  bool asks = false;
  SmallVector<Value> between;
  /// Bytes that the buffers take, and the most that a step asks for; i64.
  Value taken, most;
  Value left;
};

/// Steps one after the other.
class StepSequence : public Decomposition {
public:
  Value emitBytes(DeviceOpInterface op, HostBuilder &host) final;
  void emitSteps(DeviceOpInterface op, HostBuilder &host) final;

  virtual SmallVector<StepBuffer> getBuffers() = 0;
  virtual void emit(StepBuilder &steps, HostBuilder &host) = 0;
};

/// One of two ways, as a condition (i1) says that the host evaluates.
class Choice : public Decomposition {
public:
  using ConditionFn = std::function<Value(HostBuilder &)>;
  Choice(ConditionFn condition, std::unique_ptr<Decomposition> yes,
         std::unique_ptr<Decomposition> no)
      : condition(std::move(condition)), yes(std::move(yes)),
        no(std::move(no)) {}

  Value emitBytes(DeviceOpInterface op, HostBuilder &host) override;
  void emitSteps(DeviceOpInterface op, HostBuilder &host) override;

private:
  ConditionFn condition;
  std::unique_ptr<Decomposition> yes, no;
};

/// The attribute of an op that is one of the ways of a choice: whether the
/// condition holds. Such an op is not decomposed into a choice again.
std::optional<bool> getChoice(DeviceOpInterface op);
void setChoice(Operation *op, bool holds);

/// The bytes (i64) of workspace of an op that `create` makes at the builder,
/// and nothing else.
Value askWorkspace(HostBuilder &host,
                   llvm::function_ref<Operation *(CodeBuilder &)> create);

/// Copies `op` as a step.
template <typename OpTy>
OpTy createStepLike(OpTy op, const StepPlace &at) {
  Operation *copy = Operation::create(
      op.getLoc(), op->getName(), TypeRange(), op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      /*successors=*/BlockRange(), op->getNumRegions());
  for (auto [from, to] : llvm::zip(op->getRegions(), copy->getRegions())) {
    IRMapping mapping;
    from.cloneInto(&to, mapping);
  }
  at.b.insert(copy);
  auto step = cast<OpTy>(copy);
  step.getAsyncDependenciesMutable().clear();
  step.getWorkspaceMutable().clear();
  if (at.workspace)
    step.getWorkspaceMutable().assign(at.workspace);
  step.setInitialized(at.initialized);
  return step;
}

/// A sort as a step, in the order of `op` and along its dimension.
template <typename OpTy>
DeviceSortOp createStepSort(OpTy op, const StepPlace &at, ValueRange ins,
                            ValueRange outs, ValueRange reads) {
  return DeviceSortOp::create(
      at.b, TypeRange(), ins, outs, at.workspace, reads,
      /*asyncDependencies=*/ValueRange(), /*segments=*/ValueRange(),
      op.getDimensionAttr(), /*segment_form=*/SegmentFormAttr(),
      /*may_clobber_input=*/false, /*batches=*/false, op.getBeginBitAttr(),
      op.getEndBitAttr(), op.getKeysAttr(), op.getOrdersAttr(), at.initialized,
      op.getTuningAttr(), op.getOrderAttr(), op.getDescending());
}

/// The op itself, as one of the ways of a choice.
template <typename OpTy>
class ChosenOp : public Decomposition {
public:
  ChosenOp(OpTy op, bool holds) : op(op), holds(holds) {}

  Value emitBytes(DeviceOpInterface, HostBuilder &host) override {
    return askWorkspace(host, [&](CodeBuilder &b) { return copy({b}); });
  }
  void emitSteps(DeviceOpInterface, HostBuilder &host) override {
    copy({host, op.getWorkspace(), op.getInitialized()});
  }

private:
  Operation *copy(const StepPlace &at) {
    OpTy result = createStepLike(op, at);
    setChoice(result, holds);
    return result;
  }

  OpTy op;
  bool holds;
};

/// Replaces such ops in `root`, and the ops that ask for their workspace.
void decomposeOps(Operation *root, const DeviceContext &context);

/// Removes an op whose work other host code does now.
void removeDone(DeviceOpInterface op);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DECOMPOSITION_H
