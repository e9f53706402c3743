//===- ScatterOther.cpp - Scatters that are no sums --------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates are sorted by the places that they are for. The sort is stable, so
// that the last update of an element wins, as in numpy.
//
//===----------------------------------------------------------------------===//

#include "ScatterPlaces.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"

using namespace mlir;
using namespace mlir::prim;

/// An elementwise op on tensors of one shape.
static Value createMap(CodeBuilder &builder, ValueRange inputs, Value out,
                       llvm::function_ref<Value(CodeBuilder &, ValueRange)> f) {
  auto map = linalg::MapOp::create(
      builder, inputs, out,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        CodeBuilder body(loc, inner);
        Value result = f(body, arguments.take_front(inputs.size()));
        linalg::YieldOp::create(body, result);
      });
  return map->getResult(0);
}

/// `tensor` as one of rank 1.
static Value flatten(CodeBuilder &builder, Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (rank == 1)
    return tensor;
  ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return tensor::CollapseShapeOp::create(
      builder, tensor, SmallVector<ReassociationIndices>{all});
}

Value prim::convertScatterByCount(ForeignOp op, CodeBuilder &builder,
                                  Places &places, Value update) {
  RankedTensorType updates = places.getUpdates();
  bool isShort =
      updates.hasStaticShape() &&
      updates.getNumElements() <= std::numeric_limits<int32_t>::max();
  Type count = isShort ? builder.getI32Type() : builder.getI64Type();
  Value counts = places.expand(
      builder, places.createHistogram(builder, count, /*weights=*/Value()));
  Value old = op.getOperand(2);
  Type element = places.getOutput().getElementType();
  return createMap(builder, {counts, old}, createEmpty(builder, old),
                   [&](CodeBuilder &b, ValueRange values) -> Value {
                     Value value = update ? update : b.zero(element);
                     Value made = op.cloneBody(b, {value, values[1]});
                     return b.select(b.ne(values[0], 0), made, values[1]);
                   });
}

namespace {

/// The updates in the order of their places.
struct SortedUpdates {
  Value places, values;
};

} // namespace

/// Sorts the updates. Those of no element come last.
static SortedUpdates sortUpdates(ForeignOp op, CodeBuilder &builder,
                                 Places &places, Type key) {
  places.prepare(builder);
  Value updates = flatten(builder, op.getOperand(0));
  Value count = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                                places.countElements(builder));
  OpFoldResult size =
      tensor::getMixedSize(builder, builder.getLoc(), updates, 0);
  Type element = getElementTypeOrSelf(updates);
  Value outs[] = {tensor::EmptyOp::create(builder, size, key),
                  tensor::EmptyOp::create(builder, size, element)};
  auto sort = DeviceSortOp::create(builder, SortOrder::ULT, updates, outs);
  sort.getReadsMutable().assign(op.getOperand(1));
  RankedTensorType output = places.getOutput();
  if (output.hasStaticShape()) {
    sort.setBeginBitAttr(builder.getI32IntegerAttr(0));
    sort.setEndBitAttr(builder.getI32IntegerAttr(
        std::max(llvm::Log2_64_Ceil(output.getNumElements() + 1), 1u)));
  }
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.addBlock(sort.getPrologue(), {element, builder.getIndexType()});
  Value place = places.getPlace(builder, block->getArgument(1));
  Value least = builder.minui(place, count);
  YieldOp::create(builder, ValueRange{builder.indexCast(key, least),
                                      block->getArgument(0)});
  return {sort.getResult(0), sort.getResult(1)};
}

/// How many of the sorted places are below each number from 0 on, or up to it.
static Value createSearch(CodeBuilder &builder, SearchMode mode, Value sorted,
                          OpFoldResult count) {
  Type key = getElementTypeOrSelf(sorted);
  // Only the positions of the elements are used, which have another type than
  // the output, so that both are not one tensor.
  Type unused = builder.getI8Type();
  Value needles = tensor::EmptyOp::create(builder, count, unused);
  Value out = tensor::EmptyOp::create(builder, count, builder.getI64Type());
  auto search = DeviceSearchOp::create(builder, mode, SortOrder::ULT, needles,
                                       sorted, out);
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.addBlock(search.getPrologue(), {unused, builder.getIndexType()});
  YieldOp::create(builder, builder.indexCast(key, block->getArgument(1)));
  return search.getResult(0);
}

/// The element of `old` for the last of the sorted updates of each place.
static Value takeLast(ForeignOp op, CodeBuilder &builder, Places &places,
                      SortedUpdates sorted) {
  Value old = op.getOperand(2);
  Value ends = createSearch(builder, SearchMode::Upper, sorted.places,
                            places.countElements(builder));
  Value flat = places.createFlat(builder, getElementTypeOrSelf(old));
  Value result = createMap(
      builder, {ends, flatten(builder, old)}, flat,
      [&](CodeBuilder &b, ValueRange values) -> Value {
        Value index = linalg::IndexOp::create(b, 0);
        Value end = b.toIndex(values[0]), zero = b.index(0);
        Value last = b.sub(end, 1);
        auto make = [&](Value condition, llvm::function_ref<Value()> inner,
                        Value other) -> Value {
          auto branch = scf::IfOp::create(b, other.getType(), condition, true);
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(branch.thenBlock());
          scf::YieldOp::create(b, inner());
          b.setInsertionPointToStart(branch.elseBlock());
          scf::YieldOp::create(b, other);
          return branch.getResult(0);
        };
        return make(
            b.ne(end, zero),
            [&]() -> Value {
              Value place = tensor::ExtractOp::create(b, sorted.places, last);
              Value isOwn = b.eq(b.toIndex(place), index);
              Value update = tensor::ExtractOp::create(b, sorted.values, last);
              return b.select(isOwn, op.cloneBody(b, {update, values[1]}),
                              values[1]);
            },
            values[1]);
      });
  return places.expand(builder, result);
}

Value prim::convertScatterBySort(ForeignOp op, CodeBuilder &builder,
                                 Places &places,
                                 std::optional<CombinerKind> kind) {
  RankedTensorType output = places.getOutput();
  bool isShort = output.hasStaticShape() &&
                 output.getNumElements() < std::numeric_limits<int32_t>::max();
  Type key = isShort ? builder.getI32Type() : builder.getI64Type();
  SortedUpdates sorted = sortUpdates(op, builder, places, key);
  if (!kind)
    return takeLast(op, builder, places, sorted);
  // The updates of an element end where those of the next one start.
  OpFoldResult ends = places.countElements(builder);
  if (output.hasStaticShape())
    ends = builder.getIndexAttr(output.getNumElements() + 1);
  else
    ends = builder.add(cast<Value>(ends), 1);
  Value offsets = createSearch(builder, SearchMode::Lower, sorted.places, ends);
  Type element = output.getElementType();
  Value out = places.createFlat(builder, element);
  auto reduce = DeviceReduceOp::create(builder, *kind, sorted.values, out);
  reduce.getSegmentsMutable().assign(offsets);
  reduce.setSegmentForm(SegmentForm::Offsets);
  Value folds = places.expand(builder, reduce.getResult(0));
  Value old = op.getOperand(2);
  if (getConstantSplat(old) == getIdentityAttr(*kind, element, /*exact=*/true))
    return folds;
  return createMap(builder, {old, folds}, createEmpty(builder, old),
                   [&](CodeBuilder &b, ValueRange values) -> Value {
                     return Combiner(*kind, element)
                         .combine(b, values[0], values[1])
                         .front();
                   });
}
