// RUN: prim-opt %s --prim-raise-scans | FileCheck %s --implicit-check-not=prim.device_scan
// RUN: prim-opt %s --prim-raise-scans='reassociate assume-associative' | FileCheck %s --check-prefix=ASSUME
// RUN: prim-opt %s --prim-raise-scans --remarks-filter=prim-raise-scans -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(i) -> (i)>

// Networks that are not known to be scans stay as they are.

// The last element is not the third one.
// CHECK-LABEL: func.func @offset(
// ASSUME-LABEL: func.func @offset(
func.func @offset(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=offset | Remark="not converted to prim.device_scan: it puts folds of several inputs or operators together"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// The last element is combined with the first one alone.
// CHECK-LABEL: func.func @apart(
// ASSUME-LABEL: func.func @apart(
func.func @apart(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=apart | Remark="not converted to prim.device_scan: it combines ranges of elements that are not neighbours"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%x0, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// The levels have different operators.
// CHECK-LABEL: func.func @levels(
// ASSUME-LABEL: func.func @levels(
func.func @levels(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=levels | Remark="not converted to prim.device_scan: it puts folds of several inputs or operators together"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.muli } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// The levels have their operands in another order.
// CHECK-LABEL: func.func @turned(
// ASSUME-LABEL: func.func @turned(
func.func @turned(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=turned | Remark="not converted to prim.device_scan: it puts folds of several inputs or operators together"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.subi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.subi } ins(%x2, %r : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// Each result is at another position.
// CHECK-LABEL: func.func @places(
// ASSUME-LABEL: func.func @places(
func.func @places(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=places | Remark="not converted to prim.device_scan: it gives other folds than those of all elements before each one"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %r into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %s into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// An intermediate result is a result of the function.
// CHECK-LABEL: func.func @used(
// ASSUME-LABEL: func.func @used(
func.func @used(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<1xi32>) {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=used | Remark="not converted to prim.device_scan: it has an intermediate result that is used elsewhere"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q, %r : tensor<3xi32>, tensor<1xi32>
}

// Ones are added to the results.
// CHECK-LABEL: func.func @ones(
// ASSUME-LABEL: func.func @ones(
func.func @ones(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=ones | Remark="not converted to prim.device_scan: it puts slices together by other code than sums with zeros"
  %c0 = arith.constant 1 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// The results are multiplied by zeros.
// CHECK-LABEL: func.func @products(
// ASSUME-LABEL: func.func @products(
func.func @products(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=products | Remark="not converted to prim.device_scan: it puts slices together by other code than sums with zeros"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.addi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.muli } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// A difference is not associative.
// CHECK-LABEL: func.func @differences(
// ASSUME-LABEL: func.func @differences(
func.func @differences(%x: tensor<3xi32>) -> tensor<3xi32> {
  // ASSUME: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=differences | Remark="not converted to prim.device_scan: it has an operator that is not known to be associative; if it is, say so with the option assume-associative"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %e3 = tensor.empty() : tensor<3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e3 : tensor<3xi32>) -> tensor<3xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xi32> to tensor<1xi32>
  %r = linalg.map { arith.subi } ins(%x0, %x1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %s = linalg.map { arith.subi } ins(%r, %x2 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xi32> into tensor<3xi32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xi32> into tensor<3xi32>
  %q = linalg.map { arith.addi } ins(%k0, %k1 : tensor<3xi32>, tensor<3xi32>) outs(%e3 : tensor<3xi32>)
  return %q : tensor<3xi32>
}

// A maximum and the index of the first greatest number that a NaN ends.
// CHECK-LABEL: func.func @stopped(
// ASSUME-LABEL: func.func @stopped(
func.func @stopped(%x: tensor<2xf32>, %y: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // ASSUME: prim.device_scan
  // REMARK: Function=stopped | Remark="not converted to prim.device_scan: it has an operator that is not known to be associative;
  %zero = arith.constant -0.0 : f32
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xf32>
  %f1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xf32>
  %f2 = tensor.empty() : tensor<2xi32>
  %z = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %w = linalg.fill ins(%c0 : i32) outs(%f2 : tensor<2xi32>) -> tensor<2xi32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %y0 = tensor.extract_slice %y[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %y1 = tensor.extract_slice %y[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x0, %y0, %x1, %y1 : tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>)
      outs(%e1, %f1 : tensor<1xf32>, tensor<1xi32>) {
  ^bb0(%m: f32, %mi: i32, %e: f32, %ei: i32, %out: f32, %outi: i32):
    %v = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<1xf32>, tensor<1xi32>)
  %i0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %i1 = tensor.insert_slice %p#0 into %z[1] [1] [2] : tensor<1xf32> into tensor<2xf32>
  %j0 = tensor.insert_slice %y0 into %w[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %j1 = tensor.insert_slice %p#1 into %w[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %r = linalg.map { arith.addf } ins(%i0, %i1 : tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<2xf32>)
  %q = linalg.map { arith.addi } ins(%j0, %j1 : tensor<2xi32>, tensor<2xi32>) outs(%f2 : tensor<2xi32>)
  return %r, %q : tensor<2xf32>, tensor<2xi32>
}

// Sums of floats round.
// CHECK-LABEL: func.func @rounded(
// ASSUME-LABEL: func.func @rounded(
func.func @rounded(%x: tensor<3xf32>) -> tensor<3xf32> {
  // ASSUME: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=rounded | Remark="not converted to prim.device_scan: it would round differently in another order;
  %c0 = arith.constant -0.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %r = linalg.map { arith.addf } ins(%x0, %x1 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %s = linalg.map { arith.addf } ins(%r, %x2 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xf32> into tensor<3xf32>
  %q = linalg.map { arith.addf } ins(%k0, %k1 : tensor<3xf32>, tensor<3xf32>) outs(%e3 : tensor<3xf32>)
  return %q : tensor<3xf32>
}

// Sums with 0.0 make 0.0 of -0.0.
// CHECK-LABEL: func.func @zeros(
// ASSUME-LABEL: func.func @zeros(
func.func @zeros(%x: tensor<3xf32>) -> tensor<3xf32> {
  // ASSUME: prim.device_scan
  // REMARK: [Missed] linalg.map | Category:prim-raise-scans | Function=zeros | Remark="not converted to prim.device_scan: it adds 0.0 to floats, which changes -0.0; allow another sign of zero with the fast-math flag nsz, or the option reassociate"
  %c0 = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %x2 = tensor.extract_slice %x[2] [1] [2] : tensor<3xf32> to tensor<1xf32>
  %r = linalg.map { arith.minimumf } ins(%x0, %x1 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %s = linalg.map { arith.minimumf } ins(%r, %x2 : tensor<1xf32>, tensor<1xf32>) outs(%e1 : tensor<1xf32>)
  %h0 = tensor.insert_slice %x0 into %e2[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %h1 = tensor.insert_slice %s into %h0[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %k0 = tensor.insert_slice %h1 into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %k1 = tensor.insert_slice %r into %z[1] [1] [2] : tensor<1xf32> into tensor<3xf32>
  %q = linalg.map { arith.addf } ins(%k0, %k1 : tensor<3xf32>, tensor<3xf32>) outs(%e3 : tensor<3xf32>)
  return %q : tensor<3xf32>
}

// The body uses its position.
// CHECK-LABEL: func.func @index(
// ASSUME-LABEL: func.func @index(
func.func @index(%x: tensor<2xindex>) -> tensor<2xindex> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: Function=index | Remark="not converted to prim.device_scan: it has ops other than those of arith and math in a body"
  %c0 = arith.constant 0 : index
  %e1 = tensor.empty() : tensor<1xindex>
  %e2 = tensor.empty() : tensor<2xindex>
  %z = linalg.fill ins(%c0 : index) outs(%e2 : tensor<2xindex>) -> tensor<2xindex>
  %x0 = tensor.extract_slice %x[0] [1] [2] : tensor<2xindex> to tensor<1xindex>
  %x1 = tensor.extract_slice %x[1] [1] [2] : tensor<2xindex> to tensor<1xindex>
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<1xindex>, tensor<1xindex>) outs(%e1 : tensor<1xindex>) {
  ^bb0(%left: index, %right: index, %out: index):
    %sum = arith.addi %left, %right : index
    %i = linalg.index 0 : index
    %next = arith.addi %sum, %i : index
    linalg.yield %next : index
  } -> tensor<1xindex>
  %i0 = tensor.insert_slice %x0 into %z[0] [1] [2] : tensor<1xindex> into tensor<2xindex>
  %i1 = tensor.insert_slice %p into %z[1] [1] [2] : tensor<1xindex> into tensor<2xindex>
  %r = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2xindex>, tensor<2xindex>) outs(%e2 : tensor<2xindex>)
  return %r : tensor<2xindex>
}

// The slices are blocks of a matrix.
// CHECK-LABEL: func.func @blocks(
// ASSUME-LABEL: func.func @blocks(
func.func @blocks(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: Function=blocks | Remark="not converted to prim.device_scan: it has slices along several dimensions"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1x1xi32>
  %e2 = tensor.empty() : tensor<2x2xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<2x2xi32>) -> tensor<2x2xi32>
  %x0 = tensor.extract_slice %x[0, 0] [1, 1] [1, 1] : tensor<2x2xi32> to tensor<1x1xi32>
  %x1 = tensor.extract_slice %x[1, 1] [1, 1] [1, 1] : tensor<2x2xi32> to tensor<1x1xi32>
  %p = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%e1 : tensor<1x1xi32>)
  %i0 = tensor.insert_slice %x0 into %z[0, 0] [1, 1] [1, 1] : tensor<1x1xi32> into tensor<2x2xi32>
  %i1 = tensor.insert_slice %p into %z[1, 1] [1, 1] [1, 1] : tensor<1x1xi32> into tensor<2x2xi32>
  %r = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2x2xi32>, tensor<2x2xi32>) outs(%e2 : tensor<2x2xi32>)
  return %r : tensor<2x2xi32>
}

// The size is not known.
// CHECK-LABEL: func.func @dynamic(
// ASSUME-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<2x?xi32>, %z: tensor<2x?xi32>, %n: index) -> tensor<2x?xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: Function=dynamic | Remark="not converted to prim.device_scan: it has tensors whose sizes are not known"
  %x0 = tensor.extract_slice %x[0, 0] [1, %n] [1, 1] : tensor<2x?xi32> to tensor<1x?xi32>
  %x1 = tensor.extract_slice %x[1, 0] [1, %n] [1, 1] : tensor<2x?xi32> to tensor<1x?xi32>
  %p = linalg.map { arith.addi } ins(%x0, %x1 : tensor<1x?xi32>, tensor<1x?xi32>) outs(%x0 : tensor<1x?xi32>)
  %i0 = tensor.insert_slice %x0 into %z[0, 0] [1, %n] [1, 1] : tensor<1x?xi32> into tensor<2x?xi32>
  %i1 = tensor.insert_slice %p into %z[1, 0] [1, %n] [1, 1] : tensor<1x?xi32> into tensor<2x?xi32>
  %r = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2x?xi32>, tensor<2x?xi32>) outs(%z : tensor<2x?xi32>)
  return %r : tensor<2x?xi32>
}

// One result is needed for an input of the same tuple.
// CHECK-LABEL: func.func @cycle(
// ASSUME-LABEL: func.func @cycle(
func.func @cycle(%a: tensor<2xi32>) -> tensor<2xi32> {
  // ASSUME-NOT: prim.device_scan
  // REMARK: Function=cycle | Remark="not converted to prim.device_scan: it has a result that comes before one of its inputs"
  %c0 = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1xi32>
  %e2 = tensor.empty() : tensor<2xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<2xi32>) -> tensor<2xi32>
  %a0 = tensor.extract_slice %a[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %a1 = tensor.extract_slice %a[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %pa = linalg.map { arith.muli } ins(%a0, %a1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %j0 = tensor.insert_slice %a0 into %z[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %j1 = tensor.insert_slice %pa into %z[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %q = linalg.map { arith.addi } ins(%j0, %j1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %b = linalg.map { math.absi } ins(%q : tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  %b0 = tensor.extract_slice %b[0] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %b1 = tensor.extract_slice %b[1] [1] [2] : tensor<2xi32> to tensor<1xi32>
  %pm = linalg.map { arith.muli } ins(%pa, %b0 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %pb = linalg.map { arith.addi } ins(%pm, %b1 : tensor<1xi32>, tensor<1xi32>) outs(%e1 : tensor<1xi32>)
  %i0 = tensor.insert_slice %b0 into %z[0] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %i1 = tensor.insert_slice %pb into %z[1] [1] [2] : tensor<1xi32> into tensor<2xi32>
  %r = linalg.map { arith.addi } ins(%i0, %i1 : tensor<2xi32>, tensor<2xi32>) outs(%e2 : tensor<2xi32>)
  return %r : tensor<2xi32>
}
