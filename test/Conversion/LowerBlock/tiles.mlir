// RUN: prim-opt %s --prim-lower-block --canonicalize --cse | FileCheck %s
// RUN: prim-opt %s --prim-lower-block --prim-lower-warp | FileCheck %s --check-prefix=WARP

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // Rows of whole waves: one offset per thread, and a constant per row.
  // CHECK-LABEL: gpu.func @rows
  // CHECK-COUNT-2: prim.load %{{.*}} -> vector<4xi32>
  // CHECK-NOT: prim.load
  // CHECK-NOT: scf.if
  // CHECK: gpu.return
  gpu.func @rows(%x: !prim.base<global>, %i: index, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %items = prim.block_load %x[%i] arrangement(rows(4)) : !prim.base<global>, vector<8xi32>
    llvm.store %items, %out : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }

  // A tile that may be cut off: vectors if it is not. Else what there is of the row
  // where the elements end, vectors as well, and the first item of the one that it ends
  // in; and rows that are whole.
  // CHECK-LABEL: gpu.func @guarded
  // CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[N:.*]], %c512_i32
  // CHECK: scf.if %[[FULL]]
  // CHECK-COUNT-2: prim.load %{{.*}} -> vector<2xf32>
  // CHECK: } else {
  // CHECK: %[[SOME:.*]] = arith.andi
  // CHECK: arith.divui %{{.*}}, %c128_i32
  // CHECK: scf.if %[[SOME]]
  // CHECK: %[[LEFT:.*]] = arith.remui %[[N]], %c2_i32
  // CHECK: %[[CUT:.*]] = arith.subi %[[N]], %[[LEFT]]
  // CHECK: %[[ANY:.*]] = arith.cmpi sge, %[[N]], %c2_i32
  // CHECK: scf.if %[[ANY]]
  // CHECK: prim.load %{{.*}} -> vector<2xf32>
  // CHECK: prim.load %{{.*}} -> f32
  // CHECK: arith.select
  // CHECK: %[[ALL:.*]] = arith.cmpi sle, %{{.*}}, %[[N]]
  // CHECK: scf.if %[[ALL]]
  // CHECK: prim.load %{{.*}} -> vector<2xf32>
  // CHECK: prim.load %{{.*}} -> vector<2xf32>
  // CHECK-NOT: prim.load
  // CHECK: scf.if %[[FULL]]
  // CHECK-COUNT-2: prim.store %{{.*}} vector<2xf32>
  // CHECK: } else {
  // CHECK-COUNT-3: prim.store %{{.*}} vector<2xf32>
  // CHECK: prim.store %{{.*}} f32
  // CHECK-NOT: prim.store
  // CHECK: gpu.return
  gpu.func @guarded(%x: !prim.base<global>, %y: !prim.base<global>, %i: index, %n: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %items = prim.block_load %x[%i] valid(%n) arrangement(rows(2)) : !prim.base<global>, vector<4xf32>
    prim.block_store %items, %y[%i] valid(%n) arrangement(rows(2)) : vector<4xf32>, !prim.base<global>
    gpu.return
  }

  // What is not there is filled in: in the row where the elements end, and of rows behind
  // it.
  // CHECK-LABEL: gpu.func @filled
  // CHECK-SAME: index, %[[FILL:[a-z0-9]+]]: f32
  // CHECK: prim.load
  // CHECK: arith.select %{{.*}}, %{{.*}}, %[[FILL]] : f32
  // CHECK: } else {
  // CHECK: scf.yield %[[FILL]]
  // CHECK: prim.load
  // CHECK: } else {
  // CHECK: arith.select %{{.*}}, %{{.*}}, %[[FILL]] : f32
  gpu.func @filled(%x: !prim.base<global>, %i: index, %fill: f32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %most = arith.constant 255 : i32
    %some = arith.minsi %n, %most : i32
    %items = prim.block_load %x[%i] valid(%some) fill(%fill : f32) arrangement(striped) : !prim.base<global>, vector<2xf32>
    llvm.store %items, %out : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }

  // A scan of rows is one warp scan for each, and their steps stand side by side.
  // CHECK-LABEL: gpu.func @scan
  // CHECK-COUNT-2: prim.warp_scan exclusive add
  // CHECK-NOT: prim.warp_scan
  // CHECK: gpu.return
  // WARP-LABEL: gpu.func @scan
  // WARP: rocdl.update.dpp {{.*}} with 273
  // WARP-NEXT: rocdl.update.dpp {{.*}} with 273
  // WARP-NEXT: arith.addi
  // WARP-NEXT: arith.addi
  // WARP-NEXT: rocdl.update.dpp {{.*}} with 274
  // WARP-NEXT: rocdl.update.dpp {{.*}} with 274
  gpu.func @scan(%x: vector<8xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %s = prim.block_scan inclusive add %x arrangement(rows(4)) : vector<8xi32>
    llvm.store %s, %out : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Steps in assembly are one statement for all rows, in which they stand side by side.
  // WARP-LABEL: gpu.func @whole
  // WARP: llvm.inline_asm {{.*}}$0 row_shr:1 {{.*}}$2 row_shr:1 {{.*}}row_bcast:31 {{.*}} row_bcast:31 {{.*}}~{vcc}
  // WARP: llvm.inline_asm {{.*}}$0 row_shr:1 {{.*}}$1 row_shr:1 {{.*}}row_bcast:31 {{.*}} row_bcast:31 {{.*}}"=v,=v,0,1"
  // WARP-NOT: llvm.inline_asm
  // WARP: gpu.return
  gpu.func @whole(%x: vector<4xi64>, %y: vector<4xf32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %s = prim.block_scan inclusive add %x arrangement(rows(2)) : vector<4xi64>
    %t = prim.block_scan inclusive add %y arrangement(rows(2)) : vector<4xf32>
    llvm.store %s, %out : vector<4xi64>, !llvm.ptr<1>
    llvm.store %t, %out : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }

  // Consecutive folds of four rows go to one lane, a wave scans its lanes' folds, and the
  // prefixes of the rows come back.
  // CHECK-LABEL: gpu.func @grouped
  // CHECK: prim.workgroup_alloc 8192 for "folds of rows"
  // CHECK-COUNT-4: prim.store %{{.*}} i64
  // CHECK: prim.warp_barrier
  // CHECK: prim.load %{{.*}} -> vector<4xi64>
  // CHECK: prim.warp_scan exclusive add
  // CHECK-NOT: prim.warp_scan
  // CHECK: prim.workgroup_alloc 40 for "values of waves"
  // CHECK: scf.if
  // CHECK-COUNT-4: prim.warp_uniform %{{.*}} : i64
  // CHECK: arith.muli
  // CHECK: scf.if
  // CHECK-COUNT-4: prim.store %{{.*}} i64
  // CHECK: prim.block_barrier
  // CHECK: %[[START:.*]] = prim.load %{{.*}} -> i64
  // CHECK: arith.addi %[[START]], %{{.*}} : i64
  // CHECK: prim.warp_barrier
  // CHECK: prim.store %{{.*}} vector<4xi64>
  // CHECK: prim.warp_barrier
  // CHECK-COUNT-4: prim.load %{{.*}} -> i64
  // CHECK: gpu.return
  gpu.func @grouped(%x: vector<8xi64>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %s = prim.block_scan inclusive add %x arrangement(rows(2)) prefix {
    ^bb0(%total: i64):
      %before = arith.muli %total, %total : i64
      prim.yield %before : i64
    } : vector<8xi64>
    llvm.store %s, %out : vector<8xi64>, !llvm.ptr<1>
    gpu.return
  }

  // Order does not matter to a sum: a thread's rows are folded before the wave's
  // lanes. It does to a region.
  // CHECK-LABEL: gpu.func @reduce
  // CHECK: prim.warp_reduce add
  // CHECK-NOT: prim.warp_reduce
  // CHECK-COUNT-2: prim.warp_reduce %{{.*}} combiner
  // CHECK-NOT: prim.warp_reduce
  // CHECK: gpu.return
  gpu.func @reduce(%x: vector<8xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = prim.block_reduce add %x arrangement(rows(4)) : vector<8xi32>
    %b = prim.block_reduce %x arrangement(rows(4)) combiner {
    ^bb0(%l: i32, %r: i32):
      %p = arith.muli %l, %r : i32
      prim.yield %p : i32
    } : vector<8xi32>
    %c = arith.addi %a, %b : i32
    llvm.store %c, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // A count that may be a whole tile's leaves both ways, one that is less only one.
  // CHECK-LABEL: gpu.func @bounded
  // CHECK: %[[MOST:.*]] = arith.minsi %{{.*}}, %c512_i32
  // CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[MOST]], %c512_i32
  // CHECK: scf.if %[[FULL]]
  // CHECK: %[[LESS:.*]] = arith.minsi %{{.*}}, %c511_i32
  // CHECK-NOT: arith.cmpi sge, %[[LESS]], %c512_i32
  // CHECK: gpu.return
  gpu.func @bounded(%x: !prim.base<global>, %i: index, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c511 = arith.constant 511 : i32
    %c512 = arith.constant 512 : i32
    %most = arith.minsi %n, %c512 : i32
    %a = prim.block_load %x[%i] valid(%most) arrangement(rows(2)) : !prim.base<global>, vector<4xf32>
    llvm.store %a, %out : vector<4xf32>, !llvm.ptr<1>
    %less = arith.minsi %n, %c511 : i32
    %b = prim.block_load %x[%i] valid(%less) arrangement(rows(2)) : !prim.base<global>, vector<4xf32>
    llvm.store %b, %out : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }

  // A thread's neighbours lie side by side, aligned as their number lets them.
  // CHECK-LABEL: gpu.func @exchange
  // CHECK: prim.store %{{.*}} align(4) : vector<3xi32>
  // CHECK: prim.block_barrier
  // CHECK-COUNT-3: prim.load %{{.*}} -> i32
  // CHECK: prim.block_barrier
  // CHECK: prim.store %{{.*}} align(8) : vector<6xi32>
  // CHECK-NEXT: prim.warp_barrier
  // CHECK-COUNT-3: prim.load %{{.*}} align(8) : !prim.base<workgroup> -> vector<2xi32>
  // CHECK: gpu.return
  gpu.func @exchange(%x: vector<3xi32>, %y: vector<6xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %s = prim.block_exchange %x to(striped) : vector<3xi32>
    %r = prim.block_exchange %y to(rows(2)) : vector<6xi32>
    llvm.store %s, %out : vector<3xi32>, !llvm.ptr<1>
    llvm.store %r, %out : vector<6xi32>, !llvm.ptr<1>
    gpu.return
  }

  // A scan whose region takes what another one gives comes behind it.
  // WARP-LABEL: gpu.func @captures
  // WARP: %[[TOTAL:.*]] = rocdl.readlane
  // WARP: arith.minsi %{{.*}}, %[[TOTAL]]
  gpu.func @captures(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %p, %total = prim.warp_scan inclusive add %x total : i32
    %b = prim.warp_scan inclusive %x combiner {
    ^bb0(%l: i32, %r: i32):
      %s = arith.addi %l, %r : i32
      %m = arith.minsi %s, %total : i32
      prim.yield %m : i32
    } : i32
    %c = arith.addi %p, %b : i32
    llvm.store %c, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
