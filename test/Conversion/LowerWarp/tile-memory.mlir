// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-warp))' | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // Vectors are aligned as far as the tile's length lets them: to four items, to two,
  // or to one.
  // CHECK-LABEL: gpu.func @vectors
  // CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<?xi32>, vector<8xi32>
  // CHECK: vector.load {{.*}} {alignment = 8 : i64} : memref<?xi32>, vector<6xi32>
  // CHECK: vector.load {{.*}} {alignment = 4 : i64} : memref<?xi32>, vector<3xi32>
  // CHECK: vector.load {{.*}} {alignment = 4 : i64} : memref<?xi32>, vector<4xi32>
  // CHECK: vector.store {{.*}} {alignment = 8 : i64} : memref<?xi32>, vector<6xi32>
  gpu.func @vectors(%a: memref<?xi32>, %o: memref<?xi32>, %i: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = prim.warp_load vectorize %a[%i] : memref<?xi32>, vector<8xi32>
    %1 = prim.warp_load vectorize %a[%i] : memref<?xi32>, vector<6xi32>
    %2 = prim.warp_load vectorize %a[%i] : memref<?xi32>, vector<3xi32>
    %3 = prim.warp_load direct %a[%i] : memref<?xi32>, vector<4xi32>
    prim.warp_store vectorize %1, %o[%i] : vector<6xi32>, memref<?xi32>
    gpu.return
  }
}
