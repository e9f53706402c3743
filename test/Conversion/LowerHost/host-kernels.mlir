// RUN: prim-opt %s --prim-host-kernels | FileCheck %s
// RUN: prim-opt %s --prim-host-kernels | FileCheck %s --check-prefix=KERNEL

// What the host does to whole buffers of the device becomes launches, fills and
// copies.

// KERNEL: gpu.module @loops_kernel {
// KERNEL: gpu.func @loops_kernel(%{{.*}}: index, %[[V:.*]]: i32, %[[X:.*]]: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>
// KERNEL: %[[IN:.*]] = arith.cmpi ult
// KERNEL: scf.if %[[IN]] {
// KERNEL: memref.store %[[V]], %[[X]]

// CHECK-LABEL: func.func @fill(
// CHECK-SAME: %[[X:.*]]: memref<?xf64>, %[[V:.*]]: f64
func.func @fill(%x: memref<?xf64>, %v: f64, %s: memref<4x4xf64, strided<[8, 1]>>) {
  // CHECK: gpu.memset %[[X]], %[[V]]
  linalg.fill ins(%v : f64) outs(%x : memref<?xf64>)
  // Holes stay as they are.
  // CHECK-NOT: gpu.memset
  // CHECK: gpu.launch_func @[[FILL:.*]]::@
  linalg.fill ins(%v : f64) outs(%s : memref<4x4xf64, strided<[8, 1]>>)
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[X:.*]]: memref<16xi32>, %[[Y:.*]]: memref<16xi32>
func.func @copy(%x: memref<16xi32>, %y: memref<16xi32>, %s: memref<4x4xi32>, %t: memref<4x4xi32, strided<[8, 1]>>) {
  // CHECK: memref.copy %[[X]], %[[Y]]
  linalg.copy ins(%x : memref<16xi32>) outs(%y : memref<16xi32>)
  // CHECK: gpu.launch_func
  memref.copy %t, %s : memref<4x4xi32, strided<[8, 1]>> to memref<4x4xi32>
  // CHECK: gpu.launch_func
  gpu.memcpy %t, %s : memref<4x4xi32, strided<[8, 1]>>, memref<4x4xi32>
  return
}

// CHECK-LABEL: func.func @loops(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[N:.*]]: index, %[[V:.*]]: i32
func.func @loops(%x: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[TRIPS:.*]] = arith.ceildivui
  // CHECK: %[[TRIPS64:.*]] = arith.index_cast %[[TRIPS]] : index to i64
  // CHECK: %[[COUNT:.*]], %{{.*}} = arith.mului_extended %{{.*}}, %[[TRIPS64]]
  // CHECK: prim.check %{{.*}}, invalid_argument, "scf.parallel: has a number of iterations that does not fit in 63 bits"
  // CHECK: %[[TOTAL:.*]] = arith.index_cast %[[COUNT]] : i64 to index
  // CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[TOTAL]], %[[C256:.*]] :
  // CHECK: gpu.launch_func @loops_kernel::@loops_kernel blocks in (%[[BLOCKS]], %{{.*}}) threads in (%[[C256]], %{{.*}}) args(
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  scf.forall (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  affine.parallel (%i) = (0) to (%n) {
    affine.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %x[%bx] : memref<?xi32>
    gpu.terminator
  }
  // CHECK: return
  return
}

// The host's own memory, and loops that launch, stay the host's.

// CHECK-LABEL: func.func @host(
func.func @host(%x: memref<4xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloca() : memref<4xi32>
  // CHECK-NOT: launch_func
  // CHECK: scf.for
  // CHECK: memref.store
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  // CHECK-NOT: launch_func
  // CHECK: scf.parallel (
  // CHECK-NEXT: memref.store
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %v, %a[%i] : memref<4xi32>
  }
  // CHECK-NOT: launch_func
  // CHECK: scf.parallel (
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    prim.device_scan inclusive add ins(%x : memref<4xi32>) outs(%x : memref<4xi32>)
  }
  %r = memref.load %a[%c1] : memref<4xi32>
  // CHECK: return
  return %r : i32
}

// A step that only shows at run time is checked, and divides nothing at 0.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[STEP:.*]]: index
func.func @step(%x: memref<?xi32>, %lo: index, %hi: index, %step: index, %v: i32) {
  // CHECK: %[[EMPTY:.*]] = arith.cmpi sge, %[[LO]], %[[HI]]
  // CHECK: %[[POSITIVE:.*]] = arith.cmpi sgt, %[[STEP]], %{{.*}}
  // CHECK: %[[STEP64:.*]] = arith.index_cast %[[STEP]]
  // CHECK: prim.check %[[POSITIVE]], invalid_argument, "scf.parallel: the step along dimension 0 is {}, not positive"(%[[STEP64]])
  // CHECK: %[[LENGTH:.*]] = arith.subi %[[HI]], %[[LO]]
  // CHECK: %[[SPAN:.*]] = arith.select %[[EMPTY]], %{{.*}}, %[[LENGTH]]
  // CHECK: %[[DIVISOR:.*]] = arith.maxsi %[[STEP]], %{{.*}}
  // CHECK: arith.ceildivui %[[SPAN]], %[[DIVISOR]]
  // CHECK: gpu.launch_func
  scf.parallel (%i) = (%lo) to (%hi) step (%step) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  return
}

// Both sides of a copy have the same sizes, whatever the copy becomes.

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:.*]]: memref<4x?xi32>, %[[Y:.*]]: memref<?x?xi32>, %[[S:.*]]: memref<4x?xi32, strided<[?, 1]>>
func.func @sizes(%x: memref<4x?xi32>, %y: memref<?x?xi32>, %s: memref<4x?xi32, strided<[?, 1]>>) {
  // CHECK: prim.check %{{.*}}, invalid_argument, "memref.copy: the source has a size of {} along dimension 0, but the target has {}"
  // CHECK: prim.check %{{.*}}, invalid_argument, "memref.copy: the source has a size of {} along dimension 1, but the target has {}"
  // CHECK-NEXT: memref.copy
  memref.copy %x, %y : memref<4x?xi32> to memref<?x?xi32>
  // CHECK-NOT: along dimension 0
  // CHECK: %[[D:.*]] = memref.dim %[[S]], %{{.*}}
  // CHECK: %[[FROM:.*]] = arith.index_cast %[[D]]
  // CHECK: %[[E:.*]] = memref.dim %[[X]], %{{.*}}
  // CHECK: %[[TO:.*]] = arith.index_cast %[[E]]
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[FROM]], %[[TO]]
  // CHECK: prim.check %[[SAME]], invalid_argument, "gpu.memcpy: the source has a size of {} along dimension 1, but the target has {}"(%[[FROM]], %[[TO]])
  // CHECK: gpu.launch_func
  gpu.memcpy %x, %s : memref<4x?xi32>, memref<4x?xi32, strided<[?, 1]>>
  // CHECK: prim.check %{{.*}}, invalid_argument, "linalg.copy: the source has a size of {} along dimension 1, but the target has {}"
  // CHECK-NEXT: memref.copy
  linalg.copy ins(%x : memref<4x?xi32>) outs(%x : memref<4x?xi32>)
  return
}

// A loop that stays the host's keeps the check; a kernel has none.

// CHECK-LABEL: func.func @inside(
func.func @inside(%x: memref<?xi32>, %y: memref<?xi32>, %s: memref<?xi32, strided<[2]>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.parallel
  // CHECK: prim.check %{{.*}}, invalid_argument, "memref.copy:
  // CHECK-NEXT: memref.copy
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.copy %x, %y : memref<?xi32> to memref<?xi32>
  }
  // CHECK-NOT: memref.copy:
  // CHECK: gpu.launch_func
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.copy %s, %y : memref<?xi32, strided<[2]>> to memref<?xi32>
  }
  // CHECK: return
  return
}

// Operands of a linalg op whose sizes only show at run time are compared with
// the one that its loops take them from.

// CHECK-LABEL: func.func @uneven(
// CHECK-SAME: memref<?x4xf32>
func.func @uneven(%x: memref<?x4xf32>, %y: memref<?x?xf32>) {
  // CHECK: prim.check %{{.*}}, invalid_argument, "linalg.exp: operand 1 has a size of {} along dimension 0, but operand 0 has a size of {} along dimension 0"
  // CHECK: prim.check %{{.*}}, invalid_argument, "linalg.exp: operand 1 has a size of {} along dimension 1, but operand 0 has a size of {} along dimension 1"
  // CHECK-NOT: operand
  // CHECK: gpu.launch_func
  linalg.exp ins(%x : memref<?x4xf32>) outs(%y : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @named(
// CHECK-NOT: scf.for
// CHECK: gpu.launch_func
// CHECK-NOT: scf.for
// CHECK: return
func.func @named(%x: memref<20x30xf32>, %y: memref<30xf32>) {
  linalg.reduce { arith.subf } ins(%x : memref<20x30xf32>) outs(%y : memref<30xf32>) dimensions = [0]
  return
}

// The parallel loops of a reduction are the outer ones: one launch reduces all
// columns, in the order of the rows. The loop carries the sum, which is stored once.

// CHECK-LABEL: func.func @columns(
// CHECK-NOT: scf.for
// CHECK: gpu.launch_func
// CHECK-NOT: scf.for
// CHECK: return
// KERNEL: gpu.func @columns_kernel(
// KERNEL-SAME: %[[Y:[a-z0-9]+]]: memref<30xf32>, %[[X:[a-z0-9]+]]: memref<20x30xf32>
// KERNEL: %[[FIRST:.*]] = memref.load %[[Y]][%[[COLUMN:.*]]]
// KERNEL-NEXT: %[[SUM:.*]] = scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[FIRST]])
// KERNEL-NEXT: memref.load %[[X]][%[[ROW]], %[[COLUMN]]]
// KERNEL-NEXT: arith.index_cast %[[ROW]]
// KERNEL: scf.yield
// KERNEL: memref.store %[[SUM]], %[[Y]][%[[COLUMN]]]
func.func @columns(%x: memref<20x30xf32>, %y: memref<30xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<20x30xf32>) outs(%y : memref<30xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %f = arith.sitofp %c : i32 to f32
    %t = arith.mulf %acc, %f : f32
    %s = arith.subf %t, %in : f32
    linalg.yield %s : f32
  }
  return
}

// An output with an element for each step, which the source writes in their order.

// CHECK-LABEL: func.func @steps(
// CHECK: scf.for
// CHECK: gpu.launch_func
// CHECK: return
func.func @steps(%x: memref<20x30xf32>, %y: memref<20x30xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<20x30xf32>) outs(%y : memref<20x30xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %s = arith.addf %acc, %in : f32
    linalg.yield %s : f32
  }
  return
}
