// RUN: prim-opt %s --prim-linalg-to-prim=reassociate | FileCheck %s --implicit-check-not=prim.device_reduce
// RUN: prim-opt %s --prim-linalg-to-prim=assume-associative | FileCheck %s --check-prefix=ASSUME

// What is not known to be a fold with an associative operator stays.

#id = affine_map<(i) -> (i)>
#back = affine_map<(i) -> (7 - i)>
#none = affine_map<(i) -> ()>
#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#none2 = affine_map<(i, j) -> ()>
#turned = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @backwards(
func.func @backwards(%x: tensor<8xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #back, #none], iterator_types = ["reduction"]}
      ins(%x, %x : tensor<8xi32>, tensor<8xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %m = arith.addi %acc, %b : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @memref(
func.func @memref(%x: memref<?xi32>, %o: memref<i32>) {
  // CHECK: linalg.reduce
  linalg.reduce { arith.addi } ins(%x : memref<?xi32>) outs(%o : memref<i32>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @elements(
func.func @elements(%x: tensor<?xi4>, %y: tensor<?xi128>, %o: tensor<i4>, %p: tensor<i128>) -> (tensor<i4>, tensor<i128>) {
  // CHECK-COUNT-2: linalg.reduce
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<?xi4>) outs(%o : tensor<i4>) dimensions = [0]
  %1 = linalg.reduce { arith.addi } ins(%y : tensor<?xi128>) outs(%p : tensor<i128>) dimensions = [0]
  return %0, %1 : tensor<i4>, tensor<i128>
}

// CHECK-LABEL: func.func @difference(
// ASSUME-LABEL: func.func @difference(
func.func @difference(%x: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.reduce
  // ASSUME: prim.device_reduce {{.*}} combiner {
  // ASSUME: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
  // ASSUME-NEXT: %[[D:.*]] = arith.subi %[[A]], %[[B]] : i32
  // ASSUME-NEXT: prim.yield %[[D]] : i32
  %0 = linalg.reduce { arith.subi } ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) dimensions = [0]
      
  return %0 : tensor<i32>
}

// The accumulator goes into what is joined with it, too.
// CHECK-LABEL: func.func @twice(
func.func @twice(%x: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.reduce
  %0 = linalg.reduce ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) dimensions = [0]
      (%a: i32, %acc: i32) {
        %b = arith.muli %a, %acc : i32
        %s = arith.addi %acc, %b : i32
        linalg.yield %s : i32
      }
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @last(
func.func @last(%x: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.reduce
  %0 = linalg.reduce ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) dimensions = [0]
      (%a: i32, %acc: i32) {
        linalg.yield %a : i32
      }
  return %0 : tensor<i32>
}

// Each output takes the accumulator of the other.
// CHECK-LABEL: func.func @crossed(
func.func @crossed(%x: tensor<?xi32>, %o: tensor<i32>, %p: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  // CHECK: linalg.reduce
  %0:2 = linalg.reduce ins(%x, %x : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) dimensions = [0]
      (%a: i32, %b: i32, %s: i32, %t: i32) {
        %u = arith.addi %a, %t : i32
        %v = arith.addi %b, %s : i32
        linalg.yield %u, %v : i32, i32
      }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// A NaN at the front is kept, and one behind it is not: not associative.
// CHECK-LABEL: func.func @nan(
// ASSUME-LABEL: func.func @nan(
func.func @nan(%x: tensor<?xf32>, %i: tensor<?xi32>, %o: tensor<f32>, %p: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: linalg.reduce
  // ASSUME: prim.device_reduce
  %0:2 = linalg.reduce ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) dimensions = [0]
      (%e: f32, %ei: i32, %m: f32, %mi: i32) {
        %c = arith.cmpf olt, %e, %m : f32
        %v = arith.select %c, %e, %m : f32
        %vi = arith.select %c, %ei, %mi : i32
        linalg.yield %v, %vi : f32, i32
      }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// The smallest number with the index of the largest, unsigned with signed, and a
// key that is not the one that is compared.
// CHECK-LABEL: func.func @mixed(
func.func @mixed(%x: tensor<?xi32>, %i: tensor<?xi32>, %o: tensor<i32>, %p: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK-COUNT-4: linalg.reduce
  %0:2 = linalg.reduce ins(%x, %i : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) dimensions = [0]
      (%e: i32, %ei: i32, %m: i32, %mi: i32) {
        %c = arith.cmpi sgt, %e, %m : i32
        %v = arith.minsi %e, %m : i32
        %vi = arith.select %c, %ei, %mi : i32
        linalg.yield %v, %vi : i32, i32
      }
  %1:2 = linalg.reduce ins(%x, %i : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) dimensions = [0]
      (%e: i32, %ei: i32, %m: i32, %mi: i32) {
        %c = arith.cmpi ugt, %e, %m : i32
        %v = arith.maxsi %e, %m : i32
        %vi = arith.select %c, %ei, %mi : i32
        linalg.yield %v, %vi : i32, i32
      }
  %2:2 = linalg.reduce ins(%x, %i : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) dimensions = [0]
      (%e: i32, %ei: i32, %m: i32, %mi: i32) {
        %c = arith.cmpi sgt, %ei, %m : i32
        %v = arith.select %c, %e, %m : i32
        %vi = arith.select %c, %ei, %mi : i32
        linalg.yield %v, %vi : i32, i32
      }
  %3:2 = linalg.reduce ins(%x, %i : tensor<?xi32>, tensor<?xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) dimensions = [0]
      (%e: i32, %ei: i32, %m: i32, %mi: i32) {
        %c = arith.cmpi sgt, %e, %m : i32
        %v = arith.select %c, %e, %m : i32
        %vi = arith.select %c, %mi, %ei : i32
        linalg.yield %v, %vi : i32, i32
      }
  return %0#0, %1#0, %3#1 : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @body(
// ASSUME-LABEL: func.func @body(
func.func @body(%x: tensor<8xi32>, %o: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  // ASSUME: linalg.generic
  %wide = arith.constant 5 : i128
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %acc: i32):
    %n = arith.trunci %wide : i128 to i32
    %e = arith.muli %a, %n : i32
    %s = arith.addi %acc, %e : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// Loops that become kernels have no device ops in them.
// CHECK-LABEL: func.func @in_loop(
// ASSUME-LABEL: func.func @in_loop(
func.func @in_loop(%x: tensor<8xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = scf.forall (%i) in (4) shared_outs(%p = %o) -> tensor<4xi32> {
    %e = tensor.extract_slice %p[%i] [1] [1] : tensor<4xi32> to tensor<i32>
    // CHECK: linalg.reduce
    // ASSUME: linalg.reduce
    %s = linalg.reduce { arith.addi } ins(%x : tensor<8xi32>) outs(%e : tensor<i32>) dimensions = [0]
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %p[%i] [1] [1] : tensor<i32> into tensor<4xi32>
    }
  }
  return %0 : tensor<4xi32>
}

// With a comparison that holds for NaN, too: the value is the last of a run.
// CHECK-LABEL: func.func @unordered(
// ASSUME-LABEL: func.func @unordered(
func.func @unordered(%x: tensor<?xf32>, %i: tensor<?xi32>, %o: tensor<f32>, %p: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) {
  ^bb0(%e: f32, %ei: i32, %m: f32, %mi: i32):
    %c = arith.cmpf une, %m, %e fastmath<nnan> : f32
    %v = arith.select %c, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// A maximum that ends at a NaN, which its start could be.
// CHECK-LABEL: func.func @stopped(
// ASSUME-LABEL: func.func @stopped(
func.func @stopped(%x: tensor<?xf32>, %i: tensor<?xi32>, %o: tensor<f32>, %p: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) {
  ^bb0(%e: f32, %ei: i32, %m: f32, %mi: i32):
    %v = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// The index moves to the NaN, or goes on after it.
// CHECK-LABEL: func.func @goes_on(
// ASSUME-LABEL: func.func @goes_on(
func.func @goes_on(%x: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<i32>, tensor<i32>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<f32>
  %f = tensor.empty() : tensor<i32>
  %o = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %p = linalg.fill ins(%zero : i32) outs(%f : tensor<i32>) -> tensor<i32>
  // CHECK-COUNT-2: linalg.generic
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) {
  ^bb0(%e0: f32, %ei: i32, %m: f32, %mi: i32):
    %v = arith.maximumf %e0, %m : f32
    %c = arith.cmpf ugt, %e0, %m : f32
    %vi = arith.select %c, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #none, #none], iterator_types = ["reduction"]}
      ins(%x, %i : tensor<?xf32>, tensor<?xi32>) outs(%o, %p : tensor<f32>, tensor<i32>) {
  ^bb0(%e0: f32, %ei: i32, %m: f32, %mi: i32):
    %v = arith.maximumf %e0, %m : f32
    %n = arith.cmpf uno, %m, %m : f32
    %k = arith.cmpf ord, %e0, %e0 : f32
    %g = arith.andi %n, %k : i1
    %c = arith.cmpf ogt, %e0, %m : f32
    %d = arith.ori %c, %g : i1
    %vi = arith.select %d, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %0#1, %1#1 : tensor<i32>, tensor<i32>
}
