// RUN: prim-opt %s --prim-bufferize | FileCheck %s

// Results are new device buffers that belong to the caller; what is not
// returned is freed.

// CHECK-LABEL: func.func @new(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>) -> memref<?xf32>
func.func @new(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %o = tensor.empty(%n) : tensor<?xf32>
  // CHECK: %[[A:.*]] = gpu.alloc (%{{.*}}) : memref<?xf32>
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xf32>) outs(%[[A]] : memref<?xf32>)
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[B:.*]] = gpu.alloc (%{{.*}}) : memref<?xf32>
  // CHECK: prim.device_scan exclusive add ins(%[[A]] : memref<?xf32>) outs(%[[B]] : memref<?xf32>)
  %p = tensor.empty(%n) : tensor<?xf32>
  %z = prim.device_scan exclusive add ins(%y : tensor<?xf32>) outs(%p : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: memref.dealloc %[[A]]
  // CHECK-NOT: memref.dealloc
  // CHECK: return %[[B]]
  return %z : tensor<?xf32>
}

// A result in a caller's buffer is dropped, and said to be there.

// CHECK-LABEL: func.func @tied(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[O:.*]]: memref<?xi32>, %[[I:.*]]: memref<i32>) -> memref<i32>
// CHECK-SAME: attributes {prim.results = array<i64: -2, 0>}
func.func @tied(%x: tensor<?xi32>, %o: tensor<?xi32>, %i: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
  // CHECK-NOT: gpu.memcpy
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) init(%i : tensor<i32>) -> tensor<?xi32>
  %e = tensor.empty() : tensor<i32>
  // CHECK: %[[R:.*]] = gpu.alloc () : memref<i32>
  %s = prim.device_reduce add ins(%y : tensor<?xi32>) outs(%e : tensor<i32>) -> tensor<i32>
  // CHECK: return %[[R]] : memref<i32>
  return %y, %s : tensor<?xi32>, tensor<i32>
}

// A scan may work in place; a sort may not.

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>)
func.func @in_place(%x: tensor<64xi32>) -> tensor<64xi32> {
  // CHECK-NOT: gpu.alloc
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<64xi32>) outs(%[[X]] : memref<64xi32>)
  %y = prim.device_scan inclusive add ins(%x : tensor<64xi32>) outs(%x : tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// CHECK-LABEL: func.func @out_of_place(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>) -> memref<64xi32>
func.func @out_of_place(%x: tensor<64xi32>) -> tensor<64xi32> {
  // CHECK: %[[A:.*]] = gpu.alloc
  // CHECK: prim.device_sort slt ins(%[[X]] : memref<64xi32>) outs(%[[A]] : memref<64xi32>)
  %y = prim.device_sort slt ins(%x : tensor<64xi32>) outs(%x : tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// What is read afterwards is copied before it is overwritten.

// CHECK-LABEL: func.func @clobber(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>, %[[O:.*]]: memref<64xi32>, %[[P:.*]]: memref<64xi32>)
func.func @clobber(%x: tensor<64xi32>, %o: tensor<64xi32>, %p: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  // CHECK: %[[A:.*]] = gpu.alloc
  // CHECK: gpu.memcpy %[[A]], %[[X]]
  // CHECK: prim.device_sort slt ins(%[[A]] : memref<64xi32>) outs(%[[O]] : memref<64xi32>) {{.*}}may_clobber_input
  %y = prim.device_sort slt ins(%x : tensor<64xi32>) outs(%o : tensor<64xi32>) may_clobber_input -> tensor<64xi32>
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<64xi32>) outs(%[[P]] : memref<64xi32>)
  %z = prim.device_scan inclusive add ins(%x : tensor<64xi32>) outs(%p : tensor<64xi32>) -> tensor<64xi32>
  return %y, %z : tensor<64xi32>, tensor<64xi32>
}

// A workspace is an output whose contents do not matter; asking for its size
// reads and writes nothing.

// CHECK-LABEL: func.func @workspace(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[O:.*]]: memref<?xi32>)
func.func @workspace(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[BYTES:.*]] = prim.workspace_size
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xi32>) outs(%[[O]] : memref<?xi32>)
  %bytes = prim.workspace_size {
    %s = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  } : index
  // CHECK: %[[W:.*]] = gpu.alloc (%[[BYTES]]) : memref<?xi8>
  %e = tensor.empty(%bytes) : tensor<?xi8>
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xi32>) outs(%[[O]] : memref<?xi32>) workspace(%[[W]] : memref<?xi8>)
  %y, %w = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) workspace(%e : tensor<?xi8>) -> tensor<?xi32>, tensor<?xi8>
  // CHECK: memref.dealloc %[[W]]
  return %y : tensor<?xi32>
}

// Calls see which buffers come back.

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: memref<?xi32>, %{{.*}}: memref<?xi32>) {
func.func private @callee(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// CHECK-LABEL: func.func @caller(
// CHECK-SAME: -> memref<?xi32>
func.func @caller(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  // CHECK: %[[A:.*]] = gpu.alloc
  // CHECK: call @callee(%{{.*}}, %[[A]])
  %y = func.call @callee(%x, %o) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  // CHECK: return %[[A]]
  return %y : tensor<?xi32>
}

// Loops carry buffers: a double buffer swaps two of them and copies nothing. The
// one that bufferisation took for read only is copied once, before the loop.

// CHECK-LABEL: func.func @swap(
// CHECK-SAME: %[[X:.*]]: memref<8xi32>, %[[B:.*]]: memref<8xi32>
func.func @swap(%x: tensor<8xi32>, %b: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[P:.*]] = gpu.alloc
  // CHECK-NEXT: gpu.memcpy %[[P]], %[[X]]
  // CHECK-NEXT: scf.for {{.*}} iter_args(%[[T:.*]] = %[[P]], %[[U:.*]] = %[[B]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %b) -> (tensor<8xi32>, tensor<8xi32>) {
    // CHECK-NOT: gpu.memcpy
    // CHECK: prim.device_sort slt ins(%[[T]] : memref<8xi32>) outs(%[[U]] : memref<8xi32>)
    // CHECK-NOT: gpu.memcpy
    // CHECK: scf.yield %[[U]], %[[T]]
    %y = prim.device_sort slt ins(%t : tensor<8xi32>) outs(%u : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %y, %t : tensor<8xi32>, tensor<8xi32>
  }
  return %r#0 : tensor<8xi32>
}

// What an iteration makes is handed on as it is.

// CHECK-LABEL: func.func @iterate(
// CHECK-SAME: %[[X:.*]]: memref<8xi32>
func.func @iterate(%x: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %[[X]],
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xi32> {
    // CHECK: %[[O:.*]] = gpu.alloc
    // CHECK: prim.device_sort slt ins(%[[T]] : memref<8xi32>) outs(%[[O]] : memref<8xi32>)
    %o = tensor.empty() : tensor<8xi32>
    %y = prim.device_sort slt ins(%t : tensor<8xi32>) outs(%o : tensor<8xi32>) -> tensor<8xi32>
    // CHECK-NOT: gpu.memcpy
    // CHECK: scf.yield %[[O]]
    scf.yield %y : tensor<8xi32>
  }
  return %r : tensor<8xi32>
}

// A buffer that two places would share is copied.

// CHECK-LABEL: func.func @shared(
func.func @shared(%x: tensor<8xi32>, %b: tensor<8xi32>, %n: index) -> (tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %b) -> (tensor<8xi32>, tensor<8xi32>) {
    // CHECK: prim.device_scan
    // CHECK: gpu.memcpy
    %y = prim.device_scan inclusive add ins(%t : tensor<8xi32>) outs(%t : tensor<8xi32>) -> tensor<8xi32>
    // CHECK: scf.yield
    scf.yield %y, %y : tensor<8xi32>, tensor<8xi32>
  }
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi32>
}

// So is one that an iteration makes and hands on twice, as it is or cast: what
// writes one result must not change the other.

// CHECK-LABEL: func.func @made_once(
func.func @made_once(%x: tensor<8xi32>, %n: index) -> (tensor<8xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %x : tensor<8xi32> to tensor<?xi32>
  // CHECK: scf.for
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %d) -> (tensor<8xi32>, tensor<?xi32>) {
    // CHECK: %[[O:.*]] = gpu.alloc
    // CHECK: prim.device_scan {{.*}} outs(%[[O]] : memref<8xi32>)
    // CHECK: %[[C:.*]] = gpu.alloc
    // CHECK: gpu.memcpy %[[C]], %[[O]]
    // CHECK: scf.yield %[[O]], %[[C]]
    %o = tensor.empty() : tensor<8xi32>
    %y = prim.device_scan inclusive add ins(%t : tensor<8xi32>) outs(%o : tensor<8xi32>) -> tensor<8xi32>
    %z = tensor.cast %y : tensor<8xi32> to tensor<?xi32>
    scf.yield %y, %z : tensor<8xi32>, tensor<?xi32>
  }
  return %r#0, %r#1 : tensor<8xi32>, tensor<?xi32>
}

// Results of functions are in buffers of their own, too; that an argument comes
// back twice the analysis sees.

// CHECK-LABEL: func.func private @returned_twice(
func.func private @returned_twice(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK: %[[O:.*]] = gpu.alloc
  // CHECK: prim.device_scan
  // CHECK: %[[C:.*]] = gpu.alloc
  // CHECK: gpu.memcpy %[[C]], %[[O]]
  // CHECK: return %[[O]], %[[C]]
  %o = tensor.empty() : tensor<8xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<8xi32>) outs(%o : tensor<8xi32>) -> tensor<8xi32>
  return %y, %y : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func private @argument_twice(
// CHECK-NEXT: return
func.func private @argument_twice(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  return %x, %x : tensor<8xi32>, tensor<8xi32>
}

// Elementwise ops are linalg's.

// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: linalg.generic
  %y = arith.addf %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}

// They are not folded before: a constant would not know its size.

// CHECK-LABEL: func.func @same_operands(
func.func @same_operands(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi1>) {
  // CHECK: arith.xori
  %y = arith.xori %x, %x : tensor<?xi32>
  // CHECK: arith.cmpi
  %z = arith.cmpi eq, %x, %x : tensor<?xi32>
  return %y, %z : tensor<?xi32>, tensor<?xi1>
}

// A slice with holes goes through buffers without.

// CHECK-LABEL: func.func @column(
// CHECK-SAME: %[[X:.*]]: memref<4x8xi32>)
func.func @column(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  // CHECK: %[[C:.*]] = memref.subview %[[X]]
  %s = tensor.extract_slice %x[0, 1] [4, 1] [1, 1] : tensor<4x8xi32> to tensor<4xi32>
  // CHECK: %[[I:.*]] = gpu.alloc () : memref<4xi32>
  // CHECK: gpu.memcpy %[[I]], %[[C]]
  // CHECK: %[[O:.*]] = gpu.alloc () : memref<4xi32>
  // CHECK: prim.device_scan inclusive add ins(%[[I]] : memref<4xi32>) outs(%[[O]] : memref<4xi32>)
  // CHECK: gpu.memcpy %[[C]], %[[O]]
  // CHECK-NOT: gpu.memcpy
  %y = prim.device_scan inclusive add ins(%s : tensor<4xi32>) outs(%s : tensor<4xi32>) -> tensor<4xi32>
  %z = tensor.insert_slice %y into %x[0, 1] [4, 1] [1, 1] : tensor<4xi32> into tensor<4x8xi32>
  return %z : tensor<4x8xi32>
}

// An op that goes with the branch that it stood in.

// CHECK-LABEL: func.func @never(
// CHECK-NOT: prim.
// CHECK: return
func.func @never(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %false = arith.constant false
  %r = scf.if %false -> (tensor<?xi32>) {
    %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %y : tensor<?xi32>
  } else {
    scf.yield %x : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// Kernels and functions on memrefs stay as they are.

// CHECK-LABEL: func.func @memrefs
// CHECK-NEXT: %[[A:.*]] = memref.alloc
// CHECK-NEXT: return
func.func @memrefs() {
  %a = memref.alloc() : memref<4xi32>
  return
}

// What a region reads is read where it lies: no copy, and no load of the host's. A
// slice is read as it is, holes and all.

// CHECK-LABEL: func.func @reads(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[T:.*]]: memref<4x8xf32>)
// CHECK-NOT: gpu.memcpy
// CHECK: %[[SUM:.*]] = gpu.alloc () : memref<f32>
// CHECK: prim.device_reduce add ins(%[[X]] : memref<?xf32>) outs(%[[SUM]] : memref<f32>)
// CHECK: %[[S:.*]] = memref.subview %[[T]]
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xf32>) outs(%{{.*}} : memref<?xf32>)
// CHECK-SAME: reads(%[[SUM]], %[[S]] : memref<f32>, memref<4xf32, strided<[8], offset: 1>>) prologue {
// CHECK: memref.load %[[SUM]][] : memref<f32>
// CHECK: memref.load %[[S]][%{{.*}}] : memref<4xf32, strided<[8], offset: 1>>
// CHECK-NOT: gpu.memcpy
func.func @reads(%x: tensor<?xf32>, %t: tensor<4x8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %so = tensor.empty() : tensor<f32>
  %sum = prim.device_reduce add ins(%x : tensor<?xf32>) outs(%so : tensor<f32>) -> tensor<f32>
  %column = tensor.extract_slice %t[0, 1] [4, 1] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
  %o = tensor.empty(%n) : tensor<?xf32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>)
      reads(%sum, %column : tensor<f32>, tensor<4xf32>) prologue {
  ^bb0(%e: f32, %i: index):
    %c4 = arith.constant 4 : index
    %at = arith.remui %i, %c4 : index
    %all = tensor.extract %sum[] : tensor<f32>
    %weight = tensor.extract %column[%at] : tensor<4xf32>
    %share = arith.divf %e, %all : f32
    %part = arith.mulf %share, %weight : f32
    prim.yield %part : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// An op does not write where its regions read.

// CHECK-LABEL: func.func @reads_own(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>)
// CHECK: %[[O:.*]] = gpu.alloc
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xi32>) outs(%[[O]] : memref<?xi32>) reads(%[[X]] : memref<?xi32>)
func.func @reads_own(%x: tensor<?xi32>) -> tensor<?xi32> {
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%x : tensor<?xi32>)
      reads(%x : tensor<?xi32>) prologue {
  ^bb0(%e: i32):
    %c0 = arith.constant 0 : index
    %v = tensor.extract %x[%c0] : tensor<?xi32>
    prim.yield %v : i32
  } -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// What says where segments are is read where it lies.

// CHECK-LABEL: func.func @segments(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[K:.*]]: memref<?xi64>, %[[F:.*]]: memref<?xi1>, %[[O:.*]]: memref<?xi32>, %[[P:.*]]: memref<?xi32>)
// CHECK-NOT: gpu.
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xi32>) outs(%[[O]] : memref<?xi32>) segments(%[[K]], %[[K]] : memref<?xi64>, memref<?xi64>)
// CHECK: prim.device_scan exclusive add ins(%[[O]] : memref<?xi32>) outs(%[[P]] : memref<?xi32>) head(%[[F]] : memref<?xi1>)
// CHECK-NOT: gpu.
// CHECK: return
func.func @segments(%x: tensor<?xi32>, %k: tensor<?xi64>, %f: tensor<?xi1>, %o: tensor<?xi32>,
                    %p: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k, %k : tensor<?xi64>, tensor<?xi64>) -> tensor<?xi32>
  %z = prim.device_scan exclusive add ins(%y : tensor<?xi32>) outs(%p : tensor<?xi32>) head(%f : tensor<?xi1>) -> tensor<?xi32>
  return %y, %z : tensor<?xi32>, tensor<?xi32>
}

// Offsets that other ops make, and one of them goes on to change.

// CHECK-LABEL: func.func @made_offsets(
// CHECK: prim.device_scan inclusive add {{.*}} outs(%[[E:.*]] : memref<4xi64>)
// CHECK: prim.device_scan exclusive add {{.*}} outs(%[[B:.*]] : memref<4xi64>)
// CHECK: %[[O:.*]] = gpu.alloc () : memref<4xi32>
// CHECK-NOT: gpu.
// CHECK: prim.device_reduce add ins(%{{.*}} : memref<8xi32>) outs(%[[O]] : memref<4xi32>) segments(%[[B]], %[[E]] : memref<4xi64>, memref<4xi64>)
// CHECK-NOT: gpu.
// CHECK: prim.device_scan inclusive maxsi ins(%[[E]] : memref<4xi64>) outs(%[[E]] : memref<4xi64>)
// CHECK: memref.dealloc %[[B]]
// CHECK: return %[[O]], %[[E]]
func.func @made_offsets(%x: tensor<8xi32>, %lengths: tensor<4xi64>) -> (tensor<4xi32>, tensor<4xi64>) {
  %e = tensor.empty() : tensor<4xi64>
  %ends = prim.device_scan inclusive add ins(%lengths : tensor<4xi64>) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %b = tensor.empty() : tensor<4xi64>
  %begins = prim.device_scan exclusive add ins(%lengths : tensor<4xi64>) outs(%b : tensor<4xi64>) -> tensor<4xi64>
  %o = tensor.empty() : tensor<4xi32>
  %sums = prim.device_reduce add ins(%x : tensor<8xi32>) outs(%o : tensor<4xi32>) segments(%begins, %ends : tensor<4xi64>, tensor<4xi64>) -> tensor<4xi32>
  %later = prim.device_scan inclusive maxsi ins(%ends : tensor<4xi64>) outs(%ends : tensor<4xi64>) -> tensor<4xi64>
  return %sums, %later : tensor<4xi32>, tensor<4xi64>
}

// As many runs as there are come back.

// CHECK-LABEL: func.func @runs(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[K:.*]]: memref<?xf64>)
// CHECK-DAG: %[[U:.*]] = gpu.alloc (%{{.*}}) : memref<?xf64>
// CHECK-DAG: %[[S:.*]] = gpu.alloc (%{{.*}}) : memref<?xi32>
// CHECK-DAG: %[[N:.*]] = gpu.alloc () : memref<index>
// CHECK: prim.device_reduce add ins(%[[X]] : memref<?xi32>) outs(%[[U]], %[[S]], %[[N]] : memref<?xf64>, memref<?xi32>, memref<index>) by_key(%[[K]] : memref<?xf64>)
// CHECK: %[[COUNT:.*]] = memref.load %[[N]][] : memref<index>
// CHECK: memref.subview %[[U]][0] [%[[COUNT]]] [1]
// CHECK: memref.subview %[[S]][0] [%[[COUNT]]] [1]
// CHECK: memref.dealloc %[[N]]
func.func @runs(%x: tensor<?xi32>, %k: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %u0 = tensor.empty(%n) : tensor<?xf64>
  %s0 = tensor.empty(%n) : tensor<?xi32>
  %n0 = tensor.empty() : tensor<index>
  %u, %s, %found = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%u0, %s0, %n0 : tensor<?xf64>, tensor<?xi32>, tensor<index>)
      by_key(%k : tensor<?xf64>) -> tensor<?xf64>, tensor<?xi32>, tensor<index>
  %count = tensor.extract %found[] : tensor<index>
  %keys = tensor.extract_slice %u[0] [%count] [1] : tensor<?xf64> to tensor<?xf64>
  %sums = tensor.extract_slice %s[0] [%count] [1] : tensor<?xi32> to tensor<?xi32>
  return %keys, %sums : tensor<?xf64>, tensor<?xi32>
}

// A scan by key may work in place, but not in its keys; a reduction may not.

// CHECK-LABEL: func.func @in_place_by_key(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>, %[[K:.*]]: memref<64xi8>)
// CHECK-NOT: gpu.
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<64xi32>) outs(%[[X]] : memref<64xi32>) by_key(%[[K]] : memref<64xi8>)
func.func @in_place_by_key(%x: tensor<64xi32>, %k: tensor<64xi8>) -> tensor<64xi32> {
  %y = prim.device_scan inclusive add ins(%x : tensor<64xi32>) outs(%x : tensor<64xi32>) by_key(%k : tensor<64xi8>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// CHECK-LABEL: func.func @into_keys(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>, %[[K:.*]]: memref<64xi32>)
// CHECK: %[[A:.*]] = gpu.alloc () : memref<64xi32>
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<64xi32>) outs(%[[A]] : memref<64xi32>) by_key(%[[X]] : memref<64xi32>)
// CHECK: %[[B:.*]] = gpu.alloc () : memref<64xi32>
// CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<64xi32>) outs(%[[B]] : memref<64xi32>) by_key(%[[K]] : memref<64xi32>)
// CHECK: return %[[A]], %[[B]]
func.func @into_keys(%x: tensor<64xi32>, %k: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  %y = prim.device_scan inclusive add ins(%x : tensor<64xi32>) outs(%x : tensor<64xi32>) by_key(%x : tensor<64xi32>) -> tensor<64xi32>
  %z = prim.device_scan inclusive add ins(%x : tensor<64xi32>) outs(%k : tensor<64xi32>) by_key(%k : tensor<64xi32>) -> tensor<64xi32>
  return %y, %z : tensor<64xi32>, tensor<64xi32>
}

// CHECK-LABEL: func.func @reduce_own(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>, %[[K:.*]]: memref<64xi64>, %[[N:.*]]: memref<i32>)
// CHECK-DAG: %[[U:.*]] = gpu.alloc () : memref<64xi64>
// CHECK-DAG: %[[S:.*]] = gpu.alloc () : memref<64xi32>
// CHECK: prim.device_reduce add ins(%[[X]] : memref<64xi32>) outs(%[[U]], %[[S]], %[[N]] : memref<64xi64>, memref<64xi32>, memref<i32>) by_key(%[[K]] : memref<64xi64>)
func.func @reduce_own(%x: tensor<64xi32>, %k: tensor<64xi64>, %n: tensor<i32>) -> (tensor<64xi64>, tensor<64xi32>, tensor<i32>) {
  %r:3 = prim.device_reduce add ins(%x : tensor<64xi32>) outs(%k, %x, %n : tensor<64xi64>, tensor<64xi32>, tensor<i32>) by_key(%k : tensor<64xi64>) -> tensor<64xi64>, tensor<64xi32>, tensor<i32>
  return %r#0, %r#1, %r#2 : tensor<64xi64>, tensor<64xi32>, tensor<i32>
}

// Flags with holes go through a buffer without.

// CHECK-LABEL: func.func @flag_column(
// CHECK: %[[C:.*]] = memref.subview
// CHECK: %[[F:.*]] = gpu.alloc () : memref<4xi1>
// CHECK: gpu.memcpy %[[F]], %[[C]]
// CHECK: prim.device_scan {{.*}} head(%[[F]] : memref<4xi1>)
// CHECK: memref.dealloc %[[F]]
func.func @flag_column(%x: tensor<4xi32>, %t: tensor<4x8xi1>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %f = tensor.extract_slice %t[0, 1] [4, 1] [1, 1] : tensor<4x8xi1> to tensor<4xi1>
  %y = prim.device_scan inclusive add ins(%x : tensor<4xi32>) outs(%o : tensor<4xi32>) head(%f : tensor<4xi1>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// The region that says which keys are equal comes along, and loads from buffers.

// CHECK-LABEL: func.func @equal(
// CHECK-SAME: %{{.*}}: memref<8xi32>, %{{.*}}: memref<8xf32>, %[[NEAR:.*]]: memref<f32>
// CHECK-NOT: gpu.
// CHECK: prim.device_scan {{.*}} reads(%[[NEAR]] : memref<f32>) by_key(%{{.*}} : memref<8xf32>) equal {
// CHECK: memref.load %[[NEAR]][] : memref<f32>
func.func @equal(%x: tensor<8xi32>, %k: tensor<8xf32>, %near: tensor<f32>, %o: tensor<8xi32>) -> tensor<8xi32> {
  %y = prim.device_scan inclusive add ins(%x : tensor<8xi32>) outs(%o : tensor<8xi32>) reads(%near : tensor<f32>)
      by_key(%k : tensor<8xf32>) equal {
  ^bb0(%a: f32, %b: f32):
    %apart = arith.subf %b, %a : f32
    %most = tensor.extract %near[] : tensor<f32>
    %same = arith.cmpf olt, %apart, %most : f32
    prim.yield %same : i1
  } -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// Rows and segments of sorts are ops like others: what says where segments are is read where
// it lies, also where it is what is sorted, and is never the buffer that is written.

// CHECK-LABEL: func.func @sorts(
// CHECK-SAME: %[[T:.*]]: memref<?x4xf32>, %[[X:.*]]: memref<?xi32>, %[[K:.*]]: memref<?xi32>, %[[O:.*]]: memref<?xi32>)
// CHECK: %[[R:.*]] = gpu.alloc (%{{.*}}) : memref<?x4xf32>
// CHECK: prim.device_sort total ins(%[[T]] : memref<?x4xf32>) outs(%[[R]] : memref<?x4xf32>) dimension(0){{$}}
// CHECK-NOT: gpu.
// CHECK: prim.device_sort slt ins(%[[X]] : memref<?xi32>) outs(%[[O]] : memref<?xi32>) segments(%[[K]] : memref<?xi32>){{$}}
// CHECK: %[[A:.*]] = gpu.alloc (%{{.*}}) : memref<?xi32>
// CHECK-NOT: gpu.memcpy
// CHECK: prim.device_sort slt ins(%[[K]] : memref<?xi32>) outs(%[[A]] : memref<?xi32>) segments(%[[K]] : memref<?xi32>){{$}}
// CHECK-NOT: gpu.memcpy
// CHECK: return %[[R]], %[[A]] : memref<?x4xf32>, memref<?xi32>
func.func @sorts(%t: tensor<?x4xf32>, %x: tensor<?xi32>, %k: tensor<?xi32>, %o: tensor<?xi32>)
    -> (tensor<?x4xf32>, tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %rows = prim.device_sort total ins(%t : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) dimension(0) -> tensor<?x4xf32>
  %y = prim.device_sort slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k : tensor<?xi32>) -> tensor<?xi32>
  %z = prim.device_sort slt ins(%k : tensor<?xi32>) outs(%k : tensor<?xi32>) segments(%k : tensor<?xi32>) -> tensor<?xi32>
  return %rows, %y, %z : tensor<?x4xf32>, tensor<?xi32>, tensor<?xi32>
}

// An input that may be overwritten is copied where it is needed afterwards; what says where
// segments are is only read.

// CHECK-LABEL: func.func @clobbered_segments(
// CHECK-SAME: %[[X:.*]]: memref<64xi32>, %[[K:.*]]: memref<?xi64>, %[[O:.*]]: memref<64xi32>)
// CHECK: %[[A:.*]] = gpu.alloc () : memref<64xi32>
// CHECK: gpu.memcpy %[[A]], %[[X]]
// CHECK-NOT: gpu.
// CHECK: prim.device_sort ult ins(%[[A]] : memref<64xi32>) outs(%[[O]] : memref<64xi32>) segments(%[[K]], %[[K]] : memref<?xi64>, memref<?xi64>) may_clobber_input
// CHECK: return
func.func @clobbered_segments(%x: tensor<64xi32>, %k: tensor<?xi64>, %o: tensor<64xi32>)
    -> (tensor<64xi32>, tensor<64xi32>) {
  %y = prim.device_sort ult ins(%x : tensor<64xi32>) outs(%o : tensor<64xi32>) segments(%k, %k : tensor<?xi64>, tensor<?xi64>) may_clobber_input -> tensor<64xi32>
  return %y, %x : tensor<64xi32>, tensor<64xi32>
}

// Slices with holes are copied, what an op reads of them and what it has written.

// CHECK-LABEL: func.func @sorted_slices(
// CHECK-SAME: %[[X:.*]]: memref<8x9x10xi32>, %[[Y:.*]]: memref<9x10xi32>)
// CHECK-DAG: %[[S:.*]] = memref.subview %[[X]][1, 0, 2] [4, 9, 3] [2, 1, 2]
// CHECK-DAG: %[[C:.*]] = gpu.alloc () : memref<4x9x3xi32>
// CHECK: gpu.memcpy %[[C]], %[[S]]
// CHECK: prim.device_reduce add ins(%[[C]] : memref<4x9x3xi32>) outs(%[[F:.*]] : memref<9xi32>) dimension(0, 2)
// CHECK: %[[T:.*]] = memref.subview %[[Y]][0, 4] [9, 1] [1, 1]
// CHECK: prim.device_sort slt ins(%[[F]] : memref<9xi32>) outs(%[[R:.*]] : memref<9xi32>){{$}}
// CHECK: gpu.memcpy %[[T]], %[[R]]
// CHECK: return
func.func @sorted_slices(%x: tensor<8x9x10xi32>, %y: tensor<9x10xi32>) -> tensor<9x10xi32> {
  %s = tensor.extract_slice %x[1, 0, 2] [4, 9, 3] [2, 1, 2] : tensor<8x9x10xi32> to tensor<4x9x3xi32>
  %e = tensor.empty() : tensor<9xi32>
  %f = prim.device_reduce add ins(%s : tensor<4x9x3xi32>) outs(%e : tensor<9xi32>) dimension(0, 2) -> tensor<9xi32>
  %t = tensor.extract_slice %y[0, 4] [9, 1] [1, 1] : tensor<9x10xi32> to tensor<9xi32>
  %r = prim.device_sort slt ins(%f : tensor<9xi32>) outs(%t : tensor<9xi32>) -> tensor<9xi32>
  %z = tensor.insert_slice %r into %y[0, 4] [9, 1] [1, 1] : tensor<9xi32> into tensor<9x10xi32>
  return %z : tensor<9x10xi32>
}

// A tensor without a value is any memory.
// CHECK-LABEL: func.func @poison
// CHECK: %[[OUT:.*]] = gpu.alloc () : memref<i32>
// CHECK: prim.device_reduce add ins(%arg0 : memref<?xi32>) outs(%[[OUT]] : memref<i32>)
func.func @poison(%x: tensor<?xi32>) -> tensor<i32> {
  %o = ub.poison : tensor<i32>
  %s = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}

// Rows write an element after they have read it, so a result may have the memory of an
// input; what all rows share is only read.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[R:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>
func.func @rows(%x: tensor<?x?xf32>, %r: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?x?xf32> {
  // CHECK-NOT: gpu.memcpy
  // CHECK: prim.device_rows ins(%[[X]] : memref<?x?xf32>) row_ins(%[[R]] : memref<?xf32>) column_ins(%[[C]] : memref<?xf32>) outs(%[[X]] : memref<?x?xf32>) reads(%[[R]] : memref<?xf32>) dimension(1) row {
  // CHECK: memref.load %[[R]]
  %y = prim.device_rows ins(%x : tensor<?x?xf32>) row_ins(%r : tensor<?xf32>) column_ins(%c : tensor<?xf32>)
      outs(%x : tensor<?x?xf32>) reads(%r : tensor<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %b: f32, %index: index, %number: index):
    %own = tensor.extract %r[%number] : tensor<?xf32>
    %p = arith.addf %e, %a : f32
    %q = arith.addf %p, %b : f32
    %s = arith.addf %q, %own : f32
    %sum = prim.block_reduce add %s all : f32
    prim.yield %sum : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// The threads update %o in place, and own no memory.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME: %{{.*}}: memref<9x5xi32>, %[[O:.*]]: memref<9x5xi32>)
func.func @threads(%x: tensor<9x5xi32>, %init: tensor<9x5xi32>) -> tensor<9x5xi32> {
  // CHECK: scf.forall
  // CHECK: %[[PART:.*]] = memref.subview %[[O]]
  // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
  // CHECK: memref.store %{{.*}}, %[[PART]]
  // CHECK-NOT: dealloc
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.forall (%i) in (5) shared_outs(%o = %init) -> (tensor<9x5xi32>) {
    %s = tensor.extract_slice %o[0, %i] [9, 1] [1, 1] : tensor<9x5xi32> to tensor<9xi32>
    %l = scf.for %t = %c0 to %c5 step %c1 iter_args(%p = %s) -> (tensor<9xi32>) {
      %v = tensor.extract %x[%t, %i] : tensor<9x5xi32>
      %q = tensor.insert %v into %p[%t] : tensor<9xi32>
      scf.yield %q : tensor<9xi32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %l into %o[0, %i] [9, 1] [1, 1] : tensor<9xi32> into tensor<9x5xi32>
    }
  }
  return %r : tensor<9x5xi32>
}

// An element for each segment would overwrite an element of another segment, so it gets
// memory of its own; elements of segments do not.

// CHECK-LABEL: func.func @segments_of_rows(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[S:.*]]: memref<?xi32>
func.func @segments_of_rows(%x: tensor<?xf32>, %s: tensor<?xi32>) -> tensor<?xf32> {
  // CHECK-NOT: gpu.memcpy
  // CHECK: prim.device_rows ins(%[[X]] : memref<?xf32>) outs(%[[X]] : memref<?xf32>) segments(%[[S]] : memref<?xi32>) row {
  %y = prim.device_rows ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) segments(%s : tensor<?xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @folds_of_segments(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[S:.*]]: memref<?xi32>
func.func @folds_of_segments(%x: tensor<?xf32>, %s: tensor<?xi32>) -> tensor<?xf32> {
  // CHECK: %[[Y:.*]] = gpu.alloc
  // CHECK: prim.device_rows ins(%[[X]] : memref<?xf32>) outs(%[[Y]] : memref<?xf32>) segments(%[[S]] : memref<?xi32>) of_segments(0) row {
  %y = prim.device_rows ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) segments(%s : tensor<?xi32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}
