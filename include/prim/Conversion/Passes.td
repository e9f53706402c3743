//===- Passes.td - Lowering passes -----*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per lowering pass: its input, its output, its options. Those that make prim
// ops of other dialects are in FrontendPasses.td.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_PASSES_TD
#define PRIM_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrimLowerHost : Pass<"prim-lower-host", "::mlir::ModuleOp"> {
  let summary = "Lower host functions to the LLVM dialect on prim's runtime";
  let description = [{
    Lowers the functions of a module, and the `gpu` ops in them, to the LLVM dialect.
    The code calls only the execution layer of `prim_runtime.h`. `gpu.binary` ops become
    constants.

    * Every function that has a body gets one more parameter, the opaque
      `primExecution *`, which is the device and stream to use. Calls pass it on. A
      declaration keeps its signature.
    * `gpu.launch_func` becomes a look-up of the kernel, cached in a global per binary,
      and a launch. Work is in order on one stream, so async tokens and `gpu.wait`
      disappear.
    * Memory of `gpu.alloc` and `memref.alloc` is device memory, and so are memref
      arguments. Host code that reads or writes an element of it is an error, whatever
      op does so. `prim-host-memory` converts possible accesses to transfers.
      `memref.alloca` and `memref.get_global` are host memory.
    * `gpu.memcpy` and `memref.copy` copy between host and device as their operands
      require. A copy to the host is complete before the host continues.
    * `prim.check` reports its message to the execution, and the function returns
      (zeros, if it has results). `cf.assert` is a check with
      PRIM_ERROR_INVALID_ARGUMENT. The function also returns after a copy to the host
      that failed, and after a call of a function that may have returned early.
    * An allocation is reported in the same way if its sizes are negative, or if its
      bytes exceed 64 bits.
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
    Replaces every device op of a host function by the code that launches it. Its
    kernels, written with block and warp ops, go into the `gpu.module` `@prim_kernels`,
    which gets the target that the options describe. Ops of the module that need equal
    kernels share them.

    Operands must be memrefs in device memory, in any strided layout; tensors are
    bufferised first. Host code uses `gpu.launch_func`, `gpu.alloc`, `gpu.dealloc`,
    `gpu.memset`, and `prim.resident_blocks` for cooperative launches. `prim.check`
    tests what is known only at run time: sizes that must agree or are too large for a
    launch, and the size and alignment of a workspace. All checks of an op precede its
    launches.

    `chip` has no default. It is not needed if the module already has a `@prim_kernels`
    with a target.

    `print-plan` emits a remark with the plan of each op, and with the plans of the ops
    that replace it, if any. The plan is the tile as a `tuning` attribute, the regions
    of the workspace in bytes, and the launches for each range of sizes. If the op gets
    this attribute, it has one tile for all sizes. An op without it has smaller tiles
    for short rows, and other forms for small buffers.

    A row of `prim.device_rows` is loaded once and stays in registers until it is
    written. A group of 8 lanes holds up to 32 elements. Longer rows are held by a group
    of 32 lanes, or by a block of up to 1024 threads: up to 32768 elements of 4 bytes, if
    the region has few other values. A block or a cluster keeps a longer row in
    workgroup memory, if it has room there. Rows that are longer still are read again
    for each fold that depends on an earlier one; a maximum and the sum of exponentials
    of differences from it count as one fold. A row that one walk reads is not held, if
    it is long and only folds of it are written. Rows whose elements do not lie side by
    side, such as columns, have a thread each up to 32 elements. A block has a strip of
    up to 32 longer ones, and several threads share each row. They hold up to 1024
    elements of 4 bytes, if the region has few other values. Rows with prefixes, or with
    a fold that is not commutative or has no identity, have a thread each at any length,
    which reads them again. An
    optimisation remark of the category `prim-lower-device` says how often rows are read. A row
    with a sort is held in any case. A group of lanes sorts by a network in registers:
    up to 256 elements if two registers hold what is sorted of each. Longer rows, and
    all rows with several keys, take a block, which sorts by digits, or by merges with a
    comparator. The sorted elements take at most half of the workgroup memory: 8192
    elements of 4 bytes on chips with 64 KiB.

    Only kernels know how long segments are. Their mean length chooses the group, which
    holds up to twice as many elements. A block walks along a longer segment. Where
    groups of lanes hold the others, it does so in a second kernel, whose blocks look
    for such segments.

    `limits` takes pairs `name=value`, comma separated. Bounds smaller than the default
    change no result. Tests use them so that small inputs reach the code for large ones.

    | name | values | default | meaning |
    |---|---|---|---|
    | `max-blocks` | 1 to 65536 | as many as the chip can hold at once; where blocks leave partial results, 32 per lane of a wave or the tuned number | most blocks of a reduction, of short rows, of a histogram and of a cooperative launch; each then takes several tiles, or another form is used |
    | `look-back-window` | 1 to the lanes of a wave | the lanes of a wave; for a persistent scan, up to 256 | tiles that a scan's look-back reads at once |
    | `least-columns` | 1 to 65536 | 16 | least number of strided rows for which each lane folds one row |
    | `max-launch-threads` | 1024 to 4294967295 | 4294967295 | most threads of a launch; a scan or sort that needs more tiles is an error status |
    | `cooperative` | 0 or 1 | 1 | whether launches may be cooperative (`prim.cooperative`), which requires support in the runtime |
    | `overlapped` | 0 or 1 | 1 | whether launches of one op may overlap (`prim.overlapped`), if the chip supports it |
    | `histogram-bytes` | 0 to 65536 | the chip's workgroup memory | workgroup memory for the bins of a histogram; more bins are counted in device memory |
    | `copy-words` | 0, 1 | 1 where accesses must be aligned | whether batch copies go by aligned words |
    | `align-tiles` | 0, 1 | 1 where accesses must be aligned | whether tiles of scans whose blocks take several, and vectors of rows of odd lengths, begin at aligned elements |
    | `max-sort-items` | 2 to 1073741824 | 1073741824 | a sort of as many items or more is an error status, or with `batches` is done in batches |

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
           "Emit a remark at each op with its plan">
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
    Replaces the ops with which the blocks of a launch exchange values:

    * A `prim.grid_ticket` is one atomic addition per block.
    * A `prim.grid_publish` is a relaxed store per word of the tile's values.
    * A `prim.grid_prefix` is a decoupled look-back by one wave, or with chains by each
      thread for its own. A `prim.grid_scan` is both.
    * A word has 8 bytes per 4 bytes of the fold, or with `bits` 4 bytes for the whole
      fold.
    * For a `prim.grid_reduce` every block stores its part and counts itself with an
      atomic addition that releases it. The first wave of the block that completes the
      count folds all parts in order.
    * `prim.grid_state_size`, in host code too, becomes arithmetic.

    All threads of the block must execute such an op together (in the prefix region of a
    `prim.block_scan`, all lanes of a wave). The surrounding `gpu.func` must have a
    `known_block_size`. A `prim.grid_prefix` is an error if the `prim.grid_publish` of
    its state and tile follows it, has other clauses or types, or is nowhere in the
    module.

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
    Replaces every block op by work on a thread's own items, warp ops, and an exchange
    through workgroup memory. The surrounding `gpu.func` must have a `known_block_size`,
    and the module a target.

    Every op allocates its own buffer and acquires it with a barrier.
    `prim-plan-workgroup-memory` lets buffers share memory and removes the barriers that
    are not needed.

    A block op or a `gpu.barrier` is an error in control flow that depends on a value
    which differs between the threads of a block, unless `prim.converged` on it promises
    that all threads execute it.

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
    Converts the operations of host functions on device buffers to kernels, one thread
    per iteration, or by tiles:

    * `gpu.launch` is outlined;
    * `scf.parallel`, `scf.forall` and `affine.parallel` that only compute and access
      device memory become launches (one with a reduction is an error);
    * linalg ops on memrefs become such loops. `linalg.fill` of contiguous memory
      becomes a `gpu.memset`, `linalg.copy` a copy. An op that only reduces is an error:
      use `prim.device_reduce`, or `prim-linalg-to-prim`;
    * `memref.copy` and `gpu.memcpy` become such loops if one of the two buffers has
      holes.

    With `chip`, a parallel loop whose iterations share what a loop in its body loads, as
    a product of matrices, is computed by tiles. A block copies the elements that several
    of its threads load to workgroup memory, and a thread has several iterations. The order
    of the loop in the body is unchanged, so that sums have the same bits. The chip's tuning
    table has the tiles.

    A reduction reads a view with strides of 0 instead of a copy that a linalg op makes in
    a shape of more dimensions, if shapes are known and nothing else uses the copy.

    On memory of `memref.alloca`, these ops remain loops of the host.

    `prim.check` tests at run time that both sides of a copy (`memref.copy`,
    `gpu.memcpy`, `linalg.copy`) have the same sizes. For a parallel loop, it tests that
    the steps are positive, and that 63 bits count the iterations. Copies in loops that
    become kernels are not checked.

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
  let options = [
    Option<"chip", "chip", "std::string", "\"\"",
           "Chip whose tiles are used; none: one iteration for each thread">,
    Option<"features", "features", "std::string", "\"\"",
           "Target features, such as +wavefrontsize64">
  ];
}

def PrimHostMemory : Pass<"prim-host-memory", "::mlir::ModuleOp"> {
  let summary = "Separate the memory of the host from the memory of the device";
  let description = [{
    Converts accesses between host and device memory to transfers, and reports those
    that cannot be converted. In host functions a memref is device memory, unless it is
    a view of a `memref.alloca` or a `memref.get_global`.

    * A constant global that is passed on (to a device op, a kernel, a call, a loop) is
      copied to the device, once per call of the function. It is freed when the function
      returns, unless it is returned. Host accesses keep the global. A global with equal
      elements is set and not copied.
    * A load of one element of device memory at constant indices (rank 0 has none)
      becomes a copy that the host waits for. A store becomes a `gpu.memset`, which the
      host does not wait for. An index is checked against a size that is known only at
      run time (`prim.check`).
    * Any other access of the host to device memory is an error, whatever op makes it.
      So is passing on memory of `memref.alloca` or of a global that may change, because
      a copy would miss later writes.

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

def PrimEmbedConstants : Pass<"prim-embed-constants", "::mlir::ModuleOp"> {
  let summary = "Put small constants into the code of the kernels that read them";
  let description = [{
    Replaces copies of constants to the device, which `prim-host-memory` makes, by
    constants in the kernels' modules, which the binary holds. A constant has at most
    `max-bytes` bytes. Kernels must only load from it, and all launches of a kernel must
    pass the same one. Other kernels keep the copy.

    ```mlir
    %d = gpu.alloc () : memref<4xi32>
    gpu.memcpy %d, %table : memref<4xi32>, memref<4xi32>
    %b = prim.base_of %d : memref<4xi32>
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%b : !prim.base<global>)
    // becomes a launch of @k without the argument, which begins with
    %m = memref.get_global @table : memref<4xi32, #gpu.address_space<global>>
    %b = prim.base_of %m : memref<4xi32, #gpu.address_space<global>>
    ```
  }];
  let options = [Option<"maxBytes", "max-bytes", "int64_t", "65536",
                        "Most bytes of a constant in a kernel's module">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::prim::PrimDialect"];
}

include "prim/Conversion/FrontendPasses.td"

//===----------------------------------------------------------------------===//
// LowerWarp
//===----------------------------------------------------------------------===//

def PrimLowerWarp : Pass<"prim-lower-warp", "gpu::GPUModuleOp"> {
  let summary = "Lower warp ops to the target's cross-lane operations";
  let description = [{
    Replaces the `prim.warp_*` ops in a `gpu.module` by operations of the module's
    target. The target family selects how lanes exchange values, per chip, wave size,
    type and operator:

    * On AMD: a DPP control folded into the operation if there is one, else a DPP move,
      permlane or readlane. The LDS crossbar is used only where these do not suffice.
    * On NVIDIA: `shfl.sync` and `vote.sync` with the lanes of the logical warp as
      members.
    * Sorts are bitonic networks. On one key of up to 32 bits a step is a move and, on
      AMD, a `v_med3_u32`.

    The pass fails with a diagnostic

    * if a combination is not implemented;
    * if a logical warp is wider than the target's wave;
    * if an op is in control flow that depends on a value which differs between the
      lanes of its logical warp, which must be active together. `prim.converged` on the
      op promises that they are.

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
  let summary = "Expand the ordinary MLIR in kernels to convertible ops";
  let description = [{
    Checks a `gpu.module` without prim ops for ops that cannot become AMDGPU code. It
    diagnoses them at their location, and says what to write instead. Examples are
    dialects and operations without a lowering, types that no register holds, cross-lane
    operations that the chip lacks, and calls of functions without a body.

    The pass then lowers, for one thread, the ops that the conversion to rocdl does not
    accept:

    * `affine`, `linalg` on memrefs, and `scf.forall`;
    * vectors of higher rank and their transfers;
    * `complex` functions, and 8-bit floats if the chip converts them;
    * strided copies, and atomic products.
     The sizes of blocks, grids and waves become constants if they are known
     (`known_block_size`, `known_grid_size`, the target). Otherwise they are loaded from
     the arguments that the driver passes. A failing `cf.assert` ends the kernel, at an
     address whose symbol is the message. The values of `gpu.printf` become i32, i64 and
     f64, and the lengths in its format (`%ld`) become those of the values.

    Math functions on f16, bf16, f32 and f64, scalar or vectors, become intrinsics if
    the back end expands them. Otherwise they become calls of AMD's device library,
    which `prim-serialize` links. `device-libs` is its folder. By default it is searched
    for in `HIP_DEVICE_LIB_PATH`, in `ROCM_PATH` and where the build found it. Without
    the library, prim's fallbacks and upstream's approximations are used, for f32 (also
    for f16 and bf16, by conversion). Some are less accurate or slower. Functions that
    they lack are an error.

    ```mlir
    %n = gpu.block_dim x
    %i = gpu.global_id x
    cf.assert %ok, "too large"
    gpu.printf "%d is large\n", %i : index
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
    %l = arith.index_cast %i : index to i64
    gpu.printf "%lld is large\0A", %l : i64
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
    Converts a `gpu.module` without prim ops to the LLVM dialect, for the chip that the
    module's `#rocdl.target` names. It runs `prim-expand-kernels` and the upstream
    conversions (amdgpu, scf, memref, then gpu to rocdl). The pass needs no `chipset`
    option, and runs them in an order that leaves no op unconverted. `prim-gpu-to-nvvm`
    is its counterpart; the two share everything except upstream's conversions.

    Memory of `memref.alloca` is private memory, of constant size, at the entry of its
    function. An `scf.for` with a barrier in it is marked so that LLVM does not unroll or
    peel it, which would copy the block ops in its body. A loop that already has a
    `loop_annotation` keeps it.

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
    Converts a `gpu.module` with an `#nvvm.target` to the LLVM dialect, as
    `prim-gpu-to-rocdl` does for a `#rocdl.target`. It runs the checks,
    `prim-expand-kernels`, and the upstream conversions (scf, memref, then gpu to nvvm).
    Thread memory is at the entry of its function, and loops with a barrier are not
    unrolled or peeled.

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
    Replaces every `gpu.module`, lowered to the LLVM dialect and with a `#rocdl.target`
    or an `#nvvm.target`, by a `gpu.binary` of the same name with one `gpu.object`. LLVM
    and lld are linked into prim. So code generation and linking need no ROCm
    installation and write no file.

    The object is a code object with the metadata of its kernels. With `format=isa` it
    is its assembly, and with `format=llvm` its optimised LLVM IR.

    For NVIDIA chips the object is a cubin if the toolkit's `ptxas` is found. Otherwise
    it is PTX, which the driver assembles when it loads it. `PRIM_PTXAS` names `ptxas`,
    or is `none`. If it is not set, `ptxas` is searched for in `CUDA_ROOT`, `CUDA_HOME`,
    `CUDA_PATH`, `PATH`, and where the toolkit installs itself. `format=isa` is always
    PTX.

    LLVM ends the process when it meets something that a chip cannot do ("Cannot
    select"). With `isolate` LLVM runs in a child process. This error, a crash or too
    long a run is then an error at the kernel:

    * `fork`: a copy of this process. Requires that no other thread of it holds a lock
      of LLVM or of the C library.
    * `program`: `prim-codegen`, which is searched for beside the running executable.
    * `auto`: the value of `PRIM_ISOLATE` in the environment. If that is not set, a copy
      if this process has a single thread, else the program if it is found, else this
      process. It is the default of `prim-opt`, `prim-run` and `prim-compile`.

    Errors that LLVM reports without ending the process are always errors at the kernel.

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
  let summary = "Set the chip to compile for on every gpu.module";
  let description = [{
    Sets `[#rocdl.target<chip = ...>]`, or for an NVIDIA chip
    `[#nvvm.target<chip = ...>]`, on every `gpu.module` that has no target, and checks
    the others. Errors are a chip or feature that prim does not know, a module whose
    target differs from the options, and a module that is left without a target. The
    pass overrides no target silently.

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
