//===- Passes.td - Passes within the dialect --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that take a level of the dialect to the one below it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
#define PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrimLowerDevice : Pass<"prim-lower-device", "::mlir::ModuleOp"> {
  let summary = "Lower prim.device_* ops on memrefs to kernels and launches";
  let description = [{
    Replaces every device op of a host function by the code that launches it,
    and puts its kernels, written with block and warp ops, into the `gpu.module`
    `@prim_kernels`, which gets the target that the options describe.

    Operands must be contiguous memrefs in device memory; tensors are
    bufferised first. Host code uses `gpu.launch_func`, `gpu.alloc`,
    `gpu.dealloc`, `gpu.memset`, and `prim.check` for what can only be checked at
    run time: sizes that must agree or are too large for a launch, the size and
    the alignment of a workspace. All checks of an op come before its launches.

    `limits` takes pairs `name=value`, comma separated. Smaller bounds than the
    default change no result; with them small inputs reach the code for large
    ones, which is what tests use them for.

    | name | values | default | what |
    |---|---|---|---|
    | `max-blocks` | 1 to 65536 | 32 per lane of a wave | most blocks of a reduction and of a sort's histogram; each then takes several tiles |
    | `look-back-window` | 1 to the lanes of a wave | the lanes of a wave | tiles that a scan's look-back reads at once |
    | `max-launch-threads` | 1024 to 4294967295 | 4294967295 | most threads of a launch; a scan or sort that needs more tiles is an error status |
    | `max-sort-items` | 1 to 1073741824 | 1073741824 | a sort of as many items or more is an error status |

    ```mlir
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
    // becomes
    scf.if %one_tile {
      gpu.launch_func @prim_kernels::@scan_0_tile blocks in (%c1, %c1, %c1) ...
    } else {
      %w = gpu.alloc(%bytes) : memref<?xi8>
      gpu.memset %w, %zero : memref<?xi8>, i8
      gpu.launch_func @prim_kernels::@scan_0 blocks in (%tiles, %c1, %c1) ...
      gpu.dealloc %w : memref<?xi8>
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"gfx942\"",
           "Chip to generate kernels for">,
    Option<"features", "features", "std::string", "\"\"",
           "Target features, comma separated">,
    Option<"abi", "abi", "std::string", "\"500\"",
           "Code object version times 100">,
    Option<"optLevel", "opt-level", "unsigned", "3",
           "LLVM optimisation level of the kernels">,
    Option<"limits", "limits", "std::string", "\"\"",
           "Bounds on blocks, windows and items, as in 'max-blocks=4,"
           "max-sort-items=1000'">
  ];
  let dependentDialects = [
    "::mlir::amdgpu::AMDGPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::math::MathDialect", "::mlir::ROCDL::ROCDLDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def PrimLowerBlock : Pass<"prim-lower-block", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower prim.block_* ops to warp ops and workgroup memory";
  let description = [{
    Replaces every block op by work on a thread's own items, warp ops, and an
    exchange through workgroup memory. The surrounding `gpu.func` must have a
    `known_block_size`, and the module a target.

    All block ops of a kernel share one workgroup buffer; each op ends with a
    barrier where something after it could touch that buffer.

    A block op or a `gpu.barrier` in control flow that depends on what differs
    between the threads of a block is an error, unless `prim.converged` on it
    promises that all of them come.

    ```mlir
    %s = prim.block_reduce add %x all : i32
    // becomes, for 256 threads in waves of 64
    %w = prim.warp_reduce add %x : i32
    scf.if %first_lane { prim.store %w, %slots[%offset] : i32, !prim.base<workgroup> }
    prim.block_barrier
    // every thread folds the four partial results
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

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

def PrimHostKernels : Pass<"prim-host-kernels", "::mlir::ModuleOp"> {
  let summary = "Make kernels of launches, parallel loops and linalg in host code";
  let description = [{
    What host functions do to whole buffers of the device becomes kernels, one
    thread per iteration:

    * `gpu.launch` is outlined;
    * `scf.parallel`, `scf.forall` and `affine.parallel` that only compute and
      access device memory become launches (one with a reduction is an error);
    * linalg ops on memrefs become such loops; `linalg.fill` of contiguous
      memory becomes a `gpu.memset`, `linalg.copy` a copy. One that only reduces
      is an error: `prim.device_reduce` does that;
    * `memref.copy` and `gpu.memcpy` between buffers of which one has holes
      become such loops.

    On memory of `memref.alloca` the same ops stay loops of the host.

    What only shows when the function runs is checked there (`prim.check`): that
    both sides of a copy (`memref.copy`, `gpu.memcpy`, `linalg.copy`) have the same
    sizes, that the steps of a parallel loop are positive, and that 63 bits count
    its iterations. Copies in loops that become kernels are not checked.

    ```mlir
    linalg.fill ins(%v : f32) outs(%x : memref<?xf32>)
    linalg.map { math.absf } ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
    // becomes
    gpu.memset %x, %v : memref<?xf32>, f32
    gpu.launch_func @main_kernel::@main_kernel blocks in (%blocks, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%n : index, %x : memref<?xf32>, %y : memref<?xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::DLTIDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::scf::SCFDialect"];
}

def PrimHostMemory : Pass<"prim-host-memory", "::mlir::ModuleOp"> {
  let summary = "Keep memory of the host and of the device apart";
  let description = [{
    In host functions a memref is memory of the device, unless it is a view of a
    `memref.alloca` or a `memref.get_global`. This pass makes transfers of what
    crosses over, and reports what cannot be made right:

    * a constant global that is passed on (to a device op, a kernel, a call, a
      loop) is copied to the device, once per call of the function, and freed
      when it returns unless it is what is returned. Host accesses keep the
      global. One whose elements are equal is set and not copied;
    * a load of one element of device memory at constant indices (rank 0 has
      none) becomes a copy that the host waits for; a store becomes a
      `gpu.memset`, which the host does not wait for. An index is checked against
      a size that only shows when the function runs (`prim.check`);
    * any other access of the host to device memory is an error, whatever op
      makes it, and so is passing on memory of `memref.alloca` or of a global
      that may change: a copy would miss what is written later.

    ```mlir
    %x = memref.get_global @table : memref<4xi32>
    prim.device_reduce add ins(%x : memref<4xi32>) outs(%s : memref<i32>)
    %v = memref.load %s[] : memref<i32>
    // becomes
    %d = gpu.alloc () : memref<4xi32>
    gpu.memcpy %d, %x : memref<4xi32>, memref<4xi32>
    prim.device_reduce add ins(%d : memref<4xi32>) outs(%s : memref<i32>)
    %h = memref.alloca() : memref<i32>
    gpu.memcpy %h, %s : memref<i32>, memref<i32>
    %v = memref.load %h[] : memref<i32>
    gpu.dealloc %d : memref<4xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
