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
    Merges the elements of `ins` and of `with`, each of which is sorted, into `outs`,
    stably: among equal elements, those of `ins` come first. The first operand of each
    group is the key; further ones move along with it. Orders are as in
    `prim.device_sort`.

    * `ins`, `with` and `outs` have rank 1, and are equally many buffers of the same
      element types. All buffers of a group have one size. The size of `outs` is the sum
      of the other two.
    * `prologue` maps the elements of either range to the members that are merged, whose
      types are those of `outs`. It optionally takes the element's `index`; indices of
      `with` continue after those of `ins`. It runs each time that an element is read:
      for compared members once in the element's tile, and for some elements again in
      the search for the borders of tiles. Other members are computed once, when they
      are written.
    * `comparator`: a region as in `prim.device_sort`. If it is not a strict weak order,
      or a range is not sorted, the result is undefined, but no other memory is touched.
    * `workspace`, `discards`, `reads`, sizes: as in `prim.device_reduce`. No workspace
      is needed. 2^31 elements or more together (less a tile) are an error status,
      except with `wide`, which counts elements with 64 bits instead of 32. `outs` must
      not [overlap](Dialect.md#overlap-of-operands) the others.

    ```mlir
    %o = prim.device_merge slt ins(%a : tensor<?xi32>) with(%b : tensor<?xi32>)
        outs(%o0 : tensor<?xi32>) -> tensor<?xi32>
    %k, %v = prim.device_merge total descending ins(%x, %xv : tensor<?xf32>, tensor<?xi32>)
        with(%y, %yv : tensor<?xf32>, tensor<?xi32>)
        outs(%k0, %v0 : tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>, tensor<?xi32>
    %c = prim.device_merge ins(%a : tensor<?xi32>) with(%b : tensor<?xi32>)
        outs(%o1 : tensor<?xi32>) comparator {
    ^bb0(%l: i32, %r: i32):
      %ls = math.absi %l : i32
      %rs = math.absi %r : i32
      %first = arith.cmpi ult, %ls, %rs : i32
      prim.yield %first : i1
    } -> tensor<?xi32>
    ```
  }];
  let builderWords = Prim_OrderWord;
  let builderGroups = (ins
    "::mlir::ValueRange":$ins, "::mlir::ValueRange":$with,
    "::mlir::ValueRange":$outs);
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
  let builderWords = Prim_OrderWord;
  let declarations = destinationStyle # withoutInit # withoutSegments
                     # rankDeclarations;
}

def Prim_DeviceNthOp : Prim_RankOp<"nth"> {
  let summary = "put one element where sorting would put it";
  let description = [{
    Permutes the elements of `ins` into `outs` so that element `nth` (an index, counted
    from 0) is the one that sorting would put there. No earlier element comes after it
    in the order, and no later one before it. The first operand is the key; further ones
    move along with it. The positions of equal keys, and the order of the elements on
    either side, are unspecified, but the same in every run.

    * The order of float keys, `descending`, `bits`, `keys`, `orders`, `dimension`,
      `comparator` and its `reads`: as in `prim.device_sort`. With `dimension` each row
      is permuted separately. With several keys or a comparator all elements are sorted,
      with the limit, the workspace and the cost of a sort.
    * `prologue` maps the elements of `ins` (and optionally the element's `index` in its
      row) to the members that are permuted, whose types are those of `outs`. It is
      evaluated each time that an element is read: about once for each digit, and a few times
      more. With several keys or a comparator it is evaluated first, in a separate step,
      as in `prim.device_sort`.
    * An `nth` that is negative, or not below the number of elements, is an error
      status, unless there are no elements.
    * `workspace`, `discards`, sizes: as in `prim.device_reduce`. 2^31 elements or more
      (of a row) are an error status. `ins` and `outs` must not
      [overlap](Dialect.md#overlap-of-operands).

    ```mlir
    %y = prim.device_nth slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) nth(%n) -> tensor<?xi32>
    %c = prim.device_nth ins(%x : tensor<?xi32>) outs(%p : tensor<?xi32>) nth(%n) comparator {
    ^bb0(%a: i32, %b: i32):
      %as = math.absi %a : i32
      %bs = math.absi %b : i32
      %first = arith.cmpi ult, %as, %bs : i32
      prim.yield %first : i1
    } -> tensor<?xi32>
    ```
  }];
  let builderGroups = !con(
      Prim_CommonGroups, (ins "::mlir::Value":$nth));
  let arguments = !con(
      Prim_DestinationOperands, (ins Optional<Index>:$nth), Prim_ReadOperands,
      Prim_DimensionAttrs, Prim_DeviceKeySortAttrs);
  let regions = Prim_DeviceSortRegions;
}

def Prim_DeviceTopkOp : Prim_RankOp<"topk"> {
  let summary = "the first elements of a sort, in order";
  let description = [{
    Writes to `outs` the k elements of `ins` that come first in the order, sorted: the
    smallest ones, or with `descending` the largest. The first operand is the key;
    further ones move along with it. k is the size of `outs` along the dimension. A k
    larger than the number of elements is an error status. Among equal keys, those with
    lower indices are taken, and keep their order, as in a stable sort.

    * `rest(%r : ...)`: the elements that are not among the first k are written there,
      in an unspecified order. Its size must be exactly their number. If `outs` and
      `rest` are parts of one buffer, this is a partial sort.
    * `prologue`: as in `prim.device_nth`.
    * `unordered`: the same elements in an unspecified order.
    * The order of float keys, `bits`, `keys`, `orders`, `dimension`, `comparator` and
      its `reads`: as in `prim.device_sort`. With `dimension` the op takes the first k
      of each row. With several keys or a comparator all elements are sorted, with the
      limit, the workspace and the cost of a sort, and one more buffer of all items in
      the workspace.
    * `workspace`, `discards`, sizes: as in `prim.device_reduce`. Discarded keys of the
      first k are in the workspace until they are in order. 2^31 elements or more (of a
      row) are an error status. `ins` and `outs` must not
      [overlap](Dialect.md#overlap-of-operands).

    ```mlir
    %v, %i = prim.device_topk total descending ins(%x, %n : tensor<?x?xf32>, tensor<?x?xi32>)
        outs(%vo, %io : tensor<?x8xf32>, tensor<?x8xi32>) dimension(1)
        -> tensor<?x8xf32>, tensor<?x8xi32>
    %s, %r = prim.device_topk slt ins(%y : tensor<?xi32>) outs(%so : tensor<?xi32>)
        rest(%ro : tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
    %c = prim.device_topk ins(%y : tensor<?xi32>) outs(%co : tensor<?xi32>) comparator {
    ^bb0(%a: i32, %b: i32):
      %as = math.absi %a : i32
      %bs = math.absi %b : i32
      %first = arith.cmpi ult, %as, %bs : i32
      prim.yield %first : i1
    } -> tensor<?xi32>
    ```
  }];
  let builderGroups = !con(Prim_CommonGroups, Prim_RestGroup);
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
    Returns an integer as wide as the key (i64 for index) whose unsigned order is the
    order of the keys, or with `descending` the reverse. Sorts take the digits of this
    code. Keys that are equal in the order have one code: both zeros, and all NaNs, of
    floats. The op may be used in kernels and in the regions of device, block and warp
    ops. For example, a region can pack several keys into one word, the most significant
    on top.

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
    Returns the key of the result's type whose `prim.sort_code` in the same order is
    `code`. Among keys that share a code, it returns +0.0 for zeros, and one NaN for
    NaNs. In `total`, a code that no key has gives some NaN. The key of the largest code
    comes last in the order.

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
