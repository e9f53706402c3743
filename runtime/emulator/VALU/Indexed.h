//===- Indexed.h - Registers chosen at run time -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The family of moves whose register numbers come from M0. It also registers
// v_mov_b32, because gfx9's index mode changes it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_INDEXED_H
#define PRIM_EMULATOR_VALU_INDEXED_H

#include "VALU/Families.h"

namespace prim::emulator::PRIM_VALU {

void registerIndexed(Registry &registry);

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_INDEXED_H
