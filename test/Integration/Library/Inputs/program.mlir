// One function for each way in which a C function can take and return something.

// Results that the function allocates.
func.func @scan(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %o = tensor.empty(%n) : tensor<?xf32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// A destination, in a memref.
func.func @scan_into(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan exclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// A scalar by value, and a result of one element.
func.func @reduce(%x: tensor<?xi32>, %init: i32) -> tensor<i32> {
  %o = tensor.empty() : tensor<i32>
  %y = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) init(%init : i32) -> tensor<i32>
  return %y : tensor<i32>
}

// Tensors that are destinations: the results are in them.
func.func @sort_pairs(%keys: tensor<?xi32>, %values: tensor<?xf64>, %sorted: tensor<?xi32>,
                      %moved: tensor<?xf64>) -> (tensor<?xi32>, tensor<?xf64>) {
  %k, %v = prim.device_sort slt ins(%keys, %values : tensor<?xi32>, tensor<?xf64>)
      outs(%sorted, %moved : tensor<?xi32>, tensor<?xf64>) -> tensor<?xi32>, tensor<?xf64>
  return %k, %v : tensor<?xi32>, tensor<?xf64>
}

// Extents that are known, and two results, one of them made, the other given.
func.func @rows(%x: tensor<?x5xi64>, %sums: tensor<?xi64>) -> (tensor<?x5xi64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x5xi64>
  %o = tensor.empty(%n) : tensor<?x5xi64>
  %y = prim.device_scan inclusive add ins(%x : tensor<?x5xi64>) outs(%o : tensor<?x5xi64>)
    dimension(1) -> tensor<?x5xi64>
  %s = prim.device_reduce add ins(%x : tensor<?x5xi64>) outs(%sums : tensor<?xi64>)
    dimension(1) -> tensor<?xi64>
  return %y, %s : tensor<?x5xi64>, tensor<?xi64>
}

// Gaps between elements: every stride is the caller's.
func.func @every(%x: memref<?xi32, strided<[?], offset: ?>>, %y: memref<?xi32>) {
  prim.device_scan inclusive maxsi ins(%x : memref<?xi32, strided<[?], offset: ?>>) outs(%y : memref<?xi32>)
  return
}

// All scalars, by value and back.
func.func @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index, %g: f16, %h: bf16, %i: f32, %j: f64)
    -> (i1, i8, i16, i32, i64, index, f16, bf16, f32, f64) {
  %true = arith.constant true
  %ra = arith.xori %a, %true : i1
  %rb = arith.addi %b, %b : i8
  %rc = arith.addi %c, %c : i16
  %rd = arith.addi %d, %d : i32
  %re = arith.addi %e, %e : i64
  %rf = arith.addi %f, %f : index
  %ri = arith.addf %i, %i : f32
  %rj = arith.addf %j, %j : f64
  return %ra, %rb, %rc, %rd, %re, %rf, %g, %h, %ri, %rj
      : i1, i8, i16, i32, i64, index, f16, bf16, f32, f64
}

// Rounding to bf16 on the host, from both wider types; the library has what it takes.
func.func @round(%a: f32, %b: f64) -> (bf16, bf16) {
  %x = arith.truncf %a : f32 to bf16
  %y = arith.truncf %b : f64 to bf16
  return %x, %y : bf16, bf16
}

// What nobody could free. Where the function itself shows that, it is not compiled.
func.func @part(%x: memref<?xi32>, %from: index) -> memref<?xi32> {
  %d = call @cut(%x, %from) : (memref<?xi32>, index) -> memref<?xi32>
  return %d : memref<?xi32>
}
func.func private @cut(%x: memref<?xi32>, %from: index) -> memref<?xi32> {
  %c1 = arith.constant 1 : index
  %s = memref.subview %x[%from] [%c1] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: ?>>
  %d = memref.cast %s : memref<?xi32, strided<[1], offset: ?>> to memref<?xi32>
  return %d : memref<?xi32>
}
func.func @twice(%n: index) -> (memref<?xi32>, memref<?xi32>) {
  %m = gpu.alloc (%n) : memref<?xi32>
  return %m, %m : memref<?xi32>, memref<?xi32>
}
