//===- PrimBase.td - Dialect, enums, attributes --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect itself, and the enumerations and attributes that its ops share.
// No op is defined here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMBASE_TD
#define PRIM_DIALECT_PRIM_IR_PRIMBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Prim_Dialect : Dialect {
  let name = "prim";
  let cppNamespace = "::mlir::prim";
  let summary = "Parallel primitives: scan, reduce, sort, from warp to device";
  let description = [{
    The dialect has collective operations at four levels:

    * `prim.warp_*` ops work on one value (or a small vector) per lane of a logical
      warp.
    * `prim.block_*` ops work on the values of one work-group.
    * `prim.grid_*` ops work among the blocks of a launch.
    * `prim.device_*` ops work on tensors or memrefs in host functions.

    Each level is lowered to the levels below it. Further ops access the memory of
    kernels through a `!prim.base`. The [glossary](Glossary.md) defines the words of
    these pages.

    Integers are signless. Signedness is part of the combiner kind (`minsi`, `minui`)
    and of the sort order (`slt`, `ult`). An operation combines with a built-in kind or
    with a combiner region, which may work on a tuple of values. A region combiner must
    be associative. It is treated as non-commutative unless it says `commutative`. Only
    a commutative combiner lets items be combined out of order.

    Results do not depend on the division into lanes, waves and tiles, except for the
    rounding of reassociated floats. An inclusive prefix is the fold of the elements up
    to and including its own. An exclusive prefix is the fold of the elements before its
    own. Both start from `init` if the operation has one for them. The total is the fold
    of all elements, and never includes `init`. An empty fold is the identity. The
    identity is not folded into other folds: the sum of no elements is 0.0, but the sum
    of one or a thousand times -0.0 is -0.0. (With the fast-math flag `nsz` the sign of
    a zero is unspecified.)

    A prologue runs only on elements that exist. Other regions run on such elements and
    on folds of them, and a combiner also on its own identity, which must leave every
    value unchanged. There is one exception: a region without side effects and loops,
    whose ops are defined for all values, may also run on other values. An example are
    values past the end of a buffer or of a `valid` count. The result of such a run is
    not used. Side effects other than loads from `reads` are refused, in combiners too.
    Whether a combiner is associative cannot be checked.

    The regions of a device op may load from the buffers in its `reads`. The regions of
    ops in kernels may load from a `!prim.base<global>` (`prim.load`, `prim.advance`).
    Memory that regions load from must not be written while the kernel runs.

    Element types: `i8 i16 i32 i64 index f16 bf16 f32 f64`.

    At most 256 registers of 32 bits hold the items of a lane or thread, for all
    operands of an op together. `prim.warp_sort` has at most 64. An element of up to 32
    bits takes one register, a wider one two. More items are an error at the op. LLVM
    would need minutes to compile them, and would keep them in memory.

    ## Overlap of operands

    The operands of a device op may overlap in memory as follows. Buffers that are only
    read may overlap each other. `outs` and the workspace are written, and may overlap
    nothing, except as listed here. `outs` stands for all groups of outputs, such as
    `rest`.

    * `prim.device_scan`: each of `outs` may be the same buffer as the operand of `ins`
      with the same number. Inclusive and exclusive outputs are counted from 0 each.
    * `prim.device_map`: any of `outs` may be the same buffer as any of `ins`. With
      `neighbour` too: the host function then tests whether memory is shared.
    * `prim.device_rows`: any of `outs` that have the shape of `ins` may be the same
      buffer as any of `ins`, unless they have an element for each segment.
    * `prim.device_reduce` of all elements: `outs` may be elements of `ins`, because all
      of `ins` are read before. Folds of rows and of segments must not overlap `ins`. A
      tuple of more than 64 bytes may be reduced by several ops in sequence. Then output
      k may only be an element of input k. If the function that has the op makes the
      view of the element, any element is allowed.
    * `prim.device_sort` with `may_clobber_input`: `ins` are written too. They must
      overlap neither each other nor any other operand.
    * `prim.device_topk`: `outs` and `rest` may be separate parts of one buffer.
    * A discarded output is not written, and may be any memory.

    Buffers are the same if they have one address, one shape and the same strides. Other
    overlaps, such as a shift by one element, are undefined. The verifier reports
    operands that are one value, or casts of one value. It sees no other overlap: the
    caller is responsible for these. On tensors there is nothing to observe, because
    bufferization copies where an overlap would not be allowed.

    ## Convergence

    All existing lanes of a logical warp must execute a `prim.warp_*` op together. All
    threads of the block must execute a `prim.block_*` op or a `gpu.barrier` together.
    Masks (`prim.warp_ballot`, `prim.warp_match_any`) use the lanes that are active.

    An op is an error in control flow that depends on a value which differs between
    these threads. Such values are thread and lane ids, the results of a collective in
    each lane, results of atomic operations, and values loaded at an address that
    differs. Two kinds of conditions are accepted: comparisons of the thread id with a
    multiple of the width, and conditions on the number of the wave, or of a row of
    whole logical warps.
    Kernel arguments, block ids and values loaded at the same address are the same in
    all threads.

    The attribute `prim.converged` on such an op is a promise: each time that one of the
    threads it needs executes the op, all of them do so together. For example, a loaded
    count may be the same in all lanes. If the promise is broken, results are undefined;
    with `prim-check-convergence` the emulator reports it.

    ```mlir
    scf.if %all_lanes_loaded_the_same {
      %r = prim.warp_reduce add %x all {prim.converged} : i32
    }
    ```

    ## Launches and kernels

    The attribute `prim.cooperative` on a `gpu.launch_func` makes the launch
    cooperative: all of its blocks run at once, or the driver refuses it.

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1) args(%p : memref<?xi32>) {prim.cooperative}
    ```

    The attribute `prim.overlapped` on a `gpu.launch_func` lets its blocks begin while
    the previous kernel on the stream still runs, if the chip supports it. The kernel
    must begin with a `prim.grid_wait_previous`; `prim-lower-grid` checks this where it
    sees it. A launch without the attribute begins when all earlier work on the stream
    has ended.

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1) args(%p : memref<?xi32>) {prim.overlapped}
    ```

    The attribute `prim.min_blocks` on a kernel is the number of its blocks that must
    fit on a compute unit at once. It limits the registers of a thread; values that do
    not fit into them are kept in memory.

    ```mlir
    gpu.func @k(%p : memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, prim.min_blocks = 2 : i32} {
      gpu.return
    }
    ```

    The attribute `prim.relaxed` on an `arith.divf`, a `math.exp` or a `math.exp2` of
    scalars of f32 allows a relative error of 2^-20, or 2^-16 for `math.exp`.
    `prim-relax-precision` sets it. LLVM's `afn` is no such bound: with it, LLVM 22
    divides to zero by large numbers.

    ```mlir
    %q = arith.divf %x, %y {prim.relaxed} : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
  let discardableAttrs = (ins "::mlir::UnitAttr":$converged,
                              "::mlir::UnitAttr":$cooperative,
                              "::mlir::UnitAttr":$overlapped,
                              "::mlir::UnitAttr":$relaxed,
                              "::mlir::IntegerAttr":$min_blocks);
  // Op families with a header of their own, which their source files register.
  let extraClassDeclaration = [{
    void registerBlockMoveOps();
    void registerHistogramOps();
    void registerMapOps();
    void registerOrderOps();
    void registerRowOps();
    void registerSelectOps();
  }];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def Prim_CombinerKind : I32EnumAttr<
    "CombinerKind", "built-in associative and commutative operator", [
      I32EnumAttrCase<"Add", 0, "add">,
      I32EnumAttrCase<"Mul", 1, "mul">,
      I32EnumAttrCase<"MinSI", 2, "minsi">,
      I32EnumAttrCase<"MaxSI", 3, "maxsi">,
      I32EnumAttrCase<"MinUI", 4, "minui">,
      I32EnumAttrCase<"MaxUI", 5, "maxui">,
      I32EnumAttrCase<"MinimumF", 6, "minimumf">,
      I32EnumAttrCase<"MaximumF", 7, "maximumf">,
      I32EnumAttrCase<"MinNumF", 8, "minnumf">,
      I32EnumAttrCase<"MaxNumF", 9, "maxnumf">,
      I32EnumAttrCase<"And", 10, "and">,
      I32EnumAttrCase<"Or", 11, "or">,
      I32EnumAttrCase<"Xor", 12, "xor">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_ScanMode : I32EnumAttr<
    "ScanMode", "prefixes that a scan returns", [
      I32EnumAttrCase<"Inclusive", 0, "inclusive">,
      I32EnumAttrCase<"Exclusive", 1, "exclusive">,
      I32EnumAttrCase<"Both", 2, "both">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_SortOrder : I32EnumAttr<
    "SortOrder", "built-in key order", [
      I32EnumAttrCase<"SLT", 0, "slt">,
      I32EnumAttrCase<"ULT", 1, "ult">,
      I32EnumAttrCase<"Total", 2, "total">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_SegmentKind : I32EnumAttr<
    "SegmentKind", "end of a segment that a set flag marks", [
      I32EnumAttrCase<"Head", 0, "head">,
      I32EnumAttrCase<"Tail", 1, "tail">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_SegmentForm : I32EnumAttr<
    "SegmentForm", "clause that defines the segments of a device buffer", [
      I32EnumAttrCase<"Offsets", 0, "segments">,
      I32EnumAttrCase<"Head", 1, "head">,
      I32EnumAttrCase<"Key", 2, "by_key">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Determinism : I32EnumAttr<
    "Determinism", "runs over which the bits of a float result must agree", [
      I32EnumAttrCase<"Run", 0, "run">,
      I32EnumAttrCase<"Any", 1, "any">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Arrangement : I32EnumAttr<
    "Arrangement", "distribution of the items of a block over its threads", [
      I32EnumAttrCase<"Blocked", 0, "blocked">,
      I32EnumAttrCase<"Striped", 1, "striped">,
      I32EnumAttrCase<"Rows", 2, "rows">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_ShuffleMode : I32EnumAttr<
    "ShuffleMode", "source lane of a shuffle", [
      I32EnumAttrCase<"Lane", 0, "lane">,
      I32EnumAttrCase<"Up", 1, "up">,
      I32EnumAttrCase<"Down", 2, "down">,
      I32EnumAttrCase<"Xor", 3, "xor">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_ExchangeMode : I32EnumAttr<
    "ExchangeMode", "arrangements between which an exchange moves items", [
      I32EnumAttrCase<"BlockedToStriped", 0, "blocked_to_striped">,
      I32EnumAttrCase<"StripedToBlocked", 1, "striped_to_blocked">,
      I32EnumAttrCase<"ScatterToStriped", 2, "scatter_to_striped">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_TransferMethod : I32EnumAttr<
    "TransferMethod", "division of the transfer of a tile among lanes", [
      I32EnumAttrCase<"Direct", 0, "direct">,
      I32EnumAttrCase<"Striped", 1, "striped">,
      I32EnumAttrCase<"Vectorize", 2, "vectorize">,
      I32EnumAttrCase<"Transpose", 3, "transpose">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Algorithm : I32EnumAttr<
    "Algorithm", "form of a device algorithm", [
      I32EnumAttrCase<"Default", 0, "default">,
      I32EnumAttrCase<"LookBack", 1, "look_back">,
      I32EnumAttrCase<"ReduceThenScan", 2, "reduce_then_scan">,
      I32EnumAttrCase<"Persistent", 3, "persistent">,
      I32EnumAttrCase<"Cooperative", 4, "cooperative">,
      I32EnumAttrCase<"CountFirst", 5, "count_first">,
      I32EnumAttrCase<"CooperativeTile", 6, "cooperative_tile">]> {
  let cppNamespace = "::mlir::prim";
}

/// Accepts the older spellings as well.
def Prim_AlgorithmParameter
    : DefaultValuedParameter<"::mlir::prim::Algorithm",
                             "::mlir::prim::Algorithm::Default",
                             "form of the algorithm"> {
  let parser = "parseAlgorithm($_parser)";
}

def Prim_MemorySpace : I32EnumAttr<
    "MemorySpace", "memory that the threads of a kernel share", [
      I32EnumAttrCase<"Global", 0, "global">,
      I32EnumAttrCase<"Workgroup", 1, "workgroup">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_MemoryOrder : I32EnumAttr<
    "MemoryOrder", "memory order of an atomic access", [
      I32EnumAttrCase<"Relaxed", 0, "relaxed">,
      I32EnumAttrCase<"Acquire", 1, "acquire">,
      I32EnumAttrCase<"Release", 2, "release">,
      I32EnumAttrCase<"AcqRel", 3, "acq_rel">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_MemoryScope : I32EnumAttr<
    "MemoryScope", "threads for which an access is atomic", [
      I32EnumAttrCase<"Wave", 0, "wave">,
      I32EnumAttrCase<"Block", 1, "block">,
      I32EnumAttrCase<"Device", 2, "device">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_CacheHint : I32EnumAttr<
    "CacheHint", "cache hint of an access", [
      I32EnumAttrCase<"All", 0, "all">,
      I32EnumAttrCase<"Device", 1, "device">,
      I32EnumAttrCase<"Stream", 2, "stream">,
      I32EnumAttrCase<"Constant", 3, "constant">,
      I32EnumAttrCase<"Volatile", 4, "volatile">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_AtomicKind : I32EnumAttr<
    "AtomicKind", "operation of an atomic access", [
      I32EnumAttrCase<"Add", 0, "add">,
      I32EnumAttrCase<"Exchange", 1, "exchange">,
      I32EnumAttrCase<"Or", 2, "or">]> {
  let cppNamespace = "::mlir::prim";
}

// The numbers are those of primStatus in prim_runtime.h.
def Prim_CheckStatus : I32EnumAttr<
    "CheckStatus", "status that a failed check reports", [
      I32EnumAttrCase<"InvalidArgument", 1, "invalid_argument">,
      I32EnumAttrCase<"Workspace", 9, "workspace">]> {
  let cppNamespace = "::mlir::prim";
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Prim_TuningAttr : AttrDef<Prim_Dialect, "Tuning"> {
  let mnemonic = "tuning";
  let summary = "overrides of the tuning tables for one device op";
  let description = [{
    Every parameter is optional; the target's tuning table has the defaults.
    `block_size` is in threads: a multiple of 32 (and of the target's wave), at most
    1024. `items_per_thread` is in elements: at most 64, and within the registers of a
    thread.

    `algorithm` selects a form of the algorithm. Without it the tuning table selects
    one, by the chip and the number of elements. On NVIDIA these are the fastest forms
    that have been measured. On AMD no form has been timed; there the table has the
    forms with the fewest executed instructions. [Decisions](decisions/grid.md) have the
    measurements.

    A cooperative launch is a launch all of whose blocks run at once. It can have no
    more blocks than the device holds. The host function asks the device for this number
    (`prim.resident_blocks`). If the device holds too few blocks, or has no cooperative
    launches, the host function uses the form that is named after "otherwise".

    For scans:

    * `look_back`: one pass, one block per tile. A block waits only for earlier tiles,
      which have started, so blocks need not run at once. This is the default, except
      where another form says so. With `dimension`, it also turns off the separate form
      for strided rows.
    * `reduce_then_scan`: one launch folds each tile, the next scans these folds, and
      the last scans the elements. `ins` are read twice, and no block waits for another
      one. This is the default with `deterministic(run)`, unless the operator is a
      built-in kind on integers.
    * `persistent`: one pass by about as many blocks as run at once on the largest device
      that has this chip. Each takes one tile after another by ticket, so blocks need not
      run at once. Elements are loaded once if three tiles fit into workgroup memory,
      and else twice. The default of `items_per_thread` is then the largest number for
      which they fit. No chip has this form by default, and it is rarely the faster one: it
      exists to compare with, and as a form of few blocks without a cooperative launch.
      On gfx942 it executes 1.7 times the instructions of `look_back`.
    * `cooperative`: one pass by a cooperative launch. Each of its n blocks takes every
      n-th tile, and gathers the values of the other blocks' tiles instead of looking
      back. Otherwise `look_back`. This is the default on NVIDIA above 2^21 elements, or
      above 2^22 elements of 4 bytes. With `segments`, `head` or `by_key`, each wave scans
      its part of a tile in workgroup memory, and the block stores the tile one or two
      turns later, as for selections. Operators without an identity look back. This is
      the default on NVIDIA above one tile, for elements of up to 4 bytes, and with
      `head` or `by_key` for those of up to 12.
    * `cooperative_tile`: one pass by a cooperative launch with one block per tile. Each
      thread of a block gathers the value of one earlier tile, so there are at most as
      many tiles as threads of a block. Otherwise `look_back`. This is the default on
      NVIDIA for smaller scans of more than one tile.

    `cooperative` and `cooperative_tile` are defaults only for contiguous elements that
    are one row, and for ops without `tuning`; without `segments` only for built-in
    kinds. If the device cannot hold the tiles of a
    default `cooperative_tile`, the scan is `cooperative`. `persistent`, `cooperative`
    and `cooperative_tile` are refused for rows and for elements that are not
    contiguous. All forms
    except `reduce_then_scan` are refused with `deterministic(run)`, unless the operator
    is a built-in kind on integers.

    For selections:

    * `look_back`: one pass, one block per tile, as for scans. This is the default on
      AMD, and for ops with a `tuning` that has no `algorithm`.
    * `cooperative`: one pass by a cooperative launch. Each of its n blocks takes every
      n-th tile and compacts it in workgroup memory. It stores the tile two turns later,
      when the counts of all tiles between are known. Otherwise `look_back`. This is the
      default on NVIDIA above one tile, for items of up to 8 bytes. It needs room for
      several tiles in workgroup memory, and takes fewer items per thread until they
      fit. The `look_back` beside it keeps `items_per_thread`. With fewer than 4 items,
      or if `block_size` is not a multiple of the wave, the selection is `look_back`.

    For reductions:

    * `cooperative`: a cooperative launch, in which the first block waits for the values
      of the other blocks and folds them. Otherwise the block that finishes last folds
      them. This is the default on NVIDIA where it is possible. It is refused for rows,
      for segments, for an operator that is not commutative, and with `deterministic`,
      unless the operator is a built-in kind on integers.

    For reductions by key and for run lengths:

    * `cooperative`: as for selections, with the folds of runs instead of counts.
      Otherwise one pass with one block per tile, as in `look_back`. This is the default
      on NVIDIA above one tile, for items of up to 16 bytes with their border. It has no
      effect on an operator without identity, and with `deterministic`, unless the
      operator is a built-in kind on integers.

    For sorts:

    * `cooperative`: one cooperative launch for all digits, with one block per tile.
      Otherwise one pass for each digit. This is the default on NVIDIA for up to 2^21
      elements. It is refused for rows, for segments and for elements that are not
      contiguous.
    * `count_first`: each pass counts the digits of a tile before it ranks its items.
      It has no effect if a tile needs more than half of workgroup memory. This is the
      default of passes on NVIDIA.

    Both are refused with a comparator. If a sort's `tuning` has a tile but no
    `algorithm`, the tile is that of the passes, and there is no cooperative launch.

    ```mlir
    #prim.tuning<block_size = 256, items_per_thread = 8>
    ```
  }];
  let parameters = (ins
    OptionalParameter<"unsigned", "threads per block">:$block_size,
    OptionalParameter<"unsigned", "elements per thread">:$items_per_thread,
    Prim_AlgorithmParameter:$algorithm);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMBASE_TD
