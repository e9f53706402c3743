//===- PrimGridOps.td - Among the blocks of a launch --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops through which the blocks of one launch exchange values while all of them
// run. The op's state in device memory must not be shared with anything else.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMGRIDOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMGRIDOPS_TD

include "prim/Dialect/Prim/IR/PrimMemoryOps.td"

def Prim_GridTicketOp : Prim_Op<"grid_ticket", [
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "number blocks in the order of their arrival";
  let description = [{
    A number that no other block of the launch gets, the same in all threads of
    the block. Numbers count up from 0 in the order in which blocks come here;
    one that comes several times gets larger ones. Hardware may start blocks in
    any order, so that only a block with a smaller ticket is known to be running
    and may be waited for.

    `counter` is the base of an i32 in device memory, aligned to 4 bytes, that is 0
    before the launch and afterwards the number of tickets taken. All threads of
    the block come here together; the op synchronises them.

    With `ordered` the first waves of the blocks that get larger tickets see what
    the first wave of this one has written before.

    ```mlir
    %tile = prim.grid_ticket %counter : !prim.base<global>
    %done = prim.grid_ticket ordered %finished : !prim.base<global>
    ```
  }];
  let arguments = (ins Prim_GlobalBase:$counter, UnitAttr:$ordered);
  let results = (outs I32:$ticket);
  let assemblyFormat = [{
    (`ordered` $ordered^)? $counter attr-dict `:` qualified(type($counter))
  }];
  let hasVerifier = 0;
}

def Prim_GridTicketRequestOp : Prim_Op<"grid_ticket_request", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ask for a ticket ahead of its use";
  let description = [{
    Asks for a ticket of `prim.grid_ticket` and does not wait for it:
    `prim.grid_ticket_wait` of the result does. A block that takes several tiles
    asks for the next one before it works on this one. The first thread of the
    block asks; what the others get means nothing.

    ```mlir
    %pending = prim.grid_ticket_request %counter : !prim.base<global>
    %tile = prim.grid_ticket_wait %pending
    ```
  }];
  let arguments = (ins Prim_GlobalBase:$counter);
  let results = (outs I32:$pending);
  let assemblyFormat = "$counter attr-dict `:` qualified(type($counter))";
  let hasVerifier = 0;
}

def Prim_GridTicketWaitOp : Prim_Op<"grid_ticket_wait", [
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "get the ticket that was asked for";
  let description = [{
    The ticket that a `prim.grid_ticket_request` has asked for, the same in all
    threads of the block. They come here together; the op synchronises them.

    ```mlir
    %tile = prim.grid_ticket_wait %pending
    ```
  }];
  let arguments = (ins I32:$pending);
  let results = (outs I32:$ticket);
  let assemblyFormat = "$pending attr-dict";
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Look-back
//===----------------------------------------------------------------------===//

// Attributes that say how look-back ops keep the values of tiles.
defvar Prim_LookBackAttrs = (ins
  OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$chains,
  OptionalAttr<ConfinedAttr<I32Attr, [IntMinValue<1>,
                                      IntMaxValue<30>]>>:$bits);
defvar Prim_LookBackOperands = (ins
  I32:$tile, I32:$tiles, Prim_GlobalBase:$state, Optional<I32>:$epoch);

class Prim_LookBackOp<string mnemonic, list<Trait> traits = []>
    : Prim_ClauseOp<mnemonic, traits # [
        AttrSizedOperandSegments, Prim_LookBackOpInterface,
        MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                       MemWrite<Prim_BlockExchange>]>]>;

/// A look-back op that returns the fold of all earlier tiles.
class Prim_GridFoldOp<string mnemonic>
    : Prim_LookBackOp<mnemonic, [
        DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let arguments = !con((ins
      Variadic<Prim_Items>:$inputs, Variadic<Prim_Element>:$identity),
      Prim_LookBackOperands, Prim_LookBackAttrs,
      (ins OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$window),
      Prim_CombinerAttrs);
  let results = (outs Variadic<AnyTypeOf<[Prim_Items, I1]>>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let declarations = [{
    /// The fold of all earlier tiles, and whether there are any.
    ::mlir::ResultRange getFold() { return getResults().drop_back(); }
    ::mlir::Value getHasFold() { return getResults().back(); }
  }];
}

def Prim_GridStateSizeOp : Prim_Op<"grid_state_size", [Pure]> {
  let summary = "bytes of state that a fold over tiles needs";
  let description = [{
    How many bytes of device memory `prim.grid_publish`, `prim.grid_prefix`,
    `prim.grid_scan` and `prim.grid_reduce` need as `state` for a fold of these
    types over `tiles` tiles; `chains` and `bits` are those of the ops. Host code
    and kernels may ask.

    ```mlir
    %bytes = prim.grid_state_size %tiles : i32, f64
    %small = prim.grid_state_size %tiles chains(256) bits(30) : i32
    ```
  }];
  let arguments = !con((ins Index:$tiles, TypeArrayAttr:$types),
                       Prim_LookBackAttrs);
  let results = (outs Index:$bytes);
  let hasCustomAssemblyFormat = 1;
}

def Prim_GridPublishOp : Prim_LookBackOp<"grid_publish"> {
  let summary = "tell later tiles what this one has";
  let description = [{
    Publishes what a tile has, and waits for nobody. A `prim.grid_prefix` of the
    same tile, with the same values and clauses, follows, if all blocks do not run at
    once and read by `prim.grid_gather` instead: between the two the block
    does what needs no prefix. Of a tile that is the only one nothing is published. The earlier a tile publishes, the less others wait.

    With `complete` the values are the fold of all tiles up to this one, instead of
    its own alone, and no `prim.grid_prefix` follows. What tile 0 publishes is
    complete in any case, so that it says so only where it starts from something
    else.

    * `tile(%t)`: the number of the tile. Every tile below `tiles` publishes once.
      Who waits does so for smaller numbers, so they are tickets
      (`prim.grid_ticket`), unless all blocks run at once (`prim.cooperative`).
    * `tiles(%n)`: how many there are. With one the state is not accessed.
    * `state(%s)`: `prim.grid_state_size` bytes of device memory, aligned to 8 (with
      `bits`, to 4), all zero before the launch. They are not zero afterwards.
    * `chains(n)`: `n` folds that have nothing to do with each other, such as the
      counts of digits. Thread t of the block has chains t * k to t * k + k - 1,
      as vectors of k values, or elements where k is 1; there must be threads for
      all of them. Values past the last chain are ignored.
    * `bits(b)`: values are integers, and every fold of tiles is below 2^b as an
      unsigned number. Words of the state then take 4 bytes instead of 8.
    * `epoch(%e)`: the state need not be zero but is what the epoch before left in
      it, with as many tiles, all of which came. It is zero before epoch 0. All
      that read the epoch before have finished, so it belongs to an earlier launch:
      a block that still looks back would meet words of the new epoch.

    `tile`, `tiles` and `epoch` are the same in all threads that come here. Within
    the prefix region of a `prim.block_scan` these are the lanes of the wave that
    runs it; there are no chains there. Elsewhere all threads of the block come.
    Without chains the first thread's values count.

    Nothing but the values is ordered between blocks. This is the decoupled
    look-back of Merrill and Garland: a word of the state holds 4 bytes of a
    value, or `b` bits, and a status beside it, so that relaxed atomic accesses do.

    ```mlir
    prim.grid_publish %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    prim.grid_publish complete %counts tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(512) bits(30) : vector<2xi32>
    ```
  }];
  let arguments = !con((ins Variadic<Prim_Items>:$inputs),
                       Prim_LookBackOperands, Prim_LookBackAttrs,
                       (ins UnitAttr:$complete));
}

def Prim_GridPrefixOp : Prim_GridFoldOp<"grid_prefix"> {
  let summary = "fold what the tiles before this one have";
  let description = [{
    Waits for what all tiles before this one have published: the results are their
    fold, and an `i1` that is false for tile 0, which has none before it (its fold
    is poison). Then tells later tiles what all tiles up to this one have.

    A `prim.grid_publish` of the same tile came before, with the same values and
    clauses (the values may be folded anew, and floats differ by it); they are
    described there. `window(w)`: at most `w` tiles are looked at
    at once, by default as many as a wave has lanes; of more than these each lane
    looks at several, as many as each other and at most 8. With chains it is
    what each thread looks at, by default one.

    All that come here get the results; of chains every thread gets its own, and
    poison past the last one. Where the block comes here, and there are no chains,
    the op synchronises its threads.

    ```mlir
    %before, %some = prim.grid_prefix add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    %starts, %any = prim.grid_prefix add %counts tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(512) bits(30) : vector<2xi32>
    ```
  }];
}

def Prim_GridScanOp : Prim_GridFoldOp<"grid_scan"> {
  let summary = "publish a tile and fold what those before it have";
  let description = [{
    `prim.grid_publish` and `prim.grid_prefix` in one, where there is nothing to do
    in between; clauses and results are theirs.

    ```mlir
    %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Tile by tile
//===----------------------------------------------------------------------===//

def Prim_GridPeekOp : Prim_Op<"grid_peek", [MemoryEffects<[MemRead]>]> {
  let summary = "start to read what a tile has published";
  let description = [{
    Each thread starts to read what a tile of its own has published by
    `prim.grid_publish`, and does not wait: `prim.grid_gather` of the result does.
    Between the two the block does what needs neither.

    The result are words of the state: a vector with one i64 for every 4 bytes of
    every value of the tile, or part of them.

    ```mlir
    %words = prim.grid_peek tile(%other) tiles(%n) state(%s : !prim.base<global>) : vector<1xi64>
    ```
  }];
  let arguments = (ins I32:$tile, I32:$tiles, Prim_GlobalBase:$state);
  let results = (outs VectorOfRankAndType<[1], [I64]>:$words);
  let assemblyFormat = [{
    `tile` `(` $tile `)` `tiles` `(` $tiles `)`
    `state` `(` $state `:` qualified(type($state)) `)` attr-dict `:`
    type($words)
  }];
  let hasVerifier = 0;
  let extraClassDeclaration = [{
    /// The type of the state words of a tile whose values have `types`.
    static ::mlir::VectorType getWordsType(::mlir::TypeRange types);
  }];
}

def Prim_GridGatherOp : Prim_Op<"grid_gather", [MemoryEffects<[MemRead]>]> {
  let summary = "wait for what tiles have published, one for each thread";
  let description = [{
    What a tile has published, another one for each thread; where it was not there
    when `words`, a `prim.grid_peek` of the same tile, were read, the thread waits
    for it. `prim.block_reduce` folds what the threads have: blocks that all run at
    once and take tiles in turns need no look-back, but what the others have
    published since their own last tile.

    Threads without `where` wait for nothing, and get poison. All lanes of a wave
    come here together. What is waited for is published without `complete`, chains,
    bits and epoch, by a block that runs (see `prim.grid_publish`).

    ```mlir
    %value = prim.grid_gather %words where(%exists) tile(%other) tiles(%n) state(%s : !prim.base<global>) : vector<1xi64> -> i32
    ```
  }];
  let arguments = (ins VectorOfRankAndType<[1], [I64]>:$words, I1:$exists,
                       I32:$tile, I32:$tiles, Prim_GlobalBase:$state);
  let results = (outs Variadic<Prim_Element>:$values);
  let assemblyFormat = [{
    $words `where` `(` $exists `)` `tile` `(` $tile `)` `tiles` `(` $tiles `)`
    `state` `(` $state `:` qualified(type($state)) `)` attr-dict `:`
    type($words) `->` type($values)
  }];
}

//===----------------------------------------------------------------------===//
// The last block
//===----------------------------------------------------------------------===//

def Prim_GridReduceOp : Prim_ClauseOp<"grid_reduce", [
    AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>,
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface>]> {
  let summary = "fold what all tiles have, in the block that comes last";
  let description = [{
    The fold of all tiles in the order of their numbers, and an `i1` that says
    whether it is there: it is in the block that comes here last, in the first
    thread, or with `all` in all of its threads. Elsewhere the `i1` is false and the
    fold poison. Nobody waits for another block. Of what is folded the first
    thread's counts. By a built-in kind the order is another, always the same one.

    * `tile(%t)`: the number of the tile. Every tile below `tiles` comes here once;
      block ids will do.
    * `tiles(%n)`: how many there are. With one the state is not accessed.
    * `state(%s)`: `prim.grid_state_size` bytes of device memory, aligned to 8, the
      first 4 of which are zero before the launch. With `reset` all that the op has
      written there is zero again afterwards.

    `tile` and `tiles` are the same in all threads of the block, which come here
    together; with `all` the op synchronises them. The first wave of the last block
    sees what the first waves of all blocks have written before.

    ```mlir
    %sum, %last = prim.grid_reduce add %part tile(%t) tiles(%n) state(%s : !prim.base<global>) : f32
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Element>:$inputs, Variadic<Prim_Element>:$identity,
      I32:$tile, I32:$tiles, Prim_GlobalBase:$state,
      UnitAttr:$reset, UnitAttr:$all),
      Prim_CombinerAttrs);
  let results = (outs Variadic<AnyTypeOf<[Prim_Element, I1]>>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let declarations = [{
    /// The fold, and whether it is present.
    ::mlir::ResultRange getFold() { return getResults().drop_back(); }
    ::mlir::Value getHasFold() { return getResults().back(); }
  }];
}

//===----------------------------------------------------------------------===//
// Cooperative launches
//===----------------------------------------------------------------------===//

def Prim_GridBarrierOp : Prim_Op<"grid_barrier", [
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "wait for all blocks of the launch";
  let description = [{
    Waits until all threads of all blocks have come here. What any of them wrote
    before, to device or workgroup memory, is read after it. All blocks run at
    once: launches of the kernel say so (`prim.cooperative`), which
    `prim-lower-grid` checks where it sees them.

    `state` is the base of an i32 in device memory, aligned to 4 bytes, that is 0
    before the first launch. Launches leave there what the next one can begin with:
    0, or after an odd number of barriers only the upper bit. A kernel that comes
    to several barriers, or several times to one, has one state for all of them.
    It is a `prim.grid_arrive` with a `prim.grid_wait` right behind it.

    ```mlir
    prim.grid_barrier %state : !prim.base<global>
    ```
  }];
  let arguments = (ins Prim_GlobalBase:$state);
  let assemblyFormat = "$state attr-dict `:` qualified(type($state))";
  let hasVerifier = 0;
}

def Prim_GridArriveOp : Prim_Op<"grid_arrive", [
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "come to a barrier of all blocks, and go on";
  let description = [{
    The first half of a `prim.grid_barrier`, whose `state` it has: what the block
    has written before is read behind the `prim.grid_wait` for the result, in all
    blocks. Between the two the block does what needs nothing of the others; it
    comes to no other barrier of the same state. What the result is only the first
    thread of the block knows.

    All threads of the block come here together; the op synchronises them.

    ```mlir
    %round = prim.grid_arrive %state : !prim.base<global>
    prim.grid_wait %round, %state : !prim.base<global>
    ```
  }];
  let arguments = (ins Prim_GlobalBase:$state);
  let results = (outs I32:$round);
  let assemblyFormat = "$state attr-dict `:` qualified(type($state))";
  let hasVerifier = 0;
}

def Prim_GridWaitOp : Prim_Op<"grid_wait", [
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "wait for all blocks to have come to a barrier";
  let description = [{
    Waits until all blocks have come to the `prim.grid_arrive` that gave `round`,
    of the same `state`. What any of them wrote before that is read after this.
    All threads of the block come here together; the op synchronises them.

    ```mlir
    %round = prim.grid_arrive %state : !prim.base<global>
    prim.grid_wait %round, %state : !prim.base<global>
    ```
  }];
  let arguments = (ins I32:$round, Prim_GlobalBase:$state);
  let assemblyFormat = "$round `,` $state attr-dict `:` qualified(type($state))";
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Overlapped launches
//===----------------------------------------------------------------------===//

def Prim_GridWaitPreviousOp : Prim_Op<"grid_wait_previous", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for the kernel before this one";
  let description = [{
    Waits until the kernel before this one on the stream has ended, if the launch
    may overlap with it (`prim.overlapped`), and reads what it has written; else
    does nothing. Each thread waits for itself.

    Kernels of such launches begin with it: nothing that touches memory comes
    before. As the kernel before has done so, too, all that came before has ended.
    A chip that does not overlap launches has nothing to wait for.

    ```mlir
    prim.grid_wait_previous
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

def Prim_GridStartNextOp : Prim_Op<"grid_start_next", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "let the next kernel begin";
  let description = [{
    When all blocks of the launch have come here, or have ended, blocks of the next
    kernel on the stream may begin where there is room, if its launch may overlap
    with this one (`prim.overlapped`). It says nothing of what has been written:
    the next kernel waits for the end of this one (`prim.grid_wait_previous`). A
    kernel without this op lets the next one begin at its end.

    ```mlir
    prim.grid_start_next
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMGRIDOPS_TD
