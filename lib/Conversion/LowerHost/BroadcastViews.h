//===- BroadcastViews.h - Broadcasts without copies ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERHOST_BROADCASTVIEWS_H
#define PRIM_LIB_CONVERSION_LOWERHOST_BROADCASTVIEWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::prim {

/// Lets reductions read a view with strides of 0, instead of a buffer to which
/// a linalg op copies another one in a shape of more dimensions. Each buffer
/// must have a known shape, and nothing may write the copied one until the
/// reduction has read it.
void readBroadcastsAsViews(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERHOST_BROADCASTVIEWS_H
