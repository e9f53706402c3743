//===- HostAccess.h - Host accesses to device memory ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code that touches device memory faults, as it would beside a GPU. This
// file explains the fault.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_HOSTACCESS_H
#define PRIM_EMULATOR_CORE_HOSTACCESS_H

namespace prim::emulator {

/// Installs a SIGSEGV handler for addresses of device memory and of the guard
/// zones around it. The handler first writes a line to stderr: the address, the
/// allocation, and how to fix the access. The signal then goes to the previous
/// handler, which by default ends the process. Calls after the first do
/// nothing.
void explainHostAccesses();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_HOSTACCESS_H
