//===- Sort.cpp - Sorts and top-k of frontends --------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"
#include "Order.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

using namespace mlir;
using namespace mlir::prim;

/// The region of a sort takes the left and the right value of one member after
/// the other; that of a device op takes all of the left item first.
static SmallVector<Value> interleave(ValueRange arguments) {
  SmallVector<Value> pairs;
  size_t count = arguments.size() / 2;
  for (auto [left, right] :
       llvm::zip(arguments.take_front(count), arguments.take_back(count)))
    pairs.append({left, right});
  return pairs;
}

/// The attribute `orders` of several keys; null for one.
static DenseI32ArrayAttr getOrders(CodeBuilder &builder, ArrayRef<Key> keys) {
  if (llvm::all_equal(
          llvm::map_range(keys, [](const Key &key) { return key.order; })))
    return DenseI32ArrayAttr();
  SmallVector<int32_t> orders;
  for (const Key &key : keys)
    orders.push_back(static_cast<int32_t>(key.order));
  return builder.getDenseI32ArrayAttr(orders);
}

/// A top-k of `ins`, of which the first is the key. With an output more than
/// inputs, the last output takes the elements' indices.
static DeviceTopkOp createTopk(CodeBuilder &builder, ValueRange ins,
                               ValueRange outs, Key key,
                               DenseI64ArrayAttr dimension) {
  auto topk = DeviceTopkOp::create(
      builder, TypeRange(outs), ins, outs, /*rest=*/ValueRange(),
      /*workspace=*/Value(), /*reads=*/ValueRange(),
      /*asyncDependencies=*/ValueRange(), dimension,
      /*unordered=*/UnitAttr(), /*begin_bit=*/IntegerAttr(),
      /*end_bit=*/IntegerAttr(), /*keys=*/IntegerAttr(),
      /*orders=*/DenseI32ArrayAttr(), /*initialized=*/UnitAttr(),
      /*tuning=*/TuningAttr(),
      SortOrderAttr::get(builder.getContext(), key.order),
      key.descending ? builder.getUnitAttr() : UnitAttr());
  if (outs.size() == ins.size())
    return topk;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  for (Value in : ins)
    types.push_back(getElementTypeOrSelf(in));
  types.push_back(builder.getIndexType());
  Block *block = builder.addBlock(topk.getPrologue(), types);
  SmallVector<Value> item(block->getArguments());
  Type number = getElementTypeOrSelf(outs.back());
  if (!number.isIndex())
    item.back() = builder.indexCast(number, item.back());
  YieldOp::create(builder, item);
  return topk;
}

/// Whether each element of `tensor` is its own position along `dimension`.
static bool isPosition(Value tensor, int64_t dimension) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 0 ||
      generic->getNumResults() != 1 || generic.getNumReductionLoops() != 0 ||
      !generic.getIndexingMapsArray().front().isIdentity())
    return false;
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  if (auto cast = yielded.getDefiningOp<arith::IndexCastOp>())
    yielded = cast.getIn();
  auto index = yielded.getDefiningOp<linalg::IndexOp>();
  return index && index->getBlock() == generic.getBody() &&
         static_cast<int64_t>(index.getDim()) == dimension;
}

/// Whether an offset is 0. torch-mlir writes that of a dimension whose extent
/// shows at run time as the smaller of the extent and 0.
static bool isZero(OpFoldResult offset) {
  if (getConstantIntValue(offset) == 0)
    return true;
  auto cast = llvm::dyn_cast_if_present<Value>(offset)
                  .getDefiningOp<arith::IndexCastOp>();
  auto least =
      cast ? cast.getIn().getDefiningOp<arith::MinSIOp>() : arith::MinSIOp();
  if (!least || !matchPattern(least.getRhs(), m_Zero()) ||
      !least.getType().isInteger(64))
    return false;
  auto extent = least.getLhs().getDefiningOp<arith::IndexCastOp>();
  return extent && extent.getIn().getDefiningOp<tensor::DimOp>();
}

/// Reads the sizes of results from the operands, which have the same.
static void readSizesOfOperands(ForeignOp op) {
  for (OpResult result : op.getOperation()->getResults())
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (auto size = dyn_cast<tensor::DimOp>(user))
        size.getSourceMutable().assign(op.getOperand(result.getResultNumber()));
}

/// How many of the first elements along the dimension are used, if nothing
/// else is, and if a top-k of so many costs less than the sort; otherwise 0.
static int64_t getTaken(ForeignOp op) {
  int64_t along = op.getDimension(), taken = 0;
  for (Operation *user : op.getOperation()->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !isZero(slice.getMixedOffsets()[along]) ||
        getConstantIntValue(slice.getMixedStrides()[along]) != 1)
      return 0;
    std::optional<int64_t> size =
        getConstantIntValue(slice.getMixedSizes()[along]);
    if (!size)
      return 0;
    taken = std::max(taken, *size);
  }
  int64_t most = op.getExtent(0);
  return ShapedType::isDynamic(most) || taken <= most / 2 ? taken : 0;
}

/// The slice, of the first elements instead of all. It is all of these if its
/// other sizes are those of the sort's operands.
static Value takeSlice(CodeBuilder &builder, tensor::ExtractSliceOp slice,
                       Value first, ForeignOp op) {
  auto isSizeOfOperand = [&](OpFoldResult size, int64_t dim) {
    auto value = llvm::dyn_cast_if_present<Value>(size);
    auto found = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
    return found && found.getConstantIndex() == dim &&
           llvm::is_contained(op.getOperation()->getOperands(),
                              found.getSource());
  };
  RankedTensorType type = slice.getType();
  bool isWhole = type == first.getType();
  for (int64_t dim = 0; isWhole && dim < type.getRank(); ++dim)
    isWhole = !type.isDynamicDim(dim) ||
              isSizeOfOperand(slice.getMixedSizes()[dim], dim);
  if (isWhole)
    return first;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(slice);
  return tensor::ExtractSliceOp::create(
      builder, type, first, slice.getMixedOffsets(), slice.getMixedSizes(),
      slice.getMixedStrides());
}

/// Takes the first elements of a sort of which no others are used: torch-mlir
/// writes a top-k as a sort with the positions as payload, and slices. Returns
/// whether it did.
static bool takeFirst(ForeignOp op, CodeBuilder &builder, Key key,
                      SmallVectorImpl<Value> &results) {
  readSizesOfOperands(op);
  int64_t taken = getTaken(op);
  if (taken == 0)
    return false;
  unsigned count = op.getNumOperands();
  SmallVector<unsigned> order{key.member};
  for (unsigned member : llvm::seq(count))
    if (member != key.member)
      order.push_back(member);
  // Positions come from the prologue, as the last output.
  auto *positions = llvm::find_if(order, [&](unsigned member) {
    return member != key.member &&
           isPosition(op.getOperand(member), op.getDimension());
  });
  bool computesPositions = positions != order.end();
  if (computesPositions)
    std::rotate(positions, positions + 1, order.end());
  SmallVector<Value> ins, outs;
  for (unsigned member : order) {
    ins.push_back(op.getOperand(member));
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, builder.getLoc(), op.getOperand(0));
    sizes[op.getDimension()] = builder.getIndexAttr(taken);
    outs.push_back(tensor::EmptyOp::create(
        builder, sizes, op.getType(member).getElementType()));
  }
  if (computesPositions)
    ins.pop_back();
  DeviceTopkOp topk =
      createTopk(builder, ins, outs, key, op.getDimensionClause(0));
  results.resize(count);
  for (auto [place, member] : llvm::enumerate(order)) {
    results[member] = topk.getResult(place);
    for (OpOperand &use : llvm::make_early_inc_range(
             op.getOperation()->getResult(member).getUses())) {
      auto slice = cast<tensor::ExtractSliceOp>(use.getOwner());
      slice.replaceAllUsesWith(takeSlice(builder, slice, results[member], op));
      slice.erase();
    }
  }
  return true;
}

/// A sort's operands are its outputs, which hold the input.
StringRef prim::convertSort(ForeignOp op, CodeBuilder &builder,
                            const PrimFrontendToPrimOptions &options,
                            SmallVectorImpl<Value> &results) {
  unsigned count = op.getNumOperands();
  StringRef obstacle = op.check(/*results=*/count, /*arguments=*/2 * count);
  if (obstacle.empty())
    obstacle = count == 0 ? "sorts nothing" : op.readDimension(0);
  if (!obstacle.empty())
    return obstacle;
  if (!op.getYielded().getType().isInteger(1))
    return "does not yield whether the left item comes first";
  for (unsigned operand : llvm::seq(count))
    if (op.getType(operand).getShape() != op.getType(0).getShape())
      return "has operands whose shapes differ";

  SmallVector<Value> lefts, rights;
  for (unsigned member : llvm::seq(count)) {
    lefts.push_back(op.getBody()->getArgument(2 * member));
    rights.push_back(op.getBody()->getArgument(2 * member + 1));
  }
  SmallVector<Key> keys = findKeys(op.getYielded(), lefts, rights);
  if (keys.size() == 1 && takeFirst(op, builder, keys.front(), results))
    return "";
  // Keys are the first operands of the device op. Without any, a comparator
  // takes the operands in their order.
  SmallVector<unsigned> order;
  for (const Key &key : keys)
    order.push_back(key.member);
  for (unsigned member : llvm::seq(count))
    if (!llvm::is_contained(order, member))
      order.push_back(member);
  SmallVector<Value> ins, outs;
  for (unsigned member : order) {
    ins.push_back(op.getOperand(member));
    outs.push_back(createEmpty(builder, ins.back()));
  }
  DenseI32ArrayAttr orders = getOrders(builder, keys);
  auto sort = DeviceSortOp::create(
      builder, TypeRange(ValueRange(outs)), ins, outs, /*workspace=*/Value(),
      /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
      /*segments=*/ValueRange(), op.getDimensionClause(0),
      /*segment_form=*/SegmentFormAttr(), /*may_clobber_input=*/UnitAttr(),
      /*batches=*/UnitAttr(), /*begin_bit=*/IntegerAttr(),
      /*end_bit=*/IntegerAttr(),
      keys.size() > 1 ? builder.getI32IntegerAttr(keys.size()) : IntegerAttr(),
      orders, /*initialized=*/UnitAttr(), /*tuning=*/TuningAttr(),
      keys.empty() || orders
          ? SortOrderAttr()
          : SortOrderAttr::get(builder.getContext(), keys.front().order),
      !keys.empty() && keys.front().descending ? builder.getUnitAttr()
                                               : UnitAttr());
  if (keys.empty()) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types = llvm::to_vector(ValueRange(lefts).getTypes());
    llvm::append_range(types, ValueRange(rights).getTypes());
    Block *block = builder.addBlock(sort.getComparator(), types);
    ValueRange arguments = block->getArguments();
    YieldOp::create(builder, op.cloneBody(builder, interleave(arguments)));
  }
  results.resize(count);
  for (auto [position, member] : llvm::enumerate(order))
    results[member] = sort.getResult(position);
  return "";
}

/// Whether no value comes after `value` in the order of the key.
static bool isLast(TypedAttr value, Key key) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isInfinity() &&
           number.getValue().isNegative() == key.descending;
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  if (!number)
    return false;
  const APInt &bits = number.getValue();
  return key.order == SortOrder::SLT
             ? (key.descending ? bits.isMinSignedValue()
                               : bits.isMaxSignedValue())
             : (key.descending ? bits.isZero() : bits.isAllOnes());
}

/// The operands of a top-k are the values, optionally their indices, and the
/// outputs for both, whose elements compete with the input's.
StringRef prim::convertTopk(ForeignOp op, CodeBuilder &builder,
                            const PrimFrontendToPrimOptions &options,
                            SmallVectorImpl<Value> &results) {
  StringRef obstacle = op.check(/*results=*/2, /*arguments=*/2);
  unsigned count = op.getNumOperands() - 2;
  if (obstacle.empty() && count != 1 && count != 2)
    obstacle = "has other operands than values, indices, and outputs for both";
  if (obstacle.empty())
    obstacle = op.readDimension(0);
  if (!obstacle.empty())
    return obstacle;
  Value values = op.getOperand(count), indices = op.getOperand(count + 1);
  Type number = getElementTypeOrSelf(indices);
  if (!isa<IntegerType>(number) ||
      getElementTypeOrSelf(values) != op.getType(0).getElementType() ||
      (count == 2 && getElementTypeOrSelf(op.getOperand(1)) != number))
    return "has operands of several types of elements";
  if (op.getType(count).getShape() != op.getType(count + 1).getShape() ||
      op.getType(count).getRank() != op.getType(0).getRank())
    return "has operands whose shapes differ";
  SmallVector<Key> keys =
      findKeys(op.getYielded(), op.getBody()->getArgument(0),
               op.getBody()->getArgument(1));
  if (keys.empty())
    return "compares in an order that is none of prim's";
  if (!isLast(getConstantSplat(values), keys.front()))
    return "starts from values that could be among the first";
  int64_t most = op.getExtent(0), taken = op.getExtent(count);
  if (!ShapedType::isDynamic(most) && !ShapedType::isDynamic(taken) &&
      taken > most)
    return "takes more elements than there are";

  SmallVector<Value> ins(op.getOperation()->getOperands().take_front(count));
  SmallVector<Value> outs{createEmpty(builder, values),
                          createEmpty(builder, indices)};
  DeviceTopkOp topk =
      createTopk(builder, ins, outs, keys.front(), op.getDimensionClause(0));
  results.assign(topk->result_begin(), topk->result_end());
  return "";
}
