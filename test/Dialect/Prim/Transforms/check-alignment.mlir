// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-check-alignment))' | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @accesses
  // CHECK-SAME: (%[[B:.*]]: !prim.base<global>, %[[O:.*]]: i32, %[[X:.*]]: i64, %[[C:.*]]: i8)
  gpu.func @accesses(%b: !prim.base<global>, %o: i32, %x: i64, %c: i8) {
    // CHECK: %[[BYTES:.*]] = arith.index_castui %[[O]] : i32 to index
    // CHECK: %[[AT:.*]] = prim.advance %[[B]], %[[BYTES]]
    // CHECK: %[[HOLDS:.*]] = prim.is_aligned %[[AT]] to 16
    // CHECK: cf.assert %[[HOLDS]], "the address of 'prim.load' is not a multiple of 16 bytes, its declared alignment"
    // CHECK: prim.load
    %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
    // By its type: an element's size.
    // CHECK: prim.is_aligned %{{.*}} to 4
    // CHECK: prim.load
    %w = prim.load %b[%o] : !prim.base<global> -> vector<2xf32>
    // CHECK: prim.is_aligned %{{.*}} to 8
    // CHECK: cf.assert %{{.*}}, "the address of 'prim.store' is
    // CHECK: prim.store
    prim.store %x, %b[%o] : i64, !prim.base<global>
    // Any address will do.
    // CHECK-NOT: cf.assert
    prim.store %c, %b[%o] : i8, !prim.base<global>
    prim.store %x, %b[%o] align(1) : i64, !prim.base<global>
    gpu.return
  }
}
