//===- BlockMemory.cpp - Lower prim.block_load and block_store *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is a base that is uniform over the block, moved to the tile, and a
// 32-bit offset per thread, the cheapest form on all targets. A tile that is
// all there is moved in vectors; which is so is uniform over the block. Of
// another one elements are moved one by one.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

/// The tile of one op.
class Tile {
public:
  template <typename OpTy>
  Tile(OpBuilder &builder, OpTy op, BlockContext &context)
      : builder(builder), loc(op.getLoc()), ids(context.getThreadIds()),
        layout(context.getLayout(op, op.getItems().getType())),
        element(getElementTypeOrSelf(op.getItems().getType())),
        reverse(op.getReverse()), array(bind(op)) {}

  /// Reads or writes all items; vectors count from the first item on.
  SmallVector<Value> loadVectors();
  void storeVectors(ArrayRef<Value> items);
  /// The same for the first `valid` elements of the tile.
  SmallVector<Value> loadGuarded(Value valid);
  void storeGuarded(ArrayRef<Value> items, Value valid);

  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value isFull(Value valid) {
    return compare(CmpIPredicate::sge, valid,
                   createI32(builder, loc, layout.tileItems()));
  }

private:
  /// The tile as an array, from its lowest address on, which need not exist.
  template <typename OpTy>
  MemoryArray bind(OpTy op) {
    Value base = op.getMemory();
    if (isa<MemRefType>(base.getType()))
      base = BaseOfOp::create(builder, loc, base);
    Value start = op.getOffset();
    if (reverse)
      start = arith::SubIOp::create(
          builder, loc, start,
          arith::ConstantIndexOp::create(builder, loc, layout.tileItems() - 1));
    return MemoryArray(base, element)
        .from(builder, loc,
              arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                         start));
  }
  /// Where `width` elements of the tile from `position` on begin in the array.
  Value index(Value position, unsigned width) {
    if (!reverse)
      return position;
    return arith::SubIOp::create(
        builder, loc, createI32(builder, loc, layout.tileItems() - width),
        position);
  }
  SmallVector<Value> positions(unsigned step) {
    return layout.positions(builder, loc, ids, step);
  }
  /// Where a vector holds the element that is `i`-th in the tile.
  int64_t place(unsigned i) const {
    return reverse ? layout.vector() - 1 - i : i;
  }

  OpBuilder &builder;
  Location loc;
  ThreadIds ids;
  TileLayout layout;
  Type element;
  bool reverse;
  MemoryArray array;
};

} // namespace

SmallVector<Value> Tile::loadVectors() {
  unsigned width = layout.vector();
  SmallVector<Value> items;
  for (Value position : positions(width)) {
    Value at = index(position, width);
    if (width == 1) {
      items.push_back(array.load(builder, loc, at));
      continue;
    }
    Value vector = array.loadVector(builder, loc, at, width);
    for (unsigned i = 0; i < width; ++i)
      items.push_back(
          vector::ExtractOp::create(builder, loc, vector, place(i)));
  }
  return items;
}

void Tile::storeVectors(ArrayRef<Value> items) {
  unsigned width = layout.vector();
  auto type = VectorType::get({width}, element);
  for (auto [row, position] : llvm::enumerate(positions(width))) {
    Value at = index(position, width);
    ArrayRef<Value> part = items.slice(row * width, width);
    if (width == 1) {
      array.store(builder, loc, part.front(), at);
      continue;
    }
    SmallVector<Value> elements(width);
    for (unsigned i = 0; i < width; ++i)
      elements[place(i)] = part[i];
    Value vector = vector::FromElementsOp::create(builder, loc, type, elements);
    array.storeVector(builder, loc, vector, at);
  }
}

SmallVector<Value> Tile::loadGuarded(Value valid) {
  SmallVector<Type> types(layout.items(), element);
  Value some = compare(CmpIPredicate::sgt, valid, createI32(builder, loc, 0));
  auto branch = scf::IfOp::create(builder, loc, types, some,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value none = ub::PoisonOp::create(builder, loc, element);
  scf::YieldOp::create(builder, loc, SmallVector<Value>(layout.items(), none));
  // Without a branch per item, which would wait for each of them: items that
  // are not there are the last one that is.
  builder.setInsertionPointToStart(branch.thenBlock());
  Value last =
      arith::SubIOp::create(builder, loc, valid, createI32(builder, loc, 1));
  SmallVector<Value> items;
  for (Value position : positions(/*step=*/1)) {
    Value there = arith::MinSIOp::create(builder, loc, position, last);
    items.push_back(array.load(builder, loc, index(there, /*width=*/1)));
  }
  scf::YieldOp::create(builder, loc, items);
  return SmallVector<Value>(branch.getResults());
}

void Tile::storeGuarded(ArrayRef<Value> items, Value valid) {
  for (auto [item, position] : llvm::zip_equal(items, positions(/*step=*/1))) {
    Value there = compare(CmpIPredicate::slt, position, valid);
    auto branch = scf::IfOp::create(builder, loc, there,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    array.store(builder, loc, item, index(position, /*width=*/1));
  }
}

LogicalResult mlir::prim::lowerBlockLoad(BlockLoadOp op,
                                         BlockContext &context) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Tile tile(builder, op, context);
  Type type = op.getItems().getType();
  auto pack = [&](ValueRange items) -> Value {
    if (!isa<VectorType>(type))
      return items.front();
    return vector::FromElementsOp::create(builder, loc, type, items);
  };
  Value valid = op.getValid();
  if (!valid) {
    op.replaceAllUsesWith(pack(tile.loadVectors()));
    op.erase();
    return success();
  }
  auto branch = scf::IfOp::create(builder, loc, type, tile.isFull(valid),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, pack(tile.loadVectors()));
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, pack(tile.loadGuarded(valid)));
  op.replaceAllUsesWith(branch.getResult(0));
  op.erase();
  return success();
}

LogicalResult mlir::prim::lowerBlockStore(BlockStoreOp op,
                                          BlockContext &context) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Tile tile(builder, op, context);
  SmallVector<Value> items;
  if (auto type = dyn_cast<VectorType>(op.getItems().getType())) {
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
      items.push_back(
          vector::ExtractOp::create(builder, loc, op.getItems(), i));
  } else {
    items.push_back(op.getItems());
  }
  Value valid = op.getValid();
  if (!valid) {
    tile.storeVectors(items);
    op.erase();
    return success();
  }
  auto branch = scf::IfOp::create(builder, loc, tile.isFull(valid),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  tile.storeVectors(items);
  builder.setInsertionPointToStart(branch.elseBlock());
  tile.storeGuarded(items, valid);
  op.erase();
  return success();
}
