//===- PrivateMemory.h - Memory of a thread -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the conversion to the LLVM dialect that deals with stack memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H
#define PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Moves every `llvm.alloca` in `module` to the entry of its function and to
/// address space `space`, which is that of a thread's stack. One whose size is
/// not constant is an error at its place: the stack of a thread is as large as
/// the compiler says. So is one in a loop that a later iteration uses, too:
/// there is one for all.
LogicalResult placePrivateMemory(Operation *module, unsigned space);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H
