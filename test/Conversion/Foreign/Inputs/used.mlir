// Results of a foreign op are what prim's ops take, and the reverse.
func.func @main(%x: tensor<16xi32>, %o: tensor<16xi32>) -> tensor<16xi32> {
  %0 = "foo.make"(%x) {how = #foo.way<1>} : (tensor<16xi32>) -> tensor<16xi32>
  %1 = prim.device_scan inclusive add ins(%0 : tensor<16xi32>) outs(%o : tensor<16xi32>) {foo.note = 1 : i32} -> tensor<16xi32>
  "foo.take"(%1) : (tensor<16xi32>) -> ()
  return %1 : tensor<16xi32>
}
