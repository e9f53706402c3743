//===- FoldConstants.cpp - prim-fold-constants -------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes small tensors of constants with the folds of arith, so that no
// kernels compute them.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFOLDCONSTANTS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Most elements of a tensor, and most iterations in all linalg ops of a
/// function.
static constexpr int64_t kMaxElements = 1024, kMaxIterations = 1 << 16;

namespace {

/// The elements of a tensor. One that was never written is null: it may have
/// any value.
using Elements = SmallVector<Attribute>;

/// The tensors of a function that are known.
class KnownTensors {
public:
  /// Computes the results of the op, if its operands are known.
  void visit(Operation *op);
  /// Makes constants of results that save launches.
  void materialize();

private:
  const Elements *get(Value tensor);
  std::optional<Elements> compute(Operation *op);
  bool computeStructured(linalg::LinalgOp op);
  /// Runs the body at a point of the loops. Returns whether all is known.
  bool run(linalg::LinalgOp op, ArrayRef<int64_t> point,
           MutableArrayRef<Elements> outputs);
  Attribute evaluate(Operation &inner, ArrayRef<int64_t> point,
                     llvm::DenseMap<Value, Attribute> &values);
  void set(Value result, Elements elements) {
    order.push_back(result);
    known[result] = std::move(elements);
  }

  llvm::DenseMap<Value, Elements> known;
  SmallVector<Value> order;
  int64_t iterations = 0;
};

} // namespace

static bool isSmall(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         tensor.getElementType().isIntOrIndexOrFloat() &&
         tensor.getNumElements() <= kMaxElements;
}

static int64_t linearize(RankedTensorType type, ArrayRef<int64_t> at) {
  int64_t number = 0;
  for (auto [extent, index] : llvm::zip_equal(type.getShape(), at)) {
    if (index < 0 || index >= extent)
      return -1;
    number = number * extent + index;
  }
  return number;
}

/// The value as an attribute; null for poison, too, and if it is not constant.
static TypedAttr getConstant(Value value) {
  TypedAttr constant;
  return matchPattern(value, m_Constant(&constant)) ? constant : TypedAttr();
}

const Elements *KnownTensors::get(Value tensor) {
  if (!isSmall(tensor.getType()))
    return nullptr;
  auto found = known.find(tensor);
  if (found != known.end())
    return &found->second;
  auto dense = dyn_cast_or_null<DenseElementsAttr>(getConstant(tensor));
  if (!dense)
    return nullptr;
  auto values = dense.getValues<Attribute>();
  return &(known[tensor] = Elements(values.begin(), values.end()));
}

Attribute KnownTensors::evaluate(Operation &inner, ArrayRef<int64_t> point,
                                 llvm::DenseMap<Value, Attribute> &values) {
  Builder b(inner.getContext());
  if (auto index = dyn_cast<linalg::IndexOp>(inner))
    return b.getIndexAttr(point[index.getDim()]);
  auto lookUp = [&](Value value) {
    auto found = values.find(value);
    return found != values.end() ? found->second
                                 : Attribute(getConstant(value));
  };
  if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
    SmallVector<int64_t> at;
    for (Value index : extract.getIndices()) {
      auto constant = dyn_cast_or_null<IntegerAttr>(lookUp(index));
      if (!constant)
        return Attribute();
      at.push_back(constant.getInt());
    }
    const Elements *source = get(extract.getTensor());
    int64_t number = linearize(extract.getTensor().getType(), at);
    return source && number >= 0 ? (*source)[number] : Attribute();
  }
  // Other dialects' folds may round in another way than kernels.
  if (!isa_and_nonnull<arith::ArithDialect>(inner.getDialect()) ||
      inner.getNumResults() != 1)
    return Attribute();
  SmallVector<Attribute> operands =
      llvm::map_to_vector(inner.getOperands(), lookUp);
  SmallVector<OpFoldResult> folded;
  if (llvm::is_contained(operands, Attribute()) ||
      failed(inner.fold(operands, folded)) || folded.size() != 1)
    return Attribute();
  auto value = dyn_cast<Value>(folded.front());
  Attribute constant = value ? lookUp(value) : cast<Attribute>(folded.front());
  // The third kind of result is poison.
  return isa_and_nonnull<IntegerAttr, FloatAttr>(constant) ? constant
                                                           : Attribute();
}

bool KnownTensors::run(linalg::LinalgOp op, ArrayRef<int64_t> point,
                       MutableArrayRef<Elements> outputs) {
  llvm::DenseMap<Value, Attribute> values;
  auto find = [&](OpOperand &operand) {
    auto type = cast<RankedTensorType>(operand.get().getType());
    return linearize(type, op.getMatchingIndexingMap(&operand).compose(point));
  };
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    Attribute value;
    if (!isa<RankedTensorType>(operand.get().getType())) {
      value = getConstant(operand.get());
    } else if (int64_t number = find(operand); number >= 0) {
      value = op.isDpsInit(&operand)
                  ? outputs[operand.getOperandNumber() - op.getNumDpsInputs()]
                           [number]
                  : (*get(operand.get()))[number];
    }
    if (!value)
      return false;
    values[argument] = value;
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    Attribute value = evaluate(inner, point, values);
    if (!value)
      return false;
    values[inner.getResult(0)] = value;
  }
  for (auto [output, yielded] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands())) {
    int64_t number = find(*op.getDpsInitOperand(output));
    auto found = values.find(yielded);
    Attribute value =
        found != values.end() ? found->second : Attribute(getConstant(yielded));
    if (number < 0 || !value)
      return false;
    outputs[output][number] = value;
  }
  return true;
}

bool KnownTensors::computeStructured(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!op.hasPureTensorSemantics() || ShapedType::isDynamicShape(ranges) ||
      !llvm::all_of(op->getResultTypes(), isSmall))
    return false;
  for (Value input : op.getDpsInputs())
    if (isa<ShapedType>(input.getType()) && !get(input))
      return false;
  int64_t count = 1;
  for (int64_t range : ranges)
    if (llvm::MulOverflow(count, range, count) || count > kMaxIterations)
      return false;
  SmallVector<Elements> outputs;
  for (auto [init, argument] :
       llvm::zip_equal(op.getDpsInits(), op.getRegionOutputArgs())) {
    const Elements *start = get(init);
    if (!start && !argument.use_empty())
      return false;
    outputs.push_back(
        start ? *start
              : Elements(
                    cast<RankedTensorType>(init.getType()).getNumElements()));
  }
  SmallVector<int64_t> strides = computeStrides(ranges);
  // A fold may change the op.
  Operation *copy = op->clone();
  llvm::scope_exit destroy([&] { copy->destroy(); });
  for (int64_t number = 0; number < count; ++number)
    if (++iterations > kMaxIterations ||
        !run(cast<linalg::LinalgOp>(copy), delinearize(number, strides),
             outputs))
      return false;
  // Elements that were not written are those of an init that is not known.
  for (auto [init, elements] : llvm::zip_equal(op.getDpsInits(), outputs))
    if (!get(init) && llvm::is_contained(elements, Attribute()))
      return false;
  for (auto [result, elements] : llvm::zip_equal(op->getResults(), outputs))
    set(result, std::move(elements));
  return true;
}

/// By element of a slice in order: its number in `whole`; empty if that is not
/// known.
static SmallVector<int64_t> findSlice(OffsetSizeAndStrideOpInterface op,
                                      RankedTensorType whole) {
  auto offsets = op.getStaticOffsets(), sizes = op.getStaticSizes(),
       strides = op.getStaticStrides();
  if (ShapedType::isDynamicShape(offsets) ||
      ShapedType::isDynamicShape(sizes) || ShapedType::isDynamicShape(strides))
    return {};
  SmallVector<int64_t> numbers, places = computeStrides(sizes);
  for (int64_t number = 0, count = computeProduct(sizes); number < count;
       ++number) {
    SmallVector<int64_t> at = delinearize(number, places);
    for (auto [index, offset, stride] : llvm::zip_equal(at, offsets, strides))
      index = offset + index * stride;
    numbers.push_back(linearize(whole, at));
    if (numbers.back() < 0)
      return {};
  }
  return numbers;
}

std::optional<Elements> KnownTensors::compute(Operation *op) {
  auto copy = [&](Value tensor) -> std::optional<Elements> {
    const Elements *elements = get(tensor);
    return elements ? std::optional(*elements) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, std::optional<Elements>>(op)
      .Case([&](tensor::EmptyOp empty) -> std::optional<Elements> {
        return Elements(empty.getType().getNumElements());
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto reshape) { return copy(reshape.getSrc()); })
      .Case([&](tensor::ExtractSliceOp slice) -> std::optional<Elements> {
        const Elements *source = get(slice.getSource());
        SmallVector<int64_t> numbers = findSlice(slice, slice.getSourceType());
        if (!source || numbers.empty())
          return std::nullopt;
        return Elements(llvm::map_range(
            numbers, [&](int64_t number) { return (*source)[number]; }));
      })
      .Case([&](tensor::InsertSliceOp slice) -> std::optional<Elements> {
        std::optional<Elements> whole = copy(slice.getDest());
        const Elements *source = get(slice.getSource());
        SmallVector<int64_t> numbers = findSlice(slice, slice.getType());
        if (!whole || !source || numbers.size() != source->size())
          return std::nullopt;
        for (auto [number, value] : llvm::zip_equal(numbers, *source))
          (*whole)[number] = value;
        return whole;
      })
      .Default([](Operation *) { return std::nullopt; });
}

void KnownTensors::visit(Operation *op) {
  if (op->getNumResults() == 0 || !isSmall(op->getResult(0).getType()))
    return;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    computeStructured(structured);
  else if (std::optional<Elements> elements = compute(op))
    set(op->getResult(0), std::move(*elements));
}

/// Whether a constant is better than the op. Elementwise ops fuse into their
/// users, where a tensor of constants would be loaded.
static bool isReplaced(Operation *op) {
  if (isa<tensor::EmptyOp, linalg::FillOp>(op))
    return false;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return !structured ||
         structured.getNumParallelLoops() != structured.getNumLoops() ||
         cast<RankedTensorType>(op->getResult(0).getType()).getNumElements() ==
             1;
}

void KnownTensors::materialize() {
  for (Value result : order) {
    Operation *op = result.getDefiningOp();
    Elements elements = known[result];
    if (result.use_empty() || !isReplaced(op) ||
        llvm::none_of(elements, [](Attribute value) { return bool(value); }))
      continue;
    auto type = cast<RankedTensorType>(result.getType());
    CodeBuilder b(op);
    for (Attribute &element : elements)
      if (!element)
        element = b.getZeroAttr(type.getElementType());
    result.replaceAllUsesWith(
        b.constant(DenseElementsAttr::get(type, elements)));
  }
}

namespace {

struct PrimFoldConstants
    : prim::impl::PrimFoldConstantsBase<PrimFoldConstants> {
  using PrimFoldConstantsBase::PrimFoldConstantsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      KnownTensors tensors;
      for (Operation &op : function.front())
        tensors.visit(&op);
      tensors.materialize();
      for (Operation &op :
           llvm::make_early_inc_range(llvm::reverse(function.front())))
        if (isa_and_nonnull<arith::ArithDialect, linalg::LinalgDialect,
                            tensor::TensorDialect>(op.getDialect()) &&
            isOpTriviallyDead(&op))
          op.erase();
    }
  }
};

} // namespace
