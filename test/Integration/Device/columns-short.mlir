// Columns that are short: each wave of a block has some of its own, of which it loads groups
// of 16, 4 and 1 elements. One element more is shared out to the waves. The results of all
// columns are added up.
// REQUIRES: prim-run, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{rows} = 31
// DEFINE: %{run} = timeout 100 prim-run %s --device=emulator --print --chip=%{chip} \
// DEFINE:   --generate=%{rows}x300xi32:constant=2 --generate=%{rows}x300xi32:constant=0 \
// DEFINE:   --generate=300xi32:constant=0 --generate=i32:constant=0 --inout=1 --inout=2 --inout=3
// RUN: %{run} --entry=reduce | FileCheck %s --check-prefix=REDUCE31
// RUN: %{run} --entry=scan | FileCheck %s --check-prefix=SCAN31
// REDEFINE: %{chip} = gfx1100
// REDEFINE: %{rows} = 32
// RUN: %{run} --entry=reduce | FileCheck %s --check-prefix=REDUCE32
// RUN: %{run} --entry=scan | FileCheck %s --check-prefix=SCAN32
// REDEFINE: %{rows} = 33
// RUN: %{run} --entry=reduce | FileCheck %s --check-prefix=REDUCE33
// RUN: %{run} --entry=scan | FileCheck %s --check-prefix=SCAN33
// REDUCE31: {{^}}i32: 18600
// REDUCE32: {{^}}i32: 19200
// REDUCE33: {{^}}i32: 19800
// SCAN31: 31x300xi32: 61 61 61
// SCAN31: {{^}}i32: 288300
// SCAN32: 32x300xi32: 63 63 63
// SCAN32: {{^}}i32: 307200
// SCAN33: 33x300xi32: 65 65 65
// SCAN33: {{^}}i32: 326700

func.func @reduce(%x: memref<?x?xi32>, %y: memref<?x?xi32>, %t: memref<?xi32>, %s: memref<i32>) {
  %none = arith.constant 0 : i32
  // The combiner is the sum, and its order is that of the elements.
  prim.device_reduce ins(%x : memref<?x?xi32>) outs(%t : memref<?xi32>) identity(%none : i32) dimension(0) combiner {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    prim.yield %c : i32
  }
  prim.device_reduce add ins(%t : memref<?xi32>) outs(%s : memref<i32>)
  return
}

// Without an identity, backwards: the first row has the fold of all rows after it.
func.func @scan(%x: memref<?x?xi32>, %y: memref<?x?xi32>, %t: memref<?xi32>, %s: memref<i32>) {
  %one = arith.constant 1 : i32
  prim.device_scan exclusive ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>)
      init(%one : i32) reverse dimension(0) combiner {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    prim.yield %c : i32
  }
  prim.device_reduce add ins(%y : memref<?x?xi32>) outs(%s : memref<i32>)
  return
}
