// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What a histogram cannot be.

func.func @nothing_said(%x: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{needs even, range or bin, which maps elements to bins}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>)
  return
}

// -----

func.func @two_ways(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32, %l: memref<5xi32>) {
  // expected-error @+1 {{has both even and range; give one}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) range(%l : memref<5xi32>)
  return
}

// -----

func.func @order_of_region(%x: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{has an order with a bin region, which compares nothing; remove the order}}
  prim.device_histogram slt ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) bin {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @channels(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects from 1 to 64 channels, found 65}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) channels(65, 1)
  return
}

// -----

func.func @active(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects from 1 to 3 active channels, found 4}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) channels(3, 4)
  return
}

// -----

func.func @outs(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects 2 outs, one for each channel that is counted; found 1}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) channels(3, 2)
  return
}

// -----

func.func @outs_without_channels(%x: memref<?xi32>, %o: memref<4xi32>, %p: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects 1 outs, one for each channel that is counted; found 2}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o, %p : memref<4xi32>, memref<4xi32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @weighted_channels(%x: memref<?xi32>, %o: memref<4xi32>, %w: memref<?xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{has both channels and weights; give one}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) channels(3, 1) weights(%w : memref<?xi32>)
  return
}

// -----

func.func @pixels(%x: memref<3x7xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects whole pixels of 4 channels in the last dimension of ins, found 'memref<3x7xi32>'}}
  prim.device_histogram ins(%x : memref<3x7xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) channels(4, 1)
  return
}

// -----

func.func @pixels_of_two(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{expects the pixels of its channels in one buffer, found 2 in ins}}
  prim.device_histogram ins(%x, %y : memref<?xi32>, memref<?xi32>) outs(%o : memref<4xi32>) channels(2, 1) bin {
  ^bb0(%e: i32, %f: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @bounds(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32) {
  // expected-error @+1 {{expects 2 bounds in even, two for each out; found 1}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a : i32)
  return
}

// -----

func.func @levels(%x: memref<?xi32>, %o: memref<4xi32>, %l: memref<5xi32>) {
  // expected-error @+1 {{expects 1 buffers of levels in range, one for each out; found 2}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%l, %l : memref<5xi32>, memref<5xi32>)
  return
}

// -----

func.func @bound_types(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i64) {
  // expected-error @+1 {{expects one type in even, found 'i32' and 'i64'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i64)
  return
}

// -----

func.func @bound_rank(%x: memref<?xi32>, %o: memref<4xi32>, %a: memref<1xi32>, %b: i32) {
  // expected-error @+1 {{expects scalars or buffers of rank 0 in even, found 'memref<1xi32>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : memref<1xi32>, i32)
  return
}

// -----

func.func @level_rank(%x: memref<?xi32>, %o: memref<4xi32>, %l: memref<5x1xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 in range, found 'memref<5x1xi32>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%l : memref<5x1xi32>)
  return
}

// -----

func.func @level_form(%x: memref<?xi32>, %o: memref<4xi32>, %l: tensor<5xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: range has 'tensor<5xi32>'; use one of them}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%l : tensor<5xi32>)
  return
}

// -----

func.func @level_count(%x: memref<?xi32>, %o: memref<4xi32>, %l: memref<4xi32>) {
  // expected-error @+1 {{expects one level more than there are bins, found 'memref<4xi32>' for 'memref<4xi32>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%l : memref<4xi32>)
  return
}

// -----

func.func @level_mask(%x: memref<?xi32>, %o: memref<4xi32>, %l: memref<5xi1>) {
  // expected-error @+1 {{cannot have bounds of type 'i1' in range}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%l : memref<5xi1>)
  return
}

// -----

func.func @narrow(%x: memref<?xi32>, %o: memref<4xi32>, %a: i16, %b: i16) {
  // expected-error @+1 {{compares elements of type 'i32' with even of type 'i16', which cannot represent all of them; use a wider type}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i16, i16)
  return
}

// -----

func.func @halves(%x: memref<?xf16>, %o: memref<4xi32>, %a: bf16, %b: bf16) {
  // expected-error @+1 {{compares elements of type 'f16' with even of type 'bf16', which cannot represent all of them; use a wider type}}
  prim.device_histogram ins(%x : memref<?xf16>) outs(%o : memref<4xi32>) even(%a, %b : bf16, bf16)
  return
}

// -----

func.func @real(%x: memref<?xf32>, %o: memref<4xi32>, %a: i64, %b: i64) {
  // expected-error @+1 {{compares elements of type 'f32' with even of type 'i64', which cannot represent all of them; use a wider type}}
  prim.device_histogram ins(%x : memref<?xf32>) outs(%o : memref<4xi32>) even(%a, %b : i64, i64)
  return
}

// -----

func.func @two_samples(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{compares one element with even, but has (i32, i32); compute one element in a prologue, or the bin in a bin region}}
  prim.device_histogram ins(%x, %y : memref<?xi32>, memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @order(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{compares 'i32' in order total; use slt or ult}}
  prim.device_histogram total ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @order_of_floats(%x: memref<?xf32>, %o: memref<4xi32>, %a: f32, %b: f32) {
  // expected-error @+1 {{compares 'f32' in order ult; use total}}
  prim.device_histogram ult ins(%x : memref<?xf32>) outs(%o : memref<4xi32>) even(%a, %b : f32, f32)
  return
}

// -----

func.func @counter(%x: memref<?xi32>, %o: memref<4xi16>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects outs of rank 1 of i32, i64 or index, found 'memref<4xi16>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi16>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @counter_rank(%x: memref<?xi32>, %o: memref<2x2xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects outs of rank 1 of i32, i64 or index, found 'memref<2x2xi32>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<2x2xi32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @counter_of_floats(%x: memref<?xi32>, %o: memref<4xf32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects outs of rank 1 of i32, i64 or index, found 'memref<4xf32>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xf32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @sums(%x: memref<?xi32>, %w: memref<?xf16>, %o: memref<4xf16>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects outs of rank 1 of i32, i64 or index, f32 or f64, found 'memref<4xf16>'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xf16>) weights(%w : memref<?xf16>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @weight_type(%x: memref<?xi32>, %o: memref<4xi32>, %w: memref<?xi64>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects weights of the type of outs, found 'i64' and 'i32'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) weights(%w : memref<?xi64>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @weight_shape(%x: memref<7xi32>, %o: memref<4xi32>, %w: memref<8xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects ins of one shape, found 'memref<7xi32>' and 'memref<8xi32>'}}
  prim.device_histogram ins(%x : memref<7xi32>) outs(%o : memref<4xi32>) weights(%w : memref<8xi32>) even(%a, %b : i32, i32)
  return
}

// -----

func.func @any_order(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{has deterministic(any), which only reductions without segments support; expected deterministic(run)}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) deterministic(any)
  return
}

// -----

func.func @shared(%x: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{has one buffer in even or range and outs; use two buffers}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) range(%o : memref<4xi32>)
  return
}

// -----

func.func @tuned(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{is tuned to algorithm 'cooperative', which this op does not have; expected default}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) tuning<algorithm = cooperative>
  return
}

// -----

func.func @bin_type(%x: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{expects the bin region to yield (i32), found (i64)}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) bin {
  ^bb0(%e: i32):
    %z = arith.constant 0 : i64
    prim.yield %z : i64
  }
  return
}

// -----

func.func @bin_argument(%x: memref<?xi32>, %o: memref<4xi32>) {
  // expected-error @+1 {{expects the bin region to take (i32), found (f32)}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) bin {
  ^bb0(%e: f32):
    %z = arith.constant 0 : i32
    prim.yield %z : i32
  }
  return
}

// -----

func.func @epilogue_type(%x: memref<?xi32>, %o: memref<4xf32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects the epilogue region to yield (f32), found (i32)}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xf32>) even(%a, %b : i32, i32) epilogue {
  ^bb0(%n: i32):
    prim.yield %n : i32
  }
  return
}

// -----

func.func @epilogue_count(%x: memref<?xi32>, %o: memref<4xf32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects counts of i32, i64 or index in the epilogue region, found 'f32'}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xf32>) even(%a, %b : i32, i32) epilogue {
  ^bb0(%n: f32):
    prim.yield %n : f32
  }
  return
}

// -----

func.func @epilogue_weights(%x: memref<?xi32>, %w: memref<?xi64>, %o: memref<4xf32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects weights of the type of the epilogue's counts, found 'i64' and 'i32'}}
  prim.device_histogram ins(%x : memref<?xi32>) weights(%w : memref<?xi64>) outs(%o : memref<4xf32>) even(%a, %b : i32, i32) epilogue {
  ^bb0(%n: i32):
    %f = arith.sitofp %n : i32 to f32
    prim.yield %f : f32
  }
  return
}

// -----

func.func @epilogue_arguments(%x: memref<?xi32>, %o: memref<4xi32>, %a: i32, %b: i32) {
  // expected-error @+1 {{expects the epilogue region to take (i32), found ()}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) even(%a, %b : i32, i32) epilogue {
    prim.yield %a : i32
  }
  return
}

// -----

func.func @epilogue_channels(%x: memref<?xi32>, %o: memref<4xf32>, %a: i32, %b: i32) {
  // expected-error @+1 {{has both channels and an epilogue; convert counts after the op}}
  prim.device_histogram ins(%x : memref<?xi32>) outs(%o : memref<4xf32>) even(%a, %b : i32, i32) channels(2, 1) epilogue {
  ^bb0(%n: i32):
    %f = arith.sitofp %n : i32 to f32
    prim.yield %f : f32
  }
  return
}
