// RUN: prim-opt %s --prim-lower-device="chip=gfx942" | FileCheck %s

// Blocks take every so many tiles one. Bytes are summed in words: all, and every
// other one.
// CHECK-LABEL: gpu.func @reduce_0
// CHECK: arith.extui
// CHECK: %[[STEP:.*]] = arith.extui %{{.*}} : i32 to i64
// CHECK: %[[TILES:.*]] = arith.ceildivui %{{.*}}, %c4096_i64
// CHECK: scf.for {{.*}} to %[[TILES]] step %[[STEP]]
// CHECK: vector.bitcast %{{.*}} : vector<32xi8> to vector<8xi32>
// CHECK: arith.constant 16711935 : i32
// CHECK: arith.andi
// CHECK: arith.trunci {{.*}} : i32 to i8
func.func @add(%x: memref<?xi8>, %o: memref<i8>) {
  prim.device_reduce add ins(%x : memref<?xi8>) outs(%o : memref<i8>)
  return
}

// Bits carry nothing.
// CHECK-LABEL: gpu.func @reduce_1
// CHECK: vector.bitcast %{{.*}} : vector<32xi16> to vector<16xi32>
// CHECK-NOT: arith.constant 65535 : i32
// CHECK: arith.xori {{.*}} : i32
func.func @xor(%x: memref<?xi16>, %o: memref<i16>) {
  prim.device_reduce xor ins(%x : memref<?xi16>) outs(%o : memref<i16>)
  return
}

// CHECK-LABEL: gpu.func @reduce_2
// CHECK-NOT: vector.bitcast
// CHECK: gpu.return
func.func @max(%x: memref<?xi8>, %o: memref<i8>) {
  prim.device_reduce maxui ins(%x : memref<?xi8>) outs(%o : memref<i8>)
  return
}

// In order a block has a run of tiles.
// CHECK-LABEL: gpu.func @reduce_3
// CHECK: scf.for {{.*}} step %c1_i64
// CHECK: gpu.return
func.func @in_order(%x: memref<?xi32>, %i: i32, %o: memref<i32>) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%o : memref<i32>) init(%i : i32) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}

// Tiles of another size than a power of two are not counted, which would take a
// division.
// CHECK-LABEL: gpu.func @reduce_4
// CHECK: %[[BLOCKS:.*]] = arith.minui
// CHECK: arith.extui
// CHECK: %[[WIDE:.*]] = arith.extui %[[BLOCKS]] : i32 to i64
// CHECK: %[[STEP:.*]] = arith.muli %[[WIDE]], %c6144_i64
// CHECK: scf.for {{.*}} to %arg{{[0-9]+}} step %[[STEP]]
// CHECK: gpu.return
func.func @wide(%x: memref<?xi64>, %o: memref<i64>) {
  prim.device_reduce add ins(%x : memref<?xi64>) outs(%o : memref<i64>)
  return
}
