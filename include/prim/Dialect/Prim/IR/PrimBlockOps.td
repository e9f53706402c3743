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
  let description = !strconcat([{
    Folds the items of all threads of the block: thread 0 first, and each vector from
    its first item to its last. The result is defined in thread 0, or in every thread
    with `all`. Elsewhere it is poison.

    * `valid(%n)`: only the first `%n` items of the block take part.
    * `arrangement(...)`: the order of the items, as in `prim.block_load`: blocked (the
      default) or rows.
    * `head(%f)` / `tail(%f)`: segments start at (end with) the items whose flag is set.
      The block's first item always starts a segment (with `tail`, the last item that
      takes part always ends one). The results are then items like the inputs: the fold
      of each segment is at the position of its first item, and all other positions are
      poison.
  }], Prim_KindText, [{

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op synchronises the block: after it, each thread may overwrite
    workgroup memory that other threads read before it.

    ```mlir
    %s = prim.block_reduce add %items all : vector<8xi32>
    %f = prim.block_reduce add %items head(%starts) : vector<8xi32>
    %m = prim.block_reduce %items identity(%zero) combiner {
    ^bb0(%a: i32, %b: i32):
      %set = arith.cmpi ne, %b, %zero : i32
      %kept = arith.select %set, %b, %a : i32
      prim.yield %kept : i32
    } : vector<8xi32>
    ```
  }]);
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
  let description = !strconcat([{
    Computes prefix folds over the items of the block. `mode`, `init`, `total` and
    `reverse` are as in `prim.warp_scan`, over the items of the block.

    * `head(%f)`: the scan restarts, from `init` too, at every item whose flag is set.
      The block's first item always starts a segment. `total` ignores segments.
    * `valid(%n)`: only the first `%n` items of the block take part. The results of the
      others are poison.
    * `arrangement(...)`: the arrangement of items and results, as in `prim.block_load`:
      blocked (the default) or rows. With rows, the op makes one warp scan for each row,
      which takes more instructions. Loads and stores of rows then need no exchange.
    * An exclusive scan with a combiner region requires `init`, `identity` or a prefix
      region.
    * `prefix`: a region that computes the fold of everything before the block, for
      example by `prim.grid_scan`. The region takes the fold of the block's items,
      without `init`. The region yields the fold of everything before the block, and
      optionally an `i1` that is false if nothing is before the block. The op combines
      the fold that lane 0 yields with every result, inclusive and exclusive. The first
      wave runs the region once per op, with all lanes active. The region may have side
      effects and use warp ops and grid ops, but no block ops and no barriers. `prefix`
      excludes `init`.
    * `prefix` with `head`: the region takes an `i1` and a fold. The `i1` says whether
      the block has a head. The fold begins at the block's last head, or at its first
      item if the block has no head. The op combines the yielded fold only with results
      before the block's first head. The first item is a head only if its flag is set.
      Exclusive results at heads are the identity, which a combiner region must give.
      Not with `reverse`.
  }], Prim_KindText, [{

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op is no barrier for other memory.

    ```mlir
    %s, %total = prim.block_scan exclusive add %items init(%z) total : vector<8xi32>
    %r = prim.block_scan inclusive maxsi %items head(%starts) : vector<8xi32>
    %m = prim.block_scan inclusive %items combiner {
    ^bb0(%a: i32, %b: i32):
      %set = arith.cmpi ne, %b, %zero : i32
      %kept = arith.select %set, %b, %a : i32
      prim.yield %kept : i32
    } : vector<8xi32>
    %p = prim.block_scan inclusive add %items prefix {
    ^bb0(%sum: i32):
      %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%state : !prim.base<global>) : i32
      prim.yield %before, %some : i32, i1
    } : vector<8xi32>
    ```
  }]);
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
    Sorts the items of the block, stably. The first operand is the key.

    * `from(...)`: the arrangement of the operands, and `to(...)` that of the results,
      as in `prim.block_load`. Both are blocked by default. A radix sort uses `rows(1)`
      internally, so operands in `rows(1)` cost it nothing.
    * `bits(lo, hi)`, `keys(n)`, `orders(...)`: as in `prim.device_sort`, for a built-in
      order. The op sorts once by each key that has bits in the range.
    * `valid(%n)`: only the first `%n` items take part. They come first in the result,
      and the rest is poison.

    * `comparator`: a region that takes all operands of the left item, then all of the
      right one, and yields whether the left one comes first.

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op is no barrier for other memory.

    ```mlir
    %k, %v = prim.block_sort ult %keys, %vals to(striped) : vector<4xi32>, vector<4xf32>
    %a, %b = prim.block_sort %first, %second from(rows(1)) keys(2) orders(slt, total)
        : vector<4xi32>, vector<4xf32>
    %s = prim.block_sort %keys comparator {
    ^bb0(%l: i32, %r: i32):
      %la = math.absi %l : i32
      %ra = math.absi %r : i32
      %first_of_two = arith.cmpi ult, %la, %ra : i32
      prim.yield %first_of_two : i1
    } : vector<4xi32>
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Optional<I32>:$valid,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$from,
      OptionalAttr<I32Attr>:$from_vector,
      DefaultValuedAttr<Prim_Arrangement,
          "::mlir::prim::Arrangement::Blocked">:$arrangement,
      OptionalAttr<I32Attr>:$to_vector),
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
    Moves the items of the block to another arrangement: item p in the arrangement
    `from(...)` becomes item p of the result in the arrangement `to(...)`. Both are
    arrangements of `prim.block_load`, and blocked by default. Several inputs move
    together.

    * `ranks(%r)`: every item becomes the item of the result whose number is its rank.
      The ranks of a block's items are all numbers below their count, each once.
    * `flags(%f)`, with `ranks`: only items whose flag is set move to their rank. The
      ranks of the others are ignored. No two items that move may have equal ranks.
      Items of the result to which none moved are poison.
    * `guarded`, with `ranks`: as `flags`, but an item moves if its rank is the number
      of an item of the block; -1 is none.
    * `gather(%r)`: every item of the result is the item in the arrangement `from(...)`
      whose number is its rank. Numbers may occur more than once.

    All threads of the block must execute the op together. The op uses workgroup memory
    of its own. The op synchronises the block: each thread sees after it what the others
    wrote to workgroup memory before it. An exchange that leaves every item in its
    position does neither, and folds away.

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
  let summary = "rank the items of a block by a radix digit";
  let description = [{
    Computes the rank of each item among the items of the block: the number of items
    that have a smaller digit, or an equal digit and an earlier position. The low bits
    of an item are its digit: `bits(n)` of them, 1 to 8. The ranks are all numbers below
    the number of items, each once, as `prim.block_exchange` takes them. The two ops
    together are one pass of a stable radix sort.

    * `valid(%n)`: only the first `%n` items of the block take part. The others get the
      ranks that follow, in their order.
    * `arrangement(...)`: the order of the items in the block, as in `prim.block_load`;
      blocked by default. With `rows(1)` the lanes of a wave rank neighbours. Other
      arrangements cost two more exchanges of the items if a thread has more than one.
    * `counts(k)`: two more results, `i32` or vectors of `k`. Thread t has those of the
      `k` digits from t * `k` on. The first result is the number of items with that
      digit that take part. The second one is the rank of the first of them, which is
      the number of items with a smaller digit. Threads past the last digit have counts
      of 0 and undefined ranks. `k` is a power of two, at most the number of digits, and
      large enough for all of them.
    * `counted`: a region that every thread of the block runs once, with its counts, as
      soon as they are known, and before the ranks are. It may have side effects and use
      warp ops, grid ops and barriers, but no other block ops that synchronise.
    * `digit`: a region that computes the digit of an item, of which only the low bits
      are used. Items may then have any type. The region runs wherever the digit is
      needed, more than once per item, in threads of the item's wave. All items are then
      counted before any is ranked, so that no digits need to be kept, and no ranks for
      a `ranked` region. The region must have no side effects and use no block ops.
    * `ranked`: a region that runs once for each item, with the item and its rank, as
      soon as the rank is known. It runs in a thread of the item's wave, and there in
      the order of the items. It may have side effects on memory that the op does not
      use. It must use no block ops and no warp ops. Other threads see its writes only
      after a barrier that follows the op.

    All threads of the block must execute the op together. The op counts in workgroup
    memory of its own. The op synchronises the block.

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
    Counts how many items of the block are 0, 1, ..., n - 1, for the n bins of
    `bins(n)`. Items are unsigned. An item that is not below n is in no bin.

    * `counts(k)`: the result is `i32` or a vector of `k`. Thread t has the counts of
      the `k` bins from t * `k` on, and 0 past the last bin. `k` must be large enough
      for all bins.
    * `into(%counters : type)`: instead of a result, the counts are added to n `i32`
      counters by relaxed atomic additions. The counters are at the start of workgroup
      or device memory (a base, or a memref as in `prim.block_load`). The op waits for
      no other thread. The counts of the block are complete after the next
      `prim.block_barrier`, which for device memory must say `orders(block)`.
    * `valid(%n)`: only the first `%n` items of the block take part. `arrangement(...)`:
      the order of the items, as in `prim.block_load`.

    All threads of the block must execute the op together. With `counts` the op uses
    workgroup memory of its own, and synchronises the block. With `into` other threads
    may access the counters only by atomic operations, until that barrier.

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
  let summary = "read a tile of memory into the items of a block";
  let description = [{
    Reads a tile of memory, each thread its items. The tile has as many elements as the
    block has threads, times the items per thread. It starts at index `offset` of the
    memory, which must be the same in all threads of the block. A memref must have unit
    stride, and the offset of its layout is added. A base is the address of element 0.

    * `reverse`: the tile extends downwards. Its element p is at index `offset` - p.
    * `arrangement(...)`: the elements of each thread. With n items per thread, item j
      of thread t is element
      * t * n + j with `blocked`, the default;
      * j * (threads of the block) + t with `striped`;
      * w * W * n + (j / v) * L * v + l * v + j % v with `rows(v)`, for lane l of wave
        w. A wave has W lanes, and this one has L, fewer than W at most in the last
        wave. v divides n. Each row of a wave is one run of memory, so that no two load
        instructions of v elements access the same line. With `rows(v) width(k)` rows
        belong to logical warps of W = k lanes, and runs are shorter. k is a power of
        two, at most the lanes of a wave.
    * `valid(%n)`: only the first `%n` elements of the tile exist. The other items are
      undefined, or `fill(...)`, one value for all of them. Only with `valid` may the
      tile extend past the end of the memory.
    * `align(n)`: the lowest address of the tile is a multiple of `n` bytes, by default
      of an element's size. Saves the run-time alignment check where wide accesses need
      alignment.
    * `cache(hint)`: the hint of all accesses: `all`, `stream` or `constant`, as in
      `prim.load`.

    The op does not synchronise, and threads may execute it alone. No thread may write
    the tile at the same time.

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
  let summary = "start to copy a tile to workgroup memory";
  let description = [{
    Starts to copy a tile to the workgroup memory at `slot`, whose address must be a
    multiple of 16. The tile, `arrangement` and `reverse` are as in `prim.block_load`,
    for items of the given type. All elements of the tile must exist. They are stored in
    the order of their addresses. A `prim.block_load` of the same items at `slot`
    therefore gives what it gives at the source (with `reverse`, from the last element
    on).

    Every thread copies its own items, by `prim.copy_async`, and does not wait for them.
    `prim.copy_commit` makes a batch of one or more stages. After `prim.copy_wait` the
    thread can read the items that it copied, which are its own items in
    `prim.block_load`. Other threads can read them after a barrier. Until then, other
    threads must not access the slot, and no thread may write the tile. The op does not
    synchronise, and threads may execute it alone.

    With `prim.converged`, which promises that all lanes of a wave execute the op, they
    may copy each other's items. A thread can then read its items only after a
    `prim.warp_barrier` that follows the `prim.copy_wait`.

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
  let summary = "write the items of a block to a tile of memory";
  let description = [{
    Writes the items of the block's threads to a tile of memory. The tile,
    `arrangement`, `reverse` and `cache(hint)` are as in `prim.block_load`. With
    `valid(%n)` only the first `%n` elements of the tile are written.

    The op does not synchronise, and threads may execute it alone. Other threads must
    not access the elements that a thread writes, until a barrier follows.

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
