//===- MetadataNote.h - What a code object says of its kernels -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_METADATANOTE_H
#define PRIM_LIB_TARGET_ROCDL_METADATANOTE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir::prim {

/// Makes one note of the metadata notes that several objects have brought into
/// the code object `object`, with the kernels of all. Many readers take the
/// first note for the only one. The object keeps its size.
llvm::Error mergeMetadataNotes(llvm::SmallVectorImpl<char> &object);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_METADATANOTE_H
