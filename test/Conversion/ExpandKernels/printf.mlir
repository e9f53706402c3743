// The values of gpu.printf get the types that its format prints, and the format the
// lengths of these types.
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-expand-kernels))' | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(nvvm-attach-target{chip=sm_90},gpu.module(prim-expand-kernels))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @integers
  // CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i16, %[[C:.*]]: i32, %[[D:.*]]: i64, %[[I:.*]]: index, %[[F:.*]]: i1)
  gpu.func @integers(%a: i8, %b: i16, %c: i32, %d: i64, %i: index, %f: i1) kernel {
    // CHECK-DAG: %[[A32:.*]] = arith.extsi %[[A]] : i8 to i32
    // CHECK-DAG: %[[B32:.*]] = arith.extui %[[B]] : i16 to i32
    // CHECK-DAG: %[[I64:.*]] = arith.index_cast %[[I]] : index to i64
    // CHECK-DAG: %[[F32:.*]] = arith.extui %[[F]] : i1 to i32
    // CHECK: gpu.printf "%d %5u %-3d|%% %llx %lld %d\0A", %[[A32]], %[[B32]], %[[C]], %[[D]], %[[I64]], %[[F32]] : i32, i32, i32, i64, i64, i32
    gpu.printf "%d %5u %-3ld|%% %x %zd %d\n", %a, %b, %c, %d, %i, %f : i8, i16, i32, i64, index, i1
    // A short length prints the low bits.
    // CHECK: %[[LOW:.*]] = arith.trunci %[[D]] : i64 to i8
    // CHECK: %[[LOW32:.*]] = arith.extsi %[[LOW]] : i8 to i32
    // CHECK: %[[HALF:.*]] = arith.trunci %[[C]] : i32 to i16
    // CHECK: %[[HALF32:.*]] = arith.extui %[[HALF]] : i16 to i32
    // CHECK: gpu.printf "%i %#06x", %[[LOW32]], %[[HALF32]] : i32, i32
    gpu.printf "%hhi %#06hx", %d, %c : i64, i32
    // CHECK: %[[CHAR:.*]] = arith.trunci %[[D]] : i64 to i32
    // CHECK: %[[AT:.*]] = arith.extui %[[C]] : i32 to i64
    // CHECK: gpu.printf "%c %p", %[[CHAR]], %[[AT]] : i32, i64
    gpu.printf "%c %p", %d, %c : i64, i32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @floats
  // CHECK-SAME: (%[[A:.*]]: f16, %[[B:.*]]: bf16, %[[C:.*]]: f32, %[[D:.*]]: f64)
  gpu.func @floats(%a: f16, %b: bf16, %c: f32, %d: f64) kernel {
    // CHECK: %[[A32:.*]] = arith.extf %[[A]] : f16 to f32
    // CHECK: %[[A64:.*]] = arith.extf %[[A32]] : f32 to f64
    // CHECK: %[[B32:.*]] = arith.extf %[[B]] : bf16 to f32
    // CHECK: %[[B64:.*]] = arith.extf %[[B32]] : f32 to f64
    // CHECK: %[[C64:.*]] = arith.extf %[[C]] : f32 to f64
    // CHECK: gpu.printf "%f %+.3e %G %a", %[[A64]], %[[B64]], %[[C64]], %[[D]] : f64, f64, f64, f64
    gpu.printf "%lf %+.3e %G %a", %a, %b, %c, %d : f16, bf16, f32, f64
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unchanged
  // CHECK-NEXT: gpu.printf "text: 100%%\0A"
  // CHECK-NEXT: gpu.printf "%%d %d%%%lld", %{{.*}}, %{{.*}} : i32, i64
  // CHECK-NEXT: gpu.return
  gpu.func @unchanged(%a: i32, %b: i64) kernel {
    gpu.printf "text: 100%%\n"
    gpu.printf "%%d %d%%%lld", %a, %b : i32, i64
    // Prints nothing.
    gpu.printf ""
    gpu.return
  }
}
