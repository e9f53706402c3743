//===- Dpp.cpp - Lane maps of the DPP controls ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The DPP16 and DPP8 lane maps. The encodings of gfx9 (wave shifts, row
// broadcasts of lane 15 and 31) and of gfx10 and later (row_share, row_xmask)
// do not collide, and an assembler for one generation does not produce those of
// the other.
//===----------------------------------------------------------------------===//

#include "VALU/Dpp.h"

#include <array>
#include <memory>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

namespace {

enum DppControl : unsigned {
  kQuadPermLast = 0xff,
  kRowShl = 0x100, // + 1..15
  kRowShr = 0x110,
  kRowRor = 0x120,
  kWaveShl = 0x130,
  kWaveRol = 0x134,
  kWaveShr = 0x138,
  kWaveRor = 0x13c,
  kRowMirror = 0x140,
  kRowHalfMirror = 0x141,
  kRowBcast15 = 0x142,
  kRowBcast31 = 0x143,
  kRowShare = 0x150, // row_newbcast on gfx90a: + 0..15
  kRowXmask = 0x160,
  kControls = 0x170,
};

/// The source of every lane under one control in one wave size.
struct LaneMap {
  uint32_t from[kLaneStride]; // 0 where there is no source
  uint32_t keep[kLaneStride]; // all ones, or 0 where there is no source
  uint64_t valid;
};

} // namespace

int prim::emulator::PRIM_VALU::dpp16Source(unsigned ctrl, unsigned lane,
                                           unsigned lanes) {
  unsigned row = lane & ~(kRowLanes - 1), inRow = lane % kRowLanes;
  unsigned amount = ctrl & 0xf;
  int wave = int(lanes);
  if (ctrl <= kQuadPermLast)
    return int((lane & ~3u) + (ctrl >> (2 * (lane & 3)) & 3));
  switch (ctrl & ~0xfu) {
  case kRowShl:
    return inRow + amount < kRowLanes ? int(lane + amount) : kNoLane;
  case kRowShr:
    return inRow >= amount ? int(lane - amount) : kNoLane;
  case kRowRor:
    return int(row + (inRow + kRowLanes - amount) % kRowLanes);
  case kRowShare:
    return int(row + amount);
  case kRowXmask:
    return int(row + (inRow ^ amount));
  default:
    break;
  }
  switch (ctrl) {
  case kWaveShl:
    return int(lane) + 1 < wave ? int(lane) + 1 : kNoLane;
  case kWaveRol:
    return (int(lane) + 1) % wave;
  case kWaveShr:
    return int(lane) - 1; // -1 is kNoLane
  case kWaveRor:
    return (int(lane) + wave - 1) % wave;
  case kRowMirror:
    return int(row + (kRowLanes - 1 - inRow));
  case kRowHalfMirror:
    return int((lane & ~7u) + (7 - (lane & 7)));
  case kRowBcast15:
    // Broadcasts the last lane of each row to the next row.
    return row ? int(row) - 1 : kNoLane;
  case kRowBcast31:
    // Broadcasts lane 31 to rows 2 and 3.
    return lane >= 32 ? 31 : kNoLane;
  default:
    return kNoLane;
  }
}

bool prim::emulator::PRIM_VALU::isDppControl(unsigned ctrl) {
  if (ctrl <= kQuadPermLast)
    return true;
  switch (ctrl & ~0xfu) {
  case kRowShl:
  case kRowShr:
  case kRowRor:
    return (ctrl & 0xf) != 0;
  case kRowShare:
  case kRowXmask:
    return true;
  default:
    break;
  }
  switch (ctrl) {
  case kWaveShl:
  case kWaveRol:
  case kWaveShr:
  case kWaveRor:
  case kRowMirror:
  case kRowHalfMirror:
  case kRowBcast15:
  case kRowBcast31:
    return true;
  default:
    return false;
  }
}

/// All maps, for both wave sizes, computed once.
static const LaneMap &laneMap(unsigned ctrl, unsigned lanes) {
  static const auto maps = [] {
    auto all =
        std::make_unique<std::array<std::array<LaneMap, kControls>, 2>>();
    for (unsigned wide = 0; wide < 2; ++wide)
      for (unsigned c = 0; c < kControls; ++c) {
        LaneMap &map = (*all)[wide][c];
        map.valid = 0;
        for (unsigned lane = 0; lane < kLaneStride; ++lane) {
          int from = dpp16Source(c, lane, wide ? 64 : 32);
          map.from[lane] = from < 0 ? 0 : uint32_t(from) % kLaneStride;
          map.keep[lane] = from < 0 ? 0 : ~0u;
          map.valid |= uint64_t(from >= 0) << lane;
        }
      }
    return all;
  }();
  return (*maps)[lanes == 64][ctrl < kControls ? ctrl : kControls - 1];
}

/// The lanes whose row and bank are enabled by the masks.
static uint64_t maskedLanes(const Dpp &dpp) {
  uint64_t banks = 0, rows = 0;
  for (unsigned bank = 0; bank < 4; ++bank)
    if (dpp.bankMask >> bank & 1)
      banks |= uint64_t(0x000f000f000f000f) << (kBankLanes * bank);
  for (unsigned row = 0; row < 4; ++row)
    if (dpp.rowMask >> row & 1)
      rows |= uint64_t(0xffff) << (kRowLanes * row);
  return banks & rows;
}

uint64_t prim::emulator::PRIM_VALU::applyDpp(const Dpp &dpp,
                                             const uint32_t *src, uint32_t *dst,
                                             uint64_t exec, unsigned lanes) {
  if (dpp.kind == DppKind::Dpp8) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      unsigned from = (lane & ~7u) + (dpp.lanes8 >> (3 * (lane & 7)) & 7);
      bool ok = dpp.fi || (exec >> from & 1);
      dst[lane] = ok ? src[from] : 0;
    }
    // An inactive source gives 0; DPP8 never disables the write.
    return exec;
  }
  const LaneMap &map = laneMap(dpp.ctrl, lanes);
  for (unsigned lane = 0; lane < lanes; ++lane)
    dst[lane] = src[map.from[lane]] & map.keep[lane];
  uint64_t all = lanes == 64 ? ~uint64_t(0) : 0xffffffff;
  uint64_t valid = map.valid & all;
  if (!dpp.fi && exec != all)
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (!(exec >> map.from[lane] & 1)) {
        valid &= ~(uint64_t(1) << lane);
        dst[lane] = 0;
      }
  uint64_t enabled = dpp.boundCtrl ? exec : exec & valid;
  if (dpp.rowMask != 0xf || dpp.bankMask != 0xf)
    enabled &= maskedLanes(dpp);
  return enabled;
}
