//===- Dpp.h - Lane maps of the DPP controls --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source lane of every lane of a DPP instruction. Pure data; the reader
// applies EXEC, bound_ctrl and the row and bank masks.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_DPP_H
#define PRIM_EMULATOR_VALU_DPP_H

#include "Core/Instruction.h"
#include "VALU/Families.h"

namespace prim::emulator::PRIM_VALU {

constexpr int kNoLane = -1;
constexpr unsigned kRowLanes = 16;
constexpr unsigned kBankLanes = 4;

/// The lane that `lane` reads under DPP16 control `ctrl` in a wave of `lanes`
/// lanes, or kNoLane if it is outside the range of the control's shift.
int dpp16Source(unsigned ctrl, unsigned lane, unsigned lanes);

/// Whether the control exists.
bool isDppControl(unsigned ctrl);

/// Reads `src` (one register) across lanes into `dst`, 0 where the source is
/// invalid, and returns the mask of lanes whose write stays enabled.
uint64_t applyDpp(const Dpp &dpp, const uint32_t *src, uint32_t *dst,
                  uint64_t exec, unsigned lanes);

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_DPP_H
