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
// another one elements are moved one by one. What the bounds of `valid` rule
// out is not emitted.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "ValueBounds.h"
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
  /// The same for the first `valid` elements of a tile that has more.
  SmallVector<Value> loadGuarded(Value valid);
  void storeGuarded(ArrayRef<Value> items, Value valid);

  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value isFull(Value valid) {
    return compare(CmpIPredicate::sge, valid,
                   createI32(builder, loc, layout.tileItems()));
  }
  bool isNeverFull(Value valid) const {
    return getBounds(valid).smax().slt(layout.tileItems());
  }

private:
  /// Where the elements of a tile end: in the vector that begins at `start`,
  /// which has `left` of them (i32, uniform). There is one such vector at most.
  struct Cut {
    Cut(Tile &tile, Value valid)
        : left(arith::RemUIOp::create(tile.builder, tile.loc, valid,
                                      tile.constant(tile.layout.vector()))),
          start(tile.sub(valid, left)) {}
    Value left, start;
  };

  /// For a tile of which there is something.
  SmallVector<Value> loadSome(Value valid);
  void storeVector(ArrayRef<Value> items, Value at);
  void storeIf(Value condition, llvm::function_ref<void()> store);

  Value constant(int64_t value) { return createI32(builder, loc, value); }
  Value sub(Value lhs, Value rhs) {
    return arith::SubIOp::create(builder, loc, lhs, rhs);
  }
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

void Tile::storeVector(ArrayRef<Value> items, Value at) {
  SmallVector<Value> elements(items.size());
  for (auto [i, item] : llvm::enumerate(items))
    elements[place(i)] = item;
  auto type = VectorType::get({layout.vector()}, element);
  array.storeVector(
      builder, loc,
      vector::FromElementsOp::create(builder, loc, type, elements), at);
}

void Tile::storeVectors(ArrayRef<Value> items) {
  unsigned width = layout.vector();
  for (auto [row, position] : llvm::enumerate(positions(width))) {
    if (width == 1)
      array.store(builder, loc, items[row], index(position, width));
    else
      storeVector(items.slice(row * width, width), index(position, width));
  }
}

SmallVector<Value> Tile::loadSome(Value valid) {
  // Without branches, which would wait for each other's loads: what is not
  // there is read from where there is something, and means nothing.
  unsigned width = layout.vector();
  Value last = sub(valid, constant(1));
  if (width == 1)
    return llvm::map_to_vector(positions(/*step=*/1), [&](Value position) {
      Value there = arith::MinSIOp::create(builder, loc, position, last);
      return array.load(builder, loc, index(there, /*width=*/1));
    });

  // Whole vectors, if there is any, and the one that is cut off.
  Cut cut(*this, valid);
  auto type = VectorType::get({width}, element);
  SmallVector<Value> starts = positions(width);
  SmallVector<Type> types(starts.size(), type);
  auto branch = scf::IfOp::create(
      builder, loc, types, compare(CmpIPredicate::sge, valid, constant(width)),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value lastStart = sub(cut.start, constant(width));
    scf::YieldOp::create(
        builder, loc, llvm::map_to_vector(starts, [&](Value start) {
          Value there = arith::MinSIOp::create(builder, loc, start, lastStart);
          return array.loadVector(builder, loc, index(there, width), width);
        }));
    builder.setInsertionPointToStart(branch.elseBlock());
    Value none = ub::PoisonOp::create(builder, loc, type);
    scf::YieldOp::create(builder, loc, SmallVector<Value>(starts.size(), none));
  }
  SmallVector<Value> rest;
  for (unsigned i = 0; i + 1 < width; ++i) {
    Value position =
        arith::AddIOp::create(builder, loc, cut.start, constant(i));
    Value there = arith::MinSIOp::create(builder, loc, position, last);
    rest.push_back(array.load(builder, loc, index(there, /*width=*/1)));
  }
  SmallVector<Value> items;
  for (auto [start, vector] : llvm::zip_equal(starts, branch.getResults())) {
    Value isCut = compare(CmpIPredicate::eq, start, cut.start);
    for (unsigned i = 0; i < width; ++i) {
      Value item = vector::ExtractOp::create(builder, loc, vector, place(i));
      if (i < rest.size())
        item = arith::SelectOp::create(builder, loc, isCut, rest[i], item);
      items.push_back(item);
    }
  }
  return items;
}

SmallVector<Value> Tile::loadGuarded(Value valid) {
  if (getBounds(valid).smin().sgt(0))
    return loadSome(valid);
  SmallVector<Type> types(layout.items(), element);
  auto branch = scf::IfOp::create(
      builder, loc, types, compare(CmpIPredicate::sgt, valid, constant(0)),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value none = ub::PoisonOp::create(builder, loc, element);
  scf::YieldOp::create(builder, loc, SmallVector<Value>(layout.items(), none));
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, loadSome(valid));
  return SmallVector<Value>(branch.getResults());
}

void Tile::storeIf(Value condition, llvm::function_ref<void()> store) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  store();
}

void Tile::storeGuarded(ArrayRef<Value> items, Value valid) {
  unsigned width = layout.vector();
  SmallVector<Value> starts = positions(width);
  if (width == 1) {
    for (auto [item, position] : llvm::zip_equal(items, starts))
      storeIf(compare(CmpIPredicate::slt, position, valid),
              [&, item = item, position = position] {
                array.store(builder, loc, item, index(position, /*width=*/1));
              });
    return;
  }

  // Whole vectors, and what there is of the one that is cut off: its items are
  // brought together first, whichever row they are in.
  Cut cut(*this, valid);
  SmallVector<Value> rest(items.begin(), items.begin() + width - 1);
  Value hasCut;
  for (auto [row, start] : llvm::enumerate(starts)) {
    ArrayRef<Value> part = items.slice(row * width, width);
    storeIf(compare(CmpIPredicate::slt, start, cut.start),
            [&, start = start] { storeVector(part, index(start, width)); });
    Value isCut = compare(CmpIPredicate::eq, start, cut.start);
    hasCut =
        row == 0
            ? isCut
            : arith::OrIOp::create(builder, loc, hasCut, isCut).getResult();
    if (row != 0)
      for (auto [kept, item] : llvm::zip(rest, part))
        kept = arith::SelectOp::create(builder, loc, isCut, item, kept);
  }
  storeIf(hasCut, [&] {
    for (auto [i, item] : llvm::enumerate(rest))
      storeIf(compare(CmpIPredicate::slt, constant(i), cut.left),
              [&, i = i, item = item] {
                Value position =
                    arith::AddIOp::create(builder, loc, cut.start, constant(i));
                array.store(builder, loc, item, index(position, /*width=*/1));
              });
  });
}

LogicalResult mlir::prim::lowerBlockLoad(BlockLoadOp op,
                                         BlockContext &context) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Tile tile(builder, op, context);
  Type type = op.getItems().getType();
  auto pack = [&](ArrayRef<Value> items) -> Value {
    return joinMembers(builder, loc, llvm::to_vector(items), type).front();
  };
  Value valid = op.getValid();
  if (!valid || tile.isNeverFull(valid)) {
    op.replaceAllUsesWith(
        pack(valid ? tile.loadGuarded(valid) : tile.loadVectors()));
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
  SmallVector<Value> items = splitMembers(builder, loc, op.getItems()).front();
  Value valid = op.getValid();
  if (!valid || tile.isNeverFull(valid)) {
    if (valid)
      tile.storeGuarded(items, valid);
    else
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
