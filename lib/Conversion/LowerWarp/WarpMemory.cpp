//===- WarpMemory.cpp - Lowering of warp_load and warp_store --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves a tile between memory and the items of a logical warp. A full tile is
// moved in vectors, whether it is known to be full at compile time or at run
// time. Every item of a partial tile is guarded.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The tile of one logical warp, from the view of one lane.
class WarpTile {
public:
  /// `valid` (i32) is the number of the tile's items; null for all.
  WarpTile(CodeBuilder &b, CrossLane &lanes, unsigned width, unsigned count,
           TransferMethod method, Value memory, Value offset, Value valid);

  /// The items of this lane. Invalid items get `fill`, or are undefined if that
  /// is null.
  SmallVector<Value> load(Value fill);
  void store(ArrayRef<Value> items);

private:
  /// The position of item `item` in the tile, i32.
  Value numberOf(unsigned item);
  /// The index in memory of a position in the tile.
  Value indexOf(Value number);
  Type getElement() {
    return cast<MemRefType>(memory.getType()).getElementType();
  }
  /// Whether a lane's items are adjacent, so that one access moves them.
  bool isBlocked() {
    return method == TransferMethod::Direct ||
           method == TransferMethod::Vectorize;
  }
  /// The alignment in bytes of the address of a lane's items.
  unsigned getAlignment();

  SmallVector<Value> loadFull();
  SmallVector<Value> loadGuarded();
  void storeFull(ArrayRef<Value> items);
  void storeGuarded(ArrayRef<Value> items);
  /// Whether the whole tile is valid.
  Value isFull() { return b.sge(valid, width * count); }

  CodeBuilder &b;
  unsigned width, count;
  TransferMethod method;
  Value memory, offset, valid;
  /// This lane's position in its logical warp.
  Value position;
};

} // namespace

WarpTile::WarpTile(CodeBuilder &b, CrossLane &lanes, unsigned width,
                   unsigned count, TransferMethod method, Value memory,
                   Value offset, Value valid)
    : b(b), width(width), count(count), method(method), memory(memory),
      offset(offset), valid(valid), position(lanes.positionIn(width)) {}

Value WarpTile::numberOf(unsigned item) {
  if (!isBlocked())
    return b.add(position, item * width);
  Value first = b.mul(position, count);
  return b.add(first, item);
}

Value WarpTile::indexOf(Value number) {
  Value index = b.indexCastUI(b.getIndexType(), number);
  return b.add(offset, index);
}

unsigned WarpTile::getAlignment() {
  unsigned bytes = getElementBytes(getElement());
  if (method != TransferMethod::Vectorize)
    return bytes;
  // The tile is aligned to vectors of four items, of two if a lane's items are
  // not a multiple of four, or of one.
  return bytes * std::min(count & -count, 4u);
}

SmallVector<Value> WarpTile::loadFull() {
  SmallVector<Value> items;
  if (!isBlocked() || count == 1) {
    for (unsigned item = 0; item != count; ++item)
      items.push_back(
          memref::LoadOp::create(b, memory, indexOf(numberOf(item))));
    return items;
  }
  Value vector = vector::LoadOp::create(
      b, VectorType::get({count}, getElement()), memory,
      ValueRange{indexOf(numberOf(0))}, /*nontemporal=*/false,
      llvm::MaybeAlign(getAlignment()));
  for (unsigned item = 0; item != count; ++item)
    items.push_back(vector::ExtractOp::create(b, vector, int64_t(item)));
  return items;
}

SmallVector<Value> WarpTile::loadGuarded() {
  // Invalid items read the last valid one, because a minimum is cheaper than a
  // branch per item.
  SmallVector<Value> items;
  Value last = b.sub(valid, 1);
  for (unsigned item = 0; item != count; ++item) {
    Value number = b.minsi(numberOf(item), last);
    items.push_back(memref::LoadOp::create(b, memory, indexOf(number)));
  }
  return items;
}

SmallVector<Value> WarpTile::load(Value fill) {
  if (!valid)
    return loadFull();
  SmallVector<Type> types(count, getElement());
  auto loadValid = [&] {
    SmallVector<Value> items = loadGuarded();
    if (fill)
      for (auto [i, item] : llvm::enumerate(items)) {
        Value isValid = b.slt(numberOf(i), valid);
        item = b.select(isValid, item, fill);
      }
    return items;
  };
  auto loadNothing = [&] {
    Value none = fill ? fill : createAbsent(b, getElement());
    return SmallVector<Value>(count, none);
  };
  return b.select(
      isFull(), types, [&] { return loadFull(); },
      [&] { return b.select(b.sgt(valid, 0), types, loadValid, loadNothing); });
}

void WarpTile::storeFull(ArrayRef<Value> items) {
  if (!isBlocked() || count == 1) {
    for (auto [i, item] : llvm::enumerate(items))
      memref::StoreOp::create(b, item, memory, indexOf(numberOf(i)));
    return;
  }
  auto type = VectorType::get({count}, getElement());
  Value vector = vector::FromElementsOp::create(b, type, items);
  vector::StoreOp::create(b, vector, memory, ValueRange{indexOf(numberOf(0))},
                          /*nontemporal=*/false,
                          llvm::MaybeAlign(getAlignment()));
}

void WarpTile::storeGuarded(ArrayRef<Value> items) {
  for (auto [i, item] : llvm::enumerate(items)) {
    Value number = numberOf(i);
    Value isValid = b.slt(number, valid);
    b.ifThen(isValid, [&, item = item] {
      memref::StoreOp::create(b, item, memory, indexOf(number));
    });
  }
}

void WarpTile::store(ArrayRef<Value> items) {
  if (!valid)
    return storeFull(items);
  b.ifThen(isFull(), [&] { storeFull(items); }, [&] { storeGuarded(items); });
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// The exchange of a transposing transfer.
static WarpExchangeOp createExchange(CodeBuilder &b, ExchangeMode mode,
                                     Value items, IntegerAttr width) {
  return WarpExchangeOp::create(b, items.getType(), mode, items,
                                /*ranks=*/Value(), /*in_registers=*/false,
                                width);
}

LogicalResult WarpLowering::lower(WarpLoadOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  WarpTile tile(b, *lanes, shape->width, op.getNumItems(), op.getMethod(),
                op.getSource(), op.getOffset(), op.getValid());
  SmallVector<ValueTuple> items;
  for (Value item : tile.load(op.getFill()))
    items.push_back({item});
  Value packed = packItems(b, items, op->getResultTypes()).front();
  WarpExchangeOp exchange;
  if (op.getMethod() == TransferMethod::Transpose && op.getNumItems() > 1) {
    exchange = createExchange(b, ExchangeMode::StripedToBlocked, packed,
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
  CodeBuilder b(op.getLoc(), op);
  if (op.getMethod() == TransferMethod::Transpose && op.getNumItems() > 1) {
    WarpExchangeOp exchange = createExchange(b, ExchangeMode::BlockedToStriped,
                                             op.getItems(), op.getWidthAttr());
    op.getItemsMutable().assign(exchange.getResult(0));
    if (failed(lower(exchange)))
      return failure();
  }
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  WarpTile tile(b, *lanes, shape->width, op.getNumItems(), op.getMethod(),
                op.getDestination(), op.getOffset(), op.getValid());
  SmallVector<Value> items;
  for (ValueTuple &item : unpackItems(b, op.getItems()))
    items.push_back(item[0]);
  tile.store(items);
  op.erase();
  return success();
}
