// RUN: not prim-compile --allow-unregistered-dialect --chip=gfx942 %s -o %t 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: not prim-run --allow-unregistered-dialect --chip=gfx942 --entry=foreign --generate=8xi32:iota %s 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not prim-run --chip=gfx942 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: operation being parsed with an unregistered dialect

func.func @foreign(%x: tensor<8xi32>) -> tensor<8xi32> {
  // ENTRY: errors.mlir:[[@LINE+2]]:8: error: 'iree_linalg_ext.fft' op is of a dialect
  // COMPILE: errors.mlir:[[@LINE+1]]:8: error: 'iree_linalg_ext.fft' op is of a dialect that prim does not have; lower it
  %0 = "iree_linalg_ext.fft"(%x) : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

func.func @refused(%u: tensor<9xi32>, %i: tensor<9x1xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  // COMPILE: errors.mlir:[[@LINE+1]]:8: error: 'iree_linalg_ext.scatter' op changes an element once for each index; state unique_indices if no two are of one element, so that no device op can replace it
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
  ^bb0(%l: i32, %r: i32):
    %s = arith.shli %r, %r : i32
    "iree_linalg_ext.yield"(%s) : (i32) -> ()
  }) : (tensor<9xi32>, tensor<9x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
