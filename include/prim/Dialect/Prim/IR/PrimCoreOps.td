//===- PrimCoreOps.td - Ops of Prim.h ----------------------*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the ops that Prim.h declares. A family that few files use has a
// header of its own, beside its .td file. A change of such a family then
// rebuilds only those files.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMCOREOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMCOREOPS_TD

include "prim/Dialect/Prim/IR/PrimBlockOps.td"
include "prim/Dialect/Prim/IR/PrimDeviceOps.td"
include "prim/Dialect/Prim/IR/PrimGridOps.td"
include "prim/Dialect/Prim/IR/PrimLaneOps.td"
include "prim/Dialect/Prim/IR/PrimMemoryOps.td"
include "prim/Dialect/Prim/IR/PrimWarpOps.td"

def Prim_YieldOp : Prim_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "yield the results of a region of a prim op";
  let description = [{
    Ends a region of a prim op. A combiner, comparator, prologue, epilogue or prefix
    region yields what it computes. A counted region yields nothing.

    ```mlir
    prim.yield %v, %i : f32, i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMCOREOPS_TD
