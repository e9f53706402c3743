//===- Mutate.h - Small changes of programs --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two kinds of change. Changes of the IR mostly keep it valid: they exchange
// operands, move, copy, delete and wrap ops, and insert ops of other programs.
// Changes of the text affect types, numbers, words and lines; parser and
// verifiers have to handle the result.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_FUZZ_MUTATE_H
#define PRIM_TOOLS_FUZZ_MUTATE_H

#include "mlir/IR/BuiltinOps.h"

#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace prim::fuzz {

/// A generator with equal numbers for a seed on every machine, which the
/// standard library's distributions do not guarantee.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// 0 to `count` - 1; `count` must not be 0.
  unsigned below(unsigned count) { return engine() % count; }
  bool oneIn(unsigned count) { return below(count) == 0; }
  template <typename Range>
  decltype(auto) pick(Range &&range) {
    return range[below(std::size(range))];
  }

private:
  std::mt19937_64 engine;
};

/// Changes `module` in one place; `donor` is the source of foreign ops. The
/// result need not verify.
void mutateIR(mlir::ModuleOp module, mlir::ModuleOp donor, Random &random);

/// Changes `text` in one place; `donor` is the source of foreign lines and
/// words.
std::string mutateText(const std::string &text, const std::string &donor,
                       Random &random);

} // namespace prim::fuzz

#endif // PRIM_TOOLS_FUZZ_MUTATE_H
