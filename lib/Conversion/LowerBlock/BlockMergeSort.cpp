//===- BlockMergeSort.cpp - Lower prim.block_sort by a comparator *- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread sorts its items in registers. Then runs of threads are merged in
// pairs through workgroup memory, and each thread finds its own part of the
// merge by a search. The members that the comparator reads move in each round,
// as do members no larger than the item's number. All other members move once
// at the end, by that number.
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
  /// Chooses the members that move in each round: compared members first.
  void chooseCarried();
  /// Allocates workgroup memory with a part for each moving member.
  void reserve();
  /// Sorts the items of the thread. Neighbours are swapped only if necessary,
  /// so equal items keep their order.
  void sortThread();
  void orderNeighbours(unsigned i);
  /// Runs `body` in a loop over the number of the round, i32, with the items as
  /// loop-carried values. A loop avoids a copy of the comparator per round.
  void repeat(unsigned rounds, llvm::function_ref<void(Value)> body);
  void mergeRuns();
  /// Merges runs of `threads` (i32, a power of two) threads in pairs.
  void mergePairs(Value threads);
  /// Moves items into the arrangement of the results.
  void finish();

  /// Positions of the tile, and as many after it as a merge may read.
  unsigned countPlaces() const { return (context.getBlockSize() + 1) * count; }
  TileLayout layout(Arrangement arrangement, unsigned vector = 0) {
    return context.getLayout(count, arrangement, vector);
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
  /// The items of this thread, per member; and the moving members, per item.
  SmallVector<SmallVector<Value>> members;
  SmallVector<ValueTuple> items;
  /// Members that move together with the compared ones. If there are other
  /// members, the item's number moves instead.
  SmallVector<unsigned> carried;
  bool hasNumber = false;
  SmallVector<Type> movedTypes;
  /// The memory of the items of each moving member, and the whole memory.
  SmallVector<Value> rooms;
  Value room;
  /// The position of the thread's first item, and the number of items that take
  /// part: i32.
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
  BufferLayout parts;
  SmallVector<uint64_t> offsets;
  for (Type type : movedTypes)
    offsets.push_back(parts.add(getElementBytes(type), countPlaces()));
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

  SmallVector<MemoryArray> arrays;
  for (auto [base, type] : llvm::zip_equal(rooms, movedTypes))
    arrays.emplace_back(base, type);
  unsigned numCompared = order.compared.size();
  ArrayRef<MemoryArray> compared = ArrayRef(arrays).take_front(numCompared);
  ArrayRef<MemoryArray> others = ArrayRef(arrays).drop_front(numCompared);
  unsigned unit = getMergeUnit(order, types, countPlaces());
  auto load = [&](Value place) { return loadMerged(b, compared, place, unit); };
  // The pair of runs that the thread is in, as far as items take part.
  Value zero = b.i32(0);
  Value mask = b.sub(zero, b.shli(threads, 1));
  Value pair = b.andi(context.getThreadId(), mask);
  Value first = b.mul(pair, count * unit);
  Value run = b.mul(threads, count * unit);
  Value all = b.mul(size, unit);
  Value from = b.minsi(first, all);
  Value middle = b.minsi(b.add(first, run), all);
  Value end = b.minsi(b.add(b.add(first, run), run), all);
  Value inPair = b.sub(b.mul(begin, unit), first);
  Value diagonal = b.minsi(inPair, b.sub(end, from));
  Value firstSize = b.sub(middle, from), secondSize = b.sub(end, middle);
  MergeRuns runs{firstSize, secondSize, load, load, from, middle, unit};
  Value border = searchMergePath(b, order, runs, diagonal, run);
  Value nextOfFirst = b.add(from, border);
  Value nextOfSecond = b.add(middle, b.sub(diagonal, border));
  MergePart part{nextOfFirst, middle, nextOfSecond, end, unit};
  MergedItems merged = mergeSerially(b, order, part, load, count);
  for (auto [item, compared, place] :
       llvm::zip_equal(items, merged.compared, merged.places)) {
    item = compared;
    llvm::append_range(item, loadAll(b, others, toItemNumber(b, place, unit)));
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
  TileLayout result = layout(op.getArrangement(), op.getToVector().value_or(0));
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
  // Items that take no part have invalid numbers.
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
