//===- Families.h - The scalar instruction families -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One registration function per scalar file.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_SCALAR_FAMILIES_H
#define PRIM_EMULATOR_SCALAR_FAMILIES_H

namespace prim::emulator {

class Registry;

void registerScalarInteger(Registry &registry);
void registerScalarFloat(Registry &registry);
void registerScalarMemory(Registry &registry);
void registerHardwareRegisters(Registry &registry);
void registerRegisterIndexing(Registry &registry);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_SCALAR_FAMILIES_H
