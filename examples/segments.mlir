// Rows, segments by offsets, and runs of equal keys: a function each.
//
//   prim-run examples/segments.mlir --entry=rows --generate=3x1000xi32:iota --print
//   prim-run examples/segments.mlir --entry=offsets --generate=10xi32:iota \
//       --generate=11xi32:iota --print
//   prim-run examples/segments.mlir --entry=keys --generate=20xi32:small \
//       --generate=20xi32:iota --print

// The sum of each row.
func.func @rows(%x: tensor<?x?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %sums = prim.device_reduce add ins(%x : tensor<?x?xi32>) outs(%o : tensor<?xi32>)
    dimension(1) -> tensor<?xi32>
  return %sums : tensor<?xi32>
}

// The prefix sums of each segment; of what lies in none, nothing is promised.
func.func @offsets(%x: tensor<?xi32>, %offsets: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>)
    segments(%offsets : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// The first key and the sum of each run of equal keys, and how many runs there are:
// the first elements of the results.
func.func @keys(%k: tensor<?xi32>, %x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<i32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %u = tensor.empty(%n) : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %c = tensor.empty() : tensor<i32>
  %first, %sums, %count = prim.device_reduce add ins(%x : tensor<?xi32>)
    outs(%u, %o, %c : tensor<?xi32>, tensor<?xi32>, tensor<i32>)
    by_key(%k : tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
  return %first, %sums, %count : tensor<?xi32>, tensor<?xi32>, tensor<i32>
}
