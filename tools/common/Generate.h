//===- Generate.h - Inputs without files ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Deterministic generated arrays: a specification gives equal bytes on every
// machine. Element i depends only on the seed and i.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_COMMON_GENERATE_H
#define PRIM_TOOLS_COMMON_GENERATE_H

#include "prim/Execution/Array.h"

namespace prim::tools {

using mlir::prim::Array;
using mlir::prim::ElementType;

enum class Distribution {
  /// Integers of all values; floats uniform in [-1, 1); i1 both.
  Random,
  /// Any bit pattern: floats include infinities, NaNs and denormals.
  Bits,
  /// Integers from -8 to 8 (unsigned: 0 to 8; i1: both) in any type. Sums of
  /// many of them are exact in f32, so results can be compared bitwise.
  Small,
  /// The element's linear index, wrapping (integers) or rounded (floats).
  Iota,
  /// One value everywhere.
  Constant
};

struct InputSpec {
  ElementType type = ElementType::I32;
  std::vector<int64_t> shape;
  Distribution distribution = Distribution::Random;
  uint64_t seed = 0;
  /// The value of Constant: an integer (its low bits are used), or a float.
  int64_t integer = 0;
  double real = 0;
};

/// Parses TYPE[:DISTRIBUTION[:OPTION]] where TYPE is as in "1024x4xf32" (rank
/// 0: "f32"), DISTRIBUTION is random (the default), bits, small, iota or
/// constant=VALUE, and OPTION is seed=N. Returns nothing and sets `error` for
/// anything else, a constant that the type cannot hold included.
std::optional<InputSpec> parseInputSpec(const std::string &text,
                                        std::string &error);

/// Generates the array; nothing and `error` if it is too large.
std::optional<Array> generate(const InputSpec &spec, std::string &error);

} // namespace prim::tools

#endif // PRIM_TOOLS_COMMON_GENERATE_H
