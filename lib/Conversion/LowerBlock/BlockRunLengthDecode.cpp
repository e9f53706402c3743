//===- BlockRunLengthDecode.cpp - Lower prim.block_run_length_decode *- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each run stores its number at its start in the window. The run of an item is
// the largest number up to the item. One scan computes the starts of runs,
// another the run of each item. Both are independent of the lengths of runs.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class DecodeLowering {
public:
  DecodeLowering(BlockRunLengthDecodeOp op, BlockContext &context)
      : op(op), context(context), b(op), i32(b.getI32Type()),
        runs(getLayout(op.getLengths().getType())),
        window(context.getLayout(op.getItems(), Arrangement::Blocked,
                                 /*vector=*/0)) {}

  void run();

private:
  TileLayout getLayout(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return context.getLayout(vector ? vector.getNumElements() : 1,
                             Arrangement::Blocked, /*vector=*/0);
  }
  /// Marks the starts of runs in the window, which begins at item `from`.
  /// Returns the number of the run of each item of the thread: 0 for none.
  SmallVector<Value> findRuns(ArrayRef<Value> starts, ArrayRef<Value> lengths,
                              Value from);

  BlockRunLengthDecodeOp op;
  BlockContext &context;
  CodeBuilder b;
  Type i32;
  TileLayout runs, window;
};

} // namespace

SmallVector<Value> DecodeLowering::findRuns(ArrayRef<Value> starts,
                                            ArrayRef<Value> lengths,
                                            Value from) {
  Value base = acquireWorkgroupMemory(b, uint64_t(window.tileItems()) * 4,
                                      "starts of runs");
  MemoryArray marks(base, i32);
  ItemExchange exchange(b, context, base);
  exchange.put(SmallVector<Value>(window.items(), b.i32(0)), window);
  context.barrier(b);
  SmallVector<Value> numbers = runs.positions(b, context.getThreadIds());
  for (auto [i, start] : llvm::enumerate(starts)) {
    // Positions are relative to the window. A run that begins before the window
    // and ends within it starts at the window's first item.
    Value first = b.sub(start, from);
    Value behind = b.add(first, lengths[i]);
    first = b.maxsi(first, 0);
    Value isSome = b.slt(first, behind);
    Value isInside = b.andi(isSome, b.slt(first, window.tileItems()));
    b.ifThen(isInside, [&, i = i] { marks.store(b, numbers[i], first); });
  }
  context.barrier(b);
  SmallVector<Value> own = exchange.get(i32, window);
  Type type = window.items() == 1
                  ? i32
                  : VectorType::get({int64_t(window.items())}, i32);
  BlockScanOp scan =
      createBlockScan(b, Combiner(CombinerKind::MaxSI, i32),
                      ScanMode::Inclusive, joinMembers(b, {own}, type));
  return splitMembers(b, scan.getInclusiveResults()).front();
}

void DecodeLowering::run() {
  Combiner sum(CombinerKind::Add, i32);
  BlockScanOp scan =
      createBlockScan(b, sum, ScanMode::Exclusive, op.getLengths(),
                      /*init=*/{}, op.getTotal());
  SmallVector<Value> lengths = splitMembers(b, op.getLengths()).front();
  SmallVector<Value> starts =
      splitMembers(b, scan.getExclusiveResults()).front();
  Value from = op.getWindow() ? op.getWindow() : b.i32(0);
  SmallVector<Value> numbers = findRuns(starts, lengths, from);

  // The items and starts of runs are looked up by the runs' numbers.
  SmallVector<SmallVector<Value>> members = splitMembers(b, op.getInputs());
  if (op.getOffsets())
    members.push_back(starts);
  BufferLayout room;
  SmallVector<uint64_t> offsets;
  for (ArrayRef<Value> member : members)
    offsets.push_back(
        room.add(getElementBytes(member.front().getType()), runs.tileItems()));
  Value base = acquireWorkgroupMemory(b, room.size(), "runs");
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    ItemExchange(b, context, advance(b, base, offset)).put(member, runs);
  context.barrier(b);
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    member = ItemExchange(b, context, advance(b, base, offset))
                 .gather(member.front().getType(), numbers);
  if (op.getOffsets())
    for (auto [start, place] : llvm::zip_equal(
             members.back(), window.positions(b, context.getThreadIds()))) {
      Value number = b.add(from, place);
      start = b.sub(number, start);
    }
  SmallVector<Value> results = joinMembers(
      b, members, op.getResults().drop_back(op.getTotal() ? 1 : 0).getTypes());
  if (op.getTotal())
    llvm::append_range(results, scan.getTotalResults());
  op->replaceAllUsesWith(results);
  op.erase();
}

LogicalResult mlir::prim::lowerBlockRunLengthDecode(BlockRunLengthDecodeOp op,
                                                    BlockContext &context) {
  DecodeLowering(op, context).run();
  return success();
}
