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
    Every lane gets the inputs of lane `%l` of its logical warp. Several inputs
    move together.

    * `lane(%l)`: the position of the source in its logical warp, the same in
      all of its lanes. A position outside the logical warp, or of a lane that
      does not exist, gives poison; the lowering rejects a constant one.
    * `width(w)`: logical warps of `w` consecutive lanes; by default the wave.
      Any width up to the wave.

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
  let summary = "say that all lanes of a wave hold the same value";
  let description = [{
    The value itself, which is known to be the same in all active lanes of the
    wave from here on: the target may keep it once per wave. Where lanes hold
    different values the result is one of them.

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
    Every lane gets the inputs of a lane of its logical warp that it chooses
    itself. Several inputs move together. With i the lane's own position in its
    logical warp, the source is

    * `lane(%l)`: position `%l` modulo the width.
    * `up(%d)`: position i - `%d`.
    * `down(%d)`: position i + `%d`.
    * `xor(%m)`: position i xor `%m`.

    `%d` and `%m` are unsigned. A lane whose source would lie outside of its
    logical warp keeps its own value; a source that does not exist or is not
    active gives poison. `width` must be a power of two.

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
    The items of a logical warp of W lanes with k items each are numbered from 0
    to W * k - 1. In blocked arrangement item j of lane i has number i * k + j,
    in striped arrangement j * W + i. Several inputs move together.

    * `blocked_to_striped`, `striped_to_blocked`: from one arrangement to the
      other.
    * `scatter_to_striped`: every item gets the number that `ranks(%r)` gives it,
      a permutation of all numbers; the result is in striped arrangement. Ranks
      are unsigned integers of any width that holds them.
    * `in_registers`: the items do not go through workgroup memory, but through
      shuffles, which takes more instructions. Needs a width and a number of
      items that are powers of two, no more items than lanes, and no ranks.
      Without it, more than one item per lane needs `known_block_size` on the
      kernel.

    `width(w)`: as in `prim.warp_broadcast`. All lanes of the logical warp must
    exist.

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
    Bit i of the result is set where lane i of the wave is active and its
    predicate is true. The same in all lanes. `i64` serves every wave size, `i32`
    only waves of 32 lanes. `whole` says that all lanes of the wave that exist
    come here: the target waits for them where lanes that have been apart need
    not be together again (NVIDIA).

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
    Every lane gets the mask of the active lanes of its wave whose label is equal
    to its own.

    * `valid(%p)`: a lane whose `%p` is false gets 0 and is in no other lane's
      mask.
    * `bits(n)`: only the low `n` bits of a label count; by default all of them.
      The cost grows with `n`.
    * `bits(%n)`: the same for a number (i32, unsigned) that the run gives, the same
      in all lanes; it may be 0 or more than a label has. The cost is that of all
      bits.
    * `whole`: all lanes of the wave exist and are active here, which saves to
      ask which ones are.

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
    How many bits of `mask` are set below the bit of this lane, plus `add`. Of a
    mask that is wider than the wave the lower bits count.

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
  let summary = "choose one lane of every group";
  let description = [{
    True in exactly one lane of every group of lanes, which is the group's first
    one. `mask` is the lane's group, as `prim.warp_match_any` gives it: lanes of
    one group have the same mask, which has their bits. A lane whose mask is 0 is
    in no group and gets false.

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
    What a lane of the wave wrote to workgroup or global memory before the
    barrier, every lane of the wave reads after it. All lanes of the wave that
    exist come to it together. No barrier of the block: `gpu.barrier` is that.

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
  let summary = "have the emulator check which threads come here";
  let description = [{
    Where only some lanes of a logical warp come here, the emulator ends the
    launch with an error that says which ones and quotes the text; with `width(w)`
    a logical warp has `w` lanes. Without it all threads of the block must come,
    as often and in the same order as to the other such ops. On a GPU this is one
    `s_nop`. `prim-check-convergence` puts one before every collective.

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
    A logical warp of W lanes with k items each loads the W * k consecutive items
    of its tile, which starts at index `offset` of `source`; the offset is the
    same in all lanes of the logical warp.

    * `direct`: every lane loads its own k consecutive items; blocked result.
    * `vectorize`: as `direct`, in vector loads of up to four items. The tile
      must be aligned to that many items; with an odd k it is `direct`.
    * `striped`: lanes load consecutive items; the result is striped, item j of
      lane i is item j * W + i of the tile.
    * `transpose`: loads as `striped`, and exchanges to a blocked result.

    Further:

    * `valid(%n)`: only the first `%n` items of the tile are loaded, the same in
      all lanes of the logical warp. Items behind get `fill(%v : type)`, or are
      poison without it.
    * `width(w)`: as in `prim.warp_broadcast`. All lanes of the logical warp
      must exist with `transpose`.

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
    The counterpart of `prim.warp_load`: the items of a logical warp go to the
    tile at index `offset` of `destination`. They are in blocked arrangement, or
    with `striped` in striped arrangement. With `valid(%n)` only the first `%n`
    items of the tile are stored.

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
