// Items that are loaded in one arrangement and taken for another: elements change places.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-lower-block))' -o /dev/null

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @copy(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    // expected-note @below {{their arrangement is set here}}
    %items = prim.block_load %x[%zero] arrangement(rows(2)) : memref<?xi32>, vector<4xi32>
    %twice = arith.addi %items, %items : vector<4xi32>
    // expected-warning @below {{'prim.block_store' takes items for blocked that are rows(2), which permutes the elements; write 'arrangement(rows(2))' here, or move them with 'prim.block_exchange from(rows(2)) to(blocked)'}}
    prim.block_store %twice, %y[%zero] : vector<4xi32>, memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @guarded(%x: memref<?xi32>, %y: memref<?xi32>, %n: i32, %full: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    %items = scf.if %full -> vector<4xi32> {
      // expected-note @below {{their arrangement is set here}}
      %all = prim.block_load %x[%zero] arrangement(striped) : memref<?xi32>, vector<4xi32>
      scf.yield %all : vector<4xi32>
    } else {
      %some = prim.block_load %x[%zero] valid(%n) arrangement(striped) : memref<?xi32>, vector<4xi32>
      scf.yield %some : vector<4xi32>
    }
    // expected-warning @below {{'prim.block_scan' takes items for blocked that are striped}}
    %scan = prim.block_scan inclusive add %items : vector<4xi32>
    prim.block_store %scan, %y[%zero] : vector<4xi32>, memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @sum(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    // expected-note @below {{the first arrangement is set here}}
    %a = prim.block_load %x[%zero] arrangement(rows(4)) : memref<?xi32>, vector<8xi32>
    // expected-note @below {{the second arrangement is set here}}
    %b = prim.block_load %y[%zero] : memref<?xi32>, vector<8xi32>
    // expected-warning @below {{'arith.addi' combines items that are rows(4) with items that are blocked, which are different elements of the tile}}
    %sum = arith.addi %a, %b : vector<8xi32>
    prim.block_store %sum, %y[%zero] : vector<8xi32>, memref<?xi32>
    gpu.return
  }
}

// -----

// What goes where ranks say is in the arrangement of the result, wherever it came from.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @ranks(%x: memref<?xi32>, %y: memref<?xi32>, %ranks: vector<4xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    %items = prim.block_load %x[%zero] arrangement(rows(1)) : memref<?xi32>, vector<4xi32>
    // expected-note @below {{their arrangement is set here}}
    %moved = prim.block_exchange %items ranks(%ranks : vector<4xi32>) : vector<4xi32>
    // expected-warning @below {{'prim.block_store' takes items for rows(1) width(32) that are blocked}}
    prim.block_store %moved, %y[%zero] arrangement(rows(1) width(32)) : vector<4xi32>, memref<?xi32>
    gpu.return
  }
}

// -----

// The same at both ends, moved in between, moved as if they were others, and arrangements
// that are the same: of one item, of all that a thread has in a row, and of a block that is
// a wave.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @right(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0 : index
    %rows = prim.block_load %x[%zero] arrangement(rows(2)) : memref<?xi32>, vector<4xi32>
    prim.block_store %rows, %y[%zero] arrangement(rows(2)) : vector<4xi32>, memref<?xi32>
    %scan = prim.block_scan inclusive add %rows arrangement(rows(2)) : vector<4xi32>
    %moved = prim.block_exchange %scan from(rows(2)) : vector<4xi32>
    prim.block_store %moved, %y[%zero] : vector<4xi32>, memref<?xi32>
    %twice = prim.block_exchange %moved from(striped) : vector<4xi32>
    prim.block_store %twice, %y[%zero] arrangement(striped) : vector<4xi32>, memref<?xi32>
    %long = prim.block_load %x[%zero] arrangement(rows(4)) : memref<?xi32>, vector<4xi32>
    prim.block_store %long, %y[%zero] : vector<4xi32>, memref<?xi32>
    %one = prim.block_load %x[%zero] arrangement(striped) : memref<?xi32>, i32
    prim.block_store %one, %y[%zero] : i32, memref<?xi32>
    gpu.return
  }
  gpu.func @wave(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0 : index
    %rows = prim.block_load %x[%zero] arrangement(rows(1)) : memref<?xi32>, vector<4xi32>
    prim.block_store %rows, %y[%zero] arrangement(striped) : vector<4xi32>, memref<?xi32>
    gpu.return
  }
  // A last wave that lacks lanes, whose items lie as in a stripe.
  gpu.func @part(%x: memref<?xi32>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
    %zero = arith.constant 0 : index
    %rows = prim.block_load %x[%zero] arrangement(rows(1)) : memref<?xi32>, vector<4xi32>
    prim.block_store %rows, %y[%zero] arrangement(striped) : vector<4xi32>, memref<?xi32>
    gpu.return
  }
}
