// A stream compaction in one pass, by hand: the elements that are not negative,
// in order, and how many there are. Every block counts those of its tile, learns
// from the grid how many come before, and writes its own behind them.
//
//   prim-run examples/compaction.mlir --generate=100000xi32:random \
//       --generate=100000xi32:constant=0 --generate=i32:constant=0 \
//       --inout=1 --inout=2 --output=kept.npy --output=count.npy

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @compact(%in: !prim.base<global>, %out: !prim.base<global>,
                      %count: !prim.base<global>, %workspace: !prim.base<global>,
                      %n: i32, %tiles: i32) kernel
        attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c4 = arith.constant 4 : i32
      %c256 = arith.constant 256 : i32
      %none = arith.constant false

      // The ticket's counter is the start of the workspace, the tiles' state comes
      // behind it.
      %tile = prim.grid_ticket %workspace : !prim.base<global>
      %b256 = arith.constant 256 : index
      %state = prim.advance %workspace, %b256 : !prim.base<global>

      // What is loaded past the end means nothing: a thread that has no element
      // keeps none.
      %first = arith.muli %tile, %c256 : i32
      %left = arith.subi %n, %first : i32
      %at = arith.index_castui %first : i32 to index
      %x = prim.block_load %in[%at] valid(%left) : !prim.base<global>, i32
      %thread = gpu.thread_id x
      %t = arith.index_castui %thread : index to i32
      %exists = arith.cmpi slt, %t, %left : i32
      %good = arith.cmpi sge, %x, %c0 : i32
      %keep = arith.select %exists, %good, %none : i1

      %one = arith.extui %keep : i1 to i32
      %place = prim.block_scan exclusive add %one prefix {
      ^bb0(%kept: i32):
        %p, %some = prim.grid_scan add %kept tile(%tile) tiles(%tiles) state(%state : !prim.base<global>) : i32
        %before = arith.select %some, %p, %c0 : i32
        // The last tile knows how many there are.
        %next = arith.addi %tile, %c1 : i32
        %last = arith.cmpi eq, %next, %tiles : i32
        scf.if %last {
          %all = arith.addi %before, %kept : i32
          prim.store %all, %count[%c0] : i32, !prim.base<global>
        }
        prim.yield %before : i32
      } : i32
      scf.if %keep {
        %to = arith.muli %place, %c4 overflow<nuw> : i32
        prim.store %x, %out[%to] : i32, !prim.base<global>
      }
      gpu.return
    }
  }

  func.func @main(%x: memref<?xi32>, %kept: memref<?xi32>, %count: memref<i32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0 : i8
    %n = memref.dim %x, %c0 : memref<?xi32>
    %tiles = arith.ceildivui %n, %c256 : index
    %states = prim.grid_state_size %tiles : i32
    %bytes = arith.addi %states, %c256 : index
    %workspace = gpu.alloc (%bytes) : memref<?xi8>
    gpu.memset %workspace, %zero : memref<?xi8>, i8
    %in = prim.base_of %x : memref<?xi32>
    %out = prim.base_of %kept : memref<?xi32>
    %number = prim.base_of %count : memref<i32>
    %w = prim.base_of %workspace : memref<?xi8>
    %n32 = arith.index_cast %n : index to i32
    %tiles32 = arith.index_cast %tiles : index to i32
    gpu.launch_func @kernels::@compact blocks in (%tiles, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%in : !prim.base<global>, %out : !prim.base<global>,
             %number : !prim.base<global>, %w : !prim.base<global>,
             %n32 : i32, %tiles32 : i32)
    gpu.dealloc %workspace : memref<?xi8>
    return
  }
}
