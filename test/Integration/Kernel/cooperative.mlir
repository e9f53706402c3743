// A launch whose blocks wait for all others: each adds what all have, after which
// the barrier's state is as it was. Where not all can run at once, it is refused.
// REQUIRES: prim-run, emulator, numpy
// DEFINE: %{run} = prim-run %s --device=emulator --generate=7xi32:iota --generate=2xi32:constant=0 --inout=0 --output=%t.npy
// DEFINE: %{show} = %python -c "import sys, numpy; print(numpy.load(sys.argv[1]).tolist())" %t.npy
// RUN: %{run} --chip=gfx942 && %{show} | FileCheck %s
// RUN: %{run} --chip=gfx1100 && %{show} | FileCheck %s
// RUN: not env PRIM_EMULATOR_RESIDENT=6 %{run} --chip=gfx942 2>&1 | FileCheck %s --check-prefix=REFUSED
// CHECK: [21, 22, 23, 24, 25, 26, 27]
// REFUSED: error: {{.*}}hipErrorCooperativeLaunchTooLarge

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @k(%x: memref<?xi32>, %s: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %state = prim.base_of %s : memref<?xi32>
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %none = arith.constant 0 : i32
    %n = gpu.grid_dim x
    %b = gpu.block_id x
    %sum = scf.for %i = %zero to %n step %one iter_args(%fold = %none) -> i32 {
      %v = memref.load %x[%i] : memref<?xi32>
      %next = arith.addi %fold, %v : i32
      scf.yield %next : i32
    }
    %own = memref.load %x[%b] : memref<?xi32>
    %new = arith.addi %own, %sum : i32
    prim.grid_barrier %state : !prim.base<global>
    memref.store %new, %x[%b] : memref<?xi32>
    gpu.return
  }
}

func.func @main(%x: memref<?xi32>, %s: memref<?xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %threads = arith.constant 64 : index
  %n = memref.dim %x, %zero : memref<?xi32>
  gpu.launch_func @kernels::@k blocks in (%n, %one, %one) threads in (%threads, %one, %one)
      args(%x : memref<?xi32>, %s : memref<?xi32>) {prim.cooperative}
  return
}
}
