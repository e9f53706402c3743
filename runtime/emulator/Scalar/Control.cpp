//===- Control.cpp - Branches, barriers and waits ---- -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow, synchronisation and the instructions that only order or wait.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"

void prim::emulator::registerControl(Registry &) {}
