//===- Elements.h - Element types of ops ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that prim's ops accept, for clients that check before they build
// one.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_ELEMENTS_H
#define PRIM_DIALECT_PRIM_IR_ELEMENTS_H

#include "mlir/IR/Types.h"

namespace mlir::prim {

/// Whether the type is one of prim's element types.
bool isElementType(Type type);

/// The default alignment in bytes of an access of `item` (an element, i1, or a
/// vector of them): an element's size.
uint64_t getNaturalAlignment(Type item);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_IR_ELEMENTS_H
