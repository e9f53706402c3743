// RUN: prim-opt %s --prim-embed-constants=max-bytes=64 --canonicalize --split-input-file | FileCheck %s

// Both kinds of arguments. The memory is not returned, so nothing of it remains.
// CHECK-LABEL: func.func @both(
// CHECK-NOT: gpu.alloc
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.launch_func @k::@bases blocks in {{.*}} args(%{{.*}} : !prim.base<global>)
// CHECK: gpu.launch_func @k::@bases blocks in {{.*}} args(%{{.*}} : !prim.base<global>)
// CHECK: gpu.launch_func @k::@memrefs blocks in {{.*}} args(%arg0 : memref<4xi32>)
// CHECK-NOT: gpu.dealloc
// CHECK: return
// CHECK: gpu.module @k
// CHECK-NEXT: memref.global "private" constant @table : memref<4xi32, #gpu.address_space<global>> = dense<[1, 2, 3, 4]> {alignment = 16 : i64}
// CHECK-NOT: memref.global
// CHECK: gpu.func @bases(%[[OUT:.*]]: !prim.base<global>) kernel
// CHECK: %[[M:.*]] = memref.get_global @table
// CHECK: %[[B:.*]] = prim.base_of %[[M]]
// CHECK: prim.load %[[B]]
// CHECK: gpu.func @memrefs(%[[OUT:.*]]: memref<4xi32>) kernel
// CHECK: %[[M:.*]] = memref.get_global @table
// CHECK: memref.load %[[M]]
module attributes {gpu.container_module} {
  memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
  func.func @both(%o: memref<4xi32>, %p: memref<4xi32>) -> memref<4xi32> {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<4xi32>
    %t = memref.get_global @table : memref<4xi32>
    gpu.memcpy %d, %t : memref<4xi32>, memref<4xi32>
    %b = prim.base_of %d : memref<4xi32>
    %ob = prim.base_of %o : memref<4xi32>
    gpu.launch_func @k::@bases blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : !prim.base<global>, %ob : !prim.base<global>)
    gpu.launch_func @k::@bases blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : !prim.base<global>, %ob : !prim.base<global>)
    gpu.launch_func @k::@memrefs blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%o : memref<4xi32>, %d : memref<4xi32>)
    %x = memref.extract_aligned_pointer_as_index %p : memref<4xi32> -> index
    %y = memref.extract_aligned_pointer_as_index %d : memref<4xi32> -> index
    %same = arith.cmpi eq, %x, %y : index
    %true = arith.constant true
    %unused = arith.xori %same, %true : i1
    scf.if %unused {
      gpu.dealloc %d : memref<4xi32>
    }
    return %p : memref<4xi32>
  }
  gpu.module @k {
    gpu.func @bases(%t: !prim.base<global>, %o: !prim.base<global>) kernel {
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8 : index
      %far = prim.advance %t, %c8 : !prim.base<global>
      %v = prim.load %t[%c4] : !prim.base<global> -> i32
      %w = prim.load %far[%c4] : !prim.base<global> -> i32
      %s = arith.addi %v, %w : i32
      prim.store %s, %o[%c4] : i32, !prim.base<global>
      gpu.return
    }
    gpu.func @memrefs(%o: memref<4xi32>, %t: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %t[%c0] : memref<4xi32>
      memref.store %v, %o[%c0] : memref<4xi32>
      gpu.return
    }
  }
}

// -----

// Memory that a kernel writes, and memory that is returned, stay.
// CHECK-LABEL: func.func @written(
// CHECK: gpu.memcpy
// CHECK: gpu.launch_func @k::@store {{.*}} args(%{{.*}} : memref<4xi32>)
// CHECK: gpu.launch_func @k::@load {{.*}} args(%{{.*}} : memref<4xi32>, %arg0 : memref<4xi32>)
// CHECK: gpu.dealloc
// CHECK-LABEL: func.func @returned(
// CHECK: gpu.memcpy
// CHECK: gpu.launch_func
// CHECK-NOT: get_global @table : {{.*}}address_space
module attributes {gpu.container_module} {
  memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
  func.func @written(%o: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<4xi32>
    %t = memref.get_global @table : memref<4xi32>
    gpu.memcpy %d, %t : memref<4xi32>, memref<4xi32>
    gpu.launch_func @k::@store blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<4xi32>)
    gpu.launch_func @k::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<4xi32>, %o : memref<4xi32>)
    gpu.dealloc %d : memref<4xi32>
    return
  }
  func.func @returned(%o: memref<4xi32>) -> memref<4xi32> {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<4xi32>
    %t = memref.get_global @table : memref<4xi32>
    gpu.memcpy %d, %t : memref<4xi32>, memref<4xi32>
    gpu.launch_func @k::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<4xi32>, %o : memref<4xi32>)
    return %d : memref<4xi32>
  }
  gpu.module @k {
    gpu.func @store(%t: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %c7 = arith.constant 7 : i32
      memref.store %c7, %t[%c0] : memref<4xi32>
      gpu.return
    }
    gpu.func @load(%t: memref<4xi32>, %o: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %t[%c0] : memref<4xi32>
      memref.store %v, %o[%c0] : memref<4xi32>
      gpu.return
    }
  }
}

// -----

// A kernel that is launched with different constants, or before the copy, and constants
// that are too large.
// CHECK-LABEL: func.func @different(
// CHECK-COUNT-2: gpu.memcpy
// CHECK-COUNT-2: gpu.launch_func @k::@load {{.*}} args(%{{.*}} : memref<4xi32>, %arg0 : memref<4xi32>)
// CHECK-LABEL: func.func @early(
// CHECK: gpu.launch_func @k::@early {{.*}} args(%{{.*}} : memref<4xi32>, %arg0 : memref<4xi32>)
// CHECK: gpu.memcpy
// CHECK-LABEL: func.func @large(
// CHECK: gpu.memcpy
// CHECK: gpu.launch_func @k::@large {{.*}} args(%{{.*}} : memref<17xi32>, %arg0 : memref<4xi32>)
module attributes {gpu.container_module} {
  memref.global "private" constant @one : memref<4xi32> = dense<[1, 2, 3, 4]>
  memref.global "private" constant @two : memref<4xi32> = dense<[5, 2, 3, 4]>
  memref.global "private" constant @wide : memref<17xi32> = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]>
  func.func @different(%o: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<4xi32>
    %t = memref.get_global @one : memref<4xi32>
    gpu.memcpy %d, %t : memref<4xi32>, memref<4xi32>
    %e = gpu.alloc () : memref<4xi32>
    %u = memref.get_global @two : memref<4xi32>
    gpu.memcpy %e, %u : memref<4xi32>, memref<4xi32>
    gpu.launch_func @k::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<4xi32>, %o : memref<4xi32>)
    gpu.launch_func @k::@load blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%e : memref<4xi32>, %o : memref<4xi32>)
    return
  }
  func.func @early(%o: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<4xi32>
    %t = memref.get_global @one : memref<4xi32>
    gpu.launch_func @k::@early blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<4xi32>, %o : memref<4xi32>)
    gpu.memcpy %d, %t : memref<4xi32>, memref<4xi32>
    return
  }
  func.func @large(%o: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %d = gpu.alloc () : memref<17xi32>
    %t = memref.get_global @wide : memref<17xi32>
    gpu.memcpy %d, %t : memref<17xi32>, memref<17xi32>
    gpu.launch_func @k::@large blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<17xi32>, %o : memref<4xi32>)
    return
  }
  gpu.module @k {
    gpu.func @load(%t: memref<4xi32>, %o: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %t[%c0] : memref<4xi32>
      memref.store %v, %o[%c0] : memref<4xi32>
      gpu.return
    }
    gpu.func @early(%t: memref<4xi32>, %o: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %t[%c0] : memref<4xi32>
      memref.store %v, %o[%c0] : memref<4xi32>
      gpu.return
    }
    gpu.func @large(%t: memref<17xi32>, %o: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %t[%c0] : memref<17xi32>
      memref.store %v, %o[%c0] : memref<4xi32>
      gpu.return
    }
  }
}
