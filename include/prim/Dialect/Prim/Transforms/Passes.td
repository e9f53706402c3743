//===- Passes.td - Passes within the dialect --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that stay on one layer of the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
#define PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrimAnnotateUniformity
    : Pass<"prim-annotate-uniformity", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Annotate ops with the threads that agree on their results";
  let description = [{
    Writes the results of the uniformity analysis into attributes:

    * `prim.same_in` has, per result, the threads among which the result is the same.
    * `prim.together_in`, on ops that not all threads of a block execute together, has
      the threads that do.

    `block` stands for all threads, `wave` for those of one wave, and `lanes(n)` for n
    lanes from a multiple of n on. The attributes show why `prim-lower-block` or
    `prim-lower-warp` reports an op. No pass reads them.

    ```mlir
    %id = gpu.thread_id x
    %wave = arith.divui %id, %c64 : index
    // becomes
    %id = gpu.thread_id x {prim.same_in = ["lanes(1)"]}
    %wave = arith.divui %id, %c64 {prim.same_in = ["wave"]} : index
    ```
  }];
}

def PrimCheckConvergence
    : Pass<"prim-check-convergence", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Have the emulator check that the required threads execute collectives";
  let description = [{
    Inserts a `prim.check_convergence` before every warp op, block op and `gpu.barrier`,
    with the op's name and location. Code objects get an `s_nop` per op, and a section,
    which is not loaded, that names these ops. The emulator compares the lanes and waves
    that execute an op with those that must. This finds a broken promise
    (`prim.converged`).

    The pass is off by default, because kernels are compiled slightly differently around
    these ops. `check-convergence` in the pipeline and `--check-convergence` of
    `prim-run` turn it on.

    ```mlir
    %r = prim.warp_scan inclusive add %x width(16) : i32
    // becomes
    prim.check_convergence "'prim.warp_scan' at scan.mlir:3:8" width(16)
    %r = prim.warp_scan inclusive add %x width(16) : i32
    ```
  }];
}

def PrimCheckAlignment
    : Pass<"prim-check-alignment", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Have kernels check the addresses of loads and stores";
  let description = [{
    Inserts a `cf.assert` before every `prim.load` and `prim.store` that promises an
    address which is a multiple of more than one byte, by `align(n)` or by its type.
    Code generation relies on the promise: if it is broken, hardware may access other
    bytes. The pass runs after `prim-lower-block`, so that the loads and stores of that
    pass are checked too. `check-alignment` in the pipeline and `--check-alignment` of
    `prim-run` and `prim-compile` turn it on.

    ```mlir
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    // becomes
    %bytes = arith.index_castui %o : i32 to index
    %place = prim.advance %b, %bytes : !prim.base<global>
    %holds = prim.is_aligned %place to 16 : !prim.base<global>
    cf.assert %holds, "the address of 'prim.load' is not a multiple of 16 bytes, its declared alignment"
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

def PrimRelaxPrecision : Pass<"prim-relax-precision"> {
  let summary = "Mark divisions and exponentials that are rounded to narrow floats";
  let description = [{
    Marks, in the regions of device ops and of linalg ops, each `arith.divf`, `math.exp`
    and `math.exp2` of scalars of f32 whose error vanishes in a rounding.
    `prim-expand-kernels` then computes it in a few instructions, with a small relative
    error (`prim.relaxed`). Kernels in the source are left alone.

    An op is marked if all uses of its result lead to an `arith.truncf` to a float of at
    most 11 bits (f16, bf16, or less), through these ops alone:

    * `arith.mulf`, `arith.divf`, `arith.negf`, `math.absf`, and the values of
      `arith.select`;
    * `arith.addf`, and `prim.block_reduce add`, of values that are proved to have the
      same sign: exponentials, squares, absolute values, constants, and products,
      quotients, sums, minima and maxima of them.

    The errors of all marked ops on the way to a rounding add up to at most an eighth of
    the error that the rounding may add. A rounded value thus has an error of at most
    9/16 units in its last place, where that of the ops without marks is 1/2. Both are
    without the rounding errors of the other f32 ops. An f32 that is closer to
    overflow than these errors may become infinite.

    Nothing is marked in ops that are `deterministic(any)`. `relaxed-precision` in the
    pipeline and `--relaxed-precision` of the tools turn the pass off.

    ```mlir
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %narrow = arith.truncf %part : f32 to bf16
    // becomes
    %power = math.exp %less {prim.relaxed} : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum {prim.relaxed} : f32
    %narrow = arith.truncf %part : f32 to bf16
    ```
  }];
}

def PrimSplitIndexCasts : Pass<"prim-split-index-casts"> {
  let summary = "Rewrite index casts that drop bits as truncations";
  let description = [{
    Rewrites index casts that drop bits as truncations, because upstream's
    canonicalisation ignores these bits. If an `arith.index_cast` or
    `arith.index_castui` follows another one, the canonicalisation replaces both by the
    first operand when the types are the same, even if the first cast dropped bits. A
    truncation stops this. The pass therefore runs before all passes that canonicalise.
    An index has 64 bits.

    ```mlir
    %narrow = arith.index_cast %x : index to i8
    %y = arith.index_cast %narrow : i8 to index
    // becomes
    %wide = arith.index_cast %x : index to i64
    %narrow = arith.trunci %wide : i64 to i8
    %y = arith.index_cast %narrow : i8 to index
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PrimPlanWorkgroupMemory
    : Pass<"prim-plan-workgroup-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Share workgroup memory, and remove barriers, where possible";
  let description = [{
    Plans all `prim.workgroup_alloc` of a function together. A buffer is live from its
    first access to its last, within one run of the op that allocates it. Buffers share
    memory, the larger ones first, if they are not live together and a barrier is on
    every path from one to the other.

    `prim.block_barrier acquires(%b)` is removed if another barrier, or nothing, is
    between earlier accesses to `%b` and it. It is kept if that lets buffers share
    memory, and all of them would otherwise take more than an eighth of the target's
    memory for a block. If even that is more than the target has, all barriers are kept,
    and several buffers may share the memory of a larger one.

    A buffer has its own memory if the pass cannot follow its address. Memory other than
    `prim.workgroup_alloc` is not changed.

    ```mlir
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    // accesses to %a
    prim.block_barrier
    %b = prim.workgroup_alloc 32 for "second" : !prim.base<workgroup>
    // accesses to %b
    // becomes
    %a = prim.workgroup_alloc 64 for "first, second" : !prim.base<workgroup>
    // accesses to %a
    prim.block_barrier
    // accesses to %a
    ```
  }];
}

def PrimCheckRegistration
    : Pass<"prim-check-registration", "::mlir::ModuleOp"> {
  let summary = "Check that the context has what the pipelines need";
  let description = [{
    Reports, in one error, a context without the models of upstream interfaces that the
    pipelines need: those of One-Shot Bufferize for the dialects of host functions and of
    the ops in them, and the translations to LLVM IR. The error names the function that
    registers them. The pipelines run the pass first, because otherwise every op without
    its model is an error. Only dialects that are loaded are checked. The module is not
    changed. The passes that convert kernels to the LLVM dialect register the interfaces
    that upstream's conversions ask for, so that `registerAllExtensions` is not needed.

    `prim::registerProgramDialects` registers all that the pipelines need.
  }];
  let dependentDialects = ["::mlir::prim::PrimDialect"];
}

def PrimBufferize : Pass<"prim-bufferize", "::mlir::ModuleOp"> {
  let summary = "Convert host functions from tensors to device memory";
  let description = [{
    Runs One-Shot Bufferize over the host functions, across function boundaries and with
    identity layouts. New buffers are device memory (`gpu.alloc`), and copies are
    `gpu.memcpy`. Buffers that do not leave their function are freed. Functions without
    tensors and `gpu.module`s are not changed. Loops may carry buffers other than their
    initial ones. If an operand of a device op is a slice with holes, it is copied to a
    buffer without holes. Elementwise `arith` and `math` ops on tensors become linalg
    ops first.

    A result that is always one of the arguments is dropped, because the caller has that
    buffer. If a public function loses a result in this way, the array attribute
    `prim.results` has the location of each result of the tensor form: `k >= 0` is
    result k, `k < 0` is argument -1-k. All other buffers that a function returns belong
    to its caller.

    ```mlir
    func.func @main(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
      %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
      return %y : tensor<?xi32>
    }
    // becomes
    func.func @main(%x: memref<?xi32>, %o: memref<?xi32>) attributes {prim.results = array<i64: -2>} {
      prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
