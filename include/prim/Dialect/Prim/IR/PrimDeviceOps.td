//===- PrimDeviceOps.td - Primitives over device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions, on tensors or memrefs in device memory. They are
// destination style and run asynchronously on the caller's stream.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMDEVICEOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMDEVICEOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceReduceOp : Prim_DeviceOp<"reduce", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "fold a buffer";
  let description = [{
    Folds all elements of `ins` into the rank-0 `outs`, those of several
    dimensions in row-major order. Several operands are one tuple.

    * `dimension(d)`: folds each row of an N-d buffer by itself, the elements
      along dimension d for one set of the other indices, into `outs` of one
      dimension less. Several dimensions, `dimension(0, 2)`, ascending, are gone
      along in row-major order. More rows than one launch has blocks (of 2^32 threads less
      one; `max-launch-threads` of `prim-lower-device`) are an error status, but
      for short ones that lie one behind the other, of which blocks take several: of
      these there are at most 2^32 - 1.
    * Segments of a buffer of rank 1, each folded by itself and starting from
      `init`, are said in one of three ways:
      * `segments(%offsets : ...)`: n + 1 offsets of n segments, which end where the
        next one starts, so that they do not decrease (where they do, folds are not
        defined); or `segments(%begins, %ends : ...)`, in any order, with
        gaps, and for a reduction overlapping. They are i32, i64 or index, and count
        as signed. What lies outside of the buffer is cut off, and a segment that
        ends before it starts is empty. `outs` have an element for each segment.
      * `head(%flags : ...)`: one of i1 or an integer for each element, not zero where
        a segment starts. The first element starts one in any case.
      * `by_key(%keys : ...)`: runs of equal neighbours; several buffers are a tuple.
        Integers are equal bit by bit, floats as `arith.cmpf oeq` says, so that each
        NaN is a run by itself. `equal` is a region that says it instead, of all
        keys of an element and all of the next one.

      How many segments flags and keys make is known afterwards only: `outs` are then
      the first keys (with `by_key`), the folds, and a count, a buffer of rank 0 of i32,
      i64 or index. The others are of rank 1 and of one size, which is what they hold at
      most: of more segments the count tells, and nothing is written past the end.
      What lies behind the last segment is undefined on tensors and untouched on
      memrefs.
    * `workspace(%w : memref<?xi8>)`: at least `prim.workspace_size` bytes,
      aligned to 256; without it the lowering allocates in stream order.
      `initialized` says that it is zero all over: its owner clears it once, and
      every run leaves it so, for the next op of any kind and size.
    * `discards(0, 2)`: nobody wants the outputs of these numbers, counted from 0 on
      with those of further groups behind `outs`: they are not written, nor is
      anything read, made or moved for them alone. They remain operands, which
      say what type and how many elements there would be, and may be any memory: an
      input's, or one element with a stride of 0. Counts may be among them, but one
      output is written. On tensors, results that nobody uses are discarded when the
      op is canonicalized or bufferized, if it has no workspace of its own, and no
      memory is allocated for them. A histogram discards nothing.
    * `init(...)`: the fold starts from it; a scalar, or a rank-0 buffer that
      the stream has written before, or with `dimension` a buffer like `outs`,
      with an element for each row. `outs` are never read.
    * The fold of a whole buffer may be written into `ins`, by way of an `outs` that
      is a part of it, since everything is read before. Folds of rows and of segments
      must not overlap it.
    * A tuple of more than 64 bytes is reduced in several ops, one after another, where
      the combiner computes some members without the others. Then an output may be a
      part of its own member's input only, unless the same function makes the view.
    * An empty input gives `init`, or the identity; with a combiner region one of
      the two is needed where the size is not known to be positive.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more,
      the element's `index`, counted in row-major order, or in its row) to the
      accumulator tuple; `epilogue` maps the folded tuple to the elements of `outs`.
    * `reads(%t : ...)`: buffers from which the regions load, `memref.load` on memrefs
      and `tensor.extract` on tensors, and from no others: a table to look up, or
      what an op before this one has left in a buffer of rank 0, which each thread
      loads once. They must not overlap `outs` or the workspace. Indices
      must lie inside; nobody checks them.
    * `deterministic(run)`: the same bits in every run of one configuration, though
      rows of the same elements may differ from each other where folds round.
      `deterministic(any)`: the same on all chips and with all tiles, too; the
      association is that of a balanced tree over element indices (of the row):
      ranges of 2^k elements from a multiple of 2^k on are folded of their halves, and
      a half without elements leaves the other one as it is. Not with segments.
    * Memrefs may have any strides and an offset. Along several dimensions that do
      not lie one behind the other in memory, the elements of a row (or of the
      buffer) are at most 2^31 - 1; more are an error status.
    * All of `ins` have the sizes of the first one, and `outs` those that follow
      from it. What is known at compile time is verified; the rest is checked when
      the host function runs, before anything is launched: a mismatch, a
      negative size or bytes that 64 bits do not count are an error status of the
      execution that names the operand and the sizes.

    ```mlir
    %m, %i = prim.device_reduce ins(%x, %idx : tensor<?xf32>, tensor<?xi32>)
        outs(%mo, %io : tensor<f32>, tensor<i32>) init(%lo, %none : f32, i32)
        combiner commutative {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %lt = arith.cmpf olt, %a, %b : f32
      %c = arith.select %lt, %b, %a : f32
      %ci = arith.select %lt, %bi, %ai : i32
      prim.yield %c, %ci : f32, i32
    } -> tensor<f32>, tensor<i32>
    %rows = prim.device_reduce add ins(%t : tensor<?x?xf32>) outs(%r : tensor<?xf32>) dimension(1) -> tensor<?xf32>
    %sums = prim.device_reduce add ins(%v : tensor<?xi32>) outs(%s : tensor<?xi32>) segments(%offsets : tensor<?xi32>) -> tensor<?xi32>
    %u, %w, %n = prim.device_reduce add ins(%v : tensor<?xi32>) outs(%u0, %w0, %n0 : tensor<?xi64>, tensor<?xi32>, tensor<i32>)
        by_key(%k : tensor<?xi64>) -> tensor<?xi64>, tensor<?xi32>, tensor<i32>
    ```
  }];
  let arguments = !con(Prim_DeviceFoldOperands, Prim_DeviceFoldAttrs);
  let regions = Prim_DeviceFoldRegions;
  let declarations = destinationStyle # [{
    bool takesAllDimensions() { return true; }
  }];
}

def Prim_DeviceScanOp : Prim_DeviceOp<"scan", [
    DeclareOpInterfaceMethods<Prim_CombinerOpInterface,
                              ["getAccumulatorTypes"]>]> {
  let summary = "prefix folds over a buffer";
  let description = [{
    Writes the prefix folds of `ins` to `outs`: inclusive, exclusive, or both
    (all inclusive outputs first, then all exclusive ones). `outs` may be the
    same buffers as `ins`, member by member; any other overlap is undefined. An empty input
    writes nothing, but a total.

    * `init(...)`: what the fold starts from, in inclusive results too; a scalar,
      a rank-0 buffer, or with `dimension` one with an element for each row. Without it exclusive prefixes start from the
      identity, which an exclusive region scan must then give.
    * `total`: further `outs`, of one dimension less, get the fold of all
      elements, without `init`, mapped by the epilogue like a prefix. That of
      an empty input is the identity, which a region must then give.
    * `reverse`: suffixes instead of prefixes.
    * `dimension(d)`: scans each row of an N-d buffer by itself, the elements
      along dimension d for one set of the other indices; needed where the rank
      is not 1. Each row has a total.
    * `segments`, `head`, `by_key`: scans each segment by itself, as in
      `prim.device_reduce`; they must not overlap. What lies in no segment is undefined
      in results on tensors and left alone in memrefs. There is no `total`.
    * `prologue` maps the elements of `ins` (and optionally the element's `index`
      in its row) to the accumulator tuple; `epilogue` maps each prefix to the elements
      of `outs`.
    * `deterministic(run)`: as in `prim.device_reduce`. Without it how sums that
      round are associated depends on which blocks are fast; with it an operator that
      may round is scanned in two passes, which both read `ins`.
    * `workspace`, `discards`, `reads`, layouts, sizes: as in
      `prim.device_reduce`. More elements, or more rows, than one launch covers
      (2^32 threads less one; `max-launch-threads` of `prim-lower-device`) are an
      error status, too.

    ```mlir
    %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    %z = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%p : tensor<?xf32>) reads(%sum : tensor<f32>)
        prologue {
    ^bb0(%e: f32):
      %all = tensor.extract %sum[] : tensor<f32>
      %part = arith.divf %e, %all : f32
      prim.yield %part : f32
    } -> tensor<?xf32>
    %d = prim.device_scan exclusive add ins(%x : tensor<?xf32>) outs(%r : tensor<?xf32>) head(%f : tensor<?xi1>) -> tensor<?xf32>
    %c = prim.device_scan inclusive add ins(%m : tensor<?x?xf32>) outs(%q : tensor<?x?xf32>) dimension(0) -> tensor<?x?xf32>
    ```
  }];
  let arguments = !con(
      (ins Prim_ScanMode:$mode), Prim_DeviceFoldOperands,
      (ins UnitAttr:$total, UnitAttr:$reverse), Prim_DeviceFoldAttrs);
  let regions = Prim_DeviceFoldRegions;
  let declarations = destinationStyle # [{
    /// `outs` by the results that are written to them.
    ::mlir::OperandRange getInclusiveOuts();
    ::mlir::OperandRange getExclusiveOuts();
    ::mlir::OperandRange getTotalOuts();
    bool mayWriteInPlace() { return true; }
  }];
}

def Prim_DeviceSortOp : Prim_DeviceOp<"sort", [
    DeclareOpInterfaceMethods<Prim_SortOpInterface, ["getItemTypes"]>]> {
  let summary = "sort a buffer, stably";
  let description = [{
    Writes the elements of `ins` in order to `outs`; stable. The first operand
    is the key, further ones move along with it. Float keys use the order
    `total`: -0.0 equals +0.0, NaN is above everything whatever its sign; the
    output is bitwise a permutation of the input. `descending` puts NaN first
    and is stable as well.

    * `bits(lo, hi)`: only key bits in the half-open range count; integer keys
      with a built-in order only. With `slt` the highest bit of a key is a sign
      where it is among them.
    * `keys(n)`: the first `n` operands are the key, compared in turn, the first one
      before all others. `slt` and `ult` are then the order of those that are integers, and
      floats have the order `total`. `orders(slt, ult)`, in the place of the one order,
      says that of each. `bits(lo, hi)` counts the bits of all of them in one
      row, in which those of the last one are the lowest, from 0 on, and needs
      integers.
    * `may_clobber_input`: `ins` and `outs` take turns: there is no third buffer in
      the workspace, but with several keys, batches or a prologue. What `ins` have
      afterwards is undefined, and they must not overlap themselves or each other. It takes an odd number of passes to end in `outs`, and
      so one more where keys have an even number of digits, of up to 8 bits.
      Otherwise `ins` are left alone.
    * `dimension(d)`: sorts each row along dimension d of an N-d buffer by itself.
    * `segments(%offsets : ...)` or `segments(%begins, %ends : ...)`: sorts each
      segment of a buffer of rank 1 by itself; they are said as in
      `prim.device_reduce`, and must not overlap: where some do, what comes out is
      not defined, of the others neither. Elements in no segment are undefined on tensors and untouched
      on memrefs.
    * `discards`: as in `prim.device_reduce`. Values are then not moved at all. Keys
      are not written by the last pass over a digit, and are in the workspace before
      it, in a buffer more where there are more than two passes; with a comparator,
      several keys or batches they are there to the end.
    * `workspace`, sizes: as in `prim.device_reduce`. 2^30 elements or more (less a
      tile; `max-sort-items` of `prim-lower-device`) are an error status, too; with
      `dimension` those of one row.
    * `batches`: any number of elements of a buffer of rank 1, without segments. They
      are sorted in batches of as many as one sort takes, and these are merged in
      pairs, which reads and writes all elements once for each time that their number
      doubles. A buffer of that size lies in the workspace besides. It is done without
      being said where the size is known, and is too much for one sort.
    * A `comparator` region takes all operands of the left item, then all
      of the right one, and yields whether the left one comes first. It replaces
      the built-in order. It may load from `reads`, as in `prim.device_reduce`. Where
      it is no strict weak order, what comes out is not defined, but nothing else is
      touched. With `segments` all of the buffer is sorted, by segment first: it
      takes the passes that a sort of the whole buffer takes, and two numbers of i32
      and a copy for each element in the workspace.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`, in its row) to the members of what is sorted, which `outs`
      have: keys that are computed, or positions beside them. They are made into
      buffers of the workspace first.

    ```mlir
    %k, %v = prim.device_sort slt ins(%keys, %vals : tensor<?xi32>, tensor<?xf32>)
        outs(%ko, %vo : tensor<?xi32>, tensor<?xf32>) -> tensor<?xi32>, tensor<?xf32>
    %rows = prim.device_sort total descending ins(%t : tensor<?x?xf32>) outs(%r : tensor<?x?xf32>)
        dimension(1) -> tensor<?x?xf32>
    %s, %p = prim.device_sort slt ins(%z : tensor<?xi32>) outs(%so, %po : tensor<?xi32>, tensor<?xindex>)
        prologue {
    ^bb0(%e: i32, %at: index):
      %distance = math.absi %e : i32
      prim.yield %distance, %at : i32, index
    } -> tensor<?xi32>, tensor<?xindex>
    %runs = prim.device_sort ult ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>)
        segments(%offsets : tensor<?xi32>) -> tensor<?xi32>
    ```
  }];
  let arguments = !con(
      Prim_DestinationOperands, Prim_ReadOperands, Prim_SegmentOperands,
      Prim_DimensionAttrs, Prim_SegmentAttrs,
      (ins UnitAttr:$may_clobber_input, UnitAttr:$batches),
      Prim_DeviceKeySortAttrs);
  let regions = Prim_DeviceSortRegions;
  let declarations = destinationStyle # withoutInit;
}

def Prim_WorkspaceSizeOp : Prim_Op<"workspace_size", [
    NoTerminator, SingleBlock, Pure]> {
  let summary = "bytes of workspace that a device op needs";
  let description = [{
    Gives the size in bytes of the workspace that the one device op in its
    region needs. The region is never executed; it may use sizes of the
    surrounding function. The op in it has no workspace and is not async.

    ```mlir
    %bytes = prim.workspace_size {
      prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
    } : index
    ```
  }];
  let results = (outs Index:$bytes);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict `:` type($bytes)";
  // The verifier reads the op in the region, which must be verified before.
  let hasVerifier = 0;
  let hasRegionVerifier = 1;
}

def Prim_CheckOp : Prim_Op<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "fail the execution where a condition does not hold";
  let description = [{
    Host code: where `condition` is false, the execution fails with `status` and
    `message`, in which every `{}` is replaced by the next one of `values`, and
    the host function returns, with zeros for results. Lowerings check with it
    what only shows at run time: sizes and workspaces of device ops, the extents
    of copies and linalg ops, steps and counts of loops, positions of elements,
    and that there are as many bytes as an allocation wants.

    ```mlir
    prim.check %same, invalid_argument, "outs 0 has {} elements, but ins 0 has {}"(%n, %m)
    ```
  }];
  let arguments = (ins I1:$condition, Prim_CheckStatus:$status,
                       StrAttr:$message, Variadic<I64>:$values);
  let assemblyFormat = [{
    $condition `,` $status `,` $message (`(` $values^ `)`)? attr-dict
  }];
  let hasCanonicalizeMethod = 1;
}

def Prim_ResidentBlocksOp : Prim_Op<"resident_blocks", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "how many blocks of a kernel the device runs at once";
  let description = [{
    Host code: the most blocks of `threads` threads that a cooperative launch of
    the kernel may have on the execution's device; 0 where it holds none, or does
    not launch so.

    ```mlir
    %most = prim.resident_blocks @kernels::@k threads(512) : index
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel,
                       ConfinedAttr<I32Attr, [IntPositive]>:$threads);
  let results = (outs Index:$blocks);
  let assemblyFormat =
      "$kernel `threads` `(` $threads `)` attr-dict `:` type($blocks)";
  let hasVerifier = 0;
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMDEVICEOPS_TD
