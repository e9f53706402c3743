//===- Families.h - The vector-ALU instruction families ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One registration function per family; registerFamilies calls them all.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_FAMILIES_H
#define PRIM_EMULATOR_VALU_FAMILIES_H

// Every file in this folder may be compiled a second time for a wider vector
// unit, in its own namespace.
#ifndef PRIM_VALU
#define PRIM_VALU valu
#endif

namespace prim::emulator {
class Registry;
namespace PRIM_VALU {

/// All families of this compilation.
void registerFamilies(Registry &registry);

void registerInteger(Registry &registry);
void registerInteger16(Registry &registry);
void registerFloat(Registry &registry);
void registerHalf(Registry &registry);
void registerConvert(Registry &registry);
void registerCompare(Registry &registry);
void registerPacked(Registry &registry);
void registerCrossLane(Registry &registry);

} // namespace PRIM_VALU
} // namespace prim::emulator

#endif // PRIM_EMULATOR_VALU_FAMILIES_H
