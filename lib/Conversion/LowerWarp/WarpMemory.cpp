//===- WarpMemory.cpp - Lowering of warp_load and warp_store --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile moves between memory and the items of a logical warp. A tile that is
// known to be full, or found to be, moves in vectors; of one that is cut short
// every item is guarded.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

/// The tile of one logical warp, as one lane sees it.
class WarpTile {
public:
  /// `valid` (i32) is how many of the tile's items there are; null for all.
  WarpTile(ImplicitLocOpBuilder &builder, CrossLane &lanes, unsigned width,
           unsigned count, TransferMethod method, Value memory, Value offset,
           Value valid);

  /// The items of this lane. Those that are not valid get `fill`, or anything
  /// if that is null.
  SmallVector<Value> load(Value fill);
  void store(ArrayRef<Value> items);

private:
  Value constant(int64_t value) {
    return createI32(builder, builder.getLoc(), value);
  }
  /// The position of item `item` in the tile, i32.
  Value numberOf(unsigned item);
  /// The index in memory of a position in the tile.
  Value indexOf(Value number);
  Type getElement() {
    return cast<MemRefType>(memory.getType()).getElementType();
  }
  /// Whether a lane's items are neighbours, so that one access moves them.
  bool isBlocked() {
    return method == TransferMethod::Direct ||
           method == TransferMethod::Vectorize;
  }
  /// How many bytes the address of a lane's items is aligned to.
  unsigned getAlignment();

  SmallVector<Value> loadFull();
  SmallVector<Value> loadGuarded();
  void storeFull(ArrayRef<Value> items);
  void storeGuarded(ArrayRef<Value> items);
  /// Makes an `scf.if` on whether the whole tile is valid.
  scf::IfOp branchOnFull(TypeRange types);

  ImplicitLocOpBuilder &builder;
  unsigned width, count;
  TransferMethod method;
  Value memory, offset, valid;
  /// This lane's position in its logical warp.
  Value position;
};

} // namespace

WarpTile::WarpTile(ImplicitLocOpBuilder &builder, CrossLane &lanes,
                   unsigned width, unsigned count, TransferMethod method,
                   Value memory, Value offset, Value valid)
    : builder(builder), width(width), count(count), method(method),
      memory(memory), offset(offset), valid(valid),
      position(lanes.positionIn(width)) {}

Value WarpTile::numberOf(unsigned item) {
  if (!isBlocked())
    return arith::AddIOp::create(builder, position, constant(item * width));
  Value first = arith::MulIOp::create(builder, position, constant(count));
  return arith::AddIOp::create(builder, first, constant(item));
}

Value WarpTile::indexOf(Value number) {
  Value index =
      arith::IndexCastUIOp::create(builder, builder.getIndexType(), number);
  return arith::AddIOp::create(builder, offset, index);
}

unsigned WarpTile::getAlignment() {
  unsigned bytes = getElementBytes(getElement());
  if (method != TransferMethod::Vectorize)
    return bytes;
  // The tile is aligned to vectors of four items, of two if a lane's items
  // are not a multiple of that, or not at all.
  return bytes * std::min(count & -count, 4u);
}

SmallVector<Value> WarpTile::loadFull() {
  SmallVector<Value> items;
  if (!isBlocked() || count == 1) {
    for (unsigned item = 0; item != count; ++item)
      items.push_back(
          memref::LoadOp::create(builder, memory, indexOf(numberOf(item))));
    return items;
  }
  Value vector = vector::LoadOp::create(
      builder, VectorType::get({count}, getElement()), memory,
      ValueRange{indexOf(numberOf(0))}, /*nontemporal=*/false,
      llvm::MaybeAlign(getAlignment()));
  for (unsigned item = 0; item != count; ++item)
    items.push_back(vector::ExtractOp::create(builder, vector, int64_t(item)));
  return items;
}

SmallVector<Value> WarpTile::loadGuarded() {
  // Items that are not valid read the last valid one: a minimum is cheaper than
  // a branch per item.
  SmallVector<Value> items;
  Value last = arith::SubIOp::create(builder, valid, constant(1));
  for (unsigned item = 0; item != count; ++item) {
    Value number = arith::MinSIOp::create(builder, numberOf(item), last);
    items.push_back(memref::LoadOp::create(builder, memory, indexOf(number)));
  }
  return items;
}

scf::IfOp WarpTile::branchOnFull(TypeRange types) {
  Value full = arith::CmpIOp::create(builder, CmpIPredicate::sge, valid,
                                     constant(width * count));
  return scf::IfOp::create(builder, types, full, /*addThenBlock=*/true,
                           /*addElseBlock=*/true);
}

SmallVector<Value> WarpTile::load(Value fill) {
  if (!valid)
    return loadFull();
  SmallVector<Type> types(count, getElement());
  scf::IfOp branch = branchOnFull(types);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loadFull());

  builder.setInsertionPointToStart(branch.elseBlock());
  Value any =
      arith::CmpIOp::create(builder, CmpIPredicate::sgt, valid, constant(0));
  auto nonEmpty = scf::IfOp::create(builder, types, any, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
  scf::YieldOp::create(builder, nonEmpty.getResults());
  builder.setInsertionPointToStart(nonEmpty.thenBlock());
  SmallVector<Value> items = loadGuarded();
  if (fill)
    for (auto [i, item] : llvm::enumerate(items)) {
      Value isValid = arith::CmpIOp::create(builder, CmpIPredicate::slt,
                                            numberOf(i), valid);
      item = arith::SelectOp::create(builder, isValid, item, fill);
    }
  scf::YieldOp::create(builder, items);
  builder.setInsertionPointToStart(nonEmpty.elseBlock());
  Value none =
      fill ? fill : createAbsent(builder, builder.getLoc(), getElement());
  scf::YieldOp::create(builder, SmallVector<Value>(count, none));
  return SmallVector<Value>(branch.getResults());
}

void WarpTile::storeFull(ArrayRef<Value> items) {
  if (!isBlocked() || count == 1) {
    for (auto [i, item] : llvm::enumerate(items))
      memref::StoreOp::create(builder, item, memory, indexOf(numberOf(i)));
    return;
  }
  auto type = VectorType::get({count}, getElement());
  Value vector = vector::FromElementsOp::create(builder, type, items);
  vector::StoreOp::create(
      builder, vector, memory, ValueRange{indexOf(numberOf(0))},
      /*nontemporal=*/false, llvm::MaybeAlign(getAlignment()));
}

void WarpTile::storeGuarded(ArrayRef<Value> items) {
  for (auto [i, item] : llvm::enumerate(items)) {
    Value number = numberOf(i);
    Value isValid =
        arith::CmpIOp::create(builder, CmpIPredicate::slt, number, valid);
    auto guarded = scf::IfOp::create(builder, isValid,
                                     /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(guarded.thenBlock());
    memref::StoreOp::create(builder, item, memory, indexOf(number));
  }
}

void WarpTile::store(ArrayRef<Value> items) {
  if (!valid)
    return storeFull(items);
  scf::IfOp branch = branchOnFull({});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  storeFull(items);
  scf::YieldOp::create(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  storeGuarded(items);
  scf::YieldOp::create(builder);
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// The exchange that a transposing transfer goes through.
static WarpExchangeOp createExchange(ImplicitLocOpBuilder &builder,
                                     ExchangeMode mode, Value items,
                                     IntegerAttr width) {
  return WarpExchangeOp::create(builder, items.getType(), mode, items,
                                /*ranks=*/Value(), /*in_registers=*/false,
                                width);
}

LogicalResult WarpLowering::lower(WarpLoadOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(builder, op, shape->width);
  WarpTile tile(builder, *lanes, shape->width, op.getNumItems(), op.getMethod(),
                op.getSource(), op.getOffset(), op.getValid());
  SmallVector<ValueTuple> items;
  for (Value item : tile.load(op.getFill()))
    items.push_back({item});
  Value packed =
      packItems(builder, op.getLoc(), items, op->getResultTypes()).front();
  WarpExchangeOp exchange;
  if (op.getMethod() == TransferMethod::Transpose && op.getNumItems() > 1) {
    exchange = createExchange(builder, ExchangeMode::StripedToBlocked, packed,
                              op.getWidthAttr());
    packed = exchange.getResult(0);
  }
  op.replaceAllUsesWith(packed);
  op.erase();
  return exchange ? lower(exchange) : success();
}

LogicalResult WarpLowering::lower(WarpStoreOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  if (op.getMethod() == TransferMethod::Transpose && op.getNumItems() > 1) {
    WarpExchangeOp exchange =
        createExchange(builder, ExchangeMode::BlockedToStriped, op.getItems(),
                       op.getWidthAttr());
    op.getItemsMutable().assign(exchange.getResult(0));
    if (failed(lower(exchange)))
      return failure();
  }
  std::unique_ptr<CrossLane> lanes = getLanes(builder, op, shape->width);
  WarpTile tile(builder, *lanes, shape->width, op.getNumItems(), op.getMethod(),
                op.getDestination(), op.getOffset(), op.getValid());
  SmallVector<Value> items;
  for (ValueTuple &item : unpackItems(builder, op.getLoc(), op.getItems()))
    items.push_back(item[0]);
  tile.store(items);
  op.erase();
  return success();
}
