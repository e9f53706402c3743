//===- Operands.cpp - The operands of a linalg op that folds ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/IR/Elements.h"

using namespace mlir;
using namespace mlir::prim;

Value prim::skipFills(Value tensor) {
  while (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    tensor = fill.getOutputs().front();
  return tensor;
}

OpFoldResult prim::findScalarInit(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    Value value = fill.getInputs().front();
    return value.getType() == getElementTypeOrSelf(init) ? OpFoldResult(value)
                                                         : OpFoldResult();
  }
  if (auto elements = init.getDefiningOp<tensor::FromElementsOp>();
      elements && elements.getElements().size() == 1)
    return elements.getElements().front();
  DenseElementsAttr constant;
  if (matchPattern(init, m_Constant(&constant)) && constant.isSplat())
    return constant.getSplatValue<Attribute>();
  return OpFoldResult();
}

TypedAttr prim::findConstantInit(Value init) {
  OpFoldResult scalar = findScalarInit(init);
  if (auto value = dyn_cast_if_present<Value>(scalar)) {
    TypedAttr constant;
    return matchPattern(value, m_Constant(&constant)) ? constant : TypedAttr();
  }
  return dyn_cast_if_present<TypedAttr>(dyn_cast_if_present<Attribute>(scalar));
}

bool prim::isParallelOnTensors(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops();
}

void prim::eraseDeadCode(Block &block) {
  // A walk of the block would visit its ops forwards.
  for (Operation &outer : llvm::make_early_inc_range(llvm::reverse(block)))
    outer.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
}

void prim::eraseUnusedInits(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isa<linalg::FillOp, tensor::FromElementsOp, tensor::EmptyOp,
            arith::ConstantOp>(op) &&
        isOpTriviallyDead(op))
      op->erase();
  });
}

bool prim::isInHostCode(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa_and_nonnull<gpu::GPUDialect, linalg::LinalgDialect>(
            parent->getDialect()) ||
        isa<scf::ParallelOp, scf::ForallOp, affine::AffineParallelOp>(parent))
      return false;
  return true;
}

std::string prim::findLoopObstacle(LoopLikeOpInterface loop) {
  if (!isInHostCode(loop))
    return "is not in host code, or is in a loop that becomes a kernel";
  for (Region *region : loop.getLoopRegions())
    for (Operation &op : region->getOps())
      if (!isMemoryEffectFree(&op))
        return ("has side effects, of '" + op.getName().getStringRef() + "'")
            .str();
  return "";
}

StringRef prim::findPlaceObstacle(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "is not on tensors";
  return isInHostCode(op)
             ? ""
             : "is not in host code, or is in a loop that becomes a kernel";
}

Type prim::getDeviceElement(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

/// Most ops of a body that is computed again for each of its users.
static constexpr size_t kMaxRepeated = 8;

bool prim::isRepeatable(linalg::LinalgOp op) {
  unsigned elements = llvm::count_if(op.getDpsInputOperands(), [&](auto *in) {
    return op.getMatchingIndexingMap(in).getNumResults() != 0;
  });
  Block::OpListType &ops = op.getBlock()->getOperations();
  return elements <= 1 && ops.size() <= kMaxRepeated + 1 &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      [](Operation &inner) {
                        return isa_and_nonnull<arith::ArithDialect>(
                                   inner.getDialect()) ||
                               isa<linalg::IndexOp>(inner);
                      });
}

bool prim::isElementStored(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && !type.getEncoding() &&
         isElementType(getDeviceElement(type.getElementType()));
}

/// Threads for one fold each leave a chip idle if there are no more than so
/// many of them, and take longer than a launch for so many elements.
static constexpr int64_t kFewFolds = 1024, kLongFold = 512;
/// Most elements of a copy, where no view is possible.
static constexpr int64_t kMostCopied = 1 << 26;

bool prim::hasFewLongFolds(linalg::LinalgOp op) {
  double folds = 1, elements = 1;
  for (auto [kind, extent] :
       llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges())) {
    if (ShapedType::isDynamic(extent))
      return false;
    (linalg::isReductionIterator(kind) ? elements : folds) *= double(extent);
  }
  return folds <= kFewFolds && elements >= kLongFold &&
         folds * elements <= kMostCopied;
}

bool FoldOperands::isFolded(unsigned loop) const {
  return op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
}

SmallVector<unsigned> FoldOperands::getFoldedLoops() const {
  SmallVector<unsigned> folded;
  llvm::copy_if(loops, std::back_inserter(folded),
                [&](unsigned loop) { return isFolded(loop); });
  return folded;
}

bool FoldOperands::isReordered() const {
  return !llvm::is_sorted(getFoldedLoops());
}

SmallVector<int64_t> FoldOperands::getFoldedDimensions() const {
  SmallVector<int64_t> dimensions;
  for (auto [dim, loop] : llvm::enumerate(loops))
    if (isFolded(loop))
      dimensions.push_back(dim);
  if (dimensions.size() == loops.size())
    dimensions.clear();
  return dimensions;
}

StringRef FoldOperands::match() {
  if (op.getNumReductionLoops() == 0)
    return "has no loops that are reductions";
  unsigned count = op.getNumDpsInputs();
  for (full = 0; full < count; ++full)
    if (getMap(full).isPermutation())
      break;
  if (full < count) {
    for (AffineExpr expr : getMap(full).getResults())
      loops.push_back(cast<AffineDimExpr>(expr).getPosition());
  } else if (hasFewLongFolds(op)) {
    op.getParallelDims(loops);
    op.getReductionDims(loops);
  } else {
    return "has no input with an element for each iteration";
  }

  for (unsigned input = 0; input < count; ++input) {
    AffineMap map = getMap(input);
    if (!isElementStored(op.getDpsInputs()[input]))
      return "has inputs that are not tensors of element types of prim";
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return "reads inputs at positions that are not its loops' indices";
    bool isOfRows = llvm::any_of(map.getResults(), [&](AffineExpr expr) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      return loop && !isFolded(loop.getPosition());
    });
    bool isFull = full < count && map == getMap(full);
    accesses.push_back(isFull                            ? Access::Element
                       : isOfRows || map.isPermutation() ? Access::Copy
                                                         : Access::LookUp);
  }
  if (llvm::all_of(accesses,
                   [](Access access) { return access == Access::LookUp; }))
    return "has no input with elements of rows";
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!isElementStored(init.get()))
      return "has outputs that are not tensors of element types of prim";
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != op.getNumParallelLoops())
      return "writes outputs at positions that are not its parallel loops' "
             "indices";
  }
  return "";
}

SmallVector<int64_t> FoldOperands::getOutputOrder(unsigned output) const {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(output));
  SmallVector<int64_t> order;
  for (unsigned loop : loops)
    if (!isFolded(loop))
      order.push_back(
          *map.getResultPosition(getAffineDimExpr(loop, op->getContext())));
  return order;
}

/// Elementwise code on `input`, read by `map`, with results of `element` in the
/// shape of `shape`.
static Value buildElementwise(CodeBuilder &builder, Value input, AffineMap map,
                              Value shape, Type element) {
  auto type = cast<RankedTensorType>(shape.getType());
  Value empty = tensor::EmptyOp::create(
      builder, tensor::getMixedSizes(builder, builder.getLoc(), shape),
      element);
  SmallVector<AffineMap> maps{map,
                              builder.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, empty.getType(), input, empty, maps, iterators,
             [&](OpBuilder &inner, Location loc, ValueRange arguments) {
               Value value = arguments.front();
               if (value.getType() != element)
                 value =
                     value.getType().isInteger(1)
                         ? arith::ExtUIOp::create(inner, loc, element, value)
                               .getResult()
                         : arith::TruncIOp::create(inner, loc, element, value)
                               .getResult();
               linalg::YieldOp::create(inner, loc, value);
             })
      .getResult(0);
}

Value prim::convertElements(CodeBuilder &builder, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  return buildElementwise(builder, tensor,
                          builder.getMultiDimIdentityMap(type.getRank()),
                          tensor, element);
}

Value FoldOperands::getElements(CodeBuilder &builder, unsigned number) const {
  Value input = op.getDpsInputs()[number];
  if (accesses[number] != Access::Copy)
    return input;
  // The map of the input from dimensions of the device op instead of loops.
  SmallVector<AffineExpr> dims(loops.size());
  for (auto [dim, loop] : llvm::enumerate(loops))
    dims[loop] = builder.getAffineDimExpr(dim);
  AffineMap map = getMap(number).replaceDimsAndSymbols(dims, {}, loops.size(),
                                                       /*numResultSyms=*/0);
  return buildElementwise(builder, input, map, getShaped(builder),
                          getElementTypeOrSelf(input));
}

Value FoldOperands::getShaped(CodeBuilder &builder) const {
  if (full < op.getNumDpsInputs())
    return op.getDpsInputs()[full];
  SmallVector<int64_t> shape, ranges = op.getStaticLoopRanges();
  for (unsigned loop : loops)
    shape.push_back(ranges[loop]);
  return tensor::EmptyOp::create(builder, shape, builder.getI8Type());
}

SmallVector<Value> FoldOperands::getExtents(CodeBuilder &builder) const {
  SmallVector<Value> extents;
  Value input = getShaped(builder);
  for (unsigned loop : ArrayRef(getFoldedLoops()).drop_front()) {
    auto dim = static_cast<int64_t>(llvm::find(loops, loop) - loops.begin());
    extents.push_back(builder.createOrFold<tensor::DimOp>(input, dim));
  }
  return extents;
}

Value FoldOperands::getPosition(CodeBuilder &builder, unsigned loop,
                                Value index, ArrayRef<Value> extents) const {
  SmallVector<unsigned> folded = getFoldedLoops();
  for (size_t inner = folded.size() - 1; inner > 0; --inner) {
    if (folded[inner] == loop)
      return builder.remui(index, extents[inner - 1]);
    index = builder.divui(index, extents[inner - 1]);
  }
  return index;
}

Value FoldOperands::lookUp(CodeBuilder &builder, unsigned number,
                           Value elements, Value index,
                           ArrayRef<Value> extents) const {
  SmallVector<Value> positions;
  for (AffineExpr expr : getMap(number).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    positions.push_back(
        loop ? getPosition(builder, loop.getPosition(), index, extents)
             : builder.index(0));
  }
  return tensor::ExtractOp::create(builder, elements, positions);
}
