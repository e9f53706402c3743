// REQUIRES: prim-run, emulator
// RUN: prim-run %s --device=emulator --generate=8xi32:iota --scalar=3 --print | FileCheck %s
// RUN: prim-run %s --device=emulator --entry=buffers --generate=8xi32:iota --generate=8xi32:constant=9 --inout=1 --print | FileCheck %s --check-prefix=BUFFERS
// RUN: prim-run %s --device=emulator --entry=values --scalar=-3 --scalar=2.5 --print | FileCheck %s --check-prefix=VALUES
// RUN: not prim-run %s --device=emulator --entry=checked --scalar=11 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: prim-run %s --device=emulator --entry=checked --scalar=10 --print | FileCheck %s --check-prefix=UNCHECKED
// RUN: prim-run %s --device=emulator --entry=tied --generate=4xi32:iota --generate=4xi32:constant=9 --print | FileCheck %s --check-prefix=TIED

// Arguments and results of every kind. Results in arguments, new buffers and
// scalars come back in the order in which the function has them.

// CHECK: 8xi32: 3 4 6 9 13 18 24 31
// CHECK-NEXT: i32: 28
// CHECK-NEXT: i32: 3
func.func @main(%x: tensor<8xi32>, %start: i32) -> (tensor<8xi32>, tensor<i32>, i32) {
  %o = tensor.empty() : tensor<8xi32>
  %t = tensor.empty() : tensor<i32>
  %y:2 = prim.device_scan inclusive add ins(%x : tensor<8xi32>) outs(%o, %t : tensor<8xi32>, tensor<i32>)
      init(%start : i32) total -> tensor<8xi32>, tensor<i32>
  return %y#0, %y#1, %start : tensor<8xi32>, tensor<i32>, i32
}

// BUFFERS: 8xi32: 0 1 3 6 10 15 21 28
func.func @buffers(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// VALUES: i64: -3
// VALUES-NEXT: f64: 2.5
// VALUES-NEXT: i1: 1
func.func @values(%a: i64, %b: f64) -> (i64, f64, i1) {
  %true = arith.constant true
  return %a, %b, %true : i64, f64, i1
}

// CHECKED: error: the run failed: {{.*}}more than ten
// UNCHECKED: i64: 10
func.func @checked(%n: i64) -> i64 {
  %ten = arith.constant 10 : i64
  %ok = arith.cmpi ule, %n, %ten : i64
  cf.assert %ok, "more than ten"
  return %n : i64
}

// TIED: 4xi32: 0 1 3 6
// TIED-NEXT: i32: 6
func.func @tied(%x: tensor<?xi32>, %o: tensor<?xi32>) -> (tensor<?xi32>, tensor<i32>) {
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %t = tensor.empty() : tensor<i32>
  %s = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%t : tensor<i32>) -> tensor<i32>
  return %y, %s : tensor<?xi32>, tensor<i32>
}
