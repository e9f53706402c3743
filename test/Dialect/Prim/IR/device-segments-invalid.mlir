// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What the parser itself rejects: one clause says where segments are, and those of flags
// and keys are none of a sort.

func.func @head_by_key(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{clause 'head' excludes 'by_key'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) head(%k : memref<?xi32>)
  return
}

// -----

func.func @segments_head(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{clause 'segments' excludes 'head'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%k : memref<?xi32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @by_key_segments(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{clause 'by_key' excludes 'segments'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi32>) by_key(%k : memref<?xi32>)
  return
}

// -----

func.func @twice(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{clause 'by_key' is given twice}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) by_key(%k : memref<?xi32>)
  return
}

// -----

func.func @no_value(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{clause 'segments' needs a value}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments()
  return
}

// -----

func.func @no_type(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expected ':'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k)
  return
}

// -----

func.func @types(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expected 2 values in 'by_key', found 1}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @empty_region(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{region 'equal' is empty}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {}
  return
}

// -----

func.func @dictionary(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{attribute 'segment_form' is written as a clause, not in the dictionary}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) {segment_form = 1 : i32}
  return
}

// -----

func.func @sort(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{unknown clause 'by_key'; expected workspace, initialized, discards, dimension, segments, keys,}}
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%x : memref<?xi32>)
  return
}

// -----

// Buffers without a clause, and a clause without buffers.
func.func @not_said(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_scan"(%x, %o, %k) <{mode = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 1>}> ({}, {}, {}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @no_buffers(%x: memref<?xi32>, %o: memref<i32>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_reduce"(%x, %o) <{segment_form = 2 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0>}> ({}, {}, {}, {}) : (memref<?xi32>, memref<i32>) -> ()
  return
}

// -----

func.func @not_said_written(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_scan"(%x, %o, %o) <{mode = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 1>}> ({}, {}, {}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @not_said_workspace(%x: memref<?xi32>, %o: memref<?xi32>, %w: memref<?xi8>) {
  // expected-error @+1 {{needs both the segment buffers and their form, or none}}
  "prim.device_scan"(%x, %o, %w, %w) <{mode = 0 : i32, kind = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 1>}> ({}, {}, {}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi8>, memref<?xi8>) -> ()
  return
}

// -----

func.func @unknown_form(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{Invalid attribute `segment_form` in property conversion: 3 : i32}}
  "prim.device_scan"(%x, %o, %x) <{mode = 0 : i32, kind = 0 : i32, segment_form = 3 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 1>}> ({}, {}, {}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

// Equality is one of keys.
func.func @equal_of_nothing(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has an equal region, but no by_key; add by_key(...), or remove the region}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_of_flags(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi32>) {
  // expected-error @+1 {{has an equal region, but no by_key; add by_key(...), or remove the region}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// Segments are of one dimension.
func.func @dimension(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has both dimension and head; give one}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi1>) dimension(0)
  return
}

// -----

func.func @rows(%x: memref<4x?xi32>, %o: memref<4xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{has both dimension and segments; give one}}
  prim.device_reduce add ins(%x : memref<4x?xi32>) outs(%o : memref<4xi32>) dimension(1) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @rank(%x: memref<4x?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects ins of rank 1 with head, found 'memref<4x?xi32>'}}
  prim.device_reduce add ins(%x : memref<4x?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @rank(%x: tensor<4x?xi32>, %o: tensor<?xi32>, %k: tensor<?xi32>) {
  // expected-error @+1 {{expects ins of rank 1 with segments, found 'tensor<4x?xi32>'}}
  %0 = prim.device_reduce add ins(%x : tensor<4x?xi32>) outs(%o : tensor<?xi32>) segments(%k : tensor<?xi32>) -> tensor<?xi32>
  return
}

// -----

// The form of the buffers.
func.func @unranked(%x: tensor<?xi32>, %o: tensor<?xi32>, %k: tensor<*xi32>) {
  // expected-error @+1 {{operand #2 must be variadic of ranked tensor or strided memref, but got 'tensor<*xi32>'}}
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) by_key(%k : tensor<*xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @no_buffer(%x: memref<?xi32>, %o: memref<?xi32>, %k: i32) {
  // expected-error @+1 {{operand #2 must be variadic of ranked tensor or strided memref, but got 'i32'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : i32)
  return
}

// -----

func.func @mixed(%x: memref<?xi32>, %o: memref<?xi32>, %k: tensor<?xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: by_key has 'tensor<?xi32>'; use one of them}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : tensor<?xi32>)
  return
}

// -----

func.func @mixed(%x: tensor<?xi32>, %o: tensor<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: segments has 'memref<?xi32>'; use one of them}}
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k : memref<?xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @mixed_ends(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: tensor<?xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: segments has 'tensor<?xi32>'; use one of them}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @space(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1, #gpu.address_space<workgroup>>) {
  // expected-error @+1 {{expects head in device memory, found 'memref<?xi1, #gpu.address_space<workgroup>>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi1, #gpu.address_space<workgroup>>)
  return
}

// -----

func.func @key_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in by_key, that of ins; found 'memref<i32>' and ins of}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<i32>)
  return
}

// -----

func.func @second_key_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: memref<?x?xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in by_key, that of ins; found 'memref<?x?xi32>' and ins of}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k, %l : memref<?xi32>, memref<?x?xi32>)
  return
}

// -----

func.func @flag_size(%x: memref<8xi32>, %o: memref<8xi32>, %f: memref<9xi1>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in head, that of ins; found 'memref<9xi1>' and ins of}}
  prim.device_scan inclusive add ins(%x : memref<8xi32>) outs(%o : memref<8xi32>) head(%f : memref<9xi1>)
  return
}

// -----

func.func @second_key_size(%x: tensor<8xi32>, %u: tensor<?xi32>, %v: tensor<?xi64>, %o: tensor<?xi32>, %n: tensor<index>, %k: tensor<?xi32>, %l: tensor<7xi64>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in by_key, that of ins; found 'tensor<7xi64>' and ins of}}
  %0:4 = prim.device_reduce add ins(%x : tensor<8xi32>) outs(%u, %v, %o, %n : tensor<?xi32>, tensor<?xi64>, tensor<?xi32>, tensor<index>) by_key(%k, %l : tensor<?xi32>, tensor<7xi64>) -> tensor<?xi32>, tensor<?xi64>, tensor<?xi32>, tensor<index>
  return
}

// -----

func.func @offset_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<i32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<i32>)
  return
}

// -----

func.func @offset_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<2x?xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<2x?xi32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<2x?xi32>)
  return
}

// -----

func.func @ends_rank(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<i32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @ends_size(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<3xi32>, %l: memref<4xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in segments; found 'memref<4xi32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<3xi32>, memref<4xi32>)
  return
}

// -----

func.func @no_offsets(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<0xi32>) {
  // expected-error @+1 {{has no offsets in segments; n segments have n + 1 offsets}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<0xi32>)
  return
}

// -----

// Their elements.
func.func @three(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects offsets, or begins and ends, in segments, found 3 buffers}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %k, %k : memref<?xi32>, memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @offset_type(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi16>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xi16>)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi16>)
  return
}

// -----

func.func @offset_type(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xf32>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xf32>)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xf32>)
  return
}

// -----

func.func @offset_types(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: memref<?xi64>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xi32>, memref<?xi64>)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %l : memref<?xi32>, memref<?xi64>)
  return
}

// -----

func.func @flag_type(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xf32>) {
  // expected-error @+1 {{expects one buffer of i1 or integers in head, found (memref<?xf32>)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xf32>)
  return
}

// -----

func.func @flags(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects one buffer of i1 or integers in head, found (memref<?xi1>, memref<?xi1>)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f, %f : memref<?xi1>, memref<?xi1>)
  return
}

// -----

func.func @flag_width(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi7>) {
  // expected-error @+1 {{has elements of type 'i7' in head; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi7>)
  return
}

// -----

func.func @key_width(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: memref<?xi128>) {
  // expected-error @+1 {{has elements of type 'i128' in by_key; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k, %l : memref<?xi32>, memref<?xi128>)
  return
}

// -----

func.func @key_type(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xcomplex<f32>>) {
  // expected-error @+1 {{has elements of type 'complex<f32>' in by_key; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xcomplex<f32>>)
  return
}

// -----

// What says which keys are equal.
func.func @equal_arguments(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects the equal region to take (i32, i32), found (i32, i64)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i64):
    %c = arith.constant true
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_one(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects the equal region to take (i32, i32), found (i32)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32):
    %c = arith.constant true
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_order(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %l: memref<?xf16>) {
  // expected-error @+1 {{expects the equal region to take (i32, f16, i32, f16), found (i32, i32, f16, f16)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k, %l : memref<?xi32>, memref<?xf16>) equal {
  ^bb0(%a: i32, %b: i32, %p: f16, %q: f16):
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_yields(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects the equal region to yield (i1), found (i32)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @equal_yields(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects the equal region to yield (i1), found ()}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    prim.yield
  }
  return
}

// -----

func.func @equal_end(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects the equal region to end with prim.yield}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi eq, %a, %b : i32
  }
  return
}

// -----

func.func @equal_store(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %m: memref<i32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'memref.store' op is not allowed in an equal region: it accesses memory or may have side effects}}
    memref.store %a, %m[] : memref<i32>
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_reads(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %m: memref<i32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'memref.load' op is not allowed in an equal region: it loads from a buffer that the op does not name; add the buffer to reads(...)}}
    %v = memref.load %m[] : memref<i32>
    %c = arith.cmpi eq, %a, %v : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_lane(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'gpu.lane_id' op is not allowed in an equal region: its result depends on the thread that runs it}}
    %i = gpu.lane_id
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

func.func @equal_captures(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>) equal {
  ^bb0(%a: i32, %b: i32):
    %i = arith.constant 0 : index
    // expected-error @+1 {{'memref.dim' op captures a value of type 'memref<?xi32>' in an equal region; only integers, indices and floats can be captured}}
    %n = memref.dim %x, %i : memref<?xi32>
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }
  return
}

// -----

// What is written says nothing of segments.
func.func @written_flags(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in head and outs; use two buffers}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%o : memref<?xi32>)
  return
}

// -----

func.func @written_offsets(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  %c = memref.cast %o : memref<?xi32> to memref<9xi32>
  // expected-error @+1 {{has one buffer in segments and outs; use two buffers}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k, %c : memref<?xi32>, memref<9xi32>)
  return
}

// -----

// The first keys go somewhere else than to the keys.
func.func @written_keys(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %k: memref<?xi64>) {
  // expected-error @+1 {{has one buffer in by_key and outs; use two buffers}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%k, %o, %n : memref<?xi64>, memref<?xi32>, memref<i32>) by_key(%k : memref<?xi64>)
  return
}

// -----

func.func @in_place_keys(%x: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in by_key and outs; use two buffers}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%x : memref<?xi32>) by_key(%x : memref<?xi32>)
  return
}

// -----

func.func @workspace(%x: memref<?xi32>, %o: memref<?xi32>, %w: memref<?xi8>) {
  // expected-error @+1 {{has its workspace in by_key; use a buffer of its own}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%w : memref<?xi8>) workspace(%w : memref<?xi8>)
  return
}

// -----

func.func @workspace_cast(%x: memref<?xi32>, %o: memref<?xi32>, %w: memref<?xi8>) {
  %f = memref.cast %w : memref<?xi8> to memref<64xi8>
  // expected-error @+1 {{has its workspace in head; use a buffer of its own}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<64xi8>) workspace(%w : memref<?xi8>)
  return
}

// -----

func.func @count_is_init(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has one buffer in init and outs; use two buffers}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>) init(%n : memref<i32>)
  return
}

// -----

func.func @keys_are_folds(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %k: memref<?xi32>) {
  // expected-error @+1 {{writes one buffer twice; use a different buffer for each of outs}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %o, %n : memref<?xi32>, memref<?xi32>, memref<i32>) by_key(%k : memref<?xi32>)
  return
}

// -----

func.func @reduce_in_place(%x: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%x, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>)
  return
}

// -----

// What a scan gives.
func.func @total(%x: memref<?xi32>, %o: memref<?xi32>, %t: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has both total and head; use prim.device_reduce for the totals of segments}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o, %t : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>) total
  return
}

// -----

func.func @total(%x: memref<?xi32>, %o: memref<?xi32>, %t: memref<i32>, %k: memref<?xi64>) {
  // expected-error @+1 {{has both total and segments; use prim.device_reduce for the totals of segments}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o, %t : memref<?xi32>, memref<i32>) segments(%k : memref<?xi64>) total
  return
}

// -----

func.func @scan_outs(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi64>, %u: memref<?xi64>) {
  // expected-error @+1 {{expects 1 outs for prefixes and 0 for totals, found 2}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%u, %o : memref<?xi64>, memref<?xi32>) by_key(%k : memref<?xi64>)
  return
}

// -----

func.func @exclusive(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{scans exclusively with a combiner region, which needs init or identity}}
  prim.device_scan exclusive ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi1>) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}

// -----

func.func @init_of_segments(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %z: memref<?xi32>) {
  // expected-error @+1 {{expects init to be scalars, buffers of rank 0, or, with dimension(...), buffers of one element per row, found 'memref<?xi32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi32>) init(%z : memref<?xi32>)
  return
}

// -----

// What a reduction of offsets gives.
func.func @numbered_outs(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects 1 outs for folds, found 2}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @numbered_rank(%x: memref<?xi32>, %o: memref<i32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects outs of rank 1 for folds, found 'memref<i32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<i32>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @numbered_type(%x: memref<?xi32>, %o: memref<?xi64>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects elements of type 'i32' in outs for folds, found 'memref<?xi64>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi64>) segments(%k : memref<?xi32>)
  return
}

// -----

func.func @numbered_size(%x: memref<?xi32>, %o: memref<4xi32>, %k: memref<4xi32>) {
  // expected-error @+1 {{expects outs for folds to have}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<4xi32>) segments(%k : memref<4xi32>)
  return
}

// -----

func.func @numbered_pairs(%x: tensor<?xi32>, %o: tensor<3xi32>, %k: tensor<4xi32>, %l: tensor<?xi32>) {
  // expected-error @+1 {{expects outs for folds to have}}
  %0 = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%o : tensor<3xi32>) segments(%k, %l : tensor<4xi32>, tensor<?xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @numbered_empty(%x: memref<8xi32>, %o: memref<?xi32>, %k: memref<?xi32>) {
  // expected-error @+1 {{may reduce an empty range, so its combiner region needs init or identity}}
  prim.device_reduce ins(%x : memref<8xi32>) outs(%o : memref<?xi32>) segments(%k : memref<?xi32>) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}

// -----

func.func @no_offsets(%x: memref<?xi32>, %o: memref<?xi32>, %k: memref<0xi64>) {
  // expected-error @+1 {{has no offsets in segments; n segments have n + 1 offsets}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%k : memref<0xi64>)
  return
}

// -----

// What one of flags or keys gives.
func.func @no_count(%x: memref<?xi32>, %o: memref<?xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects 2 outs with head, the last one for the count; found 1}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @no_keys(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %k: memref<?xi32>) {
  // expected-error @+1 {{expects 3 outs with by_key, the last one for the count; found 2}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) by_key(%k : memref<?xi32>)
  return
}

// -----

func.func @keys_of_flags(%x: memref<?xi32>, %o: memref<?xi32>, %u: memref<?xi1>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects 2 outs with head, the last one for the count; found 3}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%u, %o, %n : memref<?xi1>, memref<?xi32>, memref<i32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @count_rank(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<1xi32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects a buffer of rank 0 of i32, i64 or index for the count, found 'memref<1xi32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<1xi32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @count_type(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i16>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects a buffer of rank 0 of i32, i64 or index for the count, found 'memref<i16>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i16>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @count_first(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects a buffer of rank 0 of i32, i64 or index for the count, found 'memref<?xi32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%n, %o : memref<i32>, memref<?xi32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @counted_type(%x: memref<?xi32>, %o: memref<?xf32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{expects outs of rank 1 with elements of type 'i32' with head, found 'memref<?xf32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xf32>, memref<i32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @counted_rank(%x: tensor<?xi32>, %o: tensor<i32>, %n: tensor<i32>, %f: tensor<?xi1>) {
  // expected-error @+1 {{expects outs of rank 1 with elements of type 'i32' with head, found 'tensor<i32>'}}
  %0:2 = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%o, %n : tensor<i32>, tensor<i32>) head(%f : tensor<?xi1>) -> tensor<i32>, tensor<i32>
  return
}

// -----

func.func @key_order(%x: memref<?xi32>, %u: memref<?xi64>, %o: memref<?xi32>, %n: memref<i32>, %k: memref<?xi64>) {
  // expected-error @+1 {{expects outs of rank 1 with elements of type 'i64' with by_key, found 'memref<?xi32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %u, %n : memref<?xi32>, memref<?xi64>, memref<i32>) by_key(%k : memref<?xi64>)
  return
}

// -----

func.func @capacity(%x: memref<?xi32>, %u: memref<4xi64>, %o: memref<5xi32>, %n: memref<i32>, %k: memref<?xi64>) {
  // expected-error @+1 {{expects outs of one size with by_key, found 'memref<4xi64>' and 'memref<5xi32>'}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%u, %o, %n : memref<4xi64>, memref<5xi32>, memref<i32>) by_key(%k : memref<?xi64>)
  return
}

// -----

func.func @counted_stride(%x: memref<?xi32>, %o: memref<9xi32, strided<[0]>>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{writes several elements of outs to one address, because a stride of 'memref<9xi32, strided<[0]>>' is 0}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<9xi32, strided<[0]>>, memref<i32>) head(%f : memref<?xi1>)
  return
}

// -----

func.func @results(%x: tensor<?xi32>, %o: tensor<?xi32>, %n: tensor<i32>, %f: tensor<?xi1>) {
  // expected-error @+1 {{expects results of types (tensor<?xi32>, tensor<i32>), found (tensor<?xi32>)}}
  %0 = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%o, %n : tensor<?xi32>, tensor<i32>) head(%f : tensor<?xi1>) -> tensor<?xi32>
  return
}

// -----

func.func @algorithm(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{is tuned to algorithm 'look_back', which this op does not have; expected default | cooperative}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>) tuning<algorithm = look_back>
  return
}

// -----

func.func @algorithm_of_segments(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{is tuned to algorithm 'cooperative', which a reduction of segments does not have}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>) tuning<algorithm = cooperative>
  return
}

// -----

func.func @any_scan(%x: memref<?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{has deterministic(any), which only reductions without segments support; expected deterministic(run)}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) deterministic(any)
  return
}

// -----

func.func @any_segments(%x: memref<?xf32>, %o: memref<?xf32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has deterministic(any), which only reductions without segments support; expected deterministic(run)}}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%o, %n : memref<?xf32>, memref<i32>) head(%f : memref<?xi1>) deterministic(any)
  return
}

// -----

func.func @space(%x: memref<?xf32, "fast">, %o: memref<?xf32>) {
  // expected-error @+1 {{expects ins in device memory, found 'memref<?xf32, "fast">'; give it no memory space, or #gpu.address_space<global>}}
  prim.device_scan inclusive add ins(%x : memref<?xf32, "fast">) outs(%o : memref<?xf32>)
  return
}
