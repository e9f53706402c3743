// A failing assertion ends the kernel with its place and its message, whatever
// characters that has, once per copy that LLVM makes of it.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = not prim-run %s --generate=8xi32:iota
// RUN: %{run} --entry=once --chip=gfx942 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %{run} --entry=once --chip=gfx1100 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %{run} --entry=once --chip=gfx942 --opt-level=0 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %{run} --entry=loop --chip=gfx942 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: %{run} --entry=loop --chip=gfx1201 2>&1 | FileCheck %s --check-prefix=LOOP

module attributes {gpu.container_module} {
// ONCE: launch of once: {{.*}}: s_trap 2: assertion failed: {{.*}}assert.mlir:[[#@LINE+9]]:5: more _than_ __7_ items ___
gpu.module @kernels {
  gpu.func @once(%a: memref<?xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<?xi32>
    %limit = arith.constant 7 : i32
    %ok = arith.cmpi slt, %x, %limit : i32
    // Holds in all lanes but one.
    cf.assert %ok, "more \22than\22 ${7} items {@}"
    memref.store %limit, %a[%i] : memref<?xi32>
    gpu.return
  }
  // LOOP: launch of loop: {{.*}}: s_trap 2: assertion failed: {{.*}}assert.mlir:[[#@LINE+11]]:7: large
  gpu.func @loop(%a: memref<?xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %two = arith.constant 2 : i32
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %a[%i] : memref<?xi32>
      %ok = arith.cmpi slt, %x, %two : i32
      // Unrolled.
      cf.assert %ok, "large"
    }
    gpu.return
  }
}
func.func @once(%a: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch_func @kernels::@once blocks in (%c1, %c1, %c1)
      threads in (%c8, %c1, %c1) args(%a : memref<?xi32>)
  return
}
func.func @loop(%a: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@loop blocks in (%c1, %c1, %c1)
      threads in (%c1, %c1, %c1) args(%a : memref<?xi32>)
  return
}
}
