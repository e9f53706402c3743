//===- PrimGridOps.td - Among the blocks of a launch --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops through which the blocks of one launch learn from each other, while all
// of them run. What they keep in device memory is theirs alone.
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

def Prim_GridStateSizeOp : Prim_Op<"grid_state_size", [Pure]> {
  let summary = "bytes of state that a fold over tiles needs";
  let description = [{
    How many bytes of device memory `prim.grid_scan` and `prim.grid_reduce` need as
    `state` for a fold of these types over `tiles` tiles. Host code and kernels may
    ask.

    ```mlir
    %bytes = prim.grid_state_size %tiles : i32, f64
    ```
  }];
  let arguments = (ins Index:$tiles, TypeArrayAttr:$types);
  let results = (outs Index:$bytes);
  let hasCustomAssemblyFormat = 1;
}

def Prim_GridScanOp : Prim_Op<"grid_scan", [
    AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>,
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "fold what the tiles before this one have";
  let description = [{
    Publishes the fold of a tile, and waits for those of all tiles before it:
    the results are their fold, and an `i1` that is false for tile 0, which has
    none before it (its fold is poison).

    * `tile(%t)`: the number of the tile. Every tile up to the largest one comes
      here once; a tile waits for smaller numbers only, so they are tickets
      (`prim.grid_ticket`).
    * `tiles(%n)`: how many there are. With one the state is not accessed.
    * `state(%s)`: `prim.grid_state_size` bytes of device memory, aligned to 8, all
      zero before the launch. They are not zero afterwards.
    * `window(w)`: at most `w` tiles are looked at at once; by default as many as a
      wave has lanes.

    `tile` and `tiles` are the same in all threads that come here; of what is folded
    the first thread's counts. Within the prefix region of a `prim.block_scan` these
    are the lanes of the wave that runs it. Elsewhere all threads of the block
    come, and the op synchronises them. All that come get the results.

    Nothing but the folds is ordered between blocks. This is the decoupled
    look-back of Merrill and Garland: a word per 4 bytes of the fold holds a status
    beside it, so that relaxed atomic accesses do.

    ```mlir
    %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    ```
  }];
  let arguments = !con((ins
      Variadic<Prim_Element>:$inputs, Variadic<Prim_Element>:$identity,
      I32:$tile, I32:$tiles, Prim_GlobalBase:$state,
      OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$window),
      Prim_CombinerAttrs);
  let results = (outs Variadic<AnyTypeOf<[Prim_Element, I1]>>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The fold of the tiles before, and whether there are any.
    ::mlir::ResultRange getFold() { return getResults().drop_back(); }
    ::mlir::Value getHasFold() { return getResults().back(); }
    /// Whether one wave runs the op, in a prefix region, and not the block.
    bool isInPrefix();
  }];
}

def Prim_GridReduceOp : Prim_Op<"grid_reduce", [
    AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite, MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>,
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "fold what all tiles have, in the block that comes last";
  let description = [{
    The fold of all tiles in the order of their numbers, and an `i1` that says
    whether it is there: it is in the block that comes here last, in the first
    thread, or with `all` in all of its threads. Elsewhere the `i1` is false and the
    fold poison. Nobody waits for another block. Of what is folded the first
    thread's counts.

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
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The fold, and whether it is there.
    ::mlir::ResultRange getFold() { return getResults().drop_back(); }
    ::mlir::Value getHasFold() { return getResults().back(); }
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMGRIDOPS_TD
