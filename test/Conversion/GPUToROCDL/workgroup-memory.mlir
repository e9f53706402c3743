// RUN: prim-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942},prim-lower-grid,gpu.module(prim-lower-block,prim-lower-warp,prim-gpu-to-rocdl))'

// Block ops have buffers of their own, before prim-plan-workgroup-memory.
gpu.module @block [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{kernel 'large' needs}}
  gpu.func @large(%x: i32, %k: vector<16xi64>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    // expected-note @below {{64 of these bytes are '__prim_values_of_waves_large'}}
    %r = prim.block_reduce add %x all : i32
    // expected-note @below {{131072 of these bytes are '__prim_items_large'}}
    // expected-note @below {{1024 of these bytes are '__prim_counters_large'}}
    // expected-note @below {{64 of these bytes are '__prim_values_of_waves_large_0'}}
    %s = prim.block_sort slt %k : vector<16xi64>
    gpu.return
  }
}

// -----

gpu.module @exchange [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{kernel 'k' needs 262144 bytes of workgroup memory, but gfx942 has 65536 per block; use fewer items per thread, a smaller block, or smaller workgroup buffers}}
  gpu.func @k(%x: vector<32xi64>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    // expected-note @below {{262144 of these bytes are '__prim_warp_exchanges_k'}}
    %0 = prim.warp_exchange blocked_to_striped %x : vector<32xi64>
    gpu.return
  }
}

// -----

// What fits one by one need not fit together; what another kernel uses does not count.
gpu.module @together [#rocdl.target<chip = "gfx942">] {
  // expected-note @below {{30000 of these bytes are 'table'}}
  memref.global "private" @table : memref<7500xi32, #gpu.address_space<workgroup>>
  memref.global "private" @other : memref<16000xi32, #gpu.address_space<workgroup>>

  // expected-error @below {{kernel 'k' needs}}
  // expected-note @below {{16000 of these bytes are}}
  gpu.func @k(%x: vector<8xi32>, %o: index, %p: !llvm.ptr<1>)
      workgroup(%own : memref<4000xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = memref.get_global @table : memref<7500xi32, #gpu.address_space<workgroup>>
    %a = memref.load %t[%o] : memref<7500xi32, #gpu.address_space<workgroup>>
    memref.store %a, %own[%o] : memref<4000xi32, #gpu.address_space<workgroup>>
    // expected-note @below {{8192 of these bytes are '__prim_warp_exchanges_k'}}
    %y = prim.warp_exchange blocked_to_striped %x : vector<8xi32>
    // expected-note @below {{8192 of these bytes are '__prim_items_k'}}
    // expected-note @below {{4096 of these bytes are '__prim_counters_k'}}
    // expected-note @below {{16 of these bytes are '__prim_values_of_waves_k'}}
    %s = prim.block_sort slt %y : vector<8xi32>
    llvm.store %s, %p : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @alone(%o: index, %p: !llvm.ptr<1>) kernel {
    %t = memref.get_global @other : memref<16000xi32, #gpu.address_space<workgroup>>
    %a = memref.load %t[%o] : memref<16000xi32, #gpu.address_space<workgroup>>
    llvm.store %a, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// What a kernel calls uses memory for it.
gpu.module @called [#rocdl.target<chip = "gfx942">] {
  // expected-note @below {{40000 of these bytes are 'one'}}
  llvm.mlir.global internal @one() {addr_space = 3 : i32} : !llvm.array<10000 x i32>
  // expected-note @below {{40000 of these bytes are 'two'}}
  llvm.mlir.global internal @two() {addr_space = 3 : i32} : !llvm.array<10000 x i32>
  llvm.func internal @inner() -> i32 {
    %p = llvm.mlir.addressof @two : !llvm.ptr<3>
    %x = llvm.load %p : !llvm.ptr<3> -> i32
    llvm.return %x : i32
  }
  llvm.func internal @outer() -> i32 {
    %x = llvm.call @inner() : () -> i32
    llvm.return %x : i32
  }
  // expected-error @below {{kernel 'k' needs 80000 bytes of workgroup memory, but gfx942 has 65536 per block}}
  llvm.func @k(%q: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel} {
    %p = llvm.mlir.addressof @one : !llvm.ptr<3>
    %x = llvm.call @outer() : () -> i32
    llvm.store %x, %p : i32, !llvm.ptr<3>
    llvm.store %x, %q : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// To the last byte, with what alignment leaves free.
gpu.module @full [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%v: i8, %o: index)
      workgroup(%a : memref<65528xi8, #gpu.address_space<workgroup>>, %b : memref<1xf64, #gpu.address_space<workgroup>>)
      kernel {
    memref.store %v, %a[%o] : memref<65528xi8, #gpu.address_space<workgroup>>
    %f = arith.constant 0.0 : f64
    memref.store %f, %b[%o] : memref<1xf64, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @over [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{kernel 'k' needs 65537 bytes}}
  // expected-note @below {{65529 of these bytes}}
  // expected-note @below {{8 of these bytes}}
  gpu.func @k(%v: i8, %o: index)
      workgroup(%a : memref<65529xi8, #gpu.address_space<workgroup>>, %b : memref<1xf64, #gpu.address_space<workgroup>>)
      kernel {
    memref.store %v, %a[%o] : memref<65529xi8, #gpu.address_space<workgroup>>
    %f = arith.constant 0.0 : f64
    memref.store %f, %b[%o] : memref<1xf64, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Another chip has more.
gpu.module @gfx950 [#rocdl.target<chip = "gfx950">] {
  gpu.func @k(%k: vector<16xi64>, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %s = prim.block_sort slt %k : vector<16xi64>
    llvm.store %s, %p : vector<16xi64>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A kernel of a device op is reported at the op.
func.func @device(%k: memref<100000xi64>, %ko: memref<100000xi64>) {
  // expected-error @below {{kernel 'sort_pass_0' needs}}
  // expected-note @below {{131072 of these bytes are '__prim_items_sort_pass_0'}}
  // expected-note @below {{16384 of these bytes are '__prim_counters_sort_pass_0'}}
  // expected-note @below {{64 of these bytes are '__prim_values_of_waves_sort_pass_0'}}
  // expected-note @below {{64 of these bytes are '__prim_values_of_waves_sort_pass_0_0'}}
  // expected-note @below {{1024 of these bytes are '__prim_places_of_digits_sort_pass_0'}}
  // expected-note @below {{16 of these bytes are '__prim_grid_ticket_sort_pass_0'}}
  prim.device_sort slt ins(%k : memref<100000xi64>) outs(%ko : memref<100000xi64>) tuning<block_size = 1024, items_per_thread = 16>
  return
}
