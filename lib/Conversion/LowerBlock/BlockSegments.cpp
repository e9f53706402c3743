//===- BlockSegments.cpp - Block folds of segments *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Head and tail flags of prim.block_scan and prim.block_reduce. Both become a
// block scan without flags, of tuples that contain the flags, with a combiner
// that does not cross borders. The fold of a segment, which its first item
// needs, is the result of a reverse scan there.
//
// A scan must find the border at the item that it reaches: a head in a forward
// scan, a tail in a reverse scan. The other kind of flag is converted by taking
// that of the item's neighbour.
//
//===----------------------------------------------------------------------===//

#include "ValidItems.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SegmentLowering {
public:
  /// `op` is a block_scan or a block_reduce.
  template <typename OpTy>
  SegmentLowering(OpTy op, BlockContext &context)
      : context(context), b(op), combiner(op),
        layout(context.getLayout(op, op.getInputs().front().getType())),
        inputs(op.getInputs()), valid(op.getValid()),
        rowVector(op.getRowVector().value_or(0)) {
    for (const ValueTuple &item : unpackItems(b, op.getFlag()))
      flags.push_back(item.front());
  }

  void lower(BlockReduceOp op);
  void lower(BlockScanOp op);

private:
  /// Replaces the flag of each item by that of the next one; for the tile's
  /// last item, by any flag.
  void takeFlagsFromBehind();
  /// Marks the scan's first item as the start of a segment.
  void markFirst(bool reverse);
  /// Creates the scan of items and borders. With a prefix, the border in its
  /// result says whether there is a fold.
  BlockScanOp scan(ScanMode mode, bool reverse, bool hasPrefix,
                   ValueRange init);
  /// The results of a scan of one mode, without the borders.
  SmallVector<Value> dropBorders(ResultRange results) {
    return llvm::to_vector_of<Value>(
        results.drop_back(results.empty() ? 0 : 1));
  }
  void inlinePrefix(BlockScanOp op, BlockScanOp scan);
  /// Combines the initial value of segments with `before`: for each item, the
  /// fold of the earlier items of its segment and its border.
  SmallVector<Value> startSegments(BlockScanOp op, ValueRange before);

  BlockContext &context;
  CodeBuilder b;
  Combiner combiner;
  TileLayout layout;
  ValueRange inputs;
  Value valid;
  unsigned rowVector;
  /// i1 of each item.
  SmallVector<Value> flags;
};

} // namespace

void SegmentLowering::takeFlagsFromBehind() {
  // A thread has the next neighbour of each item of a vector except the last
  // one, whose neighbour is the first item of the next vector.
  unsigned vectors = context.getBlockSize() * layout.rows();
  ThreadIds ids = context.getThreadIds();
  Type i8 = b.getI8Type();
  MemoryArray firsts(acquireWorkgroupMemory(b, vectors, "segment flags"), i8);
  SmallVector<Value> places;
  for (unsigned row = 0; row < layout.rows(); ++row) {
    places.push_back(b.add(layout.vectorsBefore(b, ids, row), ids.lane));
    Value flag = flags[row * layout.vector()];
    firsts.store(b, b.extui(i8, flag), places.back());
  }
  context.barrier(b);
  SmallVector<Value> behind(llvm::drop_begin(flags));
  behind.push_back(Value());
  for (auto [row, place] : llvm::enumerate(places)) {
    Value next = b.minui(b.add(place, 1), vectors - 1);
    Value flag = firsts.load(b, next);
    behind[(row + 1) * layout.vector() - 1] = b.ne(flag, 0);
  }
  flags = std::move(behind);
}

void SegmentLowering::markFirst(bool reverse) {
  ThreadIds ids = context.getThreadIds();
  auto mark = [&](Value &flag, Value isFirst) { flag = b.ori(flag, isFirst); };
  if (!reverse)
    return mark(flags.front(), b.eq(ids.thread, 0));
  Value last = b.i32(layout.tileItems() - 1);
  if (valid)
    last = b.minsi(last, b.sub(valid, 1));
  for (auto [flag, position] : llvm::zip_equal(flags, layout.positions(b, ids)))
    mark(flag, b.eq(position, last));
}

BlockScanOp SegmentLowering::scan(ScanMode mode, bool reverse, bool hasPrefix,
                                  ValueRange init) {
  Combiner::SegmentFlag known = Combiner::SegmentFlag::Starts;
  if (reverse)
    known = Combiner::SegmentFlag::Ends;
  else if (hasPrefix)
    known = Combiner::SegmentFlag::StartsOfSome;
  Combiner folder = combiner.segmented(known);
  Type border = b.getI32Type();
  SmallVector<ValueTuple> borders =
      llvm::map_to_vector(flags, [&](Value flag) -> ValueTuple {
        return {folder.createBorder(b, flag)};
      });
  if (auto vector = dyn_cast<VectorType>(inputs.front().getType()))
    border = VectorType::get(vector.getShape(), border);
  SmallVector<Value> tuples(inputs), starts(init);
  llvm::append_range(tuples, packItems(b, borders, border));
  if (!init.empty())
    starts.push_back(b.i32(0));
  return createBlockScan(b, folder, mode, tuples, starts,
                         /*total=*/false, valid, rowVector, reverse);
}

void SegmentLowering::lower(BlockReduceOp op) {
  if (op.getSegment() == SegmentKind::Head)
    takeFlagsFromBehind();
  // The scan's first item always starts a segment.
  BlockScanOp folds = scan(ScanMode::Inclusive, /*reverse=*/true,
                           /*hasPrefix=*/false, {});
  op->replaceAllUsesWith(dropBorders(folds.getInclusiveResults()));
  op.erase();
}

void SegmentLowering::inlinePrefix(BlockScanOp op, BlockScanOp scan) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types(combiner.getTypes());
  types.push_back(b.getI32Type());
  Block *block = b.addBlock(scan.getPrefix(), types);
  SmallVector<Value> fold(block->getArguments());
  Value border = fold.pop_back_val(), zero = b.i32(0);
  if (valid && combiner.hasIdentity()) {
    Value isAny = b.ne(border, zero);
    fold = selectTuple(b, isAny, fold, combiner.identity(b));
  }
  SmallVector<Value> arguments{b.slt(border, zero)};
  llvm::append_range(arguments, fold);
  SmallVector<Value> yields = inlineRegion(b, op.getPrefix(), arguments);
  // The prefix continues into the block's first items, whatever its border is.
  auto *behind = yields.begin() + combiner.getTypes().size();
  yields.insert(behind, b.i32(1));
  YieldOp::create(b, yields);
}

SmallVector<Value> SegmentLowering::startSegments(BlockScanOp op,
                                                  ValueRange before) {
  SmallVector<ValueTuple> items = unpackItems(b, before);
  SmallVector<Value> positions = layout.positions(b, context.getThreadIds());
  ValueTuple init(op.getInit());
  ValueTuple start = init.empty() ? identityOrPoison(b, combiner) : init;
  bool isFirst = true;
  for (auto [item, flag, position] : llvm::zip_equal(items, flags, positions)) {
    Value border = item.pop_back_val();
    if (init.empty()) {
      // Without a prefix, the block's first item may have no predecessor.
      if (isFirst && !op.getPrefix().empty() && !combiner.isIdentityNeutral())
        flag = b.ori(flag, b.eq(border, 0));
      isFirst = false;
      item = selectTuple(b, flag, start, item);
      continue;
    }
    ValueRange lhs = init, rhs = item;
    if (op.getReverse())
      std::swap(lhs, rhs);
    // Invalid items and heads have no predecessors to combine with init.
    bool isExclusive = op.getMode() != ScanMode::Inclusive;
    Value joins = b.boolean(true);
    if (isExclusive)
      joins = b.xori(flag, joins);
    if (valid)
      joins = b.andi(joins, b.slt(position, valid));
    item = combineIf(b, combiner, joins, lhs, rhs, start);
  }
  return packItems(b, items, inputs.getTypes());
}

void SegmentLowering::lower(BlockScanOp op) {
  bool reverse = op.getReverse();
  bool hasPrefix = !op.getPrefix().empty();
  bool isExclusive = op.getMode() != ScanMode::Inclusive;
  if (reverse)
    takeFlagsFromBehind();
  if (isExclusive && !hasPrefix)
    markFirst(reverse);
  // The first item starts a segment, so the initial value of the scan has no
  // effect. A region without identity still requires one.
  ValueRange init;
  if (isExclusive && !hasPrefix && !combiner.hasIdentity())
    init = op.getInit();
  BlockScanOp folds = scan(op.getMode(), reverse, hasPrefix, init);
  if (hasPrefix)
    inlinePrefix(op, folds);

  SmallVector<Value> results =
      !isExclusive && !op.getInit().empty()
          ? startSegments(op, folds.getInclusiveResults())
          : dropBorders(folds.getInclusiveResults());
  if (isExclusive)
    llvm::append_range(results, startSegments(op, folds.getExclusiveResults()));
  if (op.getTotal())
    llvm::append_range(results,
                       createBlockReduce(b, combiner, inputs,
                                         /*all=*/true, valid, rowVector)
                           .getResults());
  op->replaceAllUsesWith(results);
  op.erase();
}

template <typename OpTy>
static LogicalResult lower(OpTy op, BlockContext &context) {
  SegmentLowering(op, context).lower(op);
  return success();
}

LogicalResult mlir::prim::lowerSegments(BlockReduceOp op,
                                        BlockContext &context) {
  return lower(op, context);
}

LogicalResult mlir::prim::lowerSegments(BlockScanOp op, BlockContext &context) {
  return lower(op, context);
}
