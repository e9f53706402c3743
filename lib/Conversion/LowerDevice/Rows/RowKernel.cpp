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
  RowKernel(DeviceRowsOp op, KernelBuilder &kernel, unsigned items)
      : body(op), op(op), kernel(kernel), b(kernel), items(items) {}

  /// Emits `emit` for rows of at least `least` elements, which are one tile of
  /// at most `most`.
  void forHeld(int64_t least, int64_t most,
               llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for rows of several tiles.
  void forWalked(llvm::function_ref<void(RowAccess)> emit);
  /// Emits `emit` for rows of several tiles of `ofTile` elements, of which the
  /// last one is often whole.
  void forKept(int64_t ofTile, llvm::function_ref<void(RowAccess)> emit);

  RowEmitter getEmitter(RowThreads &threads, const RowAccess &access, Value row,
                        Value active = {}) {
    return RowEmitter(body, op, kernel, threads, row, active, access.steps,
                      /*isWide=*/access.vector > 1, access.alignment);
  }

  RowBody body;

private:
  /// Operands of which a thread has neighbouring elements, as many as a vector.
  SmallVector<Value> findDense(bool hasColumns);
  unsigned getVector();
  /// Whether vectors begin where wide accesses may, in rows of a multiple of
  /// `vector`; null if they always do, nothing if they never do.
  std::optional<Value> testWhole(unsigned vector);
  void forWhole(unsigned vector, llvm::function_ref<void(RowAccess)> emit);

  DeviceRowsOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  unsigned items;
};

} // namespace

SmallVector<Value> RowKernel::findDense(bool hasColumns) {
  SmallVector<Value> dense;
  auto add = [&](Value buffer) {
    if (kernel.rows().isDense(cast<MemRefType>(buffer.getType())))
      dense.push_back(buffer);
  };
  unsigned columns = op.getIns().size() + op.getRowIns().size();
  for (auto [number, operand] : llvm::enumerate(op.getElementOperands())) {
    bool isColumn = number >= columns;
    bool isIn = number < op.getIns().size();
    if (body.isNeeded(op.getRow().getArgument(number)) &&
        (isIn || (hasColumns && isColumn)))
      add(operand);
  }
  for (auto [out, value] : llvm::zip_equal(op.getOuts(), body.getWritten()))
    if (value)
      add(out);
  return dense;
}

unsigned RowKernel::getVector() {
  SmallVector<Value> dense = findDense(/*hasColumns=*/false);
  // Where elements do not count, no neutral ones take their places.
  if (dense.empty() || body.lacksIdentity())
    return 1;
  return TileIO::getRowVector(kernel.target(), dense, {0, items});
}

std::optional<Value> RowKernel::testWhole(unsigned vector) {
  Value condition;
  auto add = [&](Value test) {
    condition = condition ? b.andi(condition, test) : test;
  };
  if (std::optional<int64_t> known = kernel.rows().getKnownLength()) {
    if (*known % vector)
      return std::nullopt;
  } else {
    add(b.eq(b.remui(kernel.rowLength(), vector), 0));
  }
  if (!kernel.target().alignsAccesses())
    return condition;
  for (Value buffer : findDense(/*hasColumns=*/true)) {
    unsigned bytes =
        std::min(getElementBytes(getElementTypeOrSelf(buffer)) * vector,
                 kernel.target().accessBytes);
    Value base = kernel.bind(buffer).front().getBase();
    add(IsAlignedOp::create(b, base, bytes));
  }
  return condition;
}

void RowKernel::forWhole(unsigned vector,
                         llvm::function_ref<void(RowAccess)> emit) {
  std::optional<Value> isWhole = testWhole(vector);
  if (!isWhole)
    return emit({});
  unsigned alignment =
      kernel.target().alignsAccesses() ? kernel.target().accessBytes : 0;
  RowAccess wide{vector, RowSteps::Whole, alignment};
  if (!*isWhole)
    return emit(wide);
  b.ifThen(*isWhole, [&] { emit(wide); }, [&] { emit({}); });
}

void RowKernel::forWalked(llvm::function_ref<void(RowAccess)> emit) {
  unsigned vector = getVector();
  if (vector == 1)
    return emit({});
  forWhole(vector, emit);
}

void RowKernel::forKept(int64_t ofTile,
                        llvm::function_ref<void(RowAccess)> emit) {
  forWalked([&](RowAccess access) {
    RowAccess full = access;
    full.steps = RowSteps::Full;
    if (std::optional<int64_t> known = kernel.rows().getKnownLength())
      return emit(*known % ofTile == 0 ? full : access);
    if (access.vector == 1)
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
    if (access.vector == 1)
      return emit(access);
    b.ifThen(
        b.eq(kernel.rowLength(), most), [&] { emit(full); },
        [&] { emit(access); });
  };
  if (vector == 1)
    return emitFilled({});
  if (kernel.target().alignsAccesses() || (known && *known % vector == 0))
    return forWhole(vector, emitFilled);
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
  RowKernel rows(op, kernel, tile.itemsPerThread);
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
  RowKernel rows(op, kernel, groups.tile.itemsPerThread);
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
                          const RowGrouping &groups) {
  RowKernel rows(op, kernel, groups.tile.itemsPerThread);
  // Outside of the ways to access a row, which share the memory.
  RowKeep keep(kernel, op, rows.body, countOwnElements(groups));
  if (groups.group == RowGroup::Cluster) {
    auto [row, rank] = beginCluster(kernel, groups);
    rows.forKept(int64_t(groups.blocks) * groups.tile.items(),
                 [&, row = row, rank = rank](RowAccess access) {
                   RowKeep own = keep;
                   ClusterThreads threads(kernel, groups, rank, access.vector);
                   rows.getEmitter(threads, access, row).emitWalked(&own);
                 });
    return;
  }
  Value row = getRowOfBlock(kernel);
  rows.forKept(groups.tile.items(), [&](RowAccess access) {
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
  RowKernel rows(op, kernel, groups.tile.itemsPerThread);
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
      LaneThreads threads(kernel, groups.tile, access.vector);
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
                                   const TileShape &tile) {
  RowKernel rows(op, kernel, tile.itemsPerThread);
  remarkWalks(op, rows.body, "if they are longer than what a block holds");
  Value row = getRowOfBlock(kernel);
  rows.forWalked([&](RowAccess access) {
    BlockThreads threads(kernel, tile, access.vector);
    rows.getEmitter(threads, access, row).emitWalked();
  });
}

void mlir::prim::emitWalkedByThread(DeviceRowsOp op, KernelBuilder &kernel,
                                    const TileShape &tile) {
  CodeBuilder &b = kernel;
  RowKernel rows(op, kernel, tile.itemsPerThread);
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
  RowKernel rows(op, kernel, /*items=*/1);
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  auto [first, step] = kernel.gridThreads();
  b.forEach(first, count, step, [&](Value number) {
    SingleThread threads(kernel, /*items=*/1);
    rows.getEmitter(threads, RowAccess(), b.truncI32(number)).emitEmpty();
  });
}
