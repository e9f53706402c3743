// An index that goes through a narrow integer loses its upper bits, wherever it
// does so: on the host, in a kernel, in a region of a device op, in a map.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = prim-run %s --generate=258xi64:iota --print
// RUN: %{run} --chip=gfx942 --entry=memrefs | FileCheck %s --check-prefix=MEMREFS
// RUN: %{run} --chip=gfx1100 --opt-level=1 --entry=memrefs | FileCheck %s --check-prefix=MEMREFS
// RUN: %{run} --chip=gfx942 --entry=map | FileCheck %s --check-prefix=MAP
// RUN: %{run} --chip=gfx1100 --opt-level=1 --entry=map | FileCheck %s --check-prefix=MAP

// 258 on the host, 126 to 129 in a kernel, as signed numbers.
// MEMREFS: 5xi64: 2 126 127 -128 -127
// The largest of 0 to 257, and their sum, as unsigned numbers.
// MAP: i64: 255
// MAP: i64: 32641

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @narrow(%x: memref<258xi64>, %y: memref<5xi64>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %at = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c126 = arith.constant 126 : index
    %from = arith.addi %at, %c126 : index
    %element = memref.load %x[%from] : memref<258xi64>
    %index = arith.index_cast %element : i64 to index
    %narrow = arith.index_cast %index : index to i8
    %wide = arith.index_cast %narrow : i8 to index
    %r = arith.index_cast %wide : index to i64
    %place = arith.addi %at, %c1 : index
    memref.store %r, %y[%place] : memref<5xi64>
    gpu.return
  }
}

func.func @memrefs(%x: memref<258xi64>) -> memref<5xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = gpu.alloc () : memref<5xi64>
  %last = arith.constant 257 : index
  %element = memref.load %x[%last] : memref<258xi64>
  %index = arith.index_cast %element : i64 to index
  %size = arith.addi %index, %c1 : index
  %narrow = arith.index_cast %size : index to i8
  %wide = arith.index_cast %narrow : i8 to index
  %r = arith.index_cast %wide : index to i64
  memref.store %r, %y[%c0] : memref<5xi64>
  gpu.launch_func @kernels::@narrow blocks in (%c1, %c1, %c1)
      threads in (%c4, %c1, %c1) args(%x : memref<258xi64>, %y : memref<5xi64>)
  return %y : memref<5xi64>
}

func.func @map(%x: tensor<258xi64>) -> (tensor<i64>, tensor<i64>) {
  %o = tensor.empty() : tensor<i64>
  %most = prim.device_reduce maxui ins(%x : tensor<258xi64>) outs(%o : tensor<i64>) prologue {
  ^bb0(%element: i64):
    %index = arith.index_castui %element : i64 to index
    %narrow = arith.index_castui %index : index to i8
    %wide = arith.index_castui %narrow : i8 to index
    %r = arith.index_castui %wide : index to i64
    prim.yield %r : i64
  } -> tensor<i64>
  %e = tensor.empty() : tensor<258xi64>
  %y = linalg.map ins(%x : tensor<258xi64>) outs(%e : tensor<258xi64>)
      (%element: i64, %old: i64) {
    %index = arith.index_castui %element : i64 to index
    %narrow = arith.index_castui %index : index to i8
    %wide = arith.index_castui %narrow : i8 to index
    %r = arith.index_castui %wide : index to i64
    linalg.yield %r : i64
  }
  %sum = prim.device_reduce add ins(%y : tensor<258xi64>) outs(%o : tensor<i64>) -> tensor<i64>
  return %most, %sum : tensor<i64>, tensor<i64>
}
}
