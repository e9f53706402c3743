// -g keeps the lines of this file: in LLVM IR, in assembly, in code objects, where
// prim-check names them, and in the faults of the emulator. That the code is the
// same is tested on the cells of a chip (Integration/Cells/sweep-lines.test).

// REQUIRES: prim-run, emulator
// RUN: split-file %s %t
// RUN: prim-compile %t/fault.mlir -g --chip=gfx942 --emit=llvm | FileCheck %s --check-prefix=IR
// IR: define {{.*}} @k({{.*}} !dbg ![[F:[0-9]+]]
// IR: store float {{.*}} !dbg ![[L:[0-9]+]]
// IR-DAG: ![[F]] = distinct !DISubprogram(name: "k"
// IR-DAG: ![[L]] = !DILocation(line: 8,
// RUN: prim-compile %t/fault.mlir --chip=gfx942 --emit=llvm | FileCheck %s --check-prefix=NONE
// NONE-NOT: DILocation
// RUN: prim-compile %t/fault.mlir -g --chip=gfx942 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %t/fault.mlir -g --chip=sm_90 --emit=isa | FileCheck %s --check-prefix=PTX
// RUN: prim-opt %t/fault.mlir --prim-to-rocdl-pipeline='chip=gfx942 format=isa line-tables=true' | FileCheck %s --check-prefix=ISA
// ISA: .file
// ISA-SAME: fault.mlir
// ISA: .loc
// PTX: .loc
// PTX: .file{{.*}}fault.mlir

// RUN: not prim-run %t/fault.mlir -g --chip=gfx942 --device=emulator --scalar=64 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: kernel 'k' {{.*}}global_store_dword {{.*}}fault.mlir:8:5)

// RUN: env PRIM_CHECK=0 prim-compile %t/hazard.mlir -g --chip=gfx942 -o %t/code
// RUN: not prim-check %t/code | FileCheck %s --check-prefix=CHECK
// RUN: not prim-compile %t/hazard.mlir -g --check --chip=gfx942 -o %t/code 2>&1 | FileCheck %s --check-prefix=CHECK
// CHECK: k: [hazards]
// CHECK-NEXT: 0x{{.*}}: v_add_f32{{.*}}hazard.mlir:5:10)
// CHECK-NEXT: 0x{{.*}}: v_exp_f32{{.*}}hazard.mlir:5:10)

//--- fault.mlir
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @k(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %far = arith.constant 1099511627776 : index
    %i = arith.addi %t, %far : index
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%i] : memref<?xf32>
    gpu.return
  }
}
func.func @main(%n: index) -> memref<?xf32> {
  %x = gpu.alloc (%n) : memref<?xf32>
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<?xf32>)
  return %x : memref<?xf32>
}
}

//--- hazard.mlir
gpu.module @kernels {
  gpu.func @k(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %e = llvm.inline_asm "v_exp_f32 $0, $1\0Av_add_f32 $0, $0, $0", "=&v,v" %v : (f32) -> f32
    memref.store %e, %x[%t] : memref<?xf32>
    gpu.return
  }
}
