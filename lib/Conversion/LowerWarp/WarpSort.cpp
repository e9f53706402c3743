//===- WarpSort.cpp - Lowering of warp_sort ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bitonic network in registers. Every lane sorts its own items. Then sorted
// runs of lanes are merged in pairs: the first step compares one run with the
// other one reversed, further steps halve the distance, and the last steps stay
// within the lane. Every step leaves the first item in the lower lane, so that
// items that come after all others never move down. If the reversed exchange is
// expensive, the second run is sorted in the opposite order instead, with
// inverted codes. This requires that all lanes exist.
//
// Keys of a built-in order become unsigned integers, and a step keeps the
// smaller or the larger one. Without values to move, this is the whole step.
// Items that must be distinguished (`stable`, or values without an item) carry
// their inverted position as well, and the largest code comes first. Lanes that
// do not exist read as zeros, which come after all items.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The network for one op. An item is a tuple of scalars: the code of its key
/// (not with a comparator), its inverted position if there is one outside of
/// the code, and the payload.
class SortNetwork {
public:
  SortNetwork(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
              WarpSortOp op, const WarpShape &shape);

  /// Sorts the operands of the op; returns the items of this lane.
  SmallVector<ValueTuple> sort();

private:
  ValueTuple makeItem(ValueRange operands, unsigned index);
  ValueTuple takeOperands(const ValueTuple &item);

  /// The position of item `index` of this lane in its logical warp, i32.
  Value getPosition(unsigned index);
  /// Whether item `index` of this lane exists, i1; null for always.
  Value isValid(unsigned index);

  /// Puts equal keys of `sorted` into the order that they have in `keys`.
  void restoreOrder(ArrayRef<Value> keys, MutableArrayRef<ValueTuple> sorted);
  /// Replaces those of `sorted` for which `isMember` holds by those of `keys`,
  /// which are as many, in their order.
  SmallVector<Value> replaceInOrder(ArrayRef<Value> keys,
                                    ArrayRef<Value> sorted,
                                    llvm::function_ref<Value(Value)> isMember);

  void sortLane();
  void mergeLane();
  void mergeLanes(unsigned run, bool isInverted);
  void invertUpper(unsigned run);

  /// Orders two items of this lane.
  void compareInLane(ValueTuple &first, ValueTuple &second);
  /// The item that this lane keeps of `own` and of `other` of lane i ^ `mask`.
  ValueTuple compareAcross(const ValueTuple &own, const ValueTuple &other,
                           unsigned mask);
  ValueTuple keepByCode(const ValueTuple &own, const ValueTuple &other,
                        unsigned mask);
  ValueTuple keepByComparator(const ValueTuple &own, const ValueTuple &other,
                              unsigned mask);

  /// Whether the code (and position) of `lhs` comes strictly before that of
  /// `rhs`.
  Value precedes(const ValueTuple &lhs, const ValueTuple &rhs);
  /// Applies the comparator region if both items exist, that is if `condition`
  /// (null for always) holds; otherwise returns `otherwise`.
  Value comesFirst(ValueRange left, ValueRange right, Value condition = {},
                   bool otherwise = false);
  /// Whether two items in this order have to be swapped.
  Value mustSwap(const ValueTuple &first, const ValueTuple &second);

  /// Whether this lane is the upper one of an exchanging pair, i1.
  Value isUpper(unsigned mask);
  Value exists(const ValueTuple &item) { return b.ne(item[hasCode], 0); }

  CodeBuilder &b;
  CrossLane &lanes;
  const TargetInfo &target;
  WarpSortOp op;
  WarpShape shape;
  /// Whether items have a code; otherwise the comparator region decides.
  bool hasCode;
  /// Whether items have a position, and whether it is separate from the code.
  bool hasPosition, hasPositionWord = false;
  /// Bits of a position that is part of the code.
  unsigned positionBits = 0;
  /// Whether the key is decoded from the code; otherwise it is payload.
  bool isExact;
  /// Whether equal keys are put back into their order after the network.
  bool restoresOrder = false;
  bool largestFirst = false;
  Type keyType, codeType;
  SmallVector<ValueTuple> items;
};

} // namespace

SortNetwork::SortNetwork(CodeBuilder &b, CrossLane &lanes,
                         const TargetInfo &target, WarpSortOp op,
                         const WarpShape &shape)
    : b(b), lanes(lanes), target(target), op(op), shape(shape),
      hasCode(op.getOrder().has_value()), keyType(op.getItemTypes().front()) {
  bool isFloat = isa<FloatType>(keyType);
  bool hasValues = op.getInputs().size() > 1;
  // Equal integers without values are indistinguishable, so `stable` has no
  // effect.
  restoresOrder = op.getStable() && hasCode && isFloat && !hasValues;
  bool stable = op.getStable() && !restoresOrder && (!hasCode || hasValues);
  isExact = hasCode && !(stable && isFloat);
  if (!hasCode) {
    hasPosition = hasPositionWord = stable || shape.partial || op.getValid();
    return;
  }
  hasPosition = stable || (hasValues && op.getValid());
  largestFirst =
      op.getDescending() || shape.partial || op.getValid() || hasPosition;
  unsigned width = getSortCodeType(keyType).getWidth();
  if (hasPosition) {
    uint64_t count =
        unpackItems(b, op.getInputs()).size() * uint64_t(shape.width);
    if (width <= 16 && count < (1u << 16))
      positionBits = 16;
    else if (width <= 32)
      positionBits = 32;
    else
      hasPositionWord = true;
  }
  codeType = b.getIntegerType(width + positionBits <= 32 ? 32 : 64);
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

Value SortNetwork::getPosition(unsigned index) {
  int64_t perLane = items.size();
  Value lane = lanes.laneId();
  if (shape.width != target.waveSize)
    lane = b.andi(lane, shape.width - 1);
  if (perLane == 1)
    return lane;
  return b.add(b.mul(lane, perLane), index);
}

Value SortNetwork::isValid(unsigned index) {
  Value valid = op.getValid();
  return valid ? b.slt(getPosition(index), valid) : Value();
}

/// The item made of `operands`, number `index` of its lane.
ValueTuple SortNetwork::makeItem(ValueRange operands, unsigned index) {
  Value counts = isValid(index);
  // A zero code means that there is no item.
  auto orNone = [&](Value value) -> Value {
    if (!counts)
      return value;
    return b.select(counts, value, b.constant(value.getType(), 0));
  };

  ValueTuple item;
  if (hasCode) {
    // Keys with large codes come last in the order.
    bool inverted = op.getDescending() != largestFirst;
    Value code =
        isExact
            ? createExactSortCode(b, operands.front(), *op.getOrder(), inverted)
            : createSortCode(b, operands.front(), *op.getOrder(), inverted);
    if (code.getType() != codeType)
      code = b.extui(codeType, code);
    if (positionBits) {
      code = b.shli(code, positionBits);
      // Subtracted from all ones, so that none is zero.
      Value low =
          b.sub(b.i32((int64_t(1) << positionBits) - 1), getPosition(index));
      if (codeType != low.getType())
        low = b.extui(codeType, low);
      code = b.ori(code, low);
    }
    item.push_back(orNone(code));
  }
  if (hasPositionWord)
    item.push_back(orNone(b.invert(getPosition(index))));
  llvm::append_range(item, isExact ? operands.drop_front() : operands);
  return item;
}

/// The inverse of makeItem().
ValueTuple SortNetwork::takeOperands(const ValueTuple &item) {
  ValueTuple payload = llvm::to_vector(
      ArrayRef<Value>(item).drop_front(hasCode + hasPositionWord));
  if (!isExact)
    return payload;
  Value code = item.front();
  if (positionBits)
    code = b.shrui(code, positionBits);
  Type exactType = getSortCodeType(keyType);
  if (codeType != exactType)
    code = b.trunci(exactType, code);
  bool inverted = op.getDescending() != largestFirst;
  payload.insert(
      payload.begin(),
      decodeExactSortCode(b, code, keyType, *op.getOrder(), inverted));
  return payload;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Value SortNetwork::isUpper(unsigned mask) {
  Value bit = b.andi(lanes.laneId(), llvm::bit_floor(mask));
  return b.ne(bit, 0);
}

Value SortNetwork::precedes(const ValueTuple &lhs, const ValueTuple &rhs) {
  Value before = largestFirst ? b.ugt(lhs[0], rhs[0]) : b.ult(lhs[0], rhs[0]);
  if (!hasPositionWord)
    return before;
  Value equal = b.eq(lhs[0], rhs[0]);
  Value earlier = b.ugt(lhs[1], rhs[1]);
  return b.ori(before, b.andi(equal, earlier));
}

Value SortNetwork::comesFirst(ValueRange left, ValueRange right,
                              Value condition, bool otherwise) {
  SmallVector<Value> arguments(left);
  llvm::append_range(arguments, right);
  Region &comparator = op.getComparator();
  if (!condition)
    return inlineRegion(b, comparator, arguments).front();
  return evaluateIf(b, condition, isTotalRegion(comparator),
                    b.boolean(otherwise),
                    [&] { return inlineRegion(b, comparator, arguments); })
      .front();
}

Value SortNetwork::mustSwap(const ValueTuple &first, const ValueTuple &second) {
  if (hasCode)
    return precedes(second, first);
  ArrayRef<Value> left(first), right(second);
  if (!hasPosition)
    return comesFirst(right, left);
  left = left.drop_front();
  right = right.drop_front();
  if (op.getStable()) {
    // The later item goes first only if it has to.
    Value inOrder = b.ugt(first.front(), second.front());
    ValueTuple earlier = selectTuple(b, inOrder, left, right);
    ValueTuple later = selectTuple(b, inOrder, right, left);
    // Without an item the word is smaller, which makes it the later one.
    Value both;
    if (shape.partial || op.getValid())
      both = b.ne(b.minui(first.front(), second.front()), 0);
    Value swap = comesFirst(later, earlier, both);
    return b.xori(swap, b.invert(inOrder));
  }
  // An existing second item replaces an absent first one.
  Value hasFirst = exists(first), hasSecond = exists(second);
  return evaluateIf(
             b, hasSecond, isTotalRegion(op.getComparator()), b.boolean(false),
             [&]() -> ValueTuple {
               return {comesFirst(right, left, hasFirst, /*otherwise=*/true)};
             })
      .front();
}

void SortNetwork::compareInLane(ValueTuple &first, ValueTuple &second) {
  Value swap = mustSwap(first, second);
  ValueTuple low = selectTuple(b, swap, second, first);
  ValueTuple high = selectTuple(b, swap, first, second);
  if (hasCode && !hasPositionWord) {
    Value smaller = b.minui(first[0], second[0]);
    Value larger = b.maxui(first[0], second[0]);
    low[0] = largestFirst ? larger : smaller;
    high[0] = largestFirst ? smaller : larger;
  }
  first = low;
  second = high;
}

ValueTuple SortNetwork::keepByCode(const ValueTuple &own,
                                   const ValueTuple &other, unsigned mask) {
  ValueTuple ownRest = llvm::to_vector(ArrayRef<Value>(own).drop_front());
  ValueTuple rest = lanes.exchangeXor(ArrayRef<Value>(other).drop_front(), mask,
                                      !shape.partial);
  if (codeType.isInteger(32) && !hasPositionWord) {
    Value kept =
        lanes.keepOne(own[0], other[0], mask, !shape.partial, largestFirst);
    // With equal codes both lanes keep their own item.
    Value changed = b.ne(kept, own[0]);
    ValueTuple item = selectTuple(b, changed, rest, ownRest);
    item.insert(item.begin(), kept);
    return item;
  }
  ValueTuple fetched =
      lanes.exchangeXor(ValueRange(other[0]), mask, !shape.partial);
  llvm::append_range(fetched, rest);
  // The lower lane takes the item if it comes before its own, the upper lane if
  // it does not. If it is equal, the code is the same anyway.
  Value take = b.xori(precedes(fetched, own), isUpper(mask));
  ValueTuple item = selectTuple(b, take, fetched, own);
  if (!hasPosition && own.size() > 1) {
    Value changed = b.ne(item[0], own[0]);
    ValueTuple kept = selectTuple(b, changed, rest, ownRest);
    llvm::copy(kept, item.begin() + 1);
  }
  return item;
}

ValueTuple SortNetwork::keepByComparator(const ValueTuple &own,
                                         const ValueTuple &other,
                                         unsigned mask) {
  ValueTuple fetched =
      lanes.detach(lanes.exchangeXor(other, mask, !shape.partial));
  Value upper = isUpper(mask);
  // Both lanes make the same decision.
  ValueTuple low = selectTuple(b, upper, fetched, own);
  ValueTuple high = selectTuple(b, upper, own, fetched);
  return selectTuple(b, mustSwap(low, high), fetched, own);
}

ValueTuple SortNetwork::compareAcross(const ValueTuple &own,
                                      const ValueTuple &other, unsigned mask) {
  return hasCode ? keepByCode(own, other, mask)
                 : keepByComparator(own, other, mask);
}

//===----------------------------------------------------------------------===//
// The order of equal floats
//===----------------------------------------------------------------------===//

SmallVector<Value>
SortNetwork::replaceInOrder(ArrayRef<Value> keys, ArrayRef<Value> sorted,
                            llvm::function_ref<Value(Value)> isMember) {
  auto areMembers = [&](ArrayRef<Value> values) {
    SmallVector<Value> members;
    for (auto [i, value] : llvm::enumerate(values)) {
      Value member = isMember(value);
      if (Value valid = isValid(i))
        member = b.andi(member, valid);
      members.push_back(member);
    }
    return members;
  };
  SmallVector<Value> lanesOf, places, toReplace = areMembers(sorted);
  Value left;
  for (Value member : areMembers(keys)) {
    Value mask = lanes.ballot(member);
    lanesOf.push_back(mask);
    left = left ? b.ori(left, mask) : mask;
  }
  // The number of each sorted item among the members of all lanes.
  Value before = b.i32(0);
  for (Value member : toReplace)
    before = lanes.countBelow(lanes.ballot(member), before);
  for (Value member : toReplace) {
    places.push_back(before);
    before = b.add(before, b.extui(b.getI32Type(), member));
  }

  SmallVector<Value> state{left, b.i32(0)};
  llvm::append_range(state, sorted);
  auto isLeft = [&](ValueRange values) { return b.ne(values.front(), 0); };
  auto next = [&](ValueRange values) -> SmallVector<Value> {
    Value left = values[0], number = values[1];
    SmallVector<Value> result(values.drop_front(2));
    Value found = math::CountTrailingZerosOp::create(b, left);
    Value lane = resize(b, found, b.getI32Type());
    for (auto [key, mask] : llvm::zip_equal(keys, lanesOf)) {
      Value read = lanes.readLane(ValueRange(key), lane).front();
      Value bit = b.andi(b.shrui(mask, found), 1);
      Value isRead = b.ne(bit, 0);
      for (auto [item, member, place] :
           llvm::zip_equal(result, toReplace, places)) {
        Value isPlace = b.andi(b.andi(member, isRead), b.eq(place, number));
        item = b.select(isPlace, read, item);
      }
      number = b.add(number, resize(b, bit, b.getI32Type()));
    }
    SmallVector<Value> after{b.andi(left, b.sub(left, 1)), number};
    llvm::append_range(after, result);
    return after;
  };
  return SmallVector<Value>(
      ArrayRef<Value>(b.whileLoop(state, isLeft, next)).drop_front(2));
}

void SortNetwork::restoreOrder(ArrayRef<Value> keys,
                               MutableArrayRef<ValueTuple> sorted) {
  IntegerType bitsType = getSortCodeType(keyType);
  Value sign = b.constant(bitsType, APInt::getSignMask(bitsType.getWidth()));
  auto isNegativeZero = [&](Value key) -> Value {
    return b.eq(b.bitcast(bitsType, key), sign);
  };
  auto isZero = [&](Value key) -> Value {
    Value bits = b.bitcast(bitsType, key);
    return b.eq(b.ori(bits, sign), sign);
  };
  auto isNaN = [&](Value key) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, key, key);
  };
  auto isAny = [&](llvm::function_ref<Value(Value)> isOne) -> Value {
    Value any;
    for (auto [i, key] : llvm::enumerate(keys)) {
      Value one = isOne(key);
      if (Value valid = isValid(i))
        one = b.andi(one, valid);
      any = any ? b.ori(any, one) : one;
    }
    return b.ne(lanes.ballot(any), 0);
  };
  SmallVector<Value> items = llvm::map_to_vector(
      sorted, [](const ValueTuple &item) { return item.front(); });
  SmallVector<Type> types(items.size(), keyType);
  auto restoreIf = [&](llvm::function_ref<Value(Value)> isDistinct,
                       llvm::function_ref<Value(Value)> isMember) {
    SmallVector<Value> before = items;
    items = b.select(
        isAny(isDistinct), types,
        [&] { return replaceInOrder(keys, before, isMember); },
        [&] { return before; });
  };
  restoreIf(isNegativeZero, isZero);
  restoreIf(isNaN, isNaN);
  for (auto [item, restored] : llvm::zip_equal(sorted, items))
    item.front() = restored;
}

//===----------------------------------------------------------------------===//
// The network
//===----------------------------------------------------------------------===//

/// Batcher's odd-even merge sort, which supports any number of items.
void SortNetwork::sortLane() {
  unsigned count = items.size();
  for (unsigned run = 1; run < count; run *= 2)
    for (unsigned by = run; by != 0; by /= 2)
      for (unsigned first = by % run; first + by < count; first += 2 * by)
        for (unsigned i = first; i != std::min(first + by, count - by); ++i)
          if (i / (2 * run) == (i + by) / (2 * run))
            compareInLane(items[i], items[i + by]);
}

/// Sorts a bitonic sequence of items, which a merge of lanes leaves.
void SortNetwork::mergeLane() {
  unsigned count = items.size();
  if (!llvm::isPowerOf2_32(count))
    return sortLane();
  for (unsigned by = count / 2; by != 0; by /= 2)
    for (unsigned i = 0; i != count; ++i)
      if (!(i & by))
        compareInLane(items[i], items[i + by]);
}

/// Merges sorted runs of `run` lanes in pairs; with `isInverted` the second run
/// is in descending order. Lanes hold any number of items. Halving a bitonic
/// sequence requires an even length, which it has while it covers several
/// lanes.
void SortNetwork::mergeLanes(unsigned run, bool isInverted) {
  SmallVector<ValueTuple> before(items);
  SmallVector<ValueTuple> others(items);
  if (!isInverted)
    std::reverse(others.begin(), others.end());
  for (auto [i, item] : llvm::enumerate(items))
    item = compareAcross(before[i], others[i], isInverted ? run : 2 * run - 1);
  for (unsigned distance = run / 2; distance != 0; distance /= 2)
    for (ValueTuple &item : items)
      item = compareAcross(item, item, distance);
  mergeLane();
}

/// Inverts the codes in every second run of `run` lanes.
void SortNetwork::invertUpper(unsigned run) {
  Value mask = lanes.spreadLaneBit(llvm::Log2_32(run), /*inverted=*/false);
  if (codeType != mask.getType())
    mask = b.extsi(codeType, mask);
  for (ValueTuple &item : items)
    item[0] = b.xori(item[0], mask);
}

SmallVector<ValueTuple> SortNetwork::sort() {
  SmallVector<ValueTuple> operands = unpackItems(b, op.getInputs());
  items.resize(operands.size());
  for (auto [i, item] : llvm::enumerate(items))
    item = makeItem(operands[i], i);
  sortLane();
  bool isInverted = false;
  for (unsigned run = 1; run != shape.width; run *= 2) {
    // The next merge decides about the order of the second run.
    bool inverts = hasCode && !hasPositionWord && 2 * run != shape.width &&
                   lanes.avoidsMirror(4 * run - 1, !shape.partial);
    if (inverts)
      invertUpper(2 * run);
    mergeLanes(run, isInverted);
    if (inverts)
      invertUpper(2 * run);
    isInverted = inverts;
  }
  SmallVector<ValueTuple> sorted = llvm::map_to_vector(
      items, [&](const ValueTuple &item) { return takeOperands(item); });
  if (restoresOrder)
    restoreOrder(llvm::map_to_vector(
                     operands,
                     [](const ValueTuple &operand) { return operand.front(); }),
                 sorted);
  return sorted;
}

LogicalResult WarpLowering::lower(WarpSortOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth());
  if (failed(shape))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  if (lanes->needsPermute(shape->width - 1) && failed(checkPermute(op)))
    return failure();
  SortNetwork network(b, *lanes, target, op, *shape);
  SmallVector<Value> results =
      packItems(b, network.sort(), op.getResultTypes());
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}
