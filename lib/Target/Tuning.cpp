//===- Tuning.cpp - Tuning tables -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows. The first row that fits wins; a row without a chip fits all.
// benchmark/tune reads them here, and prints better ones.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Tuning.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

struct TileRow {
  DeviceAlgorithm algorithm;
  /// Empty: any chip.
  llvm::StringLiteral chip;
  /// Elements up to this many bytes.
  unsigned maxBytes;
  TileShape tile;
};

// 64 bytes a thread keep four 16-byte loads in flight; wide tuples give up some
// of that for registers.
constexpr TileRow tiles[] = {
    // benchmark/silicon on an H200, 2026-11-23 (benchmark/data/h200): the best
    // of five to eight shapes each, geometric means of sizes from 2^20 on.
    {DeviceAlgorithm::Reduce, "sm_90", 2, {128, 64}},
    {DeviceAlgorithm::Reduce, "sm_90", 8, {256, 32}},
    {DeviceAlgorithm::Scan, "sm_90", 8, {512, 32}},
    {DeviceAlgorithm::Sort, "sm_90", 4, {256, 40}},
    {DeviceAlgorithm::Sort, "sm_90", 8, {256, 16}},
    {DeviceAlgorithm::Reduce, "", 4, {128, 32}},
    {DeviceAlgorithm::Reduce, "", 8, {128, 16}},
    {DeviceAlgorithm::Reduce, "", ~0u, {256, 4}},
    {DeviceAlgorithm::Scan, "", 4, {128, 32}},
    {DeviceAlgorithm::Scan, "", 8, {128, 16}},
    {DeviceAlgorithm::Scan, "", ~0u, {128, 8}},
    {DeviceAlgorithm::SerialScan, "", 4, {128, 32}},
    {DeviceAlgorithm::SerialScan, "", 8, {64, 32}},
    {DeviceAlgorithm::SerialScan, "", ~0u, {128, 8}},
    {DeviceAlgorithm::Sort, "gfx1030", 4, {256, 20}},
    {DeviceAlgorithm::Sort, "gfx1100", 4, {256, 20}},
    {DeviceAlgorithm::Sort, "gfx1201", 4, {256, 20}},
    {DeviceAlgorithm::Sort, "", 4, {256, 16}},
    {DeviceAlgorithm::Sort, "", 8, {256, 12}},
    {DeviceAlgorithm::Sort, "", ~0u, {256, 8}},
};

} // namespace

TileShape mlir::prim::getTileShape(const TargetInfo &target,
                                   DeviceAlgorithm algorithm, unsigned bytes) {
  for (const TileRow &row : tiles)
    if (row.algorithm == algorithm && bytes <= row.maxBytes &&
        (row.chip.empty() || row.chip == target.chip))
      return row.tile;
  llvm_unreachable("every algorithm has a row for all sizes");
}

unsigned mlir::prim::getMaxReduceBlocks(const TargetInfo &target) {
  // Several blocks for each compute unit of the largest chips; the last block
  // still reads the partial results in a few loads per lane.
  return 32 * target.waveSize;
}
