// RUN: prim-opt %s -split-input-file -verify-diagnostics

func.func @merged(%x: memref<?xi16>, %o: memref<?xi32>) {
  // expected-error @below {{'prim.device_merge' op expects as many buffers in outs as the prologue yields, 2, found 1}}
  prim.device_merge slt ins(%x : memref<?xi16>) with(%x : memref<?xi16>) outs(%o : memref<?xi32>) prologue {
  ^bb0(%e: i16, %at: index):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k, %at : i32, index
  }
  return
}

// -----

func.func @ranked(%x: memref<?xi16>, %o: memref<?xi16>) {
  // expected-error @below {{'prim.device_topk' op expects elements of type 'i32' in outs for taken items, found 'memref<?xi16>'}}
  prim.device_topk slt ins(%x : memref<?xi16>) outs(%o : memref<?xi16>) prologue {
  ^bb0(%e: i16):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k : i32
  }
  return
}

// -----

func.func @argument(%x: memref<?xi16>, %o: memref<?xi16>, %n: index) {
  // expected-error @below {{'prim.device_nth' op expects the prologue region to take (i16), found (i32)}}
  prim.device_nth slt ins(%x : memref<?xi16>) outs(%o : memref<?xi16>) nth(%n) prologue {
  ^bb0(%e: i32):
    %k = arith.trunci %e : i32 to i16
    prim.yield %k : i16
  }
  return
}

// -----

func.func @runs(%x: memref<?xi16>, %l: memref<?xi32>, %n: memref<i32>) {
  // expected-error @below {{'prim.device_run_length' op yields nothing in its prologue region; yield at least one value}}
  prim.device_run_length ins(%x : memref<?xi16>) outs(%l, %n : memref<?xi32>, memref<i32>) prologue {
  ^bb0(%e: i16):
    prim.yield
  }
  return
}

// -----

func.func @addressed(%a: memref<?xi64>) {
  // expected-error @below {{'prim.device_batch_copy' op has addressed with a prologue, which maps only elements of ins; remove the prologue}}
  prim.device_batch_copy from(%a : memref<?xi64>) to(%a : memref<?xi64>) sizes(%a : memref<?xi64>) addressed(4) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @copied(%x: memref<?xi16>, %y: memref<?xf32>, %a: memref<?xi64>) {
  // expected-error @below {{'prim.device_batch_copy' op expects the prologue region to yield (f32), found (i16)}}
  prim.device_batch_copy ins(%x : memref<?xi16>) outs(%y : memref<?xf32>) from(%a : memref<?xi64>) to(%a : memref<?xi64>)
      sizes(%a : memref<?xi64>) prologue {
  ^bb0(%e: i16):
    prim.yield %e : i16
  }
  return
}
