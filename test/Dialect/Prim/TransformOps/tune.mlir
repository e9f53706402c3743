// RUN: prim-opt %s --transform-interpreter | FileCheck %s
// RUN: prim-opt %s --transform-interpreter --mlir-print-op-generic | prim-opt | FileCheck %s

// The clause of an op is set, and one that is there is replaced as a whole.
// CHECK-LABEL: func.func @ops
// CHECK: prim.device_scan {{.*}} tuning<block_size = 128, items_per_thread = 4, algorithm = look_back>
// CHECK: prim.device_scan {{.*}} tuning<block_size = 128, items_per_thread = 4, algorithm = look_back>
// CHECK: prim.device_reduce {{.*}} tuning<algorithm = cooperative>
// CHECK: prim.device_sort
// CHECK-NOT: tuning
func.func @ops(%x: memref<?xf32>, %o: memref<?xf32>, %r: memref<f32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  prim.device_scan inclusive maxnumf ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) tuning<block_size = 64, algorithm = persistent>
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%r : memref<f32>)
  prim.device_sort total ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

// CHECK: transform.prim.tune %{{.*}} tuning<block_size = 128, items_per_thread = 4, algorithm = look_back> : !transform.any_op
// CHECK: transform.prim.tune %{{.*}} tuning<algorithm = cooperative> : !transform.op<"prim.device_reduce">
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scans = transform.structured.match ops{["prim.device_scan"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.prim.tune %scans tuning<block_size = 128, items_per_thread = 4, algorithm = look_back> : !transform.any_op
    %folds = transform.structured.match ops{["prim.device_reduce"]} in %root : (!transform.any_op) -> !transform.op<"prim.device_reduce">
    transform.prim.tune %folds tuning<algorithm = cooperative> : !transform.op<"prim.device_reduce">
    transform.yield
  }
}
