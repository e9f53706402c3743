//===- RowKernel.h - Kernels of rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of prim.device_rows, by how a row is held.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKERNEL_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKERNEL_H

#include "../Engine/KernelBuilder.h"
#include "RowBody.h"
#include "prim/Target/RowStrips.h"

namespace mlir::prim {

/// Rows of at least `least` elements and at most the tile of a block, whose
/// registers hold them.
void emitHeldByBlock(DeviceRowsOp op, KernelBuilder &kernel,
                     const TileShape &tile, int64_t least);
/// Such rows of groups of lanes, whose number and items are those of `rows`.
void emitHeldByLanes(DeviceRowsOp op, KernelBuilder &kernel,
                     const RowGrouping &rows, int64_t least);
/// Such rows of clusters of blocks, as `rows` has them.
void emitHeldByCluster(DeviceRowsOp op, KernelBuilder &kernel,
                       const RowGrouping &rows, int64_t least);
/// Rows of `least` elements up to those of `rows`, which are more than its
/// tile: they are walked along by a block or a cluster, and workgroup memory
/// keeps them.
void emitKept(DeviceRowsOp op, KernelBuilder &kernel, const RowGrouping &rows,
              int64_t least);
/// The bytes of workgroup memory that this takes.
uint64_t countKeptBytes(DeviceRowsOp op, const RowBody &body,
                        const RowGrouping &rows);
/// Rows of at least `least` elements that a block walks along, tile by tile, as
/// often as folds depend on each other.
void emitWalkedByBlock(DeviceRowsOp op, KernelBuilder &kernel,
                       const TileShape &tile, int64_t least);
/// Rows that lie side by side, each walked along by a thread.
void emitWalkedByThread(DeviceRowsOp op, KernelBuilder &kernel,
                        const TileShape &tile);
/// Rows that lie side by side, at most the tile of `strip`: registers of the
/// threads that share one hold it.
void emitHeldByStrip(DeviceRowsOp op, KernelBuilder &kernel,
                     const RowStrip &strip);
/// Such rows of any length, which these threads walk along.
void emitWalkedByStrip(DeviceRowsOp op, KernelBuilder &kernel,
                       const RowStrip &strip);
/// Rows without elements, of which only outputs with an element for each row
/// are written; a thread for each row.
void emitEmptyRows(DeviceRowsOp op, KernelBuilder &kernel);

/// How a block takes a segment: held by its registers if that is possible and
/// it fits, else walked along. Both tiles have the threads of the block.
struct SegmentTiles {
  std::optional<TileShape> held;
  TileShape walked;
};

/// Segments, by groups of lanes as `groups` has them. Longer ones are left to
/// emitLongSegments().
void emitSegmentsByLanes(DeviceRowsOp op, KernelBuilder &kernel,
                         const RowGrouping &groups);
/// Segments, by a block each.
void emitSegmentsByBlocks(DeviceRowsOp op, KernelBuilder &kernel,
                          const SegmentTiles &tiles);
/// Segments of more elements than the launch says, along each of which a block
/// walks. A block looks for them among as many segments as it has threads.
constexpr SizeParam longerThan{"longer_than"};
void emitLongSegments(DeviceRowsOp op, KernelBuilder &kernel,
                      const TileShape &tile);
/// The segments of a buffer without elements, as emitEmptyRows().
void emitEmptySegments(DeviceRowsOp op, KernelBuilder &kernel);

/// Rows of a block whose groups of lanes have one each.
unsigned countRowsOfLanes(const RowGrouping &rows, const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKERNEL_H
