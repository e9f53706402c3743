//===- DeviceLowering.h - How one device op is lowered -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the pass and each kind of device op: its row of the
// tuning tables, the checks of its operands, its decomposition and its plan.
// The pass itself knows no op by name.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICELOWERING_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICELOWERING_H

#include "DevicePlan.h"
#include "prim/Conversion/DeviceLimits.h"

namespace mlir::prim {

class Decomposition;
class OperandChecks;

/// How a device op is lowered. The methods that are not pure do what most ops
/// need.
class DeviceLowering {
public:
  virtual ~DeviceLowering() = default;

  /// The lowering of `op`: null where DeviceOps.def lacks it.
  static std::unique_ptr<DeviceLowering> get(DeviceOpInterface op);

  /// The tile: what the op's tuning attribute says, else the table's row for
  /// its elements, with fewer items where a thread could not hold them.
  TileShape getTile(const DeviceContext &context) const;
  /// The tile by the row of another algorithm, for an op without borders.
  TileShape getTile(const DeviceContext &context,
                    DeviceAlgorithm algorithm) const {
    return getTile(context, algorithm, /*hasBorder=*/false);
  }
  /// How shorter rows than those of the tile are grouped, by ascending lengths,
  /// for an op with kernels for `groups`. None for an op without rows, and for
  /// a tuned one.
  SmallVector<RowGrouping> getRowGroups(const DeviceContext &context,
                                        RowFamily family,
                                        ArrayRef<RowGroup> groups) const;

  /// Whether items are folded with borders between segments.
  virtual bool carriesBorders() const;
  /// The size of what the table's row is chosen by: bytes of an item, with a
  /// border or without.
  virtual unsigned countItemBytes(bool hasBorder) const;
  /// Registers of a thread that one item takes: what is read, folded or written
  /// of it, whichever is the most.
  virtual uint64_t countItemRegisters() const;
  /// Takes items from the table's tile, of items with a border or without, for
  /// a reason that the table does not know: by default the registers that they
  /// take.
  virtual void limitTile(TileShape &tile, bool hasBorder) const;
  /// The tile, next to `tile`, which may be the user's, of which a thread holds
  /// the most at once.
  virtual TileShape getHeldTile(TileShape tile) const { return tile; }
  /// Buffers that rows packed into a wave's tile are read from and written to;
  /// none where rows cannot be packed.
  virtual std::optional<SmallVector<Value>> getPackedBuffers() const {
    return std::nullopt;
  }

  /// The name of input `number` in messages.
  virtual std::string nameIn(unsigned number) const;
  /// Emits the checks of sizes that are only known at run time.
  virtual void emitSizeChecks(OperandChecks &checks) const;

  /// How other ops do it, if they do; null if not.
  virtual std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const;

  /// Fails with a diagnostic for what is not lowered yet.
  virtual FailureOr<DevicePlan> plan(const DeviceContext &context) const = 0;

protected:
  /// `algorithm` is the row of the tuning table for items without borders, and
  /// `bordered` for those with borders. In rows of vectors, items with borders
  /// would take a copy of the fold for every step of each row's scan.
  DeviceLowering(DeviceOpInterface device, DeviceAlgorithm algorithm,
                 DeviceAlgorithm bordered = DeviceAlgorithm::SerialScan)
      : device(device), algorithm(algorithm), bordered(bordered) {}

  /// The row of the tuning table for the op's items, with borders or without.
  DeviceAlgorithm getTuningRow() const;

  /// Reading an op changes nothing, though its methods are not const.
  mutable DeviceOpInterface device;

private:
  TileShape getTile(const DeviceContext &context, DeviceAlgorithm row,
                    bool hasBorder) const;
  /// The tile of a wave into which several rows are packed. None if rows are
  /// not contiguous, if a scan reads or writes an extra value for each row, and
  /// for a tuned op.
  std::optional<TileShape> getPackedTile(const DeviceContext &context) const;

  DeviceAlgorithm algorithm, bordered;
};

/// The lowering of ops of one class.
template <typename OpTy>
class OpLowering : public DeviceLowering {
public:
  OpLowering(OpTy op, DeviceAlgorithm algorithm,
             DeviceAlgorithm bordered = DeviceAlgorithm::SerialScan)
      : DeviceLowering(cast<DeviceOpInterface>(op.getOperation()), algorithm,
                       bordered),
        op(op) {}

protected:
  mutable OpTy op;
};

/// The registers that an element of each of `buffers` takes together.
uint64_t countElementRegisters(ValueRange buffers);

#define PRIM_DEVICE_OP(OP)                                                     \
  class OP;                                                                    \
  std::unique_ptr<DeviceLowering> createLowering(OP op);
#include "prim/Dialect/Prim/IR/DeviceOps.def"

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_DEVICELOWERING_H
