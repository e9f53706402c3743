// A histogram by hand: how many of some numbers have each value of their low eight
// bits. Every block counts its tiles, each thread one of the 256 bins, and adds
// what it has to the counts of all at the end.
//
//   prim-run examples/histogram.mlir --generate=100000xi32:random \
//       --generate=256xi32:constant=0 --inout=1 --output=counts.npy

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @count(%x: memref<?xi32>, %counts: !prim.base<global>, %n: index) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %zero = arith.constant 0 : i32
      %c4 = arith.constant 4 : i32
      %tile = arith.constant 2048 : index
      %mask = arith.constant dense<255> : vector<8xi32>

      // Tiles of eight items per thread, dealt out to the blocks.
      %block = gpu.block_id x
      %blocks = gpu.grid_dim x
      %first = arith.muli %block, %tile : index
      %step = arith.muli %blocks, %tile : index
      %own = scf.for %at = %first to %n step %step iter_args(%sum = %zero) -> i32 {
        %left = arith.subi %n, %at : index
        %some = arith.minui %left, %tile : index
        %valid = arith.index_cast %some : index to i32
        %items = prim.block_load %x[%at] valid(%valid) arrangement(rows(4)) : memref<?xi32>, vector<8xi32>
        %bins = arith.andi %items, %mask : vector<8xi32>
        %new = prim.block_histogram %bins bins(256) valid(%valid) counts(1) arrangement(rows(4)) : vector<8xi32>
        %next = arith.addi %sum, %new : i32
        scf.yield %next : i32
      }

      %thread = gpu.thread_id x
      %t = arith.index_castui %thread : index to i32
      %to = arith.muli %t, %c4 overflow<nuw> : i32
      %before = prim.atomic_rmw add %own, %counts[%to] atomic(relaxed, device) : i32, !prim.base<global>
      gpu.return
    }
  }

  func.func @main(%x: memref<?xi32>, %counts: memref<256xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %tile = arith.constant 2048 : index
    %most = arith.constant 64 : index
    %n = memref.dim %x, %c0 : memref<?xi32>
    %tiles = arith.ceildivui %n, %tile : index
    %blocks = arith.minui %tiles, %most : index
    %out = prim.base_of %counts : memref<256xi32>
    gpu.launch_func @kernels::@count blocks in (%blocks, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%x : memref<?xi32>, %out : !prim.base<global>, %n : index)
    return
  }
}
