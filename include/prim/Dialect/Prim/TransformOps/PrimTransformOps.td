//===- PrimTransformOps.td - Schedules of device ops ------*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the transform dialect that work on prim's ops.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_TD
#define PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "prim/Dialect/Prim/IR/PrimBase.td"

def Prim_TransformTuneOp : TransformDialectOp<"prim.tune", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, TransformOpInterface,
    TransformEachOpTrait]> {
  let summary = "set the tuning of device ops";
  let description = [{
    Sets the clause `tuning` of each device op of the handle, in place of the one it
    has: the form of the algorithm, the threads of a block and the elements of a thread,
    as in `#prim.tuning`. The handle stays valid. Apply it before `prim-lower-device`.

    A tuning that an op does not take, such as an algorithm that it does not have, is a
    definite failure with the reason; that op is not changed. An op that is not a device
    op is a silenceable failure. `prim-lower-device` checks limits of the chip, such as the
    registers of a thread.

    ```mlir
    transform.prim.tune %scans tuning<block_size = 256, items_per_thread = 8> : !transform.any_op
    ```
  }];
  let arguments = (ins
    Arg<TransformHandleTypeInterface, "device ops">:$target,
    Arg<Prim_TuningAttr, "what the tuning tables are overridden with">:$tuning);
  let assemblyFormat = "$target `tuning` `` $tuning attr-dict `:` type($target)";
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure
    applyToOne(::mlir::transform::TransformRewriter &rewriter,
               ::mlir::Operation *target,
               ::mlir::transform::ApplyToEachResultList &results,
               ::mlir::transform::TransformState &state);
  }];
}

#endif // PRIM_DIALECT_PRIM_TRANSFORMOPS_PRIMTRANSFORMOPS_TD
