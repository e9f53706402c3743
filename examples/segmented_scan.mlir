// A segmented scan within logical warps of 32 lanes, by hand. The top bit of an
// element starts a segment, the bits below are its value. Every element gets the
// sum of what comes before it in its segment, and how far the segment's start is
// away. The last block guards its end.
//
//   prim-run examples/segmented_scan.mlir --generate=1000xi32:small --print
//   prim-run examples/segmented_scan.mlir --chip=gfx1100 --dump=isa

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scan_segments(%x: memref<?xi32>, %sums: memref<?xi32>,
                            %distances: memref<?xi32>) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %c256 = arith.constant 256 : index
      %zero = arith.constant 0 : i32
      %thread = gpu.thread_id x
      %block = gpu.block_id x
      %warp = arith.divui %thread, %c32 : index
      %in_block = arith.muli %warp, %c32 : index
      %start = arith.muli %block, %c256 : index
      %tile = arith.addi %start, %in_block : index
      %n = memref.dim %x, %c0 : memref<?xi32>
      %left = arith.subi %n, %tile : index
      %valid = arith.index_cast %left : index to i32
      %v = prim.warp_load direct %x[%tile] valid(%valid) fill(%zero : i32) width(32) : memref<?xi32>, i32
      %sum, %distance = prim.warp_scan exclusive add %v packed distance width(32) : i32
      prim.warp_store direct %sum, %sums[%tile] valid(%valid) width(32) : i32, memref<?xi32>
      prim.warp_store direct %distance, %distances[%tile] valid(%valid) width(32) : i32, memref<?xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %n = memref.dim %x, %c0 : memref<?xi32>
    %blocks = arith.ceildivui %n, %c256 : index
    %sums = gpu.alloc (%n) : memref<?xi32>
    %distances = gpu.alloc (%n) : memref<?xi32>
    gpu.launch_func @kernels::@scan_segments blocks in (%blocks, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%x : memref<?xi32>, %sums : memref<?xi32>, %distances : memref<?xi32>)
    return %sums, %distances : memref<?xi32>, memref<?xi32>
  }
}
