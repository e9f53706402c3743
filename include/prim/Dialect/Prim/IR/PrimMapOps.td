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
  let summary = "compute each element of a buffer by itself";
  let description = [{
    Computes each element of `outs` with the region `map`, which yields one value for
    each of `outs`, of any types. The region takes the element of each of `ins` at the
    same position. All buffers have one shape, of any rank. Without `ins` the region
    computes from the position alone.

    * With one argument more, the region takes the element's `index`, counted in
      row-major order.
    * `neighbour(left)`: after the elements, the region takes the previous element of
      each of `ins`, and an i1 that says whether it exists. If not, the element's own
      values stand in for it. `neighbour(right)`: as `left`, for the next element.
    * `dimension(d)`: neighbours and index are those in the row, that is the elements
      along dimension d for one set of the other indices. Required with `neighbour`
      unless the rank is 1. Each row has its own blocks, which are mostly idle for short
      rows.
    * `predicated`: the region yields one i1 more, the last value, and writes only where
      it is true. Elsewhere `outs` are undefined on tensors and untouched on memrefs.
    * `outs` may be the same buffers as `ins`
      ([overlap](Dialect.md#overlap-of-operands)). With `neighbour` the host function
      tests at run time whether they share memory. If so, an additional launch first
      saves in the workspace the elements that tiles need of each other. Otherwise there
      is no such launch and no allocation.
    * Discarded outputs are not computed: an op without these outputs replaces the op.
    * `workspace`, `discards`, `reads`, layouts, sizes: as in `prim.device_reduce`. More
      elements than one launch covers (2^32 - 1 threads; `max-launch-threads` of
      `prim-lower-device`) are an error status.

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
    Searches for each element of `ins`, a needle, in the sorted buffer `in`, and writes
    the result to `outs`:

    * `lower`: the number of elements of `in` before the needle, which is the index of
      the first one that is not before it.
    * `upper`: the number of elements that are not after the needle, which is the index
      of the first one that is after it.
    * `contains`: whether `in` has an element that is neither before nor after the
      needle.

    Orders and a `comparator` region are as in `prim.device_sort`. With a built-in order
    items have one member, the key. With `total`, zeros are equal, and so are all NaNs.
    `descending` is the order of `in`.

    * `outs` is one buffer of the shape of `ins`, of i32, i64 or index. With `contains`
      it has any integers or index, also i1: 1 if the needle is found, else 0. If `outs`
      are i32, more elements in `in` than an i32 counts are an error status.
    * `ins` and `in` have rank 1. `in` may be empty; then nothing is found.
    * `prologue` maps the elements of `ins` (and optionally the element's `index`) to
      the item to search for. Items have the types of `in`.
    * If `in` is not sorted, or the comparator is not a strict weak order, the results
      are undefined, but at most the size of `in`. The number of elements that are read
      depends only on that size.
    * `workspace`, `reads`, sizes: as in `prim.device_reduce`. No workspace is needed.
      `outs` must not [overlap](Dialect.md#overlap-of-operands) the others.

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
  let builderWords = !con(
      (ins "::mlir::prim::SearchMode":$mode), Prim_OrderWord);
  let builderGroups = (ins
    "::mlir::ValueRange":$ins, "::mlir::ValueRange":$in,
    "::mlir::ValueRange":$outs);
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
    Copies ranges of `ins` to `outs`: copy k moves `sizes`[k] elements from index
    `from`[k] to index `to`[k]. All copies are one op, and their elements are
    distributed evenly over threads, whatever the sizes. So one large copy among many
    small ones does not delay them.

    * `from`, `to` and `sizes` have rank 1, one size and one type: i32, i64 or index,
      signed and counted in elements. A negative size is an empty copy. Elements outside
      of `ins` or of `outs` are cut off: they are neither read nor written.
    * `ins` and `outs` are one buffer each, of rank 1 and, without a prologue, of one
      element type. They must not [overlap](Dialect.md#overlap-of-operands). The
      destinations of two copies must not overlap either; their sources may.
    * Elements of `outs` that no copy writes are undefined on tensors and untouched on
      memrefs.
    * `prologue` maps an element of `ins` (and optionally its `index` there) to the
      element that is written, which may have another type. Threads then copy elements
      one by one.
    * `addressed(b)`, instead of `ins` and `outs`: `from` and `to` hold addresses in
      device memory, i64 or index. An element has `b` bytes: 1, 2, 4 or 8. Copy k moves
      `sizes`[k] elements from address `from`[k] to address `to`[k], both multiples of
      `b`. Only for memrefs. The caller must ensure that the memory exists and that no
      destination overlaps anything else; neither is checked.
    * `workspace`, sizes: as in `prim.device_reduce`. 2^31 copies or more are an error
      status.

    ```mlir
    %y = prim.device_batch_copy ins(%x : tensor<?xi8>) outs(%o : tensor<?xi8>)
        from(%begins : tensor<?xi64>) to(%places : tensor<?xi64>) sizes(%bytes : tensor<?xi64>)
        -> tensor<?xi8>
    %z = prim.device_batch_copy ins(%x : tensor<?xi8>) outs(%w : tensor<?xi32>)
        from(%begins : tensor<?xi64>) to(%places : tensor<?xi64>) sizes(%bytes : tensor<?xi64>)
        prologue {
    ^bb0(%e: i8):
      %wide = arith.extui %e : i8 to i32
      prim.yield %wide : i32
    } -> tensor<?xi32>
    prim.device_batch_copy from(%a : memref<?xi64>) to(%b : memref<?xi64>)
        sizes(%n : memref<?xi64>) addressed(4)
    ```
  }];
  let builderGroups = !con(Prim_CommonGroups, (ins
    "::mlir::Value":$from, "::mlir::Value":$to, "::mlir::Value":$sizes));
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
