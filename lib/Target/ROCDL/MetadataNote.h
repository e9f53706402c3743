//===- MetadataNote.h - Metadata of code objects ----------------*- C++ -*-===//
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

/// Merges the metadata notes of several objects in the code object `object`
/// into one note with all kernels. Many readers read only the first note. The
/// size of the object does not change.
llvm::Error mergeMetadataNotes(llvm::SmallVectorImpl<char> &object);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_METADATANOTE_H
