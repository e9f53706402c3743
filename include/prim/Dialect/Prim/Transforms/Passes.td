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
  let summary = "Say of every op which threads agree on its results";
  let description = [{
    Writes what the uniformity analysis finds into attributes: `prim.same_in`,
    per result the threads among which it is the same, and, on ops that not all
    threads of a block come to together, `prim.together_in`, those that do.
    `block` are all threads, `wave` those of one wave, `lanes(n)` n lanes from a
    multiple of n on. Shows why `prim-lower-block` or `prim-lower-warp` reports an op; nothing
    reads the attributes.

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
  let summary = "Have the emulator check that threads come to collectives";
  let description = [{
    Puts a `prim.check_convergence` before every warp op, block op and
    `gpu.barrier`, with the op's name and place. Code objects get an `s_nop` per
    op, and a section that is not loaded and says what stands there; the emulator
    compares the lanes and waves that come with those that must, which finds a
    broken promise (`prim.converged`). Kernels are compiled around it a little
    differently, so it is off by default; `check-convergence` in the pipeline
    and `--check-convergence` of `prim-run` turn it on.

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
    Puts a `cf.assert` before every `prim.load` and `prim.store` that promises an
    address which is a multiple of more than one byte, by `align(n)` or by its type.
    Code generation takes the promise for granted: hardware may answer a broken one
    with other bytes. Stands behind `prim-lower-block`, whose loads and stores are
    checked too. `check-alignment` in the pipeline and `--check-alignment` of
    `prim-run` and `prim-compile` turn it on.

    ```mlir
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    // becomes
    %bytes = arith.index_castui %o : i32 to index
    %place = prim.advance %b, %bytes : !prim.base<global>
    %holds = prim.is_aligned %place to 16 : !prim.base<global>
    cf.assert %holds, "the address of 'prim.load' is no multiple of 16 bytes, which it promises to be"
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect"];
}

def PrimSplitIndexCasts : Pass<"prim-split-index-casts"> {
  let summary = "Make truncations of the index casts that drop bits";
  let description = [{
    Upstream's canonicalisation takes an `arith.index_cast` or
    `arith.index_castui` of another one for what went into that, if the types
    are the same, also where the first one dropped bits. It cannot see through a
    truncation. This pass therefore comes before everything that canonicalises.
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
  let summary = "Share workgroup memory, and leave out barriers, where one can";
  let description = [{
    One plan of all `prim.workgroup_alloc` of a function. A buffer is alive from its
    first access to its last, within one run of the op that allocates it. Buffers
    that are not alive together, with a barrier between them on every way from one
    to the other, take the same memory, the larger ones first.

    `prim.block_barrier acquires(%b)` goes where another barrier, or nothing, stands
    between earlier accesses to `%b` and it. It stays if that lets buffers share
    memory and all of them would otherwise take more than an eighth of what the
    target gives a block. Where even that is more than the target has, all barriers
    stay, and several buffers may lie in the place of a larger one.

    A buffer whose address goes where this pass cannot follow has memory of its own;
    memory that is no `prim.workgroup_alloc` is left alone.

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

def PrimBufferize : Pass<"prim-bufferize", "::mlir::ModuleOp"> {
  let summary = "Take host functions from tensors to device memory";
  let description = [{
    Runs One-Shot Bufferize over the host functions, across function boundaries
    and with identity layouts. New buffers are device memory (`gpu.alloc`), copies
    are `gpu.memcpy`, and buffers that do not leave their function are freed.
    Functions without tensors are left alone, and so are `gpu.module`s. Loops may
    carry other buffers than they were given. An operand of a device op that is a
    slice with holes goes through a buffer without. Elementwise `arith` and `math`
    ops on tensors become linalg ops first.

    A result that is always one of the arguments is dropped: the caller has that
    buffer. Where a public function loses a result in this way, the array
    attribute `prim.results` says where each result of the tensor form is:
    `k >= 0` is result k, `k < 0` is argument -1-k. All other buffers that a
    function returns belong to its caller.

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
