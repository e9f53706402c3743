// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-lower-grid

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @no_size(%c: !prim.base<global>) kernel {
    // expected-error @below {{'prim.grid_ticket' op needs to know how many threads a block has: add 'known_block_size = array<i32: x, y, z>' to 'no_size'}}
    %t = prim.grid_ticket %c : !prim.base<global>
    gpu.return
  }
}

// -----

func.func @host(%c: !prim.base<global>) {
  // expected-error @below {{'prim.grid_ticket' op belongs in a gpu.func}}
  %t = prim.grid_ticket %c : !prim.base<global>
  return
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @divergent(%c: !prim.base<global>, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    %z = arith.constant 0 : i32
    %v = memref.load %m[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    // expected-note @below {{divergent here}}
    scf.if %p {
      // expected-error @below {{'prim.grid_ticket' op stands where only some of its lanes come}}
      %t = prim.grid_ticket %c : !prim.base<global>
    }
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @divergent_reduce(%s: !prim.base<global>, %m: memref<?xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    %z = arith.constant 0 : i32
    %v = memref.load %m[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    // expected-note @below {{divergent here}}
    scf.if %p {
      // expected-error @below {{'prim.grid_reduce' op stands where only some of its lanes come}}
      %r, %last = prim.grid_reduce add %v tile(%z) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
}

// -----

// What only the first thread is told does not lead all threads to a collective.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @told(%s: !prim.base<global>, %n: i32, %t: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r, %last = prim.grid_reduce add %n tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // expected-note @below {{divergent here}}
    scf.if %last {
      // expected-error @below {{'prim.grid_reduce' op stands where only some of its lanes come}}
      %q, %again = prim.grid_reduce add %r tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @divergent_chains(%s: !prim.base<global>, %m: memref<?xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    %z = arith.constant 0 : i32
    %v = memref.load %m[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    // expected-note @below {{divergent here}}
    scf.if %p {
      // expected-error @below {{'prim.grid_publish' op stands where only some of its lanes come}}
      prim.grid_publish %v tile(%z) tiles(%n) state(%s : !prim.base<global>) chains(256) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @divergent_prefix(%s: !prim.base<global>, %m: memref<?xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = gpu.thread_id x
    %z = arith.constant 0 : i32
    %v = memref.load %m[%i] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    // expected-note @below {{divergent here}}
    scf.if %p {
      // expected-error @below {{'prim.grid_prefix' op stands where only some of its lanes come}}
      %q, %some = prim.grid_prefix add %v tile(%z) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
}

// -----

// Chains differ between threads, whether there is a fold does not.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @chains_differ(%s: !prim.base<global>, %n: i32, %t: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %q, %some = prim.grid_scan add %n tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(256) : i32
    scf.if %some {
      prim.grid_publish %n tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    %p = arith.cmpi ne, %q, %z : i32
    // expected-note @below {{divergent here}}
    scf.if %p {
      // expected-error @below {{'prim.grid_publish' op stands where only some of its lanes come: 'scf.if' depends on the result of 'prim.grid_scan'}}
      prim.grid_publish %n tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @few_threads(%s: !prim.base<global>, %n: i32, %x: vector<3xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @below {{'prim.grid_publish' op has 256 chains, 3 per thread, in a block of 64 threads; give each thread a vector of 4}}
    prim.grid_publish %x tile(%n) tiles(%n) state(%s : !prim.base<global>) chains(256) : vector<3xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @few_threads_scan(%s: !prim.base<global>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @below {{'prim.grid_scan' op has 65 chains, 1 per thread, in a block of 64 threads; give each thread a vector of 2}}
    %q, %some = prim.grid_scan add %n tile(%n) tiles(%n) state(%s : !prim.base<global>) chains(65) : i32
    gpu.return
  }
}
