// Running shares of a whole: y[i] = (x[0] + ... + x[i]) / sum(x). The sum stays in
// device memory, where the scan reads it: two launches, and nothing on the host.
// Both ops use one workspace, which whoever owns it has cleared once.
//
//   prim-run examples/normalize.mlir --generate=1000000xf32 \
//       --generate=1000000xf32:constant=0 --generate=1048576xi8:constant=0 \
//       --inout=1 --output=y.npy --stats

func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %work: memref<?xi8>) {
  %sum = gpu.alloc() : memref<f32>
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%sum : memref<f32>)
      workspace(%work : memref<?xi8>) initialized
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      workspace(%work : memref<?xi8>) initialized
      reads(%sum : memref<f32>) prologue {
  ^bb0(%element: f32):
    %whole = memref.load %sum[] : memref<f32>
    %share = arith.divf %element, %whole : f32
    prim.yield %share : f32
  }
  gpu.dealloc %sum : memref<f32>
  return
}

// The same on tensors, where the workspaces are the lowering's: --entry=tensors.
func.func @tensors(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %total = tensor.empty() : tensor<f32>
  %sum = prim.device_reduce add ins(%x : tensor<?xf32>)
      outs(%total : tensor<f32>) -> tensor<f32>
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>) reads(%sum : tensor<f32>) prologue {
  ^bb0(%element: f32):
    %whole = tensor.extract %sum[] : tensor<f32>
    %share = arith.divf %element, %whole : f32
    prim.yield %share : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}
