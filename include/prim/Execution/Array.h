//===- Array.h - Arrays on the host -----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense array in C order and its element types, the form in which programs
// take and return arrays and files store them. Independent of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_ARRAY_H
#define PRIM_EXECUTION_ARRAY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::prim {

/// Element types of files and of generated data. MLIR's integers are signless,
/// so an i32 of a program may meet I32 or U32 here.
enum class ElementType {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64
};

/// Bytes of one element; an I1 takes one byte that is 0 or 1.
size_t byteWidth(ElementType type);

/// "i32", "ui32", "bf16", ...
const char *getName(ElementType type);

/// The inverse of `getName`. "si32" and "index" are accepted for I32 and I64.
std::optional<ElementType> parseElementType(const std::string &text);

bool isFloat(ElementType type);
bool isUnsigned(ElementType type);

/// Whether an array of type `stored` may be passed for type `wanted`.
/// Signedness is ignored, and 16-bit patterns are accepted for BF16, which
/// numpy lacks.
bool isCompatible(ElementType stored, ElementType wanted);

/// "4x3xf32"; "f32" for rank 0.
std::string describe(ElementType type, const std::vector<int64_t> &shape);

/// The number of bytes of an array, or nothing if an extent is negative or the
/// product does not fit int64_t.
std::optional<int64_t> byteSize(ElementType type,
                                const std::vector<int64_t> &shape);

/// Whether this machine's memory, used or not, could hold that many bytes.
/// Callers check before an allocation: the system would grant a larger one and
/// end the process when the memory is touched.
bool fitsInMemory(int64_t bytes);

struct Array {
  ElementType type = ElementType::I8;
  /// Extents, outermost first; empty for a scalar.
  std::vector<int64_t> shape;
  /// Little endian, C order, byteSize(type, shape) bytes.
  std::vector<unsigned char> data;
};

} // namespace mlir::prim

#endif // PRIM_EXECUTION_ARRAY_H
