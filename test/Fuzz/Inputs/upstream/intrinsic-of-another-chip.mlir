// signature: Cannot select: intrinsic %llvm.amdgcn.
// reason: LLVM has no way to ask which intrinsics a chip has
// command: prim-opt --prim-to-rocdl-pipeline=isolate=none
gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%p: !llvm.ptr<1>, %h: vector<4xf16>, %v: vector<4xf32>) kernel {
    %c = llvm.mlir.constant(0 : i32) : i32
    %x = rocdl.mfma.f32.16x16x16f16 %h, %h, %v, %c, %c, %c : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    llvm.store %x, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}
