// Products that are rounded to f16 become multiply-adds with an addend of -0, as a negated
// 0 that takes no register (Serialize/RoundedProducts.cpp).

// RUN: prim-compile %s --chip=gfx942 --emit=llvm | FileCheck %s
// RUN: prim-compile %s --chip=gfx90a --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx942 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx950 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx1030 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx1100 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx1201 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=sm_90 --emit=llvm | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: llvm.fma

gpu.module @kernels {
  // CHECK-LABEL: define {{.*}} @product(
  // CHECK: %[[ZERO:.*]] = call float @llvm.amdgcn.readfirstlane.f32(float 0.0{{.*}})
  // CHECK-NOT: fmul
  // CHECK: %[[ADDEND:.*]] = fneg float %[[ZERO]]
  // CHECK-NEXT: %[[SUM:.*]] = call float @llvm.fma.f32(float %{{.*}}, float %{{.*}}, float %[[ADDEND]])
  // CHECK-NEXT: fptrunc float %[[SUM]] to half
  // ISA-LABEL: product:
  // ISA-NOT: v_readfirstlane
  // ISA: v_fma_mixlo_f16 {{.*}}, neg(0)
  // ISA-NOT: v_mul_f32
  // ISA: s_endpgm
  gpu.func @product(%x: memref<?xf32>, %y: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<?xf32>
    %p = arith.mulf %a, %a : f32
    %n = arith.truncf %p : f32 to f16
    memref.store %n, %y[%t] : memref<?xf16>
    gpu.return
  }

  // A negation becomes one of a factor, in the same instruction.
  // CHECK-LABEL: define {{.*}} @negated(
  // CHECK: %[[FACTOR:.*]] = fneg float %[[X:.*]]
  // CHECK: %[[SUM:.*]] = call float @llvm.fma.f32(float %[[X]], float %[[FACTOR]], float %{{.*}})
  // CHECK-NEXT: fptrunc float %[[SUM]] to half
  // ISA-LABEL: negated:
  // ISA: v_fma_mixlo_f16 {{v[0-9]+, v[0-9]+, -v[0-9]+}}, neg(0)
  gpu.func @negated(%x: memref<?xf32>, %y: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<?xf32>
    %p = arith.mulf %a, %a : f32
    %m = arith.negf %p : f32
    %n = arith.truncf %m : f32 to f16
    memref.store %n, %y[%t] : memref<?xf16>
    gpu.return
  }

  // The product has another use. The loop has no instruction for the addend.
  // CHECK-LABEL: define {{.*}} @loop(
  // CHECK: call float @llvm.amdgcn.readfirstlane.f32
  // CHECK-NOT: readfirstlane.f32
  // CHECK: ret void
  // ISA-LABEL: loop:
  // ISA-NOT: v_readfirstlane
  // ISA: v_mul_f32
  // ISA: v_fma_mixlo_f16 {{.*}}, neg(0)
  // ISA: s_endpgm
  gpu.func @loop(%x: memref<?xf32>, %y: memref<?xf16>, %n: index) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    scf.for %i = %t to %n step %c64 {
      %a = memref.load %x[%i] : memref<?xf32>
      %p = arith.mulf %a, %a : f32
      memref.store %p, %x[%i] : memref<?xf32>
      %r = arith.truncf %p : f32 to f16
      memref.store %r, %y[%i] : memref<?xf16>
    }
    gpu.return
  }

  // Selection makes this product, with a reciprocal.
  // CHECK-LABEL: define {{.*}} @made(
  // CHECK: %[[QUOTIENT:.*]] = fdiv arcp afn float
  // CHECK: %[[HIDDEN:.*]] = call float asm "", "=v,0"(float %[[QUOTIENT]])
  // CHECK-NEXT: fptrunc float %[[HIDDEN]] to half
  // ISA-LABEL: made:
  // ISA-NOT: v_fma_mixlo_f16
  // ISA: s_endpgm
  gpu.func @made(%x: memref<?xf32>, %y: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%t] : memref<?xf32>
    %b = memref.load %x[%c0] : memref<?xf32>
    %q = arith.divf %a, %b fastmath<arcp, afn> : f32
    %n = arith.truncf %q : f32 to f16
    memref.store %n, %y[%t] : memref<?xf16>
    gpu.return
  }

  // The elements of a vector.
  // CHECK-LABEL: define {{.*}} @pair(
  // CHECK-NOT: fmul
  // CHECK: fptrunc <2 x float> %{{.*}} to <2 x half>
  // ISA-LABEL: pair:
  // ISA-NOT: {{v_fma_mix(lo|hi)_f16 .*, 0$}}
  // ISA: s_endpgm
  gpu.func @pair(%x: memref<?xf32>, %y: memref<?xvector<2xf16>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%t] : memref<?xf32>
    %b = memref.load %x[%c0] : memref<?xf32>
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %a, %a : f32
    %m = arith.negf %q : f32
    %v = vector.from_elements %p, %m : vector<2xf32>
    %n = arith.truncf %v : vector<2xf32> to vector<2xf16>
    memref.store %n, %y[%t] : memref<?xvector<2xf16>>
    gpu.return
  }

  // The sign of zero does not matter.
  // CHECK-LABEL: define {{.*}} @unsigned(
  // CHECK: fmul nsz float
  // CHECK-NOT: fma
  // CHECK: ret void
  gpu.func @unsigned(%x: memref<?xf32>, %y: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<?xf32>
    %p = arith.mulf %a, %a fastmath<nsz> : f32
    %n = arith.truncf %p : f32 to f16
    memref.store %n, %y[%t] : memref<?xf16>
    gpu.return
  }

  // Only f16 has the instruction.
  // CHECK-LABEL: define {{.*}} @others(
  // CHECK: fmul float
  // CHECK-NOT: fma
  // CHECK: ret void
  gpu.func @others(%x: memref<?xf32>, %y: memref<?xbf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<?xf32>
    %p = arith.mulf %a, %a : f32
    %n = arith.truncf %p : f32 to bf16
    memref.store %n, %y[%t] : memref<?xbf16>
    gpu.return
  }
}
