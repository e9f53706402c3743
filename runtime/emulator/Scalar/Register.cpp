//===- Register.cpp - The scalar families -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the scalar families into the registry.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Scalar/Families.h"

void prim::emulator::registerSalu(Registry &registry) {
  registerScalarInteger(registry);
  registerScalarFloat(registry);
  registerScalarMemory(registry);
  registerHardwareRegisters(registry);
  registerRegisterIndexing(registry);
}
