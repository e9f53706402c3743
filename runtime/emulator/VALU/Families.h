//===- Families.h - The vector-ALU instruction families ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One registration function per family; Register.cpp calls them all.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_FAMILIES_H
#define PRIM_EMULATOR_VALU_FAMILIES_H

namespace prim::emulator {
class Registry;
namespace valu {

void registerInteger(Registry &registry);
void registerInteger16(Registry &registry);
void registerFloat(Registry &registry);
void registerHalf(Registry &registry);
void registerConvert(Registry &registry);
void registerCompare(Registry &registry);
void registerPacked(Registry &registry);
void registerCrossLane(Registry &registry);

} // namespace valu
} // namespace prim::emulator

#endif // PRIM_EMULATOR_VALU_FAMILIES_H
