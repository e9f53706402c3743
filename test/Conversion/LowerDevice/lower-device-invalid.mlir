// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @below {{on tensors must be bufferized before prim-lower-device}}
  %r = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @deterministic(%x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error @below {{is deterministic and may round, but algorithm look_back is not deterministic; use reduce_then_scan, or remove the algorithm from the tuning}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) deterministic(run) tuning<algorithm = look_back>
  return
}

// -----

func.func @algorithm(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  // expected-error @below {{with algorithm persistent, on rows or on elements that are not contiguous, is not implemented on gfx942; remove the algorithm from the tuning}}
  prim.device_scan inclusive add ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1) tuning(#prim.tuning<algorithm = persistent>)
  return
}

// -----

func.func @round(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  // expected-error @below {{with algorithm cooperative_tile, on rows or on elements that are not contiguous, is not implemented on gfx942; remove the algorithm from the tuning}}
  prim.device_scan inclusive add ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1) tuning(#prim.tuning<algorithm = cooperative_tile>)
  return
}

// -----

func.func @resident_rows(%x: memref<?x?xi32>, %y: memref<?xi32>) {
  // expected-error @below {{with algorithm cooperative, on rows or with an operator that is not commutative, is not implemented on gfx942; remove the algorithm from the tuning}}
  prim.device_reduce add ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>) dimension(1) tuning(#prim.tuning<algorithm = cooperative>)
  return
}

// -----

func.func @resident_rounds(%x: memref<?xf32>, %y: memref<f32>) {
  // expected-error @below {{is deterministic and may round, but algorithm cooperative is not deterministic; remove the algorithm from the tuning}}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) deterministic(any) tuning(#prim.tuning<algorithm = cooperative>)
  return
}

// -----

func.func @not_whole_waves(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @below {{has a tuned block size of 32, which is not a multiple of the 64 lanes of a wave of gfx942}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 32, items_per_thread = 4>
  return
}

// -----

module {
  func.func @nested(%x: memref<?xi32>, %o: memref<i32>) {
    // expected-error @+1 {{is in a nested module; move it to a host function of the outermost module}}
    prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<i32>)
    return
  }
}
func.func private @outside(index)

// -----

// What a thread reads, folds and writes of its tile must fit its registers.
func.func @tuple_tile(%x0: memref<?xf64>, %x1: memref<?xf64>, %x2: memref<?xf64>, %y0: memref<f64>, %y1: memref<f64>, %y2: memref<f64>) {
  %z = arith.constant 0.0 : f64
  // expected-error @below {{has items of 384 registers of 32 bits per thread, but at most 256 are supported; use fewer items or operands}}
  prim.device_reduce ins(%x0, %x1, %x2 : memref<?xf64>, memref<?xf64>, memref<?xf64>) outs(%y0, %y1, %y2 : memref<f64>, memref<f64>, memref<f64>) init(%z, %z, %z : f64, f64, f64) tuning<block_size = 256, items_per_thread = 64> combiner {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %b0: f64, %b1: f64, %b2: f64):
    prim.yield %b0, %b1, %b2 : f64, f64, f64
  }
  return
}

// -----

func.func @sorted_members(%x0: memref<?xi64>, %x1: memref<?xi64>, %x2: memref<?xi64>, %x3: memref<?xi64>, %x4: memref<?xi64>, %x5: memref<?xi64>, %x6: memref<?xi64>, %x7: memref<?xi64>, %x8: memref<?xi64>, %y0: memref<?xi64>, %y1: memref<?xi64>, %y2: memref<?xi64>, %y3: memref<?xi64>, %y4: memref<?xi64>, %y5: memref<?xi64>, %y6: memref<?xi64>, %y7: memref<?xi64>, %y8: memref<?xi64>) {
  // expected-error @below {{'prim.device_sort' op has items of 288 registers of 32 bits per thread, but at most 256 are supported}}
  prim.device_sort slt ins(%x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>) outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>)
      tuning<block_size = 256, items_per_thread = 64>
  return
}

// -----

func.func @both_ways(%x: memref<?xi32>, %s: memref<?xi32>) {
  // expected-error @below {{scans segments in both directions, which is not implemented; use one op for each direction}}
  prim.device_rows ins(%x : memref<?xi32>) outs(%x : memref<?xi32>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %p = prim.block_scan inclusive add %e : i32
    %q = prim.block_scan inclusive add %e reverse : i32
    %r = arith.xori %p, %q : i32
    prim.yield %r : i32
  }
  return
}

// -----

func.func @sorted_segments(%x: memref<?xi32>, %s: memref<?xi32>) {
  // expected-error @below {{sorts segments, which is not implemented; use prim.device_sort, and other ops before and after it}}
  prim.device_rows ins(%x : memref<?xi32>) outs(%x : memref<?xi32>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %sorted = prim.block_sort slt %e : i32
    prim.yield %sorted : i32
  }
  return
}
