// Races are looked for by bytes once an access is misaligned, whatever the schedule.
// REQUIRES: prim-run, emulator
// RUN: split-file %s %t
// RUN: env PRIM_EMULATOR_SEED=0 not prim-run %t/race.mlir --device=emulator --chip=gfx942 2>&1 | FileCheck %s
// RUN: env PRIM_EMULATOR_SEED=1 not prim-run %t/race.mlir --device=emulator --chip=gfx942 2>&1 | FileCheck %s
// RUN: env PRIM_EMULATOR_SEED=2 not prim-run %t/race.mlir --device=emulator --chip=gfx1100 2>&1 | FileCheck %s
// RUN: env PRIM_EMULATOR_SEED=3 not prim-run %t/race.mlir --device=emulator --chip=gfx1201 2>&1 | FileCheck %s
// RUN: env PRIM_EMULATOR_SEED=4 not prim-run %t/mixed.mlir --device=emulator --chip=gfx942 2>&1 | FileCheck %s
// CHECK: LDS race: {{writes|reads}} offset {{[0-9]+}}
// RUN: prim-run %t/apart.mlir --device=emulator --chip=gfx942 --print | FileCheck %s --check-prefix=APART
// RUN: prim-run %t/apart.mlir --device=emulator --chip=gfx1100 --print | FileCheck %s --check-prefix=APART
// APART: 1xi32: 2

// Waves write 4 bytes each, 1 byte apart.
//--- race.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%y: memref<1xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c64 = arith.constant 64 : index
      %c0 = arith.constant 0 : index
      %z = arith.constant 0 : i32
      %t = gpu.thread_id x
      %w = arith.divui %t, %c64 : index
      %wi = arith.index_cast %w : index to i32
      %l = arith.remui %t, %c64 : index
      %is = arith.cmpi eq, %l, %c0 : index
      %s = prim.workgroup_alloc 64 : !prim.base<workgroup>
      scf.if %is { prim.store %wi, %s[%wi] : i32, !prim.base<workgroup> }
      prim.block_barrier
      %v = prim.load %s[%z] : !prim.base<workgroup> -> i32
      memref.store %v, %y[%c0] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %y = gpu.alloc () : memref<1xi32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%y : memref<1xi32>)
    return %y : memref<1xi32>
  }
}

// An aligned word first, by all waves' own; then one that reaches into the next.
//--- mixed.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%y: memref<1xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c64 = arith.constant 64 : index
      %c0 = arith.constant 0 : index
      %z = arith.constant 0 : i32
      %two = arith.constant 2 : i32
      %four = arith.constant 4 : i32
      %t = gpu.thread_id x
      %w = arith.divui %t, %c64 : index
      %wi = arith.index_cast %w : index to i32
      %l = arith.remui %t, %c64 : index
      %is = arith.cmpi eq, %l, %c0 : index
      %s = prim.workgroup_alloc 64 : !prim.base<workgroup>
      %at = arith.muli %wi, %four : i32
      %over = arith.addi %at, %two : i32
      scf.if %is {
        prim.store %wi, %s[%at] : i32, !prim.base<workgroup>
        prim.store %wi, %s[%over] : i32, !prim.base<workgroup>
      }
      prim.block_barrier
      %v = prim.load %s[%z] : !prim.base<workgroup> -> i32
      memref.store %v, %y[%c0] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %y = gpu.alloc () : memref<1xi32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%y : memref<1xi32>)
    return %y : memref<1xi32>
  }
}

// Bytes 1 to 4, 5 to 8 and so on share words and no bytes.
//--- apart.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%y: memref<1xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c64 = arith.constant 64 : index
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      %nine = arith.constant 9 : i32
      %t = gpu.thread_id x
      %w = arith.divui %t, %c64 : index
      %wi = arith.index_cast %w : index to i32
      %l = arith.remui %t, %c64 : index
      %is = arith.cmpi eq, %l, %c0 : index
      %s = prim.workgroup_alloc 64 : !prim.base<workgroup>
      %words = arith.muli %wi, %four : i32
      %at = arith.addi %words, %one : i32
      scf.if %is { prim.store %wi, %s[%at] : i32, !prim.base<workgroup> }
      prim.block_barrier
      %v = prim.load %s[%nine] : !prim.base<workgroup> -> i32
      memref.store %v, %y[%c0] : memref<1xi32>
      gpu.return
    }
  }
  func.func @main() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %y = gpu.alloc () : memref<1xi32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%y : memref<1xi32>)
    return %y : memref<1xi32>
  }
}
