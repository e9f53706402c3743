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
    Collective operations at four levels. `prim.warp_*` ops work on one value
    (or a small vector) per lane of a logical warp, `prim.block_*` ops on the
    values of one work-group, `prim.grid_*` ops among the blocks of a launch,
    `prim.device_*` ops on tensors or memrefs in host functions. Each level is
    lowered to those below it. What a kernel needs of memory besides has ops of
    its own, on a `!prim.base`.

    Integers are signless: signedness lives in the combiner kind (`minsi`,
    `minui`) and in the sort order (`slt`, `ult`). An operation combines with a
    built-in kind or with a combiner region, which may work on a tuple of
    values. A region combiner must be associative; it is taken to be
    non-commutative unless it says `commutative`, and only a commutative one
    lets items be combined out of order.

    What an operation gives does not depend on how it is cut into lanes, waves
    and tiles, but for what another order of combination rounds. An inclusive
    prefix is the fold of the elements up to its own, an exclusive one of those
    before it; both continue `init` where the operation takes one for them. The
    total is the fold of all elements, and never includes `init`. An empty fold
    is the identity, which is not folded into anything: the sum of nothing is
    0.0, and that of one or a thousand times -0.0 is -0.0. (With the fast-math
    flag `nsz` the sign of a zero is left open.)

    Regions run on elements that exist and on folds of them: not on what lies
    past the end of a buffer or of a `valid` count, and a prologue sees no index
    of such an element. A combiner may also be run on the identity that comes
    with it, which must leave every value as it is. A region without side
    effects, loops or anything that is undefined for some values may run on
    others as well, since nobody can tell. The regions of a device op may load from the
    buffers in its `reads`, those of ops in kernels (`prim.load`, `prim.advance`) from a
    `!prim.base<global>`; nobody may write there while the kernel runs.

    Element types: `i8 i16 i32 i64 index f16 bf16 f32 f64`.

    The items of a lane or thread, all operands of an op together, take at most 256
    registers of 32 bits (an element of up to 32 bits takes one, a wider one
    two), those of `prim.warp_sort` at most 64. More is an error at the op: LLVM
    would need minutes for it, and memory instead of registers.

    **Convergence.** All lanes of its logical warp that exist come to a
    `prim.warp_*` op together, all threads of the block to a `prim.block_*` op
    and to a `gpu.barrier`; masks (`prim.warp_ballot`, `prim.warp_match_any`)
    take the lanes that are there. An op in control flow that depends on what
    differs between those threads is an error: thread and lane ids, what a
    collective gives each lane, results of atomic operations, and what is loaded
    at an address that differs. A comparison of the thread id with a multiple of
    the width is none, nor is the number of a wave or of a row of whole logical
    warps. Kernel arguments, block ids and what is loaded at the same address are
    the same in all threads.

    The attribute `prim.converged` on such an op promises that the threads it
    needs do come together all the same, each time that one of them comes: that a
    loaded count is the same in all lanes, for instance. Where the promise is
    broken, results are undefined; with `prim-check-convergence` the emulator
    reports it.

    ```mlir
    scf.if %all_lanes_loaded_the_same {
      %r = prim.warp_reduce add %x all {prim.converged} : i32
    }
    ```

    The attribute `prim.cooperative` on a `gpu.launch_func` makes the launch
    cooperative: all of its blocks run at once, or the driver refuses it.

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1) args(%p : memref<?xi32>) {prim.cooperative}
    ```

    The attribute `prim.overlapped` on a `gpu.launch_func` lets its blocks begin
    while the kernel before it on the stream still runs, where the chip can do
    that; the kernel begins with a `prim.grid_wait_previous`, which
    `prim-lower-grid` checks where it sees it. A launch without the attribute
    begins when all that came before it has ended.

    ```mlir
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1) args(%p : memref<?xi32>) {prim.overlapped}
    ```

    The attribute `prim.min_blocks` on a kernel says how many of its blocks shall
    find room on a compute unit at once: its threads get registers accordingly, and
    what does not fit into them goes to memory.

    ```mlir
    gpu.func @k(%p : memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, prim.min_blocks = 2 : i32} {
      gpu.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
  let discardableAttrs = (ins "::mlir::UnitAttr":$converged,
                              "::mlir::UnitAttr":$cooperative,
                              "::mlir::UnitAttr":$overlapped,
                              "::mlir::IntegerAttr":$min_blocks);
  // Op families with a header of their own, which their source files register.
  let extraClassDeclaration = [{
    void registerBlockMoveOps();
    void registerHistogramOps();
    void registerMapOps();
    void registerOrderOps();
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
    "ScanMode", "which prefixes a scan returns", [
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
    "SegmentKind", "what a set segment flag marks", [
      I32EnumAttrCase<"Head", 0, "head">,
      I32EnumAttrCase<"Tail", 1, "tail">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_SegmentForm : I32EnumAttr<
    "SegmentForm", "what says where the segments of a device buffer start", [
      I32EnumAttrCase<"Offsets", 0, "segments">,
      I32EnumAttrCase<"Head", 1, "head">,
      I32EnumAttrCase<"Key", 2, "by_key">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Determinism : I32EnumAttr<
    "Determinism", "over what the bits of a float result must agree", [
      I32EnumAttrCase<"Run", 0, "run">,
      I32EnumAttrCase<"Any", 1, "any">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Arrangement : I32EnumAttr<
    "Arrangement", "how the items of a block are spread over its threads", [
      I32EnumAttrCase<"Blocked", 0, "blocked">,
      I32EnumAttrCase<"Striped", 1, "striped">,
      I32EnumAttrCase<"Rows", 2, "rows">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_ShuffleMode : I32EnumAttr<
    "ShuffleMode", "which lane a shuffle reads", [
      I32EnumAttrCase<"Lane", 0, "lane">,
      I32EnumAttrCase<"Up", 1, "up">,
      I32EnumAttrCase<"Down", 2, "down">,
      I32EnumAttrCase<"Xor", 3, "xor">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_ExchangeMode : I32EnumAttr<
    "ExchangeMode", "how an exchange moves items between lanes", [
      I32EnumAttrCase<"BlockedToStriped", 0, "blocked_to_striped">,
      I32EnumAttrCase<"StripedToBlocked", 1, "striped_to_blocked">,
      I32EnumAttrCase<"ScatterToStriped", 2, "scatter_to_striped">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_TransferMethod : I32EnumAttr<
    "TransferMethod", "how lanes share the work of moving a tile", [
      I32EnumAttrCase<"Direct", 0, "direct">,
      I32EnumAttrCase<"Striped", 1, "striped">,
      I32EnumAttrCase<"Vectorize", 2, "vectorize">,
      I32EnumAttrCase<"Transpose", 3, "transpose">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_Algorithm : I32EnumAttr<
    "Algorithm", "which form of a device algorithm to use", [
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
    "MemoryOrder", "what an atomic access orders", [
      I32EnumAttrCase<"Relaxed", 0, "relaxed">,
      I32EnumAttrCase<"Acquire", 1, "acquire">,
      I32EnumAttrCase<"Release", 2, "release">,
      I32EnumAttrCase<"AcqRel", 3, "acq_rel">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_MemoryScope : I32EnumAttr<
    "MemoryScope", "the threads for which an access is atomic", [
      I32EnumAttrCase<"Wave", 0, "wave">,
      I32EnumAttrCase<"Block", 1, "block">,
      I32EnumAttrCase<"Device", 2, "device">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_CacheHint : I32EnumAttr<
    "CacheHint", "what an access asks of the caches", [
      I32EnumAttrCase<"All", 0, "all">,
      I32EnumAttrCase<"Device", 1, "device">,
      I32EnumAttrCase<"Stream", 2, "stream">,
      I32EnumAttrCase<"Constant", 3, "constant">,
      I32EnumAttrCase<"Volatile", 4, "volatile">]> {
  let cppNamespace = "::mlir::prim";
}

def Prim_AtomicKind : I32EnumAttr<
    "AtomicKind", "how an atomic access changes memory", [
      I32EnumAttrCase<"Add", 0, "add">,
      I32EnumAttrCase<"Exchange", 1, "exchange">,
      I32EnumAttrCase<"Or", 2, "or">]> {
  let cppNamespace = "::mlir::prim";
}

// The numbers are those of primStatus in prim_runtime.h.
def Prim_CheckStatus : I32EnumAttr<
    "CheckStatus", "what a failed check reports", [
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
    Every parameter is optional; what is left out comes from the target's
    tuning table. `block_size` is in threads, a multiple of 32 up to 1024
    (and of the target's wave); `items_per_thread` is in elements, up to 64
    and within the registers of a thread. `algorithm` is, for scans,
    `look_back` in one pass with a block for each tile, `reduce_then_scan`
    in two, or `persistent`, in one pass by about as many blocks as the chip
    holds, which take tile after tile: of whole buffers whose elements lie
    side by side. They read memory once if three tiles fit into workgroup
    memory, else twice; unless it is given, `items_per_thread` is as large
    as lets them. `cooperative` is the same by a cooperative launch of as
    many blocks as the device holds, asked when it is launched, which take
    tiles in turns; `cooperative_tile`, where the device holds a block for
    each tile at once and a block has a thread for each of them, is a
    cooperative launch in which each block gathers what the tiles before its
    own have, and else `look_back`. A reduction of a whole buffer by a
    commutative operator with an identity takes `cooperative`, too: in a
    cooperative launch the first block waits for what the others publish,
    and folds it. A sort of a whole buffer whose elements lie side by side
    takes `cooperative`, too: one cooperative launch for all digits, of a
    block for each tile, where the device holds as many. Elsewhere it makes
    passes, of which the tile is unless the algorithm is given; with
    `count_first` a pass counts the digits of a tile before it ranks its
    items, if all of the tile fits into half of workgroup memory.

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
