//===- Passes.td - Lowering passes -----*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per lowering pass: what it takes, what it leaves, its options.
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
      arguments. Host code that reads or writes an element of it is an error;
      `memref.alloca` is memory of the host.
    * `cf.assert` reports its message to the execution and goes on; the
      runtime launches nothing more after that.
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
                           "::mlir::scf::SCFDialect"];
}

#endif // PRIM_CONVERSION_PASSES_TD
