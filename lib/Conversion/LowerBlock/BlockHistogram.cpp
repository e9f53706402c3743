//===- BlockHistogram.cpp - Lower prim.block_histogram *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic addition per item. Which items are within the bins is not asked
// where what computes them says it.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "ItemExchange.h"
#include "ValueBounds.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The state of lowering one op.
class HistogramLowering {
public:
  HistogramLowering(BlockHistogramOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()),
        mayMissBins(getBounds(op.getItems()).umax().uge(op.getBins())) {}

  void run();

private:
  /// Whether the item counts, i1; null if it does anyway.
  Value isCounted(Value item, Value position);
  /// Adds the thread's items to `counters`.
  void count(const MemoryArray &counters);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }

  BlockHistogramOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  /// Whether there may be items that are in no bin.
  bool mayMissBins;
};

} // namespace

Value HistogramLowering::isCounted(Value item, Value position) {
  Value condition;
  if (mayMissBins) {
    Value bins = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(item.getType(), op.getBins()));
    condition = compare(arith::CmpIPredicate::ult, item, bins);
  }
  if (!op.getValid())
    return condition;
  Value takesPart = compare(arith::CmpIPredicate::slt, position, op.getValid());
  return condition ? arith::AndIOp::create(builder, loc, takesPart, condition)
                   : takesPart;
}

void HistogramLowering::count(const MemoryArray &counters) {
  Value base = counters.getBase();
  MemoryScope scope = isWorkgroupBase(base.getType()) ? MemoryScope::Block
                                                      : MemoryScope::Device;
  SmallVector<Value> items = splitMembers(builder, loc, op.getItems()).front();
  SmallVector<Value> positions;
  if (op.getValid())
    positions = context.getLayout(op, op.getItems().getType())
                    .positions(builder, loc, context.getThreadIds());
  Type i32 = builder.getI32Type();
  Value one = createI32(builder, loc, 1);
  for (auto [i, item] : llvm::enumerate(items)) {
    OpBuilder::InsertionGuard guard(builder);
    if (Value condition =
            isCounted(item, positions.empty() ? Value() : positions[i])) {
      auto branch = scf::IfOp::create(builder, loc, condition,
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    Value bin = item;
    if (bin.getType().isIndex())
      bin = arith::IndexCastUIOp::create(builder, loc, i32, bin);
    else if (bin.getType().getIntOrFloatBitWidth() < 32)
      bin = arith::ExtUIOp::create(builder, loc, i32, bin);
    else if (bin.getType().getIntOrFloatBitWidth() > 32)
      bin = arith::TruncIOp::create(builder, loc, i32, bin);
    createAtomicAdd(builder, loc, one, counters.place(builder, loc, bin),
                    MemoryOrder::Relaxed, scope);
  }
}

void HistogramLowering::run() {
  if (Value memory = op.getCounters()) {
    if (isa<MemRefType>(memory.getType()))
      memory = BaseOfOp::create(builder, loc, memory);
    count(MemoryArray(memory, builder.getI32Type()));
    op.erase();
    return;
  }
  // Counters up to the end of the last share.
  unsigned share = *op.getCounts();
  unsigned row = llvm::alignTo(op.getBins(), share);
  Counters counters(
      builder, loc, context,
      acquireWorkgroupMemory(builder, loc, uint64_t(row) * 4, "counters"), row,
      share);
  counters.clear(createI32(builder, loc, 0), row, context.getThreadId(),
                 context.getBlockSize());
  context.barrier(builder, loc);
  count(counters.array());
  context.barrier(builder, loc);
  SmallVector<Value> own = counters.inOwners(
      share, [&](OpBuilder &b) { return counters.loadOwn(b, /*number=*/0); });
  op->replaceAllUsesWith(
      joinMembers(builder, loc, {own}, op->getResultTypes()));
  op.erase();
}

LogicalResult mlir::prim::lowerBlockHistogram(BlockHistogramOp op,
                                              BlockContext &context) {
  HistogramLowering(op, context).run();
  return success();
}
