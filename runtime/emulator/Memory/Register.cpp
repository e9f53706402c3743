//===- Register.cpp - The memory families ------------- -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the memory families into the registry.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Access.h"

void prim::emulator::registerMemory(Registry &registry) {
  registerGlobalMemory(registry);
  registerGlobalAtomics(registry);
  registerLocalMemory(registry);
  registerLocalAtomics(registry);
  registerLaneExchange(registry);
}
