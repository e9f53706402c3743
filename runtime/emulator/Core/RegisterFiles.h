//===- RegisterFiles.h - Vector registers of waves -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage of waves' vector registers, which waves of one launch leave to those
// of the next: a launch of many small blocks spends more time on new pages than
// on its instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_REGISTERFILES_H
#define PRIM_EMULATOR_CORE_REGISTERFILES_H

#include <cstdint>

namespace prim::emulator {

/// 512 registers of kLaneStride lanes that hold whatever the last wave left: a
/// wave fills those that it has. Null when there is no memory for them. Any
/// thread may ask.
uint32_t *takeRegisterFile();
/// Ends the use of what takeRegisterFile gave.
void returnRegisterFile(uint32_t *registers);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_REGISTERFILES_H
