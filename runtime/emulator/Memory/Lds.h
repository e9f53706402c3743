//===- Lds.h - Checked LDS addresses ----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address calculation of DS instructions: bounds checks to the byte, the race
// shadow, and bank conflicts. Misaligned addresses are legal.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_MEMORY_LDS_H
#define PRIM_EMULATOR_MEMORY_LDS_H

#include "Core/Launch.h"
#include "Memory/Access.h"

namespace prim::emulator {

enum class LdsUse { Read, Write, Atomic };

/// Host pointers for the active lanes' accesses of `bytes` bytes at
/// `address[lane] + offset`. A null `address` means 0. False after a fault.
bool resolveLds(Wave &wave, const Instruction &inst, const uint32_t *address,
                uint64_t offset, unsigned bytes, LdsUse use, LanePointers &p);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_MEMORY_LDS_H
