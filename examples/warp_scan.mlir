// A scan of the numbers that each wave holds, one per lane: 64 of them, or 32.
//
//   prim-run examples/warp_scan.mlir --generate=256xi32:constant=1 --print
//   prim-run examples/warp_scan.mlir --chip=gfx942 --dump=isa

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scan_waves(%in: memref<?xi32>, %out: memref<?xi32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.global_id x
      %x = memref.load %in[%i] : memref<?xi32>
      %p = prim.warp_scan inclusive add %x : i32
      memref.store %p, %out[%i] : memref<?xi32>
      gpu.return
    }
  }

  func.func @main(%in: memref<?xi32>) -> memref<?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %n = memref.dim %in, %c0 : memref<?xi32>
    %rest = arith.remui %n, %c256 : index
    %fits = arith.cmpi eq, %rest, %c0 : index
    cf.assert %fits, "this example scans blocks of 256 elements"
    %blocks = arith.divui %n, %c256 : index
    %out = gpu.alloc (%n) : memref<?xi32>
    gpu.launch_func @kernels::@scan_waves blocks in (%blocks, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%in : memref<?xi32>, %out : memref<?xi32>)
    return %out : memref<?xi32>
  }
}
