// RUN: prim-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-lower-warp | FileCheck %s --check-prefix=LOWER

// Codes of keys, and what they become wherever they stand.

// CHECK-LABEL: gpu.module @codes
// LOWER-LABEL: gpu.module @codes
gpu.module @codes [#rocdl.target<chip = "gfx942">] {
  // LOWER-LABEL: gpu.func @all
  // LOWER-NOT: prim.sort_code
  gpu.func @all(%i: i32, %j: index, %x: f16) -> (i32, i64, i16) {
    // CHECK: prim.sort_code slt %{{.*}} : i32
    // LOWER: %[[SIGN:.*]] = arith.constant -2147483648 : i32
    // LOWER: %[[C:.*]] = arith.xori %{{.*}}, %[[SIGN]] : i32
    %c = prim.sort_code slt %i : i32
    // CHECK: prim.sort_code ult descending %{{.*}} : index
    // LOWER: %[[D:.*]] = arith.xori %{{.*}}, %{{.*}} : i64
    %d = prim.sort_code ult descending %j : index
    // CHECK: prim.sort_code total %{{.*}} : f16
    // LOWER: %[[E:.*]] = arith.select %{{.*}} : i16
    // LOWER: gpu.return %[[C]], %[[D]], %{{.*}} : i32, i64, i16
    %e = prim.sort_code total %x : f16
    gpu.return %c, %d, %e : i32, i64, i16
  }
}

// -----

func.func @order_of_floats(%x: f32) {
  // expected-error @+1 {{order 'slt' does not support keys of type 'f32'; use 'total'}}
  %c = prim.sort_code slt %x : f32
  return
}

// -----

func.func @order_of_integers(%x: i32) {
  // expected-error @+1 {{order 'total' does not support keys of type 'i32'; use 'slt' or 'ult'}}
  %c = prim.sort_code total %x : i32
  return
}

// -----

// And back.

// CHECK-LABEL: gpu.module @keys
// LOWER-LABEL: gpu.module @keys
gpu.module @keys [#rocdl.target<chip = "gfx942">] {
  // LOWER-LABEL: gpu.func @all
  // LOWER-NOT: prim.sort_key
  gpu.func @all(%i: i32, %j: i64, %k: i16) -> (i32, index, f16) {
    // CHECK: prim.sort_key slt %{{.*}} : i32 -> i32
    // LOWER: %[[SIGN:.*]] = arith.constant -2147483648 : i32
    // LOWER: %[[C:.*]] = arith.xori %{{.*}}, %[[SIGN]] : i32
    %c = prim.sort_key slt %i : i32 -> i32
    // CHECK: prim.sort_key ult descending %{{.*}} : i64 -> index
    // LOWER: %[[D:.*]] = arith.index_cast %{{.*}} : i64 to index
    %d = prim.sort_key ult descending %j : i64 -> index
    // CHECK: prim.sort_key total %{{.*}} : i16 -> f16
    // LOWER: %[[E:.*]] = arith.bitcast %{{.*}} : i16 to f16
    // LOWER: gpu.return %[[C]], %[[D]], %[[E]] : i32, index, f16
    %e = prim.sort_key total %k : i16 -> f16
    gpu.return %c, %d, %e : i32, index, f16
  }
}

// -----

func.func @key_of_another(%x: i16) {
  // expected-error @+1 {{expects codes of type 'i32' for keys of type 'f32', found 'i16'}}
  %c = prim.sort_key total %x : i16 -> f32
  return
}

// -----

func.func @order_of_keys(%x: i32) {
  // expected-error @+1 {{order 'ult' does not support keys of type 'f32'; use 'total'}}
  %c = prim.sort_key ult %x : i32 -> f32
  return
}

// -----

func.func @key_of_no_width(%x: complex<f32>) {
  // expected-error @+1 {{'prim.sort_code' op expects a key that is an integer, an index or a float}}
  %c = prim.sort_code slt %x : complex<f32>
  return
}
