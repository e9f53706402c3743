// RUN: prim-opt %s -split-input-file -verify-diagnostics

func.func @number(%x: memref<?xi32>, %y: memref<?xi64>, %o: memref<?xi32>, %p: memref<?xi64>) {
  // expected-error @below {{'prim.device_sort' op expects numbers of outs from 0 to 1 in discards, found 2}}
  prim.device_sort slt ins(%x, %y : memref<?xi32>, memref<?xi64>) outs(%o, %p : memref<?xi32>, memref<?xi64>) discards(2)
  return
}

// -----

func.func @negative(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @below {{'prim.device_select' op expects numbers of outs from 0 to 1 in discards, found -1}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) discards(-1) heads(1)
  return
}

// -----

func.func @descending(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @below {{'prim.device_run_length' op expects ascending numbers in discards, found 0 after 1}}
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) discards(1, 0)
  return
}

// -----

func.func @all(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @below {{'prim.device_scan' op discards all of its outs, so it has no effect; keep one of them, or remove the op}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) discards(0)
  return
}

// -----

func.func @bins(%x: memref<?xi8>, %o: memref<256xi32>, %p: memref<256xi32>) {
  // expected-error @below {{'prim.device_histogram' op cannot discard outs; use channels(c, a) with fewer active channels, ordered so that these are the first}}
  prim.device_histogram ins(%x : memref<?xi8>) outs(%o, %p : memref<256xi32>, memref<256xi32>) discards(0) channels(2, 2) bin {
  ^bb0(%a: i8):
    %b = arith.extui %a : i8 to i32
    prim.yield %b : i32
  }
  return
}

// -----

func.func @answers(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @below {{'prim.device_search' op has no output that can be discarded; remove discards}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) discards(0)
  return
}

// -----

func.func @addresses(%f: memref<?xi64>, %t: memref<?xi64>, %s: memref<?xi64>) {
  // expected-error @below {{'prim.device_batch_copy' op has no output that can be discarded; remove discards}}
  prim.device_batch_copy discards(0) from(%f : memref<?xi64>) to(%t : memref<?xi64>) sizes(%s : memref<?xi64>) addressed(4)
  return
}
