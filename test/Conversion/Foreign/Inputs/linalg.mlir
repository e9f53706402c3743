// Bodies of linalg ops, on tensors and on memrefs.
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %w = "foo.twice"(%v) {how = #foo.way<1>} : (f32) -> f32
    linalg.yield %w : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @fold(%x: tensor<?xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) {
  ^bb0(%v: f32, %s: f32):
    %w = "foo.add"(%v, %s) : (f32, f32) -> f32
    linalg.yield %w : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @memory(%x: memref<?xf32>) {
  linalg.map outs(%x : memref<?xf32>) (%old: f32) {
    %w = "foo.make"() : () -> f32
    linalg.yield %w : f32
  }
  return
}
