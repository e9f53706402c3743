//===- GeneratorHash.h - Hash of the generator ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build writes the source file of this header after the libraries that it
// hashes (cmake/modules/HashFiles.cmake).
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_GENERATORHASH_H
#define PRIM_LIB_TARGET_SERIALIZE_GENERATORHASH_H

namespace mlir::prim {

/// A hash, as hexadecimal digits, of all objects of prim and of lld that
/// generate and check code. It covers the objects of PrimCodeGeneration and of
/// its dependencies, except LLVM's library, which has a build id.
const char *getGeneratorHash();

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_GENERATORHASH_H
