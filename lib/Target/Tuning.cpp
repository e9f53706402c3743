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
  /// What chips' names begin with: nothing, for any chip.
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
    // NVIDIA's other chips have not been measured.
    {DeviceAlgorithm::Reduce, "sm_", 2, {128, 64}},
    {DeviceAlgorithm::Reduce, "sm_", 8, {256, 32}},
    {DeviceAlgorithm::Scan, "sm_", 4, {256, 64, 2}},
    {DeviceAlgorithm::Scan, "sm_", 8, {256, 16, 4}},
    {DeviceAlgorithm::Sort, "sm_", 4, {256, 44, 3}},
    {DeviceAlgorithm::Sort, "sm_", 8, {256, 32, 2}},
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

/// One step for elements up to so many bytes, and for chips as above.
struct ScanStepRow {
  llvm::StringLiteral chip;
  unsigned maxBytes;
  ScanStep step;
};

constexpr int64_t unbounded = INT64_MAX;

// benchmark/silicon on an H200, 2026-11-24: the best of 16 shapes and forms
// each for inclusive sums of 2^12 to 2^28 elements. With room for two tiles and
// more a look-back is as fast between 2^21 and 2^22, which is not worth a third
// kernel.
constexpr ScanStepRow scanSteps[] = {
    {"sm_", 1, {1 << 21, true, {512, 16}, true}},
    {"sm_", 1, {unbounded, true, {512, 64}, true}},
    {"sm_", 2, {1 << 20, true, {512, 8}, true}},
    {"sm_", 2, {unbounded, true, {512, 64}, true}},
    {"sm_", 4, {1 << 20, true, {512, 8}}},
    {"sm_", 4, {unbounded, true, {512, 32}}},
    {"sm_", 8, {1 << 21, false, {256, 16, 4}}},
    {"sm_", 8, {unbounded, true, {512, 16}}},
};

} // namespace

SmallVector<ScanStep> mlir::prim::getScanSteps(const TargetInfo &target,
                                               unsigned bytes) {
  SmallVector<ScanStep> steps;
  for (const ScanStepRow &row : scanSteps) {
    if (!target.chip.starts_with(row.chip) || bytes > row.maxBytes)
      continue;
    steps.push_back(row.step);
    if (row.step.maxElements == unbounded)
      break;
  }
  return steps;
}

TileShape mlir::prim::getTileShape(const TargetInfo &target,
                                   DeviceAlgorithm algorithm, unsigned bytes) {
  for (const TileRow &row : tiles)
    if (row.algorithm == algorithm && bytes <= row.maxBytes &&
        target.chip.starts_with(row.chip))
      return row.tile;
  llvm_unreachable("every algorithm has a row for all sizes");
}

bool mlir::prim::countsDigitsFirst(const TargetInfo &target) {
  // benchmark/silicon on an H200: 48 items a thread in 80 registers.
  return !target.isAMD();
}

unsigned mlir::prim::getHistogramCopies(const TargetInfo &target,
                                        unsigned digits) {
  unsigned copies = target.units.ldsBanks;
  while (copies > 1 && copies * digits * 4 > target.ldsBytes / 8 * 5)
    copies /= 2;
  return copies;
}

unsigned mlir::prim::getMaxReduceBlocks(const TargetInfo &target) {
  // Several blocks for each compute unit of the largest chips; the last block
  // still reads the partial results in a few loads per lane.
  return 32 * target.waveSize;
}
