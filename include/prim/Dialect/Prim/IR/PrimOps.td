//===- PrimOps.td - All ops of the dialect --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the op families; the one file that tablegen is run on.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMOPS_TD

include "prim/Dialect/Prim/IR/PrimBlockOps.td"
include "prim/Dialect/Prim/IR/PrimDeviceOps.td"
include "prim/Dialect/Prim/IR/PrimGridOps.td"
include "prim/Dialect/Prim/IR/PrimLaneOps.td"
include "prim/Dialect/Prim/IR/PrimMemoryOps.td"
include "prim/Dialect/Prim/IR/PrimWarpOps.td"

def Prim_YieldOp : Prim_Op<"yield", [
    Pure, Terminator, ReturnLike,
    ParentOneOf<["WarpReduceOp", "WarpScanOp", "WarpSortOp", "BlockRadixRankOp",
                 "BlockReduceOp", "BlockScanOp", "BlockSortOp", "GridPrefixOp",
                 "GridReduceOp", "GridScanOp", "DeviceReduceOp", "DeviceScanOp",
                 "DeviceSelectOp", "DeviceSortOp"]>]> {
  let summary = "the results of a region of a prim op";
  let description = [{
    Ends a combiner, comparator, prologue, epilogue or prefix region with what it
    computes, a counted region with nothing.

    ```mlir
    prim.yield %v, %i : f32, i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 0;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMOPS_TD
