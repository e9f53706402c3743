//===- HostAccess.h - Host accesses to device memory ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code that touches device memory faults, as it would beside a GPU. Here
// it is told why.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_HOSTACCESS_H
#define PRIM_EMULATOR_CORE_HOSTACCESS_H

namespace prim::emulator {

/// From now on a SIGSEGV at an address of device memory, or in the guard zones
/// around it, first writes a line to stderr: the address, the allocation, and
/// what to do instead. The signal then goes to whoever handled it before, by
/// default to the end of the process. Calls after the first do nothing.
void explainHostAccesses();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_HOSTACCESS_H
