// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-lower-grid

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @no_size(%c: !prim.base<global>) kernel {
    // expected-error @below {{'prim.grid_ticket' op needs the block size; add 'known_block_size = array<i32: x, y, z>' to 'no_size'}}
    %t = prim.grid_ticket %c : !prim.base<global>
    gpu.return
  }
}

// -----

func.func @host(%c: !prim.base<global>) {
  // expected-error @below {{'prim.grid_ticket' op must be in a gpu.func}}
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
      // expected-error @below {{'prim.grid_ticket' op needs all of its lanes, but only some reach it}}
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
      // expected-error @below {{'prim.grid_reduce' op needs all of its lanes, but only some reach it}}
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
      // expected-error @below {{'prim.grid_reduce' op needs all of its lanes, but only some reach it}}
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
      // expected-error @below {{'prim.grid_publish' op needs all of its lanes, but only some reach it}}
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
      // expected-error @below {{'prim.grid_prefix' op needs all of its lanes, but only some reach it}}
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
      // expected-error @below {{'prim.grid_publish' op needs all of its lanes, but only some reach it: 'scf.if' depends on the result of 'prim.grid_scan'}}
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

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @unpublished(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-error @below {{'prim.grid_prefix' op waits for tiles that are never published, because this module has neither 'prim.grid_publish' nor 'prim.grid_scan'; add a 'prim.grid_publish' of the same state and tile before it}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @behind(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-error @below {{'prim.grid_prefix' op is before the 'prim.grid_publish' of its tile, for which later tiles wait; publish first}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

// The region runs where the scan stands; states and tiles are computed alike.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @behind_scan(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %i = arith.constant 8 : index
    %a = prim.advance %s, %i : !prim.base<global>
    %r = prim.block_scan inclusive add %x prefix {
    ^bb0(%all: i32):
      // expected-error @below {{'prim.grid_prefix' op is before the 'prim.grid_publish' of its tile}}
      %p, %some = prim.grid_prefix add %all tile(%t) tiles(%n) state(%a : !prim.base<global>) : i32
      prim.yield %p, %some : i32, i1
    } : i32
    %j = arith.constant 8 : index
    %b = prim.advance %s, %j : !prim.base<global>
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%b : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @behind_in_loop(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %k: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %k step %one {
      // expected-error @below {{'prim.grid_prefix' op is before the 'prim.grid_publish' of its tile}}
      %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
      // expected-note @below {{published here}}
      prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @bits(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // expected-error @below {{'prim.grid_prefix' op has different bits from the 'prim.grid_publish' of its tile: 30 instead of none; give both the same}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) bits(30) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @fewer_bits(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) bits(30) : i32
    // expected-error @below {{'prim.grid_prefix' op has different bits from the 'prim.grid_publish' of its tile: 20 instead of 30; give both the same}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) bits(20) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @chains(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(256) : i32
    // expected-error @below {{'prim.grid_prefix' op has different chains from the 'prim.grid_publish' of its tile: 200 instead of 256; give both the same}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) chains(200) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @types(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %f: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish %f tile(%t) tiles(%n) state(%s : !prim.base<global>) : f32
    // expected-error @below {{'prim.grid_prefix' op has different types from the 'prim.grid_publish' of its tile: (i32) instead of (f32); give both the same}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @epochs(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%n) : i32
    // expected-error @below {{'prim.grid_prefix' op has different epochs from the 'prim.grid_publish' of its tile: none instead of one; give both the same}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @complete(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-note @below {{published here}}
    prim.grid_publish complete %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    // expected-error @below {{'prim.grid_prefix' op follows a complete 'prim.grid_publish' of its tile, after which later tiles need nothing more; remove 'complete', or this op}}
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

// What may be right is let through: another kernel publishes, another value may be
// the same tile, a branch may have been taken, an earlier round may have published.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @elsewhere(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
  gpu.func @other_tile(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %u: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    prim.grid_publish %x tile(%u) tiles(%n) state(%s : !prim.base<global>) bits(30) : i32
    gpu.return
  }
  gpu.func @other_state(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %r: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    prim.grid_publish %x tile(%t) tiles(%n) state(%r : !prim.base<global>) bits(30) : i32
    gpu.return
  }
  gpu.func @branches(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %c: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    scf.if %c {
      prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    scf.if %c {
    } else {
      prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    }
    gpu.return
  }
  gpu.func @rounds(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32, %k: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %k step %one {
      %later = arith.cmpi ne, %i, %zero : index
      scf.if %later {
        %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
      }
      %first = arith.cmpi eq, %i, %zero : index
      scf.if %first {
        prim.grid_publish %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
      }
    }
    gpu.return
  }
}
gpu.module @other [#rocdl.target<chip = "gfx942">] {
  gpu.func @other_module(%s: !prim.base<global>, %t: i32, %n: i32, %x: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %p, %some = prim.grid_prefix add %x tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
    gpu.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
    gpu.func @k(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      // expected-note @below {{the blocks wait here}}
      prim.grid_barrier %s : !prim.base<global>
      gpu.return
    }
  }
  func.func @main(%s: !prim.base<global>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%s : !prim.base<global>) {prim.cooperative}
    // expected-error @below {{launches a kernel that waits for all of its blocks, but its blocks may run one after the other; add the attribute 'prim.cooperative'}}
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%s : !prim.base<global>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @waits(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %id = gpu.thread_id x
      prim.grid_wait_previous
      %t = prim.grid_ticket %s : !prim.base<global>
      gpu.return
    }
    // expected-note @below {{the kernel}}
    gpu.func @late(%s: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = prim.grid_ticket %s : !prim.base<global>
      prim.grid_wait_previous
      gpu.return
    }
  }
  func.func @main(%s: !prim.base<global>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@waits blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%s : !prim.base<global>) {prim.overlapped}
    gpu.launch_func @kernels::@late blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%s : !prim.base<global>)
    // expected-error @below {{may overlap with the previous kernel, but its own kernel does not wait for that one; begin the kernel with prim.grid_wait_previous, or remove the attribute 'prim.overlapped'}}
    gpu.launch_func @kernels::@late blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%s : !prim.base<global>) {prim.overlapped}
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    // expected-note @below {{the kernel}}
    gpu.func @never(%n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      gpu.return
    }
  }
  func.func @main(%n: index, %i: i32) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{may overlap with the previous kernel}}
    gpu.launch_func @kernels::@never blocks in (%n, %c1, %c1) threads in (%n, %c1, %c1) args(%i : i32) {prim.overlapped}
    return
  }
}

// -----

// A ticket that is under way is the first thread's alone.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%c: !prim.base<global>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %p = prim.grid_ticket_request %c : !prim.base<global>
    %is = arith.cmpi ult, %p, %n : i32
    // expected-note @below {{divergent here}}
    scf.if %is {
      // expected-error @below {{'prim.grid_ticket_wait' op}}
      %t = prim.grid_ticket_wait %p
    }
    gpu.return
  }
}
