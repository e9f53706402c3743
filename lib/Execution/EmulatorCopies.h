//===- EmulatorCopies.h - An emulator for each chip -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded emulator emulates one chip at a time. Opening it for another chip
// would take the device from its first user.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_EMULATORCOPIES_H
#define PRIM_LIB_EXECUTION_EMULATORCOPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

struct primDevice;

namespace mlir::prim {

/// Opens an emulator for `chip` (empty: its default) through `open`, which is
/// called once with a path. The path is `library`, or a copy of it in memory if
/// the process uses that one for another chip. Returns the result of `open`,
/// null for a failure.
primDevice *
openEmulatorOfItsOwn(const std::string &library, const std::string &chip,
                     llvm::function_ref<primDevice *(const char *)> open);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_EMULATORCOPIES_H
