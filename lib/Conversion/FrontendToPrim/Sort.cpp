//===- Sort.cpp - Sorts and top-k of frontends --------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"
#include "Order.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
  auto topk = DeviceTopkOp::create(
      builder, TypeRange(ValueRange(outs)), ins, outs, /*rest=*/ValueRange(),
      /*workspace=*/Value(), /*reads=*/ValueRange(),
      /*asyncDependencies=*/ValueRange(), op.getDimensionClause(0),
      /*unordered=*/UnitAttr(), /*begin_bit=*/IntegerAttr(),
      /*end_bit=*/IntegerAttr(), /*keys=*/IntegerAttr(),
      /*orders=*/DenseI32ArrayAttr(), /*initialized=*/UnitAttr(),
      /*tuning=*/TuningAttr(),
      SortOrderAttr::get(builder.getContext(), keys.front().order),
      keys.front().descending ? builder.getUnitAttr() : UnitAttr());
  if (count == 1) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block =
        builder.addBlock(topk.getPrologue(), {op.getType(0).getElementType(),
                                              builder.getIndexType()});
    Value index = builder.indexCast(number, block->getArgument(1));
    YieldOp::create(builder, ValueRange{block->getArgument(0), index});
  }
  results.assign(topk->result_begin(), topk->result_end());
  return "";
}
