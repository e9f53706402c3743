//===- HistogramBins.h - Which bin an element belongs to ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bin of an element by a histogram's bounds, levels or region, in a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMBINS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMBINS_H

#include "HistogramLevels.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"

namespace mlir::prim {

/// The region of the workspace that has the counts if there is an epilogue.
enum HistogramRegion : unsigned { HistogramCounts };

/// The bins of a histogram's channels. What is the same for all elements is
/// computed where this is made.
class HistogramBins {
public:
  HistogramBins(DeviceHistogramOp op, KernelBuilder &kernel);

  /// A bin (i32), which means nothing where `inside` (i1) is false: the element
  /// belongs to none then.
  struct Place {
    Value bin, inside;
  };

  /// The bins of an output: how many there are (i32), and if that is known.
  struct Bins {
    Value out;
    Value count;
    std::optional<int64_t> known;
  };
  ArrayRef<Bins> getBins() const { return bins; }
  /// All bins together, if that is known.
  static std::optional<int64_t> countKnown(DeviceHistogramOp op);

  /// Where a channel is counted in device memory: the output or, with an
  /// epilogue, the workspace.
  MemoryArray getCounts(unsigned channel = 0);
  /// Writes the count of a bin (i64) to the output, mapped by the epilogue.
  void finish(unsigned channel, Value bin, Value count);
  /// Does so for the bins from `first` on in steps of `step` (i64), whose
  /// counts any block may have added.
  void finishAll(Value first, Value step);

  /// The bin of what the prologue has made of an element. A region is run, with
  /// the element's index (i64) if it takes it.
  Place find(unsigned channel, ValueRange item, Value index = {});
  /// The bins of the thread's items, of which number i is of channel i modulo
  /// the channels; those of channels without bins are null. Items that do not
  /// exist are in none, and no region is run for them: `exist` is i1, or null
  /// for those that do.
  SmallVector<Place> findAll(ArrayRef<ValueTuple> items,
                             ArrayRef<Value> indices, ArrayRef<Value> exist);

  /// Bytes of the levels of all channels with their tables; none where there
  /// are no levels, or their number is not known.
  static std::optional<uint64_t> countTableBytes(DeviceHistogramOp op);
  /// Their bytes (i64) in a kernel; there must be levels.
  Value countTableBytes();
  /// Runs `body`, in which samples are looked for in a copy of the levels at
  /// `base`, in workgroup memory. All threads of the block must be active.
  void withTable(Value base, llvm::function_ref<void()> body);

private:
  /// Values for all elements of a channel with even bins. Of integers: the
  /// lower bound, the distance of the bounds; of floats: the bounds, the
  /// factors of a distance before and after it is taken.
  struct Even {
    Value low, high, range, scale, factor;
    /// The distance of integer bounds that are known.
    std::optional<APInt> knownRange;
  };

  void prepareIntegers(unsigned channel);
  void prepareFloats(unsigned channel);
  /// Whether the number of bins fits the mantissa of an f32 with room to spare.
  bool isFewBins(unsigned channel) const;
  Place findEvenInteger(unsigned channel, Value x);
  Place findEvenFloat(unsigned channel, Value x);
  SmallVector<Place> findLevels(unsigned channel, ArrayRef<Value> samples);
  Place findByRegion(unsigned channel, ValueRange item, Value index);

  Value floatOf(Type type, double value) {
    return b.constant(b.getFloatAttr(type, value));
  }

  DeviceHistogramOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  SampleOrder order;
  /// The type in which samples are compared; null where a region is asked.
  Type compared;
  SmallVector<Bins> bins;
  SmallVector<Even> even;
  SmallVector<HistogramLevels> levels;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMBINS_H
