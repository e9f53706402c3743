//===- WorkgroupMemory.h - Buffers inside kernels ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers for lowerings inside a kernel that keep values in workgroup memory:
// buffers, typed arrays in them, and ids of the threads that use them.
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

/// Allocates workgroup memory for an op that all threads of the block execute
/// together and that writes there first. Emits the barrier that protects the
/// op's previous execution. prim-plan-workgroup-memory decides whether that
/// barrier stays, and which ops share memory.
Value acquireWorkgroupMemory(CodeBuilder &b, uint64_t bytes, StringRef purpose);

/// The linear id of this thread in a block of `shape` threads, i32.
Value createLinearThreadId(CodeBuilder &b, ArrayRef<int32_t> shape);

/// The base `bytes` (i32, i64 or index; not negative as i32) after `base`.
Value advance(CodeBuilder &b, Value base, Value bytes);
Value advance(CodeBuilder &b, Value base, int64_t bytes);

/// The address of an access: a base, and an unsigned i32 offset in bytes.
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

  /// A write-only array that discards all stores and has no memory.
  static MemoryArray getDiscarding(Type element) {
    return MemoryArray(Value(), element);
  }
  bool isDiscarding() const { return !base; }

  Value getBase() const { return base; }
  Type getElement() const { return element; }
  /// A number of elements (i64) at a distance of `stride` elements (i64).
  struct Level {
    Value extent, stride;
  };
  /// This memory traversed by nested loops, the innermost one first. The extent
  /// of the outermost loop is not used. With several loops, indices are below
  /// 2^31.
  MemoryArray nested(ArrayRef<Level> levels) const {
    MemoryArray result(*this);
    result.levels.assign(levels.begin(), levels.end());
    return result;
  }
  /// This memory with neighbours `stride` elements (i64) apart.
  MemoryArray strided(Value stride) const {
    return nested(Level{Value(), stride});
  }
  /// This memory as elements of another type with the same number of bytes.
  MemoryArray retyped(Type type) const {
    MemoryArray result(*this);
    result.element = type;
    return result;
  }
  /// This memory with vectors aligned to `bytes`.
  MemoryArray aligned(unsigned bytes) const {
    MemoryArray result(*this);
    result.alignment = bytes;
    return result;
  }
  /// This memory with this cache hint on its accesses.
  MemoryArray cached(std::optional<CacheHint> hint) const {
    MemoryArray result(*this);
    result.cache = hint;
    return result;
  }
  /// The distance in elements (i64) of neighbours; null if it varies because of
  /// several loops.
  Value getStride(CodeBuilder &b) const;
  /// Whether neighbours are adjacent in memory, which vectors require.
  bool isDense() const { return levels.empty(); }
  MemoryPlace place(CodeBuilder &b, Value index) const;
  /// This memory from element `index` on; for one loop only.
  MemoryArray from(CodeBuilder &b, Value index) const;
  /// The memory of only the element `index`.
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

/// How many elements of `array`, which is dense, lie before the first one whose
/// address is that of a vector of `width` elements, a power of two; i64.
Value countUnaligned(CodeBuilder &b, const MemoryArray &array, unsigned width);

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

/// The value of an absent element of `type`, or of a vector of elements: zero.
/// Not poison: lanes that have nothing take part in folds over lanes, of which
/// LLVM knows one value for all lanes. Where it sees that none has an element,
/// as in buffers that are known to be shorter than a vector, it would make
/// poison of what the lanes that have one get, too.
Value createAbsent(CodeBuilder &b, Type type);

/// Lays arrays of elements out consecutively, each aligned.
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
