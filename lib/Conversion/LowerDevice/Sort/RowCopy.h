//===- RowCopy.h - Rows one behind the other ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between an operand in any layout and an array in which its rows lie
// one behind the other, for kernels that want nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_ROWCOPY_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_ROWCOPY_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Whether a buffer has the rows of `op` one behind the other, without holes.
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
