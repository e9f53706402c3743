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
    Applies the region `map` to each pair of neighbours among the items of the block.
    The region takes the two items in their order. If it takes one argument more, this
    is the number (i32) of the second item in the block. The result of an item is the
    value of the region

    * with `left`: for the previous item and the item itself;
    * with `right`: for the item itself and the next item;
    * with `left right`: both, the results of `left` first. The region runs once for
      each pair.

    The region yields one value or several. An i1 is a flag and says that the two items
    differ. A value of any other type is a difference. If an item has no neighbour on
    that side, its flag is true, and its difference is the item itself, of the member
    with the same number.

    * `predecessor(%p)`: the neighbour of the block's first item, for `left`.
      `successor(%s)`: the neighbour of the last item that takes part, for `right`. Both
      must be the same in all threads. Required for differences of a type that differs
      from the item's type.
    * `valid(%n)`: only the first `%n` items take part. For the others, flags are false,
      and differences are the items themselves, or poison if the types differ.
    * `arrangement(...)`: blocked (the default) or rows, as in `prim.block_load`.

    All threads of the block must execute the op together. Items move from lane to lane
    within waves. Only items at the borders of waves go through workgroup memory, which
    is the op's own. The op is no barrier for other memory. The region runs only for
    pairs that exist, and must have no side effects.

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
    Moves every item of the block, in blocked arrangement, to another position. Several
    inputs move together.

    * `offset(%d)`: item p of the result is item p - `%d`.
    * `rotate(%d)`: as `offset`, modulo the number of items.
    * `up`: an offset of 1. `down`: an offset of -1. For these two, items move from lane
      to lane, and only items at the borders of waves go through workgroup memory.
    * `edge`, with `up` or `down`: one more result for each input, in all threads. It is
      the item that was pushed out: the last item of the block with `up`, the first one
      with `down`.
    * `fill(%v)`: the value of items whose source lies outside of the block; each thread
      gets its own `%v`. Without it they are poison.

    `%d` is any i32. With one item per thread, the `%d` of the thread that gets the item
    is used.

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op is no barrier for other memory.

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
    Repeats each item of the block, in blocked arrangement, as many times as its length
    says, and returns a window of the repeated items. Several inputs move together.

    * `lengths(%l : type)`: a length for each item, not negative. The sum of all lengths
      must be below 2^31. An item with a length of 0 does not appear.
    * `items(k)`: the number of items per thread in the window, which is blocked over
      the threads.
    * `window(%from)`: the number of the first item in the window, not negative; 0 by
      default. Items of the window after the last repeated item are poison.
    * `offsets`: one more result (i32), the number of each item within its run.
    * `total`: one more result (i32), the number of all repeated items, in all threads.

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op synchronises the block.

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
