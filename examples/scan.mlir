// Prefix sums of a buffer: y[i] = x[0] + ... + x[i], in one pass over memory.
//
//   prim-run examples/scan.mlir --generate=1048576xi32 --output=y.npy --stats
//   prim-compile examples/scan.mlir --chip=gfx942 --emit=isa

func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %out = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>)
      outs(%out : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// The same for floats: --entry=floats.
func.func @floats(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
