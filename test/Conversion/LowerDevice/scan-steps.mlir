// Scans of whole buffers go by size, where the target's table says so: the number of
// elements chooses, or nothing of the others is there. The workspace is as large as
// the least tile asks for.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 limits=cooperative=0' | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: prim.cooperative
// PLAIN-NOT: prim.resident_blocks

// CHECK-LABEL: func.func @dynamic
// One round where the device holds all blocks, which is not asked about more elements;
// if it does not, what is for more of them.
// CHECK: %[[SMALL:.*]] = arith.constant 262144 : i64
// CHECK: %[[IS_SMALL:.*]] = arith.cmpi sle, %[[N:.*]], %[[SMALL]]
// CHECK: %[[IS_HELD:.*]] = scf.if %[[IS_SMALL]] -> (i1)
// CHECK: %[[BLOCKS:.*]] = arith.divui
// CHECK: %[[MOST:.*]] = prim.resident_blocks @[[M:.*]]::@[[A:.*]] threads(512)
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[MOST]]
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[BLOCKS]], %[[WIDE]]
// CHECK: scf.yield %[[FITS]]
// CHECK: scf.if %[[IS_HELD]]
// CHECK: gpu.launch_func @[[M]]::@[[A]] {{.*}}{prim.cooperative}
// CHECK: else
// CHECK: arith.constant 2097152 : i64
// CHECK: prim.resident_blocks @[[M]]::@[[B:.*]] threads(512)
// CHECK: gpu.launch_func @[[M]]::@[[B]] {{.*}}{prim.cooperative}
// CHECK: arith.constant 4194304 : i64
// CHECK: prim.resident_blocks @[[M]]::@[[C:.*]] threads(1024)
// CHECK: gpu.launch_func @[[M]]::@[[C]] {{.*}}{prim.cooperative}
// CHECK: prim.resident_blocks @[[M]]::@[[D:.*]] threads(512)
// CHECK: gpu.launch_func @[[M]]::@[[D]] {{.*}}{prim.cooperative}
func.func @dynamic(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// A device may hold too few blocks of the one step for so many.
// CHECK-LABEL: func.func @known
// CHECK: gpu.launch_func {{.*}}{prim.cooperative}
// CHECK: gpu.launch_func {{.*}}{prim.cooperative}
// CHECK-LABEL: func.func @wide
// CHECK: arith.constant 1048576 : i64
// CHECK: prim.resident_blocks {{.*}} threads(512)
// CHECK: arith.constant 2097152 : i64
// CHECK: prim.resident_blocks {{.*}} threads(1024)
func.func @known(%x: memref<100000xi32>, %y: memref<100000xi32>) {
  prim.device_scan inclusive add ins(%x : memref<100000xi32>) outs(%y : memref<100000xi32>)
  return
}
func.func @wide(%x: memref<?xi64>, %y: memref<?xi64>) {
  prim.device_scan inclusive add ins(%x : memref<?xi64>) outs(%y : memref<?xi64>)
  return
}

// What is read is too wide for three tiles in workgroup memory; regions, rows and
// segments take no steps.
// CHECK-LABEL: func.func @others
// CHECK-NOT: prim.cooperative
func.func @others(%x: memref<?xf64>, %y: memref<?xf32>, %r: memref<4x?xf32>, %q: memref<4x?xf32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf64>) outs(%y : memref<?xf32>) prologue {
  ^bb0(%a: f64):
    %b = arith.truncf %a : f64 to f32
    prim.yield %b : f32
  }
  prim.device_scan inclusive add ins(%r : memref<4x?xf32>) outs(%q : memref<4x?xf32>) dimension(1)
  prim.device_scan inclusive ins(%y : memref<?xf32>) outs(%y : memref<?xf32>) combiner {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    prim.yield %c : f32
  }
  return
}

// CHECK-LABEL: func.func @size
// 512 threads with 8 items each, not those with 32.
// CHECK-NOT: arith.constant 16384 : i64
// CHECK: arith.constant 4096 : i64
// CHECK-NOT: arith.constant 16384 : i64
// CHECK: prim.grid_state_size
// CHECK: return
func.func @size(%x: memref<?xi32>, %y: memref<?xi32>) -> index {
  %bytes = prim.workspace_size {
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  } : index
  return %bytes : index
}
