gpu.module @kernels {
  "foo.global"() {sym_name = "g"} : () -> ()
  gpu.func @k(%x: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi32>
    %w = "foo.twice"(%v) : (i32) -> i32
    %s = prim.block_scan inclusive add %w : i32
    %h = "foo.handle"() : () -> !foo.handle
    "foo.jump"(%s, %h)[^end] : (i32, !foo.handle) -> ()
  ^end:
    %r = gpu.all_reduce add %w {} : (i32) -> i32
    memref.store %r, %x[%t] : memref<?xi32>
    gpu.return
  }
}
