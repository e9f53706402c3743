// RUN: prim-opt %s --prim-sink-loops | FileCheck %s
// RUN: prim-opt %s --prim-sink-loops --remarks-filter=prim-sink-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Loops whose elements are not known to be independent are not changed.

#id = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// Each element is that of its neighbour.
// REMARK: it reads other elements of a carried tensor than its own
// CHECK-LABEL: func.func @shift(
func.func @shift(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
    ^bb0(%out: i32):
      %c7 = arith.constant 7 : index
      %at = linalg.index 0 : index
      %next = arith.addi %at, %c1 : index
      %clamped = arith.minui %next, %c7 : index
      %v = tensor.extract %a[%clamped] : tensor<8xi32>
      linalg.yield %v : i32
    } -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// The element is gathered from what an op before has computed of its neighbour.
// REMARK: it reads other elements of a carried tensor than its own
// CHECK-LABEL: func.func @first(
func.func @first(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %d = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %v = tensor.extract %d[%c0] : tensor<8xi32>
    %s = linalg.fill ins(%v : i32) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it reads other elements of a carried tensor than its own
// CHECK-LABEL: func.func @transposed(
func.func @transposed(%x: tensor<4x4xi32>, %c0: index, %c1: index, %n: index) -> tensor<4x4xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4x4xi32>) {
    %e = tensor.empty() : tensor<4x4xi32>
    %s = linalg.generic {indexing_maps = [#id2, #turned], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) {
    ^bb0(%v: i32, %out: i32):
      linalg.yield %v : i32
    } -> tensor<4x4xi32>
    scf.yield %s : tensor<4x4xi32>
  }
  return %y : tensor<4x4xi32>
}

// Two carried tensors, of which one is read at positions that the other has.
// REMARK: it reads other elements of a carried tensor than its own
// CHECK-LABEL: func.func @follow(
func.func @follow(%x: tensor<8xi32>, %z: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %z) -> (tensor<8xi32>, tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
    ^bb0(%w: i32, %out: i32):
      %at = arith.index_cast %w : i32 to index
      %v = tensor.extract %b[%at] : tensor<8xi32>
      linalg.yield %v : i32
    } -> tensor<8xi32>
    %t = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %t, %s : tensor<8xi32>, tensor<8xi32>
  }
  return %y#1 : tensor<8xi32>
}

// REMARK: it has a reshape that does more than add or remove dimensions of extent 1
// CHECK-LABEL: func.func @reshaped(
func.func @reshaped(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %m = tensor.expand_shape %a [[0, 1]] output_shape [4, 2] : tensor<8xi32> into tensor<4x2xi32>
    %e = tensor.empty() : tensor<4x2xi32>
    %d = linalg.add ins(%m, %m : tensor<4x2xi32>, tensor<4x2xi32>) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
    %s = tensor.collapse_shape %d [[0, 1]] : tensor<4x2xi32> into tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it has 'linalg.reduce', which is not elementwise
// CHECK-LABEL: func.func @reduced(
func.func @reduced(%x: tensor<8xi32>, %o: tensor<i32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %r = linalg.reduce { arith.addi } ins(%a : tensor<8xi32>) outs(%o : tensor<i32>) dimensions = [0]
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.broadcast ins(%r : tensor<i32>) outs(%e : tensor<8xi32>) dimensions = [0]
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it has 'prim.device_scan', which is not elementwise
// CHECK-LABEL: func.func @scanned(
func.func @scanned(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = prim.device_scan inclusive add ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it reads elements that were never written
// CHECK-LABEL: func.func @accumulated(
func.func @accumulated(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
    ^bb0(%v: i32, %out: i32):
      %w = arith.addi %v, %out : i32
      linalg.yield %w : i32
    } -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it has side effects, of 'memref.store'
// CHECK-LABEL: func.func @stored(
func.func @stored(%x: tensor<8xi32>, %m: memref<index>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    memref.store %i, %m[] : memref<index>
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it carries tensors of several shapes
// CHECK-LABEL: func.func @shapes(
func.func @shapes(%x: tensor<8xi32>, %z: tensor<9xi32>, %c0: index, %c1: index, %n: index) -> (tensor<8xi32>, tensor<9xi32>) {
  // CHECK-NEXT: scf.for
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %z) -> (tensor<8xi32>, tensor<9xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %f = tensor.empty() : tensor<9xi32>
    %t = linalg.add ins(%b, %b : tensor<9xi32>, tensor<9xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
    scf.yield %s, %t : tensor<8xi32>, tensor<9xi32>
  }
  return %y#0, %y#1 : tensor<8xi32>, tensor<9xi32>
}

// The extent may be another one in each iteration.
// REMARK: it carries tensors of unknown extents
// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<?xi32>, %e: tensor<?xi32>, %c0: index, %c1: index, %n: index) -> tensor<?xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xi32>) {
    %s = linalg.add ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %s : tensor<?xi32>
  }
  return %y : tensor<?xi32>
}

// REMARK: it has a result without elements, beside its tensors
// CHECK-LABEL: func.func @counted(
func.func @counted(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> (tensor<8xi32>, index) {
  // CHECK-NEXT: scf.for
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %k = %c0) -> (tensor<8xi32>, index) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %l = arith.addi %k, %n : index
    scf.yield %s, %l : tensor<8xi32>, index
  }
  return %y#0, %y#1 : tensor<8xi32>, index
}

// Another element ends the loop.
// REMARK: it reads other elements of a carried tensor than its own
// CHECK-LABEL: func.func @until(
func.func @until(%x: tensor<8xi32>, %c0: index, %limit: i32) -> tensor<8xi32> {
  // CHECK-NEXT: scf.while
  %y = scf.while (%a = %x) : (tensor<8xi32>) -> tensor<8xi32> {
    %v = tensor.extract %a[%c0] : tensor<8xi32>
    %goes = arith.cmpi slt, %v, %limit : i32
    scf.condition(%goes) %a : tensor<8xi32>
  } do {
  ^bb0(%a: tensor<8xi32>):
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// REMARK: it has a condition that passes on other values than the carried ones
// CHECK-LABEL: func.func @swapped(
func.func @swapped(%x: tensor<8xi32>, %z: tensor<8xi32>, %n: index, %c1: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.while
  %y:3 = scf.while (%k = %n, %a = %x, %b = %z) : (index, tensor<8xi32>, tensor<8xi32>) -> (index, tensor<8xi32>, tensor<8xi32>) {
    %goes = arith.cmpi sgt, %k, %c1 : index
    scf.condition(%goes) %k, %b, %a : index, tensor<8xi32>, tensor<8xi32>
  } do {
  ^bb0(%k: index, %a: tensor<8xi32>, %b: tensor<8xi32>):
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %b : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %l = arith.subi %k, %c1 : index
    scf.yield %l, %s, %b : index, tensor<8xi32>, tensor<8xi32>
  }
  return %y#1 : tensor<8xi32>
}

// The loop in a loop carries a tensor of which it gathers.
// REMARK: it gathers in a nested region from a tensor that it computes
// CHECK-LABEL: func.func @gathered(
func.func @gathered(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %d = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
    ^bb0(%v: i32, %out: i32):
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%b = %v) -> (i32) {
        %w = tensor.extract %d[%j] : tensor<8xi32>
        %t = arith.addi %b, %w : i32
        scf.yield %t : i32
      }
      linalg.yield %r : i32
    } -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %y : tensor<8xi32>
}

// CHECK-LABEL: func.func @kernel(
// REMARK: it is not in host code, or is in a loop that becomes a kernel
func.func @kernel(%x: tensor<8xi32>, %o: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  // CHECK: scf.for
  // CHECK: linalg.add
  %r = scf.forall (%t) in (1) shared_outs(%out = %o) -> (tensor<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
      %e = tensor.empty() : tensor<8xi32>
      %s = linalg.add ins(%a, %a : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
      scf.yield %s : tensor<8xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %out[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
    }
  }
  return %r : tensor<8xi32>
}

// REMARK: it has no changed tensor that is used
// CHECK-LABEL: func.func @unused(
func.func @unused(%x: tensor<8xi32>, %c0: index, %c1: index, %n: index) -> tensor<8xi32> {
  // CHECK-NEXT: scf.for
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<8xi32>, tensor<8xi32>) {
    %e = tensor.empty() : tensor<8xi32>
    %s = linalg.add ins(%a, %b : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %s, %b : tensor<8xi32>, tensor<8xi32>
  }
  return %y#1 : tensor<8xi32>
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
