// Statements of assembly read results of transcendental, dot and matrix
// instructions through a move, which LLVM has wait for them, unless it is proven
// that the operand is none (Serialize/AssemblyOperands.cpp). prim-check looks at
// the waits in the final code.

// RUN: split-file %s %t
// RUN: prim-compile %t/all.mlir --chip=gfx1100 --emit=llvm | FileCheck %s
// RUN: prim-compile %t/all.mlir --chip=gfx942 --emit=llvm | FileCheck %s
// RUN: prim-compile %t/all.mlir --chip=gfx90a --emit=llvm | FileCheck %s
// gfx10 and gfx12 wait by themselves.
// RUN: prim-compile %t/all.mlir --chip=gfx1030 --emit=llvm | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %t/all.mlir --chip=gfx1201 --emit=llvm | FileCheck %s --check-prefix=NONE
// NONE-NOT: update.dpp{{.*}}i32 228, i32 15

// RUN: prim-compile %t/all.mlir --chip=gfx90a -o %t/a && prim-check %t/a
// RUN: prim-compile %t/all.mlir --chip=gfx942 -o %t/b && prim-check %t/b
// RUN: prim-compile %t/all.mlir --chip=gfx950 -o %t/c && prim-check %t/c
// RUN: prim-compile %t/all.mlir --chip=gfx1100 -o %t/d && prim-check %t/d
// RUN: prim-compile %t/all.mlir --chip=gfx1201 -o %t/e && prim-check %t/e
// RUN: prim-compile %t/all.mlir --chip=gfx942 --opt-level=0 -o %t/f && prim-check %t/f
// RUN: prim-compile %t/all.mlir --chip=gfx1100 --opt-level=1 -o %t/g && prim-check %t/g
// RUN: prim-compile %t/matrix.mlir --chip=gfx90a -o %t/h && prim-check %t/h
// RUN: prim-compile %t/matrix.mlir --chip=gfx942 -o %t/i && prim-check %t/i
// RUN: prim-compile %t/matrix.mlir --chip=gfx950 -o %t/j && prim-check %t/j
// RUN: prim-compile %t/wide.mlir --chip=gfx1201 -o %t/k && prim-check %t/k
// RUN: prim-compile %t/wide.mlir --chip=gfx1100 -o %t/l && prim-check %t/l

// CHECK-LABEL: define {{.*}} @loaded(
// CHECK-NOT: update.dpp{{.*}}i32 228, i32 15
// CHECK: asm
// CHECK-LABEL: define {{.*}} @added(
// CHECK-NOT: update.dpp{{.*}}i32 228, i32 15
// CHECK: asm
// CHECK-LABEL: define {{.*}} @slow(
// CHECK: update.dpp{{.*}}i32 228, i32 15
// CHECK-NEXT: {{(%.* = bitcast|.*asm)}}
// CHECK-LABEL: define {{.*}} @stored(
// CHECK: update.dpp{{.*}}i32 228, i32 15
// CHECK-LABEL: define {{.*}} @folded(
// CHECK: update.dpp{{.*}}i32 228, i32 15
// CHECK-LABEL: define {{.*}} @chosen(
// CHECK: update.dpp{{.*}}i32 228, i32 15
// CHECK-LABEL: define {{.*}} @carried(
// CHECK: update.dpp{{.*}}i32 228, i32 15
// CHECK-LABEL: define {{.*}} @half(
// CHECK: update.dpp{{.*}}i32 228, i32 15

//--- all.mlir
gpu.module @kernels {
  gpu.func @loaded(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %s = prim.warp_scan inclusive maxnumf %v : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @added(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    %s = prim.warp_scan inclusive add %w : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @slow(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %e = math.exp2 %v fastmath<afn> : f32
    %s = prim.warp_scan inclusive add %e : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  // What is loaded is what was stored.
  gpu.func @stored(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %a = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %e = arith.divf %one, %v fastmath<fast> : f32
    memref.store %e, %a[%c0] : memref<1xf32, #gpu.address_space<private>>
    %z = memref.load %a[%c0] : memref<1xf32, #gpu.address_space<private>>
    %s = prim.warp_scan inclusive add %z : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  // A maximum with the least number, and a sum with 0, are their operands.
  gpu.func @folded(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %zero = arith.constant -0.0 : f32
    %least = arith.constant 0xFF800000 : f32
    %e = math.sqrt %v fastmath<fast> : f32
    %m = arith.maxnumf %e, %least fastmath<nnan> : f32
    %z = arith.addf %m, %zero fastmath<nsz> : f32
    %s = prim.warp_scan inclusive maxnumf %z fastmath<nnan> : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @chosen(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %zero = arith.constant 0 : i32
    %c = arith.cmpi eq, %n, %zero : i32
    %z = scf.if %c -> f32 {
      %e = math.exp2 %v fastmath<afn> : f32
      scf.yield %e : f32
    } else {
      scf.yield %v : f32
    }
    %s = prim.warp_scan inclusive add %z : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @carried(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = memref.load %x[%t] : memref<?xf32>
    %z = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> f32 {
      %e = math.exp2 %w fastmath<afn> : f32
      scf.yield %e : f32
    }
    %s = prim.warp_scan inclusive add %z : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @half(%x: memref<?xf16>, %y: memref<?xf16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf16>
    %e = math.sqrt %v : f16
    %s = prim.warp_scan inclusive maxnumf %e fastmath<nnan> : f16
    memref.store %s, %y[%t] : memref<?xf16>
    gpu.return
  }
}

//--- matrix.mlir
gpu.module @kernels {
  gpu.func @product(%x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %i0 = arith.constant 0 : i32
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %m = rocdl.mfma.f32.16x16x4f32 %v, %v, %zero, %i0, %i0, %i0 : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %z = vector.extract %m[0] : f32 from vector<4xf32>
    %s = prim.warp_scan inclusive maxnumf %z fastmath<nnan> : f32
    memref.store %s, %y[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @dot(%x: memref<?xi32>, %y: memref<?xi64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi32>
    %i0 = arith.constant 0 : i32
    %no = arith.constant false
    %m = llvm.call_intrinsic "llvm.amdgcn.udot4"(%v, %v, %i0, %no) : (i32, i32, i32, i1) -> i32
    %w = arith.extui %m : i32 to i64
    %s = prim.warp_reduce add %w : i64
    memref.store %s, %y[%t] : memref<?xi64>
    gpu.return
  }
  // Products of bytes are selected as a dot product.
  gpu.func @bytes(%x: memref<?xi8>, %y: memref<?xi64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c4 = arith.constant 4 : index
    %at = arith.muli %t, %c4 : index
    %ab = vector.load %x[%at] : memref<?xi8>, vector<4xi8>
    %e = arith.extui %ab : vector<4xi8> to vector<4xi32>
    %p = arith.muli %e, %e : vector<4xi32>
    %sum = vector.reduction <add>, %p : vector<4xi32> into i32
    %w = arith.extui %sum : i32 to i64
    %s = prim.warp_reduce add %w : i64
    memref.store %s, %y[%t] : memref<?xi64>
    gpu.return
  }
}

//--- wide.mlir
gpu.module @kernels {
  gpu.func @sum(%x: memref<?xi64>, %y: memref<?xi64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi64>
    %s = prim.warp_reduce add %v : i64
    memref.store %s, %y[%t] : memref<?xi64>
    gpu.return
  }
  gpu.func @sums(%x: memref<?xi64>, %y: memref<?xi64>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xi64>
    %s = prim.warp_scan inclusive add %v : i64
    %low = arith.trunci %s : i64 to i32
    %c = arith.cmpi ugt, %low, %n : i32
    %five = arith.constant 5 : i64
    %r = arith.select %c, %five, %s : i64
    memref.store %r, %y[%t] : memref<?xi64>
    gpu.return
  }
}
