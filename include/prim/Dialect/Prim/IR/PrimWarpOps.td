//===- PrimWarpOps.td - Collectives of a logical warp --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on one value, or a small vector of items, per lane. They use no workgroup
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMWARPOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMWARPOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_WarpReduceOp : Prim_WarpOp<"reduce", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let summary = "fold the values of a logical warp";
  let description = !strconcat([{
    Folds `inputs` over the lanes of a logical warp in lane order. Several inputs are
    one tuple. A vector input holds several items per lane in blocked arrangement (lane
    0 holds the first ones), and is folded to a scalar. The result is defined in the
    first lane of the logical warp, or in every lane with `all`. Elsewhere it is poison.

    * `valid(%n)`: only the first `%n` lanes take part. `%n` must be the same in all
      lanes. If it is 0, the result is the identity, which a combiner region must then
      give unless `%n` is a positive constant.
    * `head(%f)` / `tail(%f)`: segments start at (end with) the lanes whose flag is set.
      The result is defined in the first lane of every segment, also with `all`.
    * `width(w)`: logical warps of `w` consecutive lanes; by default the wave. Any width
      up to the wave.
    * `identity(...)`: the neutral element of a combiner region.
    * `init(...)`: the initial value of every fold. It must be the same in all lanes.
  }], Prim_KindText, [{

    All existing lanes of the logical warp must execute the op together. The op uses no
    memory.

    ```mlir
    %r = prim.warp_reduce maxnumf %x all width(16) : f32
    %m, %i = prim.warp_reduce %x, %ix combiner commutative {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %lt = arith.cmpf olt, %a, %b : f32
      %v = arith.select %lt, %b, %a : f32
      %vi = arith.select %lt, %bi, %ai : i32
      prim.yield %v, %vi : f32, i32
    } : f32, i32
    ```
  }]);
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$identity,
      Optional<I32>:$valid, Optional<I1>:$flag,
      Variadic<Prim_Element>:$init,
      OptionalAttr<Prim_SegmentKind>:$segment,
      UnitAttr:$all, OptionalAttr<I32Attr>:$width), Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Element>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasFolder = 1;
}

def Prim_WarpScanOp : Prim_WarpOp<"scan", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let summary = "prefix folds over a logical warp";
  let description = !strconcat([{
    Computes prefix folds over the lanes of a logical warp. Lane i gets the fold of
    lanes 0 to i (`inclusive`), the fold of the lanes before i (`exclusive`), or both,
    the inclusive results first (`both`). Several inputs are one tuple. A vector input
    holds items in blocked arrangement, and so does the result.

    * `init(...)`: the initial value of prefixes, in every segment. It must be the same
      in all lanes. Without it, exclusive prefixes start from the identity. If a region
      gives no identity, the first lane's result is then poison. With `both`, only the
      exclusive results include `init`.
    * `total`: further results, the fold of all lanes without `init`, in every lane.
    * `reverse`: lane i folds the lanes from i (after i) to the last one, in lane order.
    * `head(%f)`: the scan restarts at every lane whose flag is set. Lane 0 always
      starts a segment. `distance` then returns, as the last result (`i32`), how many
      lanes away the segment's head is.
    * `packed`: the head flag is the top bit of the one integer input, and the value is
      the bits below it.
    * `valid(%n)`: lanes from `%n` on take no part. Their results are poison.
    * `width(w)`: as in `prim.warp_reduce`.
  }], Prim_KindText, [{

    All existing lanes of the logical warp must execute the op together. The op uses no
    memory.

    ```mlir
    %p = prim.warp_scan inclusive maxsi %x width(16) : i32
    %e, %t = prim.warp_scan exclusive add %f init(%z) total : f32
    %m = prim.warp_scan inclusive %x combiner {
    ^bb0(%a: i32, %b: i32):
      %set = arith.cmpi ne, %b, %zero : i32
      %kept = arith.select %set, %b, %a : i32
      prim.yield %kept : i32
    } : i32
    ```
  }]);
  let arguments = !con((ins
      Prim_ScanMode:$mode,
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$init,
      Variadic<Prim_Element>:$identity, Optional<I32>:$valid,
      Optional<I1>:$flag, UnitAttr:$total, UnitAttr:$reverse,
      UnitAttr:$packed, UnitAttr:$distance,
      OptionalAttr<I32Attr>:$width), Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let declarations = [{
    /// Results by their content; empty if the op does not return it.
    ::mlir::ResultRange getInclusiveResults();
    ::mlir::ResultRange getExclusiveResults();
    ::mlir::ResultRange getTotalResults();
    ::mlir::Value getDistanceResult();
  }];
}

def Prim_WarpSortOp : Prim_WarpOp<"sort", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface>]> {
  let summary = "sort the items of a logical warp";
  let description = [{
    Sorts the items of a logical warp, in blocked arrangement. The first operand is the
    key; further ones move along with it. Operands are scalars, or vectors of one
    length. At most 64 registers hold a lane's items.

    The order `total` treats -0.0 and +0.0 as equal, and NaN of either sign as greater
    than everything else. Keys keep their bits.

    * `descending`: larger keys, and NaNs, come first.
    * `stable`: equal items keep their order, in descending sorts too. Without it their
      order is unspecified.
    * `valid(%n)`: only the first `%n` items of the logical warp, in blocked
      arrangement, take part. `%n` must be the same in all lanes. Results from item `%n`
      on are poison.
    * `width(w)`: logical warps of `w` consecutive lanes, a power of two; by default the
      wave. Lanes that are missing at the end of a block hold no items.
    * `comparator`: a region that takes all operands of the left item, then all of the
      right one, and yields whether the left one comes first.

    All existing lanes of the logical warp must execute the op together. A network in
    registers sorts the items. The op uses no memory.

    ```mlir
    %k, %v = prim.warp_sort slt %keys, %vals width(32) : i32, f32
    %s = prim.warp_sort %x valid(%n) stable comparator {
    ^bb0(%a: i32, %b: i32):
      %am = math.absi %a : i32
      %bm = math.absi %b : i32
      %first = arith.cmpi ult, %am, %bm : i32
      prim.yield %first : i1
    } : vector<4xi32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$valid,
      UnitAttr:$stable, OptionalAttr<I32Attr>:$width), Prim_SortAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$comparator);
  let hasFolder = 1;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMWARPOPS_TD
