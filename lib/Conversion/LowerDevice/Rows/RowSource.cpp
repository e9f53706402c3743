//===- RowSource.cpp - Where a row lies -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers of segments have rank 1, with holes or without.
//
//===----------------------------------------------------------------------===//

#include "RowSource.h"

using namespace mlir;
using namespace mlir::prim;

Value DimensionRow::getNumber() {
  CodeBuilder &b = kernel;
  return row ? b.indexCastUI(b.getIndexType(), row) : b.index(0);
}

/// The elements of `memref` from `first` (i64) on.
static MemoryArray bindFrom(KernelBuilder &kernel, Value memref, Value first) {
  MemoryArray array = kernel.bindStrided(memref);
  return array.isDiscarding() ? array : array.from(kernel, first);
}

MemoryArray SegmentRow::getElements(Value memref) {
  return bindFrom(kernel, memref, segment.begin);
}

MemoryArray SegmentRow::getOfRow(Value memref) {
  return bindFrom(kernel, memref, number);
}

Value SegmentRow::getNumber() {
  return kernel.indexCast(kernel.getIndexType(), number);
}
