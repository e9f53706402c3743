//===- OpVerify.h - Checks that op families share ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that the verifiers of several ops share. Every function emits its own
// diagnostic on failure.
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

/// The buffer without casts. Folds may remove a cast from one use and not from
/// another, so values are compared without casts.
Value stripCasts(Value buffer);

/// Types in the syntax of an argument list.
std::string formatTypes(TypeRange types);

/// Verifies the argument types of a region and the types that its prim.yield
/// returns.
LogicalResult verifySignature(Operation *op, Region &region, StringRef name,
                              TypeRange arguments, TypeRange yields);

/// Verifies that a region computes only from its arguments and captured
/// scalars, without effects. The name is for diagnostics. Ops of the region
/// itself for which `isKnown` returns true are left to the caller.
LogicalResult verifyPure(Region &region, StringRef name,
                         llvm::function_ref<bool(Operation *)> isKnown = {});

/// Verifies that there is either a built-in kind, legal for the only
/// accumulator, or a combiner region on the accumulator tuple; and verifies the
/// identity.
LogicalResult verifyCombiner(CombinerOpInterface op);

/// Verifies that there is either a built-in order, legal for the key, or a
/// comparator region on two items; and verifies the range of bits.
LogicalResult verifyOrder(SortOpInterface op);

/// Verifies that a range of bits has both attributes or none.
LogicalResult verifyBits(Operation *op, std::optional<uint32_t> begin,
                         std::optional<uint32_t> end);

/// Verifies that there are inputs, all scalars or all vectors of one length,
/// and that a lane or thread can hold them.
LogicalResult verifyItems(Operation *op, TypeRange inputs);

/// Verifies that an arrangement has a vector if and only if it has rows, and
/// that the vector divides the `items` of a thread. Also verifies the width of
/// the warps that own the rows. The table of the op's clauses says which
/// arrangements it takes.
LogicalResult verifyArrangement(Operation *op, Arrangement arrangement,
                                std::optional<uint32_t> rowVector, Type items,
                                std::optional<uint32_t> rowWidth = {});

/// Verifies a cache hint for `memory`, a base or memref.
LogicalResult verifyCache(Operation *op, Type memory,
                          std::optional<CacheHint> cache);

/// Verifies the types of values, one per accumulator.
LogicalResult verifyElements(Operation *op, StringRef name, TypeRange types,
                             TypeRange expected);

/// Verifies the types of the results against those that the inputs imply.
LogicalResult verifyResults(Operation *op, TypeRange expected);

/// Verifies a logical width.
LogicalResult verifyWidth(Operation *op, std::optional<uint32_t> width,
                          bool powerOfTwo);

/// Verifies the init of a warp or block op: one value per input.
LogicalResult verifyInit(CombinerOpInterface op, ValueRange init);

/// Verifies that a possibly empty fold has a result: by a kind, an identity, or
/// a number of items that is known to be positive.
LogicalResult verifyValid(CombinerOpInterface op, Value valid);

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_OPVERIFY_H
