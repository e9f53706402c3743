//===- RoundedProducts.h - Products rounded to f16 --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_ROUNDEDPRODUCTS_H
#define PRIM_LIB_TARGET_SERIALIZE_ROUNDEDPRODUCTS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Keeps the sign of zero of f32 products in `module` that are rounded to f16.
/// `module` is of an AMD chip and has been optimised.
void keepSignsOfProducts(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ROUNDEDPRODUCTS_H
