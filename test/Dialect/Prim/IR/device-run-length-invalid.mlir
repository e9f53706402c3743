// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What the lengths of runs cannot be.

func.func @no_count(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>) {
  // expected-error @+1 {{expects 3 outs, which are the first elements, lengths and the count; found 2}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @no_place(%x: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects 3 outs, which are places, lengths and the count; found 2}}
  prim.device_run_length nontrivial ins(%x : memref<?xi32>) outs(%l, %n : memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @first_type(%x: memref<?xi32>, %o: memref<?xi64>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects elements of type 'i32' in outs 0, found 'memref<?xi64>'}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi64>, memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @length_type(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi16>, %n: memref<i32>) {
  // expected-error @+1 {{expects lengths and places of i32, i64 or index, found 'memref<?xi16>'}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi16>, memref<i32>)
  return
}

// -----

func.func @place_type(%x: memref<?xi32>, %o: memref<?xf32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects lengths and places of i32, i64 or index, found 'memref<?xf32>'}}
  prim.device_run_length nontrivial ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xf32>, memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @out_rank(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?x2xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 and of one size in outs, except the count; found 'memref<?xi32>' and 'memref<?x2xi32>'}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?x2xi32>, memref<i32>)
  return
}

// -----

func.func @out_sizes(%x: memref<?xi32>, %o: memref<5xi32>, %l: memref<6xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 and of one size in outs, except the count; found 'memref<5xi32>' and 'memref<6xi32>'}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<5xi32>, memref<6xi32>, memref<i32>)
  return
}

// -----

func.func @count_type(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{expects a buffer of rank 0 of i32, i64 or index for the count, found 'memref<?xi32>'}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @rank(%x: memref<?x?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects ins of rank 1, found rank 2}}
  prim.device_run_length ins(%x : memref<?x?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @element(%x: memref<?xi4>, %o: memref<?xi4>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has elements of type 'i4' in ins}}
  prim.device_run_length ins(%x : memref<?xi4>) outs(%o, %l, %n : memref<?xi4>, memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @in_place(%x: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%x, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @algorithm(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{is tuned to algorithm 'reduce_then_scan', which this op does not have; expected default}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) tuning<algorithm = reduce_then_scan>
  return
}

// -----

func.func @equal_arguments(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the equal region to take (i32, i32), found (i32)}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) equal {
  ^bb0(%a: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @equal_effects(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>, %t: memref<i32>) {
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) equal {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'memref.store' op is not allowed in an equal region: it accesses memory}}
    memref.store %a, %t[] : memref<i32>
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}
