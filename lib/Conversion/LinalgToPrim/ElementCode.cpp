//===- ElementCode.cpp - Scalar code of single elements ----------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"
#include "Operands.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

/// Longest chain of ops, which bounds recursion, and most ops that are emitted:
/// gathers of gathers compute an element for each position.
static constexpr unsigned kMaxDepth = 500, kMaxEmitted = 10000;

Value ElementCode::fail(const Twine &reason) {
  // The innermost reason is the most exact one.
  if (obstacle.empty())
    obstacle = reason.str();
  return Value();
}

Value ElementCode::getElement(Value tensor, ArrayRef<Value> indices) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getRank() != static_cast<int64_t>(indices.size()))
    return fail("computes with values that are not tensors of known rank");
  SmallVector<Value> at(indices);
  for (auto [extent, index] : llvm::zip(type.getShape(), at))
    if (extent == 1)
      index = zero;
  std::vector<const void *> key{tensor.getAsOpaquePointer()};
  for (Value index : at)
    key.push_back(index.getAsOpaquePointer());
  if (auto found = known.find(key); found != known.end())
    return found->second;
  if (depth == kMaxDepth || emitted > kMaxEmitted)
    return fail("is too long");
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  Value value = isLeaf(tensor) ? getLeafElement(tensor, at)
                : isa<OpResult>(tensor)
                    ? compute(cast<OpResult>(tensor), at)
                    : fail("computes with an argument of a block");
  if (value)
    known[key] = value;
  return value;
}

std::optional<SmallVector<int64_t>>
prim::matchUnitReshape(ArrayRef<ReassociationIndices> groups,
                       ArrayRef<int64_t> longer) {
  SmallVector<int64_t> source(longer.size(), -1);
  for (auto [number, group] : llvm::enumerate(groups)) {
    bool isMapped = false;
    for (int64_t dim : group) {
      if (longer[dim] == 1)
        continue;
      if (isMapped)
        return std::nullopt;
      isMapped = true;
      source[dim] = static_cast<int64_t>(number);
    }
  }
  return source;
}

/// Matches the extents other than 1, in their order.
static std::optional<UnitReshape> matchMovedUnits(Value source,
                                                  RankedTensorType to) {
  auto from = cast<RankedTensorType>(source.getType());
  if (!from.hasStaticShape() || !to.hasStaticShape())
    return std::nullopt;
  UnitReshape found{source, SmallVector<int64_t>(from.getRank(), -1)};
  int64_t next = 0;
  auto skipUnits = [&] {
    while (next < to.getRank() && to.getDimSize(next) == 1)
      ++next;
  };
  for (auto [dim, extent] : llvm::enumerate(from.getShape())) {
    if (extent == 1)
      continue;
    skipUnits();
    if (next == to.getRank() || to.getDimSize(next) != extent)
      return std::nullopt;
    found.dims[dim] = next++;
  }
  skipUnits();
  return next == to.getRank() ? std::optional(found) : std::nullopt;
}

std::optional<UnitReshape> prim::findUnitReshape(Operation *op) {
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
    auto dims = matchUnitReshape(collapse.getReassociationIndices(),
                                 collapse.getSrcType().getShape());
    if (!dims)
      return std::nullopt;
    return UnitReshape{collapse.getSrc(), *dims};
  }
  auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op);
  if (!expand)
    return std::nullopt;
  auto sources = matchUnitReshape(expand.getReassociationIndices(),
                                  expand.getResultType().getShape());
  if (!sources) {
    auto collapse = expand.getSrc().getDefiningOp<tensor::CollapseShapeOp>();
    return collapse ? matchMovedUnits(collapse.getSrc(), expand.getResultType())
                    : std::nullopt;
  }
  UnitReshape found{expand.getSrc(),
                    SmallVector<int64_t>(expand.getSrcType().getRank(), -1)};
  for (auto [dim, source] : llvm::enumerate(*sources))
    if (source >= 0)
      found.dims[source] = static_cast<int64_t>(dim);
  return found;
}

bool prim::isPartOfUnitReshapes(tensor::CollapseShapeOp op) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto found = findUnitReshape(user);
    return isa<tensor::ExpandShapeOp>(user) && found &&
           found->source == op.getSrc();
  });
}

std::optional<SmallVector<Value>>
prim::findInSource(tensor::ExpandShapeOp op, ValueRange indices, Value zero) {
  auto source = matchUnitReshape(op.getReassociationIndices(),
                                 op.getResultType().getShape());
  if (!source)
    return std::nullopt;
  SmallVector<Value> found(op.getSrcType().getRank(), zero);
  for (auto [dim, index] : llvm::zip_equal(*source, indices))
    if (dim >= 0)
      found[dim] = index;
  return found;
}

std::optional<SmallVector<Value>>
prim::findInSource(tensor::CollapseShapeOp op, ValueRange indices, Value zero) {
  auto source = matchUnitReshape(op.getReassociationIndices(),
                                 op.getSrcType().getShape());
  if (!source)
    return std::nullopt;
  return llvm::map_to_vector(
      *source, [&](int64_t dim) { return dim >= 0 ? indices[dim] : zero; });
}

Value ElementCode::compute(OpResult tensor, ArrayRef<Value> indices) {
  return llvm::TypeSwitch<Operation *, Value>(tensor.getOwner())
      .Case([&](linalg::LinalgOp op) {
        return computeStructured(op, tensor.getResultNumber(), indices);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](auto op) {
        auto found = findUnitReshape(op);
        if (!found)
          return fail("has a reshape that does more than add or remove "
                      "dimensions of extent 1");
        SmallVector<Value> at;
        for (int64_t dim : found->dims)
          at.push_back(dim >= 0 ? indices[dim] : zero);
        return getElement(found->source, at);
      })
      .Case(
          [&](tensor::ExtractSliceOp op) { return computeSlice(op, indices); })
      .Case([&](tensor::InsertSliceOp op) {
        return computeInserted(op, indices);
      })
      .Case([&](tensor::CastOp op) {
        return getElement(op.getSource(), indices);
      })
      .Case([&](tensor::SplatOp op) { return getScalar(op.getInput()); })
      .Case([&](tensor::FromElementsOp op) {
        return op.getElements().size() == 1
                   ? getScalar(op.getElements().front())
                   : fail("has a tensor.from_elements with several elements");
      })
      .Case([&](arith::ConstantOp op) {
        TypedAttr constant = findConstantInit(op);
        return constant
                   ? b.constant(constant)
                   : fail(
                         "has a constant whose elements differ or are complex");
      })
      .Case([&](tensor::EmptyOp) {
        return fail("reads elements that were never written");
      })
      .Default([&](Operation *op) {
        return fail("has '" + op->getName().getStringRef() +
                    "', which is not elementwise");
      });
}

bool prim::isBoxSlice(OffsetSizeAndStrideOpInterface op) {
  return !ShapedType::isDynamicShape(op.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(op.getStaticSizes()) &&
         llvm::all_of(op.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; });
}

Value ElementCode::computeSlice(tensor::ExtractSliceOp op,
                                ArrayRef<Value> indices) {
  if (!llvm::all_of(op.getMixedStrides(), [](OpFoldResult stride) {
        return isConstantIntValue(stride, 1);
      }))
    return fail("has a slice whose elements are not known to be adjacent");
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> at;
  for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets())) {
    Value index = zero;
    if (!dropped[dim]) {
      index = indices.front();
      indices = indices.drop_front();
    }
    if (auto first = dyn_cast<Value>(offset)) {
      Value start = getScalar(first);
      if (!start)
        return Value();
      index = index == zero ? start : b.add(start, index);
    } else if (!isConstantIntValue(offset, 0)) {
      index = b.add(index, *getConstantIntValue(offset));
    }
    at.push_back(index);
  }
  return getElement(op.getSource(), at);
}

Value ElementCode::computeInserted(tensor::InsertSliceOp op,
                                   ArrayRef<Value> indices) {
  if (!isBoxSlice(op) || !op.getType().hasStaticShape())
    return fail("has a slice whose elements are not known to be adjacent");
  if (llvm::is_contained(op.getStaticSizes(), 0))
    return getElement(op.getDest(), indices);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> at;
  Value isInside;
  for (auto [dim, index, offset, size, extent] :
       llvm::enumerate(indices, op.getStaticOffsets(), op.getStaticSizes(),
                       op.getType().getShape())) {
    // An unsigned comparison also excludes the elements before the slice. The
    // last element is read for those outside.
    Value local = offset == 0 ? index : b.sub(index, offset);
    if (size != extent) {
      Value isInDim = b.ult(local, size);
      isInside = isInside ? b.andi(isInside, isInDim) : isInDim;
      local = b.minui(local, size - 1);
    }
    if (!dropped[dim])
      at.push_back(local);
  }
  Value inserted = getElement(op.getSource(), at);
  // Other elements of a tensor.empty may have any value.
  if (!inserted || !isInside || op.getDest().getDefiningOp<tensor::EmptyOp>())
    return inserted;
  Value other = getElement(op.getDest(), indices);
  return other ? b.select(isInside, inserted, other) : Value();
}

Value ElementCode::getNumber(int64_t number) {
  Value &index = numbers[number];
  if (!index)
    index = b.index(number);
  return index;
}

Value ElementCode::computeStructured(linalg::LinalgOp op, unsigned output,
                                     ArrayRef<Value> indices) {
  bool isReduced = op.getNumReductionLoops() != 0 && getMaxUnrolled() > 0 &&
                   op.hasPureTensorSemantics();
  if (!isParallelOnTensors(op) && !isReduced)
    return fail("has '" + op->getName().getStringRef() +
                "', which is not elementwise");
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(output));
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return fail(
        "has '" + op->getName().getStringRef() +
        "' with an output at positions that are not its loops' indices");
  SmallVector<Value> loops(op.getNumLoops());
  for (auto [expr, index] : llvm::zip_equal(map.getResults(), indices))
    loops[cast<AffineDimExpr>(expr).getPosition()] = index;
  if (isReduced)
    return computeReduced(op, output, loops);
  SmallVector<Value> yields = computeIteration(op, loops, /*folds=*/{});
  return yields.empty() ? Value() : yields[output];
}

Value ElementCode::computeReduced(linalg::LinalgOp op, unsigned output,
                                  ArrayRef<Value> loops) {
  SmallVector<unsigned> folded;
  SmallVector<int64_t> extents;
  int64_t iterations = 1;
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (loops[loop])
      continue;
    folded.push_back(loop);
    extents.push_back(extent);
    if (ShapedType::isDynamic(extent) || extent > getMaxUnrolled() ||
        (iterations *= extent) > getMaxUnrolled())
      return fail("has '" + op->getName().getStringRef() +
                  "', which has too many iterations for an element");
  }
  SmallVector<Value> at(loops), folds;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != op.getNumParallelLoops())
      return fail("has '" + op->getName().getStringRef() +
                  "' with outputs of several shapes");
    SmallVector<Value> own;
    for (AffineExpr expr : map.getResults())
      own.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
    folds.push_back(getElement(init.get(), own));
    if (!folds.back())
      return Value();
  }
  // The order is that of the loops, so that floats round as in the source.
  for (int64_t iteration = 0; iteration < iterations; ++iteration) {
    int64_t rest = iteration;
    for (size_t number = folded.size(); number-- > 0;) {
      at[folded[number]] = getNumber(rest % extents[number]);
      rest /= extents[number];
    }
    folds = computeIteration(op, at, folds);
    if (folds.empty())
      return Value();
  }
  return folds[output];
}

SmallVector<Value> ElementCode::computeIteration(linalg::LinalgOp op,
                                                 ArrayRef<Value> loops,
                                                 ValueRange folds) {
  IRMapping mapping;
  if (failed(mapOperands(op, loops, folds, mapping)) ||
      failed(emitBody(op, loops, mapping)))
    return {};
  SmallVector<Value> values;
  for (Value yielded : op.getBlock()->getTerminator()->getOperands()) {
    values.push_back(mapping.contains(yielded) ? mapping.lookup(yielded)
                                               : getScalar(yielded));
    if (!values.back())
      return {};
  }
  return values;
}

LogicalResult ElementCode::mapOperands(linalg::LinalgOp op,
                                       ArrayRef<Value> loops, ValueRange folds,
                                       IRMapping &mapping) {
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    if (op.isDpsInit(&operand) && !folds.empty()) {
      mapping.map(argument,
                  folds[operand.getOperandNumber() - op.getNumDpsInputs()]);
      continue;
    }
    SmallVector<Value> at;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        at.push_back(loops[dim.getPosition()]);
      else if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        at.push_back(b.index(constant.getValue()));
      else
        return fail("reads an operand of '" + op->getName().getStringRef() +
                    "' at positions that are not its loops' indices"),
               failure();
    }
    Value value = isa<ShapedType>(operand.get().getType())
                      ? getElement(operand.get(), at)
                      : getScalar(operand.get());
    if (!value)
      return failure();
    mapping.map(argument, value);
  }
  return success();
}

LogicalResult ElementCode::emitBody(linalg::LinalgOp op, ArrayRef<Value> loops,
                                    IRMapping &mapping) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), loops[index.getDim()]);
      continue;
    }
    if (!isMemoryEffectFree(&inner))
      return fail("has '" + inner.getName().getStringRef() +
                  "' in the body of an elementwise op"),
             failure();
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      SmallVector<Value> at;
      for (Value index : extract.getIndices())
        at.push_back(mapping.contains(index) ? mapping.lookup(index)
                                             : getScalar(index));
      if (llvm::is_contained(at, Value()))
        return failure();
      ++gathers;
      Value element = getElement(extract.getTensor(), at);
      --gathers;
      if (!element)
        return failure();
      mapping.map(extract.getResult(), element);
      continue;
    }
    if (failed(mapCaptured(&inner, mapping)))
      return failure();
    b.clone(inner, mapping);
    ++emitted;
  }
  return success();
}

LogicalResult ElementCode::mapCaptured(Operation *op, IRMapping &mapping) {
  auto map = [&](Value operand) {
    if (mapping.contains(operand) ||
        op->isAncestor(operand.getParentRegion()->getParentOp()))
      return true;
    Value value;
    if (!isa<ShapedType>(operand.getType()))
      value = getScalar(operand);
    else if (isLeaf(operand))
      value = getLeafTensor(operand);
    // The position of a gather in a nested region is not known here.
    else
      fail("gathers in a nested region from a tensor that it computes");
    if (value)
      mapping.map(operand, value);
    return static_cast<bool>(value);
  };
  WalkResult result = op->walk([&](Operation *inner) {
    return WalkResult(success(llvm::all_of(inner->getOperands(), map)));
  });
  return failure(result.wasInterrupted());
}

Value ElementCode::getScalar(Value value) {
  if (isLeaf(value))
    return getLeafScalar(value);
  std::vector<const void *> key{value.getAsOpaquePointer()};
  if (auto found = known.find(key); found != known.end())
    return found->second;
  if (depth == kMaxDepth || emitted > kMaxEmitted)
    return fail("is too long");
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  auto result = dyn_cast<OpResult>(value);
  Value scalar = result ? computeScalar(result)
                        : fail("computes with an argument of a block");
  if (scalar)
    known[key] = scalar;
  return scalar;
}

Value ElementCode::computeScalar(OpResult value) {
  Operation *op = value.getOwner();
  auto mapAll = [&](ValueRange operands) -> SmallVector<Value> {
    SmallVector<Value> scalars;
    for (Value operand : operands) {
      scalars.push_back(getScalar(operand));
      if (!scalars.back())
        return {};
    }
    return scalars;
  };
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<Value> at = mapAll(extract.getIndices());
    return at.size() == extract.getIndices().size()
               ? getElement(extract.getTensor(), at)
               : Value();
  }
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>))
    return fail("has a scalar of '" + op->getName().getStringRef() + "'");
  SmallVector<Value> scalars = mapAll(op->getOperands());
  if (scalars.size() != op->getNumOperands())
    return Value();
  IRMapping mapping;
  mapping.map(op->getOperands(), scalars);
  ++emitted;
  return b.clone(*op, mapping)->getResult(value.getResultNumber());
}
