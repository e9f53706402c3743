//===- SinkLoops.cpp - prim-sink-loops ---------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one linalg.generic of a loop that carries tensors and computes each of
// their elements from the same element of the iteration before. The loop runs
// over scalars in the body of the generic.
//
//===----------------------------------------------------------------------===//

#include "GenericCode.h"
#include "Operands.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMSINKLOOPS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A value that a loop carries.
struct Carried {
  enum class Kind {
    /// Returned unchanged by each iteration.
    Invariant,
    /// A tensor of the loop's shape.
    Elements,
    /// A scalar, or the only element of a tensor, which is the same for all
    /// elements of the others: code of it has no index that could differ.
    Uniform
  };
  Kind kind = Kind::Uniform;
  Value init, result;
  /// In the new loop: the scalar before it, and the current one.
  Value start, current;
};

/// A loop in the body of a generic.
class SunkLoop : public GenericCode {
public:
  SunkLoop(LoopLikeOpInterface loop, CodeBuilder &builder)
      : GenericCode(builder), loop(loop) {}

  /// Replaces the loop. Returns why it did not, as a predicate of the loop;
  /// empty if it did.
  std::string sink();

protected:
  bool isLeaf(Value value) const override {
    return carriedBy.contains(value) || value == getInductionVariable() ||
           loop.isDefinedOutsideOfLoop(value);
  }
  Value getLeafElement(Value tensor, ArrayRef<Value> indices) override;
  Value getLeafScalar(Value value) override;
  Value getLeafTensor(Value tensor) override;

private:
  Value getInductionVariable() const {
    auto counted = dyn_cast<scf::ForOp>(*loop);
    return counted ? counted.getInductionVar() : Value();
  }
  std::string collectCarried();
  std::string findShape();
  Value emitStart(const Carried &carried);
  Value emitNext(Value yielded);
  bool emitNext();
  bool emitFor(scf::ForOp old);
  bool emitWhile(scf::WhileOp old);
  SmallVector<Value> getVariables(Value Carried::*member) const;
  void setCurrent(ValueRange arguments);
  void replace();

  mutable LoopLikeOpInterface loop;
  SmallVector<Carried> carried;
  /// By argument of the loop's regions: the number of the carried value.
  llvm::DenseMap<Value, unsigned> carriedBy;
  /// The type of the first tensor with the loop's shape.
  RankedTensorType shape;
  /// The results of the new loop.
  SmallVector<Value> finals;
  Value counter;
};

} // namespace

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

std::string SunkLoop::collectCarried() {
  SmallVector<ValueRange> regions{loop.getRegionIterArgs()};
  if (auto whileLoop = dyn_cast<scf::WhileOp>(*loop)) {
    if (!llvm::equal(whileLoop.getConditionOp().getArgs(),
                     whileLoop.getBeforeArguments()))
      return "has a condition that passes on other values than the carried "
             "ones";
    regions.push_back(whileLoop.getAfterArguments());
  }
  for (auto [number, init] : llvm::enumerate(loop.getInits())) {
    Carried value;
    value.init = init;
    value.result = loop->getResult(number);
    Value yielded = loop.getYieldedValues()[number];
    for (ValueRange arguments : regions) {
      carriedBy[arguments[number]] = number;
      if (yielded == arguments[number])
        value.kind = Carried::Kind::Invariant;
    }
    carried.push_back(value);
  }
  return "";
}

/// Whether the generic has a result for the value.
static bool isResultOfElements(const Carried &value) {
  return value.kind == Carried::Kind::Elements && !value.result.use_empty();
}

static bool isSingle(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getNumElements() == 1;
}

std::string SunkLoop::findShape() {
  SmallVector<Carried *> tensors;
  for (Carried &value : carried) {
    auto type = dyn_cast<ShapedType>(value.init.getType());
    if (value.kind == Carried::Kind::Invariant || !type)
      continue;
    if (!isa<RankedTensorType>(type) || !type.hasStaticShape())
      return "carries tensors of unknown extents";
    if (cast<RankedTensorType>(type).getEncoding())
      return "carries tensors with an encoding";
    tensors.push_back(&value);
  }
  if (tensors.empty())
    return "changes no tensor";
  auto isMany = [](Carried *value) { return !isSingle(value->init.getType()); };
  // Without tensors of several elements, the single ones are the elements.
  if (llvm::any_of(tensors, isMany))
    llvm::erase_if(tensors, [&](Carried *value) { return !isMany(value); });
  shape = cast<RankedTensorType>(tensors.front()->init.getType());
  for (Carried *value : tensors) {
    auto type = cast<RankedTensorType>(value->init.getType());
    if (type.getShape() != shape.getShape())
      return "carries tensors of several shapes";
    value->kind = Carried::Kind::Elements;
  }
  for (Carried &value : carried)
    if (value.kind == Carried::Kind::Uniform && !value.result.use_empty())
      return "has a result without elements, beside its tensors";
  return "";
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value SunkLoop::getLeafElement(Value tensor, ArrayRef<Value> at) {
  auto found = carriedBy.find(tensor);
  if (found == carriedBy.end())
    return getInput(tensor, at);
  const Carried &value = carried[found->second];
  if (value.kind == Carried::Kind::Invariant)
    return getInput(value.init, at);
  if (value.kind == Carried::Kind::Elements)
    for (auto [extent, index, own] :
         llvm::zip_equal(getShape(), at, getIndices()))
      if (extent != 1 && index != own)
        return fail("reads other elements of a carried tensor than its own");
  return value.current;
}

Value SunkLoop::getLeafScalar(Value value) {
  if (value == getInductionVariable())
    return counter;
  auto found = carriedBy.find(value);
  if (found == carriedBy.end())
    return value;
  const Carried &variable = carried[found->second];
  return variable.kind == Carried::Kind::Invariant ? variable.init
                                                   : variable.current;
}

Value SunkLoop::getLeafTensor(Value tensor) {
  auto found = carriedBy.find(tensor);
  if (found == carriedBy.end())
    return tensor;
  const Carried &value = carried[found->second];
  return value.kind == Carried::Kind::Invariant
             ? value.init
             : fail("gathers from a carried tensor in a nested region");
}

//===----------------------------------------------------------------------===//
// The loop over scalars
//===----------------------------------------------------------------------===//

/// The first value of a variable, in front of the new loop.
Value SunkLoop::emitStart(const Carried &value) {
  auto type = dyn_cast<RankedTensorType>(value.init.getType());
  if (!type)
    return value.init;
  return getInput(value.init,
                  value.kind == Carried::Kind::Elements
                      ? getIndices()
                      : SmallVector<Value>(type.getRank(), getZero()));
}

/// The value of a variable after an iteration; null if there is no code.
Value SunkLoop::emitNext(Value yielded) {
  auto type = dyn_cast<RankedTensorType>(yielded.getType());
  if (!type)
    return getScalar(yielded);
  return getElement(yielded, isSingle(type)
                                 ? SmallVector<Value>(type.getRank(), getZero())
                                 : SmallVector<Value>(getIndices()));
}

SmallVector<Value> SunkLoop::getVariables(Value Carried::*member) const {
  SmallVector<Value> values;
  for (const Carried &value : carried)
    if (value.kind != Carried::Kind::Invariant)
      values.push_back(value.*member);
  return values;
}

/// Ends an iteration. Returns whether there is code for it.
bool SunkLoop::emitNext() {
  SmallVector<Value> values;
  for (auto [value, yielded] :
       llvm::zip_equal(carried, loop.getYieldedValues())) {
    if (value.kind == Carried::Kind::Invariant)
      continue;
    values.push_back(emitNext(yielded));
    if (!values.back())
      return false;
  }
  scf::YieldOp::create(b, values);
  return true;
}

void SunkLoop::setCurrent(ValueRange arguments) {
  forget();
  unsigned next = 0;
  for (Carried &value : carried)
    if (value.kind != Carried::Kind::Invariant)
      value.current = arguments[next++];
}

bool SunkLoop::emitFor(scf::ForOp old) {
  bool isEmitted = false;
  auto made = scf::ForOp::create(
      b, old.getLowerBound(), old.getUpperBound(), old.getStep(),
      getVariables(&Carried::start),
      [&](OpBuilder &, Location, Value variable, ValueRange arguments) {
        counter = variable;
        setCurrent(arguments);
        isEmitted = emitNext();
      },
      old.getUnsignedCmp());
  finals = made.getResults();
  return isEmitted;
}

bool SunkLoop::emitWhile(scf::WhileOp old) {
  bool isEmitted = false;
  SmallVector<Value> starts = getVariables(&Carried::start);
  auto made = scf::WhileOp::create(
      b, TypeRange(ValueRange(starts)), starts,
      [&](OpBuilder &, Location, ValueRange arguments) {
        setCurrent(arguments);
        if (Value condition = getScalar(old.getConditionOp().getCondition())) {
          scf::ConditionOp::create(b, condition, arguments);
          isEmitted = true;
        }
      },
      [&](OpBuilder &, Location, ValueRange arguments) {
        setCurrent(arguments);
        isEmitted = isEmitted && emitNext();
      });
  finals = made.getResults();
  return isEmitted;
}

/// Adds the generic, whose body is built, and removes the loop.
void SunkLoop::replace() {
  SmallVector<Value> yields;
  SmallVector<Carried *> used;
  unsigned next = 0;
  for (Carried &value : carried) {
    if (value.kind == Carried::Kind::Invariant) {
      value.result.replaceAllUsesWith(value.init);
      continue;
    }
    Value final = finals[next++];
    if (value.result.use_empty())
      continue;
    used.push_back(&value);
    yields.push_back(final);
  }
  linalg::GenericOp generic = finish(yields, loop);
  for (auto [value, result] : llvm::zip_equal(used, generic.getResults()))
    value->result.replaceAllUsesWith(result);
  loop.erase();
}

std::string SunkLoop::sink() {
  std::string obstacle = findLoopObstacle(loop);
  if (obstacle.empty())
    obstacle = collectCarried();
  if (obstacle.empty())
    obstacle = findShape();
  if (obstacle.empty() && llvm::none_of(carried, isResultOfElements))
    obstacle = "has no changed tensor that is used";
  if (!obstacle.empty())
    return obstacle;
  begin(shape);
  for (Carried &value : carried)
    if (value.kind != Carried::Kind::Invariant)
      value.start = emitStart(value);
  bool isEmitted = llvm::TypeSwitch<Operation *, bool>(loop)
                       .Case([&](scf::ForOp old) { return emitFor(old); })
                       .Case([&](scf::WhileOp old) { return emitWhile(old); });
  if (!isEmitted)
    return getObstacle().str();
  replace();
  return "";
}

namespace {

struct PrimSinkLoops : public prim::impl::PrimSinkLoopsBase<PrimSinkLoops> {
  using PrimSinkLoopsBase::PrimSinkLoopsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<LoopLikeOpInterface> loops;
      // Inner loops come first, so that they are elementwise for outer ones.
      function.walk([&](LoopLikeOpInterface loop) {
        if (isa<scf::ForOp, scf::WhileOp>(*loop) &&
            llvm::any_of(loop.getInits().getTypes(), llvm::IsaPred<TensorType>))
          loops.push_back(loop);
      });
      for (LoopLikeOpInterface loop : loops)
        sink(loop, function.getName());
    }
  }

private:
  void sink(LoopLikeOpInterface loop, StringRef function) {
    Location loc = loop.getLoc();
    auto options = remark::RemarkOpts::name(loop->getName().getStringRef())
                       .category("prim-sink-loops")
                       .function(function);
    CodeBuilder builder(loop);
    std::string obstacle = SunkLoop(loop, builder).sink();
    if (obstacle.empty())
      remark::passed(loc, options) << "made one linalg.generic";
    else
      remark::missed(loc, options)
          << "not made one linalg.generic: it " + obstacle;
  }
};

} // namespace
