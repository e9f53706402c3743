//===- Passes.td - Lowering passes -----*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per lowering pass: its input, its output, its options.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_PASSES_TD
#define PRIM_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrimLowerHost : Pass<"prim-lower-host", "::mlir::ModuleOp"> {
  let summary = "Lower host functions to the LLVM dialect on prim's runtime";
  let description = [{
    Lowers the functions of a module, and the `gpu` ops in them, to the LLVM
    dialect. The code calls the execution layer of `prim_runtime.h` and nothing
    else; `gpu.binary` ops become constants.

    * Every function that has a body gets one more parameter, the opaque
      `primExecution *` that says on which device and stream to work; calls pass
      it on. A declaration keeps its signature.
    * `gpu.launch_func` becomes a look-up of the kernel, cached in a global per
      binary, and a launch. Work is in order on one stream, so that async
      tokens and `gpu.wait` vanish.
    * Memory of `gpu.alloc` and `memref.alloc` is device memory, and so are memref
      arguments. Host code that reads or writes an element of it is an error,
      whatever op does so; prim-host-memory makes transfers of what can be one.
      `memref.alloca` and `memref.get_global` are memory of the host.
    * `gpu.memcpy` and `memref.copy` go between the two sides as their operands
      say. A copy to the host is done before the host goes on.
    * `prim.check`, and `cf.assert` as one with PRIM_ERROR_INVALID_ARGUMENT,
      reports its message to the execution, and the function returns (zeros,
      where it has results); so it does after a copy to the host that failed, and
      after a call of a function that may have returned early.
    * An allocation whose sizes are negative, or whose bytes 64 bits do not count,
      is reported in the same way.
    * Public functions get a C interface (`_mlir_ciface_<name>`).

    Before:

    ```mlir
    gpu.launch_func @kernels::@twice blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%p : !llvm.ptr<1>)
    ```

    After:

    ```mlir
    %k = llvm.call @primExecKernel(%exec, %slot, %image, %size, %name, ...)
    llvm.call @primExecLaunch(%exec, %k, %n, %c1, %c1, %c256, %c1, %c1, %lds, %args, ...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::scf::SCFDialect"];
}

//===----------------------------------------------------------------------===//
// Device and block ops
//===----------------------------------------------------------------------===//

def PrimLowerDevice : Pass<"prim-lower-device", "::mlir::ModuleOp"> {
  let summary = "Lower prim.device_* ops on memrefs to kernels and launches";
  let description = [{
    Replaces every device op of a host function by the code that launches it,
    and puts its kernels, written with block and warp ops, into the `gpu.module`
    `@prim_kernels`, which gets the target that the options describe.

    Operands must be memrefs in device memory, in any strided layout; tensors are
    bufferised first. Host code uses `gpu.launch_func`, `gpu.alloc`, `gpu.dealloc`,
    `gpu.memset`, `prim.resident_blocks` for cooperative launches, and `prim.check` for what can only be checked at
    run time: sizes that must agree or are too large for a launch, the size and
    the alignment of a workspace. All checks of an op come before its launches.
    Ops of the module that need equal kernels share them.

    `chip` has no default; it is not needed where the module has a `@prim_kernels`
    with a target already.

    `print-plan` emits a remark with the plan of each op, and of each of the ops
    that do it where others do: the tile as a `tuning` attribute, the regions of
    the workspace in bytes, and the launches for each range of sizes. An op that
    is given the attribute has that tile for all sizes; smaller ones for short
    rows, and other forms for small buffers, are for ops without.

    `limits` takes pairs `name=value`, comma separated. Smaller bounds than the
    default change no result; with them small inputs reach the code for large
    ones, which is what tests use them for.

    | name | values | default | what |
    |---|---|---|---|
    | `max-blocks` | 1 to 65536 | 32 per lane of a wave, of a reduction what is tuned | most blocks of a reduction, of a sort's histogram and of a cooperative launch; each then takes several tiles, or another form does it |
    | `look-back-window` | 1 to the lanes of a wave | the lanes of a wave, or of a persistent scan up to 256 | tiles that a scan's look-back reads at once |
    | `least-columns` | 1 to 65536 | 16 | from so many rows on, rows that lie side by side are folded by a lane each |
    | `max-launch-threads` | 1024 to 4294967295 | 4294967295 | most threads of a launch; a scan or sort that needs more tiles is an error status |
    | `cooperative` | 0 or 1 | 1 | whether launches may be cooperative (`prim.cooperative`), which needs a runtime that makes them so |
    | `overlapped` | 0 or 1 | 1 | whether launches of one op may overlap (`prim.overlapped`), where the chip can do that |
    | `histogram-bytes` | 0 to 65536 | what the chip has | workgroup memory that a histogram's bins may take; more bins are counted in device memory |
    | `max-sort-items` | 2 to 1073741824 | 1073741824 | a sort of as many items or more is an error status, or with `batches` done in batches |

    ```mlir
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
    // becomes
    scf.if %one_tile {
      gpu.launch_func @prim_kernels::@scan_0 blocks in (%c1, %c1, %c1) ...
    } else {
      %w = gpu.alloc(%bytes) : memref<?xi8>
      gpu.memset %w, %zero : memref<?xi8>, i8
      gpu.launch_func @prim_kernels::@scan_0 blocks in (%tiles, %c1, %c1) ...
      gpu.dealloc %w : memref<?xi8>
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"\"",
           "Chip to generate kernels for, such as gfx942 or sm_90">,
    Option<"features", "features", "std::string", "\"\"",
           "Target features, comma separated">,
    Option<"abi", "abi", "unsigned", "500",
           "Code object version times 100">,
    Option<"optLevel", "opt-level", "unsigned", "3",
           "LLVM's optimisation level of the kernels, 0 to 3">,
    Option<"limits", "limits", "std::string", "\"\"",
           "Bounds on blocks, windows and items, as in 'max-blocks=4,"
           "max-sort-items=1000'">,
    Option<"printPlan", "print-plan", "bool", "false",
           "Say in a remark at each op how it is lowered">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def PrimLowerGrid : Pass<"prim-lower-grid", "::mlir::ModuleOp"> {
  let summary = "Lower prim.grid_* ops to atomics on device memory";
  let description = [{
    Replaces the ops through which the blocks of a launch learn from each other.
    A `prim.grid_ticket` is one atomic addition per block. A `prim.grid_publish`
    is a relaxed store per word of what the tile has, a `prim.grid_prefix` a
    decoupled look-back, by one wave or, with chains, by each thread for its own;
    a `prim.grid_scan` is both. A word has 8 bytes per 4 bytes of the fold, or with
    `bits` 4 for all of it. For a `prim.grid_reduce` every block stores its part
    and counts itself with an atomic addition that releases it; the first wave of
    the block that completes the count folds all parts in order.
    `prim.grid_state_size`, in host code too, becomes arithmetic.

    The op stands where all threads of the block come (in the prefix region of a
    `prim.block_scan` all lanes of a wave), and the surrounding `gpu.func` has a
    `known_block_size`. A `prim.grid_prefix` is an error where the
    `prim.grid_publish` of its state and tile comes later or has other clauses or
    types, or where the module has none at all.

    ```mlir
    %t = prim.grid_ticket %counter : !prim.base<global>
    // becomes
    scf.if %first_thread {
      %0 = prim.atomic_rmw add %c1, %counter[%c0] atomic(relaxed, device) : i32, !prim.base<global>
      prim.store %0, %slot[%c0] : i32, !prim.base<workgroup>
    }
    prim.block_barrier
    %1 = prim.load %slot[%c0] : !prim.base<workgroup> -> i32
    %t = prim.warp_uniform %1 : i32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def PrimLowerBlock : Pass<"prim-lower-block", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower prim.block_* ops to warp ops and workgroup memory";
  let description = [{
    Replaces every block op by work on a thread's own items, warp ops, and an
    exchange through workgroup memory. The surrounding `gpu.func` must have a
    `known_block_size`, and the module a target.

    Every op allocates a buffer of its own and acquires it with a barrier;
    `prim-plan-workgroup-memory` has buffers share memory and leaves out the
    barriers that are not needed.

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

//===----------------------------------------------------------------------===//
// Host code around device ops
//===----------------------------------------------------------------------===//

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
      is an error: `prim.device_reduce`, or `prim-linalg-to-prim`, does that;
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

//===----------------------------------------------------------------------===//
// LinalgToPrim
//===----------------------------------------------------------------------===//

def PrimLinalgToPrim : Pass<"prim-linalg-to-prim", "::mlir::ModuleOp"> {
  let summary = "Take linalg's folds of whole tensors to prim.device_reduce";
  let description = [{
    Replaces linalg ops on tensors in host functions, `linalg.reduce`,
    `linalg.generic` or another, that fold all of their inputs into tensors of
    rank 0: all iterators are reductions, and all inputs are read in order. What
    the body does with an element alone becomes the prologue (`linalg.index` in
    one dimension too); `outs` become `init`.

    Linalg does not say that a body's operator is associative. Taken are

    * one of prim's built-in kinds per output. Sums and products of floats only
      where `fastmath<reassoc>` allows another order, or `reassociate` does for
      all;
    * the tuple whose first or last smallest or largest member a comparison
      selects (argmin, argmax): integers, and floats where the comparison says
      `nnan`;
    * with `assume-associative`, any body on as many inputs as outputs, of the
      same types.

    The rest is left as it is.

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
           "Take operators to be associative that are not known to be">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::prim::PrimDialect",
                           "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// GPUToPrim
//===----------------------------------------------------------------------===//

def PrimGPUToPrim : Pass<"prim-gpu-to-prim", "gpu::GPUModuleOp"> {
  let summary = "Take the gpu dialect's collectives to prim ops";
  let description = [{
    Replaces `gpu.shuffle`, `gpu.rotate` and `gpu.subgroup_reduce` by warp ops
    and `gpu.all_reduce` by a block op, which have a lowering on every chip and
    in every wave size. Widths must be constants. `prim.converged`, or the gpu
    dialect's `uniform`, goes on to the op that one becomes: without it, threads
    that differ in whether they come to it are an error in the passes to come.

    Elements of a vector are values of their own. Clusters with a stride, of
    which no lane may be missing in the last wave of a block, become shuffles.
    Integers of other sizes than prim's are folded in wider ones. What has no
    form in prim is an error where it stands. The patterns alone
    (`populateGPUToPrimPatterns`) leave it.

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
  let summary = "Share among lanes the vectors that one lane reduces for its warp";
  let description = [{
    In a `gpu.warp_execute_on_lane_0` with a `vector.reduction`, upstream's
    distribution gives every lane its part of the vectors: of loads, of what is
    computed, of what is stored. The reductions become `prim.warp_reduce` of the
    parts. Sums and products of floats are shared only where `fastmath<reassoc>`
    allows another order, or `reassociate` does for all; nothing is where lanes
    of a warp are missing in the last wave of a block.

    What is left to one lane becomes an `scf.if`, and its results, where all lanes
    get the same, a `prim.warp_broadcast`.

    A `vector.reduction` outside of such a region is one thread's own and stays.

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
           "Share sums and products of floats in any order">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "arith::ArithDialect", "gpu::GPUDialect",
                           "prim::PrimDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// LowerWarp
//===----------------------------------------------------------------------===//

def PrimLowerWarp : Pass<"prim-lower-warp", "gpu::GPUModuleOp"> {
  let summary = "Lower warp ops to the target's cross-lane operations";
  let description = [{
    Replaces the `prim.warp_*` ops in a `gpu.module` by operations of the
    module's target. How lanes exchange values is the target family's to choose,
    per chip, wave size, type and operator. On AMD: a DPP control folded into the
    operation where there is one, else a DPP move, permlane or readlane, and the
    LDS crossbar only for what these cannot do. On NVIDIA: `shfl.sync` and
    `vote.sync` with the lanes of the logical warp as members. Sorts are bitonic networks; on one key of up to 32
    bits a step is a move and, on AMD, a `v_med3_u32`.

    It fails with a diagnostic where a combination is not lowered yet, where a
    logical warp is wider than the target's wave, and where an op stands in
    control flow that depends on what differs between the lanes of its logical
    warp, since they must be active together. `prim.converged` on the op promises
    that they are.

    ```mlir
    %s = prim.warp_scan inclusive add %x : i32
    ```

    becomes, for gfx942:

    ```mlir
    %c0 = arith.constant 0 : i32
    %0 = rocdl.update.dpp %c0, %x with 273, 15, 15, false : i32
    %1 = arith.addi %0, %x : i32
    %2 = rocdl.update.dpp %c0, %1 with 274, 15, 15, false : i32
    ...
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "gpu::GPUDialect",
                           "memref::MemRefDialect", "scf::SCFDialect",
                           "ub::UBDialect", "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// ExpandKernels
//===----------------------------------------------------------------------===//

def PrimExpandKernels : Pass<"prim-expand-kernels", "gpu::GPUModuleOp"> {
  let summary = "Bring the ordinary MLIR in kernels down to what converts";
  let description = [{
    Checks a `gpu.module` without prim ops for what cannot become AMDGPU code
    and reports it where it stands, with what to write instead: dialects and
    operations without a lowering, types that no register holds, cross-lane
    operations that the chip does not have, calls of functions without a body.

    Then lowers, for one thread, what the conversion to rocdl does not take:
    `affine`, `linalg` on memrefs, `scf.forall`, vectors of higher rank and
    their transfers, `complex` functions, 8-bit floats where the chip converts
    them, strided copies, atomic products. The sizes of blocks, grids and waves
    become constants where they are known (`known_block_size`,
    `known_grid_size`, the target), else loads from the arguments that the
    driver passes; a failing `cf.assert` ends the kernel, at an address whose
    symbol is the message.

    Math functions on f16, bf16, f32 and f64, scalar or vectors, become
    intrinsics where the back end expands them, else calls of AMD's device
    library, which `prim-serialize` links. `device-libs` says where that is;
    otherwise it is looked for in `HIP_DEVICE_LIB_PATH`, in `ROCM_PATH` and where
    the build found it. Without it prim's fallbacks and upstream's approximations
    stand in, for f32 (f16 and bf16 by way of it), some less accurate or slower;
    what they do not have is an error.

    ```mlir
    %n = gpu.block_dim x
    %i = gpu.global_id x
    cf.assert %ok, "too large"
    ```

    becomes, in a kernel with `known_block_size = array<i32: 64, 1, 1>`:

    ```mlir
    %n = arith.constant 64 : index
    %b = gpu.block_id x
    %m = arith.muli %b, %n : index
    %t = gpu.thread_id x
    %i = arith.addi %m, %t : index
    scf.if %wrong {
      llvm.inline_asm has_side_effects "\"prim_assert.${:uid}: file.mlir:3:1: too large\":\n\ts_trap 2", "" : () -> ()
      "llvm.intr.trap"() : () -> ()
    }
    ```
  }];
  let options = [
    Option<"deviceLibs", "device-libs", "std::string", "\"\"",
           "Folder of AMD's device library (ocml.bc) or of ROCm; none for no "
           "library; by default where the environment or the build has it">,
  ];
  let dependentDialects = ["arith::ArithDialect", "gpu::GPUDialect",
                           "LLVM::LLVMDialect", "math::MathDialect",
                           "memref::MemRefDialect",
                           "ROCDL::ROCDLDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// GPUToROCDL
//===----------------------------------------------------------------------===//

def PrimGPUToROCDL : Pass<"prim-gpu-to-rocdl", "gpu::GPUModuleOp"> {
  let summary = "Convert the kernels of an AMDGPU module to the LLVM dialect";
  let description = [{
    Runs `prim-expand-kernels` and the upstream conversions that take a
    `gpu.module` without prim ops to the LLVM dialect (amdgpu, scf, memref, then
    gpu to rocdl), for the chip that the module's `#rocdl.target` names.
    A wrapper around them that needs no `chipset` option and that knows in which
    order they leave nothing behind. Beside it stands `prim-gpu-to-nvvm`; the
    two share all but upstream's conversions. What `memref.alloca` allocates is private
    memory, of constant size, at the entry of its function. An `scf.for` with a
    barrier in it is marked so that LLVM does not peel it, which would double the
    block ops in its body; one that has a `loop_annotation` keeps it.

    ```mlir
    gpu.module @m [#rocdl.target<chip = "gfx942">] {
      gpu.func @k(%p: !llvm.ptr<1>) kernel { ... gpu.thread_id x ... }
    }
    ```

    becomes

    ```mlir
    gpu.module @m [#rocdl.target<chip = "gfx942">] {
      llvm.func @k(%p: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel, ...} {
        ... rocdl.workitem.id.x ...
      }
    }
    ```
  }];
  let options = [
    Option<"deviceLibs", "device-libs", "std::string", "\"\"",
           "Folder of AMD's device library (ocml.bc) or of ROCm; none for no "
           "library; by default where the environment or the build has it">,
  ];
}

//===----------------------------------------------------------------------===//
// GPUToNVVM
//===----------------------------------------------------------------------===//

def PrimGPUToNVVM : Pass<"prim-gpu-to-nvvm", "gpu::GPUModuleOp"> {
  let summary = "Convert the kernels of an NVIDIA module to the LLVM dialect";
  let description = [{
    Does for a `gpu.module` with an `#nvvm.target` what `prim-gpu-to-rocdl` does
    for one with a `#rocdl.target`: the checks, `prim-expand-kernels`, the
    upstream conversions (scf, memref, then gpu to nvvm), thread memory at the
    entry of its function, loops with a barrier kept whole.

    ```mlir
    gpu.module @m [#nvvm.target<chip = "sm_90">] {
      gpu.func @k(%p: !llvm.ptr<1>) kernel { ... gpu.thread_id x ... }
    }
    ```

    becomes

    ```mlir
    gpu.module @m [#nvvm.target<chip = "sm_90">] {
      llvm.func @k(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, ...} {
        ... nvvm.read.ptx.sreg.tid.x ...
      }
    }
    ```
  }];
  let options = [
    Option<"deviceLibs", "device-libs", "std::string", "\"\"",
           "Folder of NVIDIA's device library (libdevice.10.bc) or of the CUDA "
           "toolkit; none for no library; by default where the environment "
           "names it or the toolkit installs itself">,
  ];
}

//===----------------------------------------------------------------------===//
// Serialize
//===----------------------------------------------------------------------===//

def PrimSerialize : Pass<"prim-serialize", "ModuleOp"> {
  let summary = "Turn gpu.modules into code objects";
  let description = [{
    Replaces every `gpu.module`, lowered to the LLVM dialect and carrying a
    `#rocdl.target` or an `#nvvm.target`, by a `gpu.binary` of the same name with
    one `gpu.object`. Code generation and linking happen inside this process:
    there is no need for a ROCm installation, and no file is written.

    For NVIDIA chips the object is PTX, which the driver assembles when it loads
    it; where the toolkit's `ptxas` is found (`PRIM_PTXAS` names it, or `none`;
    else `CUDA_ROOT`, `CUDA_HOME`, `CUDA_PATH`, `PATH`, and where the toolkit
    installs itself) it is a cubin. `format=isa` is PTX in any case.

    LLVM ends the process where it meets what a chip cannot do ("Cannot
    select"). `isolate` has it work in a child, so that this, a crash or too
    long a run is an error at the kernel: `fork` in a copy of this process,
    which is sound while no other thread of it holds a lock of LLVM's or of
    the C library's; `program` in `prim-codegen`, which is looked for beside
    the running executable; `auto` in a copy if this process has a single
    thread, else in the program if it is there, else in this process, unless
    the environment's `PRIM_ISOLATE` says which. That is what `prim-opt`,
    `prim-run` and `prim-compile` do unless they are told otherwise. What LLVM reports without ending the process is an error at the
    kernel in any case.

    The object is a code object with the metadata of its kernels, or with
    `format=isa` its assembly, or with `format=llvm` its optimised LLVM IR.

    ```mlir
    gpu.module @m [#rocdl.target<chip = "gfx942">] {
      llvm.func @k() attributes {gpu.kernel, rocdl.kernel} { llvm.return }
    }
    ```

    becomes

    ```mlir
    gpu.binary @m [#gpu.object<#rocdl.target<chip = "gfx942">, kernels = ..., bin = "\7FELF...">]
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"bin\"",
           "What the object holds: bin, isa or llvm">,
    Option<"optLevel", "opt-level", "unsigned", "3",
           "LLVM's optimisation level, 0 to 3; code is generated as with 1 at least">,
    Option<"abi", "abi", "unsigned", "500",
           "Code object version times 100: 500 or 600">,
    Option<"isolate", "isolate", "std::string", "\"none\"",
           "Where LLVM runs: none, auto, fork or program">,
    Option<"timeLimit", "time-limit", "unsigned", "0",
           "Seconds that a child may take; 0 means any number">,
    Option<"codegen", "program", "std::string", "\"\"",
           "Path of prim-codegen, for isolate=program">,
    Option<"deviceLibs", "device-libs", "std::string", "\"\"",
           "Folder of AMD's device library (ocml.bc) or of ROCm; none for no "
           "library; by default where the environment or the build has it">,
  ];
  let dependentDialects = ["gpu::GPUDialect", "LLVM::LLVMDialect",
                           "ROCDL::ROCDLDialect"];
}

//===----------------------------------------------------------------------===//
// AttachTarget
//===----------------------------------------------------------------------===//

def PrimAttachTarget : Pass<"prim-attach-target", "::mlir::ModuleOp"> {
  let summary = "Give every gpu.module the chip to compile for";
  let description = [{
    Sets `[#rocdl.target<chip = ...>]`, or for an NVIDIA chip
    `[#nvvm.target<chip = ...>]`, on every `gpu.module` that has no target,
    and checks the others. A chip or feature that prim does not know, a module
    whose target is another than the options ask for, and a module that is
    left without a target are errors; nothing overrides silently.

    ```mlir
    gpu.module @kernels { ... }
    // with chip=gfx942 becomes
    gpu.module @kernels [#rocdl.target<chip = "gfx942">] { ... }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"\"",
           "Chip, such as gfx942 or sm_90">,
    Option<"features", "features", "std::string", "\"\"",
           "Target features, such as +wavefrontsize64">,
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect",
                           "::mlir::ROCDL::ROCDLDialect"];
}

#endif // PRIM_CONVERSION_PASSES_TD
