// RUN: prim-opt %s --verify-diagnostics --split-input-file

// Segments of sorts: offsets, and neither flags nor keys.

func.func @flags(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{unknown clause 'head'; expected workspace, initialized, discards, dimension, segments, keys,}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @flags(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has segments in the form head; a sort takes only offsets: use segments(...)}}
  "prim.device_sort"(%x, %o, %f) <{order = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>, segment_form = 1 : i32}> ({}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi1>) -> ()
  return
}

// -----

func.func @keys(%x: tensor<?xi32>, %o: tensor<?xi32>) {
  // expected-error @+1 {{has segments in the form by_key; a sort takes only offsets: use segments(...)}}
  %0 = "prim.device_sort"(%x, %o, %x) <{order = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>, segment_form = 2 : i32}> ({}, {}) : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @twice(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{clause 'segments' is given twice}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @not_said(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_sort"(%x, %o) <{order = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, segment_form = 0 : i32}> ({}, {}) : (memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @no_form(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_sort"(%x, %o, %k) <{order = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> ({}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @dimension(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{has both dimension and segments; give one}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) dimension(0) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @rows(%x: tensor<4x?xi32>, %o: tensor<4x?xi32>, %k: tensor<?xi32>) {
  // expected-error @+1 {{has both dimension and segments; give one}}
  %0 = prim.device_sort slt ins(%x : tensor<4x?xi32>) outs(%o : tensor<4x?xi32>) dimension(1) segments(%k : tensor<?xi32>) -> tensor<4x?xi32>
  return
}

// -----

// A sort along no dimension is one of a buffer of rank 1, as is one of segments.
func.func @rank(%x: memref<4x?xi32>, %o: memref<4x?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_sort slt ins(%x : memref<4x?xi32>) outs(%o : memref<4x?xi32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @three(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects offsets, or begins and ends, in segments, found 3 buffers}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %k, %k : memref<?xi32>, memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @offset_type(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi8>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xi8>)}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi8>)
  return
}

// -----

func.func @offset_type(%x: tensor<?xi32>, %o: tensor<?xi32>, %k: tensor<?xf64>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (tensor<?xf64>)}}
  %0 = prim.device_sort slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k : tensor<?xf64>) -> tensor<?xi32>
  return
}

// -----

func.func @offset_types(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xindex>, %l: memref<?xi64>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xindex>, memref<?xi64>)}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<?xindex>, memref<?xi64>)
  return
}

// -----

func.func @no_buffer(%x: memref<?xi32>, %o: memref<?xi32>, %k: i32) {
  // expected-error @+1 {{operand #2 must be variadic of ranked tensor or strided memref, but got 'i32'}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : i32)
  return
}

// -----

func.func @mixed(%x: memref<?xi32>, %o: memref<?xi32>, %k: tensor<?xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: segments has 'tensor<?xi32>'; use one of them}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : tensor<?xi32>)
  return
}

// -----

func.func @space(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32, 3>) {
  // expected-error @+1 {{expects segments in device memory, found 'memref<?xi32, 3>'}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi32, 3>)
  return
}

// -----

func.func @offset_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?x2xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<?x2xi32>'}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?x2xi32>)
  return
}

// -----

func.func @ends_size(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<3xi32>, %l: memref<4xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<4xi32>'}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<3xi32>, memref<4xi32>)
  return
}

// -----

func.func @no_offsets(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<0xi32>) {
  // expected-error @+1 {{has no offsets in segments; n segments have n + 1 offsets}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<0xi32>)
  return
}

// -----

func.func @sizes(%x: memref<8xi32>, %o: memref<9xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects outs for sorted items to have the sizes of ins, found 'memref<9xi32>'}}
  prim.device_sort slt ins(%x : memref<8xi32>) outs(%o : memref<9xi32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @written_offsets(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in segments and outs; use two buffers}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%o : memref<?xi32>)
  return
}

// -----

func.func @written_ends(%x: memref<?xi32>, %v: memref<?xi64>, %o: memref<?xi32>, %p: memref<?xi64>, %k: memref<?xi64>) {
  // expected-error @+1 {{has one buffer in segments and outs; use two buffers}}
  prim.device_sort slt ins(%x, %v : memref<?xi32>, memref<?xi64>) outs(%o, %p : memref<?xi32>, memref<?xi64>) segments(%k, %p : memref<?xi64>, memref<?xi64>)
  return
}

// -----

// Segments are sorted into another buffer, too.
func.func @in_place(%x: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%x : memref<?xi32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @results(%x: tensor<?xi32>, %o: tensor<?xi32>, %k: tensor<?xi32>) {
  // expected-error @+1 {{expects results of types (tensor<?xi32>), found (tensor<8xi32>)}}
  %0 = prim.device_sort slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k : tensor<?xi32>) -> tensor<8xi32>
  return
}
