// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @not_named(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<8xi32>, %u: memref<8xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : memref<8xi32>) prologue {
  ^bb0(%e: i32):
    %at = arith.index_castui %e : i32 to index
    // expected-error @+1 {{'memref.load' op is not allowed in a prologue region: it loads from a buffer that the op does not name; add the buffer to reads(...)}}
    %v = memref.load %u[%at] : memref<8xi32>
    prim.yield %v : i32
  }
  return
}

// -----

func.func @ins_are_not_named(%x: tensor<?xi32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%y : tensor<i32>) epilogue {
  ^bb0(%e: i32):
    %at = arith.index_castui %e : i32 to index
    // expected-error @+1 {{'tensor.extract' op is not allowed in an epilogue region: it loads from a buffer that the op does not name; add the buffer to reads(...)}}
    %v = tensor.extract %x[%at] : tensor<?xi32>
    prim.yield %v : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @store(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<i32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : memref<i32>) prologue {
  ^bb0(%e: i32):
    // expected-error @+1 {{'memref.store' op is not allowed in a prologue region: it accesses memory or may have side effects}}
    memref.store %e, %t[] : memref<i32>
    prim.yield %e : i32
  }
  return
}

// -----

func.func @other_use(%x: memref<?xi32>, %y: memref<i32>, %t: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>)
      reads(%t : memref<?xi32>) prologue {
  ^bb0(%e: i32):
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{'memref.dim' op captures a value of type 'memref<?xi32>' in a prologue region; only integers, indices and floats can be captured}}
    %n = memref.dim %t, %c0 : memref<?xi32>
    %v = arith.index_cast %n : index to i32
    prim.yield %v : i32
  }
  return
}

// -----

func.func @written(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in reads and outs; regions can only load from buffers that the op does not write}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%y : memref<?xi32>) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @in_workspace(%x: memref<?xi32>, %y: memref<?xi32>, %w: memref<?xi8>) {
  // expected-error @+1 {{has one buffer in reads and workspace}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      workspace(%w : memref<?xi8>) reads(%w : memref<?xi8>) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @clobbered(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in reads and ins that it may clobber}}
  prim.device_sort ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) may_clobber_input
      reads(%x : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @no_region(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<i32>) {
  // expected-error @+1 {{has buffers in reads, but no region that can load from them; remove reads}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) reads(%t : memref<i32>)
  return
}

// -----

func.func @mixed(%x: memref<?xi32>, %y: memref<?xi32>, %t: tensor<i32>) {
  // expected-error @+1 {{mixes tensors and memrefs: reads has 'tensor<i32>'; use one of them}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : tensor<i32>) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @element(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<i128>) {
  // expected-error @+1 {{has elements of type 'i128' in reads; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : memref<i128>) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @space(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<i32, #gpu.address_space<workgroup>>) {
  // expected-error @+1 {{expects reads in device memory, found}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : memref<i32, #gpu.address_space<workgroup>>) prologue {
  ^bb0(%e: i32):
    prim.yield %e : i32
  }
  return
}

// -----

gpu.module @kernels {
  gpu.func @shared(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = prim.workgroup_alloc 64 : !prim.base<workgroup>
    %0 = prim.block_reduce %x combiner {
    ^bb0(%a: i32, %b: i32):
      // expected-error @+1 {{'prim.load' op is not allowed in a combiner region: it loads from workgroup memory, which the op uses itself; load from a !prim.base<global>}}
      %c = prim.load %t[%a] : !prim.base<workgroup> -> i32
      prim.yield %c : i32
    } : i32
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @atomic(%t: !prim.base<global>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = prim.block_reduce %x combiner {
    ^bb0(%a: i32, %b: i32):
      // expected-error @+1 {{'prim.load' op is not allowed in a combiner region: it accesses memory or may have side effects}}
      %c = prim.load %t[%a] atomic(relaxed, device) : !prim.base<global> -> i32
      prim.yield %c : i32
    } : i32
    gpu.return
  }
}

// -----

func.func @cast_of_outs(%x: memref<?xi32>, %o: memref<?xi32>) {
  %c = memref.cast %o : memref<?xi32> to memref<16xi32>
  // expected-error @below {{has one buffer in reads and outs; regions can only load from buffers that the op does not write}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) reads(%c : memref<16xi32>) epilogue {
  ^bb0(%a: i32):
    %i = arith.constant 0 : index
    %l = memref.load %c[%i] : memref<16xi32>
    %s = arith.addi %a, %l : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @clobbered_borders(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @below {{'prim.device_sort' op has one buffer in segments and ins that it may clobber; use two buffers}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%x : memref<?xi32>) may_clobber_input
  return
}

// -----

func.func @clobbered_rows(%x: memref<?x?xi32, strided<[0, 1]>>, %o: memref<?x?xi32>) {
  // expected-error @below {{'prim.device_sort' op writes several elements of ins that it may clobber to one address, because a stride of 'memref<?x?xi32, strided<[0, 1]>>' is 0}}
  prim.device_sort slt ins(%x : memref<?x?xi32, strided<[0, 1]>>) outs(%o : memref<?x?xi32>) dimension(1) may_clobber_input
  return
}
