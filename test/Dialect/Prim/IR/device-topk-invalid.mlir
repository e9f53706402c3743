// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What ops that look for a place in the order cannot be.

func.func @order(%x: memref<?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{order 'slt' does not support keys of type 'f32'; use 'total'}}
  prim.device_topk slt ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

// -----

func.func @no_order(%x: memref<?xf32>, %o: memref<?xf32>, %n: index) {
  // expected-error @+1 {{needs an order or a comparator region}}
  prim.device_nth ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) nth(%n)
  return
}

// -----

func.func @two_outs(%x: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  // expected-error @+1 {{expects 1 outs for taken items, found 2}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @out_type(%x: memref<?xi32>, %o: memref<?xi64>) {
  // expected-error @+1 {{expects elements of type 'i32' in outs for taken items, found 'memref<?xi64>'}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o : memref<?xi64>)
  return
}

// -----

func.func @too_many(%x: memref<5xi32>, %o: memref<6xi32>) {
  // expected-error @+1 {{takes 6 elements in taken items, but ins has 5; found 'memref<6xi32>'}}
  prim.device_topk slt ins(%x : memref<5xi32>) outs(%o : memref<6xi32>)
  return
}

// -----

func.func @sizes(%x: memref<?xi32>, %o: memref<3xi32>, %p: memref<4xi32>) {
  // expected-error @+1 {{expects outs for taken items to have the sizes of ins, and one size along the dimension, found 'memref<4xi32>'}}
  prim.device_topk slt ins(%x, %x : memref<?xi32>, memref<?xi32>) outs(%o, %p : memref<3xi32>, memref<4xi32>)
  return
}

// -----

func.func @other_dimension(%x: memref<4x?xi32>, %o: memref<5x?xi32>) {
  // expected-error @+1 {{expects outs for taken items to have the sizes of ins, and one size along the dimension, found 'memref<5x?xi32>'}}
  prim.device_topk slt ins(%x : memref<4x?xi32>) outs(%o : memref<5x?xi32>) dimension(1)
  return
}

// -----

func.func @rank(%x: memref<4x?xi32>, %o: memref<4x?xi32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_topk slt ins(%x : memref<4x?xi32>) outs(%o : memref<4x?xi32>)
  return
}

// -----

func.func @out_rank(%x: memref<4x?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects outs of rank 2 for taken items, found 'memref<?xi32>'}}
  prim.device_topk slt ins(%x : memref<4x?xi32>) outs(%o : memref<?xi32>) dimension(1)
  return
}

// -----

func.func @rest_size(%x: memref<9xi32>, %o: memref<3xi32>, %r: memref<5xi32>) {
  // expected-error @+1 {{takes 3 elements and has a rest of 5, but ins has 9}}
  prim.device_topk slt ins(%x : memref<9xi32>) outs(%o : memref<3xi32>) rest(%r : memref<5xi32>)
  return
}

// -----

func.func @rest_number(%x: memref<?xi32>, %o: memref<?xi32>, %r: memref<?xi32>, %s: memref<?xi32>) {
  // expected-error @+1 {{expects 1 outs for the rest, found 2}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) rest(%r, %s : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @one_buffer(%x: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in ins and outs}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%x : memref<?xi32>)
  return
}

// -----

func.func @rest_is_outs(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{writes one buffer twice; use a different buffer for each of outs}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) rest(%o : memref<?xi32>)
  return
}

// -----

func.func @algorithm(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{is tuned to algorithm}}
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) tuning<algorithm = reduce_then_scan>
  return
}

// -----

func.func @nth_shape(%x: memref<4xi32>, %o: memref<3xi32>, %n: index) {
  // expected-error @+1 {{expects outs for arranged items to have the sizes of ins, found 'memref<3xi32>'}}
  prim.device_nth slt ins(%x : memref<4xi32>) outs(%o : memref<3xi32>) nth(%n)
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @nth_type(%x: memref<?xi32>, %o: memref<?xi32>, %n: i64) {
  // expected-error @+1 {{expects different type than prior uses: 'index' vs 'i64'}}
  prim.device_nth slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) nth(%n)
  return
}

// -----

func.func @nth_negative(%x: memref<?xi32>, %o: memref<?xi32>) {
  %n = arith.constant -1 : index
  // expected-error @+1 {{has an nth of -1, which is outside the elements}}
  prim.device_nth slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) nth(%n)
  return
}

// -----

func.func @nth_behind(%x: memref<4xi32>, %o: memref<4xi32>) {
  %n = arith.constant 4 : index
  // expected-error @+1 {{has an nth of 4, which is outside the 4 elements}}
  prim.device_nth slt ins(%x : memref<4xi32>) outs(%o : memref<4xi32>) nth(%n)
  return
}

// -----

func.func @no_nth(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs nth(%n), the position of the element to select}}
  prim.device_nth slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
