//===- PrimRowOps.td - Rows of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that compute each row of their operands by itself, with
// folds and prefixes over the row.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMROWOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMROWOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceRowsOp : Prim_DeviceOp<"rows"> {
  let summary = "compute each row by itself, in one kernel";
  let description = [{
    Computes each row of `outs` from the same row of `ins`. A row is the elements along
    one dimension for one set of the other indices. The region `row` is written for one
    element, as if a row were a work-group with one thread for each element. It may use
    elementwise ops, and folds, prefixes and sorts of the row.

    * `ins(...)`: buffers of one shape, of any rank above 0, which is the op's. A
      thread has its own element of each.
    * `row_ins(...)`: buffers with one element for each row, which are of one dimension
      less. All threads of a row have the same element.
    * `column_ins(...)`: buffers of rank 1 and of the row's length, with one element for
      each position in a row. All rows have the same ones.
    * `dimension(d)`: the dimension of the rows. Required unless the rank is 1.
    * `segments(%offsets : ...)` or `segments(%begins, %ends : ...)`: the rows are the
      segments of buffers of rank 1, as defined in `prim.device_reduce`, without
      `dimension`. `row_ins` have an element for each segment. `column_ins` have at
      least as many elements as the longest segment; this is not checked. Elements of
      outputs in no segment are undefined on tensors and untouched on memrefs. Elements
      in several segments are undefined.
    * `of_segments(0, 2)`: these of `outs` (0-based, ascending) have an element for each
      segment. Only with segments: without them the rank of an output says so.
    * `row`: a region that takes an element of each of `ins`, of `row_ins` and of
      `column_ins`, then the element's index in its row, then the number of the row.
      Both are of type index. Rows are numbered in row-major order of the other
      dimensions. The region yields a value for each of `outs`.
    * An output of the shape of `ins` gets the value of each thread. An output whose type
      has another known extent k along the dimension gets the values of the first k
      threads of each row. Rows must have at least k elements. An output of one
      dimension less has one element for each row, and its value must be uniform in the
      row. Uniform are constants, values from outside of the region, elements of
      `row_ins`, the row's number, folds, totals of prefixes, and what ops without
      effects compute from uniform values.
    * `prim.block_reduce` with `all` folds the values of the row, and
      `prim.block_scan` computes their prefixes. They take scalars and tuples of
      scalars, a kind or a region, and stand in the region itself, not in a region
      within it. `identity` and `init` must be uniform; `init` is not for `both`. `valid`, `head`, `tail`,
      `arrangement` and `prefix` are not for rows. Other block ops than these and
      `prim.block_sort` are not implemented.
    * `prim.block_sort` sorts the values of the row, stably. The thread of element i
      gets item i of the sorted row. It takes scalars, the first of which is the key,
      and stands in the region itself. Values from the region that its comparator uses
      must be uniform. `valid`, `from` and `to` are not for rows. Rows of an op with
      sorts must fit the registers and the workgroup memory of a block: a longer row is
      an error status that says how many elements fit.
    * Folds associate as in `prim.device_reduce`, and prefixes as in
      `prim.device_scan`: the order of elements is kept unless the operator is
      commutative. A sum of `math.exp` or `math.exp2` of differences from a uniform
      value may be the sum of such sums for parts of the row, with the maxima of the
      parts instead of this value, which are then multiplied by exponentials.
    * A division or an exponential of f32 may have a small error where a rounding to f16
      or bf16 hides it ([`prim-relax-precision`](Passes.md#-prim-relax-precision)).
    * `outs` may be the same buffers as `ins`
      ([overlap](Dialect.md#overlap-of-operands)), but no others.
    * Rows without elements write nothing to outputs of the shape of `ins`. A fold of
      them is the identity, which a combiner region must then give if the op has outputs
      with an element for each row. Values of the row are computed for them, too.
    * Discarded outputs are not computed: an op without these outputs replaces the op.
    * `workspace`, `discards`, `reads`, layouts, sizes: as in `prim.device_reduce`. No
      workspace is needed. More rows than one launch has blocks are an error status.
      [Rows in one kernel](Passes.md#-prim-lower-device) says how a row is held.
      Not implemented: sorts of segments, and prefixes in both directions over them.

    ```mlir
    %y = prim.device_rows ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) dimension(1) row {
    ^bb0(%e: f32, %index: index, %number: index):
      %max = prim.block_reduce maximumf %e all : f32
      %less = arith.subf %e, %max : f32
      %power = math.exp %less : f32
      %sum = prim.block_reduce add %power all : f32
      %part = arith.divf %power, %sum : f32
      prim.yield %part : f32
    } -> tensor<?x?xf32>
    %n, %r = prim.device_rows ins(%h : tensor<?x?xbf16>) column_ins(%gamma : tensor<?xbf16>)
        outs(%p, %q : tensor<?x?xbf16>, tensor<?xf32>) dimension(1) row {
    ^bb0(%e: bf16, %g: bf16, %index: index, %number: index):
      %w = arith.extf %e : bf16 to f32
      %square = arith.mulf %w, %w : f32
      %sum = prim.block_reduce add %square all : f32
      %mean = arith.divf %sum, %length : f32
      %root = math.rsqrt %mean : f32
      %scaled = arith.mulf %w, %root : f32
      %scale = arith.extf %g : bf16 to f32
      %normed = arith.mulf %scaled, %scale : f32
      %narrow = arith.truncf %normed : f32 to bf16
      prim.yield %narrow, %root : bf16, f32
    } -> tensor<?x?xbf16>, tensor<?xf32>
    %v, %c = prim.device_rows ins(%x : tensor<?x?xf32>)
        outs(%f, %i : tensor<?x8xf32>, tensor<?x8xindex>) dimension(1) row {
    ^bb0(%e: f32, %index: index, %number: index):
      %max = prim.block_reduce maximumf %e all : f32
      %less = arith.subf %e, %max : f32
      %power = math.exp %less : f32
      %sum = prim.block_reduce add %power all : f32
      %part = arith.divf %power, %sum : f32
      %first, %place = prim.block_sort total descending %part, %index : f32, index
      prim.yield %first, %place : f32, index
    } -> tensor<?x8xf32>, tensor<?x8xindex>
    %l = prim.device_rows ins(%x : tensor<?x?xf32>) row_ins(%label : tensor<?xindex>)
        outs(%s : tensor<?xf32>) reads(%x : tensor<?x?xf32>) dimension(1) row {
    ^bb0(%e: f32, %at: index, %index: index, %number: index):
      %power = math.exp %e : f32
      %sum = prim.block_reduce add %power all : f32
      %log = math.log %sum : f32
      %own = tensor.extract %x[%number, %at] : tensor<?x?xf32>
      %loss = arith.subf %log, %own : f32
      prim.yield %loss : f32
    } -> tensor<?xf32>
    %z, %t = prim.device_rows ins(%ragged : tensor<?xf32>) outs(%u, %m : tensor<?xf32>, tensor<?xf32>)
        segments(%offsets : tensor<?xi32>) of_segments(1) row {
    ^bb0(%e: f32, %index: index, %number: index):
      %sum = prim.block_reduce add %e all : f32
      %part = arith.divf %e, %sum : f32
      prim.yield %part, %sum : f32, f32
    } -> tensor<?xf32>, tensor<?xf32>
    ```
  }];
  let arguments = !con(
      Prim_InsOperands,
      (ins Variadic<Prim_Buffer>:$row_ins, Variadic<Prim_Buffer>:$column_ins),
      Prim_OutsOperands, Prim_WorkspaceOperands, Prim_ReadOperands,
      Prim_SegmentOperands, Prim_DimensionAttrs, Prim_SegmentAttrs,
      (ins DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$of_segments),
      Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$row);
  let hasRegionVerifier = 1;
  let declarations = destinationStyle # withoutInit # [{
    bool mayWriteInPlace() { return true; }
    /// The operands that a thread has an element of: `ins`, `row_ins` and
    /// `column_ins`, in the order of the region's arguments.
    ::mlir::OperandRange getElementOperands() {
      return getOperation()->getOperands().take_front(
          getIns().size() + getRowIns().size() + getColumnIns().size());
    }
    /// Whether output `number` has one element for each row.
    bool isOfRow(int64_t number);
    /// The elements of a row that `out` gets, if it gets only the first ones.
    ::std::optional<int64_t> getFirst(::mlir::Value out);
    /// The arguments of the region behind the elements.
    ::mlir::BlockArgument getIndexArgument() {
      return getRow().getArgument(getRow().getNumArguments() - 2);
    }
    ::mlir::BlockArgument getNumberArgument() {
      return getRow().getArgument(getRow().getNumArguments() - 1);
    }
    /// The values in the region that are the same for all elements of a row.
    ::llvm::DenseSet<::mlir::Value> findUniformValues();
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMROWOPS_TD
