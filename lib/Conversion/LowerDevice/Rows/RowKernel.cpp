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
#include "RowEmitter.h"
#include "mlir/IR/Remarks.h"
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

  RowEmitter getEmitter(RowThreads &threads, const RowAccess &access, Value row,
                        Value active = {}) {
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
  /// Whether buffers begin where wide accesses of `vector` elements may; null
  /// if they always do.
  Value testAligned(unsigned vector);
  /// Whether rows of at least `least` elements may be peeled.
  bool canPeel(unsigned vector, int64_t least);
  /// Emits `emit` for rows of at least `least` elements, with vectors where
  /// rows have a multiple of `vector` elements, or can be peeled.
  void forWhole(unsigned vector, int64_t least,
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

Value RowKernel::testAligned(unsigned vector) {
  Value condition;
  if (!alignsVectors())
    return condition;
  for (Value buffer : findDense(/*hasColumns=*/true)) {
    unsigned bytes =
        std::min(getElementBytes(getElementTypeOrSelf(buffer)) * vector,
                 kernel.target().accessBytes);
    Value base = kernel.bind(buffer).front().getBase();
    Value test = IsAlignedOp::create(b, base, bytes);
    condition = condition ? b.andi(condition, test) : test;
  }
  return condition;
}

bool RowKernel::canPeel(unsigned vector, int64_t least) {
  // Each element that is in no vector needs a thread.
  int64_t most = 2 * (int64_t(vector) - 1);
  if (!alignsVectors() || !body.foldsByThread() ||
      body.scans(/*reverse=*/false) || body.scans(/*reverse=*/true) ||
      body.hasSorts() || threads < most ||
      kernel.rows().getKnownLength().value_or(least) <= most)
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

void RowKernel::forWhole(unsigned vector, int64_t least,
                         llvm::function_ref<void(RowAccess)> emit) {
  unsigned alignment = alignsVectors() ? kernel.target().accessBytes : 0;
  RowAccess whole{vector, RowSteps::Whole, alignment};
  RowAccess peeled{vector, RowSteps::Peeled, alignment};
  std::optional<int64_t> known = kernel.rows().getKnownLength();
  bool isPeeled = canPeel(vector, least);
  if (!isPeeled && known.value_or(0) % vector != 0)
    return emit({});
  Value isAligned = testAligned(vector), isWhole;
  if (!known)
    isWhole = b.eq(b.remui(kernel.rowLength(), vector), 0);
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
  forWhole(vector, least, emit);
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
  if (alignsVectors() || (known && *known % vector == 0))
    return forWhole(vector, least, emitFilled);
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

/// The row of a block (i32); null for the only one.
static Value getRowOfBlock(KernelBuilder &kernel) {
  return kernel.rows().getKnownRows() == 1 ? Value() : kernel.blockId();
}

void mlir::prim::emitHeldByBlock(DeviceRowsOp op, KernelBuilder &kernel,
                                 const TileShape &tile, int64_t least) {
  // The digits of a sort are ranked lane by lane.
  bool sorts = RowBody(op).hasSorts();
  RowKernel rows(op, kernel, sorts ? 1 : tile.itemsPerThread, tile.blockSize);
  Value row = getRowOfBlock(kernel);
  rows.forHeld(least, tile.items(), [&](RowAccess access) {
    BlockThreads threads(kernel, tile, access.vector);
    rows.getEmitter(threads, access, row).emitHeld();
  });
}

/// The row of a cluster, as for a block, and the number of the block in it
/// (i32). Every block has begun before another one stores into its memory.
static std::pair<Value, Value> beginCluster(KernelBuilder &kernel,
                                            const RowGrouping &groups) {
  CodeBuilder &b = kernel;
  // Blocks of a cluster are neighbours in the grid.
  Value row, rank = kernel.blockId();
  if (kernel.rows().getKnownRows() != 1) {
    row = b.divui(rank, groups.blocks);
    rank = b.remui(rank, groups.blocks);
  }
  ClusterBarrierOp::create(b);
  return {row, rank};
}

void mlir::prim::emitHeldByCluster(DeviceRowsOp op, KernelBuilder &kernel,
                                   const RowGrouping &groups, int64_t least) {
  RowKernel rows(op, kernel, groups.tile.itemsPerThread, groups.countThreads());
  auto [row, rank] = beginCluster(kernel, groups);
  rows.forHeld(least, groups.maxElements,
               [&, row = row, rank = rank](RowAccess access) {
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
    auto [row, rank] = beginCluster(kernel, groups);
    rows.forTiles(least, int64_t(groups.blocks) * groups.tile.items(),
                  [&, row = row, rank = rank](RowAccess access) {
                    RowKeep own = keep;
                    ClusterThreads threads(kernel, groups, rank, access.vector);
                    rows.getEmitter(threads, access, row).emitWalked(&own);
                  });
    return;
  }
  Value row = getRowOfBlock(kernel);
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
      rows.getEmitter(threads, access, row, active).emitHeld();
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
  Value row = getRowOfBlock(kernel);
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
    rows.getEmitter(threads, RowAccess(), b.truncI32(number)).emitWalked();
  });
}

void mlir::prim::emitEmptyRows(DeviceRowsOp op, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, /*items=*/1, /*threads=*/1);
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  auto [first, step] = kernel.gridThreads();
  b.forEach(first, count, step, [&](Value number) {
    SingleThread threads(kernel, /*items=*/1);
    rows.getEmitter(threads, RowAccess(), b.truncI32(number)).emitEmpty();
  });
}
