//===- PrimLaneOps.td - Moving values between lanes --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warp ops that move or compare the values of lanes without arithmetic:
// broadcast, shuffles, exchanges, lane masks, loads and stores.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMLANEOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMLANEOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

//===----------------------------------------------------------------------===//
// Values of other lanes
//===----------------------------------------------------------------------===//

def Prim_WarpBroadcastOp : Prim_ClauseOp<"warp_broadcast", [
    MemoryEffects<[MemRead<Prim_WarpExchange>]>]> {
  let summary = "give one lane's value to its logical warp";
  let description = [{
    Gives every lane the inputs of lane `%l` of its logical warp. Several inputs move
    together.

    * `lane(%l)`: the position of the source in its logical warp. It must be the same in
      all lanes of the logical warp. A position outside of the logical warp, or of a
      lane that does not exist, gives poison. The lowering rejects a constant one.
    * `width(w)`: logical warps of `w` consecutive lanes; by default the wave. Any width
      up to the wave.

    All existing lanes of the logical warp must execute the op together. The op uses no
    memory.

    ```mlir
    %b = prim.warp_broadcast %x lane(%l) width(16) : f32
    ```
  }];
  let arguments = (ins Variadic<Prim_Items>:$inputs, I32:$lane,
                       OptionalAttr<I32Attr>:$width);
  let results = (outs Variadic<Prim_Items>:$results);
  let hasFolder = 1;
}

def Prim_WarpUniformOp : Prim_LaneOp<"uniform", [
    // Not speculatable: the other lanes may hold a different value if fewer
    // lanes are active.
    NoMemoryEffect, SameOperandsAndResultType]> {
  let summary = "state that all lanes of a wave hold the same value";
  let description = [{
    Returns the value, which is from then on known to be the same in all active lanes of
    the wave. The target may keep it once per wave. If lanes hold different values, the
    result is one of them.

    Any lanes may execute the op. The op uses no memory.

    ```mlir
    %u = prim.warp_uniform %wave : i32
    ```
  }];
  let arguments = (ins Prim_Element:$value);
  let results = (outs Prim_Element:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 0;
}

def Prim_WarpShuffleOp : Prim_ClauseOp<"warp_shuffle", [
    MemoryEffects<[MemRead<Prim_WarpExchange>]>]> {
  let summary = "get another lane's value";
  let description = [{
    Gives every lane the inputs of a lane of its logical warp that it selects. Several
    inputs move together. With i the lane's own position in its logical warp, the source
    is

    * `lane(%l)`: position `%l` modulo the width.
    * `up(%d)`: position i - `%d`.
    * `down(%d)`: position i + `%d`.
    * `xor(%m)`: position i xor `%m`.

    `%d` and `%m` are unsigned. A lane whose source would be outside of its logical warp
    keeps its own value. A source that does not exist or is not active gives poison.
    `width` must be a power of two.

    All existing lanes of the logical warp must execute the op together. The op uses no
    memory.

    ```mlir
    %n = prim.warp_shuffle %x down(%d) width(16) : f32
    ```
  }];
  let arguments = (ins Variadic<Prim_Items>:$inputs, I32:$source,
                       Prim_ShuffleMode:$mode, OptionalAttr<I32Attr>:$width);
  let results = (outs Variadic<Prim_Items>:$results);
  let hasFolder = 1;
}

def Prim_WarpExchangeOp : Prim_WarpOp<"exchange"> {
  let summary = "rearrange the items of a logical warp";
  let description = [{
    Moves the items of a logical warp to another arrangement. The items of W lanes with
    k items each are numbered from 0 to W * k - 1. In blocked arrangement item j of lane
    i has number i * k + j, in striped arrangement j * W + i. Several inputs move
    together.

    * `blocked_to_striped`, `striped_to_blocked`: from one arrangement to the other.
    * `scatter_to_striped`: every item gets the number that `ranks(%r)` gives it, a
      permutation of all numbers. The result is in striped arrangement. Ranks are
      unsigned integers of any width that holds them.
    * `in_registers`: the items go through shuffles instead of workgroup memory, which
      takes more instructions. Requires a width and a number of items that are powers of
      two, no more items than lanes, and no ranks. Without it, more than one item per
      lane requires `known_block_size` on the kernel.
    * `width(w)`: as in `prim.warp_broadcast`.

    All lanes of the logical warp must exist, and must execute the op together. If the
    op uses workgroup memory, the memory is its own.

    ```mlir
    %s = prim.warp_exchange blocked_to_striped %x width(32) : vector<4xi32>
    %p = prim.warp_exchange scatter_to_striped %x ranks(%r : vector<4xi16>) : vector<4xi32>
    ```
  }];
  let arguments = (ins Prim_ExchangeMode:$mode, Variadic<Prim_Items>:$inputs,
                       Optional<Prim_Items>:$ranks, UnitAttr:$in_registers,
                       OptionalAttr<I32Attr>:$width);
  let results = (outs Variadic<Prim_Items>:$results);
  let hasFolder = 1;
  let declarations = [{
    int64_t getNumItems();
    /// Emits an error if the type of the ranks cannot hold the largest rank in
    /// logical warps of `width` lanes.
    ::llvm::LogicalResult verifyRanks(unsigned width);
  }];
}

//===----------------------------------------------------------------------===//
// Lane masks
//===----------------------------------------------------------------------===//

def Prim_WarpBallotOp : Prim_LaneOp<"ballot", [
    MemoryEffects<[MemRead<Prim_WarpExchange>]>]> {
  let summary = "the lanes of a wave for which a predicate holds";
  let description = [{
    Returns the mask of the lanes for which a predicate holds: bit i is set if lane i of
    the wave is active and its predicate is true. The mask is equal in all lanes. `i64`
    serves every wave size, `i32` only waves of 32 lanes.

    Any lanes of the wave may execute the op. The op uses no memory.

    `whole` says that all existing lanes of the wave execute the op together. The target
    then waits for them where diverged lanes need not have reconverged (NVIDIA).

    ```mlir
    %m = prim.warp_ballot %p : i64
    ```
  }];
  let arguments = (ins I1:$predicate, UnitAttr:$whole);
  let results = (outs Prim_LaneMask:$mask);
  let assemblyFormat = "$predicate (`whole` $whole^)? attr-dict `:` type($mask)";
  let hasVerifier = 0;
}

def Prim_WarpMatchAnyOp : Prim_LaneOp<"match_any", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead<Prim_WarpExchange>]>]> {
  let summary = "the lanes of a wave that hold the same label";
  let description = [{
    Gives every lane the mask of the active lanes of its wave whose label is equal to
    its own.

    * `valid(%p)`: a lane whose `%p` is false gets 0 and is in no other lane's mask.
    * `bits(n)`: only the low `n` bits of a label are compared; by default all of them.
      The cost grows with `n`.
    * `bits(%n)`: as `bits(n)`, for a number (i32, unsigned) known at run time. It must
      be the same in all lanes, and may be 0 or more than a label has. The cost is that
      of all bits.
    * `whole`: all lanes of the wave exist and are active, which saves a query for the
      active ones.

    Any lanes of the wave may execute the op. The op uses no memory.

    ```mlir
    %m = prim.warp_match_any %label valid(%p) bits(8) : i32 -> i64
    ```
  }];
  let arguments = (ins AnyTypeOf<[I8, I16, I32, I64]>:$label,
                       Optional<I1>:$valid, Optional<I32>:$numBits,
                       OptionalAttr<I32Attr>:$bits, UnitAttr:$whole);
  let results = (outs Prim_LaneMask:$mask);
  let assemblyFormat = [{
    $label (`valid` `(` $valid^ `)`)?
    (`bits` `(` custom<NumberOrValue>($bits, $numBits)^ `)`)? (`whole` $whole^)? attr-dict `:` type($label) `->` type($mask)
  }];
}

def Prim_WarpMaskedBitCountOp : Prim_LaneOp<"masked_bit_count", [Pure]> {
  let summary = "count the set bits of a lane mask below this lane";
  let description = [{
    Counts the bits of `mask` that are set below the bit of this lane, and adds `add`.
    If a mask is wider than the wave, its lower bits are used.

    Any lanes may execute the op. Each computes its own result, without memory.

    ```mlir
    %c = prim.warp_masked_bit_count %m add(%a) : i64
    ```
  }];
  let arguments = (ins Prim_LaneMask:$mask, Optional<I32>:$addend);
  let results = (outs I32:$count);
  let assemblyFormat = [{
    $mask (`add` `(` $addend^ `)`)? attr-dict `:` type($mask)
  }];
  let hasVerifier = 0;
}

def Prim_WarpGroupSelectOp : Prim_LaneOp<"group_select", [Pure]> {
  let summary = "select one lane of every group";
  let description = [{
    Selects one lane of every group of lanes: the result is true only in the first lane
    of the group. `mask` is the lane's group, as `prim.warp_match_any` returns it. The
    lanes of one group have equal masks, in which their bits are set. A lane whose mask
    is 0 is in no group and gets false.

    Any lanes may execute the op. Each computes its own result, without memory.

    ```mlir
    %g = prim.warp_group_select %m : i64
    ```
  }];
  let arguments = (ins Prim_LaneMask:$mask);
  let results = (outs I1:$selected);
  let assemblyFormat = "$mask attr-dict `:` type($mask)";
  let hasVerifier = 0;
}

def Prim_WarpBarrierOp : Prim_LaneOp<"barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "order the memory accesses of the lanes of a wave";
  let description = [{
    Orders the memory accesses of the lanes of a wave: after the barrier, every lane
    sees what any lane of the wave wrote before it, to workgroup or global memory. All
    existing lanes of the wave must execute the op together. It is not a barrier of the
    block, which is `gpu.barrier`.

    ```mlir
    prim.warp_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 0;
}

def Prim_CheckConvergenceOp : Prim_Op<"check_convergence", [
    MemoryEffects<[MemRead<Prim_BlockExchange>,
                   MemWrite<Prim_BlockExchange>]>]> {
  let summary = "have the emulator check which threads execute the op";
  let description = [{
    Has the emulator check which threads execute the op. With `width(w)`, if only some
    lanes of a logical warp of `w` lanes execute it, the emulator ends the launch with
    an error. The error names these lanes and quotes the text. Without `width` all
    threads of the block must execute the op, as often as the other such ops and in the
    same order. On a GPU the op is one `s_nop`. `prim-check-convergence` puts one before
    every collective.

    ```mlir
    prim.check_convergence "the scan of row sums" width(32)
    ```
  }];
  let arguments = (ins StrAttr:$what,
      OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$width);
  let assemblyFormat = "$what (`width` `(` $width^ `)`)? attr-dict";
  let hasVerifier = 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

class Prim_WarpTransferOp<string mnemonic, string memory,
                          list<Trait> traits = []>
    : Prim_LaneOp<mnemonic,
                  traits # [MemoryEffects<[MemRead<Prim_WarpExchange>]>]> {
  let extraClassDeclaration = [{
    int64_t getNumItems() {
      auto type = ::llvm::dyn_cast<::mlir::VectorType>(getItems().getType());
      return type ? type.getNumElements() : 1;
    }
    ::mlir::MemRefType getMemoryType() {
      return ::llvm::cast<::mlir::MemRefType>(}] # memory # [{().getType());
    }
  }];
}

def Prim_WarpLoadOp : Prim_WarpTransferOp<"load", "getSource",
                                          [AttrSizedOperandSegments]> {
  let summary = "load a tile of items into a logical warp";
  let description = [{
    Loads a tile of consecutive items into a logical warp. A logical warp of W lanes
    with k items each loads the W * k items from index `offset` of `source` on. The
    offset must be the same in all lanes of the logical warp.

    * `direct`: every lane loads its own k consecutive items; blocked result.
    * `vectorize`: as `direct`, in vector loads of up to four items. The tile must be
      aligned to that many items. With an odd k it is `direct`.
    * `striped`: lanes load consecutive items. The result is striped: item j of lane i
      is item j * W + i of the tile.
    * `transpose`: loads as `striped`, and exchanges to a blocked result.
    * `valid(%n)`: only the first `%n` items of the tile are loaded. `%n` must be the
      same in all lanes of the logical warp. The other items are `fill(%v : type)`, or
      poison without it.
    * `width(w)`: as in `prim.warp_broadcast`. With `transpose` all lanes of the logical
      warp must exist.

    All existing lanes of the logical warp must execute the op together. No thread may
    write the tile at the same time. `transpose` uses workgroup memory of its own.

    ```mlir
    %v = prim.warp_load transpose %src[%o] valid(%n) fill(%z : f32) width(16) : memref<?xf32>, vector<4xf32>
    ```
  }];
  let arguments = (ins Prim_TransferMethod:$method,
                       Arg<Prim_WarpMemory, "the items", [MemRead]>:$source,
                       Index:$offset, Optional<I32>:$valid,
                       Optional<Prim_Element>:$fill,
                       OptionalAttr<I32Attr>:$width);
  let results = (outs Prim_Items:$items);
  let assemblyFormat = [{
    $method $source `[` $offset `]` (`valid` `(` $valid^ `)`)?
    (`fill` `(` $fill^ `:` type($fill) `)`)? (`width` `(` $width^ `)`)? attr-dict
    `:` type($source) `,` type($items)
  }];
}

def Prim_WarpStoreOp : Prim_WarpTransferOp<"store", "getDestination"> {
  let summary = "store a tile of items from a logical warp";
  let description = [{
    Stores the items of a logical warp to the tile at index `offset` of `destination`,
    as the counterpart of `prim.warp_load`. The items are in blocked arrangement, or
    with `striped` in striped arrangement. With `valid(%n)` only the first `%n` items of
    the tile are stored.

    All existing lanes of the logical warp must execute the op together. Other threads
    must not access the tile at the same time. `transpose` uses workgroup memory of its
    own.

    ```mlir
    prim.warp_store striped %v, %dst[%o] valid(%n) width(16) : vector<4xf32>, memref<?xf32>
    ```
  }];
  let arguments = (ins Prim_TransferMethod:$method, Prim_Items:$items,
                       Arg<Prim_WarpMemory, "the tile", [MemWrite]>:$destination,
                       Index:$offset, Optional<I32>:$valid,
                       OptionalAttr<I32Attr>:$width);
  let assemblyFormat = [{
    $method $items `,` $destination `[` $offset `]` (`valid` `(` $valid^ `)`)?
    (`width` `(` $width^ `)`)? attr-dict
    `:` type($items) `,` type($destination)
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMLANEOPS_TD
