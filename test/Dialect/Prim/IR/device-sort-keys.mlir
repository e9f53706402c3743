// RUN: prim-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: prim-opt %s --split-input-file --verify-diagnostics --canonicalize | FileCheck %s --check-prefix=CANON

// Sorts by several keys, and what they cannot be.

// CHECK-LABEL: func @keys
func.func @keys(%a: tensor<?xi16>, %b: tensor<?xi8>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: prim.device_sort ult ins({{.*}}) outs({{.*}}) keys(2) bits(6, 12) -> tensor<?xi16>, tensor<?xi8>, tensor<?xf32>
  %0:3 = prim.device_sort ult ins(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>)
      outs(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>) bits(6, 12) keys(2)
      -> tensor<?xi16>, tensor<?xi8>, tensor<?xf32>
  // CHECK: prim.device_sort slt descending ins({{.*}}) outs({{.*}}) keys(3)
  %1:3 = prim.device_sort slt descending ins(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>)
      outs(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>) keys(3)
      -> tensor<?xi16>, tensor<?xi8>, tensor<?xf32>
  // CHECK: prim.device_sort descending ins({{.*}}) outs({{.*}}) keys(3) orders(ult, slt, total) batches
  %2:3 = prim.device_sort descending ins(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>)
      outs(%a, %b, %c : tensor<?xi16>, tensor<?xi8>, tensor<?xf32>) batches orders(ult, slt, total) keys(3)
      -> tensor<?xi16>, tensor<?xi8>, tensor<?xf32>
  return %1#2 : tensor<?xf32>
}

// What is sorted may be computed first, and is not what it is made of where there is one.
// CANON-LABEL: func @prologue
// CANON: prim.device_sort
// CHECK-LABEL: func @prologue
func.func @prologue(%x: tensor<1xf32>, %o: tensor<1xi32>, %p: tensor<1xindex>) -> tensor<1xindex> {
  // CHECK: prim.device_sort ult ins(%{{.*}} : tensor<1xf32>) outs(%{{.*}}, %{{.*}} : tensor<1xi32>, tensor<1xindex>) prologue {
  %y:2 = prim.device_sort ult ins(%x : tensor<1xf32>) outs(%o, %p : tensor<1xi32>, tensor<1xindex>) prologue {
  ^bb0(%e: f32, %at: index):
    %b = arith.bitcast %e : f32 to i32
    prim.yield %b, %at : i32, index
  } -> tensor<1xi32>, tensor<1xindex>
  return %y#1 : tensor<1xindex>
}

// -----

func.func @too_many(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{expects from 1 to 1 keys, found 2}}
  prim.device_sort slt ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) keys(2)
  return
}

// -----

func.func @none(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{expects from 1 to 1 keys, found 0}}
  prim.device_sort slt ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) keys(0)
  return
}

// -----

func.func @order(%a: memref<?xf32>, %b: memref<?xi16>, %c: memref<?xf32>, %d: memref<?xi16>) {
  // expected-error @+1 {{order 'total' does not support keys of type 'i16'; use 'slt' or 'ult'}}
  prim.device_sort total ins(%a, %b : memref<?xf32>, memref<?xi16>) outs(%c, %d : memref<?xf32>, memref<?xi16>) keys(2)
  return
}

// -----

func.func @bits(%a: memref<?xi8>, %b: memref<?xi16>, %c: memref<?xi8>, %d: memref<?xi16>) {
  // expected-error @+1 {{has a range of bits [0, 25) which is empty or not within the 24 bits of the key}}
  prim.device_sort slt ins(%a, %b : memref<?xi8>, memref<?xi16>) outs(%c, %d : memref<?xi8>, memref<?xi16>) keys(2) bits(0, 25)
  return
}

// -----

func.func @bits_of_floats(%a: memref<?xi8>, %b: memref<?xf16>, %c: memref<?xi8>, %d: memref<?xf16>) {
  // expected-error @+1 {{has a range of bits, which requires integer keys; remove the range}}
  prim.device_sort slt ins(%a, %b : memref<?xi8>, memref<?xf16>) outs(%c, %d : memref<?xi8>, memref<?xf16>) keys(2) bits(0, 8)
  return
}

// -----

func.func @comparator(%a: memref<?xi8>, %b: memref<?xi8>) {
  // expected-error @+1 {{has keys(...) with a comparator region, which compares all members; remove keys}}
  prim.device_sort ins(%a : memref<?xi8>) outs(%b : memref<?xi8>) keys(1) comparator {
  ^bb0(%x: i8, %y: i8):
    %c = arith.cmpi slt, %x, %y : i8
    prim.yield %c : i1
  }
  return
}

// -----

func.func @both(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{has both orders and one order for all keys; give one}}
  prim.device_sort slt ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) keys(1) orders(ult)
  return
}

// -----

func.func @both(%a: memref<?xi8>, %b: memref<?xi8>) {
  // expected-error @+1 {{has both orders and a comparator region; give one}}
  prim.device_sort ins(%a : memref<?xi8>) outs(%b : memref<?xi8>) orders(slt) comparator {
  ^bb0(%x: i8, %y: i8):
    %c = arith.cmpi slt, %x, %y : i8
    prim.yield %c : i1
  }
  return
}

// -----

func.func @count(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{has 2 orders for 1 keys; give one order for each key, and keys(n)}}
  prim.device_topk ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) orders(slt, ult)
  return
}

// -----

func.func @own(%a: memref<?xi16>, %b: memref<?xf32>, %c: memref<?xi16>, %d: memref<?xf32>) {
  // expected-error @+1 {{order 'slt' does not support keys of type 'f32'; use 'total'}}
  prim.device_sort ins(%a, %b : memref<?xi16>, memref<?xf32>) outs(%c, %d : memref<?xi16>, memref<?xf32>) keys(2) orders(slt, slt)
  return
}

// -----

func.func @none(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{has an order 7, which is not a sort order}}
  "prim.device_sort"(%a, %b) <{keys = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, orders = array<i32: 7>}> ({}, {}) : (memref<?xi16>, memref<?xi16>) -> ()
  return
}

// -----

func.func @word(%a: memref<?xi16>, %b: memref<?xi16>) {
  // expected-error @+1 {{unknown word 'sll' in orders; expected slt, ult, total}}
  prim.device_sort ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) orders(sll)
  return
}

// -----

func.func @halves(%a: memref<?xi16>, %b: memref<?xi16>, %n: index) {
  // expected-error @+1 {{needs both begin_bit and end_bit or none}}
  "prim.device_nth"(%a, %b, %n) <{begin_bit = 1 : i32, order = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0>}> ({}, {}) : (memref<?xi16>, memref<?xi16>, index) -> ()
  return
}

// -----

func.func @batches(%a: memref<?x?xi16>, %b: memref<?x?xi16>) {
  // expected-error @+1 {{has batches, which requires buffers of rank 1 without segments; remove batches}}
  prim.device_sort slt ins(%a : memref<?x?xi16>) outs(%b : memref<?x?xi16>) dimension(0) batches
  return
}

// -----

func.func @batches(%a: memref<?xi16>, %b: memref<?xi16>, %c: memref<?xi32>) {
  // expected-error @+1 {{has batches, which requires buffers of rank 1 without segments; remove batches}}
  prim.device_sort slt ins(%a : memref<?xi16>) outs(%b : memref<?xi16>) segments(%c : memref<?xi32>) batches
  return
}

// -----

func.func @yields(%a: memref<?xi16>, %b: memref<?xi32>) {
  // expected-error @+1 {{expects elements of type 'i16'}}
  prim.device_sort slt ins(%a : memref<?xi16>) outs(%b : memref<?xi32>) prologue {
  ^bb0(%e: i16):
    prim.yield %e : i16
  }
  return
}
