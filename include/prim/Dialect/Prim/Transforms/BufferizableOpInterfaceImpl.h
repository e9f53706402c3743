//===- BufferizableOpInterfaceImpl.h - Bufferization --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of BufferizableOpInterface for device ops, so that One-Shot Bufferize
// takes them from tensors to memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define PRIM_DIALECT_PRIM_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace prim {

/// Attaches the models once the dialect is loaded.
void registerPrimBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry);

} // namespace prim
} // namespace mlir

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
