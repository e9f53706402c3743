//===- RowKernel.cpp - Kernels of rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which row the threads have, and in vectors of how many elements. Vectors are
// chosen by a test that is the same for all threads of a launch; without them
// a kernel goes by single elements.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "../Tile/TileIO.h"
#include "../Tile/WaveVote.h"
#include "RowEmitter.h"
#include "RowStrip.h"
#include "mlir/IR/Remarks.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// How a kernel accesses the elements of rows.
struct RowAccess {
  unsigned vector = 1;
  RowSteps steps = RowSteps::Whole;
  /// Bytes to which vectors are aligned; 0 for the alignment of an element.
  unsigned alignment = 0;
};

/// Emits a kernel once for each way in which its rows may have to be accessed.
class RowKernel {
public:
  /// A row has `threads` threads, which may have `items` neighbours each.
  RowKernel(DeviceRowsOp op, KernelBuilder &kernel, unsigned items,
            int64_t threads)
      : body(op), op(op), kernel(kernel), b(kernel), items(items),
        threads(threads) {}

  /// Emits `emit` for rows of at least `least` elements, which are one tile of
  /// at most `most`.
  void forHeld(int64_t least, int64_t most,
               llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for rows of at least `least` elements, in several tiles.
  void forWalked(int64_t least, llvm::function_ref<void(RowAccess)> emit);
  /// Such rows in tiles of `ofTile` elements, of which the last one is often
  /// whole.
  void forTiles(int64_t least, int64_t ofTile,
                llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for the segment of a block, which is one tile.
  void forHeldSegment(RowSource &row, llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for the segment of a block, in several tiles.
  void forWalkedSegment(RowSource &row,
                        llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for the segments of a wave, each of which is one tile. They
  /// begin anywhere, so vectors are for chips that do not align them.
  void forHeldSegments(Value length, llvm::function_ref<void(RowAccess)> emit);

  RowEmitter getEmitter(RowThreads &threads, const RowAccess &access,
                        RowSource &row, Value active = {}) {
    return RowEmitter(body, op, kernel, threads, row, active, access.steps,
                      /*isWide=*/access.vector > 1, access.alignment);
  }

  RowBody body;

private:
  /// Whether vectors begin at multiples of their size.
  bool alignsVectors() const {
    return kernel.target().alignsAccesses() || kernel.device().alignsTiles();
  }
  /// Operands of which a thread has elements, and those of which it has
  /// neighbouring ones, as many as a vector.
  SmallVector<Value> findAccessed(bool hasColumns);
  SmallVector<Value> findDense(bool hasColumns);
  unsigned getVector();
  /// Whether wide accesses of `vector` elements may begin where `row` does, or
  /// where buffers do if it is any row; null if they always may.
  Value testAligned(RowSource &row, unsigned vector);
  /// Whether rows of at least `least` elements may be peeled.
  bool canPeel(RowSource &row, unsigned vector, int64_t least);
  /// Emits `emit` for `row`, or any row, of at least `least` elements, with
  /// vectors where it has a multiple of `vector` elements, or can be peeled.
  void forWhole(RowSource &row, unsigned vector, int64_t least,
                llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for a segment that is peeled if it is long enough. It begins
  /// anywhere in buffers that begin at a vector. Returns whether it may be.
  bool forPeeled(RowSource &row, unsigned vector,
                 llvm::function_ref<void(RowAccess)> emit);

  DeviceRowsOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  unsigned items;
  int64_t threads;
};

} // namespace

SmallVector<Value> RowKernel::findAccessed(bool hasColumns) {
  SmallVector<Value> accessed;
  unsigned columns = op.getIns().size() + op.getRowIns().size();
  for (auto [number, operand] : llvm::enumerate(op.getElementOperands())) {
    bool isColumn = number >= columns;
    bool isIn = number < op.getIns().size();
    if (body.isNeeded(op.getRow().getArgument(number)) &&
        (isIn || (hasColumns && isColumn)))
      accessed.push_back(operand);
  }
  for (auto [out, value] : llvm::zip_equal(op.getOuts(), body.getWritten()))
    if (value)
      accessed.push_back(out);
  return accessed;
}

SmallVector<Value> RowKernel::findDense(bool hasColumns) {
  return llvm::to_vector(
      llvm::make_filter_range(findAccessed(hasColumns), [&](Value buffer) {
        return kernel.rows().isDense(cast<MemRefType>(buffer.getType()));
      }));
}

unsigned RowKernel::getVector() {
  SmallVector<Value> dense = findDense(/*hasColumns=*/false);
  // Where elements do not count, no neutral ones take their places.
  if (dense.empty() || body.lacksIdentity())
    return 1;
  unsigned vector = TileIO::getRowVector(kernel.target(), dense, {0, items});
  // A sort takes items in the row's order, and is too much code to be emitted
  // once for each way of access.
  if (body.hasSorts() && (kernel.target().alignsAccesses() ||
                          kernel.rows().getKnownLength().value_or(1) % vector))
    return 1;
  return vector;
}

Value RowKernel::testAligned(RowSource &row, unsigned vector) {
  Value condition;
  if (!alignsVectors())
    return condition;
  for (Value buffer : findDense(/*hasColumns=*/true)) {
    unsigned bytes =
        std::min(getElementBytes(getElementTypeOrSelf(buffer)) * vector,
                 kernel.target().accessBytes);
    // Columns begin where their buffer does.
    bool isColumn = llvm::is_contained(op.getColumnIns(), buffer) &&
                    !llvm::is_contained(op.getIns(), buffer);
    MemoryArray array =
        isColumn ? kernel.bind(buffer).front() : row.getElements(buffer);
    Value test = IsAlignedOp::create(b, array.getBase(), bytes);
    condition = condition ? b.andi(condition, test) : test;
  }
  return condition;
}

/// The elements of a row that may be in no vector, of which each needs a
/// thread.
static int64_t countOutside(unsigned vector) {
  return 2 * (int64_t(vector) - 1);
}

bool RowKernel::canPeel(RowSource &row, unsigned vector, int64_t least) {
  int64_t most = countOutside(vector);
  if (!alignsVectors() || !body.foldsByThread() ||
      body.scans(/*reverse=*/false) || body.scans(/*reverse=*/true) ||
      body.hasSorts() || threads < most ||
      row.getKnownLength().value_or(least) <= most)
    return false;
  SmallVector<Value> accessed = findAccessed(/*hasColumns=*/false);
  // Single words are as fast as vectors, if columns are not loaded by vectors.
  constexpr unsigned wordBytes = 4;
  bool areWords = llvm::all_of(accessed, [](Value buffer) {
    return getElementBytes(getElementTypeOrSelf(buffer)) >= wordBytes;
  });
  if (areWords && accessed.size() < findAccessed(/*hasColumns=*/true).size())
    return false;
  // Rows of all buffers are aligned alike where they follow each other.
  return llvm::all_of(accessed, [&](Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    return kernel.rows().isDense(type) && isContiguous(type) &&
           !op.getFirst(buffer);
  });
}

void RowKernel::forWhole(RowSource &row, unsigned vector, int64_t least,
                         llvm::function_ref<void(RowAccess)> emit) {
  unsigned alignment = alignsVectors() ? kernel.target().accessBytes : 0;
  RowAccess whole{vector, RowSteps::Whole, alignment};
  RowAccess peeled{vector, RowSteps::Peeled, alignment};
  std::optional<int64_t> known = row.getKnownLength();
  bool isPeeled = canPeel(row, vector, least);
  if (!isPeeled && known.value_or(0) % vector != 0)
    return emit({});
  Value isAligned = testAligned(row, vector), isWhole;
  if (!known)
    isWhole = b.eq(b.remui(row.getLength(), vector), 0);
  auto choose = [&](Value condition, llvm::function_ref<void()> then,
                    const RowAccess &other) {
    if (!condition)
      return then();
    b.ifThen(condition, then, [&] { emit(other); });
  };
  if (isPeeled)
    return choose(isAligned,
                  [&] {
                    if (known.value_or(0) % vector != 0)
                      return emit(peeled);
                    choose(isWhole, [&] { emit(whole); }, peeled);
                  },
                  {});
  // One condition, so that there is one other form.
  Value isBoth = isAligned && isWhole ? b.andi(isAligned, isWhole)
                 : isAligned          ? isAligned
                                      : isWhole;
  choose(isBoth, [&] { emit(whole); }, {});
}

void RowKernel::forWalked(int64_t least,
                          llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = getVector();
  if (vector == 1)
    return emit({});
  DimensionRow any(op, kernel, /*row=*/Value());
  forWhole(any, vector, least, emit);
}

void RowKernel::forTiles(int64_t least, int64_t ofTile,
                         llvm::function_ref<void(RowAccess)> emit) {
  forWalked(least, [&](RowAccess access) {
    RowAccess full = access;
    full.steps = RowSteps::Full;
    if (std::optional<int64_t> known = kernel.rows().getKnownLength())
      return emit(*known % ofTile == 0 ? full : access);
    if (access.vector == 1 || access.steps == RowSteps::Peeled)
      return emit(access);
    b.ifThen(
        b.eq(b.remui(kernel.rowLength(), ofTile), 0), [&] { emit(full); },
        [&] { emit(access); });
  });
}

bool RowKernel::forPeeled(RowSource &row, unsigned vector,
                          llvm::function_ref<void(RowAccess)> emit) {
  int64_t most = countOutside(vector);
  if (!canPeel(row, vector, /*least=*/most + 1))
    return false;
  Value isWide = b.sgt(row.getLength(), most);
  DimensionRow buffers(op, kernel, /*row=*/Value());
  if (Value isAligned = testAligned(buffers, vector))
    isWide = b.andi(isWide, isAligned);
  b.ifThen(
      isWide,
      [&] { emit({vector, RowSteps::Peeled, kernel.target().accessBytes}); },
      [&] { emit({}); });
  return true;
}

void RowKernel::forWalkedSegment(RowSource &row,
                                 llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = getVector();
  if (vector == 1 || !forPeeled(row, vector, emit))
    emit({});
}

void RowKernel::forHeldSegment(RowSource &row,
                               llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = getVector();
  if (vector == 1)
    return emit({});
  if (forPeeled(row, vector, emit))
    return;
  if (alignsVectors())
    return forWhole(row, vector, /*least=*/1, emit);
  b.ifThen(
      b.sge(row.getLength(), vector),
      [&] { emit({vector, RowSteps::Overlapping}); }, [&] { emit({}); });
}

void RowKernel::forHeldSegments(Value length,
                                llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = alignsVectors() ? 1 : getVector();
  if (vector == 1)
    return emit({});
  Value isShort = voteOfLanes(kernel, b.slt(length, vector));
  b.ifThen(
      b.eq(isShort, 0), [&] { emit({vector, RowSteps::Overlapping}); },
      [&] { emit({}); });
}

void RowKernel::forHeld(int64_t least, int64_t most,
                        llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = getVector();
  std::optional<int64_t> known = kernel.rows().getKnownLength();
  // Rows that fill the tile need neither tests nor clamped positions, which
  // would take the registers of what they hold.
  auto emitFilled = [&](const RowAccess &access) {
    RowAccess full = access;
    full.steps = RowSteps::Full;
    if (known)
      return emit(*known == most ? full : access);
    if (access.vector == 1 || access.steps == RowSteps::Peeled)
      return emit(access);
    b.ifThen(
        b.eq(kernel.rowLength(), most), [&] { emit(full); },
        [&] { emit(access); });
  };
  if (vector == 1)
    return emitFilled({});
  if (alignsVectors() || (known && *known % vector == 0)) {
    DimensionRow any(op, kernel, /*row=*/Value());
    return forWhole(any, vector, least, emitFilled);
  }
  RowAccess overlapping{vector, RowSteps::Overlapping};
  if (known.value_or(least) >= vector)
    return emitFilled(overlapping);
  if (known)
    return emitFilled({});
  b.ifThen(
      b.sge(kernel.rowLength(), vector), [&] { emitFilled(overlapping); },
      [&] { emitFilled({}); });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The row of a block.
static DimensionRow getRowOfBlock(DeviceRowsOp op, KernelBuilder &kernel) {
  bool isOnly = kernel.rows().getKnownRows() == 1;
  return DimensionRow(op, kernel, isOnly ? Value() : kernel.blockId());
}

void mlir::prim::emitHeldByBlock(DeviceRowsOp op, KernelBuilder &kernel,
                                 const TileShape &tile, int64_t least) {
  // The digits of a sort are ranked lane by lane.
  bool sorts = RowBody(op).hasSorts();
  RowKernel rows(op, kernel, sorts ? 1 : tile.itemsPerThread, tile.blockSize);
  DimensionRow row = getRowOfBlock(op, kernel);
  rows.forHeld(least, tile.items(), [&](RowAccess access) {
    BlockThreads threads(kernel, tile, access.vector);
    rows.getEmitter(threads, access, row).emitHeld();
  });
}

/// The row of a cluster, as for a block, and the number of the block in it
/// (i32). Every block has begun before another one stores into its memory.
static std::pair<DimensionRow, Value> beginCluster(DeviceRowsOp op,
                                                   KernelBuilder &kernel,
                                                   const RowGrouping &groups) {
  CodeBuilder &b = kernel;
  // Blocks of a cluster are neighbours in the grid.
  Value row, rank = kernel.blockId();
  if (kernel.rows().getKnownRows() != 1) {
    row = b.divui(rank, groups.blocks);
    rank = b.remui(rank, groups.blocks);
  }
  ClusterBarrierOp::create(b);
  return {DimensionRow(op, kernel, row), rank};
}

void mlir::prim::emitHeldByCluster(DeviceRowsOp op, KernelBuilder &kernel,
                                   const RowGrouping &groups, int64_t least) {
  RowKernel rows(op, kernel, groups.tile.itemsPerThread, groups.countThreads());
  auto [row, rank] = beginCluster(op, kernel, groups);
  rows.forHeld(least, groups.maxElements,
               [&, &row = row, rank = rank](RowAccess access) {
                 ClusterThreads threads(kernel, groups, rank, access.vector);
                 rows.getEmitter(threads, access, row).emitHeld();
               });
}

/// The elements of a row that a block of `groups` has.
static int64_t countOwnElements(const RowGrouping &groups) {
  int64_t ofTile = groups.tile.items();
  return llvm::divideCeil(groups.maxElements, ofTile * groups.blocks) * ofTile;
}

uint64_t mlir::prim::countKeptBytes(DeviceRowsOp op, const RowBody &body,
                                    const RowGrouping &groups) {
  return RowKeep::countBytes(op, body) * countOwnElements(groups);
}

void mlir::prim::emitKept(DeviceRowsOp op, KernelBuilder &kernel,
                          const RowGrouping &groups, int64_t least) {
  RowKernel rows(op, kernel, groups.tile.itemsPerThread, groups.countThreads());
  // Outside of the ways to access a row, which share the memory.
  RowKeep keep(kernel, op, rows.body, countOwnElements(groups));
  if (groups.group == RowGroup::Cluster) {
    auto [row, rank] = beginCluster(op, kernel, groups);
    rows.forTiles(least, int64_t(groups.blocks) * groups.tile.items(),
                  [&, &row = row, rank = rank](RowAccess access) {
                    RowKeep own = keep;
                    ClusterThreads threads(kernel, groups, rank, access.vector);
                    rows.getEmitter(threads, access, row).emitWalked(&own);
                  });
    return;
  }
  DimensionRow row = getRowOfBlock(op, kernel);
  rows.forTiles(least, groups.tile.items(), [&](RowAccess access) {
    RowKeep own = keep;
    BlockThreads threads(kernel, groups.tile, access.vector);
    rows.getEmitter(threads, access, row).emitWalked(&own);
  });
}

unsigned mlir::prim::countRowsOfLanes(const RowGrouping &rows,
                                      const TargetInfo &target) {
  return rows.waves * (target.waveSize / rows.tile.blockSize);
}

void mlir::prim::emitHeldByLanes(DeviceRowsOp op, KernelBuilder &kernel,
                                 const RowGrouping &groups, int64_t least) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, groups.tile.itemsPerThread, groups.countThreads());
  unsigned lanes = groups.tile.blockSize;
  unsigned ofWave = kernel.target().waveSize / lanes;
  int64_t ofBlock = countRowsOfLanes(groups, kernel.target());
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  Value first = b.mul(b.zextI64(kernel.blockId()), ofBlock);
  first = b.add(first, b.mul(b.zextI64(kernel.waveId()), int64_t(ofWave)));
  Value step = b.mul(kernel.blocks(), ofBlock);
  rows.forHeld(least, groups.maxElements, [&](RowAccess access) {
    b.forEach(first, count, step, [&](Value number) {
      Value row = WarpUniformOp::create(b, b.truncI32(number)), active;
      if (ofWave > 1) {
        // Groups without a row compute the last one once more.
        Value own = b.add(row, b.divui(kernel.laneId(), lanes));
        Value last = b.sub(b.truncI32(count), 1);
        row = b.minui(own, last);
        active = b.eq(own, row);
      }
      unsigned run =
          rows.body.hasSorts() ? groups.tile.itemsPerThread : access.vector;
      LaneThreads threads(kernel, groups.tile, access.vector, run);
      DimensionRow source(op, kernel, row);
      rows.getEmitter(threads, access, source, active).emitHeld();
    });
  });
}

/// Says that elements are read more than once, and why.
static void remarkWalks(DeviceRowsOp op, const RowBody &body,
                        const Twine &reason) {
  if (body.countWalks() <= 1)
    return;
  auto options =
      remark::RemarkOpts::name("device_rows").category("prim-lower-device");
  remark::analysis(op.getLoc(), options)
      << ("reads rows " + Twine(body.countWalks()) + " times, " + reason).str();
}

void mlir::prim::emitWalkedByBlock(DeviceRowsOp op, KernelBuilder &kernel,
                                   const TileShape &tile, int64_t least) {
  RowKernel rows(op, kernel, tile.itemsPerThread, tile.blockSize);
  remarkWalks(op, rows.body, "if they are longer than what a block holds");
  DimensionRow row = getRowOfBlock(op, kernel);
  auto emit = [&](RowAccess access) {
    BlockThreads threads(kernel, tile, access.vector);
    rows.getEmitter(threads, access, row).emitWalked();
  };
  // Instructions must not limit a single walk, which can go as fast as memory.
  if (rows.body.countWalks() == 1)
    rows.forTiles(least, tile.items(), emit);
  else
    rows.forWalked(least, emit);
}

void mlir::prim::emitWalkedByThread(DeviceRowsOp op, KernelBuilder &kernel,
                                    const TileShape &tile) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, tile.itemsPerThread, /*threads=*/1);
  remarkWalks(op, rows.body, "because they lie side by side");
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  auto [first, step] = kernel.gridThreads();
  b.forEach(first, count, step, [&](Value number) {
    SingleThread threads(kernel, tile.itemsPerThread);
    DimensionRow row(op, kernel, b.truncI32(number));
    rows.getEmitter(threads, RowAccess(), row).emitWalked();
  });
}

/// Emits `emit` with the emitter of each row of the strips that a block takes
/// in turns, once for rows of whole tiles and once for others.
static void forRowsOfStrips(DeviceRowsOp op, KernelBuilder &kernel,
                            const RowStrip &strip,
                            llvm::function_ref<void(RowEmitter &)> emit) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, strip.itemsPerThread, strip.countThreads());
  StripThreads threads(kernel, strip);
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  Value last = b.sub(count, 1);
  Value first = b.mul(b.zextI64(kernel.blockId()), int64_t(strip.rows));
  Value step = b.mul(kernel.blocks(), int64_t(strip.rows));
  Value ofThread = b.zextI64(StripThreads::getRow(kernel, strip));
  auto emitStrips = [&](RowSteps steps) {
    b.forEach(first, count, step, [&](Value begin) {
      // All threads meet at barriers. Those without a row compute the last one
      // once more.
      Value own = b.add(begin, ofThread);
      Value row = b.minsi(own, last);
      DimensionRow source(op, kernel, b.truncI32(row));
      RowEmitter emitter = rows.getEmitter(threads, {/*vector=*/1, steps},
                                           source, b.eq(own, row));
      emit(emitter);
    });
  };
  int64_t ofTile = strip.countTile();
  if (std::optional<int64_t> known = kernel.rows().getKnownLength())
    return emitStrips(*known % ofTile == 0 ? RowSteps::Full : RowSteps::Whole);
  b.ifThen(
      b.eq(b.remui(kernel.rowLength(), ofTile), 0),
      [&] { emitStrips(RowSteps::Full); },
      [&] { emitStrips(RowSteps::Whole); });
}

void mlir::prim::emitHeldByStrip(DeviceRowsOp op, KernelBuilder &kernel,
                                 const RowStrip &strip) {
  forRowsOfStrips(op, kernel, strip,
                  [](RowEmitter &emitter) { emitter.emitHeld(); });
}

void mlir::prim::emitWalkedByStrip(DeviceRowsOp op, KernelBuilder &kernel,
                                   const RowStrip &strip) {
  remarkWalks(op, RowBody(op), "if they are longer than what a strip holds");
  forRowsOfStrips(op, kernel, strip,
                  [](RowEmitter &emitter) { emitter.emitWalked(); });
}

void mlir::prim::emitEmptyRows(DeviceRowsOp op, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, /*items=*/1, /*threads=*/1);
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  auto [first, step] = kernel.gridThreads();
  b.forEach(first, count, step, [&](Value number) {
    SingleThread threads(kernel, /*items=*/1);
    DimensionRow row(op, kernel, b.truncI32(number));
    rows.getEmitter(threads, RowAccess(), row).emitEmpty();
  });
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

namespace {

/// Lengths of segments differ, so a group has code for parts of its tile: for
/// halves of halves, but of no fewer items of a thread than these. Segments of
/// 0 to 2000 f32 take half of the instructions for it on gfx942 and gfx1100.
constexpr unsigned maxHalvings = 2, leastItems = 2;

/// Emits the segments of an op, whose lengths only show in the kernel.
class SegmentKernel {
public:
  SegmentKernel(DeviceRowsOp op, KernelBuilder &kernel)
      : rows(op, kernel, /*items=*/1, /*threads=*/1), op(op), kernel(kernel),
        b(kernel), table(op, kernel) {}

  /// A group of lanes for each segment, of at most so many elements.
  void emitByLanes(const RowGrouping &groups);
  /// A block for each segment.
  void emitByBlocks(const SegmentTiles &tiles);
  /// A block for each segment of more than `most` elements (i64), along which
  /// it walks.
  void emitLong(const TileShape &tile, Value most);
  /// Segments of a buffer without elements, a thread for each.
  void emitEmpty();

private:
  /// Emits `emit` for the least of `tile` and its halves, halved so often at
  /// most, for which `fits` says of its items that they hold what there is; i1,
  /// uniform.
  void forLeastTile(const TileShape &tile, unsigned halvings,
                    llvm::function_ref<Value(int64_t)> fits,
                    llvm::function_ref<void(TileShape)> emit);
  /// The segment of a group of lanes, which write nothing unless `active` (i1,
  /// null where the group is the wave).
  void holdByLanes(const TileShape &tile, RowSource &row, Value active);
  void holdByBlock(const TileShape &tile, RowSource &row);
  void writeEmpty(RowThreads &threads, Value number, const Segment &segment);
  /// A segment, which has elements, by a block: that holds it if it can, or
  /// walks along it.
  void holdOrWalk(const SegmentTiles &tiles, RowSource &row);
  void walk(const TileShape &tile, RowSource &row);
  /// Segment `number` (i64), which is that of the whole wave.
  Segment findUniform(Value number);

  /// For single elements.
  RowKernel rows;
  DeviceRowsOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  SegmentTable table;
};

} // namespace

void SegmentKernel::writeEmpty(RowThreads &threads, Value number,
                               const Segment &segment) {
  SegmentRow row(kernel, number, segment);
  rows.getEmitter(threads, RowAccess(), row).emitEmpty();
}

void SegmentKernel::forLeastTile(const TileShape &tile, unsigned halvings,
                                 llvm::function_ref<Value(int64_t)> fits,
                                 llvm::function_ref<void(TileShape)> emit) {
  if (halvings == 0 || tile.itemsPerThread <= leastItems ||
      tile.itemsPerThread % 2 != 0)
    return emit(tile);
  TileShape half = tile;
  half.itemsPerThread /= 2;
  b.ifThen(
      fits(half.items()), [&] { forLeastTile(half, halvings - 1, fits, emit); },
      [&] { emit(tile); });
}

void SegmentKernel::holdByLanes(const TileShape &tile, RowSource &row,
                                Value active) {
  auto fits = [&](int64_t most) -> Value {
    if (!active)
      return b.sle(row.getLength(), most);
    Value isLonger = b.sgt(row.getLength(), most);
    return b.eq(voteOfLanes(kernel, isLonger), 0);
  };
  forLeastTile(tile, maxHalvings, fits, [&](const TileShape &own) {
    RowKernel held(op, kernel, own.itemsPerThread, own.blockSize);
    held.forHeldSegments(row.getLength(), [&](RowAccess access) {
      LaneThreads threads(kernel, own, access.vector, /*run=*/access.vector);
      held.getEmitter(threads, access, row, active).emitHeld();
    });
  });
}

void SegmentKernel::holdByBlock(const TileShape &tile, RowSource &row) {
  auto fits = [&](int64_t most) { return b.sle(row.getLength(), most); };
  forLeastTile(tile, maxHalvings, fits, [&](const TileShape &own) {
    RowKernel held(op, kernel, own.itemsPerThread, own.blockSize);
    held.forHeldSegment(row, [&](RowAccess access) {
      BlockThreads threads(kernel, own, access.vector);
      held.getEmitter(threads, access, row).emitHeld();
    });
  });
}

void SegmentKernel::emitByLanes(const RowGrouping &groups) {
  unsigned lanes = groups.tile.blockSize;
  unsigned ofWave = kernel.target().waveSize / lanes;
  int64_t ofBlock = countRowsOfLanes(groups, kernel.target());
  Value count = table.count();
  Value begin = b.mul(b.zextI64(kernel.blockId()), ofBlock);
  begin = b.add(begin, b.mul(b.zextI64(kernel.waveId()), int64_t(ofWave)));
  Value step = b.mul(kernel.blocks(), ofBlock);
  b.forEach(begin, count, step, [&](Value first) {
    Value number = first, exists = b.boolean(true);
    if (ofWave > 1) {
      Value own = b.add(first, b.zextI64(b.divui(kernel.laneId(), lanes)));
      exists = b.ult(own, count);
      // Groups without a segment look at one that there is.
      number = b.select(exists, own, first);
    }
    Segment segment = ofWave > 1 ? table.find(number) : findUniform(number);
    Value isEmpty = b.eq(segment.elements, 0);
    if (rows.body.hasOutOfRow())
      b.ifThen(b.andi(exists, isEmpty), [&] {
        LaneThreads threads(kernel, groups.tile, /*vector=*/1, /*run=*/1);
        writeEmpty(threads, number, segment);
      });
    Value isHeld = b.andi(b.sle(segment.elements, groups.maxElements),
                          b.andi(exists, b.invert(isEmpty)));
    if (ofWave == 1) {
      SegmentRow row(kernel, number, segment);
      b.ifThen(isHeld, [&] { holdByLanes(groups.tile, row, Value()); });
      return;
    }
    Value held = voteOfLanes(kernel, isHeld);
    b.ifThen(b.ne(held, 0), [&] {
      // Other groups compute the first segment of the wave once more.
      Value lane = getFirstLane(kernel, held);
      auto toHeld = [&](Value value) {
        return b.select(isHeld, value, getOfLane(kernel, value, lane));
      };
      Segment some{toHeld(segment.begin), toHeld(segment.elements)};
      SegmentRow row(kernel, toHeld(number), some);
      holdByLanes(groups.tile, row, isHeld);
    });
  });
}

Segment SegmentKernel::findUniform(Value number) {
  Segment segment = table.find(number);
  return {WarpUniformOp::create(b, segment.begin),
          WarpUniformOp::create(b, segment.elements)};
}

void SegmentKernel::walk(const TileShape &tile, RowSource &row) {
  remarkWalks(op, rows.body,
              "if segments are longer than what the threads hold");
  RowKernel walked(op, kernel, tile.itemsPerThread, tile.blockSize);
  walked.forWalkedSegment(row, [&](RowAccess access) {
    BlockThreads threads(kernel, tile, access.vector);
    walked.getEmitter(threads, access, row).emitWalked();
  });
}

void SegmentKernel::holdOrWalk(const SegmentTiles &tiles, RowSource &row) {
  if (!tiles.held)
    return walk(tiles.walked, row);
  b.ifThen(
      b.sle(row.getLength(), int64_t(tiles.held->items())),
      [&] { holdByBlock(*tiles.held, row); }, [&] { walk(tiles.walked, row); });
}

void SegmentKernel::emitByBlocks(const SegmentTiles &tiles) {
  kernel.forGridStride(table.count(), [&](Value number) {
    Segment segment = findUniform(number);
    SegmentRow row(kernel, number, segment);
    auto compute = [&] { holdOrWalk(tiles, row); };
    Value isSome = b.ne(segment.elements, 0);
    if (!rows.body.hasOutOfRow())
      return b.ifThen(isSome, compute);
    b.ifThen(isSome, compute, [&] {
      BlockThreads threads(kernel, tiles.walked, /*vector=*/1);
      writeEmpty(threads, number, segment);
    });
  });
}

void SegmentKernel::emitLong(const TileShape &tile, Value most) {
  Value count = table.count(), blocks = kernel.blocks();
  Value thread = kernel.threadId(), none = b.i32(-1);
  Combiner least(CombinerKind::MinUI, b.getI32Type());
  // Neighbours among long segments are of different blocks.
  Value step = b.mul(blocks, int64_t(kernel.blockSize()));
  b.forEach(b.zextI64(kernel.blockId()), count, step, [&](Value first) {
    auto numberOf = [&](Value of) {
      return b.add(first, b.mul(b.zextI64(of), blocks));
    };
    Value own = numberOf(thread);
    Value exists = b.ult(own, count);
    Segment segment = table.find(b.select(exists, own, first));
    Value isLong = b.andi(exists, b.sgt(segment.elements, most));
    // Each turn begins with the fold that finds its segment, so that there is
    // only one.
    b.whileLoop(
        {isLong, b.i32(0)},
        [&](ValueRange values) { return b.ne(values[1], none); },
        [&](ValueRange values) -> SmallVector<Value> {
          Value candidate = b.select(values[0], thread, none);
          auto reduce = createBlockReduce(b, least, candidate, /*all=*/true);
          Value next = WarpUniformOp::create(b, reduce.getResult(0));
          b.ifThen(b.ne(next, none), [&] {
            Value number = numberOf(next);
            SegmentRow row(kernel, number, findUniform(number));
            walk(tile, row);
          });
          return {b.andi(values[0], b.ne(thread, next)), next};
        });
  });
}

void SegmentKernel::emitEmpty() {
  auto [first, step] = kernel.gridThreads();
  b.forEach(first, table.count(), step, [&](Value number) {
    SingleThread threads(kernel, /*items=*/1);
    writeEmpty(threads, number, {b.i64(0), b.i64(0)});
  });
}

void mlir::prim::emitSegmentsByLanes(DeviceRowsOp op, KernelBuilder &kernel,
                                     const RowGrouping &groups) {
  SegmentKernel(op, kernel).emitByLanes(groups);
}

void mlir::prim::emitSegmentsByBlocks(DeviceRowsOp op, KernelBuilder &kernel,
                                      const SegmentTiles &tiles) {
  SegmentKernel(op, kernel).emitByBlocks(tiles);
}

void mlir::prim::emitLongSegments(DeviceRowsOp op, KernelBuilder &kernel,
                                  const TileShape &tile) {
  Value most = kernel.param(longerThan);
  SegmentKernel(op, kernel).emitLong(tile, most);
}

void mlir::prim::emitEmptySegments(DeviceRowsOp op, KernelBuilder &kernel) {
  SegmentKernel(op, kernel).emitEmpty();
}
