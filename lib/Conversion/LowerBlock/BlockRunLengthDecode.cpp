//===- BlockRunLengthDecode.cpp - Lower prim.block_run_length_decode *- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each run leaves its number where it starts in the window; the largest number
// up to an item is that of its run. One scan says where runs start, one which
// run an item is of, and neither asks how long runs are.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class DecodeLowering {
public:
  DecodeLowering(BlockRunLengthDecodeOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()),
        i32(builder.getI32Type()), runs(getLayout(op.getLengths().getType())),
        window(context.getLayout(op.getItems(), Arrangement::Blocked,
                                 /*vector=*/0)) {}

  void run();

private:
  TileLayout getLayout(Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return context.getLayout(vector ? vector.getNumElements() : 1,
                             Arrangement::Blocked, /*vector=*/0);
  }
  /// Marks the starts of runs in the window, which begins with item `from`, and
  /// gives the number of the run of each item of the thread: 0 where there is
  /// none.
  SmallVector<Value> findRuns(ArrayRef<Value> starts, ArrayRef<Value> lengths,
                              Value from);

  Value constant(int64_t value) { return createI32(builder, loc, value); }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }

  BlockRunLengthDecodeOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  Type i32;
  TileLayout runs, window;
};

} // namespace

SmallVector<Value> DecodeLowering::findRuns(ArrayRef<Value> starts,
                                            ArrayRef<Value> lengths,
                                            Value from) {
  Value base = acquireWorkgroupMemory(
      builder, loc, uint64_t(window.tileItems()) * 4, "starts of runs");
  MemoryArray marks(base, i32);
  ItemExchange exchange(builder, loc, context, base);
  exchange.put(SmallVector<Value>(window.items(), constant(0)), window);
  context.barrier(builder, loc);
  Value size = constant(window.tileItems());
  SmallVector<Value> numbers =
      runs.positions(builder, loc, context.getThreadIds());
  for (auto [i, start] : llvm::enumerate(starts)) {
    // From where the window begins on: the run that begins before it has a
    // start there, and ends behind it.
    Value first = arith::SubIOp::create(builder, loc, start, from);
    Value behind = arith::AddIOp::create(builder, loc, first, lengths[i]);
    first = arith::MaxSIOp::create(builder, loc, first, constant(0));
    Value isInside = arith::AndIOp::create(
        builder, loc, compare(CmpIPredicate::slt, first, behind),
        compare(CmpIPredicate::slt, first, size));
    auto branch = scf::IfOp::create(builder, loc, isInside,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    marks.store(builder, loc, numbers[i], first);
  }
  context.barrier(builder, loc);
  SmallVector<Value> own = exchange.get(i32, window);
  Type type = window.items() == 1
                  ? i32
                  : VectorType::get({int64_t(window.items())}, i32);
  BlockScanOp scan = createBlockScan(
      builder, loc, Combiner(CombinerKind::MaxSI, i32), ScanMode::Inclusive,
      joinMembers(builder, loc, {own}, type));
  return splitMembers(builder, loc, scan.getInclusiveResults()).front();
}

void DecodeLowering::run() {
  Combiner sum(CombinerKind::Add, i32);
  BlockScanOp scan =
      createBlockScan(builder, loc, sum, ScanMode::Exclusive, op.getLengths(),
                      /*init=*/{}, op.getTotal());
  SmallVector<Value> lengths =
      splitMembers(builder, loc, op.getLengths()).front();
  SmallVector<Value> starts =
      splitMembers(builder, loc, scan.getExclusiveResults()).front();
  Value from = op.getWindow() ? op.getWindow() : constant(0);
  SmallVector<Value> numbers = findRuns(starts, lengths, from);

  // Runs are then looked up by their numbers: their items, and their starts.
  SmallVector<SmallVector<Value>> members =
      splitMembers(builder, loc, op.getInputs());
  if (op.getOffsets())
    members.push_back(starts);
  BufferLayout room;
  SmallVector<uint64_t> offsets;
  for (ArrayRef<Value> member : members)
    offsets.push_back(
        room.add(getElementBytes(member.front().getType()), runs.tileItems()));
  Value base = acquireWorkgroupMemory(builder, loc, room.size(), "runs");
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    ItemExchange(builder, loc, context, advance(builder, loc, base, offset))
        .put(member, runs);
  context.barrier(builder, loc);
  for (auto [member, offset] : llvm::zip_equal(members, offsets))
    member =
        ItemExchange(builder, loc, context, advance(builder, loc, base, offset))
            .gather(member.front().getType(), numbers);
  if (op.getOffsets())
    for (auto [start, place] : llvm::zip_equal(
             members.back(),
             window.positions(builder, loc, context.getThreadIds()))) {
      Value number = arith::AddIOp::create(builder, loc, from, place);
      start = arith::SubIOp::create(builder, loc, number, start);
    }
  SmallVector<Value> results =
      joinMembers(builder, loc, members,
                  op.getResults().drop_back(op.getTotal() ? 1 : 0).getTypes());
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
