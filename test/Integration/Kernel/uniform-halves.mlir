// A number of 16 bits that all threads agree on, made before a loop that puts it
// into vectors beside numbers of which each thread has its own.
// REQUIRES: prim-run, emulator

// DEFINE: %{run} = prim-run %s --generate=512xi16:iota --print
// RUN: %{run} --chip=gfx1100 | FileCheck %s
// RUN: %{run} --chip=gfx1100 --features=+wavefrontsize64 | FileCheck %s
// RUN: %{run} --chip=gfx1201 | FileCheck %s
// RUN: %{run} --chip=gfx942 | FileCheck %s

// CHECK: 128x4xi16: 777 1 2 3 777 5 6 7 777 9

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @insert(%x: memref<512xi16>, %y: memref<128x4xi16>, %n: index,
                   %a: i16, %b: i16, %c: i16)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c100 = arith.constant 100 : index
    %ones = arith.constant dense<1> : vector<4xi16>
    %ab = arith.maxsi %a, %b : i16
    %most = arith.maxsi %ab, %c : i16
    %i = gpu.thread_id x
    scf.for %k = %c0 to %n step %c1 {
      %first = arith.muli %k, %c64 : index
      %row = arith.addi %first, %i : index
      %at = arith.muli %row, %c4 : index
      %items = vector.load %x[%at] : memref<512xi16>, vector<4xi16>
      %is_kept = arith.cmpi ult, %row, %c100 : index
      %kept = vector.broadcast %is_kept : i1 to vector<4xi1>
      %picked = arith.select %kept, %items, %ones : vector<4xi1>, vector<4xi16>
      %r = vector.insert %most, %picked[0] : i16 into vector<4xi16>
      vector.store %r, %y[%row, %c0] : memref<128x4xi16>, vector<4xi16>
    }
    gpu.return
  }
}

func.func @main(%x: memref<512xi16>) -> memref<128x4xi16> {
  %c1 = arith.constant 1 : index
  %n = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %a = arith.constant 3 : i16
  %b = arith.constant 777 : i16
  %c = arith.constant 5 : i16
  %y = gpu.alloc () : memref<128x4xi16>
  gpu.launch_func @kernels::@insert blocks in (%c1, %c1, %c1)
      threads in (%c64, %c1, %c1)
      args(%x : memref<512xi16>, %y : memref<128x4xi16>, %n : index,
           %a : i16, %b : i16, %c : i16)
  return %y : memref<128x4xi16>
}
}
