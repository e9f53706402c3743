//===- BlockShuffle.cpp - Lower prim.block_shuffle *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shift by one item moves items from lane to lane. Larger distances use
// workgroup memory, from which each thread loads its items.
//
//===----------------------------------------------------------------------===//

#include "BlockNeighbours.h"
#include "ItemExchange.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class ShuffleLowering {
public:
  ShuffleLowering(BlockShuffleOp op, BlockContext &context)
      : op(op), context(context), b(op) {
    auto vector = dyn_cast<VectorType>(op.getInputs().front().getType());
    layout.emplace(context.getLayout(vector ? vector.getNumElements() : 1,
                                     Arrangement::Blocked, /*vector=*/0));
  }

  /// The results of shifts by one item, and of other distances.
  SmallVector<Value> shiftByOne();
  SmallVector<Value> shift();

private:
  /// The source of the item at `position`, and whether it exists; null if it
  /// always does.
  std::pair<Value, Value> findSource(Value position);
  /// The value for items without a source; empty if they are undefined.
  ValueRange getFill() { return op.getFill(); }

  BlockShuffleOp op;
  BlockContext &context;
  CodeBuilder b;
  std::optional<TileLayout> layout;
};

} // namespace

SmallVector<Value> ShuffleLowering::shiftByOne() {
  bool up = op.getUp();
  SmallVector<ValueTuple> items = unpackItems(b, op.getInputs());
  BlockNeighbours neighbours(b, context, *layout, items, {up, !up});
  ValueTuple beside = up ? neighbours.before(0) : neighbours.behind(0);
  unsigned edge = up ? 0 : context.getBlockSize() - 1;
  if (!getFill().empty())
    beside =
        selectTuple(b, b.eq(context.getThreadId(), edge), getFill(), beside);
  SmallVector<ValueTuple> moved(items);
  if (up) {
    moved.insert(moved.begin(), beside);
    moved.pop_back();
  } else {
    moved.erase(moved.begin());
    moved.push_back(beside);
  }
  SmallVector<Value> results = packItems(b, moved, op.getInputs().getTypes());
  if (op.getEdge())
    llvm::append_range(results, up ? neighbours.lastOfBlock()
                                   : neighbours.firstOfBlock());
  return results;
}

std::pair<Value, Value> ShuffleLowering::findSource(Value position) {
  Value total = b.i32(layout->tileItems());
  if (Value distance = op.getRotate()) {
    // The distance modulo the tile, in either direction.
    Value rest = arith::RemSIOp::create(b, distance, total);
    Value source = b.sub(position, rest);
    Value isBefore = b.slt(source, 0);
    Value isBehind = b.sge(source, total);
    Value higher = b.add(source, total);
    Value lower = b.sub(source, total);
    source = b.select(isBehind, lower, source);
    return {b.select(isBefore, higher, source), Value()};
  }
  // Modulo 2^32, only the correct difference is a position in the tile.
  Value source = b.sub(position, op.getOffset());
  Value exists = b.ult(source, total);
  return {b.select(exists, source, 0), exists};
}

SmallVector<Value> ShuffleLowering::shift() {
  TypeRange types = op.getInputs().getTypes();
  SmallVector<Type> elements = llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
  SmallVector<std::pair<Value, Value>> sources =
      llvm::map_to_vector(layout->positions(b, context.getThreadIds()),
                          [&](Value position) { return findSource(position); });
  // Every member has its own memory, so one barrier suffices.
  BufferLayout room;
  SmallVector<uint64_t> offsets = llvm::map_to_vector(elements, [&](Type type) {
    return room.add(getElementBytes(type), layout->tileItems());
  });
  Value base = acquireWorkgroupMemory(b, room.size(), "items");
  SmallVector<SmallVector<Value>> members = splitMembers(b, op.getInputs());
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    ItemExchange(b, context, advance(b, base, offset)).put(member, *layout);
  context.barrier(b);
  SmallVector<Value> places;
  for (auto [place, exists] : sources)
    places.push_back(place);
  for (auto [i, member] : llvm::enumerate(members)) {
    member = ItemExchange(b, context, advance(b, base, offsets[i]))
                 .gather(elements[i], places);
    if (getFill().empty())
      continue;
    for (auto [item, source] : llvm::zip_equal(member, sources))
      item = b.select(source.second, item, getFill()[i]);
  }
  return joinMembers(b, members, types);
}

LogicalResult mlir::prim::lowerBlockShuffle(BlockShuffleOp op,
                                            BlockContext &context) {
  ShuffleLowering lowering(op, context);
  op->replaceAllUsesWith(op.getUp() || op.getDown() ? lowering.shiftByOne()
                                                    : lowering.shift());
  op.erase();
  return success();
}
