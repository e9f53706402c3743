// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: prim-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFER

// Searches and batch copies in all forms of their clauses.

// CHECK-LABEL: func @clauses
func.func @clauses(%x: memref<?xi8>, %s: memref<?xi16>, %o: memref<?xi32>, %w: memref<?xi8>, %t: memref<i16>) {
  // CHECK: %{{.*}} = prim.device_search upper ins(%{{.*}} : memref<?xi8>) in(%{{.*}} : memref<?xi16>) outs(%{{.*}} : memref<?xi32>) workspace(%{{.*}} : memref<?xi8>) initialized reads(%{{.*}} : memref<i16>) tuning<block_size = 64> async prologue {
  // CHECK: } comparator {
  %token = prim.device_search upper tuning<block_size = 64> in(%s : memref<?xi16>) outs(%o : memref<?xi32>)
      ins(%x : memref<?xi8>) reads(%t : memref<i16>) workspace(%w : memref<?xi8>) initialized async
      comparator {
  ^bb0(%a: i16, %b: i16):
    %m = memref.load %t[] : memref<i16>
    %c = arith.andi %a, %m : i16
    %d = arith.andi %b, %m : i16
    %is = arith.cmpi slt, %c, %d : i16
    prim.yield %is : i1
  } prologue {
  ^bb0(%a: i8, %i: index):
    %e = arith.extsi %a : i8 to i16
    prim.yield %e : i16
  }
  // CHECK: prim.device_search contains ult descending ins({{.*}}) in({{.*}}) outs({{.*}}) async [%{{.*}}]
  prim.device_search contains ult descending ins(%s : memref<?xi16>) in(%s : memref<?xi16>) outs(%o : memref<?xi32>) async [%token]
  return
}

// CHECK-LABEL: func @copies
func.func @copies(%x: memref<9xf16>, %o: memref<7xf16>, %a: memref<?xindex>, %w: memref<?xi8>) {
  // CHECK: prim.device_batch_copy ins(%{{.*}} : memref<9xf16>) outs(%{{.*}} : memref<7xf16>) workspace(%{{.*}} : memref<?xi8>) initialized from(%{{.*}} : memref<?xindex>) to(%{{.*}} : memref<?xindex>) sizes(%{{.*}} : memref<?xindex>) tuning<block_size = 64>
  prim.device_batch_copy sizes(%a : memref<?xindex>) from(%a : memref<?xindex>) to(%a : memref<?xindex>)
      ins(%x : memref<9xf16>) outs(%o : memref<7xf16>) tuning<block_size = 64> workspace(%w : memref<?xi8>) initialized
  return
}

// Sizes that casts hide are taken. On memrefs an op has effects, and stays.
// CANON-LABEL: func @casts
// CANON: prim.device_search lower slt ins(%{{.*}} : tensor<4xi32>) in(%{{.*}} : tensor<6xi32>)
// CANON: prim.device_batch_copy ins(%{{.*}} : tensor<6xi32>) {{.*}} sizes(%{{.*}} : tensor<4xi32>)
// BUFFER-LABEL: func @casts
// BUFFER: prim.device_search lower slt ins(%{{.*}} : memref<{{.*}}>) in(%{{.*}} : memref<{{.*}}>) outs(%{{.*}} : memref<{{.*}}>)
// BUFFER: prim.device_batch_copy ins(%{{.*}} : memref<{{.*}}>) outs(%{{.*}} : memref<{{.*}}>)
func.func @casts(%x: tensor<4xi32>, %s: tensor<6xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %xd = tensor.cast %x : tensor<4xi32> to tensor<?xi32>
  %sd = tensor.cast %s : tensor<6xi32> to tensor<?xi32>
  %y = prim.device_search lower slt ins(%xd : tensor<?xi32>) in(%sd : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %z = prim.device_batch_copy ins(%sd : tensor<?xi32>) outs(%p : tensor<?xi32>) from(%xd : tensor<?xi32>)
      to(%xd : tensor<?xi32>) sizes(%xd : tensor<?xi32>) -> tensor<?xi32>
  return %y, %z : tensor<?xi32>, tensor<?xi32>
}

// What nobody looks at goes away on tensors.
// CANON-LABEL: func @unused
// CANON-NEXT: return
func.func @unused(%x: tensor<4xi32>, %s: tensor<6xi32>, %o: tensor<4xi32>) {
  %y = prim.device_search lower slt ins(%x : tensor<4xi32>) in(%s : tensor<6xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  %z = prim.device_batch_copy ins(%s : tensor<6xi32>) outs(%o : tensor<4xi32>) from(%x : tensor<4xi32>)
      to(%x : tensor<4xi32>) sizes(%x : tensor<4xi32>) -> tensor<4xi32>
  return
}
