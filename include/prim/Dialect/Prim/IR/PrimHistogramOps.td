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
    Writes to each element of `outs` how many elements of `ins` belong to that
    bin. Elements that belong to no bin are not counted. There are as many bins as
    `outs` has elements, and which one an element belongs to is said in one of these
    ways:

    * `even(%lo, %hi : ...)`: bins of one width from `lo` up to, and without, `hi`.
      Of `n` bins that of `x` is (x - lo) n / (hi - lo), rounded down: exactly for
      integers; of floats with their roundings, and never behind the last bin.
    * `range(%levels : ...)`: bin j has the elements from level j up to, and
      without, level j + 1. Levels ascend, and there is one more than bins.
    * `bin`: a region yields the number of the bin, an i32 or an index, of which
      one that is not below the number of bins (unsigned) stands for none. It takes
      the item, and if it takes one argument more the element's `index`.

    NaN belongs to no bin of the first two, and no element does where `hi` is not
    above `lo`. Bounds and levels are all of one type, which may be wider than the
    elements: these are converted to it, integers to floats, too. Bounds are scalars
    or buffers of rank 0. Integers are compared as signed ones, or as the word in front
    says: `slt` or `ult`; that of floats is `total`.

    * `outs` are buffers of rank 1 of i32, i64 or index; counts wrap.
    * `weights(%w : ...)`: what is added for each element instead of 1, a buffer of
      the shape of `ins` and of the type of `outs`, which then may be f32 or f64,
      too. Floats are added in an order that is the same in every run;
      `deterministic(run)` says so, and integers need no order.
    * `channels(c, a)`: `ins` are pixels of `c` neighbours each, of which the first `a`
      are counted, each by itself: there are `a` outs, each with bins of its
      own; `even` takes two bounds for each, and `range` one buffer of
      levels. The last dimension of `ins` is a multiple of `c`, and there are no
      `weights`.
    * `prologue` maps the elements of `ins` (and, if it takes one argument more, the
      element's `index`) to what is counted.
    * `workspace`, `reads`: as in `prim.device_reduce`. There is nothing to discard:
      each of `outs` has bins of its own that are counted. `ins` have any rank, and the
      index of an element is that in row-major order. `ins` and `outs` must not
      overlap.

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
                        MaxSizedRegion<1>:$bin);
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
    /// The type in which elements are compared with bounds or levels; null if a
    /// region computes the bin.
    ::mlir::Type getLevelType();
  }];
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMHISTOGRAMOPS_TD
