// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Segments of device scans and reductions, in their three forms, and those of sorts.

// CHECK-LABEL: func @scan_tensors
// GENERIC-LABEL: sym_name = "scan_tensors"
func.func @scan_tensors(%x: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?xf32>,
                        %begins: tensor<7xi64>, %ends: tensor<?xi64>, %flags: tensor<?xi1>,
                        %k: tensor<?xi8>, %l: tensor<?xbf16>, %z: f32, %b: tensor<f32>) {
  // CHECK: prim.device_scan inclusive add ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) segments(%{{.*}} : tensor<7xi64>) -> tensor<?xf32>
  // GENERIC: "prim.device_scan"({{.*}}kind = 0 : i32, mode = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 1>, segment_form = 0 : i32}> ({
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: }) : (tensor<?xf32>, tensor<?xf32>, tensor<7xi64>) -> tensor<?xf32>
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>)
      segments(%begins : tensor<7xi64>) -> tensor<?xf32>
  // CHECK: prim.device_scan exclusive maxnumf ins({{.*}}) outs({{.*}}) init(%{{.*}} : f32) reverse segments(%{{.*}}, %{{.*}} : tensor<7xi64>, tensor<?xi64>) -> tensor<?xf32>
  // GENERIC: operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0, 0, 2>, reverse, segment_form = 0 : i32}>
  %1 = prim.device_scan exclusive maxnumf segments(%begins, %ends : tensor<7xi64>, tensor<?xi64>)
      init(%z : f32) reverse ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: prim.device_scan both add ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>) init(%{{.*}} : tensor<f32>) head(%{{.*}} : tensor<?xi1>) deterministic(run) tuning<block_size = 64> fastmath<nnan> {tag} -> tensor<?xf32>, tensor<?xf32>
  // GENERIC: segment_form = 1 : i32
  %2:2 = prim.device_scan both add ins(%x : tensor<?xf32>) outs(%o, %p : tensor<?xf32>, tensor<?xf32>)
      head(%flags : tensor<?xi1>) init(%b : tensor<f32>) fastmath<nnan> tuning<block_size = 64>
      deterministic(run) {tag} -> tensor<?xf32>, tensor<?xf32>
  // CHECK: prim.device_scan inclusive add ins({{.*}}) outs({{.*}}) by_key(%{{.*}}, %{{.*}} : tensor<?xi8>, tensor<?xbf16>) -> tensor<?xf32>
  // GENERIC: segment_form = 2 : i32
  %3 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>)
      by_key(%k, %l : tensor<?xi8>, tensor<?xbf16>) -> tensor<?xf32>
  return
}

// A region says which keys are equal: all those of an element, and all of the next one.
// It may load from buffers in reads.

// CHECK-LABEL: func @scan_memrefs
func.func @scan_memrefs(%x: memref<?xi32, #gpu.address_space<global>>, %o: memref<?xi32, #gpu.address_space<global>>, %k: memref<?xf16, strided<[?], offset: ?>>,
                        %l: memref<?xi1>, %t: memref<2xf16>, %w: memref<?xi8>, %d: !gpu.async.token,
                        %off: memref<?xindex, strided<[0]>>, %f: memref<?xi64>) {
  // CHECK: %[[T:.*]] = prim.device_scan inclusive add ins({{.*}}) outs({{.*}}) workspace(%{{.*}} : memref<?xi8>) reads(%{{.*}} : memref<2xf16>) by_key(%{{.*}}, %{{.*}} : memref<?xf16, strided<[?], offset: ?>>, memref<?xi1>) equal {
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: i1, %{{.*}}: f16, %{{.*}}: i1):
  // CHECK: prim.yield %{{.*}} : i1
  // CHECK-NEXT: } async [%{{.*}}]
  %s = prim.device_scan inclusive add ins(%x : memref<?xi32, #gpu.address_space<global>>) outs(%o : memref<?xi32, #gpu.address_space<global>>)
      by_key(%k, %l : memref<?xf16, strided<[?], offset: ?>>, memref<?xi1>)
      workspace(%w : memref<?xi8>) reads(%t : memref<2xf16>) async [%d] equal {
  ^bb0(%a: f16, %b: i1, %c: f16, %e: i1):
    %i0 = arith.constant 0 : index
    %near = memref.load %t[%i0] : memref<2xf16>
    %apart = arith.subf %a, %c : f16
    %same = arith.cmpf olt, %apart, %near : f16
    %and = arith.andi %b, %e : i1
    %both = arith.andi %same, %and : i1
    prim.yield %both : i1
  }
  // Into its input; an offset many times; keys that are what is scanned.
  // CHECK: prim.device_scan inclusive add ins(%[[X:.*]] : memref<?xi32, #gpu.address_space<global>>) outs(%[[X]] : memref<?xi32, #gpu.address_space<global>>) segments(%{{.*}} : memref<?xindex, strided<[0]>>){{$}}
  prim.device_scan inclusive add ins(%x : memref<?xi32, #gpu.address_space<global>>) outs(%x : memref<?xi32, #gpu.address_space<global>>)
      segments(%off : memref<?xindex, strided<[0]>>)
  // CHECK: prim.device_scan inclusive add ins(%[[X]] : memref<?xi32, #gpu.address_space<global>>) outs(%{{.*}} : memref<?xi32, #gpu.address_space<global>>) by_key(%[[X]] : memref<?xi32, #gpu.address_space<global>>){{$}}
  prim.device_scan inclusive add ins(%x : memref<?xi32, #gpu.address_space<global>>) outs(%o : memref<?xi32, #gpu.address_space<global>>)
      by_key(%x : memref<?xi32, #gpu.address_space<global>>)
  // All regions there are.
  // CHECK: prim.device_scan inclusive ins({{.*}}) outs({{.*}}) head(%{{.*}} : memref<?xi64>) prologue {
  // CHECK: } combiner {
  // CHECK: } epilogue {
  prim.device_scan inclusive ins(%x : memref<?xi32, #gpu.address_space<global>>) outs(%o : memref<?xi32, #gpu.address_space<global>>)
      head(%f : memref<?xi64>) epilogue {
  ^bb0(%a: i64):
    %n = arith.trunci %a : i64 to i32
    prim.yield %n : i32
  } combiner {
  ^bb0(%a: i64, %b: i64):
    prim.yield %b : i64
  } prologue {
  ^bb0(%a: i32, %at: index):
    %n = arith.index_cast %at : index to i64
    prim.yield %n : i64
  }
  return
}

// Outputs of offsets have an element for each segment, of flags and keys as many as one
// likes, and a count.

// CHECK-LABEL: func @reduce_tensors
// GENERIC-LABEL: sym_name = "reduce_tensors"
func.func @reduce_tensors(%x: tensor<9xi32>, %o: tensor<6xi32>, %p: tensor<?xi32>, %off: tensor<7xi32>,
                          %many: tensor<?xi32>, %flags: tensor<?xi16>, %k: tensor<9xf64>, %u: tensor<?xf64>,
                          %n32: tensor<i32>, %n64: tensor<i64>, %n: tensor<index>) {
  // CHECK: prim.device_reduce add ins(%{{.*}} : tensor<9xi32>) outs(%{{.*}} : tensor<6xi32>) segments(%{{.*}} : tensor<7xi32>) -> tensor<6xi32>
  // GENERIC: "prim.device_reduce"({{.*}}kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 1>, segment_form = 0 : i32}>
  %0 = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%o : tensor<6xi32>) segments(%off : tensor<7xi32>) -> tensor<6xi32>
  // CHECK: prim.device_reduce add ins({{.*}}) outs(%{{.*}} : tensor<6xi32>) segments(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>) -> tensor<6xi32>
  %1 = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%o : tensor<6xi32>) segments(%many, %many : tensor<?xi32>, tensor<?xi32>) -> tensor<6xi32>
  // CHECK: prim.device_reduce add ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<6xi32>, tensor<i32>) head(%{{.*}} : tensor<?xi16>) -> tensor<6xi32>, tensor<i32>
  %2:2 = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%o, %n32 : tensor<6xi32>, tensor<i32>) head(%flags : tensor<?xi16>) -> tensor<6xi32>, tensor<i32>
  // CHECK: prim.device_reduce add ins({{.*}}) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf64>, tensor<6xi32>, tensor<i64>) by_key(%{{.*}} : tensor<9xf64>) -> tensor<?xf64>, tensor<6xi32>, tensor<i64>
  %3:3 = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%u, %o, %n64 : tensor<?xf64>, tensor<6xi32>, tensor<i64>) by_key(%k : tensor<9xf64>) -> tensor<?xf64>, tensor<6xi32>, tensor<i64>
  // Two keys, and results that an epilogue makes two of.
  // CHECK: prim.device_reduce add ins({{.*}}) outs({{.*}} : tensor<?xf64>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<index>) by_key(%{{.*}}, %{{.*}} : tensor<9xf64>, tensor<9xi32>) equal {
  // CHECK: } epilogue {
  // CHECK: } -> tensor<?xf64>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<index>
  %4:5 = prim.device_reduce add ins(%x : tensor<9xi32>)
      outs(%u, %p, %p, %p, %n : tensor<?xf64>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<index>)
      by_key(%k, %x : tensor<9xf64>, tensor<9xi32>) equal {
  ^bb0(%a: f64, %ai: i32, %b: f64, %bi: i32):
    %c = arith.cmpi eq, %ai, %bi : i32
    prim.yield %c : i1
  } epilogue {
  ^bb0(%a: i32):
    %b = arith.muli %a, %a : i32
    prim.yield %a, %b : i32, i32
  } -> tensor<?xf64>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<index>
  return
}

// Flags and keys make no empty segments: a region needs neither init nor identity.

// CHECK-LABEL: func @reduce_memrefs
func.func @reduce_memrefs(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i64>, %f: memref<?xindex>,
                          %k: memref<?xindex>, %u: memref<?xindex>, %off: memref<?xi64>, %z: i32) -> index {
  // CHECK: prim.device_reduce ins({{.*}}) outs(%{{.*}}, %{{.*}} : memref<?xi32>, memref<i64>) head(%{{.*}} : memref<?xindex>) async combiner commutative {
  %t = prim.device_reduce ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i64>) head(%f : memref<?xindex>) async combiner commutative {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  // CHECK: prim.device_reduce ins({{.*}}) outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xindex>, memref<?xi32>, memref<i64>) by_key(%{{.*}} : memref<?xindex>) combiner {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%u, %o, %n : memref<?xindex>, memref<?xi32>, memref<i64>) by_key(%k : memref<?xindex>) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  // CHECK: prim.device_reduce ins({{.*}}) outs(%{{.*}} : memref<?xi32>) identity(%{{.*}} : i32) segments(%{{.*}} : memref<?xi64>) combiner {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) identity(%z : i32) segments(%off : memref<?xi64>) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  // CHECK: prim.workspace_size {
  // CHECK-NEXT: prim.device_reduce add ins({{.*}}) outs({{.*}}) segments(%{{.*}} : memref<?xi64>){{$}}
  %bytes = prim.workspace_size {
    prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%off : memref<?xi64>)
  } : index
  return %bytes : index
}

// A sort is told by offsets alone.

// CHECK-LABEL: func @sort
// GENERIC-LABEL: sym_name = "sort"
func.func @sort(%k: tensor<?xf32>, %v: tensor<7xi8>, %ko: tensor<?xf32>, %vo: tensor<7xi8>, %off: tensor<1xi64>,
                %m: memref<?xi32, strided<[?], offset: ?>>, %n: memref<?xi32, strided<[2]>>,
                %begins: memref<?xindex, strided<[-1], offset: ?>>, %ends: memref<4xindex>,
                %w: memref<?xi8>, %d: !gpu.async.token) -> index {
  // CHECK: prim.device_sort total ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<7xi8>) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<7xi8>) segments(%{{.*}} : tensor<1xi64>) -> tensor<?xf32>, tensor<7xi8>
  // GENERIC: "prim.device_sort"({{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 0, 0, 0, 1>, order = 2 : i32, segment_form = 0 : i32}> ({
  %0:2 = prim.device_sort total ins(%k, %v : tensor<?xf32>, tensor<7xi8>) segments(%off : tensor<1xi64>)
      outs(%ko, %vo : tensor<?xf32>, tensor<7xi8>) -> tensor<?xf32>, tensor<7xi8>
  // CHECK: prim.device_sort slt descending ins(%{{.*}} : memref<?xi32, strided<[?], offset: ?>>) outs(%{{.*}} : memref<?xi32, strided<[2]>>) workspace(%{{.*}} : memref<?xi8>) initialized segments(%{{.*}}, %{{.*}} : memref<?xindex, strided<[-1], offset: ?>>, memref<4xindex>) bits(1, 32) may_clobber_input tuning<block_size = 64> async [%{{.*}}]{{$}}
  // GENERIC: operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 2>
  %t = prim.device_sort slt descending may_clobber_input tuning<block_size = 64> async [%d]
      segments(%begins, %ends : memref<?xindex, strided<[-1], offset: ?>>, memref<4xindex>) bits(1, 32)
      workspace(%w : memref<?xi8>) initialized ins(%m : memref<?xi32, strided<[?], offset: ?>>)
      outs(%n : memref<?xi32, strided<[2]>>)
  // CHECK: prim.workspace_size {
  // CHECK-NEXT: prim.device_sort slt ins({{.*}}) outs({{.*}}) segments(%[[E:.*]], %[[E]] : memref<4xindex>, memref<4xindex>){{$}}
  %bytes = prim.workspace_size {
    prim.device_sort slt ins(%m : memref<?xi32, strided<[?], offset: ?>>) outs(%n : memref<?xi32, strided<[2]>>)
        segments(%ends, %ends : memref<4xindex>, memref<4xindex>)
  } : index
  return %bytes : index
}
