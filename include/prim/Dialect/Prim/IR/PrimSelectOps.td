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
    Writes those elements of `ins` that are selected to `outs`, one behind the
    other, and how many there are to the last of `outs`. All of `ins` move along.
    Which elements are selected is said in one of these ways:

    * `flags(%f : ...)`: those whose flag, an i1 or an integer, is not zero.
    * `where`: those for which a region yields true, an i1. It takes the item, and if
      it takes one argument more the element's `index`. With `flags` the flag
      stands behind the item, of any type, and it is for the region to look at it.
    * `heads(k)`: those that start a run of equal neighbours; the first `k` of the
      item's members are the keys. Keys are equal as in `prim.device_reduce`, and
      `equal` is a region that says it instead, of the keys of an element and those of
      the next one.

    What becomes of the elements that are not selected:

    * `rest(%r : ...)`: they are written there, one behind the other, in one pass
      with the others.
    * `rest reversed`: they fill `outs`, which then are as large as `ins`, from their
      end on, so that the last one stands next to those that are selected.
    * By default nothing.

    `classes(k)`, with a `k` of 2 or 3, tells elements apart into more than
    two: the region yields the number of the class, an i32. `outs` are those of
    class 0, then those of class 1, and so on, then the counts in this order; elements
    of the last class, `k` - 1, and of any other number are those that are not
    selected, and have no count.

    * Counts are buffers of rank 0 of i32, i64 or index. Other `outs` are of rank 1
      and of one size for each class, which is what they hold at most, as is that of
      `rest`: of more elements the count tells, and nothing is written past the end.
      What lies behind the last element is undefined on tensors and untouched on
      memrefs.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`) to the item that is looked at and written.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`. `ins` have
      rank 1, and 2^31 elements or more are an error status. `ins` and `outs` must
      not overlap.

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
    Writes the first element of each run of equal neighbours in `ins`, how long the run
    is, and how many runs there are. Several of `ins` are a tuple. `outs` are the first
    elements, the lengths, and the count.

    * `nontrivial`: of runs of more than one element only, which the count counts; `outs`
      are where each begins, an index into `ins`, its length, and the count.
    * Elements are equal as keys are in `prim.device_reduce`: integers bit by bit, floats
      as `arith.cmpf oeq` says. `equal` is a region that says it instead, of all
      members of an element and all of the next one.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`) to the members of what is compared and written.
    * Lengths, places and the count are i32, i64 or index; the count is a
      buffer of rank 0. The others are of rank 1 and of one size, which is what they hold
      at most: of more runs the count tells, and nothing is written past the end. What
      lies behind the last run is undefined on tensors and untouched on memrefs.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`. `ins` have
      rank 1, and 2^31 elements or more are an error status. `ins` and `outs` must
      not overlap.

    ```mlir
    %u, %l, %n = prim.device_run_length ins(%x : tensor<?xi32>)
        outs(%u0, %l0, %n0 : tensor<?xi32>, tensor<?xi32>, tensor<i32>)
        -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
    %b, %m, %k = prim.device_run_length nontrivial ins(%x : tensor<?xi32>)
        outs(%b0, %m0, %k0 : tensor<?xindex>, tensor<?xi32>, tensor<i64>)
        -> tensor<?xindex>, tensor<?xi32>, tensor<i64>
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
