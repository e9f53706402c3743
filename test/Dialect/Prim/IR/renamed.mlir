// Spellings of before are read for a release, with a warning.
// RUN: prim-opt %s --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN --input-file=%t.err

// CHECK-LABEL: func.func @by_turns
// CHECK: tuning<algorithm = cooperative>
// WARN: renamed.mlir:[[#@LINE+2]]:{{[0-9]+}}: warning: algorithm 'resident' is deprecated; use 'cooperative'
func.func @by_turns(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<algorithm = resident>
  return
}

// -----

// CHECK-LABEL: func.func @a_tile_each
// CHECK: tuning<block_size = 256, algorithm = cooperative_tile>
// WARN: warning: algorithm 'one_round' is deprecated; use 'cooperative_tile'
func.func @a_tile_each(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 256, algorithm = one_round>
  return
}
