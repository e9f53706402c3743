//===- OpVerify.h - Checks that op families share ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the verifiers of several ops check in the same way. Every function
// emits its own diagnostic on failure.
//
// Private to the dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_IR_OPVERIFY_H
#define PRIM_LIB_DIALECT_PRIM_IR_OPVERIFY_H

#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim::detail {

/// The buffer behind casts. Folds take a cast away from one use and not from
/// the other, so values are compared without.
Value stripCasts(Value buffer);

/// Types as they are written in a list of arguments.
std::string formatTypes(TypeRange types);

/// Checks the argument types of a region and of what its prim.yield gives.
LogicalResult verifySignature(Operation *op, Region &region, StringRef name,
                              TypeRange arguments, TypeRange yields);

/// Checks that a region computes from its arguments and captured scalars and
/// does nothing else. The name is for diagnostics.
LogicalResult verifyPure(Region &region, StringRef name);

/// Checks that there is a built-in kind, legal for the one accumulator, or else
/// a combiner region on the accumulator tuple; and the identity.
LogicalResult verifyCombiner(CombinerOpInterface op);

/// Checks that there is a built-in order, legal for the key, or else a
/// comparator region on two items; and the range of bits.
LogicalResult verifyOrder(SortOpInterface op);

/// Checks that both attributes of a range of bits are there or none.
LogicalResult verifyBits(Operation *op, std::optional<uint32_t> begin,
                         std::optional<uint32_t> end);

/// Checks that there are inputs, all scalars or all vectors of one length, and
/// that a lane or thread can hold them.
LogicalResult verifyItems(Operation *op, TypeRange inputs);

/// Checks that an arrangement has a vector if and only if it has rows, that it
/// divides the `items` of a thread, and the width of their warps. `striped`
/// says whether that is one that the op can work on.
LogicalResult verifyArrangement(Operation *op, Arrangement arrangement,
                                std::optional<uint32_t> rowVector, Type items,
                                bool striped,
                                std::optional<uint32_t> rowWidth = {});

/// Checks what an op that only loads (`loads`) or only stores asks of the
/// caches in front of `memory`, a base or memref.
LogicalResult verifyCache(Operation *op, Type memory,
                          std::optional<CacheHint> cache, bool loads);

/// Checks the types of values which are one per accumulator.
LogicalResult verifyElements(Operation *op, StringRef name, TypeRange types,
                             TypeRange expected);

/// Checks the types of the results against what the inputs imply.
LogicalResult verifyResults(Operation *op, TypeRange expected);

/// Checks a logical width.
LogicalResult verifyWidth(Operation *op, std::optional<uint32_t> width,
                          bool powerOfTwo);

/// Checks the init of a warp or block op: one value per input.
LogicalResult verifyInit(CombinerOpInterface op, ValueRange init);

/// Checks that a fold of what may be nothing has something to give: a kind,
/// an identity, or a number of items that is known to be positive.
LogicalResult verifyValid(CombinerOpInterface op, Value valid);

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_OPVERIFY_H
