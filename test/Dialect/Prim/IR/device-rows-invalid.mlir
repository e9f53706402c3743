// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What rows cannot be.

func.func @no_region(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  // expected-error @+1 {{needs a row region, which computes the elements of outs}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) dimension(1)
  return
}

// -----

func.func @no_ins(%y: memref<?xf32>) {
  // expected-error @+1 {{needs at least one buffer in ins and in outs}}
  prim.device_rows outs(%y : memref<?xf32>) row {
  ^bb0(%index: index, %number: index):
    %0 = arith.constant 0.0 : f32
    prim.yield %0 : f32
  }
  return
}

// -----

func.func @no_dimension(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @arguments(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  // expected-error @+1 {{expects the row region to take (f32, index, index), found (f32, index)}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @yields(%x: memref<?x?xf32>, %y: memref<?x?xf16>) {
  // expected-error @+1 {{expects the row region to yield (f16), found (f32)}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf16>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @shape_of_rows(%x: memref<4x?xf32>, %y: memref<5xf32>) {
  // expected-error @+1 {{expects outs for rows to have the sizes of ins, found 'memref<5xf32>'}}
  prim.device_rows ins(%x : memref<4x?xf32>) outs(%y : memref<5xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = prim.block_reduce add %e all : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @shape_of_elements(%x: memref<4x?xf32>, %y: memref<3x?xf32>) {
  // expected-error @+1 {{expects outs for elements of rows to have the sizes of ins, found 'memref<3x?xf32>'}}
  prim.device_rows ins(%x : memref<4x?xf32>) outs(%y : memref<3x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @rank_of_row_ins(%x: memref<?x?xf32>, %m: memref<?x?xf32>) {
  // expected-error @+1 {{expects buffers of rank 1 in row_ins, found 'memref<?x?xf32>'}}
  prim.device_rows ins(%x : memref<?x?xf32>) row_ins(%m : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @size_of_row_ins(%x: memref<3x4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{expects an element for each row in row_ins, found 'memref<4xf32>'}}
  prim.device_rows ins(%x : memref<3x4xf32>) row_ins(%m : memref<4xf32>) outs(%x : memref<3x4xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @size_of_column_ins(%x: memref<3x4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{expects an element for each position in a row in column_ins, found 'memref<4xf32>'}}
  prim.device_rows ins(%x : memref<3x4xf32>) column_ins(%m : memref<4xf32>) outs(%x : memref<3x4xf32>) dimension(0) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @in_place(%x: memref<?x?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{has one buffer in row_ins and outs; other elements of the buffer are read when one is written, so use two buffers}}
  prim.device_rows ins(%x : memref<?x?xf32>) row_ins(%m : memref<?xf32>) outs(%m : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @workspace(%x: memref<?x?xf32>, %m: memref<?xi8>) {
  // expected-error @+1 {{has its workspace in column_ins; use a buffer of its own}}
  prim.device_rows ins(%x : memref<?x?xf32>) column_ins(%m : memref<?xi8>) outs(%x : memref<?x?xf32>)
      workspace(%m : memref<?xi8>) dimension(1) row {
  ^bb0(%e: f32, %a: i8, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @mixed(%x: memref<?x?xf32>, %m: tensor<?xf32>) {
  // expected-error @+1 {{mixes tensors and memrefs: row_ins has 'tensor<?xf32>'; use one of them}}
  prim.device_rows ins(%x : memref<?x?xf32>) row_ins(%m : tensor<?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @element(%x: memref<?x?xf32>, %m: memref<?xi4>) {
  // expected-error @+1 {{has elements of type 'i4' in row_ins; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_rows ins(%x : memref<?x?xf32>) row_ins(%m : memref<?xi4>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: i4, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @differs(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{yields for outs 1, which has one element for each row, a value that may differ between the elements of a row; fold it with prim.block_reduce}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y, %m : memref<?x?xf32>, memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = prim.block_reduce add %e all : f32
    %d = arith.divf %e, %s : f32
    prim.yield %s, %d : f32, f32
  }
  return
}

// -----

func.func @differs_by_column(%x: memref<?x?xf32>, %g: memref<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{a value that may differ between the elements of a row}}
  prim.device_rows ins(%x : memref<?x?xf32>) column_ins(%g : memref<?xf32>) outs(%m : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %a: f32, %index: index, %number: index):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @differs_by_index(%x: memref<?x?xf32>, %m: memref<?xindex>, %c: i1) {
  // expected-error @+1 {{a value that may differ between the elements of a row}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%m : memref<?xindex>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = scf.if %c -> index {
      scf.yield %index : index
    } else {
      scf.yield %number : index
    }
    prim.yield %s : index
  }
  return
}

// -----

func.func @prefix_of_row(%x: memref<?x?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{a value that may differ between the elements of a row}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%m : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = prim.block_scan inclusive add %e : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @init_differs(%x: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has an identity or init that may differ between the elements of a row; use values that are the same for the row}}
    %s = prim.block_scan inclusive add %e init(%e) : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @empty(%x: memref<?x?xf32>, %m: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%m : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{may fold a row without elements, so its combiner region needs identity}}
    %s = prim.block_reduce %e all combiner {
    ^bb0(%a: f32, %b: f32):
      prim.yield %b : f32
    } : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @not_all(%x: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{must have 'all' in a row region: every element has the fold}}
    %s = prim.block_reduce add %e : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @vectors(%x: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %v = vector.broadcast %e : f32 to vector<2xf32>
    // expected-error @+1 {{takes vectors in a row region, where each element of the row is a scalar; use scalars}}
    %s = prim.block_reduce add %v all : vector<2xf32>
    prim.yield %s : f32
  }
  return
}

// -----

func.func @valid(%x: memref<?x?xf32>, %n: i32) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has valid in a row region, where it takes the whole row; remove it}}
    %s = prim.block_reduce add %e valid(%n) all : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @flags(%x: memref<?x?xf32>, %f: i1) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has flags of segments in a row region, where it takes the whole row; remove it}}
    %s = prim.block_scan inclusive add %e head(%f) : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @prefix_region(%x: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has a prefix region in a row region, where it takes the whole row; remove it}}
    %s = prim.block_scan inclusive add %e prefix {
    ^bb0(%sum: f32):
      prim.yield %sum : f32
    } : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @init_of_both(%x: memref<?x?xf32>, %z: f32) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has both prefixes and init in a row region, where all prefixes continue; use one op for each}}
    %s, %t = prim.block_scan both add %e init(%z) : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @arrangement(%x: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{has an arrangement in a row region, where it takes the whole row; remove it}}
    %s = prim.block_scan inclusive add %e arrangement(rows(1)) : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @other_block_op(%x: memref<?x?xi32>) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    // expected-error @+1 {{is not implemented in a row region, where prim.block_reduce, prim.block_scan and prim.block_sort are}}
    %s = prim.block_shuffle up %e : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @sort_of_vectors(%x: memref<?x?xi32>) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %two = vector.from_elements %e, %e : vector<2xi32>
    // expected-error @+1 {{takes vectors in a row region, where each element of the row is a scalar; use scalars}}
    %s = prim.block_sort slt %two : vector<2xi32>
    %f = vector.extract %s[0] : i32 from vector<2xi32>
    prim.yield %f : i32
  }
  return
}

// -----

func.func @sort_of_some(%x: memref<?x?xi32>, %n: i32) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    // expected-error @+1 {{has valid in a row region, where it takes the whole row; remove it}}
    %s = prim.block_sort slt %e valid(%n) : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @sort_to_stripes(%x: memref<?x?xi32>) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    // expected-error @+1 {{has an arrangement in a row region, where it takes the whole row; remove it}}
    %s = prim.block_sort slt %e to(striped) : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @sort_by_elements(%x: memref<?x?xi32>) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    // expected-error @+1 {{has a comparator with a value that may differ between the elements of a row; make the value an operand of the sort}}
    %s = prim.block_sort %e comparator {
    ^bb0(%l: i32, %r: i32):
      %d = arith.subi %l, %e : i32
      %first = arith.cmpi slt, %d, %r : i32
      prim.yield %first : i1
    } : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @sort_in_branch(%x: memref<?x?xi32>, %c: i1) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %s = scf.if %c -> i32 {
      // expected-error @+1 {{is in a region within a row region, which some elements of the row may not execute; move it to the row region itself}}
      %t = prim.block_sort slt %e : i32
      scf.yield %t : i32
    } else {
      scf.yield %e : i32
    }
    prim.yield %s : i32
  }
  return
}

// -----

func.func @sorted_of_row(%x: memref<?x?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{yields for outs 0, which has one element for each row, a value that may differ between the elements of a row; fold it with prim.block_reduce}}
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %c = arith.constant 0 : i32
    %s = prim.block_sort slt %c : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @more_than_rows(%x: memref<?x4xi32>, %y: memref<?x5xi32>) {
  // expected-error @+1 {{expects outs for elements of rows to have at most the 4 elements of a row, found 'memref<?x5xi32>'}}
  prim.device_rows ins(%x : memref<?x4xi32>) outs(%y : memref<?x5xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @first_of_other_rows(%x: memref<3x4xi32>, %y: memref<4x2xi32>) {
  // expected-error @+1 {{expects outs for elements of rows to have the sizes of ins, found 'memref<4x2xi32>'}}
  prim.device_rows ins(%x : memref<3x4xi32>) outs(%y : memref<4x2xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    prim.yield %e : i32
  }
  return
}

// -----

func.func @warp_op(%x: memref<?x?xi32>) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    // expected-error @+1 {{is not allowed in a row region: it is a collective, but the threads that run a region are undefined}}
    %s = prim.warp_reduce add %e all : i32
    prim.yield %s : i32
  }
  return
}

// -----

func.func @divergent(%x: memref<?x?xi32>, %c: i1) {
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %s = scf.if %c -> i32 {
      // expected-error @+1 {{is in a region within a row region, which some elements of the row may not execute; move it to the row region itself}}
      %sum = prim.block_reduce add %e all : i32
      scf.yield %sum : i32
    } else {
      scf.yield %e : i32
    }
    prim.yield %s : i32
  }
  return
}

// -----

func.func @other_buffer(%x: memref<?x?xf32>, %t: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{is not allowed in a row region: it loads from a buffer that the op does not name; add the buffer to reads(...)}}
    %v = memref.load %t[%index] : memref<?xf32>
    prim.yield %v : f32
  }
  return
}

// -----

// Segments.

func.func @rank_of_segments(%x: memref<?x?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @both(%x: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{has both dimension and segments; give one}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) dimension(0) segments(%s : memref<?xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @types_of_offsets(%x: memref<?xf32>, %s: memref<?xi32>, %t: memref<?xi64>) {
  // expected-error @+1 {{expects offsets of one type, i32, i64 or index, in segments, found (memref<?xi32>, memref<?xi64>)}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) segments(%s, %t : memref<?xi32>, memref<?xi64>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @number_of_offsets(%x: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{expects offsets, or begins and ends, in segments, found 3 buffers}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) segments(%s, %s, %s : memref<?xi32>, memref<?xi32>, memref<?xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @form(%x: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{has segments in the form head; rows take only offsets: use segments(...)}}
  "prim.device_rows"(%x, %x, %s) <{operandSegmentSizes = array<i32: 1, 0, 0, 1, 0, 0, 0, 1>, segment_form = 1 : i32}> ({
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }) : (memref<?xf32>, memref<?xf32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @of_no_segments(%x: memref<?xf32>, %r: memref<f32>) {
  // expected-error @+1 {{has of_segments, but no segments; add segments(...), or remove of_segments}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%r : memref<f32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = prim.block_reduce add %e all : f32
    prim.yield %s : f32
  }
  return
}

// -----

func.func @no_such_output(%x: memref<?xf32>, %r: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{expects numbers of outs from 0 to 0 in of_segments, found 1}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%r : memref<?xf32>) segments(%s : memref<?xi32>) of_segments(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

func.func @order_of_outputs(%x: memref<?xf32>, %r: memref<?xf32>, %q: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{expects ascending numbers in of_segments, found 0 after 1}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%r, %q : memref<?xf32>, memref<?xf32>) segments(%s : memref<?xi32>) of_segments(1, 0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum, %sum : f32, f32
  }
  return
}

// -----

func.func @differs_in_segment(%x: memref<?xf32>, %r: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{yields for outs 0, which has one element for each row, a value that may differ between the elements of a row; fold it with prim.block_reduce}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%r : memref<?xf32>) segments(%s : memref<?xi32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}

// -----

func.func @sizes_of_segments(%x: memref<9xf32>, %r: memref<4xf32>, %s: memref<4xi32>) {
  // expected-error @+1 {{expects outs for rows to have an element for each segment, found 'memref<4xf32>'}}
  prim.device_rows ins(%x : memref<9xf32>) outs(%r : memref<4xf32>) segments(%s : memref<4xi32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

func.func @row_ins_of_segments(%x: memref<9xf32>, %r: memref<4xf32>, %s: memref<4xi32>) {
  // expected-error @+1 {{expects an element for each row in row_ins, found 'memref<4xf32>'}}
  prim.device_rows ins(%x : memref<9xf32>) row_ins(%r : memref<4xf32>) outs(%x : memref<9xf32>) segments(%s : memref<4xi32>) row {
  ^bb0(%e: f32, %own: f32, %index: index, %number: index):
    prim.yield %own : f32
  }
  return
}

// -----

// The element of one segment is an element that another one reads.
func.func @fold_in_place(%x: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in ins and outs 0, which has an element for each segment; use two buffers}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) segments(%s : memref<?xi32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

func.func @written_offsets(%x: memref<?xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in segments and outs; use two buffers}}
  prim.device_rows ins(%x : memref<?xf32>) outs(%s : memref<?xi32>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    prim.yield %at : i32
  }
  return
}

// -----

func.func @empty_segments(%x: memref<9xf32>, %r: memref<2xf32>, %s: memref<3xi32>) {
  prim.device_rows ins(%x : memref<9xf32>) outs(%r : memref<2xf32>) segments(%s : memref<3xi32>) of_segments(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    // expected-error @+1 {{may fold a row without elements, so its combiner region needs identity}}
    %sum = prim.block_reduce %e all combiner {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      prim.yield %c : f32
    } : f32
    prim.yield %sum : f32
  }
  return
}

// -----

// The first elements of segments are for another op.
func.func @first_of_segments(%x: memref<9xf32>, %r: memref<4xf32>, %s: memref<3xi32>) {
  // expected-error @+1 {{expects outs for elements of rows to have the sizes of ins, found 'memref<4xf32>'}}
  prim.device_rows ins(%x : memref<9xf32>) outs(%r : memref<4xf32>) segments(%s : memref<3xi32>) row {
  ^bb0(%e: f32, %index: index, %number: index):
    prim.yield %e : f32
  }
  return
}
