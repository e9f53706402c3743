//===- FusePrologues.cpp - prim-fuse-prologues -------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves elementwise linalg ops that compute the inputs of scans and histograms
// into their prologues, and those of the counts of histograms into epilogues.
// prim-linalg-to-prim does that for reductions.
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"
#include "HistogramEpilogue.h"
#include "Operands.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFUSEPROLOGUES
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Code in a region of the op for elements that other ops compute for it alone.
class FusedCode : public ElementCode {
public:
  FusedCode(DeviceOpInterface op, CodeBuilder &builder)
      : ElementCode(builder), op(op) {}

protected:
  bool isLeaf(Value value) const override {
    return !isa<RankedTensorType>(value.getType()) || !isFused(value);
  }
  Value getLeafElement(Value tensor, ArrayRef<Value> at) override;
  Value getLeafTensor(Value tensor) override {
    reads.insert(tensor);
    return tensor;
  }
  bool isFused(Value tensor) const;
  /// The value of all elements of a tensor, if they have one; else null.
  Value getUniform(Value tensor);
  /// Adds what the code reads to the op's operands.
  void addReads();

  DeviceOpInterface op;
  llvm::SetVector<Value> reads;

  /// Whether what `producer` computes is only for this op, through others.
  bool isForThisOp(Operation *producer) const;
};

/// Computes elements of the op's `reads` where its regions load them.
class ReadCode : public FusedCode {
public:
  using FusedCode::FusedCode;

  /// Returns whether any loads were replaced.
  bool fuse();
  /// Whether an element costs little each time, or is not computed more often
  /// than the tensor has elements.
  bool isWorthwhile(Value tensor);

protected:
  bool isLeaf(Value value) const override {
    // Slices are inserted for the op alone, too.
    auto slice = value.getDefiningOp<tensor::InsertSliceOp>();
    if (!slice)
      return FusedCode::isLeaf(value);
    return slice->getBlock() != op->getBlock() || !isForThisOp(slice) ||
           !isBoxSlice(slice) || !slice.getType().hasStaticShape();
  }
};

/// Builds the prologue in a block of its own, so that nothing is changed before
/// all of it is known to have code.
class Prologue : public FusedCode {
public:
  Prologue(DeviceOpInterface op, MutableOperandRange ins, Region &region,
           CodeBuilder &builder)
      : FusedCode(op, builder), ins(std::move(ins)), region(region),
        shape(cast<RankedTensorType>(op.getDeviceIns().front().getType())) {}

  /// Returns why nothing was fused, as a predicate of the op; empty if it was.
  std::string fuse();
  /// Whether an input is computed by an op that can be fused.
  bool hasProducers() const {
    return llvm::any_of(ins, [&](OpOperand &in) { return isFused(in.get()); });
  }

protected:
  Value getLeafElement(Value tensor, ArrayRef<Value> at) override;

private:
  /// The argument for an element at the op's position; null at others.
  Value getInput(Value tensor, ArrayRef<Value> at);
  std::string emit();
  void replace(std::unique_ptr<Block> body);

  MutableOperandRange ins;
  Region &region;
  RankedTensorType shape;
  Block *block = nullptr;
  /// The position of the element. With one dimension it is the index; otherwise
  /// only the inputs' elements can be at it.
  SmallVector<Value> position;
  SmallVector<Value> inputs;
};

} // namespace

bool FusedCode::isForThisOp(Operation *producer) const {
  Operation *own = op;
  while (producer && producer != own) {
    if (producer->use_empty())
      return false;
    auto users = llvm::map_range(producer->getUsers(), [&](Operation *user) {
      return op->getBlock()->findAncestorOpInBlock(*user);
    });
    if (!llvm::all_equal(users))
      return false;
    producer = *users.begin();
  }
  return producer;
}

bool FusedCode::isFused(Value tensor) const {
  Operation *producer = tensor.getDefiningOp();
  // A producer outside of the op's loop runs once.
  if (!producer || producer->getBlock() != op->getBlock())
    return false;
  bool isUsedOnce = isForThisOp(producer);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
          producer))
    return isUsedOnce && isFused(producer->getOperand(0));
  auto structured = dyn_cast<linalg::LinalgOp>(producer);
  if (!structured || !isParallelOnTensors(structured) ||
      isa<linalg::FillOp>(producer))
    return false;
  bool readsInits = llvm::any_of(
      structured.getRegionOutputArgs(),
      [](BlockArgument argument) { return !argument.use_empty(); });
  return !readsInits && (isUsedOnce || isRepeatable(structured));
}

Value FusedCode::getUniform(Value tensor) {
  if (TypedAttr constant = findConstantInit(tensor))
    return b.constant(constant);
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  bool isOfElements = fill && fill.getInputs().front().getType() ==
                                  getElementTypeOrSelf(tensor);
  return isOfElements ? fill.getInputs().front() : Value();
}

Value FusedCode::getLeafElement(Value tensor, ArrayRef<Value> at) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (Value value = getUniform(tensor))
    return value;
  if (type.getEncoding() || !(isElementType(type.getElementType()) ||
                              type.getElementType().isInteger(1)))
    return fail("has elements that are not of prim's types");
  reads.insert(tensor);
  return tensor::ExtractOp::create(b, tensor, at);
}

void FusedCode::addReads() {
  llvm::SetVector<Value> all(op.getDeviceReads().begin(),
                             op.getDeviceReads().end());
  all.insert_range(reads);
  op.getReadsMutable().assign(all.getArrayRef());
}

bool ReadCode::isWorthwhile(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto ins = cast<RankedTensorType>(op.getDeviceIns().front().getType());
  if (type.hasStaticShape() && ins.hasStaticShape() &&
      type.getNumElements() >= ins.getNumElements())
    return true;
  Operation *producer = tensor.getDefiningOp();
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                         tensor::CastOp>(producer))
    producer = producer->getOperand(0).getDefiningOp();
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(producer);
  return structured && isRepeatable(structured);
}

bool ReadCode::fuse() {
  SmallVector<tensor::ExtractOp> loads;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (auto load : block.getOps<tensor::ExtractOp>())
        if (!isLeaf(load.getTensor()) && isWorthwhile(load.getTensor()))
          loads.push_back(load);
  bool isChanged = false;
  for (tensor::ExtractOp load : loads) {
    // Code of another load need not come first.
    forget();
    b.setInsertionPoint(load);
    emitZero();
    SmallVector<Value> at(load.getIndices());
    Value element = getElement(load.getTensor(), at);
    if (!element)
      continue;
    load.replaceAllUsesWith(element);
    load.erase();
    isChanged = true;
  }
  for (Region &region : op->getRegions())
    llvm::for_each(region, eraseDeadCode);
  // Tensors that are no longer loaded from are not read.
  addReads();
  SmallVector<Value> used;
  for (Value tensor : op.getDeviceReads())
    if (llvm::any_of(tensor.getUsers(), [&](Operation *user) {
          return op->isProperAncestor(user);
        }))
      used.push_back(tensor);
  op.getReadsMutable().assign(used);
  return isChanged;
}

Value Prologue::getLeafElement(Value tensor, ArrayRef<Value> at) {
  Value element = getUniform(tensor);
  if (!element)
    element = getInput(tensor, at);
  return element ? element : FusedCode::getLeafElement(tensor, at);
}

Value Prologue::getInput(Value tensor, ArrayRef<Value> at) {
  auto type = cast<RankedTensorType>(tensor.getType());
  bool isAtPosition =
      type.getShape() == shape.getShape() &&
      llvm::all_of(llvm::zip_equal(type.getShape(), at, position),
                   [](auto dim) {
                     auto [extent, index, own] = dim;
                     return extent == 1 || index == own;
                   });
  // A gather may be from a tensor of any size.
  bool isAnySize = isGathering() && !type.hasStaticShape();
  if (!isAtPosition || isAnySize || type.getEncoding() ||
      !isElementStored(tensor))
    return Value();
  for (auto [number, input] : llvm::enumerate(inputs))
    if (input == tensor)
      return block->getArgument(number);
  inputs.push_back(tensor);
  return block->insertArgument(inputs.size() - 1, type.getElementType(),
                               b.getLoc());
}

std::string Prologue::emit() {
  SmallVector<Value> elements;
  for (OpOperand &in : ins) {
    elements.push_back(getElement(in.get(), position));
    if (!elements.back())
      return getObstacle().str();
  }
  if (inputs.empty())
    return "has no input with an element at each position";
  if (!region.empty()) {
    // The position is the argument after the elements.
    elements.push_back(position.front());
    Block &old = region.front();
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip(old.getArguments(), elements))
      mapping.map(argument, value);
    for (Operation &inner : old.without_terminator())
      b.clone(inner, mapping);
    elements.clear();
    for (Value value : old.getTerminator()->getOperands())
      elements.push_back(mapping.lookupOrDefault(value));
  }
  YieldOp::create(b, elements);
  return "";
}

std::string Prologue::fuse() {
  auto body = std::make_unique<Block>();
  block = body.get();
  b.setInsertionPointToEnd(block);
  for (int64_t dim = 0; dim < shape.getRank(); ++dim)
    position.push_back(block->addArgument(b.getIndexType(), b.getLoc()));
  emitZero();
  std::string obstacle = emit();
  if (!obstacle.empty())
    return obstacle;
  eraseDeadCode(*block);
  bool isIndexed =
      llvm::any_of(position, [](Value index) { return !index.use_empty(); });
  if (isIndexed && shape.getRank() != 1)
    return "uses positions in several dimensions";
  if (!isIndexed)
    block->eraseArguments(inputs.size(), shape.getRank());
  replace(std::move(body));
  return "";
}

void Prologue::replace(std::unique_ptr<Block> body) {
  region.getBlocks().clear();
  region.push_back(body.release());
  ins.assign(inputs);
  addReads();
}

namespace {

struct PrimFusePrologues
    : prim::impl::PrimFuseProloguesBase<PrimFusePrologues> {
  using PrimFuseProloguesBase::PrimFuseProloguesBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<DeviceOpInterface> ops;
      function.walk([&](DeviceOpInterface op) {
        if (!op.hasBufferForm())
          ops.push_back(op);
      });
      bool isChanged = false;
      for (DeviceOpInterface op : ops)
        llvm::TypeSwitch<Operation *>(op)
            .Case<DeviceHistogramOp, DeviceScanOp>([&](auto typed) {
              isChanged |= fuse(op, typed.getInsMutable(), typed.getPrologue(),
                                function.getName());
              isChanged |= fuseReads(op);
              if (auto histogram = dyn_cast<DeviceHistogramOp>(*typed))
                isChanged |= fuseUsers(histogram, function.getName());
            })
            .Case([&](DeviceSortOp) { isChanged |= fuseReads(op); });
      if (isChanged)
        llvm::for_each(function.getBody(), eraseDeadCode);
    }
  }

private:
  static remark::RemarkOpts getOptions(Operation *op, StringRef function) {
    return remark::RemarkOpts::name(op->getName().getStringRef())
        .category("prim-fuse-prologues")
        .function(function);
  }

  static bool fuseReads(DeviceOpInterface op) {
    CodeBuilder builder(op);
    return ReadCode(op, builder).fuse();
  }

  /// Fuses what uses the counts, one op after the other.
  bool fuseUsers(DeviceHistogramOp op, StringRef function) {
    bool isChanged = false;
    while (Operation *user = findHistogramUser(op)) {
      auto options = getOptions(op, function);
      std::string obstacle;
      DeviceHistogramOp made = fuseHistogramEpilogue(op, user, obstacle);
      if (!made) {
        remark::missed(op.getLoc(), options)
            << "elementwise ops not fused into the epilogue: it " + obstacle;
        break;
      }
      remark::passed(made.getLoc(), options)
          << "fused elementwise ops into the epilogue";
      op = made;
      isChanged = true;
    }
    return isChanged;
  }

  bool fuse(DeviceOpInterface op, MutableOperandRange ins, Region &region,
            StringRef function) {
    CodeBuilder builder(op);
    Prologue prologue(op, std::move(ins), region, builder);
    if (!prologue.hasProducers())
      return false;
    auto options = getOptions(op, function);
    std::string obstacle = prologue.fuse();
    if (obstacle.empty())
      remark::passed(op.getLoc(), options)
          << "fused elementwise ops into the prologue";
    else
      remark::missed(op.getLoc(), options)
          << "elementwise ops not fused into the prologue: it " + obstacle;
    return obstacle.empty();
  }
};

} // namespace
