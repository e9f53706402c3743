//===- PrivateMemory.h - Memory of a thread -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the conversion to the LLVM dialect that handles stack memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H
#define PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Moves every `llvm.alloca` in `module` to the entry of its function and to
/// address space `space`, which is that of a thread's stack. A size that is not
/// constant is an error at the op, because the compiler determines the size of
/// a thread's stack. An allocation in a loop that a later iteration still uses
/// is an error as well, because all iterations share one.
LogicalResult placePrivateMemory(Operation *module, unsigned space);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOROCDL_PRIVATEMEMORY_H
