// RUN: prim-opt %s --prim-bufferize -split-input-file -verify-diagnostics

#modulo = affine_map<(d0) -> (d0 mod 4)>

// expected-error@+1 {{'func.func' op has an argument with a layout without strides ('memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>'); use a strided layout}}
func.func @passed(%t: tensor<8xf32>, %m: memref<8xf32, #modulo>) -> (tensor<8xf32>, memref<8xf32, #modulo>) {
  return %t, %m : tensor<8xf32>, memref<8xf32, #modulo>
}

// -----

#modulo = affine_map<(d0) -> (d0 mod 4)>

func.func @viewed(%m: memref<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'gpu.alloc' op has a result with a layout without strides}}
  %a = gpu.alloc () : memref<8xf32, #modulo>
  %t = bufferization.to_tensor %a restrict : memref<8xf32, #modulo> to tensor<8xf32>
  return %t : tensor<8xf32>
}

// -----

func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @called(%r: tensor<8xf32>, %n: i1) -> tensor<8xf32> {
  cf.cond_br %n, ^a, ^b(%r : tensor<8xf32>)
^a:
  // expected-error@+1 {{'func.call' op passes tensors in a function of several blocks, which is not bufferized; inline the callee (--inline), or write branches as scf.if}}
  %q = func.call @inner(%r) : (tensor<8xf32>) -> tensor<8xf32>
  cf.br ^b(%q : tensor<8xf32>)
^b(%z: tensor<8xf32>):
  return %z : tensor<8xf32>
}
