//===- LowerLanes.cpp - Lowering of shuffles and lane masks ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp ops that return values of other lanes, or masks of lanes, and
// combine nothing. A constant source uses the cheapest move that reaches it;
// any other source uses a permute.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The positions of lanes in their logical warps, and moves between them.
class LaneMover {
public:
  LaneMover(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
            const WarpShape &shape)
      : b(b), lanes(lanes), target(target), width(shape.width),
        whole(!shape.partial) {}

  /// This lane's position in its logical warp.
  Value position() { return lanes.positionIn(width); }

  /// Broadcasts the value of the lane at position `source`, which is uniform in
  /// the logical warp.
  ValueTuple broadcast(ValueRange values, Value source);
  /// The results of warp_shuffle.
  ValueTuple shuffle(ValueRange values, ShuffleMode mode, Value source);
  /// Whether these moves need CrossLane::permute().
  bool needsPermute(ShuffleMode mode, Value source);

private:
  bool isWave() const { return width == target.waveSize; }
  bool isAligned() const { return llvm::isPowerOf2_32(width); }
  /// Lane i gets lane i - `by` of its logical warp; its own value if there is
  /// none.
  ValueTuple shift(ValueRange values, int by);
  /// The lane to read, if it is known only at run time.
  Value sourceLane(ShuffleMode mode, Value source);

  CodeBuilder &b;
  CrossLane &lanes;
  const TargetInfo &target;
  unsigned width;
  /// Whether no logical warp lacks lanes.
  bool whole;
};

} // namespace

static std::optional<uint32_t> getConstant(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return static_cast<uint32_t>(constant.getZExtValue());
}

//===----------------------------------------------------------------------===//
// Values of other lanes
//===----------------------------------------------------------------------===//

ValueTuple LaneMover::broadcast(ValueRange values, Value source) {
  if (isWave())
    return lanes.readLane(values, source);
  if (std::optional<uint32_t> position = getConstant(source))
    if (isAligned())
      return lanes.readGroup(values, width, *position);
  return lanes.permute(values, lanes.laneAt(source, width));
}

bool LaneMover::needsPermute(ShuffleMode mode, Value source) {
  std::optional<uint32_t> known = getConstant(source);
  if (!known)
    return true;
  switch (mode) {
  case ShuffleMode::Lane:
    return false;
  case ShuffleMode::Xor:
    return *known < width && lanes.needsPermute(*known);
  case ShuffleMode::Up:
  case ShuffleMode::Down:
    // shift() handles the other distances without a permute.
    return *known != 0 && *known < width && width > lanes.getRowSize() &&
           !(isWave() && *known == 1);
  }
  llvm_unreachable("all modes handled");
}

ValueTuple LaneMover::shift(ValueRange values, int by) {
  unsigned distance = std::abs(by), row = lanes.getRowSize();
  // Moves require a distance other than 0.
  if (distance == 0 || distance >= width)
    return ValueTuple(values);
  if (isAligned())
    if (std::optional<ValueTuple> moved = lanes.shiftInWarp(
            values, distance, {width, width, /*reverse=*/by < 0, nullptr},
            values))
      return *moved;
  if (width == row)
    return lanes.shiftRow(values, by, values);
  auto keepOwn = [&](ValueRange moved) {
    Value hasSource = by > 0 ? b.uge(position(), distance)
                             : b.ult(position(), width - distance);
    return selectTuple(b, hasSource, moved, values);
  };
  if (width < row)
    return keepOwn(lanes.shiftRow(values, by, {}));
  if (isWave() && distance == 1)
    return lanes.shiftOne(values, /*down=*/by < 0, values);
  return keepOwn(lanes.shift(values, by));
}

Value LaneMover::sourceLane(ShuffleMode mode, Value source) {
  auto select = [&](Value inside, Value lane) -> Value {
    return b.select(inside, lane, lanes.laneId());
  };
  switch (mode) {
  case ShuffleMode::Lane:
    // A permute takes lane numbers modulo the wave.
    if (isWave())
      return source;
    return lanes.laneAt(b.andi(source, width - 1), width);
  case ShuffleMode::Up: {
    Value isInside = b.ule(source, position());
    return select(isInside, b.sub(lanes.laneId(), source));
  }
  case ShuffleMode::Down: {
    Value last = b.i32(width - 1);
    Value behind = b.sub(last, position());
    Value isInside = b.ule(source, behind);
    return select(isInside, b.add(lanes.laneId(), source));
  }
  case ShuffleMode::Xor: {
    Value isInside = b.ult(source, width);
    return select(isInside, b.xori(lanes.laneId(), source));
  }
  }
  llvm_unreachable("all modes handled");
}

ValueTuple LaneMover::shuffle(ValueRange values, ShuffleMode mode,
                              Value source) {
  std::optional<uint32_t> known = getConstant(source);
  // Other logical warps of a wave need not be active, so only a wave-wide
  // shuffle is `whole`.
  if (!known)
    return lanes.permute(values, sourceLane(mode, source),
                         whole && width == target.waveSize);
  switch (mode) {
  case ShuffleMode::Lane:
    return lanes.readGroup(values, width, *known % width);
  case ShuffleMode::Up:
  case ShuffleMode::Down: {
    int by = std::min(*known, width);
    return shift(values, mode == ShuffleMode::Up ? by : -by);
  }
  case ShuffleMode::Xor:
    if (*known == 0 || *known >= width)
      return ValueTuple(values);
    return lanes.exchangeXor(values, *known, whole);
  }
  llvm_unreachable("all modes handled");
}

/// Replaces `op` by the results of `move` on its inputs, item by item.
static void replaceItems(CodeBuilder &b, Operation *op, ValueRange inputs,
                         llvm::function_ref<ValueTuple(ValueRange)> move) {
  SmallVector<ValueTuple> items = unpackItems(b, inputs);
  for (ValueTuple &item : items)
    item = move(item);
  op->replaceAllUsesWith(packItems(b, items, op->getResultTypes()));
  op->erase();
}

LogicalResult WarpLowering::lower(WarpBroadcastOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  std::optional<uint32_t> known = getConstant(op.getLane());
  // The verifier does not know the wave size.
  if (known && *known >= shape->width)
    return op.emitOpError()
           << "reads lane " << *known << ", which is not one of the "
           << shape->width << " lanes of a logical warp";
  bool aligned = llvm::isPowerOf2_32(shape->width);
  if (shape->width != target.waveSize && !(known && aligned) &&
      failed(checkPermute(op)))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  LaneMover mover(b, *lanes, target, *shape);
  replaceItems(b, op, op.getInputs(), [&](ValueRange values) {
    return mover.broadcast(values, op.getLane());
  });
  return success();
}

LogicalResult WarpLowering::lower(WarpShuffleOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  LaneMover mover(b, *lanes, target, *shape);
  if (mover.needsPermute(op.getMode(), op.getSource()) &&
      failed(checkPermute(op)))
    return failure();
  replaceItems(b, op, op.getInputs(), [&](ValueRange values) {
    return mover.shuffle(values, op.getMode(), op.getSource());
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Lane masks
//===----------------------------------------------------------------------===//

LogicalResult WarpLowering::lower(WarpUniformOp op) {
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b);
  SmallVector<Value> words = lanes->toWords(op.getValue());
  for (Value &word : words)
    word = lanes->readFirst(word);
  op.replaceAllUsesWith(lanes->fromWords(words, op.getType()));
  op.erase();
  return success();
}

Value mlir::prim::resize(CodeBuilder &b, Value mask, Type type) {
  unsigned from = mask.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return mask;
  if (from < to)
    return b.extui(type, mask);
  return b.trunci(type, mask);
}

LogicalResult WarpLowering::checkMask(Operation *op, Type type) {
  if (type.getIntOrFloatBitWidth() >= target.waveSize)
    return success();
  return op->emitOpError() << "has a lane mask of type " << type
                           << ", but a wave of " << target.chip << " has "
                           << target.waveSize << " lanes; use i64";
}

LogicalResult WarpLowering::lower(WarpBallotOp op) {
  if (failed(checkMask(op, op.getType())))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, getWidth(op, op.getWhole()));
  op.replaceAllUsesWith(
      resize(b, lanes->ballot(op.getPredicate()), op.getType()));
  op.erase();
  return success();
}

/// `label` reduced to its low `count` (i32, unsigned) bits.
static Value keepLowBits(CodeBuilder &b, Value label, Value count) {
  Type type = label.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Value all = b.constant(type, -1);
  Value isPart = b.ult(count, bits);
  // No shift is by as many bits as there are.
  Value shift = b.select(isPart, count, 0);
  shift = resize(b, shift, type);
  Value low = b.xori(b.shli(all, shift), all);
  Value mask = b.select(isPart, low, all);
  return b.andi(label, mask);
}

LogicalResult WarpLowering::lower(WarpMatchAnyOp op) {
  if (failed(checkMask(op, op.getType())))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, getWidth(op, op.getWhole()));
  SmallVector<Value> among;
  if (op.getValid() || !op.getWhole()) {
    Value valid = op.getValid();
    if (!valid)
      valid = b.boolean(true);
    among = lanes->toWords(lanes->ballot(valid));
  }
  Value label = op.getLabel();
  unsigned labelBits = label.getType().getIntOrFloatBitWidth();
  if (Value count = op.getNumBits())
    label = keepLowBits(b, label, count);
  SmallVector<Value> same = lanes->matchLabel(
      lanes->toWords(label), op.getBits().value_or(labelBits), among);
  if (op.getValid()) {
    Value zero = b.i32(0);
    for (Value &word : same)
      word = b.select(op.getValid(), word, zero);
  }
  Value mask =
      lanes->fromWords(same, b.getIntegerType(32 * unsigned(same.size())));
  op.replaceAllUsesWith(resize(b, mask, op.getType()));
  op.erase();
  return success();
}

LogicalResult WarpLowering::lower(WarpMaskedBitCountOp op) {
  if (failed(checkMask(op, op.getMask().getType())))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b);
  op.replaceAllUsesWith(lanes->countBelow(op.getMask(), op.getAddend()));
  op.erase();
  return success();
}

LogicalResult WarpLowering::lower(WarpGroupSelectOp op) {
  if (failed(checkMask(op, op.getMask().getType())))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b);
  Value below = lanes->countBelow(op.getMask(), Value());
  Value isFirst = b.eq(below, 0);
  Value isMember = b.ne(op.getMask(), 0);
  op.replaceAllUsesWith(b.andi(isFirst, isMember));
  op.erase();
  return success();
}

LogicalResult WarpLowering::lower(WarpBarrierOp op) {
  CodeBuilder b(op.getLoc(), op);
  getLanes(b, target.waveSize)->barrier();
  op.erase();
  return success();
}

LogicalResult WarpLowering::lower(CheckConvergenceOp op) {
  CodeBuilder b(op.getLoc(), op);
  getLanes(b)->checkConvergence(op.getWhat(), op.getWidth().value_or(0));
  op.erase();
  return success();
}
