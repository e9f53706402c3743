// RUN: prim-opt %s --split-input-file --verify-diagnostics | FileCheck %s

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
  return %1#2 : tensor<?xf32>
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
  // expected-error @+1 {{order 'total' does not work on keys of type 'i16'; use 'slt' or 'ult'}}
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
  // expected-error @+1 {{has a range of bits, which needs integer keys}}
  prim.device_sort slt ins(%a, %b : memref<?xi8>, memref<?xf16>) outs(%c, %d : memref<?xi8>, memref<?xf16>) keys(2) bits(0, 8)
  return
}

// -----

func.func @comparator(%a: memref<?xi8>, %b: memref<?xi8>) {
  // expected-error @+1 {{says how many keys there are, but has a comparator region, which sees all members}}
  prim.device_sort ins(%a : memref<?xi8>) outs(%b : memref<?xi8>) keys(1) comparator {
  ^bb0(%x: i8, %y: i8):
    %c = arith.cmpi slt, %x, %y : i8
    prim.yield %c : i1
  }
  return
}
