func.func @main(%x: memref<?xi32>, %h: !foo.handle) {
  %0 = "foo.view"(%x, %h) : (memref<?xi32>, !foo.handle) -> memref<?xi32>
  prim.device_sort slt ins(%0 : memref<?xi32>) outs(%x : memref<?xi32>)
  "foo.branch"() ({
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%0 : memref<?xi32>)
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}
