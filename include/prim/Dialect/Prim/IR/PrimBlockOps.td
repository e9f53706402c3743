//===- PrimBlockOps.td - Collectives of one work-group --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on the values of one work-group. They need a `known_block_size` on the
// surrounding gpu.func, in one to three dimensions; threads are taken in their
// linear order, x fastest.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMBLOCKOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMBLOCKOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_BlockReduceOp : Prim_BlockOp<"reduce", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "fold the values of a block";
  let description = [{
    Folds the items of all threads, thread 0 first, a thread's vector of items
    from its first to its last. The result is defined in thread 0, or in every
    thread with `all`; elsewhere it is poison. `valid(%n)`: only the first `%n`
    items of the block count, in blocked arrangement.

    The op synchronises the block: workgroup memory may be reused after it.

    ```mlir
    %s = prim.block_reduce add %items all : vector<8xi32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$identity,
      Optional<I32>:$valid, UnitAttr:$all), Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Element>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
}

def Prim_BlockScanOp : Prim_BlockOp<"scan", [
    RecursiveMemoryEffects, // of a prefix region
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "prefix folds over a block";
  let description = [{
    Prefix folds over the items of a block in blocked arrangement; `mode`,
    `init`, `total`, `reverse` and `head` as in `prim.warp_scan`, over the
    items of the block. An exclusive region scan needs `init`, `identity` or a
    prefix region. `valid(%n)`: only the first `%n` items of the block take
    part; the results of the others are poison.

    A `prefix` region is run once per op by the first wave, all its lanes
    active. Its arguments are the block's fold (without `init`); what it yields
    in the first lane goes before all items of the block, in inclusive and
    exclusive results alike; an `i1` yielded behind it
    says whether there is a prefix at all. It excludes `init` and `head`, may have side effects
    and use warp ops, but neither block ops nor barriers: it is how a look-back
    takes part in a scan.

    ```mlir
    %s, %total = prim.block_scan exclusive add %items init(%z) total : vector<8xi32>
    ```
  }];
  let arguments = !con((ins
      Prim_ScanMode:$mode,
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$init,
      Variadic<Prim_Element>:$identity, Optional<I32>:$valid,
      Optional<Prim_Flags>:$flag, UnitAttr:$total, UnitAttr:$reverse),
      Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner,
                        MaxSizedRegion<1>:$prefix);
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// Results by what they hold; empty where the op does not return it.
    ::mlir::ResultRange getInclusiveResults();
    ::mlir::ResultRange getExclusiveResults();
    ::mlir::ResultRange getTotalResults();
  }];
}

def Prim_BlockSortOp : Prim_BlockOp<"sort", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface,
                              ["getBitRange", "getItemTypes"]>]> {
  let summary = "sort the items of a block, stably";
  let description = [{
    Permutes the items of a block into order; stable. Items come in blocked
    arrangement and leave in the arrangement `to(...)` names, blocked by
    default. The first operand is the key.

    * `bits(lo, hi)`: only key bits in the half-open range count; integer keys
      with a built-in order only.
    * `valid(%n)`: only the first `%n` items take part; they come first in the
      result, and the rest is poison.

    ```mlir
    %k, %v = prim.block_sort ult %keys, %vals to(striped) : vector<4xi32>, vector<4xf32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$valid,
      OptionalAttr<I32Attr>:$begin_bit, OptionalAttr<I32Attr>:$end_bit,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$arrangement), Prim_SortAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$comparator);
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMBLOCKOPS_TD
