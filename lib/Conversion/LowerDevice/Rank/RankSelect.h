//===- RankSelect.h - Elements up to a rank -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A radix select, as the plans of prim.device_topk and prim.device_nth and
// their kernels share it. The threshold is the code of the last of the k
// elements that come first. It becomes known digit by digit, the highest one
// first: each time those elements are counted, by their next digit, that have
// the digits so far. All of it stays in device memory: every block of a launch
// finds by itself what the launch before it has counted. Then elements fall
// into three classes, those before the threshold, those at it, and those behind
// it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKSELECT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKSELECT_H

#include "../Engine/DeviceLowering.h"
#include "../Engine/KernelBuilder.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/Utils/KeyCodec.h"

namespace mlir::prim {

struct TileScanForm;

/// A selection by rank: operands, key and workspace.
struct RankSelect {
  RankSelect(DeviceOpInterface op, const DeviceLowering &lowering,
             const DeviceContext &context);
  /// The tile that one block sorts.
  static TileShape getBlockTile(DeviceOpInterface op,
                                const DeviceLowering &lowering,
                                const DeviceContext &context);

  Operation *getOperation() const {
    DeviceOpInterface copy = op;
    return copy.getOperation();
  }
  bool isTopk() const { return isa<DeviceTopkOp>(getOperation()); }
  /// The outputs of what comes first, or of all, and of what is left.
  ValueRange getOuts() const {
    return cast<DeviceOpInterface>(getOperation())
        .getDeviceOuts()
        .take_front(types.size());
  }
  ValueRange getRest() const {
    return cast<DeviceOpInterface>(getOperation())
        .getDeviceOuts()
        .drop_front(types.size());
  }
  ValueRange getIns() const {
    return cast<DeviceOpInterface>(getOperation()).getDeviceIns();
  }
  /// The region that makes items of elements; empty where these are the items.
  Region &getPrologue() const {
    if (auto topk = dyn_cast<DeviceTopkOp>(getOperation()))
      return topk.getPrologue();
    return cast<DeviceNthOp>(getOperation()).getPrologue();
  }
  /// The first of inputs, which is the key, or all that a prologue takes for
  /// it.
  unsigned countKeyIns() const {
    return getPrologue().empty() ? 1 : getIns().size();
  }
  ValueRange getKeyIns() const { return getIns().take_front(countKeyIns()); }
  /// How many elements come first, up to the threshold; i32. Where the order is
  /// mirrored, these are the last ones.
  Value countFirst(KernelBuilder &kernel) const;
  /// All bits of an i32 where the launch has the order mirrored, else none;
  /// null where no launch has.
  Value getMirror(KernelBuilder &kernel) const;
  /// The place `place` (i32) as seen from where the order begins.
  Value reflect(KernelBuilder &kernel, Value place) const;
  /// How many elements a topk takes of a row, if that is known.
  std::optional<int64_t> getKnownFirst() const;
  unsigned radix() const { return 1u << kMaxRadixBits; }
  /// The bits of a key that count as an unsigned integer, the lowest one at bit
  /// 0; 32 or 64 bits wide. Digits are those of it, from its lowest bit on.
  Value encode(CodeBuilder &b, Value key) const;
  /// The type of that integer.
  Type getCodeType(Builder &b) const {
    return b.getIntegerType(codec.getWidth() > 32 ? 64 : 32);
  }

  /// The part of the threshold that is known before a digit is counted, or
  /// behind the last one.
  struct Threshold {
    /// The digits so far, i64, and how many of the elements that have them come
    /// first; i32. Behind the last digit, how many have them; i32.
    Value prefix, rank, equal;
  };
  /// The threshold before digit `number` (i32), of row `row` (null for the only
  /// one).
  Threshold load(KernelBuilder &kernel, Value row, Value number) const;
  void store(KernelBuilder &kernel, Value row, Value number,
             const Threshold &threshold) const;

  DeviceOpInterface op;
  KeyCodec codec;
  /// Element types, the key's first.
  SmallVector<Type> types;
  /// The dimension of the first of outs that says how many are taken.
  int64_t along;
  unsigned numDigits;
  /// The tile of the launches over all elements, and that of what one block
  /// sorts.
  TileShape tile, blockTile;
  /// Smaller tiles for short rows, by ascending size, and those that hold the
  /// keys of rows of which few elements are taken.
  SmallVector<TileShape> rowTiles, fewTiles;
  /// The parameter of launches by which the order is mirrored, if any does so.
  const I32Param *mirror = nullptr;
  /// Regions of the workspace: i32 [rows][numDigits][radix], and the
  /// thresholds [rows][numDigits + 1].
  unsigned histograms = 0, thresholds = 0;

private:
  void chooseRowTiles(const DeviceLowering &lowering,
                      const DeviceContext &context);
  /// Bytes of a threshold: an i64 and two i32.
  MemoryArray bind(KernelBuilder &kernel, Value row, Value number,
                   Type element) const;

public:
  /// Bytes of a threshold: an i64 and two i32.
  static constexpr unsigned thresholdBytes = 16;
};

/// Tiles that a block which counts digits takes at least.
constexpr int64_t rankDigitTiles = 4;

/// The digit of the element with a rank: its value, the rank among the elements
/// that have it, and how many have it; i32.
struct RankDigit {
  Value value, rank, count;
};
/// Finds it in `counts`, one for each value of a digit. `rank` counts from 1;
/// where it is 0, any digit will do. `found` are three words of workgroup
/// memory.
RankDigit findRankDigit(KernelBuilder &kernel, const MemoryArray &counts,
                        Value rank, const MemoryArray &found);

/// The parameters of the kernel that counts a digit: its lowest bit, and its
/// number from the highest one on.
struct RankDigitParams {
  static constexpr I32Param shift{"shift"}, number{"number"};
};

/// The bodies of the kernels. For the number after that of the last digit,
/// emitRankDigits() only finds the threshold.
void emitRankDigits(const RankSelect &select, KernelBuilder &kernel);
/// Writes each element where its class goes.
void emitRankGather(const RankSelect &select, KernelBuilder &kernel);
/// Writes the first elements, at most maxRankFew, of a row (as in RowView) that
/// `tile` holds; `size` (i64, not 0) is that of the row.
void emitRankFew(const RankSelect &select, const TileShape &tile, Value row,
                 Value size, KernelBuilder &kernel);
/// The form of the scan that emitRankGather() has.
TileScanForm getRankGatherForm(DeviceOpInterface op);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKSELECT_H
