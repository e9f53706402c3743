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
  let description = !strconcat([{
    Folds all elements of `ins` into the rank-0 `outs`, in row-major order. Several
    operands are one tuple.

    * `dimension(d)`: folds each row of an N-d buffer, that is the elements along
      dimension d for one set of the other indices. `outs` have one dimension less.
      Several dimensions, as in `dimension(0, 2)`, must ascend and are traversed in
      row-major order. More rows than one launch has blocks are an error status; a
      launch has at most 2^32 - 1 threads (`max-launch-threads` of `prim-lower-device`).
      Short contiguous rows share blocks: at most 2^32 - 1 rows.
    * Segments of a rank-1 buffer are folded separately, each from `init` on. One of
      three clauses defines them:
      * `segments(%offsets : ...)`: n + 1 offsets of n segments. A segment ends where
        the next one starts. Offsets must not decrease, otherwise folds are undefined.
        `segments(%begins, %ends : ...)`: segments in any order, with gaps, and for a
        reduction overlapping. Offsets are signed: i32, i64 or index. Parts outside of
        the buffer are cut off. A segment that ends before it starts is empty. `outs`
        have an element for each segment.
      * `head(%flags : ...)`: an i1 or integer for each element, not zero where a
        segment starts. The first element always starts one.
      * `by_key(%keys : ...)`: runs of equal neighbours; several buffers are a tuple.
        Integers are equal bit by bit, floats by `arith.cmpf oeq`, so that each NaN is a
        run of its own. The region `equal` replaces this comparison. It takes all keys
        of an element and all of the next one.

      With `head` and `by_key` the number of segments is known only afterwards. `outs`
      are then the first keys (with `by_key`), the folds, and a count: a rank-0 buffer
      of i32, i64 or index. All except the count have rank 1 and one size, which is
      their capacity. The count may be larger; nothing is written past the end. Elements
      after the last segment are undefined on tensors and untouched on memrefs.
    * `workspace(%w : memref<?xi8>)`: at least `prim.workspace_size` bytes, aligned to
      256. Without it the lowering allocates in stream order. `initialized`: the
      workspace is all zero. Its owner clears it once, and every run leaves it zero for
      the next op of any kind and size.
    * `discards(0, 2)`: these outputs (0-based, over `outs` and the groups after them)
      are not written. Nothing is read, computed or moved only for them. They remain
      operands, which give types and sizes, and may be any memory: an input's, or one
      element with a stride of 0. Counts may be discarded, but at least one output must
      be written. On tensors, unused results are discarded when the op is canonicalized
      or bufferized, unless it has a workspace of its own; no memory is allocated for
      them. A histogram discards nothing.
    * `init(...)`: the initial value: a scalar, a rank-0 buffer that the stream has
      written before, or with `dimension` a buffer like `outs`, with an element for each
      row. `outs` are never read.
    * The fold of all elements may be written to an element of `ins`
      ([overlap](Dialect.md#overlap-of-operands)).
    * A tuple of more than 64 bytes is reduced by several ops in sequence if the
      combiner computes some members without the others.
    * An empty input gives `init`, or the identity. A combiner region requires one of
      the two unless the size is known to be positive.
    * `prologue` maps the elements of `ins` to the accumulator tuple. With one argument
      more it also takes the element's `index`, counted in row-major order, or in its
      row. `epilogue` maps the folded tuple to the elements of `outs`.
    * `reads(%t : ...)`: the only buffers from which the regions load, with
      `memref.load` or `tensor.extract`. Examples are a look-up table, or the rank-0
      result of an earlier op, which each thread loads once. They must not overlap
      `outs` or the workspace. Indices must be in bounds; this is not checked.
    * `deterministic(run)`: the same bits in every run of one configuration. Rows of
      equal elements may still differ where folds round. `deterministic(any)`: also the
      same bits on all chips and with all tiles. The association is a balanced tree over
      element indices (of the row): a range of 2^k elements from a multiple of 2^k on is
      folded from its halves. A half without elements leaves the other one as it is. Not
      with segments.
    * Memrefs may have any strides and an offset. Along several dimensions that are not
      contiguous in memory, a row (or the buffer) has at most 2^31 - 1 elements; more
      are an error status.
    * All of `ins` have the sizes of the first one, from which the sizes of `outs`
      follow. Sizes known at compile time are verified. The rest is checked when the
      host function runs, before any launch. A mismatch, a negative size or a number of
      bytes beyond 64 bits is an error status of the execution that names the operand
      and the sizes.
  }], Prim_KindText, [{

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
  }]);
  let builderWords = Prim_KindWord;
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
  let description = !strconcat([{
    Writes the prefix folds of `ins` to `outs`: inclusive, exclusive, or both (all
    inclusive outputs first). Each of `outs` may be the same buffer as its operand of
    `ins` ([overlap](Dialect.md#overlap-of-operands)). An empty input writes nothing
    except a total.

    * `init(...)`: the initial value, of inclusive results too: a scalar, a rank-0
      buffer, or with `dimension` a buffer with an element for each row. Without it
      exclusive prefixes start from the identity, which an exclusive scan with a region
      must then give.
    * `total`: further `outs`, of one dimension less, get the fold of all elements,
      without `init`, mapped by the epilogue like a prefix. The total of an empty input
      is the identity, which a region must then give.
    * `reverse`: suffixes instead of prefixes.
    * `dimension(d)`: scans each row of an N-d buffer, that is the elements along
      dimension d for one set of the other indices. Required unless the rank is 1. Each
      row has a total.
    * `segments`, `head`, `by_key`: scans each segment, as in `prim.device_reduce`.
      Segments must not overlap. Results for elements in no segment are undefined on
      tensors and untouched on memrefs. Not with `total`.
    * `prologue` maps the elements of `ins` (and optionally the element's `index` in its
      row) to the accumulator tuple. `epilogue` maps each prefix to the elements of
      `outs`.
    * `deterministic(run)`: as in `prim.device_reduce`. Without it, the association of
      sums that round depends on which blocks are fast, and on addresses. With it, an
      operator that may round is scanned in two passes, which both read `ins`.
    * `workspace`, `discards`, `reads`, layouts, sizes: as in `prim.device_reduce`. More
      elements or rows than one launch covers (2^32 - 1 threads; `max-launch-threads` of
      `prim-lower-device`) are an error status.
  }], Prim_KindText, [{

    ```mlir
    %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    %l = prim.device_scan inclusive ins(%x : tensor<?xf32>) outs(%t : tensor<?xf32>) combiner {
    ^bb0(%a: f32, %b: f32):
      %set = arith.cmpf une, %b, %zero : f32
      %kept = arith.select %set, %b, %a : f32
      prim.yield %kept : f32
    } -> tensor<?xf32>
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
  }]);
  let builderWords = !con((ins "::mlir::prim::ScanMode":$mode), Prim_KindWord);
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
    Writes the elements of `ins` to `outs` in sorted order, stably. The first operand is
    the key; further ones move along with it. Float keys use the order `total`: -0.0
    equals +0.0, and NaN of either sign is greater than everything else. The output is
    bitwise a permutation of the input. `descending` puts NaN first and is stable as
    well.

    * `bits(lo, hi)`: only key bits in the half-open range are compared. Requires
      integer keys and a built-in order. With `slt` the highest bit of a key is a sign
      if it is in the range.
    * `keys(n)`: the first `n` operands are the key, compared lexicographically. `slt`
      and `ult` are then the order of integer keys; floats have the order `total`.
      `orders(slt, ult)` replaces the one order by one for each key. `bits(lo, hi)`
      numbers the bits of all keys in one sequence from 0 on, the last key lowest, and
      requires integers.
    * `may_clobber_input`: `ins` and `outs` are used in turns, without a third buffer in
      the workspace (except with several keys, batches or a prologue). Afterwards `ins`
      are undefined. Because each pass moves the items to the other buffer, only an odd
      number of passes ends in `outs`. Keys with an even number of digits (of up to 8
      bits) therefore take one pass more. Without the clause `ins` are unchanged.
      [No output may overlap an input](Dialect.md#overlap-of-operands) or another output;
      with the clause, no input may overlap another one either.
    * `dimension(d)`: sorts each row along dimension d of an N-d buffer.
    * `segments(%offsets : ...)` or `segments(%begins, %ends : ...)`: sorts each segment
      of a rank-1 buffer, as defined in `prim.device_reduce`. If any segments overlap,
      all results are undefined. Elements in no segment are undefined on tensors and
      untouched on memrefs.
    * `discards`: as in `prim.device_reduce`. Discarded values are not moved. Discarded
      keys are not written by the last pass over a digit. The earlier passes keep them
      in the workspace, which has one more buffer for this if there are more than two
      passes. With a comparator, several keys or batches, the last pass writes them
      there too.
    * `workspace`, sizes: as in `prim.device_reduce`. 2^30 elements or more (less a
      tile; `max-sort-items` of `prim-lower-device`) are an error status; with
      `dimension`, those of one row.
    * `batches`: any number of elements of a rank-1 buffer, without segments. They are
      sorted in batches as large as one sort takes. The batches are merged in pairs,
      which reads and writes all elements once for each doubling of their number. The
      workspace has a further buffer of that size. Implied if the size is known and too
      large for one sort.
    * `comparator`: a region that replaces the built-in order. It takes all operands of
      the left item, then all of the right one, and yields whether the left one comes
      first. It may load from `reads`. If it is not a strict weak order, the result is
      undefined, but no other memory is touched. With `segments` the whole buffer is
      sorted, by segment first. This takes as many passes as a sort of the whole buffer.
      For each element, the workspace has two more i32 and a copy of the element.
    * `prologue` maps the elements of `ins` (and optionally the element's `index` in its
      row) to the members that are sorted, whose types are those of `outs`: computed
      keys, or positions. They are first written to buffers of the workspace.

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
    %by_size = prim.device_sort ins(%x : tensor<?xi32>) outs(%w : tensor<?xi32>) comparator {
    ^bb0(%l: i32, %g: i32):
      %ls = math.absi %l : i32
      %gs = math.absi %g : i32
      %first = arith.cmpi ult, %ls, %gs : i32
      prim.yield %first : i1
    } -> tensor<?xi32>
    ```
  }];
  let builderWords = Prim_OrderWord;
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
    Computes the size in bytes of the workspace that the one device op in its region
    needs. The region is never executed. It may use sizes of the surrounding function.
    The op in it has no workspace and is not async.

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
  let summary = "fail the execution if a condition does not hold";
  let description = [{
    Fails the execution with `status` and `message` if `condition` is false, in host
    code. In the message, every `{}` is replaced by the next one of `values`. The host
    function then returns, with zeros for results.

    Lowerings use it for conditions that are known only at run time:

    * sizes and workspaces of device ops;
    * the extents of copies and linalg ops;
    * steps and counts of loops, and positions of elements;
    * the number of bytes of an allocation, which must exist.

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
  let summary = "the number of blocks of a kernel that the device runs at once";
  let description = [{
    Returns, in host code, the largest number of blocks of `threads` threads that a
    cooperative launch of the kernel may have on the execution's device. It is 0 if the
    device holds none, or has no cooperative launches.

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
