//===- CrossLane.cpp - Cross-lane moves on NVIDIA -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The moves of PTX, which name the participating lanes.
//
// shfl takes the border of a logical warp, or of a segment. A lane whose source
// is beyond the border gets its own value back, and a predicate that says so.
// So a step of a scan is a shuffle and an operation, which either has the
// predicate as a guard or is idempotent. redux folds all lanes in one
// instruction and needs no steps.
//
//===----------------------------------------------------------------------===//

#include "CrossLane.h"

#include "../Assembly.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class NVCrossLane : public CrossLane {
public:
  NVCrossLane(CodeBuilder &b, const TargetInfo &target,
              std::optional<unsigned> width)
      : CrossLane(b, target), width(width) {}

  Value laneId() override { return NVVM::LaneIdOp::create(b, b.getI32Type()); }

  Value ballot(Value predicate) override {
    return NVVM::VoteSyncOp::create(b, b.getI32Type(), members(), predicate,
                                    NVVM::VoteSyncKind::ballot);
  }

  Value countBelow(Value mask, Value add) override {
    Type i32 = b.getI32Type();
    if (mask.getType() != i32)
      mask = b.trunci(i32, mask);
    Value below = b.andi(mask, NVVM::LaneMaskLtOp::create(b, i32));
    Value count = LLVM::CtPopOp::create(b, below);
    return add ? b.add(count, add) : count;
  }

  ValueTuple readLane(ValueRange values, Value lane) override {
    return permute(values, lane);
  }

  ValueTuple permute(ValueRange values, Value lane, bool = false) override {
    // shfl uses only five bits of the lane number, as many as a warp needs.
    return move(values, NVVM::ShflKind::idx, lane, b.i32(lastLane)).values;
  }

  ValueTuple shift(ValueRange values, int by) override {
    return shiftTo(values, std::abs(by), by < 0, b.i32(by < 0 ? lastLane : 0))
        .values;
  }

  ValueTuple readGroup(ValueRange values, unsigned group,
                       unsigned lane) override {
    if (group == 1)
      return ValueTuple(values);
    return move(values, NVVM::ShflKind::idx, b.i32(lane),
                b.i32(inGroup(group) | lastLane))
        .values;
  }

  ValueTuple exchangeXor(ValueRange values, unsigned mask,
                         bool whole) override {
    if (mask == 0)
      return ValueTuple(values);
    ValueTuple moved = butterfly(values, mask);
    if (whole)
      return moved;
    return zeroIfMissing(moved, b.xori(laneId(), b.i32(mask)));
  }

  Value keepOne(Value own, Value other, unsigned mask, bool whole,
                bool largestFirst) override {
    Value fetched = exchangeXor(other, mask, whole).front();
    // Two operations, each guarded by a bit of the lane number, whereas the
    // median of three takes four.
    Value bit = b.andi(laneId(), b.i32(llvm::bit_floor(mask)));
    Value isSmaller = largestFirst ? b.ne(bit, b.i32(0)) : b.eq(bit, b.i32(0));
    return b.select(isSmaller, b.minui(fetched, own), b.maxui(fetched, own));
  }

  void barrier() override { NVVM::SyncWarpOp::create(b, members()); }

  SmallVector<Value> matchLabel(ValueRange label, unsigned bits,
                                ValueRange among) override;

  Type getFoldType(const Combiner &combiner) const override {
    Type type = combiner.getTypes().front();
    // A register is a word, and redux folds words.
    if (type.isInteger(8) || type.isInteger(16))
      return b.getI32Type();
    return type;
  }

  bool prefersInverse() const override { return true; }

  bool namesHeads() const override { return true; }

  Value findHead(Value mask, bool reverse) override {
    Type i32 = b.getI32Type();
    // LLVM would count zeros, which takes one more instruction.
    if (!reverse)
      return createAssembly(b, i32,
                            b.andi(mask, NVVM::LaneMaskLeOp::create(b, i32)),
                            "bfind.u32 $0, $1;", "=r,r");
    return createAssembly(
        b, i32, b.andi(mask, NVVM::LaneMaskGeOp::create(b, i32)),
        "brev.b32 $0, $1;\n\tbfind.shiftamt.u32 $0, $0;", "=r,r");
  }

  std::optional<ValueTuple> scanWarp(const Combiner &combiner,
                                     ValueRange neutral, ValueRange values,
                                     const Extent &extent) override;
  std::optional<ValueTuple> shiftInWarp(ValueRange values, unsigned by,
                                        const Extent &extent,
                                        ValueRange fill) override;
  std::optional<ValueTuple> reduceWarp(const Combiner &combiner,
                                       ValueRange values, unsigned width,
                                       bool all) override;

private:
  static constexpr unsigned lastLane = 31;

  /// The operand of shfl for groups of `size` lanes, a power of two: the bits
  /// of the lane number that a source shares with it. The low bits are the last
  /// lane or, for moves from lower lanes, 0.
  static unsigned inGroup(unsigned size) { return (32 - size) << 8; }

  /// The mask of the active lanes, i32. Lanes of it that do not exist count as
  /// exited.
  Value members() {
    Type i32 = b.getI32Type();
    if (!width)
      return LLVM::CallIntrinsicOp::create(
                 b, i32, b.getStringAttr("llvm.nvvm.activemask"), ValueRange())
          .getResult(0);
    if (*width == target.waveSize)
      return b.i32(-1);
    Value first = laneAt(b.i32(0), *width);
    return b.shli(b.i32((int64_t(1) << *width) - 1), first);
  }

  /// Values of other lanes, and whether they are from another lane, i1; null
  /// unless requested.
  struct Moved {
    ValueTuple values;
    Value hasSource;
  };

  /// `bound` is the last operand of shfl.
  Moved move(ValueRange values, NVVM::ShflKind kind, Value lane, Value bound,
             bool asks = false) {
    Type i32 = b.getI32Type();
    Type both =
        LLVM::LLVMStructType::getLiteral(b.getContext(), {i32, b.getI1Type()});
    Value mask = members(), hasSource;
    ValueTuple moved = mapWords(values, {}, [&](Value word, Value) -> Value {
      // The predicate is the same for all words.
      bool now = asks && !hasSource;
      Value result =
          NVVM::ShflOp::create(b, now ? both : i32, mask, word, lane, bound,
                               kind, now ? b.getUnitAttr() : UnitAttr());
      if (!now)
        return result;
      hasSource = LLVM::ExtractValueOp::create(b, result, 1);
      return LLVM::ExtractValueOp::create(b, result, 0);
    });
    return {moved, hasSource};
  }

  Moved shiftTo(ValueRange values, unsigned by, bool reverse, Value bound,
                bool asks = false) {
    return move(values, reverse ? NVVM::ShflKind::down : NVVM::ShflKind::up,
                b.i32(by), bound, asks);
  }

  ValueTuple butterfly(ValueRange values, unsigned mask) {
    return move(values, NVVM::ShflKind::bfly, b.i32(mask), b.i32(lastLane))
        .values;
  }

  /// The bound at which the moves of a scan stop.
  Value getBound(const Extent &extent) {
    if (!extent.reach)
      return b.i32(inGroup(extent.width) | (extent.reverse ? lastLane : 0));
    // Every lane passes the first lane of its own scan.
    if (extent.head)
      return extent.head;
    if (extent.reverse)
      return b.add(laneId(), extent.reach());
    return b.sub(laneId(), extent.reach());
  }

  ValueTuple foldWhere(const Combiner &combiner, Value condition,
                       ValueRange fetched, ValueRange values, bool reverse);

  Value matchByVotes(Value label, unsigned bits, Value among);

  ValueTuple scan(const Combiner &combiner, ValueRange values,
                  const Extent &extent);
  ValueTuple reduce(const Combiner &combiner, ValueRange values, unsigned warp,
                    bool all);

  std::optional<Combiner> getOrdered(const Combiner &combiner,
                                     bool always = false);
  void flipBelowSign(MutableArrayRef<Value> words);
  Value toOrder(const Combiner &combiner, Value value);
  Value fromOrder(Value ordered, Type type);

  Value redux(NVVM::ReduxKind kind, Value word) {
    return NVVM::ReduxOp::create(b, word.getType(), word, kind, members(),
                                 /*abs=*/false, /*nan=*/false);
  }
  std::optional<Value> reduceInteger(CombinerKind kind, Value value);
  Value reduceWideSum(Value value);
  Value reduceWideExtreme(NVVM::ReduxKind kind, ArrayRef<Value> words);

  std::optional<unsigned> width;
};

} // namespace

//===----------------------------------------------------------------------===//
// Floats as integers
//===----------------------------------------------------------------------===//

static bool isMaximum(CombinerKind kind) {
  return kind == CombinerKind::MaxNumF || kind == CombinerKind::MaximumF;
}

static bool handsOnNaN(CombinerKind kind) {
  return kind == CombinerKind::MinimumF || kind == CombinerKind::MaximumF;
}

/// The combiner of integers from toOrder(), for minima and maxima of doubles,
/// which no instruction computes, or with `always` of all floats.
std::optional<Combiner> NVCrossLane::getOrdered(const Combiner &combiner,
                                                bool always) {
  std::optional<CombinerKind> kind = combiner.getKind();
  if (!kind || !(isMaximum(*kind) || handsOnNaN(*kind) ||
                 *kind == CombinerKind::MinNumF))
    return std::nullopt;
  bool isWide = combiner.getTypes().front().isF64();
  if (!isWide && !always)
    return std::nullopt;
  return Combiner(isMaximum(*kind) ? CombinerKind::MaxSI : CombinerKind::MinSI,
                  isWide ? b.getI64Type() : b.getI32Type());
}

/// Inverts the bits below the sign if the sign is set: maps the words of a
/// float to those of a signed integer in the same order, and back.
void NVCrossLane::flipBelowSign(MutableArrayRef<Value> words) {
  Value sign = b.shrsi(words.back(), b.i32(31));
  for (Value &word : words.drop_back())
    word = b.xori(word, sign);
  Value below = b.andi(sign, b.i32(0x7fffffff));
  words.back() = b.xori(words.back(), below);
}

/// An integer with the order of `value`, a float of `combiner`. NaN is beyond
/// the infinity that it loses or wins against.
Value NVCrossLane::toOrder(const Combiner &combiner, Value value) {
  if (!value.getType().isF64() && !value.getType().isF32())
    value = arith::ExtFOp::create(b, b.getF32Type(), value);
  SmallVector<Value> words = toWords(value);
  if (!bitEnumContainsAll(combiner.getFastMath(), arith::FastMathFlags::nnan)) {
    CombinerKind kind = *combiner.getKind();
    Value isNaN =
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
    bool goesLast = isMaximum(kind) == handsOnNaN(kind);
    words.back() =
        b.select(isNaN, b.i32(goesLast ? 0x7fffffff : -1), words.back());
  }
  flipBelowSign(words);
  return fromWords(words, b.getIntegerType(32 * words.size()));
}

Value NVCrossLane::fromOrder(Value ordered, Type type) {
  SmallVector<Value> words = toWords(ordered);
  flipBelowSign(words);
  // The result is one of the operands, so no rounding is needed.
  if (type.isBF16())
    return fromWords({b.shrui(words.front(), b.i32(16))}, type);
  Value value =
      fromWords(words, words.size() == 1 ? b.getF32Type() : b.getF64Type());
  return type.isF16() ? arith::TruncFOp::create(b, type, value).getResult()
                      : value;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// Whether folding a value with itself returns that value.
static bool isIdempotent(CombinerKind kind) {
  switch (kind) {
  case CombinerKind::Add:
  case CombinerKind::Mul:
  case CombinerKind::Xor:
    return false;
  default:
    return true;
  }
}

/// The fold of `fetched` and `values` if `condition` holds. Otherwise `fetched`
/// equals `values`.
ValueTuple NVCrossLane::foldWhere(const Combiner &combiner, Value condition,
                                  ValueRange fetched, ValueRange values,
                                  bool reverse) {
  ValueRange lhs = fetched, rhs = values;
  if (reverse)
    std::swap(lhs, rhs);
  ValueTuple combined = combiner.combine(b, lhs, rhs);
  std::optional<CombinerKind> kind = combiner.getKind();
  if (kind && isIdempotent(*kind))
    return combined;
  // The assembler guards the operation if it directly precedes the selection.
  // LLVM would select between operands. The fetched value needs no copy.
  if (kind && combiner.getTypes().front().isInteger(32))
    combined = {createAssembly(b, b.getI32Type(), combined.front(),
                               "mov.b32 $0, $1;", "=r,r")};
  return selectTuple(b, condition, combined, fetched);
}

std::optional<ValueTuple> NVCrossLane::scanWarp(const Combiner &combiner,
                                                ValueRange, ValueRange values,
                                                const Extent &extent) {
  if (std::optional<Combiner> ordered = getOrdered(combiner))
    return ValueTuple{fromOrder(
        scan(*ordered, toOrder(combiner, values.front()), extent).front(),
        values.front().getType())};
  return scan(combiner, values, extent);
}

ValueTuple NVCrossLane::scan(const Combiner &combiner, ValueRange values,
                             const Extent &extent) {
  ValueTuple current(values);
  Value bound = getBound(extent);
  bool asks = !combiner.getKind() || !isIdempotent(*combiner.getKind());
  for (unsigned by = 1; by < std::min(extent.width, extent.lanes); by *= 2) {
    Moved moved = shiftTo(current, by, extent.reverse, bound, asks);
    current = foldWhere(combiner, moved.hasSource, moved.values, current,
                        extent.reverse);
  }
  return current;
}

std::optional<ValueTuple> NVCrossLane::shiftInWarp(ValueRange values,
                                                   unsigned by,
                                                   const Extent &extent,
                                                   ValueRange fill) {
  // Lanes without a source get their own values, so an equal `fill` needs no
  // select.
  bool asks = !fill.empty() && !llvm::equal(fill, values);
  Moved moved = shiftTo(values, by, extent.reverse, getBound(extent), asks);
  if (!asks)
    return moved.values;
  return selectTuple(b, moved.hasSource, moved.values, fill);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static std::optional<NVVM::ReduxKind> getReduxKind(CombinerKind kind) {
  switch (kind) {
  case CombinerKind::Add:
    return NVVM::ReduxKind::ADD;
  case CombinerKind::MinSI:
    return NVVM::ReduxKind::MIN;
  case CombinerKind::MaxSI:
    return NVVM::ReduxKind::MAX;
  case CombinerKind::MinUI:
    return NVVM::ReduxKind::UMIN;
  case CombinerKind::MaxUI:
    return NVVM::ReduxKind::UMAX;
  case CombinerKind::And:
    return NVVM::ReduxKind::AND;
  case CombinerKind::Or:
    return NVVM::ReduxKind::OR;
  case CombinerKind::Xor:
    return NVVM::ReduxKind::XOR;
  default:
    return std::nullopt;
  }
}

/// The sum of 64-bit values. Sums of the halves of the low words do not
/// overflow.
Value NVCrossLane::reduceWideSum(Value value) {
  Type i64 = b.getI64Type();
  SmallVector<Value> words = toWords(value);
  auto sum = [&](Value word) -> Value {
    return b.extui(i64, redux(NVVM::ReduxKind::ADD, word));
  };
  Value low = sum(b.andi(words[0], b.i32(0xffff)));
  Value middle = sum(b.shrui(words[0], b.i32(16)));
  Value high = sum(words[1]);
  Value result = b.add(b.shli(middle, b.i64(16)), low);
  return b.add(result, b.shli(high, b.i64(32)));
}

/// The smallest or largest of values of two words, the low one first. Folds the
/// high words first, then the low words of lanes with that high word.
Value NVCrossLane::reduceWideExtreme(NVVM::ReduxKind kind,
                                     ArrayRef<Value> words) {
  bool isMin = kind == NVVM::ReduxKind::MIN || kind == NVVM::ReduxKind::UMIN;
  Value high = redux(kind, words[1]);
  Value low = b.select(b.eq(words[1], high), words[0], b.i32(isMin ? -1 : 0));
  low = redux(isMin ? NVVM::ReduxKind::UMIN : NVVM::ReduxKind::UMAX, low);
  return fromWords({low, high}, b.getI64Type());
}

std::optional<Value> NVCrossLane::reduceInteger(CombinerKind kind,
                                                Value value) {
  std::optional<NVVM::ReduxKind> reduxKind = getReduxKind(kind);
  Type type = value.getType();
  if (!reduxKind || isa<FloatType>(type))
    return std::nullopt;
  SmallVector<Value> words = toWords(value);
  if (words.size() == 1)
    return fromWords({redux(*reduxKind, words[0])}, type);
  switch (kind) {
  case CombinerKind::And:
  case CombinerKind::Or:
  case CombinerKind::Xor:
    return fromWords({redux(*reduxKind, words[0]), redux(*reduxKind, words[1])},
                     type);
  case CombinerKind::Add:
    return fromWords(toWords(reduceWideSum(value)), type);
  default:
    return fromWords(toWords(reduceWideExtreme(*reduxKind, words)), type);
  }
}

std::optional<ValueTuple> NVCrossLane::reduceWarp(const Combiner &combiner,
                                                  ValueRange values,
                                                  unsigned warp, bool all) {
  // redux requires every lane in its mask, and folds all of them.
  bool isWave = warp == target.waveSize;
  if (std::optional<Combiner> ordered = getOrdered(combiner, isWave)) {
    Value value = values.front();
    ValueTuple fold =
        *reduceWarp(*ordered, toOrder(combiner, value), warp, all);
    return ValueTuple{fromOrder(fold.front(), value.getType())};
  }
  if (isWave && combiner.getKind())
    if (std::optional<Value> fold =
            reduceInteger(*combiner.getKind(), values.front()))
      return ValueTuple{*fold};
  return reduce(combiner, values, warp, all);
}

ValueTuple NVCrossLane::reduce(const Combiner &combiner, ValueRange values,
                               unsigned warp, bool all) {
  ValueTuple current(values);
  auto combine = [&](ValueRange fetched) {
    current = combiner.combine(b, current, fetched);
  };
  // The halves of an exchange get bitwise equal folds if the fold does not
  // depend on the order of two operands.
  if (all && combiner.getKind()) {
    for (unsigned by = warp / 2; by; by /= 2)
      combine(butterfly(current, by));
    return current;
  }
  // The first lane reads only lanes of its own logical warp, and these do the
  // same for their parts. Values that other lanes compute are not used.
  for (unsigned by = 1; by < warp; by *= 2)
    combine(shift(current, -int(by)));
  return all ? readGroup(current, warp, 0) : current;
}

//===----------------------------------------------------------------------===//
// Matches
//===----------------------------------------------------------------------===//

SmallVector<Value> NVCrossLane::matchLabel(ValueRange label, unsigned bits,
                                           ValueRange among) {
  // The time of a match depends on the number of labels. On an H200 it takes
  // 1.1 cycles for one label in 32 lanes, 20 for 14 different ones and 46 for
  // 30 (of one word). A vote takes 1.2 cycles a bit for any labels. From 40
  // bits on a match is better even in its worst case; labels of one word use
  // votes.
  if (bits <= 32)
    return {matchByVotes(label.front(), bits,
                         among.empty() ? Value() : among.front())};
  Value high = label[1];
  if (bits < 64)
    high = b.andi(high, b.i32((int64_t(1) << (bits - 32)) - 1));
  Type i32 = b.getI32Type();
  Value same = NVVM::MatchSyncOp::create(
      b, i32, members(), fromWords({label[0], high}, b.getI64Type()),
      NVVM::MatchSyncKind::any);
  if (!among.empty())
    same = b.andi(same, among.front());
  return {same};
}

/// The lanes of `among` (null for all) whose `label` equals this lane's in its
/// lowest `bits` bits.
Value NVCrossLane::matchByVotes(Value label, unsigned bits, Value among) {
  Type i32 = b.getI32Type();
  // All ones, opaque to LLVM. An inversion is then a multiply-add, which does
  // not use the busiest pipe of this code.
  Value ones = b.ori(NVVM::LaneMaskLtOp::create(b, i32),
                     NVVM::LaneMaskGeOp::create(b, i32));
  SmallVector<Value> masks;
  if (among)
    masks.push_back(among);
  for (unsigned bit = 0; bit != bits; ++bit) {
    // Tests of single bits, several of which the assembler combines. LLVM would
    // shift before each.
    Value own =
        createAssembly(b, b.getI1Type(), {label, b.i32(int64_t(1) << bit)},
                       "{\n\t.reg .b32 t;\n\tand.b32 t, $1, $2;\n\t"
                       "setp.ne.u32 $0, t, 0;\n\t}",
                       "=b,r,n");
    // An inversion guarded by the bit. LLVM would compute it from a word with
    // this bit in all places.
    masks.push_back(createAssembly(
        b, i32, {ballot(own), own, ones},
        "mov.b32 $0, $1;\n\t@!$2 mad.lo.u32 $0, $1, $3, $3;", "=r,r,b,r"));
  }
  // Three operands at a time, which LLVM does not combine beside assembly.
  Value same = masks.front();
  for (ArrayRef<Value> rest = ArrayRef(masks).drop_front(); !rest.empty();
       rest = rest.drop_front(std::min<size_t>(rest.size(), 2)))
    same = rest.size() == 1
               ? b.andi(same, rest[0])
               : createAssembly(b, i32, {same, rest[0], rest[1]},
                                "lop3.b32 $0, $1, $2, $3, 0x80;", "=r,r,r,r");
  return same;
}

std::unique_ptr<CrossLane>
mlir::prim::createNVCrossLane(CodeBuilder &b, const TargetInfo &target,
                              std::optional<unsigned> width) {
  return std::make_unique<NVCrossLane>(b, target, width);
}
