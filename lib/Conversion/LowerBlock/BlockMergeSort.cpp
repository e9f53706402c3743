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
#include "prim/Dialect/Prim/Utils/MergePath.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The state of lowering one op.
class BlockMergeSort {
public:
  BlockMergeSort(BlockSortOp op, BlockContext &context)
      : op(op), context(context), b(op), order(ItemOrder::get(op)),
        types(op.getItemTypes()) {}

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
  /// Runs `body` with the number of each round, i32; items are handed on from
  /// one to the next. A loop: each round has a copy of the comparator.
  void repeat(unsigned rounds, llvm::function_ref<void(Value)> body);
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

  BlockSortOp op;
  BlockContext &context;
  CodeBuilder b;
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
  hasNumber = bytes > getElementBytes(b.getI32Type());
  if (!hasNumber)
    llvm::append_range(carried, others);
  for (unsigned member : carried)
    movedTypes.push_back(types[member]);
  if (hasNumber)
    movedTypes.push_back(b.getI32Type());
  for (unsigned i = 0; i < count; ++i) {
    ValueTuple item;
    for (unsigned member : carried)
      item.push_back(members[member][i]);
    if (hasNumber)
      item.push_back(b.add(begin, i));
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
  room = acquireWorkgroupMemory(b, bytes, "items");
  for (uint64_t offset : offsets)
    rooms.push_back(advance(b, room, offset));
}

void BlockMergeSort::orderNeighbours(unsigned i) {
  ValueTuple first = takeCompared(items[i]),
             second = takeCompared(items[i + 1]);
  Value swap;
  if (op.getValid()) {
    // Items that take part stay ahead of the others.
    Value exists = b.slt(b.add(begin, i + 1), size);
    swap = order.ask(b, exists, exists, second, first);
  } else {
    swap = order.precedes(b, second, first);
  }
  ValueTuple low = selectTuple(b, swap, items[i + 1], items[i]);
  items[i + 1] = selectTuple(b, swap, items[i], items[i + 1]);
  items[i] = low;
}

void BlockMergeSort::repeat(unsigned rounds,
                            llvm::function_ref<void(Value)> body) {
  auto flatten = [&] {
    SmallVector<Value> flat;
    for (const ValueTuple &item : items)
      llvm::append_range(flat, item);
    return flat;
  };
  auto take = [&](ValueRange values) {
    for (auto [i, item] : llvm::enumerate(items))
      item = ValueTuple(values.slice(i * movedTypes.size(), movedTypes.size()));
  };
  take(b.forEach(b.i32(0), rounds, 1, flatten(),
                 [&](Value round, ValueRange values) {
                   take(values);
                   body(round);
                   return flatten();
                 }));
}

void BlockMergeSort::sortThread() {
  if (count == 1)
    return;
  if (count == 2)
    return orderNeighbours(0);
  repeat(llvm::divideCeil(count, 2), [&](Value) {
    for (unsigned from : {0u, 1u})
      for (unsigned i = from; i + 1 < count; i += 2)
        orderNeighbours(i);
  });
}

void BlockMergeSort::mergePairs(Value threads) {
  for (auto [moved, base] : llvm::enumerate(rooms)) {
    SmallVector<Value> values;
    for (const ValueTuple &item : items)
      values.push_back(item[moved]);
    ItemExchange(b, context, base).put(values, layout(Arrangement::Blocked));
  }
  context.barrier(b);

  auto loadPart = [&](Value place, unsigned from, unsigned to) {
    ValueTuple values;
    for (unsigned moved = from; moved < to; ++moved)
      values.push_back(
          MemoryArray(rooms[moved], movedTypes[moved]).load(b, place));
    return values;
  };
  unsigned numCompared = order.compared.size();
  auto load = [&](Value place) { return loadPart(place, 0, numCompared); };
  // The pair of runs that the thread is in, as far as items take part.
  Value zero = b.i32(0);
  Value mask = b.sub(zero, b.shli(threads, 1));
  Value pair = b.andi(context.getThreadId(), mask);
  Value first = b.mul(pair, count);
  Value run = b.mul(threads, count);
  Value from = b.minsi(first, size);
  Value middle = b.minsi(b.add(first, run), size);
  Value end = b.minsi(b.add(b.add(first, run), run), size);
  Value inPair = b.sub(begin, first);
  Value diagonal = b.minsi(inPair, b.sub(end, from));
  MergeRuns runs{b.sub(middle, from), b.sub(end, middle),
                 [&](Value number) { return load(b.add(from, number)); },
                 [&](Value number) { return load(b.add(middle, number)); }};
  Value border = searchMergePath(b, order, runs, diagonal);
  MergePart part{b.add(from, border), middle,
                 b.add(middle, b.sub(diagonal, border)), end};
  MergedItems merged = mergeSerially(b, order, part, load, count);
  for (auto [item, compared, place] :
       llvm::zip_equal(items, merged.compared, merged.places)) {
    item = compared;
    llvm::append_range(item, loadPart(place, numCompared, movedTypes.size()));
  }
  context.barrier(b);
}

void BlockMergeSort::mergeRuns() {
  unsigned rounds = llvm::Log2_32_Ceil(context.getBlockSize());
  if (rounds == 0)
    return;
  repeat(rounds, [&](Value round) { mergePairs(b.shli(b.i32(1), round)); });
}

void BlockMergeSort::finish() {
  SmallVector<SmallVector<Value>> moved(movedTypes.size());
  for (const ValueTuple &item : items)
    for (auto [values, value] : llvm::zip_equal(moved, item))
      values.push_back(value);
  TileLayout blocked = layout(Arrangement::Blocked);
  TileLayout result = layout(op.getArrangement());
  ItemExchange exchange(b, context, room);
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
      place = b.minui(place, int64_t(context.getBlockSize()) * count - 1);
  for (auto [member, values] : llvm::enumerate(members)) {
    if (llvm::is_contained(carried, member))
      continue;
    context.barrier(b);
    exchange.put(values, blocked);
    context.barrier(b);
    MemoryArray array(room, types[member]);
    for (auto [value, place] : llvm::zip_equal(values, places))
      value = array.load(b, place);
  }
}

void BlockMergeSort::run() {
  members = splitMembers(b, op.getInputs());
  count = members.front().size();
  int64_t tileItems = int64_t(context.getBlockSize()) * count;
  begin = b.mul(context.getThreadId(), count);
  size = b.i32(tileItems);
  if (Value valid = op.getValid())
    size = b.minsi(b.maxsi(valid, 0), size);
  chooseCarried();
  reserve();
  sortThread();
  mergeRuns();
  finish();
  op->replaceAllUsesWith(joinMembers(b, members, op.getInputs().getTypes()));
  op.erase();
}

void mlir::prim::lowerBlockMergeSort(BlockSortOp op, BlockContext &context) {
  BlockMergeSort(op, context).run();
}
