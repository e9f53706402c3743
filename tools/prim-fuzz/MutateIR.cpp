//===- MutateIR.cpp - Changes of operations --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses values by type among those that dominate the place.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace prim::fuzz {

namespace {

class Mutator {
public:
  Mutator(ModuleOp module, ModuleOp donor, Random &random)
      : module(module), donor(donor), random(random) {}

  void run() {
    SmallVector<Operation *> ops = collect(module);
    if (ops.empty())
      return;
    Operation *op = random.pick(ops);
    switch (random.below(12)) {
    case 0:
    case 1:
      return exchangeOperand(op);
    case 2:
      return remove(op);
    case 3:
      return copy(op);
    case 4:
      return move(op);
    case 5:
      return wrap(op);
    case 6:
    case 7:
      return changeAttribute(op);
    case 8:
    case 9:
      return addForeign(op);
    default:
      return splice(op);
    }
  }

private:
  /// Collects all ops within functions except terminators.
  static SmallVector<Operation *> collect(Operation *root) {
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) {
      if (!op->hasTrait<OpTrait::IsTerminator>() &&
          op->getParentOfType<FunctionOpInterface>())
        ops.push_back(op);
    });
    return ops;
  }

  /// Values of `type` (null for any) that may be used before `op`.
  SmallVector<Value> available(Operation *op, Type type) {
    SmallVector<Value> values;
    for (Operation *at = op; at && at->getBlock(); at = at->getParentOp()) {
      for (Value argument : at->getBlock()->getArguments())
        values.push_back(argument);
      for (Operation &before :
           llvm::make_range(at->getBlock()->begin(), at->getIterator()))
        llvm::append_range(values, before.getResults());
      if (at->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
        break;
    }
    if (type)
      llvm::erase_if(values, [&](Value v) { return v.getType() != type; });
    return values;
  }

  /// A value of `type` before `op`: an existing or a new one.
  Value find(Operation *op, Type type) {
    SmallVector<Value> values = available(op, type);
    if (!values.empty() && !random.oneIn(4))
      return random.pick(values);
    OpBuilder builder(op);
    const int64_t numbers[] = {0, 1, -1, 2, 31, 32, 64, 1000, INT32_MAX};
    int64_t number = random.pick(numbers);
    if (type.isIndex() ||
        (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64)) {
      unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
      auto value = IntegerAttr::get(
          type, APInt(bits, number, /*isSigned=*/true, /*implicitTrunc=*/true));
      return arith::ConstantOp::create(builder, op->getLoc(), value);
    }
    if (isa<FloatType>(type))
      return arith::ConstantOp::create(builder, op->getLoc(),
                                       FloatAttr::get(type, number));
    if (!values.empty())
      return random.pick(values);
    return ub::PoisonOp::create(builder, op->getLoc(), type);
  }

  void exchangeOperand(Operation *op) {
    if (op->getNumOperands() == 0)
      return;
    OpOperand &operand = op->getOpOperand(random.below(op->getNumOperands()));
    operand.set(find(op, operand.get().getType()));
  }

  void remove(Operation *op) {
    for (Value result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(find(op, result.getType()));
    op->erase();
  }

  void copy(Operation *op) {
    Operation *twin = op->clone();
    op->getBlock()->getOperations().insertAfter(op->getIterator(), twin);
    for (auto [old, fresh] : llvm::zip(op->getResults(), twin->getResults()))
      for (OpOperand &use : llvm::make_early_inc_range(old.getUses()))
        if (use.getOwner() != twin && !twin->isAncestor(use.getOwner()) &&
            random.oneIn(2))
          use.set(fresh);
  }

  /// Moves `op` to another place, and replaces operands that are unavailable
  /// there.
  void move(Operation *op) {
    SmallVector<Operation *> places = collect(module);
    Operation *place = random.pick(places);
    if (op->isAncestor(place))
      return;
    for (Value result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(find(op, result.getType()));
    op->moveBefore(place);
    supplyOperands(op);
  }

  /// Replaces unavailable operands of `op` and of the ops in it by available
  /// values.
  void supplyOperands(Operation *op) {
    DominanceInfo dominance;
    op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands()) {
        Value value = operand.get();
        Operation *owner = value.getDefiningOp();
        if (!owner)
          owner = value.getParentBlock()->getParentOp();
        if (op->isAncestor(owner))
          continue;
        Operation *root = op;
        while (root->getParentOp())
          root = root->getParentOp();
        if (!root->isAncestor(owner) ||
            !llvm::is_contained(available(op, value.getType()), value))
          operand.set(find(op, value.getType()));
      }
    });
  }

  /// Moves `op` into a branch or a loop.
  void wrap(Operation *op) {
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return;
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Block *inside;
    SmallVector<Value> given;
    for (Value result : op->getResults())
      given.push_back(find(op, result.getType()));
    Operation *around;
    if (random.oneIn(2)) {
      Value condition = find(op, builder.getI1Type());
      auto branch = scf::IfOp::create(builder, loc, op->getResultTypes(),
                                      condition, /*withElse=*/true);
      around = branch;
      inside = &branch.getThenRegion().front();
      for (Region &region : branch->getRegions())
        if (!region.front().empty())
          region.front().back().erase();
      builder.setInsertionPointToEnd(&branch.getElseRegion().front());
      scf::YieldOp::create(builder, loc, given);
    } else {
      Value bounds[3];
      for (Value &bound : bounds)
        bound = find(op, builder.getIndexType());
      auto loop = scf::ForOp::create(builder, loc, bounds[0], bounds[1],
                                     bounds[2], given);
      around = loop;
      inside = loop.getBody();
      if (!inside->empty())
        inside->back().erase();
    }
    for (auto [old, fresh] : llvm::zip(op->getResults(), around->getResults()))
      old.replaceAllUsesWith(fresh);
    op->moveBefore(inside, inside->end());
    builder.setInsertionPointToEnd(inside);
    scf::YieldOp::create(builder, loc, op->getResults());
  }

  /// Changes or removes an attribute, or copies one from an op of the donor.
  void changeAttribute(Operation *op) {
    // The surrounding function and modules are candidates as well.
    while (random.oneIn(3) && op->getParentOp())
      op = op->getParentOp();
    auto attributes = llvm::to_vector(op->getAttrs());
    SmallVector<NamedAttribute> others;
    donor->walk([&](Operation *other) {
      if (other->getName() == op->getName())
        llvm::append_range(others, other->getAttrs());
      else if (random.oneIn(8))
        llvm::append_range(others, other->getDiscardableAttrs());
    });
    if (!others.empty() && random.oneIn(2)) {
      NamedAttribute other = random.pick(others);
      return set(op, other.getName(), other.getValue());
    }
    if (attributes.empty())
      return;
    NamedAttribute attribute = random.pick(attributes);
    Builder builder(op->getContext());
    Attribute value = attribute.getValue();
    const int64_t numbers[] = {
        0,  1,   -1,   2,    3,     5,         16,        31,       33,
        64, 100, 1024, 1025, 65536, INT32_MAX, INT64_MAX, INT64_MIN};
    if (auto integer = dyn_cast<IntegerAttr>(value)) {
      APInt changed(integer.getValue().getBitWidth(), random.pick(numbers),
                    /*isSigned=*/true, /*implicitTrunc=*/true);
      return set(op, attribute.getName(),
                 IntegerAttr::get(integer.getType(), changed));
    }
    if (auto array = dyn_cast<DenseI32ArrayAttr>(value)) {
      auto changed = llvm::to_vector(array.asArrayRef());
      if (changed.empty() || random.oneIn(8))
        changed.push_back(1);
      else
        random.pick(changed) = random.pick(numbers);
      return set(op, attribute.getName(),
                 builder.getDenseI32ArrayAttr(changed));
    }
    // A property without a value crashes printers, so only flags may be
    // removed.
    if (isa<UnitAttr>(value) || op->getDiscardableAttr(attribute.getName()))
      op->removeAttr(attribute.getName());
  }

  /// Attributes that are properties may be rejected; others cannot be.
  static void set(Operation *op, StringAttr name, Attribute value) {
    if (op->getPropertiesStorage() && op->getInherentAttr(name)) {
      DictionaryAttr old = op->getAttrDictionary();
      NamedAttrList changed(old);
      changed.set(name, value);
      auto silent = [op] { return op->emitRemark(); };
      (void)op->setPropertiesFromAttribute(
          changed.getDictionary(op->getContext()), silent);
      return;
    }
    op->setDiscardableAttr(name, value);
  }

  void splice(Operation *place) {
    SmallVector<Operation *> ops = collect(donor);
    if (ops.empty())
      return;
    Operation *op = random.pick(ops)->clone();
    place->getBlock()->getOperations().insert(place->getIterator(), op);
    supplyOperands(op);
    for (Value result : op->getResults())
      useSomewhere(op, result);
  }

  /// Makes a later op use `value`, so that its defining op stays.
  void useSomewhere(Operation *op, Value value) {
    SmallVector<OpOperand *> uses;
    for (Operation *later = op->getNextNode(); later;
         later = later->getNextNode())
      for (OpOperand &operand : later->getOpOperands())
        if (operand.get().getType() == value.getType())
          uses.push_back(&operand);
    if (!uses.empty())
      random.pick(uses)->set(value);
  }

  /// An attribute of an unregistered dialect.
  Attribute makeForeignAttribute(Builder &builder) {
    auto dialect = builder.getStringAttr("foreign");
    return OpaqueAttr::get(dialect, "note<1>", builder.getNoneType());
  }

  /// Creates an op of an unregistered dialect at the insertion point.
  Operation *makeForeign(OpBuilder &builder, Location loc, ValueRange operands,
                         TypeRange results, unsigned regions = 0) {
    OperationState state(loc, random.oneIn(2) ? "foreign.op" : "alien.op");
    state.addOperands(operands);
    state.addTypes(results);
    for (unsigned i = 0; i < regions; ++i)
      state.addRegion();
    if (random.oneIn(3))
      state.addAttribute("how", makeForeignAttribute(builder));
    return builder.create(state);
  }

  /// Adds ops, attributes and types of unregistered dialects.
  void addForeign(Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto handle =
        OpaqueType::get(builder.getStringAttr("foreign"), "handle<1>");
    switch (random.below(8)) {
    case 0: {
      // Insert an op between a value and its user.
      if (op->getNumOperands() == 0)
        return;
      OpOperand &operand = op->getOpOperand(random.below(op->getNumOperands()));
      Value value = operand.get();
      operand.set(
          makeForeign(builder, loc, value, value.getType())->getResult(0));
      return;
    }
    case 1: {
      // Replace the op.
      Operation *other =
          makeForeign(builder, loc, op->getOperands(), op->getResultTypes());
      op->replaceAllUsesWith(other->getResults());
      return op->erase();
    }
    case 2: {
      // Wrap the op in another one.
      Operation *around =
          makeForeign(builder, loc, {}, op->getResultTypes(), /*regions=*/1);
      op->replaceAllUsesWith(around->getResults());
      Block &inside = around->getRegion(0).emplaceBlock();
      op->moveBefore(&inside, inside.end());
      builder.setInsertionPointToEnd(&inside);
      makeForeign(builder, loc, op->getResults(), {});
      return;
    }
    case 3: {
      // Create a value of a foreign type.
      Value made = makeForeign(builder, loc, {}, handle)->getResult(0);
      SmallVector<Value> operands = {made};
      if (SmallVector<Value> values = available(op, Type()); !values.empty())
        operands.push_back(random.pick(values));
      makeForeign(builder, loc, operands, {});
      return;
    }
    case 4:
      // Annotate the op, its function or an enclosing module.
      while (random.oneIn(3) && op->getParentOp())
        op = op->getParentOp();
      return op->setDiscardableAttr("foreign.note",
                                    makeForeignAttribute(builder));
    case 5: {
      // Add a parameter to the function.
      auto function = op->getParentOfType<FunctionOpInterface>();
      (void)function.insertArgument(function.getNumArguments(), handle, {},
                                    loc);
      return;
    }
    case 6: {
      // Insert an op beside functions and modules, or around everything.
      Operation *outer = op->getParentOfType<FunctionOpInterface>();
      while (outer->getParentOp() != module && random.oneIn(2))
        outer = outer->getParentOp();
      builder.setInsertionPoint(outer);
      makeForeign(builder, loc, {}, {});
      return;
    }
    default: {
      // Insert an op that reads and writes its operands.
      SmallVector<Value> values = available(op, Type());
      SmallVector<Value> operands;
      for (unsigned left = random.below(3); left && !values.empty(); --left)
        operands.push_back(random.pick(values));
      makeForeign(builder, loc, operands, {}, random.below(2));
      return;
    }
    }
  }

  ModuleOp module, donor;
  Random &random;
};

} // namespace

void mutateIR(ModuleOp module, ModuleOp donor, Random &random) {
  Mutator(module, donor, random).run();
}

} // namespace prim::fuzz
