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

include "prim/Dialect/Prim/IR/PrimMemoryOps.td"

def Prim_BlockReduceOp : Prim_BlockOp<"reduce", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let summary = "fold the values of a block";
  let description = [{
    Folds the items of all threads, thread 0 first, a thread's vector of items
    from its first to its last. The result is defined in thread 0, or in every
    thread with `all`; elsewhere it is poison. `valid(%n)`: only the first `%n`
    items of the block count. `arrangement(...)` says which item of which thread
    is which item of the block, as in `prim.block_load`: blocked if it is left
    out, or rows.

    `head(%f)` / `tail(%f)`: segments start at (end with) the items whose flag is
    set, and in any case at the block's first item (with its last that counts).
    The results are then items as the inputs are: each segment's fold stands in
    the place of its first item, and the other places are poison.

    The op synchronises the block: workgroup memory may be reused after it.

    ```mlir
    %s = prim.block_reduce add %items all : vector<8xi32>
    %f = prim.block_reduce add %items head(%starts) : vector<8xi32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$identity,
      Optional<I32>:$valid, Optional<Prim_Flags>:$flag,
      OptionalAttr<Prim_SegmentKind>:$segment, UnitAttr:$all),
      Prim_ArrangementAttrs, Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
}

def Prim_BlockScanOp : Prim_BlockOp<"scan", [
    RecursiveMemoryEffects, // of a prefix region
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let summary = "prefix folds over a block";
  let description = [{
    Prefix folds over the items of a block; `mode`, `init`, `total` and `reverse`
    as in `prim.warp_scan`, over the items of the block. `head(%f)`: the scan
    starts anew at every item whose flag is set, from `init` too; the block's
    first item always starts a segment. `total` takes no notice. An exclusive
    region scan needs `init`, `identity` or a prefix region. `valid(%n)`: only
    the first `%n` items of the block take part; the results of the others are
    poison. Items and results are in the arrangement that `arrangement(...)`
    names, as in `prim.block_load`: blocked if it is left out, or rows, which
    cost a warp scan each and need no transposition on the way from and to
    memory.

    A `prefix` region is run once per op by the first wave, all its lanes
    active. Its arguments are the block's fold (without `init`); what it yields
    in the first lane goes before all items of the block, in inclusive and
    exclusive results alike; an `i1` yielded behind it
    says whether there is a prefix at all. It excludes `init`, may have side effects
    and use warp ops, but neither block ops nor barriers: it is how a look-back
    takes part in a scan.

    With `head` the region's arguments are (whether the block holds a head: `i1`,
    the fold from its last head on, or of all items without one), and what it
    yields goes before the items ahead of the block's first head only. The first
    item is then a head only where its flag says so. Exclusive prefixes at heads
    are the identity, which a combiner region must give. Not for `reverse`.

    ```mlir
    %s, %total = prim.block_scan exclusive add %items init(%z) total : vector<8xi32>
    %r = prim.block_scan inclusive maxsi %items head(%starts) : vector<8xi32>
    ```
  }];
  let arguments = !con((ins
      Prim_ScanMode:$mode,
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$init,
      Variadic<Prim_Element>:$identity, Optional<I32>:$valid,
      Optional<Prim_Flags>:$flag, UnitAttr:$total, UnitAttr:$reverse),
      Prim_ArrangementAttrs, Prim_CombinerAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner,
                        MaxSizedRegion<1>:$prefix);
  let hasCanonicalizer = 1;
  let declarations = [{
    /// Results by their content; empty if the op does not return it.
    ::mlir::ResultRange getInclusiveResults();
    ::mlir::ResultRange getExclusiveResults();
    ::mlir::ResultRange getTotalResults();
  }];
}

def Prim_BlockSortOp : Prim_BlockOp<"sort", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface>]> {
  let summary = "sort the items of a block, stably";
  let description = [{
    Permutes the items of a block into order; stable. Items come in the arrangement
    `from(...)`, which is one of `prim.block_load`, and leave in the arrangement
    `to(...)`, blocked or striped; both are blocked by default. The first operand is
    the key. A radix sort has its items in `rows(1)` anyway: they cost it nothing.

    * `bits(lo, hi)`, `keys(n)`, `orders(...)`: as in `prim.device_sort`, for a
      built-in order. It takes a sort by each key of which bits count.
    * `valid(%n)`: only the first `%n` items take part; they come first in the
      result, and the rest is poison.

    ```mlir
    %k, %v = prim.block_sort ult %keys, %vals to(striped) : vector<4xi32>, vector<4xf32>
    %a, %b = prim.block_sort %first, %second from(rows(1)) keys(2) orders(slt, total)
        : vector<4xi32>, vector<4xf32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$valid,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$from,
      OptionalAttr<I32Attr>:$from_vector,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$arrangement),
      Prim_KeyAttrs, Prim_SortAttrs);
  let results = (outs Variadic<Prim_Items>:$results);
  let regions = (region MaxSizedRegion<1>:$comparator);
  // Builds a sort of blocked items by one key.
  let builders = [OpBuilder<(ins
      "::mlir::ValueRange":$inputs, "::mlir::Value":$valid,
      "::mlir::prim::Arrangement":$to, "::mlir::prim::SortOrderAttr":$order,
      "bool":$descending,
      CArg<"std::optional<std::pair<int64_t, int64_t>>", "std::nullopt">:$bits)>];
}

def Prim_BlockExchangeOp : Prim_BlockOp<"exchange"> {
  let summary = "move the items of a block from thread to thread";
  let description = [{
    The items of the block in another arrangement: what is item p in the
    arrangement `from(...)` is item p of the result in the arrangement `to(...)`.
    Both are blocked if left out, and are those of `prim.block_load`. With
    `ranks(%r)` every item becomes the one whose number its rank says; the ranks
    of a block's items are all numbers below their count, each once. Several
    inputs move together.

    * `flags(%f)` with ranks: only items whose flag is set go to their rank. The others
      stay behind, their ranks mean nothing, and no two of those that go have the
      same one. Items of the result to which none went are poison.
    * `guarded` with ranks: the same for items whose rank is a number of an item of
      the block; -1 is none.
    * `gather(%r)`: every item of the result is the item in the arrangement
      `from(...)` whose number its rank says. Numbers may come more than once.

    Items go through workgroup memory. The op synchronises the block: what a
    thread wrote to workgroup memory before it, the others read after it. An
    exchange that leaves every item where it is does neither, and folds away.

    ```mlir
    %s = prim.block_exchange %x from(rows(4)) : vector<8xi32>
    %p = prim.block_exchange %x ranks(%r : vector<8xi32>) to(striped) : vector<8xi32>
    %g = prim.block_exchange %x gather(%r : vector<8xi32>) from(striped) : vector<8xi32>
    ```
  }];
  let arguments = (ins
      Variadic<Prim_Items>:$inputs, Optional<Prim_Items>:$ranks,
      Optional<Prim_Flags>:$flags, Optional<Prim_Items>:$gather,
      UnitAttr:$guarded,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$from,
      OptionalAttr<I32Attr>:$from_vector,
      OptionalAttr<I32Attr>:$from_width,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$to,
      OptionalAttr<I32Attr>:$to_vector,
      OptionalAttr<I32Attr>:$to_width);
  let results = (outs Variadic<Prim_Items>:$results);
  let hasFolder = 1;
  let builders = [OpBuilder<(ins
      "::mlir::ValueRange":$inputs, "::mlir::Value":$ranks,
      "::mlir::prim::Arrangement":$from, "unsigned":$fromVector,
      "::mlir::prim::Arrangement":$to, "unsigned":$toVector)>];
}

/// The memory operand of block loads and stores.
def Prim_BlockMemory : AnyTypeOf<[Prim_BaseType, MemRefRankOf<[Prim_Element], [1]>],
                                 "base or memref of rank 1">;

def Prim_Digits : AnyTypeOf<[I32, FixedVectorOfRankAndType<[1], [I32]>],
                            "i32 or 1-D vector of i32">;

def Prim_BlockRadixRankOp : Prim_BlockOp<"radix_rank", [
    RecursiveMemoryEffects]> { // of regions
  let summary = "number the items of a block in the order of a radix digit";
  let description = [{
    The rank of every item among those of the block: the number of items that have
    a smaller digit, or the same one and come before it. The low bits of an item
    are its digit, `bits(n)` says how many: 1 to 8. Ranks are all numbers below the
    number of items, each once, as `prim.block_exchange` takes them: the two ops
    are one pass of a stable radix sort.

    * `valid(%n)`: only the first `%n` items of the block take part. The others
      get the ranks behind them, in their order.
    * `arrangement(...)` says which item of which thread is which item of the
      block, as in `prim.block_load`: blocked if it is left out. With `rows(1)`
      the lanes of a wave rank neighbours; other arrangements cost two exchanges
      of the items besides, if a thread has more than one.
    * `counts(k)`: two more results, `i32` or vectors of `k`. Thread t has those
      of the `k` digits from t * `k` on: how many items with that digit take
      part, and the rank of the first one, which is how many have a smaller digit.
      Threads behind the last digit have counts of 0 and undefined ranks. `k` is a
      power of two, at most the number of digits, and enough for all of them.
    * `counted`: a region that every thread of the block runs once, with its
      counts, as soon as they are known, and before the ranks are. It may have side
      effects, use warp and grid ops, and barriers, but no other block ops that
      synchronise.
    * `digit`: a region that computes the digit of an item, whose low bits count.
      Items may then be of any type. It runs wherever the digit is needed, more
      than once for an item, by threads of its wave: with it all items are counted
      before any is ranked, for which no digit need be kept, and no rank for a
      `ranked` region. It has no side effects, and no ops of the block.
    * `ranked`: a region that runs once for each item, with the item and its rank,
      as soon as that is known, in a thread of the item's wave and in their order
      there. It may have side effects, on memory that the op does not use, but no
      ops of the block or of warps. Behind the op the block waits for what it
      wrote, as for anything else.

    Items go through counters in workgroup memory. The op synchronises the block.

    ```mlir
    %r = prim.block_radix_rank %digits bits(8) : vector<8xi32>
    %ranks, %counts, %starts = prim.block_radix_rank %digits bits(4) valid(%n) counts(1) arrangement(rows(1)) counted {
    ^bb0(%early: i32):
      prim.store %early, %b[%o] atomic(relaxed, device) : i32, !prim.base<global>
      prim.yield
    } : vector<8xi32>
    %q = prim.block_radix_rank %keys bits(8) arrangement(rows(1)) digit {
    ^bb0(%key: i64):
      %low = arith.trunci %key : i64 to i32
      prim.yield %low : i32
    } ranked {
    ^bb0(%key: i64, %rank: i32):
      %offset = arith.muli %rank, %eight : i32
      prim.store %key, %sorted[%offset] : i64, !prim.base<workgroup>
      prim.yield
    } : vector<8xi64>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$valid,
      I32Attr:$bits, OptionalAttr<I32Attr>:$counts), Prim_ArrangementAttrs);
  let results = (outs Variadic<Prim_Digits>:$results);
  let regions = (region MaxSizedRegion<1>:$counted, MaxSizedRegion<1>:$digit,
                        MaxSizedRegion<1>:$ranked);
  let builders = [OpBuilder<(ins
      "::mlir::Value":$digits, "unsigned":$bits, "::mlir::Value":$valid,
      "std::optional<unsigned>":$counts, "unsigned":$rowVector)>];
  let declarations = [{
    /// The only input; all operand groups of an op with clauses are variadic.
    /// The items are digits if no region computes them.
    ::mlir::Value getItems() { return getInputs().front(); }
    ::mlir::Value getRanks() { return getResults().front(); }
    /// The counts of the thread's digits and the ranks of their first items.
    /// Requires `counts`.
    ::mlir::Value getDigitCounts() { return getResults()[1]; }
    ::mlir::Value getDigitStarts() { return getResults()[2]; }

    /// The value of `counts` for which the fewest threads share the digits of
    /// `bits` bits in a block of `threads` threads.
    static unsigned getDigitsPerThread(unsigned bits, unsigned threads) {
      return ::llvm::PowerOf2Ceil(::llvm::divideCeil(1u << bits, threads));
    }
  }];
}

def Prim_Bins : AnyTypeOf<[AnyTypeOf<[I8, I16, I32, I64, Index]>,
                           FixedVectorOfRankAndType<[1], [I8, I16, I32, I64, Index]>],
                          "integer, index or 1-D vector of them">;

def Prim_BlockHistogramOp : Prim_BlockOp<"histogram"> {
  let summary = "count the items of a block by their values";
  let description = [{
    How many items of the block are 0, 1, ..., n - 1, for the n bins of `bins(n)`.
    Items are unsigned; one that is not below n is in no bin.

    * `counts(k)`: the result is `i32` or a vector of `k`: thread t has the counts
      of the `k` bins from t * `k` on, 0 for what lies behind the last bin. `k` is
      enough for all bins.
    * `into(%counters : type)`: instead of a result, the counts are added to n
      counters, `i32` from the start of workgroup or device memory (a base, or a
      memref as in `prim.block_load`), by relaxed atomic additions. Nobody else is
      waited for: in the block all have counted behind the next
      `prim.block_barrier`, in device memory behind one that says
      `orders(block)`.
    * `valid(%n)`: only the first `%n` items of the block count;
      `arrangement(...)` says which those are, as in `prim.block_load`.

    With `counts` the op synchronises the block.

    ```mlir
    %c = prim.block_histogram %v bins(256) counts(1) valid(%n) : vector<8xi32>
    prim.block_histogram %x bins(64) into(%counters : !prim.base<workgroup>) : i8
    ```
  }];
  let arguments = !con((ins
      Prim_Bins:$items,
      Arg<Optional<Prim_BlockMemory>, "", [MemRead, MemWrite]>:$counters,
      Optional<I32>:$valid, I32Attr:$bins, OptionalAttr<I32Attr>:$counts),
      Prim_ArrangementAttrs);
  let results = (outs Optional<Prim_Digits>:$result);
  let builders = [OpBuilder<(ins
      "::mlir::Value":$items, "unsigned":$bins, "::mlir::Value":$counters,
      "::mlir::Value":$valid)>];
}

def Prim_BlockLoadOp : Prim_Op<"block_load", [AttrSizedOperandSegments]> {
  let summary = "read a tile, each thread its items";
  let description = [{
    Reads a tile of a block's size times items per thread: the elements of `source`
    from index `offset` on, which is the same in all threads of the block. With
    `reverse` the tile goes down from there: its element p is that of index
    `offset` - p. A memref is read behind its layout's offset and must have unit
    stride; a base is that of element 0.

    `arrangement(...)` says which elements are a thread's. With n items per
    thread, item j of thread t is element

    * t * n + j with `blocked`, as if it is left out;
    * j * (threads of the block) + t with `striped`;
    * w * W * n + (j / v) * L * v + l * v + j % v with `rows(v)`, for lane l of
      wave w, waves of W lanes, and L lanes in this one, which are fewer than W
      at most in the last one. v divides n. Each row of a wave is one run of
      memory, so a load instruction of v elements touches no line that another
      one does. With `rows(v) width(k)` the same holds of logical warps of W = k
      lanes, a power of two that is not above a wave's: runs are shorter.

    With `valid(%n)` only the first `%n` elements of the tile are there; the items
    of the others are undefined, or `fill(...)`, a value for all of them. Only then
    may the tile go past the end of the memory.

    `align(n)`: the lowest address of the tile is a multiple of `n` bytes, by
    default of an element's size. Where chips ask for that, wider accesses need
    not find it out.

    `cache(hint)` is that of all its accesses: `all`, `stream` or `constant`, as in
    `prim.load`.

    The op does not synchronise, and threads may come to it alone.

    ```mlir
    %items = prim.block_load %x[%first] valid(%n) fill(%zero : i32) arrangement(rows(4)) : memref<?xi32>, vector<16xi32>
    ```
  }];
  let arguments = !con((ins
      Arg<Prim_BlockMemory, "", [MemRead]>:$memory, Index:$offset,
      Optional<I32>:$valid, Optional<Prim_Element>:$fill, UnitAttr:$reverse),
      Prim_MoveArrangementAttrs,
      (ins OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntPowerOf2]>>
           :$alignment, OptionalAttr<Prim_CacheHint>:$cache));
  let results = (outs Prim_Items:$items);
  let assemblyFormat = [{
    $memory `[` $offset `]` (`valid` `(` $valid^ `)`)?
    (`fill` `(` $fill^ `:` type($fill) `)`)?
    (`arrangement` `(` custom<Arrangement>($arrangement, $row_vector,
                                           $row_width)^ `)`)?
    (`reverse` $reverse^)? (`align` `(` $alignment^ `)`)?
    (`cache` `(` $cache^ `)`)? attr-dict
    `:` qualified(type($memory)) `,` type($items)
  }];
}

def Prim_BlockStageOp : Prim_Op<"block_stage"> {
  let summary = "begin to copy a tile to workgroup memory";
  let description = [{
    Begins to copy a tile to the workgroup memory at `slot`, whose address is a
    multiple of 16: the elements in the order of their addresses, so that
    `prim.block_load` of the same items gives there what it gives here (with
    `reverse`, from the last one on). Tile, arrangement and `reverse` are those of
    `prim.block_load`, whose items have the type that is given; all of the tile is
    there.

    Every thread copies its own items, by `prim.copy_async`, and may go on before
    they are there: `prim.copy_commit` makes a batch of one or more stages, and
    behind `prim.copy_wait` the thread reads what it has copied, which are its own
    items in `prim.block_load`; other threads do so behind a barrier. The op does
    not synchronise.

    ```mlir
    prim.block_stage %x[%next] to %slot arrangement(rows(4)) : memref<?xi32>, !prim.base<workgroup>, vector<16xi32>
    prim.copy_commit
    prim.copy_wait 1
    %items = prim.block_load %other[%zero] arrangement(rows(4)) align(16) : !prim.base<workgroup>, vector<16xi32>
    ```
  }];
  let arguments = !con((ins
      Arg<Prim_BlockMemory, "", [MemRead]>:$memory, Index:$offset,
      Arg<Prim_WorkgroupBase, "", [MemWrite]>:$slot, UnitAttr:$reverse),
      Prim_MoveArrangementAttrs, (ins TypeAttrOf<Prim_Items>:$items));
  let assemblyFormat = [{
    $memory `[` $offset `]` `to` $slot
    (`arrangement` `(` custom<Arrangement>($arrangement, $row_vector,
                                           $row_width)^ `)`)?
    (`reverse` $reverse^)? attr-dict
    `:` qualified(type($memory)) `,` qualified(type($slot)) `,` $items
  }];
}

def Prim_BlockStoreOp : Prim_Op<"block_store"> {
  let summary = "write a tile, each thread its items";
  let description = [{
    Writes the items of the block's threads to a tile of memory; which item goes
    where is said as in `prim.block_load`, and so is `cache(hint)`. With
    `valid(%n)` only the first `%n` elements of the tile are written.

    ```mlir
    prim.block_store %items, %y[%first] valid(%n) arrangement(rows(4)) : vector<16xi32>, memref<?xi32>
    ```
  }];
  let arguments = !con((ins
      Prim_Items:$items, Arg<Prim_BlockMemory, "", [MemWrite]>:$memory,
      Index:$offset, Optional<I32>:$valid, UnitAttr:$reverse),
      Prim_MoveArrangementAttrs, (ins OptionalAttr<Prim_CacheHint>:$cache));
  let assemblyFormat = [{
    $items `,` $memory `[` $offset `]` (`valid` `(` $valid^ `)`)?
    (`arrangement` `(` custom<Arrangement>($arrangement, $row_vector,
                                           $row_width)^ `)`)?
    (`reverse` $reverse^)? (`cache` `(` $cache^ `)`)? attr-dict
    `:` type($items) `,` qualified(type($memory))
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMBLOCKOPS_TD
