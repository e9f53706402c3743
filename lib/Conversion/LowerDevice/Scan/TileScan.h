//===- TileScan.h - What is scanned tile by tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op describes its scan by tiles: which items are folded, and how the folds
// are stored. A TileSchedule says which block takes which tile, a
// TileScanner loads and scans one, and a TilePrefix gives what comes before it.
// They call what is here, and nothing here calls them.
//
// Segments are scanned as tuples that carry the borders between segments.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H

#include "../Tile/TileIO.h"
#include "PackedRows.h"
#include "TileSegments.h"

namespace mlir::prim {

/// How the items of a tile are shared out to the threads that scan them.
enum class ItemOrder {
  /// Rows of vectors, with a warp scan for each row of a wave's items.
  Rows,
  /// Neighbours to one thread, as segments or a region would be too much code
  /// in the scan of each row.
  Blocked,
  /// As Blocked, in tiles of several rows of the buffer, which are segments.
  PackedRows
};

/// The properties of a scan.
struct TileScanForm {
  ScanMode mode;
  bool reverse = false;
  /// Whether storeTotal() is to be called.
  bool total = false;
  ItemOrder order = ItemOrder::Rows;
  /// The form of the flags in folds of segments, of an op that has any.
  Combiner::SegmentFlag segmentFlag = Combiner::SegmentFlag::Starts;
  /// The type of counts, for an op that folds nothing and counts its items.
  /// Then a tile without segments waits for earlier tiles only when its own
  /// prefixes are known. store() gets these.
  Type counts = {};
  /// The types of the results of an item, for an op whose tiles wait in
  /// workgroup memory until they are stored.
  SmallVector<Type> placed = {};
  /// How many tiles of a block are on their way to workgroup memory, and after
  /// how many turns it stores one.
  unsigned ahead = 2, late = 0;
  /// Whether tiles of blocks that take several begin at aligned elements. There
  /// may be one tile more then.
  bool aligns = false;
};

/// The results of a tile. Folds of segments end with a border. An exclusive
/// fold is that of the items before, also where these belong to another
/// segment.
struct TileFolds {
  SmallVector<ValueTuple> inclusive, exclusive;
  TileSegments segments;
  /// The flags or keys of the items.
  SmallVector<ValueTuple> keys;
  /// The count of all items of the tile, and of all tiles before it.
  ValueTuple total, before;
  /// The values that TileScan::loadItems() has kept.
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
  enum Region : unsigned { Counters, States, Marks };
  static SmallVector<WorkspaceRegion> getRegions(DeviceOpInterface op,
                                                 const TileScanForm &form,
                                                 const DevicePlan &plan);
  /// Whether `op` is to be done by reduce-then-scan.
  static bool isReducedThenScanned(DeviceOpInterface op);
  /// The buffers that blocks with several tiles copy to workgroup memory: the
  /// inputs, and in a late schedule keys or flags of segments before them.
  static SmallVector<Value> getStaged(DeviceOpInterface op,
                                      const TileScanForm &form);
  /// The offset of the count of finished blocks from the ticket; bytes.
  static constexpr int64_t finishedOffset = 4;

  /// The combiner of the folds that tiles publish, for a scan of `form` that
  /// folds with `base`, or with the combiner of `op`.
  static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form,
                              Combiner base);
  static Combiner getCombiner(DeviceOpInterface op, const TileScanForm &form);

  //===--------------------------------------------------------------------===//
  // The op's part
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
  /// The values that the fold of a segment, or of all, starts from.
  virtual ValueRange getInit() { return op.getDeviceInit(); }
  /// Writes `total`, the fold of all elements without init; one thread does.
  virtual void storeTotal(ValueRange total) = 0;
  /// Does with the folds what is to be done. They are in the arrangement of the
  /// scan, and not always in that of `io`.
  virtual void store(TileIO &io, const TileFolds &folds) = 0;

  //===--------------------------------------------------------------------===//
  // Helpers
  //===--------------------------------------------------------------------===//

  /// Binds the operands and loads init. An op by rows loads init in enterRow().
  void bind();
  /// bind(), and takes the sizes of all elements, or of each row.
  void bindTiles();
  /// bindTiles(), and cuts off the first tile so that the others begin at
  /// aligned elements, if the form says so.
  void bindAlignedTiles();
  /// bind() for rows that are contiguous.
  void bindPacked();
  /// Sets the operands to those of row `row` (i32, null for the only one).
  void enterRow(Value row);
  /// enterRow() for the row of tile `tile` of all rows. Returns the number of
  /// the tile in its row.
  Value enterRowOf(Value tile);

  /// The index of the first element of a tile; i64.
  Value getFirst(Value tile);
  /// If each wave has a part of the tile: the place of its first item (i32,
  /// uniform), and its parts of `slots`.
  Value getWaveStart();
  SmallVector<MemoryArray> getWaveParts(ArrayRef<MemoryArray> slots);
  /// The index of the element before the wave's part of the tile that begins
  /// with element `first` (i64); some element, where there is none.
  Value getBeforeWave(Value first);
  /// The tile, which begins with element `first`, between memory and the block.
  TileIO createIO(Value first);
  /// Cuts off `io`, which is that of tile number `tile`, if it is the first one
  /// of aligned tiles.
  void cutFirst(TileIO &io, Value tile);
  /// Whether the scan is one of segments: the op's, or packed rows.
  bool foldsSegments() const;
  /// Whether tiles go through workgroup memory between memory and the scan.
  bool transposes() const {
    return form.order != ItemOrder::Rows && vector != TileIO::blocked;
  }
  /// Whether what lies behind a packed tile is read.
  bool readsBehind();
  /// Loaded items in the order of the scan; for items that are all alike, as
  /// they are.
  virtual SmallVector<Value> toScanOrder(ValueRange items) {
    if (!transposes())
      return SmallVector<Value>(items);
    return exchange(items, /*toBlocked=*/true);
  }
  /// `packed` neighbours of a row are one element of the values.
  SmallVector<Value> exchange(ValueRange values, bool toBlocked,
                              unsigned packed = 1);
  /// `items` (of types `types`) as memory has them: what is scanned blocked may
  /// be in rows there.
  SmallVector<ValueTuple> toMemoryOrder(ArrayRef<ValueTuple> items,
                                        TypeRange types);
  /// The arrays of getStaged().
  SmallVector<MemoryArray> getStagedArrays();
  /// The bitmap of an op with offsets.
  HeadFlagBitmap getHeadFlags() {
    return {op, kernel, kernel.argument(LaunchValue::region(Marks)),
            form.reverse};
  }

  //===--------------------------------------------------------------------===//
  // State
  //===--------------------------------------------------------------------===//

  DeviceOpInterface op;
  mlir::Region &prologue;
  KernelBuilder &kernel;
  TileShape shape;
  TileScanForm form;
  CodeBuilder &b;
  /// The combiner in scan direction, and that of the tuple of a segment.
  Combiner base, combiner;
  SmallVector<Type> types;
  SmallVector<MemoryArray> ins, segments;
  /// Set by an op that has keys.
  SegmentKeys keys;
  /// The keys of the element before the wave's first one, and with
  /// Combiner::SegmentFlag::Marks of the one before that, if they have been
  /// loaded ahead.
  SmallVector<ValueTuple> edge;
  /// The words of the bitmap for the thread's items, if they have been loaded
  /// ahead.
  SmallVector<Value> marks;
  /// Whether the op goes by rows, which have tiles and a state each.
  bool byRow;
  SmallVector<Value> init;
  /// Elements (i64) and tiles (i32) of all, or of each row.
  Value size, tiles;
  /// The elements that the first tile has less than others, i32; null for none.
  Value cutOff;
  /// The row that the operands are of, i32; null for the only one.
  Value row;
  /// The rows of a packed tile.
  std::optional<PackedRows> packed;
  /// The vector of TileIO with which tiles move.
  unsigned vector = 0;

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

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
