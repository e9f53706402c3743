//===- HostMemory.h - Whose memory host code touches --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In host functions a memref is device memory, unless it is seen to come from
// `memref.alloca` or `memref.get_global`. This says which it is and which ops
// make the host itself access elements.
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

/// What `value` is a view of, if it is the result of an op that only looks at
/// memory another way; else null.
Value getViewedMemory(Value value);

/// The `memref.alloca` or `memref.get_global` that `memory` is a view of; null
/// where it is memory of the device.
Operation *getHostMemory(Value memory);

/// The constant global that `op` gives; null if it is no `memref.get_global`,
/// or one of a global that may change or that is defined elsewhere.
Operation *getConstantGlobal(Operation *op);

/// Whether `function` computes with tensors, which are yet to become memory.
bool hasTensors(func::FuncOp function);

/// Reports memrefs of `function` whose layout has no strides (there is no
/// descriptor for them, and buffers are freed through theirs), and those in a
/// memory space that the host has no pointers into.
LogicalResult checkLayouts(func::FuncOp function);

/// Whether the memory of `type` is known to have no holes.
bool isContiguous(MemRefType type);

/// The bytes that an element of `type` takes in memory, where gpu.memset can
/// set it: scalars of 1, 2, 4 or 8 bytes, and i1. Else 0.
unsigned getFillBytes(Type type);

/// A new buffer of the device with the shape of `buffer` (a ranked memref),
/// without holes and with undefined contents.
Value createBufferLike(CodeBuilder &b, Value buffer);

/// The operands (memrefs, or pointers of the LLVM dialect) at which host code
/// reads or writes elements when it runs `op`. Empty for ops that only enqueue
/// work, and for ops that pass memory on.
SmallVector<Value> getHostAccesses(Operation *op);

/// Calls `visit` for every op in `function` that the host runs: neither bodies
/// of gpu.launch nor regions of prim ops. Stops and fails when it fails.
LogicalResult walkHostOps(func::FuncOp function,
                          llvm::function_ref<LogicalResult(Operation *)> visit);

/// Reports host code in `function` that accesses device memory.
LogicalResult checkHostAccesses(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_HOSTMEMORY_H
