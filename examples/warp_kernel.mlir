// A kernel by hand: every wave sums its 64 (or 32) elements and its first lane
// writes the result. Warp ops are entered here without any device op around
// them; the host function launches the kernel itself.
//
//   prim-run examples/warp_kernel.mlir --generate=2048xi32:small --print
//   prim-run examples/warp_kernel.mlir --chip=gfx1100 --dump=isa

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @wave_sums(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %thread = gpu.thread_id x
      %block = gpu.block_id x
      %wave_size = gpu.subgroup_size : index
      %c256 = arith.constant 256 : index
      %base = arith.muli %block, %c256 : index
      %i = arith.addi %base, %thread : index
      %i64 = arith.index_cast %i : index to i64
      %px = llvm.getelementptr %x[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      %v = llvm.load %px : !llvm.ptr<1> -> i32
      %sum = prim.warp_reduce add %v : i32
      %lane = arith.remui %i, %wave_size : index
      %wave = arith.divui %i, %wave_size : index
      %c0 = arith.constant 0 : index
      %first = arith.cmpi eq, %lane, %c0 : index
      scf.if %first {
        %w64 = arith.index_cast %wave : index to i64
        %py = llvm.getelementptr %y[%w64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
        llvm.store %sum, %py : i32, !llvm.ptr<1>
      }
      gpu.return
    }
  }

  // Up to 64 sums: one per wave of 32 lanes, or half as many of 64 lanes.
  func.func @main(%x: memref<?xi32>) -> memref<64xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0 : i32
    %n = memref.dim %x, %c0 : memref<?xi32>
    %blocks = arith.divui %n, %c256 : index
    %most = arith.constant 8 : index
    %fits = arith.cmpi ule, %blocks, %most : index
    cf.assert %fits, "this example sums 2048 elements at most"
    %y = gpu.alloc () : memref<64xi32>
    gpu.memset %y, %zero : memref<64xi32>, i32
    %ax = memref.extract_aligned_pointer_as_index %x : memref<?xi32> -> index
    %ix = arith.index_cast %ax : index to i64
    %px = llvm.inttoptr %ix : i64 to !llvm.ptr<1>
    %ay = memref.extract_aligned_pointer_as_index %y : memref<64xi32> -> index
    %iy = arith.index_cast %ay : index to i64
    %py = llvm.inttoptr %iy : i64 to !llvm.ptr<1>
    gpu.launch_func @kernels::@wave_sums blocks in (%blocks, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%px : !llvm.ptr<1>, %py : !llvm.ptr<1>)
    return %y : memref<64xi32>
  }
}
