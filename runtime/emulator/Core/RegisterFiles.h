//===- RegisterFiles.h - Vector registers of waves -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage of waves' vector registers, reused from launch to launch. Otherwise a
// launch of many small blocks spends more time on new pages than on its
// instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_REGISTERFILES_H
#define PRIM_EMULATOR_CORE_REGISTERFILES_H

#include <cstdint>

namespace prim::emulator {

/// 512 registers of kLaneStride lanes with undefined contents: a wave fills the
/// registers that it has. Null if there is no memory. Thread-safe.
uint32_t *takeRegisterFile();
/// Returns a file obtained from takeRegisterFile.
void returnRegisterFile(uint32_t *registers);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_REGISTERFILES_H
