//===- WorkgroupIds.h - Ids of workgroups -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_WORKGROUPIDS_H
#define PRIM_LIB_TARGET_SERIALIZE_WORKGROUPIDS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

struct Chip;

/// Copies the ids in trap registers to plain registers at the start of each
/// kernel of `module`, on chips where LLVM places waits by the numbers of
/// scalar registers. `module` has been optimised.
void copyWorkgroupIds(llvm::Module &module, const Chip &chip);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_WORKGROUPIDS_H
