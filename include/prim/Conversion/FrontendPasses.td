//===- FrontendPasses.td - Passes from other dialects ---*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per pass that makes prim ops of upstream's and frontends' dialects.
// Passes.td includes this file.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_FRONTENDPASSES_TD
#define PRIM_CONVERSION_FRONTENDPASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// LinalgToPrim
//===----------------------------------------------------------------------===//

def PrimRaiseScans : Pass<"prim-raise-scans", "::mlir::ModuleOp"> {
  let summary = "Make one scan of a network of slices that combines them";
  let description = [{
    Frontends unroll a scan with an operator of the user, such as
    `jax.lax.associative_scan`, into a tree: levels of `tensor.extract_slice` with a
    stride, elementwise `linalg.generic` on the slices, and `tensor.insert_slice` into
    zeros that are then added. The pass replaces such a network on tensors in host
    functions by one `prim.device_scan`, also of tuples (one tensor for each member) and
    along any dimension, with `reverse` if it computes suffixes. It runs before
    `prim-fuse-elementwise`, which would merge levels.

    The pass proves that a network scans. It executes the ops symbolically along the
    dimension: each position holds the fold of a range of elements, and elementwise code
    on two neighbouring ranges gives the fold of both. All levels must have the same
    code, and the results must be the folds of all elements up to each one. Sizes must
    be static. The time depends on the number of ops, not of elements.

    The network groups the elements of each result in its own way, and the scan in
    another one. Both give the same only if the operator is associative. It must be

    * one of prim's built-in kinds, or an operator that only compares and selects, as
      in `prim-linalg-to-prim`;
    * an operator of sums, products and differences that is associative by the laws of
      algebra, such as the recurrence (a1 * a2, a2 * b1 + b2). Choices by an i1 are
      allowed, as segmented scans have them;
    * with `assume-associative`, any operator of arith and math.

    Sums and products of floats require that `fastmath<reassoc>` allows another order,
    or `reassociate` for all. Additions of 0.0 to floats, which change -0.0, require
    `fastmath<nsz>` or `reassociate`. Nothing is replaced if an intermediate result has
    other users.

    A scan of tensors that are flipped before and after it, also one from another pass,
    becomes a scan in the other direction. Remarks of the category `prim-raise-scans` say which networks were
    converted, and why others were not.

    ```mlir
    %even = tensor.extract_slice %x[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
    %odd = tensor.extract_slice %x[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
    %both = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
        ins(%even, %odd : tensor<1xi32>, tensor<1xi32>) outs(%e : tensor<1xi32>) { ... addi ... }
    %first = tensor.extract_slice %x[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    %front = tensor.insert_slice %first into %zeros[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
    %rear = tensor.insert_slice %both into %zeros[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
    %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
        ins(%front, %rear : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>) { ... addi ... }
    // becomes
    %r = prim.device_scan inclusive add ins(%x : tensor<2xi32>) outs(%o : tensor<2xi32>) -> tensor<2xi32>
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Combine sums and products of floats in any order">,
    Option<"assumeAssociative", "assume-associative", "bool", "false",
           "Treat operators as associative that are not known to be">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimFoldConstants : Pass<"prim-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Compute small tensors of constants";
  let description = [{
    Replaces linalg ops on tensors, slices and reshapes of constants by constants, in the
    bodies of host functions. Kernels would compute them in each run. Bodies may consist
    of ops of arith, whose folds round as kernels do, `linalg.index` and `tensor.extract`.
    A tensor has at most 1024 elements. Elementwise ops with several results stay, because
    they fuse with their users, unless other constants need them.

    ```mlir
    %x = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %least = arith.constant dense<0xFF800000> : tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%x : tensor<2xf32>) outs(%least : tensor<f32>) dimensions = [0]
    // becomes
    %m = arith.constant dense<4.0> : tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PrimSinkLoops : Pass<"prim-sink-loops", "::mlir::ModuleOp"> {
  let summary = "Make one linalg.generic of loops that compute elements independently";
  let description = [{
    Replaces `scf.for` and `scf.while` over tensors, in host functions, by a
    `linalg.generic` whose body runs the loop over scalars. One kernel then replaces a
    kernel for each op of each iteration. An element of a carried tensor must depend only
    on the same element of the carried tensors and on what the loop does not change. The
    loop may consist of

    * elementwise linalg ops, whose loops are all parallel and whose indices are those of
      the loops or constants, with `linalg.index` and `tensor.extract`;
    * `tensor.expand_shape`, `collapse_shape` and `cast` that only add or remove
      dimensions of extent 1, `extract_slice` with strides of 1, `splat`, and
      `from_elements` with one element;
    * scalar code, and carried scalars or tensors with one element, whose results are not
      used.

    Carried tensors must have one static shape. `tensor.extract` may load any element of
    tensors that do not change. The condition of `scf.while` must depend only on values
    that are the same for all elements, and pass the carried values on in their order.

    Other loops are not changed. Remarks of the category `prim-sink-loops` say which loops
    were replaced, and why others were not.

    ```mlir
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xf32>) {
      %e = tensor.empty() : tensor<64xf32>
      %s = linalg.add ins(%a, %x : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      scf.yield %s : tensor<64xf32>
    }
    // becomes
    %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                         iterator_types = ["parallel"]}
        ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %in) -> (f32) {
        %s = arith.addf %a, %in : f32
        scf.yield %s : f32
      }
      linalg.yield %r : f32
    } -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimLoopsToThreads : Pass<"prim-loops-to-threads", "::mlir::ModuleOp"> {
  let summary = "Make one kernel of loops that read and insert slices";
  let description = [{
    Replaces `scf.for` over tensors, in host functions, by an `scf.forall` whose threads
    run the loop. One kernel then replaces a kernel for each op of each iteration, for
    example of a scan by any function of the user (`jax.lax.scan`). The threads are
    those of the dimensions along which an element of a carried tensor depends only on
    the same position of the carried tensors. A thread has all positions along other
    dimensions. The loop may have

    * the ops of `prim-sink-loops`, carried tensors of several shapes, and slices at
      positions that the loop computes. Strides must be 1;
    * results into which each iteration inserts slices at any positions. The loop may not
      read them. If the positions are known to be all ones of a dimension, each once, the
      first elements are not copied;
    * reductions along dimensions that one thread has, in the order of the source. At most
      64 iterations of a reduction are unrolled, a thread carries at most 64 elements, and a
      step has at most 1500 ops.

    Up to 8 steps of a loop with at least 64 of them are unrolled, so that a thread waits
    for their loads at once.

    Elementwise ops and transpositions before the loop whose results only the loop reads
    are computed by the threads, if no element is computed more than once in a step. Ops
    after the loop are computed by the threads, too, if each of their elements depends on
    one element of one result alone.

    Other loops are not changed. Remarks of the category `prim-loops-to-threads` say
    which loops were replaced, and why others were not.

    ```mlir
    %h, %y = scf.for %t = %c0 to %c9 step %c1 iter_args(%a = %zeros, %o = %first) -> (tensor<4xf32>, tensor<9x4xf32>) {
      %x = tensor.extract_slice %xs[%t, 0] [1, 4] [1, 1] : tensor<9x4xf32> to tensor<4xf32>
      %s = linalg.add ins(%a, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %p = tensor.insert_slice %s into %o[%t, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<9x4xf32>
      scf.yield %s, %p : tensor<4xf32>, tensor<9x4xf32>
    }
    // becomes, if only %y is used
    %y = scf.forall (%i) in (4) shared_outs(%o = %empty) -> (tensor<9x4xf32>) {
      %part = tensor.extract_slice %o[0, %i] [9, 1] [1, 1] : tensor<9x4xf32> to tensor<9xf32>
      %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%a = %zero, %p = %part) -> (f32, tensor<9xf32>) {
        %x = tensor.extract %xs[%t, %i] : tensor<9x4xf32>
        %s = arith.addf %a, %x : f32
        %q = tensor.insert %s into %p[%t] : tensor<9xf32>
        scf.yield %s, %q : f32, tensor<9xf32>
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %r#1 into %o[0, %i] [9, 1] [1, 1] : tensor<9xf32> into tensor<9x4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimFuseSlices : Pass<"prim-fuse-slices", "::mlir::ModuleOp"> {
  let summary = "Fuse elementwise linalg ops with slices of tensors";
  let description = [{
    Computes elements of `tensor.extract_slice` and `tensor.insert_slice`, and of
    elementwise ops before them, in the bodies of the elementwise linalg ops that use
    them, in host functions. A concatenation then needs no copies, and an op that computes
    a tensor of which a slice is used computes that slice alone. Slices must have static
    offsets, sizes and strides of 1. Each of the tensors on the way must have one user. A
    `tensor.extract` at the position of the op's own loops becomes an input, also one at
    quotients and remainders of a loop's index, which flatten a tensor.

    Remarks of the category `prim-fuse-slices` say where slices were fused, and why others
    were not.

    ```mlir
    %z = tensor.insert_slice %x into %y[1] [9] [1] : tensor<9xi32> into tensor<10xi32>
    %a = linalg.map { math.absi } ins(%z : tensor<10xi32>) outs(%e : tensor<10xi32>)
    // becomes
    %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                         iterator_types = ["parallel"]}
        ins(%y : tensor<10xi32>) outs(%e : tensor<10xi32>) {
    ^bb0(%in: i32, %out: i32):
      %i = linalg.index 0 : index
      %local = arith.subi %i, %c1 : index
      %inside = arith.cmpi ult, %local, %c9 : index
      %at = arith.minui %local, %c8 : index
      %inserted = tensor.extract %x[%at] : tensor<9xi32>
      %v = arith.select %inside, %inserted, %in : i32
      %b = math.absi %v : i32
      linalg.yield %b : i32
    } -> tensor<10xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimFuseElementwise : Pass<"prim-fuse-elementwise", "::mlir::ModuleOp"> {
  let summary = "Fuse linalg's elementwise ops with each other and into reductions";
  let description = [{
    Splits `linalg.softmax`, makes named ops `linalg.generic`, except fills and
    convolutions, and applies upstream's patterns that fold dimensions of extent 1 and
    fuse elementwise ops and reshapes, in host functions that have linalg ops on tensors.
    Producers with one use are fused into their consumer, unless they are broadcast
    there, so that nothing is computed twice. `prim-linalg-to-prim` then finds them in the
    bodies of reductions. An iota or a mask, which is computed from indices alone, is fused
    everywhere. So is an op that reads one element and has only a few ops of arith, if only
    linalg ops use it. It costs no more than to load its result.

    Neighbouring loops along which a reduction of static shape folds become one loop, also
    in the ops that are connected with it, if all maps have these dimensions together.

    A contraction of static shapes, which is a reduction without an input that has an
    element for each iteration, becomes an elementwise op with a loop in its body. It is in
    the order of the source, needs no fill, and fuses with elementwise code after it. Few
    long sums, which are at most 1024 of at least 512 elements, stay reductions.

    A `tensor.extract` in a body loads through reshapes that only add or remove dimensions
    of extent 1. One of the body's own element becomes that element, and one of a tensor
    whose elements are all one value becomes the value. A result that is a copy of an
    input is replaced by that input.

    ```mlir
    %s = linalg.map { math.absf } ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>)
    %r = linalg.reduce { arith.maximumf } ins(%s : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
    // becomes
    %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
                         iterator_types = ["reduction"]}
        ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.absf %in : f32
      %m = arith.maximumf %a, %out : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimFuseRows : Pass<"prim-fuse-rows", "::mlir::ModuleOp"> {
  let summary = "Make one kernel of linalg ops on the same rows";
  let description = [{
    Replaces groups of ops on tensors in host functions by `prim.device_rows`, which
    reads a row once. A group grows from a reduction, from prefixes, or from a sort, to
    the producers and consumers of its values. It consists of

    * reductions of linalg along the last loop, by the operators of
      `prim-linalg-to-prim`, that start from a constant. Sums and products of floats
      require `reassociate`, or `fastmath<reassoc>`. Rows that may be empty require an
      identity: a kind, or a selection such as argmax whose identity is found;
    * `prim.device_scan` along the last dimension, in one direction, without regions
      except the combiner;
    * `prim.device_sort` and `prim.device_topk` along the last dimension, with any order
      and a prologue. Rows of a sort are known to have at most `max-sorted` elements.
      The kernel sorts the whole row for a top-k, too. Rows of a top-k have at most
      `max-selected` elements, because the device op takes the first elements of a
      longer row without a sort. Ops on the results of a top-k fold and write only the
      first elements of the row. They may not read other tensors of that shape;
    * elementwise ops on the elements of the same rows, or on one value for each row.
      Inputs in other shapes are looked up (`reads`). Contractions are such ops if rows
      have at most `max-contracted` elements: longer rows have fewer threads than elements;
    * loads of a value of the group from an op's own row. A position may be any that is
      the same for the row, such as a label in a cross entropy: what the elements at it
      give is computed from memory once more, or selected among prefixes. Slices of one
      element of each row are such loads. In a group that sorts, elements may load from
      any positions what is computed from memory.

    Before, reductions of static shape over the same loops that read the same elements
    become one with all their results, if each output has a built-in kind.

    Rows of more than `max-elements` are left to `prim-linalg-to-prim`, which folds a row
    by several blocks. Remarks of the category `prim-fuse-rows` name the groups.

    ```mlir
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<?x?xf32>) outs(%least : tensor<?xf32>) { ... maximumf ... }
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) { ... subf ... }
    // becomes
    %y = prim.device_rows ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) dimension(1) row {
    ^bb0(%in: f32, %index: index, %number: index):
      %m = prim.block_reduce maximumf %in all : f32
      %d = arith.subf %in, %m : f32
      prim.yield %d : f32
    } -> tensor<?x?xf32>
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Fold sums and products of floats in any order">,
    Option<"maxElements", "max-elements", "int64_t", "131072",
           "Most elements of a row">,
    Option<"maxContracted", "max-contracted", "int64_t", "64",
           "Most elements of a row that contractions compute">,
    Option<"maxSorted", "max-sorted", "int64_t", "1024",
           "Most elements of a row that is sorted in one kernel with other ops">,
    Option<"maxSelected", "max-selected", "int64_t", "128",
           "Most elements of a row whose first ones are taken so">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimLinalgToPrim : Pass<"prim-linalg-to-prim", "::mlir::ModuleOp"> {
  let summary = "Convert linalg's reductions to prim.device_reduce";
  let description = [{
    Replaces linalg ops on tensors in host functions, `linalg.reduce`, `linalg.generic`
    or another, that have reductions among their loops. One input must have an element
    for each iteration; its dimensions are those of the device op. An input that depends
    only on the folded loops is looked up by the prologue (`reads`), and another one is
    first copied to the full shape. An output with its dimensions in another order is
    transposed. Elements of i1 are folded as i8. The part of the body that uses only an
    element becomes the prologue, with `linalg.index` of folded loops and with loads by
    `tensor.extract`. `outs` become `init`. An elementwise op that reads nothing but the
    results, which nothing else reads, becomes the epilogue.

    Linalg does not state that a body's operator is associative. The pass converts

    * one of prim's built-in kinds per output. Sums and products of floats require that
      `fastmath<reassoc>` allows another order, or `reassociate` for all;
    * an operator that only compares and selects (`arith.cmpi`, `cmpf`, `select`,
      minimum, maximum, and logic on i1), such as argmax, if it is associative on all
      tuples of a few values that stand for all, with both zeros and NaN. An operator
      that ignores NaN after a number is converted if the fold starts from a constant
      that is a number;
    * with `assume-associative`, any body on as many inputs as outputs, of the same
      types.

    All other ops are not changed. Remarks of the category `prim-linalg-to-prim` say
    which ops were converted, and why others were not
    (`prim-opt --remarks-filter=prim-linalg-to-prim`).

    ```mlir
    %s = linalg.reduce ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) dimensions = [0]
        (%in: i32, %acc: i32) {
          %n = math.absi %in : i32
          %r = arith.addi %acc, %n : i32
          linalg.yield %r : i32
        }
    // becomes
    %e = tensor.empty() : tensor<i32>
    %s = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%e : tensor<i32>) init(%o : tensor<i32>)
        prologue {
    ^bb0(%in: i32):
      %n = math.absi %in : i32
      prim.yield %n : i32
    } -> tensor<i32>
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Fold sums and products of floats in any order">,
    Option<"assumeAssociative", "assume-associative", "bool", "false",
           "Treat operators as associative that are not known to be">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrimShareSums : Pass<"prim-share-sums", "::mlir::ModuleOp"> {
  let summary = "Take the sum of a tensor from a scan of it";
  let description = [{
    Replaces a `prim.device_reduce add` of a tensor of integers by the last element of an
    earlier `prim.device_scan inclusive add` of the same tensor, in the same block of a
    host function. The tensor must have one dimension and a known number of elements, and
    neither op may have segments, a prologue, an epilogue or an initial value other than
    0. Remarks of the category `prim-share-sums` name the reductions.

    ```mlir
    %p = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
    %s = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%f : tensor<i32>) -> tensor<i32>
    // becomes
    %p = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
    %s = tensor.extract_slice %p[8] [1] [1] : tensor<9xi32> to tensor<i32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def PrimFusePrologues : Pass<"prim-fuse-prologues", "::mlir::ModuleOp"> {
  let summary = "Fuse elementwise linalg ops into scans and histograms";
  let description = [{
    Moves elementwise linalg ops on tensors that compute the inputs of `prim.device_scan`
    and `prim.device_histogram`, in host functions, into the ops' prologues, with reshapes
    that only add or remove dimensions of extent 1. Tensors that are read at other
    positions, and gathers, become `reads`, if the op's inputs have one dimension. An op
    whose result has several users is fused too if it reads at most one element for a
    result and has only a few ops of arith, which costs no more than to load the result.
    Elements of `reads` that such ops, or inserted slices, compute for the op alone are
    computed where a region loads them, also in sorts, if that costs little or happens no
    more often.

    An elementwise op that alone uses the counts of a histogram becomes the epilogue,
    also through reshapes. Its other operands become `reads`. It may use a part of the
    counts, such as a slice, if a region computes the bins: others are then not counted.

    Remarks of the category `prim-fuse-prologues` say where ops were fused, and why others
    were not.

    ```mlir
    %e = tensor.empty() : tensor<100xi32>
    %s = linalg.map { math.absi } ins(%x : tensor<100xi32>) outs(%e : tensor<100xi32>)
    %r = prim.device_scan inclusive add ins(%s : tensor<100xi32>) outs(%e : tensor<100xi32>) -> tensor<100xi32>
    // becomes
    %e = tensor.empty() : tensor<100xi32>
    %r = prim.device_scan inclusive add ins(%x : tensor<100xi32>) outs(%e : tensor<100xi32>) prologue {
    ^bb0(%in: i32):
      %a = math.absi %in : i32
      prim.yield %a : i32
    } -> tensor<100xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// FrontendToPrim
//===----------------------------------------------------------------------===//

def PrimFrontendToPrim : Pass<"prim-frontend-to-prim", "::mlir::ModuleOp"> {
  let summary = "Convert scans, sorts, top-k and scatters of IREE and torch-mlir";
  let description = [{
    Replaces ops of dialects that prim does not have, which programs in generic form may
    hold (`--allow-unregistered-dialect`), by device ops on tensors. They are found by
    their names, operands and attributes. `util.func`, `util.return` and `util.call` of
    IREE become those of func. [Conversions](Conversions.md#prim-frontend-to-prim) lists
    what is matched.

    Remarks of the category `prim-frontend-to-prim` say which ops were converted, and
    why others were not. With `complete`, which the pipelines set, an op of an unknown
    dialect that remains in host code is an error. Nothing is searched in contexts that
    can hold no such op.

    ```mlir
    %s = "iree_linalg_ext.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: i32, %b: i32):
      %first = arith.cmpi slt, %a, %b : i32
      "iree_linalg_ext.yield"(%first) : (i1) -> ()
    }) : (tensor<100xi32>) -> tensor<100xi32>
    // becomes
    %o = tensor.empty() : tensor<100xi32>
    %s = prim.device_sort slt ins(%x : tensor<100xi32>) outs(%o : tensor<100xi32>) -> tensor<100xi32>
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Combine sums and products of floats in any order">,
    Option<"assumeAssociative", "assume-associative", "bool", "false",
           "Treat operators as associative that are not known to be">,
    Option<"complete", "complete", "bool", "false",
           "Fail if an op of an unknown dialect remains in host code">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// GPUToPrim
//===----------------------------------------------------------------------===//

def PrimGPUToPrim : Pass<"prim-gpu-to-prim", "gpu::GPUModuleOp"> {
  let summary = "Convert the gpu dialect's collectives to prim ops";
  let description = [{
    Replaces `gpu.shuffle`, `gpu.rotate` and `gpu.subgroup_reduce` by warp ops and
    `gpu.all_reduce` by a block op, which have a lowering on every chip and in every
    wave size. Widths must be constants. `prim.converged`, or the gpu dialect's
    `uniform`, is kept on the new op. Without it, later passes diagnose the op in
    control flow that differs between its threads.

    Elements of a vector are separate values. Clusters with a stride become shuffles;
    none of their lanes may be missing in the last wave of a block. Integers of other
    sizes than prim's are folded in wider ones. Ops without a form in prim are diagnosed
    at their location. The patterns alone (`populateGPUToPrimPatterns`) leave them
    unchanged.

    ```mlir
    %s = gpu.all_reduce add %x uniform {} : (i32) -> i32
    %v, %valid = gpu.shuffle xor %x, %c16, %c64 : i32
    ```

    becomes

    ```mlir
    %s = prim.block_reduce add %x all {prim.converged} : i32
    %v = prim.warp_shuffle %x xor(%c16) width(64) : i32
    %valid = ...
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "gpu::GPUDialect",
                           "prim::PrimDialect", "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// VectorToPrim
//===----------------------------------------------------------------------===//

def PrimVectorToPrim : Pass<"prim-vector-to-prim", "gpu::GPUModuleOp"> {
  let summary = "Distribute the vectors that one lane reduces for its warp";
  let description = [{
    Distributes the vectors of a `gpu.warp_execute_on_lane_0` with a `vector.reduction`
    over lanes. Upstream's distribution gives every lane its part of the vectors that
    are loaded, computed and stored. The reductions become `prim.warp_reduce` of the
    parts. Sums and products of floats are distributed only if `fastmath<reassoc>`
    allows another order, or `reassociate` does for all. Nothing is distributed if lanes
    of a warp are missing in the last wave of a block.

    Work that remains in one lane becomes an `scf.if`. If all lanes need its results,
    they go through a `prim.warp_broadcast`.

    A `vector.reduction` outside of such a region belongs to one thread and is not
    changed.

    ```mlir
    %s = gpu.warp_execute_on_lane_0(%lane)[64] -> (i32) {
      %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<128xi32>, vector<128xi32>
      %r = vector.reduction <add>, %v : vector<128xi32> into i32
      gpu.yield %r : i32
    }
    // becomes
    %at = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%lane]
    %v = vector.transfer_read %x[%at], %pad {in_bounds = [true]} : memref<128xi32>, vector<2xi32>
    %r = vector.reduction <add>, %v : vector<2xi32> into i32
    %s = prim.warp_reduce add %r all width(64) : i32
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Distribute sums and products of floats in any order">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "arith::ArithDialect", "gpu::GPUDialect",
                           "prim::PrimDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

#endif // PRIM_CONVERSION_FRONTENDPASSES_TD
