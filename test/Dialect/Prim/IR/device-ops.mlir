// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @scan_tensor
func.func @scan_tensor(%x: tensor<?xf32>, %o: tensor<?xf32>, %t: tensor<f32>,
                       %w: tensor<1024xi8>, %z: f32, %b: tensor<f32>) {
  // CHECK: prim.device_scan inclusive add ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) -> tensor<?xf32>
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: prim.device_scan exclusive add ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<f32>) workspace(%{{.*}} : tensor<1024xi8>) initialized init(%{{.*}} : tensor<f32>) total reverse deterministic(run) tuning<block_size = 256, items_per_thread = 8, algorithm = reduce_then_scan> fastmath<reassoc> {tag} -> tensor<?xf32>, tensor<f32>, tensor<1024xi8>
  %1:3 = prim.device_scan exclusive add ins(%x : tensor<?xf32>) outs(%o, %t : tensor<?xf32>, tensor<f32>)
    total init(%b : tensor<f32>) workspace(%w : tensor<1024xi8>) initialized reverse
    fastmath<reassoc> deterministic(run)
    tuning(#prim.tuning<block_size = 256, items_per_thread = 8, algorithm = reduce_then_scan>)
    {tag} -> tensor<?xf32>, tensor<f32>, tensor<1024xi8>
  return
}

// CHECK-LABEL: func @scan_memref
func.func @scan_memref(%x: memref<4x?xi32, 1>, %o: memref<4x?xi32, 1>, %p: memref<4x?xi32, 1>,
                       %w: memref<?xi8, 1>, %z: i32, %dep: !gpu.async.token) {
  // CHECK: prim.device_scan both add ins(%{{.*}} : memref<4x?xi32, 1>) outs(%{{.*}}, %{{.*}} : memref<4x?xi32, 1>, memref<4x?xi32, 1>) workspace(%{{.*}} : memref<?xi8, 1>) init(%{{.*}} : i32) dimension(1){{$}}
  prim.device_scan both add ins(%x : memref<4x?xi32, 1>)
    outs(%o, %p : memref<4x?xi32, 1>, memref<4x?xi32, 1>)
    workspace(%w : memref<?xi8, 1>) init(%z : i32) dimension(1)
  // CHECK: %[[T:.*]] = prim.device_scan inclusive maxsi ins({{.*}}) outs({{.*}}) dimension(1) async [%{{.*}}]{{$}}
  %t = prim.device_scan inclusive maxsi ins(%x : memref<4x?xi32, 1>)
    outs(%o : memref<4x?xi32, 1>) dimension(1) async [%dep]
  // CHECK: prim.device_scan inclusive maxsi ins({{.*}}) outs({{.*}}) dimension(0) tuning<block_size = 64> async{{$}}
  %u = prim.device_scan inclusive maxsi ins(%x : memref<4x?xi32, 1>)
    outs(%o : memref<4x?xi32, 1>) dimension(0) async tuning<block_size = 64>
  return
}

// CHECK-LABEL: func @scan_regions
func.func @scan_regions(%x: memref<?xf16>, %o: memref<?xi8>, %z: f32, %max: f32) {
  // CHECK: prim.device_scan exclusive ins({{.*}}) outs({{.*}}) identity(%{{.*}} : f32) prologue {
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: index):
  // CHECK: } combiner {
  // CHECK: } epilogue {
  prim.device_scan exclusive ins(%x : memref<?xf16>) outs(%o : memref<?xi8>)
    identity(%z : f32) prologue {
  ^bb0(%e: f16, %i: index):
    %w = arith.extf %e : f16 to f32
    %d = arith.subf %w, %max : f32
    prim.yield %d : f32
  } combiner {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    prim.yield %c : f32
  } epilogue {
  ^bb0(%a: f32):
    %c = arith.fptosi %a : f32 to i8
    prim.yield %c : i8
  }
  return
}

// CHECK-LABEL: func @reduce
func.func @reduce(%x: tensor<?xf32>, %idx: tensor<?xi32>, %mo: tensor<f32>, %io: tensor<i32>,
                  %lo: f32, %none: i32, %nd: tensor<3x5xf32>, %no: tensor<5xf32>) {
  // CHECK: prim.device_reduce ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xi32>) outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>) init(%{{.*}}, %{{.*}} : f32, i32) combiner commutative {
  // CHECK: } -> tensor<f32>, tensor<i32>
  %m, %i = prim.device_reduce ins(%x, %idx : tensor<?xf32>, tensor<?xi32>)
      outs(%mo, %io : tensor<f32>, tensor<i32>) init(%lo, %none : f32, i32)
      combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %lt = arith.cmpf olt, %a, %b : f32
    %c = arith.select %lt, %b, %a : f32
    %ci = arith.select %lt, %bi, %ai : i32
    prim.yield %c, %ci : f32, i32
  } -> tensor<f32>, tensor<i32>
  // CHECK: prim.device_reduce minimumf ins({{.*}}) outs({{.*}}) dimension(0) deterministic(any) -> tensor<5xf32>
  %r = prim.device_reduce minimumf ins(%nd : tensor<3x5xf32>) outs(%no : tensor<5xf32>)
      dimension(0) deterministic(any) -> tensor<5xf32>
  return
}

// Outputs and what folds start from have the dimensions that are left.

// CHECK-LABEL: func @reduce_dimensions
// GENERIC-LABEL: sym_name = "reduce_dimensions"
func.func @reduce_dimensions(%x: tensor<?x4x?xf32>, %o: tensor<4xf32>, %b: tensor<?xf32>,
                             %y: memref<2x3x?x?xi32, strided<[?, ?, 1, ?], offset: ?>>,
                             %p: memref<3xi32>, %q: memref<?x?xi32, strided<[1, ?]>>,
                             %z: memref<?x3xi32, strided<[?, ?]>>, %s: memref<i32>) {
  // CHECK: prim.device_reduce add ins(%{{.*}} : tensor<?x4x?xf32>) outs(%{{.*}} : tensor<4xf32>) init(%{{.*}} : tensor<?xf32>) dimension(0, 2) -> tensor<4xf32>
  // GENERIC: "prim.device_reduce"({{.*}}) <{dimension = array<i64: 0, 2>,
  %0 = prim.device_reduce add ins(%x : tensor<?x4x?xf32>) outs(%o : tensor<4xf32>)
      dimension(0,2) init(%b : tensor<?xf32>) -> tensor<4xf32>
  // CHECK: prim.device_reduce add ins({{.*}}) outs(%{{.*}} : memref<3xi32>) dimension(0, 2, 3){{$}}
  // GENERIC: dimension = array<i64: 0, 2, 3>
  prim.device_reduce add ins(%y : memref<2x3x?x?xi32, strided<[?, ?, 1, ?], offset: ?>>)
      outs(%p : memref<3xi32>) dimension(0, 2, 3)
  // CHECK: prim.device_reduce add ins({{.*}}) outs(%{{.*}} : memref<?x?xi32, strided<[1, ?]>>) dimension(1, 2){{$}}
  prim.device_reduce add ins(%y : memref<2x3x?x?xi32, strided<[?, ?, 1, ?], offset: ?>>)
      outs(%q : memref<?x?xi32, strided<[1, ?]>>) dimension(1, 2)
  // All of a buffer with holes.
  // CHECK: prim.device_reduce add ins(%{{.*}} : memref<?x3xi32, strided<[?, ?]>>) outs(%{{.*}} : memref<i32>){{$}}
  prim.device_reduce add ins(%z : memref<?x3xi32, strided<[?, ?]>>) outs(%s : memref<i32>)
  // CHECK: prim.device_reduce add ins(%{{.*}} : memref<?x3xi32, strided<[?, ?]>>) outs(%{{.*}} : memref<i32>) dimension(0, 1){{$}}
  prim.device_reduce add ins(%z : memref<?x3xi32, strided<[?, ?]>>) outs(%s : memref<i32>) dimension(0, 1)
  return
}

// CHECK-LABEL: func @reduce_memref
func.func @reduce_memref(%x: memref<?xf32>, %o: memref<f32>) -> index {
  // CHECK: prim.device_reduce add ins({{.*}}) outs({{.*}}) async{{$}}
  %t = prim.device_reduce add ins(%x : memref<?xf32>) outs(%o : memref<f32>) async
  // CHECK: %[[S:.*]] = prim.workspace_size {
  // CHECK-NEXT: prim.device_reduce add
  // CHECK-NEXT: } : index
  %s = prim.workspace_size {
    prim.device_reduce add ins(%x : memref<?xf32>) outs(%o : memref<f32>)
  } : index
  return %s : index
}

// CHECK-LABEL: func @sort
func.func @sort(%k: tensor<?xi32>, %v: tensor<?xf32>, %ko: tensor<?xi32>, %vo: tensor<?xf32>,
                %m: memref<?xi64>, %n: memref<?xi64>, %w: memref<?xi8>) {
  // CHECK: prim.device_sort slt ins({{.*}}) outs({{.*}}) -> tensor<?xi32>, tensor<?xf32>
  %0:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xf32>)
    outs(%ko, %vo : tensor<?xi32>, tensor<?xf32>) -> tensor<?xi32>, tensor<?xf32>
  // CHECK: prim.device_sort ult descending ins({{.*}}) outs({{.*}}) workspace({{.*}}) initialized dimension(0) bits(3, 40) may_clobber_input async{{$}}
  %t = prim.device_sort ult descending ins(%m : memref<?xi64>) outs(%n : memref<?xi64>)
    workspace(%w : memref<?xi8>) initialized dimension(0) async may_clobber_input bits(3, 40)
  // CHECK: prim.device_sort ins({{.*}}) outs({{.*}}) comparator {
  // CHECK: } -> tensor<?xi32>
  %1 = prim.device_sort ins(%k : tensor<?xi32>) outs(%ko : tensor<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %lt = arith.cmpi sgt, %a, %b : i32
    prim.yield %lt : i1
  } -> tensor<?xi32>
  return
}

// CHECK-LABEL: func @sort_rows
// GENERIC-LABEL: sym_name = "sort_rows"
func.func @sort_rows(%k: tensor<?x8xf16>, %v: tensor<2x?xi32>, %ko: tensor<2x8xf16>, %vo: tensor<2x8xi32>,
                     %m: memref<3x?x5xindex, strided<[?, 1, ?], offset: ?>>, %n: memref<3x?x5xindex>) {
  // CHECK: prim.device_sort total descending ins(%{{.*}}, %{{.*}} : tensor<?x8xf16>, tensor<2x?xi32>) outs(%{{.*}}, %{{.*}} : tensor<2x8xf16>, tensor<2x8xi32>) dimension(1) -> tensor<2x8xf16>, tensor<2x8xi32>
  // GENERIC: "prim.device_sort"({{.*}}) <{descending, dimension = array<i64: 1>,
  %0:2 = prim.device_sort total descending ins(%k, %v : tensor<?x8xf16>, tensor<2x?xi32>)
      outs(%ko, %vo : tensor<2x8xf16>, tensor<2x8xi32>) dimension(1) -> tensor<2x8xf16>, tensor<2x8xi32>
  // CHECK: prim.device_sort ult ins(%{{.*}} : memref<3x?x5xindex, strided<[?, 1, ?], offset: ?>>) outs(%{{.*}} : memref<3x?x5xindex>) dimension(0) bits(0, 7) may_clobber_input{{$}}
  prim.device_sort ult ins(%m : memref<3x?x5xindex, strided<[?, 1, ?], offset: ?>>)
      outs(%n : memref<3x?x5xindex>) may_clobber_input bits(0, 7) dimension(0)
  return
}

// CHECK-LABEL: func @check
func.func @check(%c: i1, %n: i64, %m: i64) {
  // CHECK: prim.check %{{.*}}, invalid_argument, "not so"{{$}}
  prim.check %c, invalid_argument, "not so"
  // CHECK: prim.check %{{.*}}, workspace, "{} of {}"(%{{.*}}, %{{.*}}) {tag}
  prim.check %c, workspace, "{} of {}"(%n, %m) {tag}
  return
}
