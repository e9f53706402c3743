//===- CrossLane.cpp - Cross-lane moves on AMDGPU -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions for cross-lane moves on AMD chips. DPP comes first, which
// LLVM folds into the operation that uses it, then permlane and readlane. All
// of these run on the vector ALU; ds_bpermute does the remaining moves. LLVM
// aborts on an instruction that the chip lacks, so only instructions of the
// target's feature set are emitted.
//
//===----------------------------------------------------------------------===//

#include "../Assembly.h"
#include "ConvergenceNote.h"
#include "DPPMoves.h"
#include "InPlaceFold.h"
#include "LaneMatch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// DPP controls, as numbered in the ISA manuals. A distance is added to the
/// ones that take one.
enum DPPControl : unsigned {
  QuadPerm = 0x000,
  RowShl = 0x100,
  RowShr = 0x110,
  RowRor = 0x120,
  WaveShl1 = 0x130,
  WaveShr1 = 0x138,
  WaveRor1 = 0x13c,
  RowMirror = 0x140,
  RowHalfMirror = 0x141,
  RowBcast15 = 0x142,
  RowBcast31 = 0x143,
  RowShareLane = 0x150,
  RowXorMask = 0x160,
};

/// The quad_perm control by which lane i of four gets lane `lanes[i]`.
constexpr unsigned quadPerm(unsigned a, unsigned b, unsigned c, unsigned d) {
  return QuadPerm | a | b << 2 | c << 4 | d << 6;
}

constexpr unsigned rowSize = 16;
constexpr unsigned allRows = 0xf;
constexpr unsigned allBanks = 0xf;

class AMDCrossLane : public DPPMoves {
public:
  AMDCrossLane(CodeBuilder &b, const TargetInfo &target)
      : DPPMoves(b, target) {}

  unsigned getRowSize() const override { return rowSize; }

  bool canPermute() const override { return target.readsAnyLane(); }

  Type getFoldType(const Combiner &combiner) const override {
    Type type = combiner.getTypes().front();
    // DPP folds into operations on one word, and bf16 has no operations of its
    // own.
    if (type.isInteger(8) || type.isInteger(16))
      return b.getI32Type();
    // Without an instruction for a NaN-propagating minimum, each step takes an
    // operation, a comparison and a selection. The minimum of an integer key
    // takes one operation.
    bool handsOnNaN = combiner.getKind() == CombinerKind::MinimumF ||
                      combiner.getKind() == CombinerKind::MaximumF;
    if (handsOnNaN && !target.has(MinimumInVOP3) &&
        !target.has(MinimumOfThree) && !type.isF64())
      return b.getI32Type();
    return type.isBF16() ? b.getF32Type() : type;
  }

  bool foldsPairs(const Combiner &combiner) const override {
    if (!target.has(PackedHalves) || !combiner.getKind() ||
        combiner.getTypes().size() != 1)
      return false;
    Type type = combiner.getTypes().front();
    CombinerKind kind = *combiner.getKind();
    // Not all chips have a NaN-propagating minimum of packed halves.
    return type.isInteger(16) ||
           (type.isF16() && kind != CombinerKind::MinimumF &&
            kind != CombinerKind::MaximumF);
  }

  Value readFirst(Value word) override {
    return ROCDL::ReadfirstlaneOp::create(b, word.getType(), word);
  }

  Value laneId() override {
    if (lane)
      return lane;
    Type i32 = b.getI32Type();
    Value allOnes = b.i32(-1);
    lane = ROCDL::MbcntLoOp::create(b, i32, allOnes, b.i32(0), {}, {});
    if (target.waveSize == 64)
      lane = ROCDL::MbcntHiOp::create(b, i32, allOnes, lane, {}, {});
    return lane;
  }

  Value ballot(Value predicate) override {
    // In i64 for any wave size: the i32 form aborts LLVM on wave64.
    Value mask = ROCDL::BallotOp::create(b, b.getI64Type(), predicate);
    if (target.waveSize == 32)
      mask = b.truncI32(mask);
    return mask;
  }

  Value countBelow(Value mask, Value add) override {
    Type i32 = b.getI32Type();
    bool isWide = mask.getType() != i32;
    Value low = isWide ? b.trunci(i32, mask) : mask;
    Value count = add ? add : b.i32(0);
    count = ROCDL::MbcntLoOp::create(b, i32, low, count, {}, {});
    if (target.waveSize == 32)
      return count;
    Value shifted = b.shrui(mask, b.i64(32));
    Value high = b.trunci(i32, shifted);
    return ROCDL::MbcntHiOp::create(b, i32, high, count, {}, {});
  }

  Value opaque(Value word) override {
    return createAssembly(b, word.getType(), word, /*text=*/"",
                          /*constraints=*/"=v,0");
  }

  SmallVector<Value> matchLabel(ValueRange label, unsigned bits,
                                ValueRange among) override;

  void barrier() override {
    // Memory is in order within a wave. The fences keep LLVM from reordering
    // and emit nothing.
    auto fence = [&](LLVM::AtomicOrdering ordering) {
      LLVM::FenceOp::create(b, ordering, "wavefront");
    };
    fence(LLVM::AtomicOrdering::release);
    LLVM::CallIntrinsicOp::create(
        b, b.getStringAttr("llvm.amdgcn.wave.barrier"), ValueRange());
    fence(LLVM::AtomicOrdering::acquire);
  }

  void checkConvergence(StringRef what, unsigned width) override {
    createConvergenceNote(b, what, width);
  }

  ValueTuple shiftRow(ValueRange values, int by, ValueRange fill) override {
    unsigned control = by > 0 ? RowShr + by : RowShl - by;
    return mapWords(values, fill, [&](Value word, Value old) {
      return dpp(word, old, control);
    });
  }

  ValueTuple shift(ValueRange values, int by) override {
    unsigned distance = std::abs(by);
    // A shift by one lane across rows is one instruction on gfx9. Two of them
    // are faster than the LDS crossbar.
    if (target.has(RowBroadcast) && distance <= 2) {
      unsigned control = by > 0 ? WaveShr1 : WaveShl1;
      return mapWords(values, {}, [&](Value word, Value) {
        for (unsigned i = 0; i != distance; ++i)
          word = dpp(word, nullptr, control);
        return word;
      });
    }
    // In a wave of two rows, lanes whose source is in the other row read it
    // from there. No lane in between has to be active.
    if (target.has(PermlaneX16) && target.waveSize == 2 * rowSize &&
        distance <= rowSize)
      return mapWords(values, {}, [&](Value word, Value) {
        Value over = rotateFromOtherRow(word, by);
        if (distance == rowSize)
          return over;
        return dpp(word, over, by > 0 ? RowShr + distance : RowShl + distance);
      });
    if (target.has(PermlaneX16) && target.waveSize == 4 * rowSize)
      return shiftHalves(values, by);
    return permute(values, b.sub(laneId(), b.i32(by)));
  }

  ValueTuple shiftOne(ValueRange values, bool down, ValueRange fill) override {
    return mapWords(values, fill, [&](Value word, Value old) {
      if (target.has(RowBroadcast))
        return dpp(word, old, down ? WaveShl1 : WaveShr1);
      Value moved = dpp(word, old, (down ? RowShl : RowShr) + 1);
      // The lanes at the border of two rows, one by one.
      for (unsigned row = rowSize; row != target.waveSize; row += rowSize) {
        Value over = readWord(word, b.i32(down ? row : row - 1));
        moved = writeLane(over, down ? row - 1 : row, moved);
      }
      return moved;
    });
  }

  ValueTuple carryWithFill(ValueRange values, unsigned group,
                           ValueRange fill) override {
    unsigned rows = upperRows(group);
    return mapWords(values, fill, [&](Value word, Value old) {
      if (target.has(RowBroadcast))
        return dpp(word, old, group == 2 * rowSize ? RowBcast15 : RowBcast31,
                   old ? rows : allRows);
      Value last = lastOfLowerHalf(word, group);
      // An identity move with a row mask, which folds into the user.
      return old ? dpp(last, old, quadPerm(0, 1, 2, 3), rows) : last;
    });
  }

  bool foldsCarry() const override { return target.has(RowBroadcast); }

  ValueTuple fromUpperRow(ValueRange values) override {
    if (!target.has(PermlaneX16))
      return readGroup(values, 2 * rowSize, rowSize);
    return mapWords(values, {}, [&](Value word, Value) {
      return permlaneX16(word, b.i32(0), b.i32(0));
    });
  }

  ValueTuple mergeHalves(ValueRange lower, ValueRange upper,
                         unsigned group) override {
    return mapWords(upper, lower, [&](Value word, Value old) {
      return dpp(word, old, quadPerm(0, 1, 2, 3), upperRows(group));
    });
  }

  ValueTuple lastToFirst(ValueRange values) override {
    if (!target.has(RowBroadcast))
      return readLane(values, b.i32(target.waveSize - 1));
    return mapWords(values, {}, [&](Value word, Value) {
      return dpp(word, nullptr, WaveRor1);
    });
  }

  bool combinesInPlace(const Combiner &combiner) const override {
    return InPlaceFold::supports(target, combiner);
  }

  ValueTuple foldInPlace(const Combiner &combiner, ValueRange values,
                         ArrayRef<RowStep> steps) override {
    Value prepared = InPlaceFold::prepare(b, combiner, values.front());
    return mapValues(prepared, [&](ArrayRef<Value> words) {
      InPlaceFold fold(b, target, combiner, words);
      for (RowStep step : steps)
        if (step.group)
          carryInPlace(fold, step.group);
        else
          fold.step((step.by > 0 ? "row_shr:" : "row_shl:") +
                    Twine(std::abs(step.by)) + " row_mask:0xf bank_mask:0xf");
      return SmallVector<Value>(fold.finish());
    });
  }

  ValueTuple foldUpperRowInPlace(const Combiner &combiner,
                                 ValueRange values) override {
    return mapValues(values, [&](ArrayRef<Value> words) {
      SmallVector<Value> from;
      for (Value word : words)
        from.push_back(permlaneX16(word, b.i32(0), b.i32(0)));
      InPlaceFold fold(b, target, combiner, words);
      fold.step("quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf", from);
      return SmallVector<Value>(fold.finish());
    });
  }

  ValueTuple readGroup(ValueRange values, unsigned group,
                       unsigned lane) override {
    if (group == 1)
      return ValueTuple(values);
    if (group == target.waveSize)
      return readLane(values, b.i32(lane));
    // The two halves of a wave64.
    if (group > rowSize) {
      Value upper = b.uge(laneId(), b.i32(group));
      return mapWords(values, {}, [&](Value word, Value) -> Value {
        Value low = readWord(word, b.i32(lane));
        Value high = readWord(word, b.i32(group + lane));
        return b.select(upper, high, low);
      });
    }
    ValueTuple moved = mapWords(values, {}, [&](Value word, Value) {
      unsigned l = lane % 4;
      switch (group) {
      case 2:
        return dpp(word, nullptr, quadPerm(l, l, 2 + l, 2 + l));
      case 4:
        return dpp(word, nullptr, quadPerm(l, l, l, l));
      case 8: {
        // One move from half to half and one within the halves, so that no
        // value passes through a lane that may not exist. Lanes are missing
        // only at the end.
        auto inHalf = [&](Value word) {
          return dpp(word, nullptr, quadPerm(l, l, l, l));
        };
        if (lane >= 4)
          return inHalf(dpp(word, word, RowShl + 4, allRows, 0x5));
        Value half = inHalf(word);
        return dpp(half, half, RowShr + 4, allRows, 0xa);
      }
      default:
        return dpp(word, nullptr, RowShareLane + lane);
      }
    });
    return hideMove(moved);
  }

  ValueTuple readLane(ValueRange values, Value lane) override {
    return mapWords(values, {},
                    [&](Value word, Value) { return readWord(word, lane); });
  }

  ValueTuple permute(ValueRange values, Value lane,
                     bool whole = false) override {
    Value address = b.shli(lane, b.i32(2));
    auto crossbar = [&](Value from, Value word) -> Value {
      return ROCDL::DsBpermuteOp::create(b, b.getI32Type(), from, word);
    };
    if (target.has(RowBroadcast) || target.waveSize == 32)
      return mapWords(values, {}, [&](Value word, Value) {
        return crossbar(address, word);
      });
    // Bit 5 of the lane numbers shows whether both are in the same half.
    Value apart = b.andi(b.xori(lane, laneId()), b.i32(32));
    Value other = b.ne(apart, b.i32(0));
    auto choose = [&](Value word, Value over) -> Value {
      return b.select(other, over, crossbar(address, word));
    };
    if (whole)
      return mapWords(values, {}, [&](Value word, Value) {
        return choose(word, crossbar(address, swapHalves(word)));
      });
    // Lanes that read the other half need help from lanes that surely exist,
    // which are those of the lower half. Lower lanes fetch the upper half for
    // themselves, and fetch for the upper lanes the values that these request.
    Value upper = laneBit(2 * rowSize);
    Value asked = swapHalves(address);
    return mapWords(values, {}, [&](Value word, Value) {
      Value down = crossbar(address, swapHalves(word));
      Value up = swapHalves(crossbar(asked, word));
      Value over = b.select(upper, up, down);
      return choose(word, over);
    });
  }

  bool needsPermute(unsigned mask) const override {
    // Moves between rows do not cross the halves of a wave64.
    return mask >= 2 * rowSize;
  }

  bool canScatter() const override {
    // ds_permute stays within 32 lanes on the same chips as ds_bpermute.
    return target.has(RowBroadcast) || target.waveSize == 32;
  }

  ValueTuple scatter(ValueRange values, Value lane) override {
    Value address = b.shli(lane, b.i32(2));
    return mapWords(values, {}, [&](Value word, Value) {
      return intrinsic("llvm.amdgcn.ds.permute", {address, word});
    });
  }

  ValueTuple exchangeHalves(ValueRange values, unsigned distance) override {
    unsigned control = distance == 1   ? quadPerm(1, 0, 3, 2)
                       : distance == 2 ? quadPerm(2, 3, 0, 1)
                       : distance == 4 ? RowHalfMirror
                                       : RowMirror;
    return mapWords(values, {}, [&](Value word, Value) {
      return dpp(word, nullptr, control);
    });
  }

  ValueTuple exchangeXor(ValueRange values, unsigned mask,
                         bool whole) override {
    if (mask == 0)
      return ValueTuple(values);
    return mapWords(values, {}, [&](Value word, Value) {
      return exchangeWord(word, mask, whole);
    });
  }

  bool avoidsMirror(unsigned mask, bool whole) const override {
    // A swap of rows or halves does not mirror lanes.
    return target.has(PermlaneSwap) && whole && mask > rowSize;
  }

  Value keepOne(Value own, Value other, unsigned mask, bool whole,
                bool largestFirst) override {
    // A swap returns both values to both lanes, in one of two orders.
    bool swaps = mask == rowSize || mask == 2 * rowSize;
    if (!target.has(PermlaneSwap) || !swaps || !whole || own != other)
      return CrossLane::keepOne(own, other, mask, whole, largestFirst);
    auto [lower, upper] = pairBlocks(own, mask);
    return smallerOrLarger(lower, upper,
                           spreadLaneBit(llvm::Log2_32(mask), largestFirst));
  }

  ValueTuple hideMove(ValueRange values) override {
    // LLVM 22 folds DPP into the 64-bit multiply-add of gfx12, which has no
    // such encoding. Chips with v_permlane64 are gfx11 and later.
    if (!target.has(Permlane64))
      return ValueTuple(values);
    return mapWords(values, {},
                    [&](Value word, Value) { return opaque(word); });
  }

private:
  /// Mask of the rows in the upper halves of groups of `group` lanes.
  static unsigned upperRows(unsigned group) {
    return group == 2 * rowSize ? 0xa : 0xc;
  }

  /// The last lane of the lower half of each group, in all lanes of the upper
  /// half.
  Value lastOfLowerHalf(Value word, unsigned group) {
    return group == 2 * rowSize ? permlaneX16(word, b.i32(-1), b.i32(-1))
                                : readWord(word, b.i32(group / 2 - 1));
  }

  /// The step of `fold` that combines with the lower half of each group.
  void carryInPlace(InPlaceFold &fold, unsigned group) {
    bool isRow = group == 2 * rowSize;
    bool moves = target.has(RowBroadcast);
    SmallVector<Value> from;
    if (!moves)
      for (Value word : fold.getWords())
        from.push_back(lastOfLowerHalf(word, group));
    StringRef move = !moves  ? "quad_perm:[0,1,2,3]"
                     : isRow ? "row_bcast:15"
                             : "row_bcast:31";
    fold.step(move + (isRow ? " row_mask:0xa" : " row_mask:0xc") +
                  " bank_mask:0xf",
              from);
  }

  /// Lanes without a source keep `old`; without `old` they get 0.
  Value dpp(Value word, Value old, unsigned control, unsigned rows = allRows,
            unsigned banks = allBanks) {
    // A zero `old` needs no register.
    if (old && rows == allRows && banks == allBanks &&
        matchPattern(old, m_Zero()))
      old = Value();
    return ROCDL::DPPUpdateOp::create(b, word.getType(), old ? old : word, word,
                                      control, rows, banks,
                                      /*boundCtrl=*/!old);
  }

  /// Lane i gets the lane of the other row that nibble i of the selectors
  /// selects.
  Value permlaneX16(Value word, Value low, Value high) {
    return ROCDL::PermlaneX16Op::create(b, word.getType(), word, word, low,
                                        high, /*fi=*/false,
                                        /*boundControl=*/true);
  }

  /// Lane i of a row gets lane (i - `by`) mod 16 of the other row.
  Value rotateFromOtherRow(Value word, int by) {
    uint64_t selectors = 0;
    for (unsigned lane = 0; lane != rowSize; ++lane)
      selectors |= uint64_t((lane - by) % rowSize) << (4 * lane);
    return permlaneX16(word, b.i32(static_cast<int32_t>(selectors)),
                       b.i32(static_cast<int32_t>(selectors >> 32)));
  }

  /// The DPP control with which lane i of a row gets lane i ^ `mask`, if there
  /// is one.
  std::optional<unsigned> rowXorControl(unsigned mask) {
    if (mask < 4)
      return quadPerm(mask, 1 ^ mask, 2 ^ mask, 3 ^ mask);
    if (mask == 7)
      return RowHalfMirror;
    if (mask == 8)
      return RowRor + 8;
    if (mask == 15)
      return RowMirror;
    if (target.has(RowXmask))
      return RowXorMask + mask;
    return std::nullopt;
  }

  /// exchangeXor() of one word within rows.
  Value exchangeInRow(Value word, unsigned mask, bool whole) {
    if (std::optional<unsigned> control = rowXorControl(mask))
      return dpp(word, nullptr, *control);
    // Each half reads the other one. Only this mask needs no lane in between.
    if (mask == 4)
      return dpp(word, dpp(word, nullptr, RowShl + 4), RowShr + 4, allRows,
                 0xa);
    if (!whole)
      return swizzleXor(word, mask);
    // The other masks are a mirror or a rotation after a move within four
    // lanes.
    unsigned outer = mask < 8 ? 7 : mask < 12 ? 8 : 15;
    Value inner = dpp(word, nullptr, *rowXorControl(mask ^ outer));
    return dpp(inner, nullptr, *rowXorControl(outer));
  }

  /// exchangeXor() of one word.
  Value exchangeWord(Value word, unsigned mask, bool whole) {
    unsigned inHalf = mask % (2 * rowSize), inRow = mask % rowSize;
    bool rows = mask & rowSize, halves = mask & 2 * rowSize;
    if (target.has(PermlaneX16))
      return halves ? exchangeHalf(word, inHalf, whole)
             : rows ? xorRows(word, inRow)
                    : exchangeInRow(word, inRow, whole);
    if (!rows && !halves)
      return exchangeInRow(word, inRow, whole);
    if (target.has(PermlaneSwap) && whole) {
      if (inRow)
        word = exchangeInRow(word, inRow, whole);
      if (rows)
        word = swapBlocks(word, rowSize);
      return halves ? swapBlocks(word, 2 * rowSize) : word;
    }
    if (!halves)
      return swizzleXor(word, mask);
    Value lane = b.xori(laneId(), b.i32(mask));
    return permute(word, lane).front();
  }

  /// shift() if the crossbar stays within 32 lanes of a wave64. The position of
  /// the source within its half is the same in both halves.
  ValueTuple shiftHalves(ValueRange values, int by) {
    Value lane = b.sub(laneId(), b.i32(by));
    Value address = b.shli(lane, b.i32(2));
    auto crossbar = [&](Value word) -> Value {
      return ROCDL::DsBpermuteOp::create(b, b.getI32Type(), address, word);
    };
    Value apart = b.andi(b.xori(lane, laneId()), b.i32(2 * rowSize));
    Value crosses = b.ne(apart, b.i32(0));
    return mapWords(values, {}, [&](Value word, Value) -> Value {
      if (unsigned(std::abs(by)) == 2 * rowSize)
        return swapHalves(word);
      // A lane that reads the lower half has a counterpart there that exists
      // and has fetched the requested value.
      Value same = crossbar(word);
      Value over = by > 0 ? swapHalves(same) : crossbar(swapHalves(word));
      return b.select(crosses, over, same);
    });
  }

  /// Lane i gets lane i ^ 32; undefined if that lane does not exist.
  Value swapHalves(Value word) {
    // V_PERMLANE64_B32 is not marked convergent in LLVM 22. MachineSink would
    // move it and its operand's computation into branches that not all lanes
    // take. An empty convergent assembly statement that uses the result here
    // prevents this.
    Value swapped = intrinsic("llvm.amdgcn.permlane64", {word});
    auto stays = LLVM::InlineAsmOp::create(
        b, word.getType(), swapped, /*asm_string=*/"",
        /*constraints=*/"=v,0", /*has_side_effects=*/false,
        /*is_align_stack=*/false, LLVM::TailCallKind::None,
        LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
    return stays.getRes();
  }

  /// Lane i gets lane i ^ (32 + `mask`), mask < 32, in a wave with
  /// v_permlane64.
  Value exchangeHalf(Value word, unsigned mask, bool whole) {
    if (whole)
      return exchangeWord(swapHalves(word), mask, whole);
    Value active = ballot(b.boolean(true));
    Value half = b.constant(active.getType(), 2 * rowSize);
    Value other = LLVM::FshlOp::create(b, active, active, half);
    Value exists =
        LLVM::CallIntrinsicOp::create(
            b, b.getI1Type(), b.getStringAttr("llvm.amdgcn.inverse.ballot"),
            ValueRange(other))
            .getResult(0);
    Value down = b.select(exists, swapHalves(word), b.i32(0));
    if (mask == 0)
      return down;
    // The lower half has all its lanes if the upper one has any. So both moves
    // within a half are done in the lower half.
    down = exchangeWord(down, mask, whole);
    Value up = swapHalves(exchangeWord(word, mask, whole));
    return b.select(laneBit(2 * rowSize), up, down);
  }

  /// Lane i gets lane i ^ (16 + `mask`), mask < 16.
  Value xorRows(Value word, unsigned mask) {
    uint64_t selectors = 0;
    for (uint64_t lane = 0; lane != rowSize; ++lane)
      selectors |= (lane ^ mask) << 4 * lane;
    return permlaneX16(word, b.i32(int32_t(selectors)),
                       b.i32(int32_t(selectors >> 32)));
  }

  /// Lane i gets lane i ^ `mask`, mask < 32, through the LDS crossbar. Its bit
  /// mode keeps all bits of the lane number and flips some.
  Value swizzleXor(Value word, unsigned mask) {
    return ROCDL::DsSwizzleOp::create(b, word.getType(), word,
                                      b.i32(mask << 10 | 0x1f));
  }

  /// In each aligned pair of blocks of `size` (16 or 32) lanes: the values of
  /// the lower block in both blocks, and those of the upper block.
  std::pair<Value, Value> pairBlocks(Value word, unsigned size) {
    Type i32 = b.getI32Type();
    Type pair = LLVM::LLVMStructType::getLiteral(b.getContext(), {i32, i32});
    Value swapped = size == rowSize ? Value(ROCDL::Permlane16SwapOp::create(
                                          b, pair, word, word, false, false))
                                    : Value(ROCDL::Permlane32SwapOp::create(
                                          b, pair, word, word, false, false));
    return {LLVM::ExtractValueOp::create(b, swapped, 0),
            LLVM::ExtractValueOp::create(b, swapped, 1)};
  }

  Value swapBlocks(Value word, unsigned size) {
    auto [lower, upper] = pairBlocks(word, size);
    return b.select(laneBit(size), lower, upper);
  }

  /// Whether the bit of value `bit` is set in the lane number, i1.
  Value laneBit(unsigned bit) {
    return b.ne(b.andi(laneId(), b.i32(bit)), b.i32(0));
  }

  Value readWord(Value word, Value lane) {
    return ROCDL::ReadlaneOp::create(b, word.getType(), word, lane);
  }

  Value writeLane(Value word, unsigned lane, Value into) {
    return intrinsic("llvm.amdgcn.writelane", {word, b.i32(lane), into});
  }

  /// Calls intrinsics without an operation in the ROCDL dialect; i32 results.
  Value intrinsic(StringRef name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, b.getI32Type(),
                                         b.getStringAttr(name), operands)
        .getResult(0);
  }

  void addDifferent(MutableArrayRef<Value> differ, Value label,
                    unsigned count) override;
  /// At most eight bits, from `first` on.
  void addDifferent(MutableArrayRef<Value> differ, Value label, unsigned first,
                    unsigned count);

  /// The lane id, once it has been computed.
  Value lane;
};

} // namespace

SmallVector<Value> AMDCrossLane::matchLabel(ValueRange label, unsigned bits,
                                            ValueRange among) {
  if (!canMatchLanes(target))
    return CrossLane::matchLabel(label, bits, among);
  SmallVector<Value> same(among);
  for (auto [index, word] : llvm::enumerate(label)) {
    unsigned done = 32 * index;
    if (done >= bits)
      break;
    SmallVector<Value> found =
        matchLanes(b, target, word, std::min(bits - done, 32u));
    if (same.empty()) {
      same = found;
      continue;
    }
    for (auto [all, some] : llvm::zip_equal(same, found))
      all = b.andi(all, some);
  }
  return same;
}

void AMDCrossLane::addDifferent(MutableArrayRef<Value> differ, Value label,
                                unsigned count) {
  // LLVM would wait for each comparison. With eight scalar registers for their
  // results, no waits are needed. The reads of the results are left to LLVM,
  // see canMatchLanes().
  constexpr unsigned most = 8;
  if (!target.has(CarryWaits) || target.waveSize != 32)
    return CrossLane::addDifferent(differ, label, count);
  for (unsigned first = 0; first < count; first += most)
    addDifferent(differ, label, first, std::min(most, count - first));
}

void AMDCrossLane::addDifferent(MutableArrayRef<Value> differ, Value label,
                                unsigned first, unsigned count) {
  LaneBits bits = compareLaneBits(b, target, label, first, count);
  for (auto [own, mask] : llvm::zip_equal(bits.own, bits.masks)) {
    SmallVector<Value> others = toWords(mask);
    for (auto [word, other] : llvm::zip_equal(differ, others))
      word = b.ori(word, b.xori(other, own));
  }
}

std::unique_ptr<CrossLane>
mlir::prim::createAMDCrossLane(CodeBuilder &b, const TargetInfo &target) {
  return std::make_unique<AMDCrossLane>(b, target);
}
