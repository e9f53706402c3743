//===- EmulatorCopies.h - An emulator for each chip -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded emulator is one chip at a time: whoever opened it first would lose
// its device to whoever opens another chip.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_EMULATORCOPIES_H
#define PRIM_LIB_EXECUTION_EMULATORCOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

struct primDevice;

namespace mlir::prim {

/// Opens an emulator for `chip` (empty: what it is) through `open`, which is
/// called with a path once: `library`, or a copy of it in memory if the process
/// has that one for another chip. Returns what `open` does, null for a failure.
primDevice *
openEmulatorOfItsOwn(const std::string &library, const std::string &chip,
                     llvm::function_ref<primDevice *(const char *)> open);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_EMULATORCOPIES_H
