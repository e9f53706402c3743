// Workgroup memory that PTX does not let a kernel declare is dynamic, and how much
// that is stands beside the kernel. A kernel of less declares it.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm))' | FileCheck %s

// CHECK: llvm.mlir.global external @__prim_dynamic_shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK-NOT: @__prim_workgroup_large
// CHECK: llvm.mlir.global external constant @__prim_dynamic_shared_large(65792 : i32) {addr_space = 1 : i32, alignment = 4 : i64} : i32
// CHECK: llvm.func @large
// CHECK: llvm.mlir.addressof @__prim_dynamic_shared
// CHECK: llvm.getelementptr %{{.*}}[65536]
// CHECK-NOT: constant @__prim_dynamic_shared_small
// CHECK: llvm.func @small
// CHECK: llvm.mlir.addressof @__prim_workgroup_small
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @large(%p: !prim.base<global>, %at: i32) kernel {
    %a = prim.workgroup_alloc 65536 : !prim.base<workgroup>
    %b = prim.workgroup_alloc 256 : !prim.base<workgroup>
    %x = prim.load %a[%at] : !prim.base<workgroup> -> i32
    %y = prim.load %b[%at] : !prim.base<workgroup> -> i32
    prim.store %x, %p[%at] : i32, !prim.base<global>
    prim.store %y, %p[%at] : i32, !prim.base<global>
    gpu.return
  }
  gpu.func @small(%p: !prim.base<global>, %at: i32) kernel {
    %a = prim.workgroup_alloc 49152 : !prim.base<workgroup>
    %x = prim.load %a[%at] : !prim.base<workgroup> -> i32
    prim.store %x, %p[%at] : i32, !prim.base<global>
    gpu.return
  }
}

// -----

gpu.module @called [#nvvm.target<chip = "sm_90">] {
  // expected-error @+1 {{the workgroup memory 'table' of kernel 'k' is also used by a function, but the 65536 bytes of the kernel exceed the limit of static memory; pass the memory to the function as an argument, or use less}}
  memref.global "private" @table : memref<16384xi32, 3> = uninitialized
  func.func @look(%i: index) -> i32 {
    %t = memref.get_global @table : memref<16384xi32, 3>
    %x = memref.load %t[%i] : memref<16384xi32, 3>
    return %x : i32
  }
  gpu.func @k(%p: memref<?xi32>, %i: index) kernel {
    %x = func.call @look(%i) : (index) -> i32
    memref.store %x, %p[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

// The kernel uses it as well.
gpu.module @both [#nvvm.target<chip = "sm_90">] {
  // expected-error @+1 {{the workgroup memory 'table' of kernel 'k' is also used by a function, but the 114688 bytes of the kernel}}
  memref.global "private" @table : memref<16384xi32, 3> = uninitialized
  func.func @look(%i: index) -> i32 {
    %t = memref.get_global @table : memref<16384xi32, 3>
    %x = memref.load %t[%i] : memref<16384xi32, 3>
    return %x : i32
  }
  gpu.func @k(%p: memref<?xi32>, %i: index, %y: i32, %at: i32) kernel {
    %a = prim.workgroup_alloc 49152 : !prim.base<workgroup>
    prim.store %y, %a[%at] : i32, !prim.base<workgroup>
    %t = memref.get_global @table : memref<16384xi32, 3>
    memref.store %y, %t[%i] : memref<16384xi32, 3>
    %x = func.call @look(%i) : (index) -> i32
    memref.store %x, %p[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

// What the launch asks for lies behind what the kernel declares.
// CHECK: llvm.mlir.global external @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
gpu.module @launch [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%p: memref<?xi8>, %i: index, %at: i32) kernel {
    %a = prim.workgroup_alloc 256 : !prim.base<workgroup>
    %y = prim.load %a[%at] : !prim.base<workgroup> -> i8
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %x = memref.load %d[%i] : memref<?xi8, #gpu.address_space<workgroup>>
    memref.store %x, %p[%i] : memref<?xi8>
    memref.store %y, %p[%i] : memref<?xi8>
    gpu.return
  }
}
