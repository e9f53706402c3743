//===- BlockHistogram.cpp - Lower prim.block_histogram *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One atomic addition per item. The check that an item is within the bins is
// omitted if the ops that compute it imply it.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "ItemExchange.h"
#include "ValueBounds.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The state of lowering one op.
class HistogramLowering {
public:
  HistogramLowering(BlockHistogramOp op, BlockContext &context)
      : op(op), context(context), b(op),
        mayMissBins(getBounds(op.getItems()).umax().uge(op.getBins())) {}

  void run();

private:
  /// Whether the item is counted, i1; null if it always is.
  Value isCounted(Value item, Value position);
  /// Adds the thread's items to `counters`.
  void count(const MemoryArray &counters);

  BlockHistogramOp op;
  BlockContext &context;
  CodeBuilder b;
  /// Whether items may be outside of all bins.
  bool mayMissBins;
};

} // namespace

Value HistogramLowering::isCounted(Value item, Value position) {
  Value condition;
  if (mayMissBins) {
    condition = b.ult(item, op.getBins());
  }
  if (!op.getValid())
    return condition;
  Value takesPart = b.slt(position, op.getValid());
  return condition ? b.andi(takesPart, condition) : takesPart;
}

void HistogramLowering::count(const MemoryArray &counters) {
  Value base = counters.getBase();
  MemoryScope scope = isWorkgroupBase(base.getType()) ? MemoryScope::Block
                                                      : MemoryScope::Device;
  SmallVector<Value> items = splitMembers(b, op.getItems()).front();
  SmallVector<Value> positions;
  if (op.getValid())
    positions = context.getLayout(op, op.getItems().getType())
                    .positions(b, context.getThreadIds());
  Type i32 = b.getI32Type();
  Value one = b.i32(1);
  for (auto [i, item] : llvm::enumerate(items)) {
    auto add = [&, item = item] {
      Value bin = item;
      if (bin.getType().isIndex())
        bin = b.indexCastUI(i32, bin);
      else if (bin.getType().getIntOrFloatBitWidth() < 32)
        bin = b.extui(i32, bin);
      else if (bin.getType().getIntOrFloatBitWidth() > 32)
        bin = b.trunci(i32, bin);
      createAtomicAdd(b, one, counters.place(b, bin), MemoryOrder::Relaxed,
                      scope);
    };
    if (Value condition =
            isCounted(item, positions.empty() ? Value() : positions[i]))
      b.ifThen(condition, add);
    else
      add();
  }
}

void HistogramLowering::run() {
  if (Value memory = op.getCounters()) {
    if (isa<MemRefType>(memory.getType()))
      memory = BaseOfOp::create(b, memory);
    count(MemoryArray(memory, b.getI32Type()));
    op.erase();
    return;
  }
  // The counters are padded to the end of the last thread's share.
  unsigned share = *op.getCounts();
  unsigned row = llvm::alignTo(op.getBins(), share);
  Counters counters(b, context,
                    acquireWorkgroupMemory(b, uint64_t(row) * 4, "counters"),
                    row, share);
  counters.clear(b.i32(0), row, context.getThreadId(), context.getBlockSize());
  context.barrier(b);
  count(counters.array());
  context.barrier(b);
  SmallVector<Value> own =
      counters.inOwners(share, [&] { return counters.loadOwn(/*number=*/0); });
  op->replaceAllUsesWith(joinMembers(b, {own}, op->getResultTypes()));
  op.erase();
}

LogicalResult mlir::prim::lowerBlockHistogram(BlockHistogramOp op,
                                              BlockContext &context) {
  HistogramLowering(op, context).run();
  return success();
}
