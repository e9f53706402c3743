//===- BlockAdjacent.cpp - Lower prim.block_adjacent *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pairs of neighbours of a thread's run are the pairs of its items and one
// pair at each end. The region is applied to each pair once, whichever sides
// need it. Conditions are emitted only for pairs that may not exist.
//
//===----------------------------------------------------------------------===//

#include "BlockNeighbours.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class AdjacentLowering {
public:
  AdjacentLowering(BlockAdjacentOp op, BlockContext &context)
      : op(op), context(context), b(op),
        layout(context.getLayout(op, op.getInputs().front().getType())),
        items(unpackItems(b, op.getInputs())),
        positions(layout.positions(b, context.getThreadIds())),
        yields(op.getMap().front().back().getOperandTypes()),
        isTotal(isTotalRegion(op.getMap())) {
    if (op.getValid())
      end = b.minsi(op.getValid(), tile());
  }

  void run();

private:
  /// A pair of neighbours: the item before place `place` of the run in `row`,
  /// and the item at that place. `number` (i32) is that of the second one.
  struct Pair {
    unsigned row, place;
    ValueTuple first, second;
    Value number;
  };
  /// Whether the pair exists for the result of its second (first) item, i1;
  /// null if it always does.
  Value isForLeft(const Pair &pair);
  Value isForRight(const Pair &pair);
  /// The region's results for the pair if `condition` (null for always) holds,
  /// otherwise `otherwise`.
  ValueTuple look(const Pair &pair, Value condition, ValueRange otherwise);
  /// The results of an item of the thread without a neighbour; poison if the op
  /// defines them so.
  ValueTuple standIn(unsigned item);

  Value tile() { return b.i32(layout.tileItems()); }

  BlockAdjacentOp op;
  BlockContext &context;
  CodeBuilder b;
  TileLayout layout;
  SmallVector<ValueTuple> items;
  SmallVector<Value> positions;
  SmallVector<Type> yields;
  bool isTotal;
  /// The end of the items that take part; null if all do.
  Value end;
};

} // namespace

Value AdjacentLowering::isForLeft(const Pair &pair) {
  Value exists;
  if (pair.row == 0 && pair.place == 0 && op.getPredecessor().empty())
    exists = b.ne(pair.number, 0);
  if (!end)
    return exists;
  Value takesPart = b.slt(pair.number, end);
  return exists ? b.andi(exists, takesPart) : takesPart;
}

Value AdjacentLowering::isForRight(const Pair &pair) {
  bool isLast = pair.row + 1 == layout.rows() && pair.place == layout.vector();
  if (!end && (!isLast || !op.getSuccessor().empty()))
    return Value();
  CmpIPredicate within =
      op.getSuccessor().empty() ? CmpIPredicate::slt : CmpIPredicate::sle;
  return b.cmpi(within, pair.number, end ? end : tile());
}

ValueTuple AdjacentLowering::look(const Pair &pair, Value condition,
                                  ValueRange otherwise) {
  SmallVector<Value> arguments(pair.first);
  llvm::append_range(arguments, pair.second);
  if (op.getMap().getNumArguments() > arguments.size())
    arguments.push_back(pair.number);
  auto body = [&] {
    return ValueTuple(inlineRegion(b, op.getMap(), arguments));
  };
  return evaluateIf(b, condition, isTotal, otherwise, body);
}

ValueTuple AdjacentLowering::standIn(unsigned item) {
  ValueTuple result;
  for (auto [i, type] : llvm::enumerate(yields)) {
    if (type.isInteger(1))
      result.push_back(end ? b.slt(positions[item], end) : b.boolean(true));
    else if (i < items[item].size() && items[item][i].getType() == type)
      result.push_back(items[item][i]);
    else
      result.push_back(ub::PoisonOp::create(b, type));
  }
  return result;
}

void AdjacentLowering::run() {
  bool left = op.getLeft(), right = op.getRight();
  unsigned width = layout.vector();
  BlockNeighbours neighbours(b, context, layout, items, {left, right});
  SmallVector<ValueTuple> results(items.size());
  SmallVector<ValueTuple> ofRight(items.size());
  for (unsigned row = 0; row < layout.rows(); ++row) {
    unsigned start = row * width;
    for (unsigned place = left ? 0 : 1; place < width + right; ++place) {
      unsigned item = start + place;
      bool forLeft = left && place < width, forRight = right && place > 0;
      Pair pair{row, place, {}, {}, Value()};
      pair.first = place > 0 ? items[item - 1] : neighbours.before(row);
      pair.second = place < width ? items[item] : neighbours.behind(row);
      pair.number =
          place < width ? positions[item] : b.add(positions[item - 1], 1);
      // The block's own neighbours.
      if (item == 0 && !op.getPredecessor().empty())
        pair.first = selectTuple(b, b.eq(pair.number, 0), op.getPredecessor(),
                                 pair.first);
      bool mayEnd = end || (row + 1 == layout.rows() && place == width);
      if (forRight && mayEnd && !op.getSuccessor().empty())
        pair.second = selectTuple(b, b.eq(pair.number, end ? end : tile()),
                                  op.getSuccessor(), pair.second);

      Value leftExists = forLeft ? isForLeft(pair) : Value();
      Value rightExists = forRight ? isForRight(pair) : Value();
      if (!forLeft || !forRight) {
        (forLeft ? results[item] : ofRight[item - 1]) =
            look(pair, forLeft ? leftExists : rightExists,
                 standIn(forLeft ? item : item - 1));
        continue;
      }
      // If the pair exists for its first item, it exists for its second one,
      // except for a neighbour of the block. Without a pair, both results are
      // replaced, so the poison is never used.
      ValueTuple nothing = llvm::map_to_vector(yields, [&](Type type) -> Value {
        return ub::PoisonOp::create(b, type);
      });
      ValueTuple both = look(pair, rightExists, nothing);
      auto choose = [&](Value exists, unsigned item) {
        return exists ? selectTuple(b, exists, both, standIn(item)) : both;
      };
      results[item] = choose(leftExists, item);
      ofRight[item - 1] = choose(rightExists, item - 1);
    }
  }

  // The results of the left side come first.
  if (!left)
    results = std::move(ofRight);
  else if (right)
    for (auto [result, more] : llvm::zip_equal(results, ofRight))
      llvm::append_range(result, more);
  op->replaceAllUsesWith(packItems(b, results, op->getResultTypes()));
  op.erase();
}

LogicalResult mlir::prim::lowerBlockAdjacent(BlockAdjacentOp op,
                                             BlockContext &context) {
  AdjacentLowering(op, context).run();
  return success();
}
