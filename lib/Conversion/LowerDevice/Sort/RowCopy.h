//===- RowCopy.h - Contiguous copies of rows ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between an operand in any layout and an array with contiguous rows,
// for kernels that require them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_ROWCOPY_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_ROWCOPY_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Whether the rows of `op` are contiguous in a buffer, without holes.
bool hasDenseRows(DeviceOpInterface op, Value memref);

/// Threads of a block of a copy, and elements that it takes at a time.
constexpr unsigned rowCopyThreads = 256;
constexpr int64_t rowCopyElements = 32 * 32;

/// The parameter of the kernel: the base of the array.
struct RowCopyParams {
  static constexpr BasesParam rows{"rows"};
};

/// The body of a kernel that copies all elements of `memref`, an operand of as
/// many dimensions as the first input of `op`, to the array, or from there.
void emitRowCopy(DeviceOpInterface op, Value memref, bool toRows,
                 KernelBuilder &kernel);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_ROWCOPY_H
