// RUN: prim-opt %s --prim-host-memory -split-input-file -verify-diagnostics

func.func @alloca(%y: memref<4xi32>) {
  // expected-note@+1 {{the host memory is here}}
  %x = memref.alloca() : memref<4xi32>
  %v = memref.cast %x : memref<4xi32> to memref<?xi32>
  %w = memref.cast %y : memref<4xi32> to memref<?xi32>
  // expected-error@+1 {{'prim.device_scan' op uses host memory as device memory; allocate it on the device (gpu.alloc), or copy it there (gpu.memcpy)}}
  prim.device_scan inclusive add ins(%v : memref<?xi32>) outs(%w : memref<?xi32>)
  return
}

// -----

memref.global "private" @state : memref<4xi32> = dense<0>
func.func @global(%y: memref<4xi32>) {
  // expected-note@+1 {{the host memory is here}}
  %x = memref.get_global @state : memref<4xi32>
  // expected-error@+1 {{uses @state, which is mutable host memory, as device memory; make the global constant, or copy it to device memory (gpu.alloc, gpu.memcpy)}}
  prim.device_scan inclusive add ins(%x : memref<4xi32>) outs(%y : memref<4xi32>)
  return
}

// -----

func.func private @f(memref<4xi32>)
func.func @call() {
  // expected-note@+1 {{the host memory is here}}
  %x = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{'func.call' op uses host memory as device memory}}
  call @f(%x) : (memref<4xi32>) -> ()
  return
}

// -----

func.func @choice(%c: i1, %y: memref<4xi32>) -> memref<4xi32> {
  // expected-note@+1 {{the host memory is here}}
  %x = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{'arith.select' op uses host memory as device memory}}
  %s = arith.select %c, %x, %y : memref<4xi32>
  return %s : memref<4xi32>
}

// -----

func.func @loop(%x: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-error@+1 {{accesses device memory from host code, which can only load and store single elements at constant positions; use a kernel (linalg, scf.parallel or gpu.launch)}}
    %v = affine.load %x[%i] : memref<?xi32>
    affine.store %v, %x[%i] : memref<?xi32>
  }
  return
}

// -----

func.func @vector(%x: memref<8xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  // expected-error@+1 {{'vector.transfer_read' op accesses device memory from host code}}
  %v = vector.transfer_read %x[%c0], %z : memref<8xi32>, vector<4xi32>
  return %v : vector<4xi32>
}

// -----

func.func @atomic(%x: memref<8xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.atomic_rmw' op accesses device memory from host code}}
  %0 = memref.atomic_rmw addi %v, %x[%c0] : (i32, memref<8xi32>) -> i32
  return
}

// -----

func.func @linalg(%x: memref<8xi32>, %v: i32) {
  // expected-error@+1 {{'linalg.fill' op accesses device memory from host code}}
  linalg.fill ins(%v : i32) outs(%x : memref<8xi32>)
  return
}

// -----

func.func @pointer(%x: memref<8xi32>) -> i32 {
  %a = memref.extract_aligned_pointer_as_index %x : memref<8xi32> -> index
  %i = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %q = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i32
  // expected-error@+1 {{'llvm.load' op accesses device memory from host code}}
  %v = llvm.load %q : !llvm.ptr -> i32
  return %v : i32
}

// -----

func.func @global_space(%p: !llvm.ptr<1>, %v: i32) {
  // expected-error@+1 {{'llvm.store' op accesses device memory from host code}}
  llvm.store %v, %p : i32, !llvm.ptr<1>
  return
}

// -----

func.func @tiled(%x: memref<8xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>) -> i32 {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.load' op accesses device memory from host code}}
  %v = memref.load %x[%c0] : memref<8xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>
  return %v : i32
}

// -----

func.func @outside(%x: memref<8xi32>) -> i32 {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{has the index 8 in dimension 0 of 'memref<8xi32>'}}
  %v = memref.load %x[%c8] : memref<8xi32>
  return %v : i32
}

// -----

func.func @softmax(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  // expected-error@+1 {{'linalg.softmax' op is not lowered by prim; run prim-fuse-elementwise on tensors first}}
  linalg.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}
