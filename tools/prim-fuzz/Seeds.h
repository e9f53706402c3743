//===- Seeds.h - Programs to start from ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts MLIR files into small programs: one host function, or one kernel, with
// its dependencies. Block and warp ops in a host function, as in tests of the
// syntax, get a kernel around them, and their results are stored.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_FUZZ_SEEDS_H
#define PRIM_TOOLS_FUZZ_SEEDS_H

#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace prim::fuzz {

/// Adds the programs in `path` to `seeds` as text, each of which parses. False
/// if the file cannot be read.
bool readSeeds(const std::string &path, mlir::MLIRContext &context,
               std::vector<std::string> &seeds);

/// `op` as text that parses to an equal op; in the generic form if it does not
/// verify.
std::string printModule(mlir::Operation *op);

} // namespace prim::fuzz

#endif // PRIM_TOOLS_FUZZ_SEEDS_H
