// RUN: prim-opt %s --prim-host-kernels=chip=gfx942 --canonicalize --cse | FileCheck %s
// RUN: prim-opt %s --prim-host-kernels | FileCheck %s --check-prefix=NONE --implicit-check-not=gpu.barrier
// RUN: not prim-opt %s --prim-host-kernels=chip=gfx000 2>&1 | FileCheck %s --check-prefix=CHIP

// Parallel loops whose iterations share loads are computed by tiles.

// Without a chip, and for loops without tiles, each iteration has a thread.
// NONE-COUNT-10: gpu.func
// CHIP: error: {{.*}}gfx000

// A block of 16 x 16 threads copies 16 steps of both operands, and has a tile of as many
// columns and rows, or two or four times as many if enough blocks remain. The first loop
// has all full stages, the second one the rest. Only iterations that exist are stored.

// CHECK-LABEL: gpu.func @few_kernel(
// CHECK-SAME: workgroup(%[[A:.*]] : memref<16x20xf32, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<16x16xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[ROW:.*]] = arith.divui %thread_id_x, %c16
// CHECK: %[[COLUMN:.*]] = arith.remui %thread_id_x, %c16
// CHECK: %[[FULL:.*]] = scf.for %[[STAGE:.*]] = %c0 to %c32 step %c16 iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (f32) {
// CHECK: gpu.barrier
// CHECK: memref.load {{.*}} : memref<40x37xf32>
// CHECK: memref.load {{.*}} : memref<37x50xf32>
// CHECK: memref.store {{.*}}, %[[A]][
// CHECK: memref.store {{.*}}, %[[B]][
// CHECK: gpu.barrier
// CHECK: scf.for %[[K:.*]] = %c0 to %c16 step %c1 iter_args(%[[ACC:.*]] = %[[BEFORE]])
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[K]], %[[ROW]]]
// CHECK-NEXT: %[[Y:.*]] = memref.load %[[B]][%[[K]], %[[COLUMN]]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: arith.addf %[[ACC]], %[[P]]
// The last stage has 5 steps.
// CHECK: gpu.barrier
// CHECK-COUNT-2: arith.minsi {{.*}}, %c36
// CHECK: gpu.barrier
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %c0 to %c5 step %c1 iter_args(%{{.*}} = %[[FULL]])
// CHECK: %[[ROWS:.*]] = arith.cmpi ult
// CHECK-NEXT: %[[COLUMNS:.*]] = arith.cmpi ult
// CHECK-NEXT: %[[EXISTS:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
// CHECK-NEXT: scf.if %[[EXISTS]] {
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}} : memref<40x50xf32>
func.func @few(%a: memref<40x37xf32>, %b: memref<37x50xf32>, %c: memref<40x50xf32>) {
  linalg.matmul ins(%a, %b : memref<40x37xf32>, memref<37x50xf32>) outs(%c : memref<40x50xf32>)
  return
}

// A thread has two rows and two columns: it loads two elements of each operand for four
// products. What is the same for all columns is computed once for a row.

// CHECK-LABEL: gpu.func @more_kernel(
// CHECK-SAME: workgroup(%[[A:.*]] : memref<16x36xf16, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<16x36xf16, #gpu.address_space<workgroup>>)
// Sizes that tiles divide need no bounds.
// CHECK-NOT: minui
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32)
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32)
// CHECK-COUNT-2: memref.load %[[A]]
// CHECK-NOT: memref.load %[[A]]
// CHECK-COUNT-2: memref.load %[[B]]
// CHECK-NOT: memref.load
// CHECK-COUNT-4: arith.extf
// CHECK-NOT: arith.extf
// CHECK-COUNT-4: arith.mulf
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: scf.if
// CHECK-COUNT-4: memref.store {{.*}} : memref<2x1024x512xf32>
// CHECK-NOT: memref.store
func.func @more(%a: memref<2x1024x32xf16>, %b: memref<2x512x32xf16>, %c: memref<2x1024x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                                   affine_map<(b, m, n, k) -> (b, m, n)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<2x1024x32xf16>, memref<2x512x32xf16>) outs(%c : memref<2x1024x512xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %xe = arith.extf %x : f16 to f32
    %ye = arith.extf %y : f16 to f32
    %p = arith.mulf %xe, %ye : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// Unknown extents.

// CHECK-LABEL: gpu.func @any_kernel(
// CHECK-SAME: workgroup({{.*}}memref<16x36xi32,{{.*}}memref<16x32xi32,
// CHECK: gpu.barrier
func.func @any(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?xi32>) {
  linalg.matmul ins(%a, %b : memref<?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?xi32>)
  return
}

// Loads at other positions than the loops' indices are not copied to workgroup memory,
// but a thread shares them.

// CHECK-LABEL: gpu.func @gathered_kernel(
// CHECK-SAME: workgroup(%{{[a-z0-9]*}} : memref<16x32xf32,{{[^,]*}})
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK-COUNT-2: memref.load {{.*}} : memref<1024x16xf32>
// CHECK-NOT: memref.load {{.*}} : memref<1024x16xf32>
// CHECK: scf.yield
func.func @gathered(%a: memref<1024x16xf32>, %b: memref<16x1024xf32>, %order: memref<16xindex>, %c: memref<1024x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1024, %c1024) step (%c1, %c1) {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (f32) {
      %at = memref.load %order[%k] : memref<16xindex>
      %x = memref.load %a[%i, %at] : memref<1024x16xf32>
      %y = memref.load %b[%k, %j] : memref<16x1024xf32>
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %p : f32
      scf.yield %s : f32
    }
    memref.store %sum, %c[%i, %j] : memref<1024x1024xf32>
  }
  return
}

// Each of these has a thread for each iteration: rows of other lengths, an operand of each
// iteration's own, a store that does not tell columns apart, code that may not run for
// iterations that do not exist, positions that a store may change, and tiles that would be
// mostly empty.

// CHECK-LABEL: gpu.func @lengths_kernel(
// CHECK-NOT: gpu.barrier
func.func @lengths(%a: memref<256x16xi32>, %b: memref<16x256xi32>, %n: memref<256xindex>, %c: memref<256x256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c256) step (%c1, %c1) {
    %end = memref.load %n[%i] : memref<256xindex>
    %sum = scf.for %k = %c0 to %end step %c1 iter_args(%acc = %zero) -> (i32) {
      %x = memref.load %a[%i, %k] : memref<256x16xi32>
      %y = memref.load %b[%k, %j] : memref<16x256xi32>
      %p = arith.muli %x, %y : i32
      %s = arith.addi %acc, %p : i32
      scf.yield %s : i32
    }
    memref.store %sum, %c[%i, %j] : memref<256x256xi32>
  }
  return
}

// CHECK-LABEL: gpu.func @rows_kernel(
// CHECK-NOT: gpu.barrier
func.func @rows(%a: memref<256x256x16xi32>, %b: memref<16xi32>, %c: memref<256x256xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, n, k)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<256x256x16xi32>, memref<16xi32>) outs(%c : memref<256x256xi32>) {
  ^bb0(%x: i32, %y: i32, %s: i32):
    %p = arith.muli %x, %y : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  return
}

// CHECK-LABEL: gpu.func @assert_kernel(
// CHECK-NOT: gpu.barrier
func.func @assert(%a: memref<256x16xi32>, %b: memref<16x256xi32>, %c: memref<256x256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c256) step (%c1, %c1) {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (i32) {
      %x = memref.load %a[%i, %k] : memref<256x16xi32>
      %y = memref.load %b[%k, %j] : memref<16x256xi32>
      %p = arith.muli %x, %y : i32
      %s = arith.addi %acc, %p : i32
      scf.yield %s : i32
    }
    %known = arith.cmpi ne, %sum, %zero : i32
    scf.if %known {
      memref.store %sum, %c[%i, %j] : memref<256x256xi32>
    }
  }
  return
}

// CHECK-LABEL: gpu.func @one_column_kernel(
// CHECK-NOT: gpu.barrier
func.func @one_column(%a: memref<256x16xi32>, %b: memref<16x256xi32>, %c: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c256) step (%c1, %c1) {
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (i32) {
      %x = memref.load %a[%i, %k] : memref<256x16xi32>
      %y = memref.load %b[%k, %j] : memref<16x256xi32>
      %p = arith.muli %x, %y : i32
      %s = arith.addi %acc, %p : i32
      scf.yield %s : i32
    }
    memref.store %sum, %c[%i] : memref<256xi32>
  }
  return
}

// CHECK-LABEL: gpu.func @places_kernel(
// CHECK-NOT: gpu.barrier
func.func @places(%a: memref<256x16xindex>, %b: memref<16x256xindex>, %t: memref<256xindex>, %c: memref<256x256xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c256) step (%c1, %c1) {
    %at = memref.load %c[%i, %j] : memref<256x256xindex>
    %first = memref.load %t[%at] : memref<256xindex>
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %first) -> (index) {
      %x = memref.load %a[%i, %k] : memref<256x16xindex>
      %y = memref.load %b[%k, %j] : memref<16x256xindex>
      %p = arith.muli %x, %y : index
      %s = arith.addi %acc, %p : index
      scf.yield %s : index
    }
    memref.store %sum, %c[%i, %j] : memref<256x256xindex>
  }
  return
}

// CHECK-LABEL: gpu.func @narrow_kernel(
// CHECK-NOT: gpu.barrier
func.func @narrow(%a: memref<1000x37xf32>, %b: memref<37x4xf32>, %c: memref<1000x4xf32>) {
  linalg.matmul ins(%a, %b : memref<1000x37xf32>, memref<37x4xf32>) outs(%c : memref<1000x4xf32>)
  return
}
