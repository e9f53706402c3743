//===- PrimBlockMoveOps.td - Items among the threads of a block --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of kernels that compare neighbours among the items of a block and move
// items between threads.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

/// The result of a function of two neighbours: items or flags.
def Prim_ItemsOrFlags : AnyTypeOf<[Prim_Items, Prim_Flags],
                                  "elements or i1, or a 1-D vector of them">;
def Prim_RunLengths : AnyTypeOf<[I32, FixedVectorOfRankAndType<[1], [I32]>],
                                "i32 or 1-D vector of i32">;

def Prim_BlockAdjacentOp : Prim_BlockOp<"adjacent"> {
  let summary = "compare or subtract neighbours among the items of a block";
  let description = [{
    Applies the region `map` to neighbours among the items of the block. Its
    arguments are two of them in their order, and, if it takes one argument more,
    the number (i32) of the second one in the block. The result of an item is what
    the region gives

    * with `left`, for the item before it and itself;
    * with `right`, for itself and the item behind it;
    * with `left right`, both: the results of `left` are the first ones. No pair
      is looked at twice.

    What the region yields decides what the op is: an i1 is a flag, and says that
    the two differ; anything else is a difference. There may be several of both.
    Where an item has no neighbour on that side, its flag is true, and a difference
    is the item itself, of the member with the same number.

    * `predecessor(%p)` is the neighbour of the block's first item, for `left`, and
      `successor(%s)` that of the last one that takes part, for `right`; the same
      in all threads. Differences of a type that is not that of an item need
      them.
    * `valid(%n)`: only the first `%n` items take part. Of the others flags are
      false, and differences the items themselves, or poison if they are of
      another type.
    * `arrangement(...)`: blocked if it is left out, or rows; as in
      `prim.block_load`.

    Items move within waves from lane to lane; only those at the borders of waves go
    through workgroup memory. The region runs for pairs that exist, and has no
    effects.

    ```mlir
    %d = prim.block_adjacent left %x predecessor(%p) map {
    ^bb0(%a: i32, %b: i32):
      %r = arith.subi %b, %a : i32
      prim.yield %r : i32
    } : vector<4xi32>
    %heads, %tails = prim.block_adjacent left right %x valid(%n) map {
    ^bb0(%a: i32, %b: i32, %number: i32):
      %differ = arith.cmpi ne, %a, %b : i32
      prim.yield %differ : i1
    } : vector<4xi32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$predecessor,
      Variadic<Prim_Element>:$successor, Optional<I32>:$valid,
      UnitAttr:$left, UnitAttr:$right), Prim_ArrangementAttrs);
  let results = (outs Variadic<Prim_ItemsOrFlags>:$results);
  let regions = (region MaxSizedRegion<1>:$map);
}

def Prim_BlockShuffleOp : Prim_BlockOp<"shuffle"> {
  let summary = "shift the items of a block";
  let description = [{
    Every item of the block, in blocked arrangement, becomes another one. Several
    inputs move together.

    * `offset(%d)`: item p of the result is item p - `%d`.
    * `rotate(%d)`: the same around the end: modulo the number of items.
    * `up`: an offset by 1, and `down` by -1, for which items move from lane to
      lane, and only those at the borders of waves go through workgroup memory.
      With `edge` there is another result for each input: the item that was pushed
      out, which is the last one of the block (the first one), in all threads.

    `%d` is any i32. Items whose source lies outside of the block are poison, or
    `fill(%v)`, the thread's own value for it.

    With one item per thread, `%d` is that of the thread which gets the item.

    ```mlir
    %o = prim.block_shuffle %x offset(%d) fill(%x) : i32
    %u, %last = prim.block_shuffle up %y edge : vector<2xf32>
    ```
  }];
  let arguments = (ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$offset,
      Optional<I32>:$rotate, Variadic<Prim_Element>:$fill,
      UnitAttr:$up, UnitAttr:$down, UnitAttr:$edge);
  let results = (outs Variadic<Prim_Items>:$results);
}

def Prim_BlockRunLengthDecodeOp : Prim_BlockOp<"run_length_decode"> {
  let summary = "repeat each item of a block as often as a length says";
  let description = [{
    The items of a block, blocked over its threads, each as many times as its
    length says, one behind the other: a window of them, blocked over the threads
    with `items(k)` of each. It begins with the item whose number is
    `window(%from)`, not negative, 0 if that is left out. What lies behind the last item is
    poison. Several inputs move together.

    * `lengths(%l : type)`: a length per item, not negative, whose sum is below
      2^31. A length of 0 is no item.
    * `offsets`: another result, the number of each item within its run, i32.
    * `total`: another result, how many items there are in all, in all threads,
      i32.

    Items go through workgroup memory. The op synchronises the block.

    ```mlir
    %v, %within, %n = prim.block_run_length_decode %runs lengths(%l : vector<2xi32>)
        items(4) window(%from) offsets total : vector<2xf32>
    ```
  }];
  let arguments = (ins
      Variadic<Prim_Items>:$inputs, Optional<Prim_RunLengths>:$lengths,
      Optional<I32>:$window, I32Attr:$items, UnitAttr:$offsets,
      UnitAttr:$total);
  let results = (outs Variadic<Prim_Items>:$results);
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMBLOCKMOVEOPS_TD
