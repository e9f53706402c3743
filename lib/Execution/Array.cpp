//===- Array.cpp - Arrays on the host ---------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of element types and sizes computed without overflow.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Array.h"

#include <unistd.h>

using namespace mlir::prim;

namespace {
struct TypeInfo {
  ElementType type;
  const char *name;
  size_t bytes;
};
} // namespace

// In the order of the enumeration.
static constexpr TypeInfo types[] = {
    {ElementType::I1, "i1", 1},     {ElementType::I8, "i8", 1},
    {ElementType::I16, "i16", 2},   {ElementType::I32, "i32", 4},
    {ElementType::I64, "i64", 8},   {ElementType::U8, "ui8", 1},
    {ElementType::U16, "ui16", 2},  {ElementType::U32, "ui32", 4},
    {ElementType::U64, "ui64", 8},  {ElementType::F16, "f16", 2},
    {ElementType::BF16, "bf16", 2}, {ElementType::F32, "f32", 4},
    {ElementType::F64, "f64", 8},
};

static const TypeInfo &info(ElementType type) {
  return types[static_cast<size_t>(type)];
}

size_t mlir::prim::byteWidth(ElementType type) { return info(type).bytes; }

const char *mlir::prim::getName(ElementType type) { return info(type).name; }

std::optional<ElementType>
mlir::prim::parseElementType(const std::string &text) {
  if (text == "index")
    return ElementType::I64;
  // MLIR writes signed integers as si32.
  const std::string plain =
      text.compare(0, 2, "si") == 0 ? text.substr(1) : text;
  for (const TypeInfo &candidate : types)
    if (plain == candidate.name)
      return candidate.type;
  return std::nullopt;
}

bool mlir::prim::isFloat(ElementType type) { return type >= ElementType::F16; }

bool mlir::prim::isUnsigned(ElementType type) {
  return type >= ElementType::U8 && type <= ElementType::U64;
}

bool mlir::prim::isCompatible(ElementType stored, ElementType wanted) {
  if (stored == wanted)
    return true;
  if (wanted == ElementType::BF16)
    return stored == ElementType::U16;
  return stored != ElementType::I1 && wanted != ElementType::I1 &&
         !isFloat(stored) && !isFloat(wanted) &&
         byteWidth(stored) == byteWidth(wanted);
}

std::string mlir::prim::describe(ElementType type,
                                 const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + getName(type);
}

std::optional<int64_t> mlir::prim::byteSize(ElementType type,
                                            const std::vector<int64_t> &shape) {
  int64_t bytes = static_cast<int64_t>(byteWidth(type));
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    if (extent != 0 && bytes > INT64_MAX / extent)
      return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

bool mlir::prim::fitsInMemory(int64_t bytes) {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long pageBytes = ::sysconf(_SC_PAGESIZE);
  // Unknown, so the allocation decides.
  if (pages <= 0 || pageBytes <= 0)
    return true;
  return bytes / pageBytes < pages;
}
