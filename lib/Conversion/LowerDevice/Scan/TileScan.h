//===- TileScan.h - What is scanned tile by tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op says of its scan by tiles: which items are folded, and what
// becomes of the folds. A TileSchedule says which block takes which tile, a
// TileScanner loads and scans one, and a TilePrefix gives what comes before it.
// They call what is here, and nothing here calls them.
//
// Of segments the scan is one of tuples that carry the borders between them
// along.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H

#include "../Tile/PackedRows.h"
#include "../Tile/TileIO.h"
#include "../Tile/TileSegments.h"

namespace mlir::prim {

/// What is asked of a scan.
struct TileScanForm {
  ScanMode mode;
  bool reverse = false;
  /// Whether storeTotal() is to be called.
  bool total = false;
  /// Tiles have several rows, which are segments of them.
  bool isPacked = false;
  /// What the folds of segments know, of an op that has any.
  Combiner::SegmentFlag segmentFlag = Combiner::SegmentFlag::Starts;
  /// Of an op that folds nothing: items are counted, in integers of this type,
  /// and without segments a tile does not wait for what comes before it until
  /// its own prefixes are known. store() gets these.
  Type counts = {};
};

/// What is known of a tile's items. Folds of segments have borders behind them;
/// an exclusive one is what lies before the item, be it another segment's.
struct TileFolds {
  SmallVector<ValueTuple> inclusive, exclusive;
  TileSegments segments;
  /// The flags or keys of the items.
  SmallVector<ValueTuple> keys;
  /// Of counts, which are those of the tile alone: that of all its items, and
  /// that of all tiles before it.
  ValueTuple total, before;
  /// What TileScan::loadItems() has kept.
  SmallVector<Value> kept;
};

/// A scan of `op`, which folds with the op's combiner.
class TileScan {
public:
  using BindFn = llvm::function_ref<SmallVector<MemoryArray>(ValueRange)>;

  virtual ~TileScan();

  /// The regions of the workspace of a plan with such a kernel: the ticket and
  /// the count of finished blocks, and what tiles tell each other. Others come
  /// behind, in this order.
  enum Region : unsigned { Counters, States, Marks, Numbers };
  static SmallVector<WorkspaceRegion> getRegions(DeviceOpInterface op,
                                                 const TileScanForm &form,
                                                 const DevicePlan &plan);
  /// Whether `op` is to be done by reduce-then-scan.
  static bool isReducedThenScanned(DeviceOpInterface op);
  /// Where the count of finished blocks lies behind the ticket.
  static constexpr int64_t finishedOffset = 4;

  /// What tiles tell each other of a scan of `form` that folds with `base`, and
  /// with the combiner of `op`.
  static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form,
                              Combiner base);
  static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form);

  //===--------------------------------------------------------------------===//
  // What the op does
  //===--------------------------------------------------------------------===//

  /// Takes the op's outputs, as they are or of one row of them.
  virtual void bindOuts(BindFn bind) = 0;
  /// The items of the fold, to be called inside of TileIO::fullOrPartial().
  /// Gives values of getKeptTypes(), too, for store(). `pads` is as in
  /// TileIO::loadMapped().
  virtual SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                            SmallVector<Value> &kept) {
    return io.loadMapped(ins, prologue, base, pads, isFull);
  }
  virtual SmallVector<Type> getKeptTypes() { return {}; }
  /// What the fold of a segment, or of all, starts from.
  virtual ValueRange getInit() { return op.getDeviceInit(); }
  /// Writes `total`, the fold of all elements without init; one thread does.
  virtual void storeTotal(ValueRange total) = 0;
  /// Does with the folds what is to be done. They are in the arrangement of the
  /// scan, and not always in that of `io`.
  virtual void store(TileIO &io, const TileFolds &folds) = 0;

  //===--------------------------------------------------------------------===//
  // Helpers
  //===--------------------------------------------------------------------===//

  /// Binds the operands and loads init, of an op that goes by rows later.
  void bind();
  /// The same for rows that lie one behind the other.
  void bindPacked();
  /// The operands from now on are those of row `row` (i32, null for the only
  /// one).
  void enterRow(Value row);
  /// The same for the row of tile `tile` of all; returns which of the row it
  /// is.
  Value enterRowOf(Value tile);
  /// Takes the sizes of all, or of each row.
  void countTiles();

  /// The index of the first element of a tile; i64.
  Value getFirst(Value tile);
  /// The tile, which begins with element `first`, between memory and the block.
  TileIO createIO(Value first);
  /// Whether threads scan items that lie side by side.
  bool scansBlocked();
  /// Whether what lies behind a packed tile is read.
  bool readsBehind();
  /// `packed` neighbours of a row are one element of the values.
  SmallVector<Value> exchange(ValueRange values, bool toBlocked,
                              unsigned packed = 1);
  /// `items` (of types `types`) as memory has them: what is scanned blocked may
  /// be in rows there.
  SmallVector<ValueTuple> toMemoryOrder(ArrayRef<ValueTuple> items,
                                        TypeRange types);
  /// The bitmap of an op with offsets.
  HeadFlagBitmap getHeadFlags() {
    return {op, kernel, kernel.argument(LaunchValue::region(Marks)),
            form.reverse};
  }

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  DeviceOpInterface op;
  mlir::Region &prologue;
  KernelBuilder &kernel;
  TileShape shape;
  TileScanForm form;
  CodeBuilder &b;
  /// What is folded, in scan direction, and the tuple of a segment.
  Combiner base, combiner;
  SmallVector<Type> types;
  SmallVector<MemoryArray> ins, segments;
  /// Whether the op goes by rows, which have tiles and a state each.
  bool byRow;
  bool foldsSegments;
  SmallVector<Value> init;
  /// Elements (i64) and tiles (i32) of all, or of each row.
  Value size, tiles;
  /// The row that the operands are of, i32; null for the only one.
  Value row;
  /// The rows of a packed tile.
  std::optional<PackedRows> packed;
  /// That of the rows in which tiles move, and whether they go through
  /// workgroup memory between that and being scanned.
  unsigned vector = 0;
  bool transposes = false;

protected:
  /// `prologue` maps elements of the op's inputs.
  TileScan(DeviceOpInterface op, mlir::Region &prologue, KernelBuilder &kernel,
           TileShape tile, const TileScanForm &form);

private:
  void bindOperands(BindFn bind);
  /// Whether a tile that is scanned blocked, and moves in rows of `vector`, is
  /// better read in lines.
  bool isTransposed() const;
};

/// Vectors of the items of a thread.
SmallVector<Type> getItemTypes(TypeRange types, const TileShape &shape);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
