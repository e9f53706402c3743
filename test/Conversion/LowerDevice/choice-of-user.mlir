// Which way an op goes is not for an attribute to say that the pass gives its
// own ops.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 -o %t.with
// RUN: sed 's/{prim.choice = [a-z]*}//' %s | prim-opt --prim-lower-device=chip=gfx942 -o %t.without
// RUN: diff %t.with %t.without

func.func @rows(%x: memref<?x?xi32>, %y: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>) dimension(0) {prim.choice = true}
  return
}

func.func @top(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_topk slt descending ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) {prim.choice = true}
  return
}

func.func @top_small(%x: memref<100000xi32>, %y: memref<90000xi32>) {
  prim.device_topk slt descending ins(%x : memref<100000xi32>) outs(%y : memref<90000xi32>) {prim.choice = false}
  return
}
