//===- WorkgroupMemory.h - Buffers inside kernels ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowerings inside a kernel need to keep values in workgroup memory:
// buffers, typed arrays in them, and who the threads are that use them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_WORKGROUPMEMORY_H
#define PRIM_DIALECT_PRIM_UTILS_WORKGROUPMEMORY_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// `bytes` of workgroup memory, aligned to WorkgroupAllocOp::kAlignment, of the
/// function that the builder is in; `purpose` is for diagnostics.
Value allocateWorkgroupMemory(CodeBuilder &b, uint64_t bytes,
                              StringRef purpose);

/// The same for an op that all threads of the block come to, which writes there
/// first. The barrier is for the op's run before; prim-plan-workgroup-memory
/// knows whether there is one, and which ops share memory.
Value acquireWorkgroupMemory(CodeBuilder &b, uint64_t bytes, StringRef purpose);

/// The linear id of this thread in a block of `shape` threads, i32.
Value createLinearThreadId(CodeBuilder &b, ArrayRef<int32_t> shape);

/// The base `bytes` (i32, i64 or index; not negative as i32) behind `base`.
Value advance(CodeBuilder &b, Value base, Value bytes);
Value advance(CodeBuilder &b, Value base, int64_t bytes);

/// The place of an access: a base, and an unsigned i32 of bytes behind it.
struct MemoryPlace {
  Value base, offset;
};

/// Workgroup or device memory as an array of elements; `index` values are
/// kept as 8 bytes. Indices are i32, unsigned, below 4 GiB of elements, or of
/// 64 bits; a number is an i32.
class MemoryArray {
public:
  using Index = CodeBuilder::Operand;

  /// The first element lies at `base`. Its alignment is that of an element
  /// unless `alignment` (bytes) says more.
  MemoryArray(Value base, Type element, unsigned alignment = 0);

  /// What takes all that is stored and keeps nothing of it: no memory, from
  /// which nothing can be loaded.
  static MemoryArray getDiscarding(Type element) {
    return MemoryArray(Value(), element);
  }
  bool isDiscarding() const { return !base; }

  Value getBase() const { return base; }
  Type getElement() const { return element; }
  /// So many elements (i64) of which neighbours are `stride` elements (i64)
  /// apart.
  struct Level {
    Value extent, stride;
  };
  /// The same memory, gone through by loops from the innermost one on. The
  /// extent of the outermost one is not asked for. Through several loops,
  /// indices are below 2^31.
  MemoryArray nested(ArrayRef<Level> levels) const {
    MemoryArray result(*this);
    result.levels.assign(levels.begin(), levels.end());
    return result;
  }
  /// The same memory with neighbours `stride` elements (i64) apart.
  MemoryArray strided(Value stride) const {
    return nested(Level{Value(), stride});
  }
  /// The same memory taken for elements of another type with as many bytes.
  MemoryArray retyped(Type type) const {
    MemoryArray result(*this);
    result.element = type;
    return result;
  }
  /// The same memory, vectors of which lie at multiples of `bytes`.
  MemoryArray aligned(unsigned bytes) const {
    MemoryArray result(*this);
    result.alignment = bytes;
    return result;
  }
  /// The same memory, whose accesses ask this of the caches.
  MemoryArray cached(std::optional<CacheHint> hint) const {
    MemoryArray result(*this);
    result.cache = hint;
    return result;
  }
  /// How many elements (i64) neighbours are apart everywhere; null where they
  /// are so in loops of different strides.
  Value getStride(CodeBuilder &b) const;
  /// Whether neighbours lie side by side, as vectors of them must.
  bool isDense() const { return levels.empty(); }
  MemoryPlace place(CodeBuilder &b, Value index) const;
  /// The same memory from element `index` on; that of one loop.
  MemoryArray from(CodeBuilder &b, Value index) const;
  /// The memory of element `index` alone.
  MemoryArray at(CodeBuilder &b, Value index) const;
  Value load(CodeBuilder &b, Index index) const;
  void store(CodeBuilder &b, Value value, Index index) const;

  /// `count` neighbours from `index` on, as a vector of that many elements.
  Value loadVector(CodeBuilder &b, Value index, unsigned count) const;
  void storeVector(CodeBuilder &b, Value vector, Value index) const;

private:
  Value base;
  Type element;
  unsigned alignment;
  SmallVector<Level, 1> levels;
  std::optional<CacheHint> cache;
};

/// The element with an index of each of `arrays`, one value for each.
SmallVector<Value> loadAll(CodeBuilder &b, ArrayRef<MemoryArray> arrays,
                           MemoryArray::Index index);
void storeAll(CodeBuilder &b, ArrayRef<MemoryArray> arrays, ValueRange values,
              MemoryArray::Index index);

/// Whether nothing is kept of what is stored to any of `arrays`.
inline bool areDiscarding(ArrayRef<MemoryArray> arrays) {
  return llvm::all_of(
      arrays, [](const MemoryArray &array) { return array.isDiscarding(); });
}

/// Atomic accesses at a place; a number to add is an i32.
Value createAtomicLoad(CodeBuilder &b, MemoryPlace place, Type type,
                       MemoryOrder order, MemoryScope scope);
void createAtomicStore(CodeBuilder &b, Value value, MemoryPlace place,
                       MemoryOrder order, MemoryScope scope);
Value createAtomicAdd(CodeBuilder &b, CodeBuilder::Operand value,
                      MemoryPlace place, MemoryOrder order, MemoryScope scope);
void createAtomicOr(CodeBuilder &b, Value value, MemoryPlace place,
                    MemoryOrder order, MemoryScope scope);

/// Bytes of one element in memory.
unsigned getElementBytes(Type element);
/// Bytes of an element of each type together.
uint64_t countBytes(TypeRange elements);
/// The type of an element in memory: i64 for index, else itself.
Type getStorageType(Type element);

/// An i1, or a vector of them, as the bytes that it is in memory and that
/// threads give each other, which are 0 for false; all else as it is.
Type widenBit(Type type);
Value widenBit(CodeBuilder &b, Value value);
/// The value of `type` from which widenBit() has made `value`.
Value narrowBit(CodeBuilder &b, Value value, Type type);

/// What stands for an element of `type`, or a vector of elements, that does not
/// exist: zero. Not poison: lanes that have nothing take part in folds over
/// lanes, of which LLVM knows one value for all lanes. Where it sees that none
/// has an element, as in buffers that are known to be shorter than a vector, it
/// would make poison of what the lanes that have one get, too.
Value createAbsent(CodeBuilder &b, Type type);

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
