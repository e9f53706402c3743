//===- PrimSelectOps.td - Compaction of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that keep some elements of buffers in device memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMSELECTOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMSELECTOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceSelectOp : Prim_DeviceOp<"select"> {
  let summary = "keep some elements of a buffer, in their order";
  let description = [{
    Writes the selected elements of `ins` to `outs`, contiguously and in their order,
    and their number to the last of `outs`. Several of `ins` are a tuple. One of these
    clauses selects elements:

    * `flags(%f : ...)`: those whose flag, an i1 or an integer, is not zero.
    * `where`: those for which a region yields true, an i1. It takes the item, and
      optionally the element's `index`. The op may have `flags` too. The region then
      takes the flag after the item, and alone selects; a flag may have any type.
    * `heads(k)`: those that start a run of equal neighbours. The first `k` members of
      the item are the keys. Keys are equal as in `prim.device_reduce`, or by the region
      `equal`, on the keys of an element and those of the next one.

    Elements that are not selected are dropped, except with one of two clauses:

    * `rest(%r : ...)`: they are written there, contiguously, in the same pass.
    * `rest reversed`: they are written to `outs`, which are then as large as `ins`,
      from the end backwards. The last one directly follows the selected elements.

    `classes(k)`, for a `k` of 2 or 3, divides elements into `k` classes: the region
    yields the number of the class, an i32. `outs` are those of class 0, then
    those of class 1, and so on, then the counts in this order. Elements of the last
    class, `k` - 1, and of any other number are not selected, and have no count.

    * Counts are rank-0 buffers of i32, i64 or index. Other `outs` have rank 1 and one
      size for each class, which is their capacity, and so has `rest`. The count may be
      larger; nothing is written past the end. Elements after the last one are undefined
      on tensors and untouched on memrefs.
    * `prologue` maps the elements of `ins` (and optionally the element's `index`) to
      the item that is tested and written.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`. `ins` have
      rank 1. 2^31 elements or more are an error status. `ins` and `outs` must not
      [overlap](Dialect.md#overlap-of-operands).

    ```mlir
    %o, %n = prim.device_select ins(%x : tensor<?xi32>) outs(%o0, %n0 : tensor<?xi32>, tensor<i32>)
        flags(%f : tensor<?xi1>) -> tensor<?xi32>, tensor<i32>
    %p, %m, %r = prim.device_select ins(%x : tensor<?xi32>) outs(%p0, %m0 : tensor<?xi32>, tensor<index>)
        rest(%r0 : tensor<?xi32>) where {
    ^bb0(%a: i32, %i: index):
      %c0 = arith.constant 0 : i32
      %positive = arith.cmpi sgt, %a, %c0 : i32
      prim.yield %positive : i1
    } -> tensor<?xi32>, tensor<index>, tensor<?xi32>
    %k, %v, %u = prim.device_select ins(%x, %y : tensor<?xi32>, tensor<?xf32>)
        outs(%k0, %v0, %u0 : tensor<?xi32>, tensor<?xf32>, tensor<i64>) heads(1)
        -> tensor<?xi32>, tensor<?xf32>, tensor<i64>
    ```
  }];
  let builderGroups = !con(Prim_CommonGroups, Prim_RestGroup);
  let arguments = !con(
      Prim_InsOperands, (ins Optional<Prim_Buffer>:$flags), Prim_OutsOperands,
      Prim_RestOperands, Prim_WorkspaceOperands, Prim_ReadOperands,
      (ins UnitAttr:$rest_reversed, OptionalAttr<I32Attr>:$heads,
           OptionalAttr<I32Attr>:$classes),
      Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$prologue,
                        MaxSizedRegion<1>:$where,
                        MaxSizedRegion<1>:$equal);
  let declarations = destinationStyle # withoutInit # withoutDimensions
                     # withoutSegments # [{
    /// Flags follow `ins` and are read like them. `rest` is written like
    /// `outs`.
    ::mlir::OperandRange getDeviceIns();
    ::mlir::OperandRange getDeviceOuts();
    /// The number of classes with outputs and a count each: one, unless
    /// `classes` gives more.
    unsigned getNumCounted() { return getClasses().value_or(2) - 1; }
    /// The element types of an item that the predicate reads or the op writes.
    ::llvm::SmallVector<::mlir::Type> getItemTypes();
    /// The outputs of class `number`, and the counts.
    ::mlir::OperandRange getOutsOf(unsigned number);
    ::mlir::OperandRange getCounts();
  }];
}

def Prim_DeviceRunLengthOp : Prim_DeviceOp<"run_length"> {
  let summary = "the lengths of runs of equal neighbours";
  let description = [{
    Writes the first element and the length of each run of equal neighbours in `ins`,
    and the number of runs. Several of `ins` are a tuple. `outs` are the first elements,
    the lengths, and the count.

    * `nontrivial`: only runs of more than one element are written and counted. `outs`
      are the start of each run, an index into `ins`, its length, and the count.
    * Elements are equal as keys in `prim.device_reduce`: integers bit by bit, floats by
      `arith.cmpf oeq`. The region `equal` replaces this comparison. It takes all
      members of an element and all of the next one.
    * `prologue` maps the elements of `ins` (and optionally the element's `index`) to
      the members that are compared and written.
    * Lengths, starts and the count are i32, i64 or index. The count is a rank-0 buffer.
      The others have rank 1 and one size, which is their capacity. The count may be
      larger; nothing is written past the end. Elements after the last run are undefined
      on tensors and untouched on memrefs.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`. `ins` have
      rank 1. 2^31 elements or more are an error status. `ins` and `outs` must not
      [overlap](Dialect.md#overlap-of-operands).

    ```mlir
    %u, %l, %n = prim.device_run_length ins(%x : tensor<?xi32>)
        outs(%u0, %l0, %n0 : tensor<?xi32>, tensor<?xi32>, tensor<i32>)
        -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
    %b, %m, %k = prim.device_run_length nontrivial ins(%x : tensor<?xi32>)
        outs(%b0, %m0, %k0 : tensor<?xindex>, tensor<?xi32>, tensor<i64>)
        -> tensor<?xindex>, tensor<?xi32>, tensor<i64>
    %f, %g, %h = prim.device_run_length ins(%x : tensor<?xi32>)
        outs(%f0, %g0, %h0 : tensor<?xi32>, tensor<?xi32>, tensor<i32>) equal {
    ^bb0(%a: i32, %next: i32):
      %c4 = arith.constant 4 : i32
      %high = arith.shrui %a, %c4 : i32
      %next_high = arith.shrui %next, %c4 : i32
      %same = arith.cmpi eq, %high, %next_high : i32
      prim.yield %same : i1
    } -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
    ```
  }];
  let arguments = !con(
      Prim_DestinationOperands, Prim_ReadOperands, (ins UnitAttr:$nontrivial),
      Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$equal,
                        MaxSizedRegion<1>:$prologue);
  let declarations = destinationStyle # withoutInit # withoutDimensions # [{
    /// The element types of an item that is compared or written.
    ::llvm::SmallVector<::mlir::Type> getItemTypes();
    ::mlir::OperandRange getDeviceIns() { return getIns(); }
    ::mlir::OperandRange getDeviceOuts() { return getOuts(); }
    /// Runs are segments defined by keys.
    ::mlir::ValueRange getDeviceSegments() { return getIns(); }
    std::optional<::mlir::prim::SegmentForm> getDeviceSegmentForm() {
      return ::mlir::prim::SegmentForm::Key;
    }
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMSELECTOPS_TD
