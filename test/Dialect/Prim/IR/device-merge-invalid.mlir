// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @no_order(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op needs an order or a comparator region}}
  prim.device_merge ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @wrong_order(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op order 'total' does not support keys of type 'i32'; use 'slt' or 'ult'}}
  prim.device_merge total ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @comparator_arguments(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects the comparator region to take (i32, i32), found (i32)}}
  prim.device_merge ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%x: i32):
    %c = arith.constant true
    prim.yield %c : i1
  }
  return
}

// -----

func.func @too_few(%a: memref<?xi32>, %v: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects as many buffers in with as in ins, 2, found 1}}
  prim.device_merge slt ins(%a, %v : memref<?xi32>, memref<?xi32>) with(%b : memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @too_many(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects as many buffers in outs as in ins, 1, found 2}}
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @types(%a: memref<?xi32>, %b: memref<?xi64>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects buffers of rank 1 with elements of type 'i32' in with, found 'memref<?xi64>'}}
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi64>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @rank(%a: memref<?xi32>, %b: memref<?x?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects buffers of rank 1 with elements of type 'i32' in with, found 'memref<?x?xi32>'}}
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?x?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @sizes_of_one(%a: memref<3xi32>, %v: memref<4xi32>, %b: memref<?xi32>, %w: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects buffers of one size in ins, found 3 and 4}}
  prim.device_merge slt ins(%a, %v : memref<3xi32>, memref<4xi32>) with(%b, %w : memref<?xi32>, memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @sum(%a: memref<3xi32>, %b: memref<4xi32>, %o: memref<8xi32>) {
  // expected-error @+1 {{'prim.device_merge' op expects outs to have as many elements as ins and with together, 3 and 4, found 8}}
  prim.device_merge slt ins(%a : memref<3xi32>) with(%b : memref<4xi32>) outs(%o : memref<8xi32>)
  return
}

// -----

func.func @in_place(%a: memref<?xi32>, %b: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%b : memref<?xi32>)
  return
}

// -----

func.func @mixed(%a: memref<?xi32>, %b: tensor<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_merge' op mixes tensors and memrefs: ins has 'tensor<?xi32>'; use one of them}}
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : tensor<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @load(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>, %t: memref<i1>) {
  prim.device_merge ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%x: i32, %y: i32):
    // expected-error @+1 {{'memref.load' op is not allowed in a comparator region}}
    %c = memref.load %t[] : memref<i1>
    prim.yield %c : i1
  }
  return
}

// -----

// An attribute that is none of the op's.
func.func @orders(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs an order or a comparator region}}
  prim.device_merge ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) {orders = array<i32: 0>}
  return
}

// -----

// Attributes that are no clauses of an op change nothing.
func.func @no_clobber(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_merge ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) reads(%a : memref<?xi32>) comparator {
  ^bb0(%x: i32, %y: i32):
    %c = arith.cmpi slt, %x, %y : i32
    prim.yield %c : i1
  } {may_clobber_input}
  return
}

// -----

func.func @no_clauses(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) {keys = 2 : i32, dimension = 1 : i32, orders = 1 : i32}
  return
}

// -----

func.func @no_buffers() {
  // expected-error @+1 {{'prim.device_sort' op needs at least one buffer in ins and in outs}}
  "prim.device_sort"() <{order = 0 : i32, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> ({}, {}) {addressed} : () -> ()
  return
}
