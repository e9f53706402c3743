//===- PrimOrderOps.td - Order in device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that merge sorted buffers in device memory and select
// elements by rank.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceMergeOp : Prim_DeviceOp<"merge", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface, ["getItemTypes"]>]> {
  let summary = "merge two sorted buffers, stably";
  let description = [{
    Writes the elements of `ins` and of `with`, which are in order each, in order to
    `outs`; stable, and of equal elements those of `ins` come first. The first
    operand of each group is the key, further ones move along with it. Orders are
    those of `prim.device_sort`.

    * `ins`, `with` and `outs` have rank 1, as many buffers each, of the same
      types of elements. All of a group have one size; that of `outs` is what the other
      two have together.
    * `prologue` maps the elements of either range (and, if it takes one argument more,
      the element's `index`, in which those of `with` go on where those of `ins` end)
      to the members of what is merged, which `outs` have. It is evaluated where
      elements are read: for what is compared once on the way to a tile, and a few
      times more where the tile's borders are looked for; for other members where
      they are written.
    * A `comparator` region is that of `prim.device_sort`. Where it is no strict weak
      order, or a range is not in order, what comes out is not defined, but nothing
      else is touched.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`; it needs no
      workspace.
      2^31 elements or more together (less a tile) are an error status, but with
      `wide`, where 64 bits count elements and not 32. `outs` must overlap neither of
      the others.

    ```mlir
    %o = prim.device_merge slt ins(%a : tensor<?xi32>) with(%b : tensor<?xi32>)
        outs(%o0 : tensor<?xi32>) -> tensor<?xi32>
    %k, %v = prim.device_merge total descending ins(%x, %xv : tensor<?xf32>, tensor<?xi32>)
        with(%y, %yv : tensor<?xf32>, tensor<?xi32>)
        outs(%k0, %v0 : tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>, tensor<?xi32>
    ```
  }];
  let arguments = !con(
      Prim_InsOperands, (ins Variadic<Prim_Buffer>:$others), Prim_OutsOperands,
      Prim_WorkspaceOperands, Prim_ReadOperands, (ins UnitAttr:$wide),
      Prim_DeviceSortAttrs);
  let regions = Prim_DeviceSortRegions;
  let declarations = destinationStyle # withoutInit # withoutDimensions
                     # withoutSegments # [{
    /// Both ranges are inputs.
    ::mlir::OperandRange getDeviceIns();
    bool hasInsOfOneShape() { return false; }
  }];
}

/// An op that selects elements by their rank. It has neither segments nor a
/// fold.
class Prim_RankOp<string mnemonic> : Prim_DeviceOp<mnemonic, [
    DeclareOpInterfaceMethods<Prim_SortOpInterface, ["getItemTypes"]>]> {
  code rankDeclarations = [{
    /// The dimension of ins along which elements are ranked.
    int64_t getAlong() {
      return getDimension() && !getDimension()->empty()
                 ? getDimension()->front() : 0;
    }
  }];
  let declarations = destinationStyle # withoutInit # withoutSegments
                     # rankDeclarations;
}

def Prim_DeviceNthOp : Prim_RankOp<"nth"> {
  let summary = "put the element where sorting would put it";
  let description = [{
    Writes the elements of `ins` to `outs` in an order in which element `nth` (an
    index, counted from 0) is the one that sorting would put there: no element
    before it comes after it in the order, and none behind it before it. The first
    operand is the key, further ones move along with it.

    Which of equal keys comes to lie where, and how the elements before and behind
    are arranged, is not said, but the same every time.

    * The order of float keys, `descending`, `bits`, `keys`, `orders`, `dimension`, a
      `comparator` region and its `reads`: as in `prim.device_sort`. With `dimension`
      each row is arranged by itself. With several keys or a comparator all elements
      are sorted, with the limit, the workspace and the cost of that.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`, in its row) to the members of what is arranged, which `outs`
      have. It is evaluated at each reading of an element, of which there is one for
      each digit and one more. With several keys or a comparator it is a step before,
      as in `prim.device_sort`.
    * An `nth` that is negative, or not below the number of elements, is an error
      status, unless there are none.
    * `workspace`, `discards`, sizes: as in `prim.device_reduce`. 2^31 elements or more
      (of a row) are an error status. `ins` and `outs` must not overlap.

    ```mlir
    %y = prim.device_nth slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) nth(%n) -> tensor<?xi32>
    ```
  }];
  let arguments = !con(
      Prim_DestinationOperands, (ins Optional<Index>:$nth), Prim_ReadOperands,
      Prim_DimensionAttrs, Prim_DeviceKeySortAttrs);
  let regions = Prim_DeviceSortRegions;
}

def Prim_DeviceTopkOp : Prim_RankOp<"topk"> {
  let summary = "the first elements that sorting would give, in order";
  let description = [{
    Writes the k elements of `ins` that come first in the order to `outs`, sorted: the
    smallest ones, or with `descending` the largest. The first operand is the key,
    further ones move along with it. k is the size of `outs` along the dimension;
    more than there are elements are an error status. Of equal keys those with lower
    indices are taken, and stand in this order: it is what a stable sort gives.

    * `rest(%r : ...)`: the elements that are not among the first k are written
      there, in an order that is not said. It has room for exactly them. With `outs`
      and `rest` that are parts of one buffer this is a partial sort.
    * `prologue`: as in `prim.device_nth`.
    * `unordered`: the same elements, but in an order that is not said.
    * The order of float keys, `bits`, `keys`, `orders`, `dimension`, a `comparator`
      region and its `reads`: as in `prim.device_sort`. With `dimension` it is the first
      k of each row. With several keys or a comparator all elements are sorted, with the
      limit, the workspace and the cost of that, and once more of that workspace.
    * `workspace`, `discards`, sizes: as in `prim.device_reduce`. Keys of the first k
      that are discarded are in the workspace until they are in order. 2^31 elements
      or more (of a row) are an error status. `ins` and `outs` must not overlap.

    ```mlir
    %v, %i = prim.device_topk total descending ins(%x, %n : tensor<?x?xf32>, tensor<?x?xi32>)
        outs(%vo, %io : tensor<?x8xf32>, tensor<?x8xi32>) dimension(1)
        -> tensor<?x8xf32>, tensor<?x8xi32>
    %s, %r = prim.device_topk slt ins(%y : tensor<?xi32>) outs(%so : tensor<?xi32>)
        rest(%ro : tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
    ```
  }];
  let arguments = !con(
      Prim_InsOperands, Prim_OutsOperands, Prim_RestOperands,
      Prim_WorkspaceOperands, Prim_ReadOperands, Prim_DimensionAttrs,
      (ins UnitAttr:$unordered), Prim_DeviceKeySortAttrs);
  let regions = Prim_DeviceSortRegions;
  let declarations = destinationStyle # withoutInit # withoutSegments
                     # rankDeclarations # [{
    /// `rest` follows `outs` and is written like it.
    ::mlir::OperandRange getDeviceOuts();
  }];
}

def Prim_SortCodeOp : Prim_Op<"sort_code", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a sort key as an unsigned integer";
  let description = [{
    An integer as wide as the key (i64 for index) that is smaller, unsigned, where the key
    comes first in the order, or with `descending` last: what sorts take digits of. Keys that
    the order takes for equal, both zeros and all NaNs of floats, have one code. It is
    for kernels and for the regions of device, block and warp ops, such as one that
    packs several keys into one word, the most significant on top.

    ```mlir
    %c = prim.sort_code slt %i : i32
    %d = prim.sort_code total descending %x : f32
    ```
  }];
  let arguments = (ins Prim_SortOrder:$order, UnitAttr:$descending,
                       Prim_Element:$key);
  let results = (outs AnySignlessInteger:$code);
  let assemblyFormat = [{
    $order (`descending` $descending^)? $key attr-dict `:` type($key)
  }];
}

def Prim_SortKeyOp : Prim_Op<"sort_key", [Pure]> {
  let summary = "the sort key that has a code";
  let description = [{
    The key of the result's type whose `prim.sort_code` in the same order is `code`. Of
    the keys that share a code it is +0.0, and one NaN. A code that no key has
    is that of some NaN in `total`. The key of the largest code comes last in the
    order.

    ```mlir
    %i = prim.sort_key slt %c : i32 -> i32
    %x = prim.sort_key total descending %d : i32 -> f32
    ```
  }];
  let arguments = (ins Prim_SortOrder:$order, UnitAttr:$descending,
                       AnySignlessInteger:$code);
  let results = (outs Prim_Element:$key);
  let assemblyFormat = [{
    $order (`descending` $descending^)? $code attr-dict `:` type($code) `->`
    type($key)
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMORDEROPS_TD
