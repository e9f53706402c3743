// A program as a tensor compiler has it, with nothing of prim's: the running
// shares of exp(x), y[i] = (e[0] + ... + e[i]) / (e[0] + ... + e[n-1]) with
// e[i] = exp(x[i] - max(x)). @cumulative_sum is that compiler's own.

#element = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func private @cumulative_sum(tensor<?xf32>) -> tensor<?xf32>

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %out = tensor.empty(%n) : tensor<?xf32>

  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?xf32>)
      outs(%lowest : tensor<f32>) dimensions = [0]
  %e = linalg.generic {indexing_maps = [#element, #scalar, #element],
                       iterator_types = ["parallel"]}
      ins(%x, %max : tensor<?xf32>, tensor<f32>) outs(%out : tensor<?xf32>) {
  ^bb0(%element: f32, %largest: f32, %unused: f32):
    %less = arith.subf %element, %largest : f32
    %exp = math.exp %less : f32
    linalg.yield %exp : f32
  } -> tensor<?xf32>

  %sums = call @cumulative_sum(%e) : (tensor<?xf32>) -> tensor<?xf32>

  %last = arith.subi %n, %c1 : index
  %sum = tensor.extract_slice %sums[%last] [1] [1]
      : tensor<?xf32> to tensor<f32>
  %shares = linalg.generic {indexing_maps = [#element, #scalar, #element],
                            iterator_types = ["parallel"]}
      ins(%sums, %sum : tensor<?xf32>, tensor<f32>)
      outs(%out : tensor<?xf32>) {
  ^bb0(%running: f32, %whole: f32, %unused: f32):
    %share = arith.divf %running, %whole : f32
    linalg.yield %share : f32
  } -> tensor<?xf32>
  return %shares : tensor<?xf32>
}
