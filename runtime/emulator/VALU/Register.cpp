//===- Register.cpp - The table of vector-ALU instructions ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the vector-ALU families into the registry.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "VALU/Families.h"

void prim::emulator::registerValu(Registry &registry) {
  valu::registerInteger(registry);
  valu::registerInteger16(registry);
  valu::registerFloat(registry);
  valu::registerHalf(registry);
  valu::registerConvert(registry);
  valu::registerCompare(registry);
  valu::registerPacked(registry);
  valu::registerCrossLane(registry);
}
