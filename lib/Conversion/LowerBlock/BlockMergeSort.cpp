//===- BlockMergeSort.cpp - Lower prim.block_sort by a comparator *- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread sorts its items in registers; then runs of threads are merged in
// pairs through workgroup memory, and each thread finds by a search which items
// of the merge are its own. What moves is what the comparator looks at, and
// beside it what is no larger than the item's number: anything else goes to its
// place once, by that number.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "MergePath.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

/// The state of lowering one op.
class BlockMergeSort {
public:
  BlockMergeSort(BlockSortOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()),
        order(ItemOrder::get(op)), types(op.getItemTypes()) {}

  void run();

private:
  /// Chooses what moves from round to round: compared members first.
  void chooseCarried();
  /// Reserves workgroup memory, a part of it for each that moves.
  void reserve();
  /// Orders the items of the thread: neighbours change places only if they have
  /// to, so that equal ones keep their order.
  void sortThread();
  void orderNeighbours(unsigned i);
  void mergeRuns();
  /// Merges runs of `threads` (i32, a power of two) threads in pairs.
  void mergePairs(Value threads);
  /// Puts items into the arrangement of the results.
  void finish();

  TileLayout layout(Arrangement arrangement) {
    return context.getLayout(count, arrangement, /*vector=*/0);
  }
  ValueTuple takeCompared(ArrayRef<Value> item) {
    return ValueTuple(item.take_front(order.compared.size()));
  }
  Value constant(int64_t value) { return createI32(builder, loc, value); }
  Value add(Value x, Value y) {
    return arith::AddIOp::create(builder, loc, x, y);
  }
  Value sub(Value x, Value y) {
    return arith::SubIOp::create(builder, loc, x, y);
  }
  Value min(Value x, Value y) {
    return arith::MinSIOp::create(builder, loc, x, y);
  }

  BlockSortOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  ItemOrder order;
  SmallVector<Type> types;
  unsigned count = 0;
  /// Per member, the items of this thread; and what moves, item by item.
  SmallVector<SmallVector<Value>> members;
  SmallVector<ValueTuple> items;
  /// Members that move along with those that are compared, or else the item's
  /// number does if there are others.
  SmallVector<unsigned> carried;
  bool hasNumber = false;
  SmallVector<Type> movedTypes;
  /// Where the items of each that moves are, and all of the memory.
  SmallVector<Value> rooms;
  Value room;
  /// The place of the thread's first item, and items that take part: i32.
  Value begin, size;
};

} // namespace

void BlockMergeSort::chooseCarried() {
  unsigned bytes = 0;
  SmallVector<unsigned> others;
  for (unsigned member = 0; member < types.size(); ++member)
    if (!llvm::is_contained(order.compared, member)) {
      others.push_back(member);
      bytes += getElementBytes(types[member]);
    }
  carried = order.compared;
  hasNumber = bytes > getElementBytes(builder.getI32Type());
  if (!hasNumber)
    llvm::append_range(carried, others);
  for (unsigned member : carried)
    movedTypes.push_back(types[member]);
  if (hasNumber)
    movedTypes.push_back(builder.getI32Type());
  for (unsigned i = 0; i < count; ++i) {
    ValueTuple item;
    for (unsigned member : carried)
      item.push_back(members[member][i]);
    if (hasNumber)
      item.push_back(add(begin, constant(i)));
    items.push_back(item);
  }
}

void BlockMergeSort::reserve() {
  // A merge looks at as many places behind the tile as it has items.
  unsigned places = (context.getBlockSize() + 1) * count;
  BufferLayout parts;
  SmallVector<uint64_t> offsets;
  for (Type type : movedTypes)
    offsets.push_back(parts.add(getElementBytes(type), places));
  uint64_t bytes = parts.size();
  bytes = std::max(bytes,
                   ItemExchange::getBytes(layout(Arrangement::Blocked), types));
  room = acquireWorkgroupMemory(builder, loc, bytes, "items");
  for (uint64_t offset : offsets)
    rooms.push_back(advance(builder, loc, room, offset));
}

void BlockMergeSort::orderNeighbours(unsigned i) {
  ValueTuple first = takeCompared(items[i]),
             second = takeCompared(items[i + 1]);
  Value swap;
  if (op.getValid()) {
    // Items that take part stay ahead of the others.
    Value exists = arith::CmpIOp::create(builder, loc, CmpIPredicate::slt,
                                         add(begin, constant(i + 1)), size);
    swap = order.ask(builder, loc, exists, exists, second, first);
  } else {
    swap = order.precedes(builder, loc, second, first);
  }
  ValueTuple low = selectTuple(builder, loc, swap, items[i + 1], items[i]);
  items[i + 1] = selectTuple(builder, loc, swap, items[i], items[i + 1]);
  items[i] = low;
}

void BlockMergeSort::sortThread() {
  if (count == 1)
    return;
  if (count == 2)
    return orderNeighbours(0);
  // A loop: each step has a copy of the comparator.
  SmallVector<Value> flat;
  for (const ValueTuple &item : items)
    llvm::append_range(flat, item);
  auto take = [&](ValueRange values) {
    for (auto [i, item] : llvm::enumerate(items))
      item = ValueTuple(values.slice(i * movedTypes.size(), movedTypes.size()));
  };
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(llvm::divideCeil(count, 2)),
                                 constant(1), flat);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    take(loop.getRegionIterArgs());
    for (unsigned from : {0u, 1u})
      for (unsigned i = from; i + 1 < count; i += 2)
        orderNeighbours(i);
    flat.clear();
    for (const ValueTuple &item : items)
      llvm::append_range(flat, item);
    scf::YieldOp::create(builder, loc, flat);
  }
  take(loop.getResults());
}

void BlockMergeSort::mergePairs(Value threads) {
  for (auto [moved, base] : llvm::enumerate(rooms)) {
    SmallVector<Value> values;
    for (const ValueTuple &item : items)
      values.push_back(item[moved]);
    ItemExchange(builder, loc, context, base)
        .put(values, layout(Arrangement::Blocked));
  }
  context.barrier(builder, loc);

  auto loadPart = [&](Value place, unsigned from, unsigned to) {
    ValueTuple values;
    for (unsigned moved = from; moved < to; ++moved)
      values.push_back(MemoryArray(rooms[moved], movedTypes[moved])
                           .load(builder, loc, place));
    return values;
  };
  unsigned numCompared = order.compared.size();
  auto load = [&](Value place) { return loadPart(place, 0, numCompared); };
  // The pair of runs that the thread is in, as far as items take part.
  Value pair = arith::AndIOp::create(
      builder, loc, context.getThreadId(),
      sub(constant(0),
          arith::ShLIOp::create(builder, loc, threads, constant(1))));
  Value perThread = constant(count);
  Value first = arith::MulIOp::create(builder, loc, pair, perThread);
  Value run = arith::MulIOp::create(builder, loc, threads, perThread);
  Value from = min(first, size);
  Value middle = min(add(first, run), size);
  Value end = min(add(add(first, run), run), size);
  Value diagonal = min(sub(begin, first), sub(end, from));
  MergeRuns runs{sub(middle, from), sub(end, middle),
                 [&](Value number) { return load(add(from, number)); },
                 [&](Value number) { return load(add(middle, number)); }};
  Value border = searchMergePath(builder, loc, order, runs, diagonal);
  MergePart part{add(from, border), middle, add(middle, sub(diagonal, border)),
                 end};
  MergedItems merged = mergeSerially(builder, loc, order, part, load, count);
  for (auto [item, compared, place] :
       llvm::zip_equal(items, merged.compared, merged.places)) {
    item = compared;
    llvm::append_range(item, loadPart(place, numCompared, movedTypes.size()));
  }
  context.barrier(builder, loc);
}

void BlockMergeSort::mergeRuns() {
  unsigned rounds = llvm::Log2_32_Ceil(context.getBlockSize());
  if (rounds == 0)
    return;
  SmallVector<Value> flat;
  for (const ValueTuple &item : items)
    llvm::append_range(flat, item);
  auto take = [&](ValueRange values) {
    for (auto [i, item] : llvm::enumerate(items))
      item = ValueTuple(values.slice(i * movedTypes.size(), movedTypes.size()));
  };
  auto loop = scf::ForOp::create(builder, loc, constant(0), constant(rounds),
                                 constant(1), flat);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    take(loop.getRegionIterArgs());
    mergePairs(arith::ShLIOp::create(builder, loc, constant(1),
                                     loop.getInductionVar()));
    flat.clear();
    for (const ValueTuple &item : items)
      llvm::append_range(flat, item);
    scf::YieldOp::create(builder, loc, flat);
  }
  take(loop.getResults());
}

void BlockMergeSort::finish() {
  SmallVector<SmallVector<Value>> moved(movedTypes.size());
  for (const ValueTuple &item : items)
    for (auto [values, value] : llvm::zip_equal(moved, item))
      values.push_back(value);
  TileLayout blocked = layout(Arrangement::Blocked);
  TileLayout result = layout(op.getArrangement());
  ItemExchange exchange(builder, loc, context, room);
  if (count > 1 && op.getArrangement() != Arrangement::Blocked)
    exchange.exchange(moved, result, [&](ValueRange values) {
      exchange.put(values, blocked);
    });
  for (auto [number, member] : llvm::enumerate(carried))
    members[member] = moved[number];
  if (!hasNumber)
    return;
  SmallVector<Value> places = moved.back();
  // Numbers of what takes no part are none.
  if (op.getValid())
    for (Value &place : places)
      place = arith::MinUIOp::create(
          builder, loc, place,
          constant(int64_t(context.getBlockSize()) * count - 1));
  for (auto [member, values] : llvm::enumerate(members)) {
    if (llvm::is_contained(carried, member))
      continue;
    context.barrier(builder, loc);
    exchange.put(values, blocked);
    context.barrier(builder, loc);
    MemoryArray array(room, types[member]);
    for (auto [value, place] : llvm::zip_equal(values, places))
      value = array.load(builder, loc, place);
  }
}

void BlockMergeSort::run() {
  members = splitMembers(builder, loc, op.getInputs());
  count = members.front().size();
  int64_t tileItems = int64_t(context.getBlockSize()) * count;
  begin = arith::MulIOp::create(builder, loc, context.getThreadId(),
                                constant(count));
  size = constant(tileItems);
  if (Value valid = op.getValid())
    size = min(arith::MaxSIOp::create(builder, loc, valid, constant(0)), size);
  chooseCarried();
  reserve();
  sortThread();
  mergeRuns();
  finish();
  op->replaceAllUsesWith(
      joinMembers(builder, loc, members, op.getInputs().getTypes()));
  op.erase();
}

void mlir::prim::lowerBlockMergeSort(BlockSortOp op, BlockContext &context) {
  BlockMergeSort(op, context).run();
}
