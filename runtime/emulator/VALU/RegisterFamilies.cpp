//===- RegisterFamilies.cpp - All vector-ALU families -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the vector-ALU families of one compilation into the registry.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "VALU/Families.h"
#include "VALU/Indexed.h"

void prim::emulator::PRIM_VALU::registerFamilies(Registry &registry) {
  registerInteger(registry);
  registerInteger16(registry);
  registerFloat(registry);
  registerHalf(registry);
  registerConvert(registry);
  registerCompare(registry);
  registerPacked(registry);
  registerCrossLane(registry);
  registerIndexed(registry);
}
