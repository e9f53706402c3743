//===- WorkgroupMemory.h - Buffers inside kernels ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowerings inside a kernel need to keep values in workgroup memory: a
// buffer that grows to what its users ask for, typed arrays in it, and who the
// threads are that use it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_WORKGROUPMEMORY_H
#define PRIM_DIALECT_PRIM_UTILS_WORKGROUPMEMORY_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim {

/// One buffer of workgroup memory of one kernel. It is a global of the kernel's
/// module; objects made with the same name mean the same buffer.
class WorkgroupBuffer {
public:
  /// `prefix` and the kernel's name give the global's name.
  WorkgroupBuffer(gpu::GPUFuncOp func, StringRef prefix)
      : func(func), name((prefix + func.getName()).str()) {}

  /// The address of the first of at least `bytes` bytes, aligned to 16. Every
  /// call gives the same memory, which grows to the largest request: what two
  /// users keep there must not live at once.
  Value get(OpBuilder &builder, Location loc, uint64_t bytes);
  /// Bytes that have been asked for.
  uint64_t size() const { return bytes; }

private:
  gpu::GPUFuncOp func;
  std::string name;
  LLVM::GlobalOp global;
  uint64_t bytes = 0;
};

/// The linear id of this thread in a block of `shape` threads, i32.
Value createLinearThreadId(OpBuilder &builder, Location loc,
                           ArrayRef<int32_t> shape);

/// Workgroup or device memory as an array of elements; `index` values are
/// kept as i64.
class MemoryArray {
public:
  /// `base` points at the first element. Its alignment is that of an element
  /// unless `alignment` (bytes) says more.
  MemoryArray(Value base, Type element, unsigned alignment = 0);

  Type getElement() const { return element; }
  Value address(OpBuilder &builder, Location loc, Value index) const;
  /// The same memory from element `index` on.
  MemoryArray from(OpBuilder &builder, Location loc, Value index) const {
    return MemoryArray(address(builder, loc, index), element);
  }
  Value load(OpBuilder &builder, Location loc, Value index) const;
  void store(OpBuilder &builder, Location loc, Value value, Value index) const;

  /// `count` neighbours from `index` on, as a vector of that many elements.
  Value loadVector(OpBuilder &builder, Location loc, Value index,
                   unsigned count) const;
  void storeVector(OpBuilder &builder, Location loc, Value vector,
                   Value index) const;

private:
  Value base;
  Type element;
  unsigned alignment;
};

/// Bytes of one element in memory.
unsigned getElementBytes(Type element);
/// The type of an element in memory: i64 for index, else itself.
Type getStorageType(Type element);
/// i32 constants, the most common operand of all.
Value createI32(OpBuilder &builder, Location loc, int64_t value);
Value createI64(OpBuilder &builder, Location loc, int64_t value);

/// Lays arrays of elements out one behind the other, each aligned.
class BufferLayout {
public:
  /// Reserves `count` elements of `bytes` each; returns the byte offset.
  uint64_t add(uint64_t bytes, uint64_t count, uint64_t alignment = 16);
  uint64_t size() const { return end; }

private:
  uint64_t end = 0;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_WORKGROUPMEMORY_H
