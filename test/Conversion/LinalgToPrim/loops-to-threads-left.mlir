// RUN: prim-opt %s --prim-loops-to-threads | FileCheck %s
// RUN: prim-opt %s --prim-loops-to-threads --remarks-filter=prim-loops-to-threads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Loops are not changed whose threads would depend on each other, or would have
// too much to do.

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>

// The row before.
// REMARK: it reads a tensor into which it inserts slices
// CHECK-LABEL: func.func @before(
func.func @before(%init: tensor<9x5xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x5xi32> {
  // CHECK-NEXT: scf.for
  %r = scf.for %t = %c1 to %n step %c1 iter_args(%o = %init) -> (tensor<9x5xi32>) {
    %at = arith.subi %t, %c1 : index
    %v = tensor.extract_slice %o[%at, 0] [1, 5] [1, 1] : tensor<9x5xi32> to tensor<5xi32>
    %e = tensor.empty() : tensor<5xi32>
    %s = linalg.add ins(%v, %v : tensor<5xi32>, tensor<5xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %p : tensor<9x5xi32>
  }
  return %r : tensor<9x5xi32>
}

// The rows with the one that is inserted.
// REMARK: it has a slice whose elements are not known to be adjacent
// CHECK-LABEL: func.func @after(
func.func @after(%init: tensor<9x5xi32>, %x: tensor<5xi32>, %c0: index, %c1: index, %n: index) -> (tensor<9x5xi32>, tensor<5xi32>) {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init, %h = %x) -> (tensor<9x5xi32>, tensor<5xi32>) {
    %p = tensor.insert_slice %h into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    %v = tensor.extract_slice %p[0, 0] [1, 5] [1, 1] : tensor<9x5xi32> to tensor<5xi32>
    scf.yield %p, %v : tensor<9x5xi32>, tensor<5xi32>
  }
  return %r#0, %r#1 : tensor<9x5xi32>, tensor<5xi32>
}

// Each element is that of its neighbour.
// REMARK: it needs many elements of a carried tensor for one of the next iteration
// CHECK-LABEL: func.func @shift(
func.func @shift(%x: tensor<100xi32>, %init: tensor<9x100xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x100xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<100xi32>, tensor<9x100xi32>) {
    %front = tensor.extract_slice %a[1] [99] [1] : tensor<100xi32> to tensor<99xi32>
    %s = tensor.insert_slice %front into %a[0] [99] [1] : tensor<99xi32> into tensor<100xi32>
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 100] [1, 1] : tensor<100xi32> into tensor<9x100xi32>
    scf.yield %s, %p : tensor<100xi32>, tensor<9x100xi32>
  }
  return %r#1 : tensor<9x100xi32>
}

// Each element needs the one across the diagonal.
// REMARK: it needs many elements of a carried tensor for one of the next iteration
// CHECK-LABEL: func.func @diagonal(
func.func @diagonal(%x: tensor<9x9xi32>, %init: tensor<9x9x9xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x9x9xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<9x9xi32>, tensor<9x9x9xi32>) {
    %e = tensor.empty() : tensor<9x9xi32>
    %s = linalg.generic {indexing_maps = [#id2, affine_map<(i, j) -> (j, i)>, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%a, %a : tensor<9x9xi32>, tensor<9x9xi32>) outs(%e : tensor<9x9xi32>) {
    ^bb0(%v: i32, %w: i32, %out: i32):
      %d = arith.subi %v, %w : i32
      linalg.yield %d : i32
    } -> tensor<9x9xi32>
    %p = tensor.insert_slice %s into %o[%t, 0, 0] [1, 9, 9] [1, 1, 1] : tensor<9x9xi32> into tensor<9x9x9xi32>
    scf.yield %s, %p : tensor<9x9xi32>, tensor<9x9x9xi32>
  }
  return %r#1 : tensor<9x9x9xi32>
}

// REMARK: it reads elements of a carried tensor at positions that are not constants
// CHECK-LABEL: func.func @gather(
func.func @gather(%x: tensor<8xi32>, %init: tensor<9x8xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x8xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<8xi32>, tensor<9x8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
    ^bb0(%out: i32):
      %c7 = arith.constant 7 : index
      %at = linalg.index 0 : index
      %next = arith.addi %at, %n : index
      %clamped = arith.minui %next, %c7 : index
      %v = tensor.extract %a[%clamped] : tensor<8xi32>
      linalg.yield %v : i32
    } -> tensor<8xi32>
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 8] [1, 1] : tensor<8xi32> into tensor<9x8xi32>
    scf.yield %s, %p : tensor<8xi32>, tensor<9x8xi32>
  }
  return %r#1 : tensor<9x8xi32>
}

// One thread would sum up 100 elements of its row in each step.
// REMARK: it has 'linalg.reduce', which has too many iterations for an element
// CHECK-LABEL: func.func @reduced(
func.func @reduced(%x: tensor<9x5x100xi32>, %zeros: tensor<5xi32>, %init: tensor<9x5xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x5xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %zeros, %o = %init) -> (tensor<5xi32>, tensor<9x5xi32>) {
    %v = tensor.extract_slice %x[%t, 0, 0] [1, 5, 100] [1, 1, 1] : tensor<9x5x100xi32> to tensor<5x100xi32>
    %s = linalg.reduce { arith.addi } ins(%v : tensor<5x100xi32>) outs(%a : tensor<5xi32>) dimensions = [1]
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %s, %p : tensor<5xi32>, tensor<9x5xi32>
  }
  return %r#1 : tensor<9x5xi32>
}

// Sums of an outer product: each element needs all of both factors.
// REMARK: it carries too many elements for one thread
// CHECK-LABEL: func.func @outer(
func.func @outer(%x: tensor<50xi32>, %z: tensor<50xi32>, %init: tensor<9x50xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x50xi32> {
  // CHECK-NEXT: scf.for
  %r:3 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %b = %z, %o = %init) -> (tensor<50xi32>, tensor<50xi32>, tensor<9x50xi32>) {
    %e = tensor.empty() : tensor<50x50xi32>
    %m = linalg.generic {indexing_maps = [#rows, #columns, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<50xi32>, tensor<50xi32>) outs(%e : tensor<50x50xi32>) {
    ^bb0(%v: i32, %w: i32, %out: i32):
      %k = arith.muli %v, %w : i32
      linalg.yield %k : i32
    } -> tensor<50x50xi32>
    %s = linalg.reduce { arith.addi } ins(%m : tensor<50x50xi32>) outs(%a : tensor<50xi32>) dimensions = [0]
    %d = linalg.reduce { arith.addi } ins(%m : tensor<50x50xi32>) outs(%b : tensor<50xi32>) dimensions = [1]
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 50] [1, 1] : tensor<50xi32> into tensor<9x50xi32>
    scf.yield %s, %d, %p : tensor<50xi32>, tensor<50xi32>, tensor<9x50xi32>
  }
  return %r#2 : tensor<9x50xi32>
}

// A product of a matrix and a vector has 64 * 64 products in each step.
// REMARK: it has a step that is too long for one thread
// CHECK-LABEL: func.func @network(
func.func @network(%w: tensor<64x64xf32>, %x: tensor<64xf32>, %zeros: tensor<64xf32>, %init: tensor<9x64xf32>, %c0: index, %c1: index, %n: index) -> tensor<9x64xf32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<64xf32>, tensor<9x64xf32>) {
    %y = linalg.matvec ins(%w, %a : tensor<64x64xf32>, tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
    %p = tensor.insert_slice %y into %o[%t, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<9x64xf32>
    scf.yield %y, %p : tensor<64xf32>, tensor<9x64xf32>
  }
  return %r#1 : tensor<9x64xf32>
}

// REMARK: it has 'prim.device_scan', which is not elementwise
// CHECK-LABEL: func.func @scanned(
func.func @scanned(%x: tensor<8xi32>, %init: tensor<9x8xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x8xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<8xi32>, tensor<9x8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = prim.device_scan inclusive add ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %p = tensor.insert_slice %s into %o[%t, 0] [1, 8] [1, 1] : tensor<8xi32> into tensor<9x8xi32>
    scf.yield %s, %p : tensor<8xi32>, tensor<9x8xi32>
  }
  return %r#1 : tensor<9x8xi32>
}

// REMARK: it inserts slices of unknown extents, or with strides
// CHECK-LABEL: func.func @strides(
func.func @strides(%x: tensor<5xi32>, %init: tensor<9x10xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x10xi32> {
  // CHECK-NEXT: scf.for
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init) -> (tensor<9x10xi32>) {
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 2] : tensor<5xi32> into tensor<9x10xi32>
    scf.yield %p : tensor<9x10xi32>
  }
  return %r : tensor<9x10xi32>
}

// REMARK: it inserts too many elements for one thread
// CHECK-LABEL: func.func @part(
func.func @part(%x: tensor<65xi32>, %init: tensor<9x100xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x100xi32> {
  // CHECK-NEXT: scf.for
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init) -> (tensor<9x100xi32>) {
    %p = tensor.insert_slice %x into %o[%t, 5] [1, 65] [1, 1] : tensor<65xi32> into tensor<9x100xi32>
    scf.yield %p : tensor<9x100xi32>
  }
  return %r : tensor<9x100xi32>
}

// REMARK: it has side effects, of 'memref.store'
// CHECK-LABEL: func.func @stored(
func.func @stored(%x: tensor<5xi32>, %init: tensor<9x5xi32>, %m: memref<index>, %c0: index, %c1: index, %n: index) -> tensor<9x5xi32> {
  // CHECK-NEXT: scf.for
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init) -> (tensor<9x5xi32>) {
    memref.store %t, %m[] : memref<index>
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %p : tensor<9x5xi32>
  }
  return %r : tensor<9x5xi32>
}

// REMARK: it has a result without elements, beside its tensors
// CHECK-LABEL: func.func @scalar(
func.func @scalar(%x: tensor<5xi32>, %init: tensor<9x5xi32>, %c0: index, %c1: index, %n: index) -> (index, tensor<9x5xi32>) {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%k = %c0, %o = %init) -> (index, tensor<9x5xi32>) {
    %l = arith.addi %k, %n : index
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %l, %p : index, tensor<9x5xi32>
  }
  return %r#0, %r#1 : index, tensor<9x5xi32>
}

// REMARK: it carries tensors of unknown extents, or without elements
// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<5xi32>, %init: tensor<?x5xi32>, %c0: index, %c1: index, %n: index) -> tensor<?x5xi32> {
  // CHECK-NEXT: scf.for
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init) -> (tensor<?x5xi32>) {
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<?x5xi32>
    scf.yield %p : tensor<?x5xi32>
  }
  return %r : tensor<?x5xi32>
}

// REMARK: it carries tensors with an encoding
// CHECK-LABEL: func.func @encoded(
func.func @encoded(%x: tensor<8xi32, "sparse">, %c0: index, %c1: index, %n: index) -> tensor<8xi32, "sparse"> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32, "sparse">) {
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xi32, "sparse">) outs(%a : tensor<8xi32, "sparse">) {
    ^bb0(%in: i32, %out: i32):
      %r = arith.addi %in, %in : i32
      linalg.yield %r : i32
    } -> tensor<8xi32, "sparse">
    scf.yield %s : tensor<8xi32, "sparse">
  }
  return %y : tensor<8xi32, "sparse">
}

// REMARK: it has no changed tensor that is used
// CHECK-LABEL: func.func @unused(
func.func @unused(%x: tensor<5xi32>, %init: tensor<9x5xi32>, %c0: index, %c1: index, %n: index) -> tensor<5xi32> {
  // CHECK-NEXT: scf.for
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x, %o = %init) -> (tensor<5xi32>, tensor<9x5xi32>) {
    %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
    scf.yield %a, %p : tensor<5xi32>, tensor<9x5xi32>
  }
  return %r#0 : tensor<5xi32>
}

// REMARK: it is not in host code, or is in a loop that becomes a kernel
// CHECK-LABEL: func.func @kernel(
func.func @kernel(%x: tensor<5xi32>, %init: tensor<9x5xi32>, %c0: index, %c1: index, %n: index) -> tensor<9x5xi32> {
  // CHECK: scf.for
  // CHECK: tensor.insert_slice
  %r = scf.forall (%k) in (1) shared_outs(%out = %init) -> (tensor<9x5xi32>) {
    %y = scf.for %t = %c0 to %n step %c1 iter_args(%o = %init) -> (tensor<9x5xi32>) {
      %p = tensor.insert_slice %x into %o[%t, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<9x5xi32>
      scf.yield %p : tensor<9x5xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %out[0, 0] [9, 5] [1, 1] : tensor<9x5xi32> into tensor<9x5xi32>
    }
  }
  return %r : tensor<9x5xi32>
}
