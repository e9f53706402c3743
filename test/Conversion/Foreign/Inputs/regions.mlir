func.func @main(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) combiner {
  ^bb0(%a: i32, %b: i32):
    %c = "foo.add"(%a, %b) : (i32, i32) -> i32
    prim.yield %c : i32
  }
  return
}
