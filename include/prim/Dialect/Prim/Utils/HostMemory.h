//===- HostMemory.h - Host and device memory --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In host functions a memref is device memory, unless it is known to come from
// `memref.alloca` or `memref.get_global`. The functions here classify memrefs
// and find ops by which the host itself accesses elements.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_HOSTMEMORY_H
#define PRIM_DIALECT_PRIM_UTILS_HOSTMEMORY_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlir::prim {

/// The memref that `value` is a view of, if an op that creates views defines
/// it; otherwise null.
Value getViewedMemory(Value value);

/// The `memref.alloca` or `memref.get_global` that `memory` is a view of; null
/// if it is device memory.
Operation *getHostMemory(Value memory);

/// The constant global that `op` refers to. Null if `op` is no
/// `memref.get_global`, or if its global is mutable or external.
Operation *getConstantGlobal(Operation *op);

/// Whether `function` has tensors, which are not bufferized yet.
bool hasTensors(func::FuncOp function);

/// Reports memrefs of `function` whose layout has no strides, and memrefs in a
/// memory space that the host cannot address. Descriptors need strides, and
/// buffers are freed through descriptors.
LogicalResult checkLayouts(func::FuncOp function);

/// Whether the elements of `type` are known to be contiguous.
bool isContiguous(MemRefType type);

/// The bytes of an element of `type` if gpu.memset can set it: scalars of 1, 2,
/// 4 or 8 bytes, and i1. Otherwise 0.
unsigned getFillBytes(Type type);

/// Allocates a contiguous device buffer with the shape of `buffer` (a ranked
/// memref) and undefined contents.
Value createBufferLike(CodeBuilder &b, Value buffer);

/// The operands (memrefs, or pointers of the LLVM dialect) at which `op`,
/// executed by the host, reads or writes elements. Empty for ops that only
/// enqueue work or that pass memory on.
SmallVector<Value> getHostAccesses(Operation *op);

/// Calls `visit` for every op in `function` that the host executes, and so not
/// for bodies of gpu.launch and regions of prim ops. Stops at the first
/// failure.
LogicalResult walkHostOps(func::FuncOp function,
                          llvm::function_ref<LogicalResult(Operation *)> visit);

/// Reports host code in `function` that accesses device memory.
LogicalResult checkHostAccesses(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_HOSTMEMORY_H
