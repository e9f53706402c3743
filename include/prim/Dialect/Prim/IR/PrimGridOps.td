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
    Gives the block a number that no other block of the launch gets, the same in all
    threads of the block. Numbers count up from 0 in the order in which blocks execute
    the op. A block that executes it several times gets larger numbers. Hardware may
    start blocks in any order. Only a block with a smaller ticket is known to run, and
    only such a block may be waited for.

    `counter` is the base of an i32 in device memory, aligned to 4 bytes. It must be 0
    before the launch, and is the number of tickets taken afterwards. Nothing else may
    access it in between.

    With `ordered` the first waves of the blocks with larger tickets see what the first
    wave of this block wrote before the op.

    All threads of the block must execute the op together. The op synchronises them.

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
  let summary = "request a ticket ahead of its use";
  let description = [{
    Requests a ticket of `prim.grid_ticket` without waiting for it;
    `prim.grid_ticket_wait` of the result waits. A block that takes several tiles
    requests the next ticket before it works on the current tile. The first thread of
    the block makes the request. The other threads may execute the op or not, and their
    results have no meaning. Nothing else may access the counter while the kernel runs.

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
  let summary = "wait for a requested ticket";
  let description = [{
    Returns the ticket that a `prim.grid_ticket_request` has requested, the same in all
    threads of the block. All threads of the block must execute the op together. The op
    synchronises them.

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
    Computes how many bytes of device memory `prim.grid_publish`, `prim.grid_prefix`,
    `prim.grid_scan` and `prim.grid_reduce` need as `state`, for a fold of these types
    over `tiles` tiles. `chains` and `bits` are those of the ops. The op may be used in
    host code and in kernels. Each thread computes it by itself.

    ```mlir
    %bytes = prim.grid_state_size %tiles : i32, f64
    %small = prim.grid_state_size %tiles chains(256) bits(30) : i32
    ```
  }];
  let arguments = !con((ins Index:$tiles, TypeArrayAttr:$types),
                       Prim_LookBackAttrs);
  let results = (outs Index:$bytes);
  let assemblyFormat = [{
    $tiles (`chains` `(` $chains^ `)`)? (`bits` `(` $bits^ `)`)? attr-dict `:`
    custom<TypeList>($types)
  }];
}

def Prim_GridPublishOp : Prim_LookBackOp<"grid_publish"> {
  let summary = "publish the values of a tile for later tiles";
  let description = [{
    Publishes the values of a tile without waiting for other blocks. A
    `prim.grid_prefix` of the same tile must follow, with the same values and clauses,
    unless all blocks run at once and use `prim.grid_gather`. Between the two ops, the
    block can do work that needs no prefix. The earlier a tile publishes, the less the
    others wait. A single tile publishes nothing.

    * `complete`: the values are the fold of all tiles up to and including this one,
      instead of this tile's own, and no `prim.grid_prefix` follows. Tile 0 needs no
      `complete`, because its own values are this fold. It takes `complete` if its fold
      begins with another value, such as an initial value.
    * `tile(%t)`: the number of the tile. Every tile below `tiles` publishes once.
      Blocks wait only for tiles with smaller numbers. The numbers are therefore tickets
      (`prim.grid_ticket`), unless all blocks run at once (`prim.cooperative`).
    * `tiles(%n)`: the number of tiles. With one tile the state is not accessed.
    * `state(%s)`: `prim.grid_state_size` bytes of device memory, aligned to 8 (to 4
      with `bits`). They must be all zero before the launch, and are not zero
      afterwards.
    * `chains(n)`: `n` independent folds, such as the counts of digits. Thread t of the
      block has chains t * k to t * k + k - 1, as vectors of k values, or as elements if
      k is 1. There must be threads for all chains. Values past the last chain are
      ignored.
    * `bits(b)`: values are integers, and every fold of tiles is below 2^b as an
      unsigned number. Words of the state then take 4 bytes instead of 8.
    * `epoch(%e)`: the state is zero only before epoch 0. Each later epoch finds the
      words that the previous one has left, and must have as many tiles. All tiles of an
      epoch must be published. All readers of the previous epoch must have finished, so
      each epoch needs a launch of its own. A block that still looks back would read
      words of the new epoch.

    `tile`, `tiles` and `epoch` must be the same in all threads that execute the op. In
    the prefix region of a `prim.block_scan` these are the lanes of the wave that runs
    it, and there are no chains. Elsewhere all threads of the block must execute the op
    together. Without chains, only thread 0's values are used. Only the grid ops may
    access the state.

    Only the values are ordered between blocks, and no other memory. The op is the
    decoupled look-back of Merrill and Garland. A word of the state holds 4 bytes of a
    value, or `b` bits, together with a status, so that relaxed atomic accesses suffice.

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
  let summary = "fold the values of all earlier tiles";
  let description = !strconcat([{
    Waits for the values of all earlier tiles and returns their fold, and an `i1` that
    is false for tile 0, whose fold is poison. The op then publishes the fold of all
    tiles up to this one for later tiles.

    A `prim.grid_publish` of the same tile must come before, with equal values and the
    same clauses; its description has the clauses. The block may compute the values a
    second time for this op, even if floats then round differently.

    * `window(w)`: at most `w` tiles are read at once, by default as many as a wave has
      lanes. For more tiles, each lane reads several, an equal number each and at most
      8. With chains, `w` is the number of tiles that each thread reads, by default one.
  }], Prim_KindText, [{

    All threads of the block must execute the op together, or all lanes of the wave in
    the prefix region of a `prim.block_scan`. All of them get the results. With chains
    every thread gets its own, and poison past the last chain. If the whole block
    executes the op and there are no chains, the op synchronises its threads. Only the
    grid ops may access the state.

    ```mlir
    %before, %some = prim.grid_prefix add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    %last_set, %has = prim.grid_prefix %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) combiner {
    ^bb0(%a: i32, %b: i32):
      %set = arith.cmpi ne, %b, %zero : i32
      %kept = arith.select %set, %b, %a : i32
      prim.yield %kept : i32
    } : i32
    %starts, %any = prim.grid_prefix add %counts tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(512) bits(30) : vector<2xi32>
    ```
  }]);
}

def Prim_GridScanOp : Prim_GridFoldOp<"grid_scan"> {
  let summary = "publish a tile and fold the earlier ones";
  let description = !strconcat([{
    Publishes the values of a tile and returns the fold of all earlier ones. The op is
    `prim.grid_publish` and `prim.grid_prefix` in one, for blocks without work between
    the two. Clauses and results are as in these ops.
  }], Prim_KindText, [{

    All threads of the block must execute the op together, or all lanes of the wave in
    the prefix region of a `prim.block_scan`. Only the grid ops may access the state.

    ```mlir
    %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    %last_set, %has = prim.grid_scan %sum tile(%t) tiles(%n) state(%r : !prim.base<global>) combiner {
    ^bb0(%a: i32, %b: i32):
      %set = arith.cmpi ne, %b, %zero : i32
      %kept = arith.select %set, %b, %a : i32
      prim.yield %kept : i32
    } : i32
    ```
  }]);
}

//===----------------------------------------------------------------------===//
// Tile by tile
//===----------------------------------------------------------------------===//

def Prim_GridPeekOp : Prim_Op<"grid_peek", [MemoryEffects<[MemRead]>]> {
  let summary = "start to read the published values of a tile";
  let description = [{
    Starts to read, in each thread, the values of one tile that `prim.grid_publish`
    publishes, without waiting; `prim.grid_gather` of the result waits. Between the two
    ops, the block can do work that needs neither.

    The result is a vector of words of the state: one i64 for every 4 bytes, or part of
    4 bytes, of every value of the tile.

    Threads may execute the op alone. Only the grid ops may access the state.

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
  let summary = "wait for the published values of tiles, one tile per thread";
  let description = [{
    Returns the published values of one tile for each thread. `words` is the result of a
    `prim.grid_peek` of the same tile. If the values were not yet published at that
    time, the thread waits for them. `prim.block_reduce` folds the values of the
    threads. Blocks that all run at once and take tiles in turns need no look-back. They
    need only the values published since their own last tile.

    Threads for which `where` is false do not wait, and get poison. All lanes of a wave
    must execute the op together. Only the grid ops may access the state. The values
    must be published without `complete`, chains, bits and epoch, by a block that runs
    (see `prim.grid_publish`).

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
  let summary = "fold the values of all tiles, in the last block";
  let description = !strconcat([{
    Folds the values of all tiles in the order of their numbers, in the block that
    executes the op last. The results are the fold and an `i1` that says whether it is
    present. It is present in the first thread of that block, or with `all` in all of
    its threads. Elsewhere the `i1` is false and the fold is poison. No block waits for
    another one. Only thread 0's values are used. Built-in kinds combine in a different
    but fixed order.

    * `tile(%t)`: the number of the tile. Every tile below `tiles` executes the op once.
      Block ids suffice.
    * `tiles(%n)`: the number of tiles. With one tile the state is not accessed.
    * `state(%s)`: `prim.grid_state_size` bytes of device memory, aligned to 8. The
      first 4 bytes must be zero before the launch. With `reset`, everything that the op
      has written there is zero again afterwards.
  }], Prim_KindText, [{

    `tile` and `tiles` must be the same in all threads of the block, which must execute
    the op together. With `all` the op synchronises them. The first wave of the last
    block sees what the first waves of all blocks wrote before the op. Nothing else may
    access the state until the kernel has ended.

    ```mlir
    %sum, %last = prim.grid_reduce add %part tile(%t) tiles(%n) state(%s : !prim.base<global>) : f32
    %last_set, %here = prim.grid_reduce %part tile(%t) tiles(%n) state(%r : !prim.base<global>) combiner {
    ^bb0(%a: f32, %b: f32):
      %set = arith.cmpf une, %b, %zero : f32
      %kept = arith.select %set, %b, %a : f32
      prim.yield %kept : f32
    } : f32
    ```
  }]);
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
    Waits until all threads of all blocks have reached the op. After it, they see what
    any of them wrote before it, to device or workgroup memory. All blocks must run at
    once: launches of the kernel must be `prim.cooperative`, which `prim-lower-grid`
    checks where it sees them.

    `state` is the base of an i32 in device memory, aligned to 4 bytes, that must be 0
    before the first launch. A launch leaves a value with which the next one can begin:
    0, or after an odd number of barriers only the upper bit. A kernel that reaches
    several barriers, or one several times, uses one state for all of them. Nothing else
    may access the state while the kernel runs.

    The op is a `prim.grid_arrive` directly followed by a `prim.grid_wait`.

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
  let summary = "arrive at a barrier of all blocks, without waiting";
  let description = [{
    Arrives at a barrier of all blocks without waiting. It is the first half of a
    `prim.grid_barrier`, with the same `state`. After the `prim.grid_wait` for the
    result, all blocks see what this block wrote before this op. Between the two ops,
    the block can do work that needs nothing from other blocks. It must reach no other
    barrier of the same state there. The result is defined only in the first thread of
    the block.

    All threads of the block must execute the op together. The op synchronises them.

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
  let summary = "wait until all blocks have arrived at a barrier";
  let description = [{
    Waits until all blocks have executed the `prim.grid_arrive` that returned `round`,
    of the same `state`. After this op, the block sees what any block wrote before its
    `prim.grid_arrive`. All threads of the block must execute the op together. The op
    synchronises them.

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
  let summary = "wait for the previous kernel on the stream";
  let description = [{
    Waits until the previous kernel on the stream has ended, if the launch may overlap
    with it (`prim.overlapped`). The thread then sees what that kernel wrote. Otherwise
    the op does nothing. Each thread waits for itself.

    Kernels of such launches must begin with this op: no memory access may precede it.
    The previous kernel has waited in this way too, so all earlier work has ended. On a
    chip that does not overlap launches, there is nothing to wait for.

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
  let summary = "let the next kernel on the stream begin";
  let description = [{
    Lets the next kernel on the stream begin. When all blocks of the launch have
    executed the op, or have ended, blocks of the next kernel may begin where there is
    room. One thread of each block suffices. Requires that its launch may overlap with
    this one (`prim.overlapped`). The op does not order memory: the next kernel waits
    for the end of this one (`prim.grid_wait_previous`). A kernel without this op lets
    the next one begin at its end.

    ```mlir
    prim.grid_start_next
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMGRIDOPS_TD
