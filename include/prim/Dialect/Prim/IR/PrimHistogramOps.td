//===- PrimHistogramOps.td - Histograms of device memory --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of host functions that count elements of buffers in device memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD

include "prim/Dialect/Prim/IR/PrimOpBase.td"

def Prim_DeviceHistogramOp : Prim_DeviceOp<"histogram"> {
  let summary = "count the elements of a buffer by bins";
  let description = [{
    Counts the elements of `ins` that belong to each bin, and writes the counts to
    `outs`. There are as many bins as `outs` has elements. Elements that belong to no
    bin are not counted. One of these clauses defines the bins:

    * `even(%lo, %hi : ...)`: bins of equal width from `lo` up to, and without, `hi`.
      With `n` bins, the bin of `x` is (x - lo) n / (hi - lo), rounded down. This is
      exact for integers. For floats it is rounded, but never past the last bin.
    * `range(%levels : ...)`: bin j has the elements from level j up to, and without,
      level j + 1. Levels must ascend. There is one more than bins.
    * `bin`: a region that yields the number of the bin, an i32 or an index. A number
      that is not below the number of bins (unsigned) is no bin. The region takes the
      item, and optionally the element's `index`.

    With `even` and `range`, NaN belongs to no bin. With `even`, no element belongs to a
    bin if `hi` is not above `lo`. Bounds are scalars or rank-0 buffers. Bounds and
    levels have one type, which may be wider than that of the elements. Elements are
    converted to this type, also integers to floats. The leading word says how they are
    compared: integers by `slt` (the default) or `ult`, floats by `total`.

    * `outs` are rank-1 buffers of i32, i64 or index. Counts wrap.
    * `weights(%w : ...)`: the number that each element adds instead of 1: a buffer of
      the shape of `ins` and the type of `outs`, which may then also be f32 or f64.
      Floats are added in an order that is the same in every run. `deterministic(run)`
      states this; integers need no order.
    * `channels(c, a)`: `ins` are pixels of `c` neighbours, of which the first `a` are
      counted separately. There are `a` outs, each with its own bins. `even` takes two
      bounds for each, `range` one buffer of levels. The last dimension of `ins` must be
      a multiple of `c`. Not with `weights`.
    * `prologue` maps the elements of `ins` (and optionally the element's `index`) to
      the items that are counted.
    * `epilogue` maps the count of each bin (and optionally the bin's `index`) to the
      element of `outs`, which then has any type. Its first argument has the type of
      the counts. Not with `channels`. Counts of more elements than one block takes are
      held in the workspace.
    * `workspace`, `reads`: as in `prim.device_reduce`. Nothing may be discarded. `ins`
      have any rank, and an element's index is that in row-major order. `ins` and `outs`
      must not [overlap](Dialect.md#overlap-of-operands).

    ```mlir
    %h = prim.device_histogram ins(%x : tensor<?xf32>) outs(%h0 : tensor<10xi32>)
        even(%lo, %hi : f32, f32) -> tensor<10xi32>
    %g = prim.device_histogram ult ins(%k : tensor<?xi32>) outs(%g0 : tensor<?xi64>)
        range(%levels : tensor<?xi32>) -> tensor<?xi64>
    %b = prim.device_histogram ins(%k : tensor<?xi32>) outs(%b0 : tensor<16xi32>) bin {
    ^bb0(%a: i32):
      %c15 = arith.constant 15 : i32
      %low = arith.andi %a, %c15 : i32
      prim.yield %low : i32
    } -> tensor<16xi32>
    %f = prim.device_histogram ins(%x : tensor<?xf32>) outs(%f0 : tensor<10xf32>)
        even(%lo, %hi : f32, f32) epilogue {
    ^bb0(%count: i32):
      %float = arith.sitofp %count : i32 to f32
      prim.yield %float : f32
    } -> tensor<10xf32>
    ```
  }];
  let arguments = !con(
      (ins OptionalAttr<Prim_SortOrder>:$order), Prim_InsOperands,
      (ins Optional<Prim_Buffer>:$weights), Prim_OutsOperands,
      Prim_WorkspaceOperands,
      (ins Variadic<Prim_Init>:$even, Variadic<Prim_Buffer>:$range),
      Prim_ReadOperands,
      (ins OptionalAttr<I32Attr>:$channels, OptionalAttr<I32Attr>:$active),
      Prim_DeterministicAttrs, Prim_DeviceEndAttrs);
  let regions = (region MaxSizedRegion<1>:$prologue,
                        MaxSizedRegion<1>:$bin,
                        MaxSizedRegion<1>:$epilogue);
  let declarations = destinationStyle # withoutDimensions # withoutSegments # [{
    /// Weights follow `ins` and are read like them.
    ::mlir::OperandRange getDeviceIns();
    /// Operands that define the ends of bins are read like initial values of
    /// folds.
    ::mlir::ValueRange getDeviceInit();
    bool takesAllDimensions() { return true; }
    /// How many elements make a pixel, and how many of them are counted.
    unsigned getNumChannels() { return getChannels().value_or(1); }
    unsigned getNumActive() { return getActive().value_or(1); }
    /// The element types of a counted item.
    ::llvm::SmallVector<::mlir::Type> getItemTypes();
    /// The type of counts, which the epilogue maps.
    ::mlir::Type getCountType();
    /// The type in which elements are compared with bounds or levels; null if a
    /// region computes the bin.
    ::mlir::Type getLevelType();
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD
