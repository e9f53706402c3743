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

    ```mlir
    %s = prim.block_reduce add %x all : i32
    // becomes, for 256 threads in waves of 64
    %w = prim.warp_reduce add %x : i32
    scf.if %first_lane { llvm.store %w, %slot[%wave] }
    amdgpu.lds_barrier
    // every thread folds the four partial results
    ```
  }];
  let dependentDialects = [
    "::mlir::amdgpu::AMDGPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::ROCDL::ROCDLDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PrimBufferize : Pass<"prim-bufferize", "::mlir::ModuleOp"> {
  let summary = "Take host functions from tensors to device memory";
  let description = [{
    Runs One-Shot Bufferize over the host functions, across function boundaries
    and with identity layouts. New buffers are device memory (`gpu.alloc`), copies
    are `gpu.memcpy`, and buffers that do not leave their function are freed.
    Functions without tensors are left alone, and so are `gpu.module`s.

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
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
