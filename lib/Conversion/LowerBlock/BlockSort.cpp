//===- BlockSort.cpp - Lower prim.block_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A radix sort from the least significant digit on. Items are in wave-striped
// order, in which the lanes of a wave rank consecutive items row by row. Each
// digit moves them to their ranks.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/KeyCodec.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The state of lowering one op.
class BlockSortLowering {
public:
  BlockSortLowering(BlockSortOp op, BlockContext &context, KeyCodec codec)
      : op(op), context(context), b(op), codec(codec) {}

  void run();

private:
  /// Gives items that take no part the last of all keys. Because the sort is
  /// stable, they come after all others, including equal ones.
  void maskInvalid();
  /// Moves members from one arrangement to another.
  void rearrange(ItemExchange &exchange,
                 MutableArrayRef<SmallVector<Value>> members,
                 const TileLayout &from, const TileLayout &to);

  /// Replaces each key by `convert` of it.
  void convertKeys(llvm::function_ref<Value(Value)> convert);

  /// Runs `body` with the shift (i32) of each digit, in a loop. A copy of the
  /// code per digit would cost more compile time than it saves at run time.
  void loopOverDigits(unsigned numDigits, unsigned digitBits,
                      llvm::function_ref<void(Value)> body);

  BlockSortOp op;
  BlockContext &context;
  CodeBuilder b;
  KeyCodec codec;
  /// Per operand, the items of this thread.
  SmallVector<SmallVector<Value>> members;
  unsigned count = 0;
};

} // namespace

void BlockSortLowering::maskInvalid() {
  Value last = codec.lastKey(b);
  SmallVector<Value> positions =
      context.getLayout(count, op.getFrom(), op.getFromVector().value_or(0))
          .positions(b, context.getThreadIds());
  for (auto [key, position] : llvm::zip_equal(members.front(), positions)) {
    Value valid = b.slt(position, op.getValid());
    key = b.select(valid, key, last);
  }
}

void BlockSortLowering::rearrange(ItemExchange &exchange,
                                  MutableArrayRef<SmallVector<Value>> members,
                                  const TileLayout &from,
                                  const TileLayout &to) {
  exchange.exchange(members, to,
                    [&](ValueRange items) { exchange.put(items, from); });
}

void BlockSortLowering::convertKeys(llvm::function_ref<Value(Value)> convert) {
  for (Value &key : members.front())
    key = convert(key);
}

void BlockSortLowering::loopOverDigits(unsigned numDigits, unsigned digitBits,
                                       llvm::function_ref<void(Value)> body) {
  auto flatten = [&] {
    SmallVector<Value> flat;
    for (ArrayRef<Value> member : members)
      llvm::append_range(flat, member);
    return flat;
  };
  auto take = [&](ValueRange values) {
    for (auto [i, member] : llvm::enumerate(members))
      member = SmallVector<Value>(values.slice(i * count, count));
  };
  // As KeyCodec::getDigitShift() has it.
  unsigned begin = codec.getBeginBit();
  take(b.forEach(b.i32(begin), begin + numDigits * digitBits, digitBits,
                 flatten(), [&](Value shift, ValueRange values) {
                   take(values);
                   body(b.minui(shift, codec.getEndBit() - digitBits));
                   return flatten();
                 }));
}

void BlockSortLowering::run() {
  members = splitMembers(b, op.getInputs());
  count = members.front().size();

  auto layout = [&](Arrangement arrangement, unsigned vector) {
    return context.getLayout(count, arrangement, vector);
  };
  TileLayout source = layout(op.getFrom(), op.getFromVector().value_or(0));
  TileLayout waveStriped = layout(Arrangement::Rows, /*vector=*/1);
  TileLayout result = layout(op.getArrangement(), op.getToVector().value_or(0));

  // Counters of many waves leave too little memory for the items; shorter
  // digits need fewer counters.
  uint64_t itemsBytes = ItemExchange::getBytes(source, op.getItemTypes());
  unsigned maxBits = kMaxRadixBits;
  while (maxBits > 4 && itemsBytes + getRadixRankBytes(context, maxBits) >
                            context.getTarget().ldsBytes)
    --maxBits;
  unsigned numDigits = codec.getNumDigits(maxBits);
  unsigned digitBits = codec.getDigitBits(numDigits);

  if (op.getValid())
    maskInvalid();
  // A loop over digits moves codes, so that it does not encode keys.
  std::optional<KeyCodec> codes;
  if (numDigits > 1)
    codes = codec.getCodeCodec();
  const KeyCodec &digitsOf = codes ? *codes : codec;
  if (codes)
    convertKeys([&](Value key) { return codec.toCode(b, key); });
  // All moves share the memory, because the ranking between them has barriers.
  ItemExchange exchange(b, context,
                        acquireWorkgroupMemory(b, itemsBytes, "items"));
  bool isWaveStriped =
      op.getFrom() == Arrangement::Rows && op.getFromVector() == 1;
  // A single item per thread is in all arrangements at once.
  if (count > 1 && !isWaveStriped)
    rearrange(exchange, members, source, waveStriped);
  Type type = b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(op.getInputs().front().getType()))
    type = VectorType::get(vector.getShape(), type);
  auto sortByDigit = [&](Value shift, const TileLayout &to) {
    SmallVector<Value> digits;
    for (Value key : members.front())
      digits.push_back(digitsOf.digit(b, key, shift, digitBits));
    auto rank = BlockRadixRankOp::create(
        b, joinMembers(b, {digits}, type).front(), digitBits, /*valid=*/Value(),
        /*counts=*/std::nullopt, /*rowVector=*/1);
    SmallVector<Value> ranks = splitMembers(b, rank.getRanks()).front();
    exchange.exchange(
        members, to, [&](ValueRange items) { exchange.scatter(items, ranks); });
  };
  if (numDigits == 1) {
    sortByDigit(b.i32(codec.getBeginBit()), result);
  } else {
    loopOverDigits(numDigits, digitBits,
                   [&](Value shift) { sortByDigit(shift, waveStriped); });
    bool isInPlace =
        op.getArrangement() == Arrangement::Rows && op.getToVector() == 1;
    if (count > 1 && !isInPlace) {
      // The last member is still in the memory.
      SmallVector<Value> &last = members.back();
      last = exchange.get(last.front().getType(), result);
      MutableArrayRef others = MutableArrayRef(members).drop_back();
      if (!others.empty())
        context.barrier(b);
      rearrange(exchange, others, waveStriped, result);
    }
  }
  if (codes)
    convertKeys([&](Value code) { return codec.fromCode(b, code); });

  op->replaceAllUsesWith(joinMembers(b, members, op.getInputs().getTypes()));
  op.erase();
}

/// Sorts by each key separately, the least significant one first.
static void expandKeys(BlockSortOp op) {
  CodeBuilder b(op);
  SmallVector<Value> items(op.getInputs());
  SmallVector<KeySort> sorts = getKeySorts(cast<SortOpInterface>(*op));
  for (auto [number, key] : llvm::enumerate(sorts)) {
    bool isFirst = number == 0, isLast = number + 1 == sorts.size();
    auto order = SortOrderAttr::get(b.getContext(), key.order);
    auto sort =
        BlockSortOp::create(b, key.putFirst(items), op.getValid(),
                            isLast ? op.getArrangement() : Arrangement::Blocked,
                            order, op.getDescending(), key.bits);
    if (isFirst) {
      sort.setFrom(op.getFrom());
      sort.setFromVectorAttr(op.getFromVectorAttr());
    }
    if (isLast)
      sort.setToVectorAttr(op.getToVectorAttr());
    items = SmallVector<Value>(sort.getResults());
    std::rotate(items.begin(), items.begin() + 1,
                items.begin() + key.member + 1);
  }
  op->replaceAllUsesWith(items);
  op.erase();
}

/// Converts the op's items to blocked arrangement.
static void moveToBlocked(BlockSortOp op) {
  CodeBuilder b(op);
  auto exchange = BlockExchangeOp::create(
      b, op.getInputs(), /*ranks=*/Value(), op.getFrom(),
      op.getFromVector().value_or(0), Arrangement::Blocked, /*toVector=*/0);
  op.getInputsMutable().assign(exchange.getResults());
  op.setFrom(Arrangement::Blocked);
  op.removeFromVectorAttr();
}

void mlir::prim::lowerBlockSort(BlockSortOp op, BlockContext &context) {
  auto keys = cast<SortOpInterface>(*op);
  if (keys.getNumKeys() > 1 || keys.getKeyOrders())
    return expandKeys(op);
  if (!op.getOrder()) {
    if (op.getFrom() != Arrangement::Blocked)
      moveToBlocked(op);
    return lowerBlockMergeSort(op, context);
  }
  BlockSortLowering(op, context, KeyCodec::get(op)).run();
}
