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
      : op(op), context(context), builder(op),
        mayMissBins(getBounds(op.getItems()).umax().uge(op.getBins())) {}

  void run();

private:
  /// Whether the item counts, i1; null if it does anyway.
  Value isCounted(Value item, Value position);
  /// Adds the thread's items to `counters`.
  void count(const MemoryArray &counters);

  BlockHistogramOp op;
  BlockContext &context;
  CodeBuilder builder;
  /// Whether there may be items that are in no bin.
  bool mayMissBins;
};

} // namespace

Value HistogramLowering::isCounted(Value item, Value position) {
  Value condition;
  if (mayMissBins) {
    Value bins = builder.constant(item.getType(), op.getBins());
    condition = builder.ult(item, bins);
  }
  if (!op.getValid())
    return condition;
  Value takesPart = builder.slt(position, op.getValid());
  return condition ? builder.andi(takesPart, condition) : takesPart;
}

void HistogramLowering::count(const MemoryArray &counters) {
  Value base = counters.getBase();
  MemoryScope scope = isWorkgroupBase(base.getType()) ? MemoryScope::Block
                                                      : MemoryScope::Device;
  SmallVector<Value> items = splitMembers(builder, op.getItems()).front();
  SmallVector<Value> positions;
  if (op.getValid())
    positions = context.getLayout(op, op.getItems().getType())
                    .positions(builder, context.getThreadIds());
  Type i32 = builder.getI32Type();
  Value one = builder.i32(1);
  for (auto [i, item] : llvm::enumerate(items)) {
    OpBuilder::InsertionGuard guard(builder);
    if (Value condition =
            isCounted(item, positions.empty() ? Value() : positions[i])) {
      auto branch = scf::IfOp::create(builder, condition,
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    Value bin = item;
    if (bin.getType().isIndex())
      bin = builder.indexCastUI(i32, bin);
    else if (bin.getType().getIntOrFloatBitWidth() < 32)
      bin = builder.extui(i32, bin);
    else if (bin.getType().getIntOrFloatBitWidth() > 32)
      bin = builder.trunci(i32, bin);
    createAtomicAdd(builder, one, counters.place(builder, bin),
                    MemoryOrder::Relaxed, scope);
  }
}

void HistogramLowering::run() {
  if (Value memory = op.getCounters()) {
    if (isa<MemRefType>(memory.getType()))
      memory = BaseOfOp::create(builder, memory);
    count(MemoryArray(memory, builder.getI32Type()));
    op.erase();
    return;
  }
  // Counters up to the end of the last share.
  unsigned share = *op.getCounts();
  unsigned row = llvm::alignTo(op.getBins(), share);
  Counters counters(
      builder, context,
      acquireWorkgroupMemory(builder, uint64_t(row) * 4, "counters"), row,
      share);
  counters.clear(builder.i32(0), row, context.getThreadId(),
                 context.getBlockSize());
  context.barrier(builder);
  count(counters.array());
  context.barrier(builder);
  SmallVector<Value> own =
      counters.inOwners(share, [&] { return counters.loadOwn(/*number=*/0); });
  op->replaceAllUsesWith(joinMembers(builder, {own}, op->getResultTypes()));
  op.erase();
}

LogicalResult mlir::prim::lowerBlockHistogram(BlockHistogramOp op,
                                              BlockContext &context) {
  HistogramLowering(op, context).run();
  return success();
}
