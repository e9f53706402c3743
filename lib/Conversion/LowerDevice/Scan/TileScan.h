//===- TileScan.h - The kernel that scans tile by tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single pass with decoupled look-back: every element is read once. A block
// takes a tile by ticket, scans it, and learns what comes before it inside the
// block scan's prefix region, in which one wave looks back. Of segments the
// scan is one of tuples that carry the borders between them along. What becomes
// of the folds is the affair of those who derive from this.
//
// Where blocks are few and stay, each takes tile after tile: it folds and
// publishes its next tile before it finishes this one, so that what a look-back
// asks for has long been there, and has the tile after that on its way from
// memory. Tickets say who takes which tile: a block waits for tiles only that
// others have taken and will publish without waiting themselves, so that it
// does not matter which blocks run at once.
//
// How far tiles look back depends on how fast others are, and with it how a sum
// that rounds is associated. Reduce-then-scan gives the same bits every time,
// by reading twice: one kernel folds every tile, a second scans these folds,
// and the third is the scan by tiles, which finds in memory what comes before.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H

#include "../Tile/PackedRows.h"
#include "../Tile/StateGather.h"
#include "../Tile/TileIO.h"
#include "../Tile/TileSegments.h"

namespace mlir::prim {

/// What is asked of a scan.
struct TileScanForm {
  /// How a tile learns what comes before it, and who runs it. With WholeRow no
  /// row is longer than a tile, and nothing comes before it; with Partials it
  /// leaves its fold in memory. Persistent blocks look back and take several
  /// tiles. With the cooperative ones all blocks run at once, and a tile
  /// gathers what the others have published: blocks take tiles in turns, or
  /// there is one for each tile.
  enum class Protocol {
    LookBack,
    WholeRow,
    Partials,
    Stored,
    Persistent,
    Cooperative,
    CooperativeTile
  };

  ScanMode mode;
  bool reverse = false;
  /// Whether storeTotal() is to be called.
  bool total = false;
  /// Tiles have several rows, which are segments of them.
  bool isPacked = false;
  /// What the folds of segments know, of an op that has any.
  Combiner::SegmentFlag segmentFlag = Combiner::SegmentFlag::Starts;
  Protocol protocol = Protocol::LookBack;
  /// Whether a kernel before this one says if offsets are out of order.
  bool hasDisorderFlag = false;
  /// As in ScanTuningRow.
  bool readsAhead = false;
  /// Of an op that folds nothing: items are counted, in integers of this type,
  /// and without segments a tile does not wait for what comes before it until
  /// its own prefixes are known. store() gets these.
  Type counts = {};

  /// Whether a tile gathers what others have published.
  bool isCooperative() const {
    return protocol == Protocol::Cooperative ||
           protocol == Protocol::CooperativeTile;
  }
  /// Whether blocks take several tiles each.
  bool isPersistent() const {
    return protocol == Protocol::Persistent ||
           protocol == Protocol::Cooperative;
  }

  TileScanForm with(Protocol other) const {
    TileScanForm result(*this);
    result.protocol = other;
    return result;
  }
};

/// A kernel of `op`, which folds with the op's combiner.
class TileScanKernel {
public:
  virtual ~TileScanKernel();

  void emit();

  /// The regions of the workspace of a plan with such a kernel: the ticket and
  /// the count of finished blocks, and what tiles tell each other. Others come
  /// behind, in this order.
  enum Region : unsigned { Counters, States, Marks, Numbers };
  static SmallVector<WorkspaceRegion> getRegions(DeviceOpInterface op,
                                                 const TileScanForm &form,
                                                 const DevicePlan &plan);

  /// An i32 that is zero unless a kernel before this one has written it.
  static MemoryArray getDisorderFlag(KernelBuilder &kernel);
  /// Whether `op` is to be scanned by reduce-then-scan.
  static bool isStored(DeviceOpInterface op);
  /// `tile`, or a smaller one that leaves room for those under way, if there is
  /// any.
  static TileShape fitStages(DeviceOpInterface op, const TargetInfo &target,
                             TileShape tile);
  /// Whether three tiles go into workgroup memory.
  static bool isStaged(DeviceOpInterface op, const TargetInfo &target,
                       const TileShape &tile) {
    return getStageBytes(op, target, tile) != 0;
  }
  /// The blocks of a launch of the persistent kernel, about as many as run at
  /// once on the largest chip. More take a ticket and nothing else. Cooperative
  /// ones may be any number, as the device says how many it holds.
  static int64_t getPersistentBlocks(DeviceOpInterface op,
                                     const DeviceContext &context,
                                     const TileShape &tile, bool isCooperative);
  /// Adds what reduce-then-scan needs behind all other regions, and its first
  /// two kernels; returns all of its launches. `addKernel` adds the kernel of
  /// the op with a protocol.
  static SmallVector<PlanLaunch>
  addStored(DeviceOpInterface op, const TileScanForm &form, DevicePlan &plan,
            llvm::function_ref<PlanLaunch(TileScanForm::Protocol)> addKernel);

protected:
  using BindFn = llvm::function_ref<SmallVector<MemoryArray>(ValueRange)>;

  /// `prologue` maps elements of the op's inputs.
  TileScanKernel(DeviceOpInterface op, mlir::Region &prologue,
                 KernelBuilder &kernel, TileShape tile,
                 const TileScanForm &form);

  /// Takes the op's outputs, as they are or of one row of them.
  virtual void bindOuts(BindFn bind) = 0;
  /// Writes `total`, the fold of all elements without init, known to the
  /// calling wave (of a whole row, to the block), if `tile` is the last one.
  virtual void storeTotal(Value tile, ValueRange total) = 0;
  /// What is known of a tile's items. Folds of segments have borders behind
  /// them; an exclusive one is what lies before the item, be it another
  /// segment's.
  struct TileFolds {
    SmallVector<ValueTuple> inclusive, exclusive;
    TileSegments borders;
    /// Of counts, which are those of the tile alone: that of all its items, and
    /// that of all tiles before it.
    ValueTuple total, before;
    /// What loadItems() has kept.
    SmallVector<Value> kept;
  };
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
  /// Does with the folds what is to be done. They are in the arrangement of the
  /// scan, and not always in that of `io`.
  virtual void store(TileIO &io, Value tile, const TileFolds &folds) = 0;

  /// The row that the operands are of, i32; null for the only one.
  Value getRow() const { return currentRow; }
  /// Whether `tile` is the last one, and the calling thread the first one of
  /// those who know the total.
  Value storesTotal(Value tile);
  /// The bitmap of an op with offsets.
  HeadFlagBitmap getMarks() {
    return {op, kernel, kernel.argument(LaunchValue::region(Marks)),
            form.reverse};
  }
  /// `items` (of types `types`) as `io` moves them: what is scanned blocked may
  /// be in rows in memory.
  SmallVector<ValueTuple> toMemoryOrder(ArrayRef<ValueTuple> items,
                                        TypeRange types);

  DeviceOpInterface op;
  mlir::Region &prologue;
  KernelBuilder &kernel;
  TileShape shape;
  TileScanForm form;
  CodeBuilder &b;
  /// What is folded, in scan direction, and the tuple of a segment.
  Combiner base, combiner;
  SmallVector<Type> types;
  SmallVector<MemoryArray> ins, borders;
  /// Whether the op goes by rows, which have tiles and a state each.
  bool byRow;
  SmallVector<Value> init;
  Value size, tiles, states;
  /// The flags or keys of the thread's items.
  SmallVector<ValueTuple> keys;
  std::optional<PackedRows> packed;

private:
  /// What a block has of a tile before it scans it.
  struct LoadedTile {
    TileIO io;
    SmallVector<Value> inputs;
    /// How many items there are (i32), where it matters; else null.
    Value valid;
    /// That of the rows in which the items are.
    unsigned rowVector;
    TileFolds folds;
  };

  void bindOperands(BindFn bind);
  void emitPacked();
  void emitPersistent();
  void emitOneRound();
  void emitTile(Value tile);
  /// Takes the tile from memory, or from `slots` if it has been staged there.
  LoadedTile loadTile(Value tile, ArrayRef<MemoryArray> slots = {});
  /// Scans the tile; does `beforeStores` when its prefix is known, and stores.
  void finishTile(Value tile, LoadedTile &loaded,
                  llvm::function_ref<void()> beforeStores);
  /// The same for counts.
  void finishCounts(Value tile, LoadedTile &loaded,
                    llvm::function_ref<void()> beforeStores);
  /// The index of the first element of a tile; i64.
  Value getFirst(Value tile);
  /// Whether threads scan items that lie side by side.
  bool scansBlocked();
  /// Whether what lies behind a packed tile is read.
  bool readsBehind();
  /// The tile between memory and the block.
  TileIO createIO(Value first);
  /// Bytes of workgroup memory that a tile on its way takes, and all that are
  /// at once; none where tiles are not staged.
  static uint64_t getSlotBytes(DeviceOpInterface op, const TileShape &tile);
  static uint64_t getStageBytes(DeviceOpInterface op, const TargetInfo &target,
                                const TileShape &tile);
  /// Where the op's inputs lie in the slot `offset` bytes (index) behind
  /// `stages`; nowhere if that is null.
  SmallVector<MemoryArray> getSlots(Value stages, Value offset);
  void stageTile(Value tile, ArrayRef<MemoryArray> slots);
  /// Returns what the tile has, in the first thread.
  SmallVector<Value> publishTile(Value tile, const LoadedTile &loaded);
  /// What the threads of a cooperative block read of others.
  StateGather getGather();
  /// The tiles, from one up to another, that the other blocks, of `blocks`
  /// (i32), take between this one's last tile and `tile`; and what a thread
  /// begins to read of them.
  std::pair<Value, Value> getBetween(Value tile, Value blocks);
  SmallVector<Value> peekBetween(Value tile, Value blocks);
  /// Folds it behind `last`, all tiles up to the block's last one, to what
  /// comes before `tile`; all in the first thread. Returns the same with `own`,
  /// what `tile` has.
  ValueTuple gatherBefore(Value tile, Value blocks, ValueRange peeked,
                          const ValueTuple &last, const ValueTuple &own);
  /// How many tiles each thread reads at most for that, of persistent blocks.
  static unsigned getTilesPerThread(DeviceOpInterface op,
                                    const TargetInfo &target,
                                    const TileShape &tile);
  /// The operands and the state from now on are those of row `row` (i32, null
  /// for the only one).
  void enterRow(Value row);
  /// Makes of `inputs`, items of the fold, items of the fold of segments, of
  /// which `found` are the borders.
  void addBorders(TileIO &scanned, const TileSegments &found,
                  SmallVector<Value> &inputs);
  /// The same for the row of tile `tile` of all; returns which of the row it
  /// is.
  Value enterRowOf(Value tile);
  /// Fills the block scan's prefix region.
  void emitPrefix(BlockScanOp scan, Value tile);
  /// Whether a tile that is scanned blocked moves in rows of `vector` and goes
  /// through workgroup memory in between.
  bool isTransposed(unsigned vector) const;
  /// `packed` neighbours of a row are one element of the values.
  SmallVector<Value> exchange(ValueRange values, bool toBlocked,
                              unsigned packed = 1);
  /// What comes before `tile`, of those that have something there.
  OptionalTuple lookBack(Value tile, ValueRange aggregate);
  /// What reduce-then-scan keeps of `tile` of the row.
  Value partialIndex(Value tile);
  void storePartial(Value tile, ValueRange inputs, Value valid,
                    unsigned rowVector);
  /// Counts the block, if `isDone` (i1, null for always), as one that looks at
  /// no state any more.
  void countFinished(Value isDone = {});
  /// Zeroes the workspace when all blocks, `blocks` (i32) of them, are done
  /// with it.
  void resetWorkspace(Value blocks);
  void clearStates();

  /// Tiles that a persistent block's wave looks at at once, if not limited.
  int32_t getPersistentWindow();

  /// What comes before the tile that a cooperative block finishes.
  OptionalTuple gathered;
  bool foldsSegments, transposes = false;
  /// Whether the workspace is left as it was found.
  bool resets = false;
  /// i1, whether there is more than one tile (null: there is); i32, in the
  /// first thread, how many blocks have counted themselves before, or 0.
  Value several, finished;
  /// Null for the only row.
  Value currentRow;
  /// That of the rows in which the tile moves.
  unsigned vector = 0;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCAN_H
