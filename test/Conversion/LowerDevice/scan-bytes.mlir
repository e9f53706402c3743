// Sums of bytes on NVIDIA: bytes come and go in words, the words that others have
// published are read before a tile is stored, and four bytes are scanned at a time.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(prim-lower-device{chip=sm_90},prim-lower-grid,gpu.module(prim-lower-block))' | FileCheck %s --check-prefix=BLOCK

// CHECK-LABEL: gpu.func @scan_2
// CHECK: prim.grid_publish
// CHECK: %[[START:.*]] = prim.grid_peek
// CHECK: scf.while ({{.*}} = %[[START]]{{.*}})
// CHECK: ^bb0({{.*}}, %[[PEEKED:[a-z0-9]+]]: vector<1xi64>):
// CHECK-NOT: prim.grid_peek
// CHECK: prim.grid_gather %[[PEEKED]]
// CHECK: %[[ITEMS:.*]] = scf.if {{.*}} -> (vector<64xi8>)
// CHECK: prim.block_scan inclusive add %[[ITEMS]]
// CHECK: %[[NEXT:.*]] = prim.grid_peek
// CHECK: scf.if
// CHECK: scf.yield {{.*}}, %[[NEXT]] :

// Two times two bytes at once.
// BLOCK: arith.constant 16711935 : i32
// BLOCK: arith.constant 65537 : i32
func.func @bytes(%x: memref<?xi8>, %y: memref<?xi8>) {
  prim.device_scan inclusive add ins(%x : memref<?xi8>) outs(%y : memref<?xi8>)
  return
}
