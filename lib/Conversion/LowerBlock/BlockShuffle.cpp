//===- BlockShuffle.cpp - Lower prim.block_shuffle *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By one item, items go from lane to lane; further they go through workgroup
// memory, where each thread picks up what it wants.
//
//===----------------------------------------------------------------------===//

#include "BlockNeighbours.h"
#include "ItemExchange.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class ShuffleLowering {
public:
  ShuffleLowering(BlockShuffleOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()) {
    auto vector = dyn_cast<VectorType>(op.getInputs().front().getType());
    layout.emplace(context.getLayout(vector ? vector.getNumElements() : 1,
                                     Arrangement::Blocked, /*vector=*/0));
  }

  /// The results, for up and down, and for distances.
  SmallVector<Value> shiftByOne();
  SmallVector<Value> shift();

private:
  /// Where the item at `position` comes from, and whether it comes from
  /// anywhere; null if it does in any case.
  std::pair<Value, Value> findSource(Value position);
  /// What stands where nothing comes from; empty if it may be anything.
  ValueRange getFill() { return op.getFill(); }
  Value constant(int64_t value) { return createI32(builder, loc, value); }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }

  BlockShuffleOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  std::optional<TileLayout> layout;
};

} // namespace

SmallVector<Value> ShuffleLowering::shiftByOne() {
  bool up = op.getUp();
  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  BlockNeighbours neighbours(builder, loc, context, *layout, items, {up, !up});
  ValueTuple beside = up ? neighbours.before(0) : neighbours.behind(0);
  unsigned edge = up ? 0 : context.getBlockSize() - 1;
  if (!getFill().empty())
    beside = selectTuple(
        builder, loc,
        compare(CmpIPredicate::eq, context.getThreadId(), constant(edge)),
        getFill(), beside);
  SmallVector<ValueTuple> moved(items);
  if (up) {
    moved.insert(moved.begin(), beside);
    moved.pop_back();
  } else {
    moved.erase(moved.begin());
    moved.push_back(beside);
  }
  SmallVector<Value> results =
      packItems(builder, loc, moved, op.getInputs().getTypes());
  if (op.getEdge())
    llvm::append_range(results, up ? neighbours.lastOfBlock()
                                   : neighbours.firstOfBlock());
  return results;
}

std::pair<Value, Value> ShuffleLowering::findSource(Value position) {
  Value total = constant(layout->tileItems());
  if (Value distance = op.getRotate()) {
    // Less than once around, to either side.
    Value rest = arith::RemSIOp::create(builder, loc, distance, total);
    Value source = arith::SubIOp::create(builder, loc, position, rest);
    Value isBefore = compare(CmpIPredicate::slt, source, constant(0));
    Value isBehind = compare(CmpIPredicate::sge, source, total);
    Value higher = arith::AddIOp::create(builder, loc, source, total);
    Value lower = arith::SubIOp::create(builder, loc, source, total);
    source = arith::SelectOp::create(builder, loc, isBehind, lower, source);
    return {arith::SelectOp::create(builder, loc, isBefore, higher, source),
            Value()};
  }
  // Modulo 2^32 no other difference is that of a place in the tile.
  Value source = arith::SubIOp::create(builder, loc, position, op.getOffset());
  Value exists = compare(CmpIPredicate::ult, source, total);
  return {arith::SelectOp::create(builder, loc, exists, source, constant(0)),
          exists};
}

SmallVector<Value> ShuffleLowering::shift() {
  TypeRange types = op.getInputs().getTypes();
  SmallVector<Type> elements = llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
  SmallVector<std::pair<Value, Value>> sources = llvm::map_to_vector(
      layout->positions(builder, loc, context.getThreadIds()),
      [&](Value position) { return findSource(position); });
  // Every member has room of its own, so that one barrier serves all.
  BufferLayout room;
  SmallVector<uint64_t> offsets = llvm::map_to_vector(elements, [&](Type type) {
    return room.add(getElementBytes(type), layout->tileItems());
  });
  Value base = acquireWorkgroupMemory(builder, loc, room.size(), "items");
  SmallVector<SmallVector<Value>> members =
      splitMembers(builder, loc, op.getInputs());
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    ItemExchange(builder, loc, context, advance(builder, loc, base, offset))
        .put(member, *layout);
  context.barrier(builder, loc);
  SmallVector<Value> places;
  for (auto [place, exists] : sources)
    places.push_back(place);
  for (auto [i, member] : llvm::enumerate(members)) {
    member = ItemExchange(builder, loc, context,
                          advance(builder, loc, base, offsets[i]))
                 .gather(elements[i], places);
    if (getFill().empty())
      continue;
    for (auto [item, source] : llvm::zip_equal(member, sources))
      item = arith::SelectOp::create(builder, loc, source.second, item,
                                     getFill()[i]);
  }
  return joinMembers(builder, loc, members, types);
}

LogicalResult mlir::prim::lowerBlockShuffle(BlockShuffleOp op,
                                            BlockContext &context) {
  ShuffleLowering lowering(op, context);
  op->replaceAllUsesWith(op.getUp() || op.getDown() ? lowering.shiftByOne()
                                                    : lowering.shift());
  op.erase();
  return success();
}
