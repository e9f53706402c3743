//===- PrimMapOps.td - Elements of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that compute each output element independently: from
// inputs, from their neighbours, by a search, or by a copy.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD

include "prim/Dialect/Prim/IR/PrimMapEnums.td"
include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceMapOp : Prim_DeviceOp<"map"> {
  let summary = "make each element of a buffer by itself";
  let description = [{
    Writes to each place of `outs` what the region `map` yields for it: one value
    for each of `outs`, of any types. The region takes the element of each of `ins`
    at that place. All buffers have one shape, of any rank; without `ins` there is
    nothing but the place to compute from.

    * The region may take one argument more, the element's `index`, counted in
      row-major order.
    * `neighbour(left)`: behind the elements the region takes those of the element
      before, again one of each of `ins`, and an i1 that says whether there is one;
      where there is none they are the element's own. `neighbour(right)`: the same for
      the element behind.
    * `dimension(d)`: neighbours, and the index, are those of the row, the elements
      along dimension d for one set of the other indices; needed with `neighbour`
      where the rank is not 1. Each row has blocks of its own, which short rows leave
      mostly idle.
    * `predicated`: the region yields an i1 more, the last one, and writes only where
      it is true. Where it is false, `outs` are undefined on tensors and untouched on
      memrefs.
    * `outs` may be the same buffers as `ins`; any other overlap is undefined. With
      `neighbour` whether they are shows when the host function runs: then a launch
      before saves in the workspace what tiles see of each other, and else there is
      none and nothing is allocated.
    * What is discarded is not computed: the op without it takes the place of the op.
    * `workspace`, `discards`, `reads`, layouts, sizes: as in `prim.device_reduce`. More elements
      than one launch covers (2^32 threads less one; `max-launch-threads` of
      `prim-lower-device`) are an error status, too.

    ```mlir
    %s = prim.device_map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) map {
    ^bb0(%a: f32, %b: f32):
      %sum = arith.addf %a, %b : f32
      prim.yield %sum : f32
    } -> tensor<?xf32>
    %d = prim.device_map ins(%v : tensor<?xi32>) outs(%p : tensor<?xi32>) neighbour(left) map {
    ^bb0(%a: i32, %before: i32, %has: i1):
      %difference = arith.subi %a, %before : i32
      %first = arith.select %has, %difference, %a : i32
      prim.yield %first : i32
    } -> tensor<?xi32>
    %counting = prim.device_map outs(%q : tensor<?xindex>) map {
    ^bb0(%i: index):
      prim.yield %i : index
    } -> tensor<?xindex>
    ```
  }];
  let arguments = !con(
      Prim_DestinationOperands, Prim_ReadOperands,
      (ins OptionalAttr<Prim_Neighbour>:$neighbour), Prim_DimensionAttrs,
      (ins UnitAttr:$predicated), Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$map);
  let declarations = destinationStyle # withoutInit # withoutSegments # [{
    /// The types of the region's arguments except for the index.
    ::llvm::SmallVector<::mlir::Type> getItemTypes();
    bool isElementwise() { return !getNeighbour(); }
    bool mayWriteInPlace() { return true; }
    /// A map may compute its elements from their indices.
    bool needsIns() { return false; }
  }];
}

def Prim_DeviceSearchOp : Prim_DeviceOp<"search", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface, ["getItemTypes"]>]> {
  let summary = "look elements up in a sorted buffer";
  let description = [{
    For each element of `ins`, a needle, writes to `outs` where it belongs in the
    buffer `in`, which is sorted:

    * `lower`: how many elements of `in` come before the needle, which is the index
      of the first one that does not.
    * `upper`: how many do not come after it, which is the index of the first one that
      does.
    * `contains`: whether `in` has one that comes neither before nor after it.

    Orders are those of `prim.device_sort`, as is a `comparator` region, which takes
    all members of the left item, then all of the right one, and yields whether the
    left one comes first. With a built-in order items have one member, the key. With
    `total`, zeros are equal, and so are all NaNs. `descending` is how `in` is sorted.

    * `outs` is one buffer of the shape of `ins`: of i32, i64 or index, or with
      `contains` of any integers or index, of i1 too: 1 where the needle is found,
      else 0. More elements in `in` than an i32 counts are an error status where
      `outs` are i32.
    * `ins` and `in` have rank 1. `in` may be empty, and then nothing is found.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`) to the item that is looked for. Items have the types of `in`.
    * What is written for a buffer that is not sorted, or with a comparator that is no
      strict weak order, is not defined, but it is at most the size of `in`, and the
      number of elements looked at depends on nothing but that size.
    * `workspace`, `reads`, sizes: as in `prim.device_reduce`; no workspace is needed.
      `outs` must not overlap the others.

    ```mlir
    %first = prim.device_search lower slt ins(%x : tensor<?xi32>) in(%sorted : tensor<?xi32>)
        outs(%o0 : tensor<?xi64>) -> tensor<?xi64>
    %found = prim.device_search contains total descending ins(%y : tensor<?xf32>)
        in(%falling : tensor<?xf32>) outs(%o1 : tensor<?xi1>) -> tensor<?xi1>
    %last = prim.device_search upper ins(%k, %v : tensor<?xi32>, tensor<?xi32>)
        in(%ks, %vs : tensor<?xi32>, tensor<?xi32>) outs(%o2 : tensor<?xindex>) comparator {
    ^bb0(%a: i32, %av: i32, %b: i32, %bv: i32):
      %before = arith.cmpi slt, %a, %b : i32
      %same = arith.cmpi eq, %a, %b : i32
      %second = arith.cmpi slt, %av, %bv : i32
      %both = arith.andi %same, %second : i1
      %first_of_two = arith.ori %before, %both : i1
      prim.yield %first_of_two : i1
    } -> tensor<?xindex>
    ```
  }];
  let arguments = !con(
      Prim_InsOperands, (ins Variadic<Prim_Buffer>:$sorted), Prim_OutsOperands,
      Prim_WorkspaceOperands, Prim_ReadOperands, (ins I32Attr:$mode),
      Prim_DeviceSortAttrs);
  let regions = (region MaxSizedRegion<1>:$prologue,
                        MaxSizedRegion<1>:$comparator);
  let declarations = destinationStyle # withoutInit # withoutDimensions
                     # withoutSegments # [{
    /// The result that the search returns for a needle.
    ::mlir::prim::SearchMode getSearchMode() {
      return static_cast<::mlir::prim::SearchMode>(getMode());
    }
  }];
}

def Prim_DeviceBatchCopyOp : Prim_DeviceOp<"batch_copy"> {
  let summary = "copy many ranges of a buffer at once";
  let description = [{
    Copy k moves `sizes`[k] elements of `ins` from index `from`[k] on to `outs`, from
    index `to`[k] on. All copies are one op, and their elements are shared out evenly
    whatever the sizes: one large copy among many small ones keeps no one waiting.

    * `from`, `to` and `sizes` are of rank 1, of one size, and of one type: i32, i64 or
      index, signed and counted in elements. A size that is negative is that of an
      empty copy. What lies outside of `ins` or of `outs` is cut off: such elements are
      neither read nor written.
    * `ins` and `outs` are one buffer each, of rank 1 and, without a prologue, of one
      element type. They must
      not overlap, and neither must the destinations of copies; sources may.
    * Elements of `outs` that no copy writes are undefined on tensors and untouched on
      memrefs.
    * `prologue` maps an element of `ins` (and, if it takes one argument more, its
      `index` there) to what is written, which may be of another type. Threads then
      copy elements one by one.
    * `addressed(b)`, instead of `ins` and `outs`: `from` and `to` hold addresses in device
      memory, i64 or index, and an element has `b` bytes: 1, 2, 4 or 8. Copy k moves
      `sizes`[k] elements from address `from`[k] on to address `to`[k] on; both are
      multiples of `b`. It is for memrefs. What lies there cannot be checked: that there
      is memory, and that no destination overlaps anything else, is the caller's
      duty.
    * `workspace`, sizes: as in `prim.device_reduce`. 2^31 copies or more are an error
      status.

    ```mlir
    %y = prim.device_batch_copy ins(%x : tensor<?xi8>) outs(%o : tensor<?xi8>)
        from(%begins : tensor<?xi64>) to(%places : tensor<?xi64>) sizes(%bytes : tensor<?xi64>)
        -> tensor<?xi8>
    prim.device_batch_copy from(%a : memref<?xi64>) to(%b : memref<?xi64>)
        sizes(%n : memref<?xi64>) addressed(4)
    ```
  }];
  let arguments = !con(
      (ins Prim_Buffer:$from, Prim_Buffer:$to, Prim_Buffer:$sizes),
      Prim_DestinationOperands, Prim_AsyncOperands,
      (ins OptionalAttr<I32Attr>:$addressed), Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$prologue);
  // `outs` may be absent, so destinations need not begin with it.
  let declarations = asyncToken # withoutInit # withoutDimensions
                     # withoutSegments # withoutReads # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      auto [first, count] = getODSOperandIndexAndLength(4);
      return ::mlir::MutableOperandRange(getOperation(), first,
                                         count + (getWorkspace() ? 1 : 0));
    }
    /// `outs` may be absent, so the form follows from `from`.
    bool hasBufferForm() {
      return ::llvm::isa<::mlir::MemRefType>(getFrom().getType());
    }
    /// Work is divided over the copies: a tile is a range of copies.
    ::mlir::OperandRange getDeviceIns() {
      return getOperation()->getOperands().take_front(3);
    }
    /// A copy between addresses has no `ins` and no `outs`.
    bool needsIns() { return !getAddressed(); }
    bool needsOuts() { return !getAddressed(); }
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMMAPOPS_TD
