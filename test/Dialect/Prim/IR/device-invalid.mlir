// RUN: prim-opt %s --verify-diagnostics --split-input-file

func.func @no_outs(%x: memref<?xf32>) {
  // expected-error @+1 {{needs at least one buffer in ins and in outs}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>)
  return
}

// -----

func.func @mixed(%x: memref<?xf32>, %o: tensor<?xf32>) {
  // expected-error @+1 {{mixes tensors and memrefs: ins has 'memref<?xf32>'; use one of them}}
  %0 = prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @mixed_workspace(%x: memref<?xf32>, %o: memref<?xf32>, %w: tensor<?xi8>) {
  // expected-error @+1 {{mixes tensors and memrefs: workspace has 'tensor<?xi8>'; use one of them}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) workspace(%w : tensor<?xi8>)
  return
}

// -----

func.func @mixed_init(%x: memref<?xf32>, %o: memref<?xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{mixes tensors and memrefs: init has 'tensor<f32>'; use one of them}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) init(%z : tensor<f32>)
  return
}

// -----

func.func @space(%x: memref<8xf32, #gpu.address_space<workgroup>>, %o: memref<8xf32>) {
  // expected-error @+1 {{expects ins in device memory, found 'memref<8xf32, #gpu.address_space<workgroup>>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32, #gpu.address_space<workgroup>>) outs(%o : memref<8xf32>)
  return
}

// -----

func.func @space(%x: memref<8xf32>, %o: memref<8xf32, 5>) {
  // expected-error @+1 {{expects outs in device memory, found 'memref<8xf32, 5>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32, 5>)
  return
}

// -----

func.func @stride(%x: memref<8xf32>, %o: memref<8xf32, strided<[0]>>) {
  // expected-error @+1 {{writes several elements of outs to one address, because a stride of 'memref<8xf32, strided<[0]>>' is 0}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32, strided<[0]>>)
  return
}

// -----

func.func @shapes(%x: memref<8xf32>, %y: memref<9xf32>, %o: memref<8xf32>, %p: memref<8xf32>) {
  // expected-error @+1 {{expects ins of one shape, found 'memref<8xf32>' and 'memref<9xf32>'}}
  prim.device_scan inclusive ins(%x, %y : memref<8xf32>, memref<9xf32>) outs(%o, %p : memref<8xf32>, memref<8xf32>) combiner {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    prim.yield %c, %d : f32, f32
  }
  return
}

// -----

func.func @rank_0(%x: memref<f32>, %o: memref<f32>) {
  // expected-error @+1 {{expects ins of rank 1 or more, found rank 0}}
  prim.device_reduce add ins(%x : memref<f32>) outs(%o : memref<f32>)
  return
}

// -----

func.func @dimension(%x: memref<4x?xf32>, %o: memref<4x?xf32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_scan inclusive add ins(%x : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  return
}

// -----

func.func @dimension(%x: memref<4x?xf32>, %o: memref<4x?xf32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_sort total ins(%x : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  return
}

// -----

func.func @dimension(%x: memref<4x?xf32>, %o: memref<4x?xf32>) {
  // expected-error @+1 {{expects a dimension from 0 to 1, found 2}}
  prim.device_scan inclusive add ins(%x : memref<4x?xf32>) outs(%o : memref<4x?xf32>) dimension(2)
  return
}

// -----

func.func @dimension(%x: memref<?xf32>, %o: memref<f32>) {
  // expected-error @+1 {{expects a dimension from 0 to 0, found -1}}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%o : memref<f32>) dimension(-1)
  return
}

// -----

func.func @no_dimension(%x: memref<?x4xf32>, %o: memref<f32>) {
  // expected-error @+1 {{expects a dimension, found 0}}
  prim.device_reduce add ins(%x : memref<?x4xf32>) outs(%o : memref<f32>) dimension()
  return
}

// -----

func.func @no_dimension(%x: memref<?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{expects one dimension, found 0}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) dimension()
  return
}

// -----

func.func @no_dimension(%x: tensor<?x4xf32>, %o: tensor<?x4xf32>) {
  // expected-error @+1 {{expects one dimension, found 0}}
  %0 = prim.device_sort total ins(%x : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) dimension() -> tensor<?x4xf32>
  return
}

// -----

// Only a reduction goes along several dimensions.
func.func @several_dimensions(%x: memref<?x4xf32>, %o: memref<?x4xf32>) {
  // expected-error @+1 {{expects one dimension, found 2}}
  prim.device_scan inclusive add ins(%x : memref<?x4xf32>) outs(%o : memref<?x4xf32>) dimension(0, 1)
  return
}

// -----

func.func @several_dimensions(%x: memref<2x?x4xi32>, %o: memref<2x?x4xi32>) {
  // expected-error @+1 {{expects one dimension, found 3}}
  prim.device_sort slt ins(%x : memref<2x?x4xi32>) outs(%o : memref<2x?x4xi32>) dimension(0, 1, 2)
  return
}

// -----

func.func @dimension_order(%x: memref<?x4xf32>, %o: memref<f32>) {
  // expected-error @+1 {{expects ascending dimensions, found 0 after 1}}
  prim.device_reduce add ins(%x : memref<?x4xf32>) outs(%o : memref<f32>) dimension(1, 0)
  return
}

// -----

func.func @dimension_twice(%x: memref<?x4x?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{expects ascending dimensions, found 2 after 2}}
  prim.device_reduce add ins(%x : memref<?x4x?xf32>) outs(%o : memref<?xf32>) dimension(1, 2, 2)
  return
}

// -----

func.func @dimensions(%x: memref<?x4xf32>, %o: memref<f32>) {
  // expected-error @+1 {{expects a dimension from 0 to 1, found 2}}
  prim.device_reduce add ins(%x : memref<?x4xf32>) outs(%o : memref<f32>) dimension(0, 2)
  return
}

// -----

func.func @sorted_dimension(%x: memref<?x4xf32>, %o: memref<?x4xf32>) {
  // expected-error @+1 {{expects a dimension from 0 to 1, found -1}}
  prim.device_sort total ins(%x : memref<?x4xf32>) outs(%o : memref<?x4xf32>) dimension(-1)
  return
}

// -----

func.func @dimension_rank(%x: memref<?x4x?xf32>, %o: memref<?x4xf32>) {
  // expected-error @+1 {{expects outs of rank 1 for folds, found 'memref<?x4xf32>'}}
  prim.device_reduce add ins(%x : memref<?x4x?xf32>) outs(%o : memref<?x4xf32>) dimension(0, 2)
  return
}

// -----

func.func @dimensions_left(%x: memref<2x3x4x5xf32>, %o: memref<3x4xf32>) {
  // expected-error @+1 {{expects outs for folds to have the sizes of ins, found 'memref<3x4xf32>'}}
  prim.device_reduce add ins(%x : memref<2x3x4x5xf32>) outs(%o : memref<3x4xf32>) dimension(0, 2)
  return
}

// -----

func.func @dimensions_init(%x: tensor<2x3x4xf32>, %o: tensor<3xf32>, %z: tensor<2x4xf32>) {
  // expected-error @+1 {{expects init to be scalars, buffers of rank 0, or, with dimension(...), buffers of one element per row, found 'tensor<2x4xf32>'}}
  %0 = prim.device_reduce add ins(%x : tensor<2x3x4xf32>) outs(%o : tensor<3xf32>) dimension(0, 2) init(%z : tensor<2x4xf32>) -> tensor<3xf32>
  return
}

// -----

// Rows of nothing, where another dimension has something.
func.func @empty_dimensions(%x: memref<4x5x0xf32>, %o: memref<5xf32>) {
  // expected-error @+1 {{may reduce an empty range, so its combiner region needs init or identity}}
  prim.device_reduce ins(%x : memref<4x5x0xf32>) outs(%o : memref<5xf32>) dimension(0, 2) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @sorted_rank(%x: memref<?x4xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects outs of rank 2 for sorted items, found 'memref<?xi32>'}}
  prim.device_sort slt ins(%x : memref<?x4xi32>) outs(%o : memref<?xi32>) dimension(1)
  return
}

// -----

func.func @sorted_sizes(%x: memref<?x4xi32>, %o: memref<?x5xi32>) {
  // expected-error @+1 {{expects outs for sorted items to have the sizes of ins, found 'memref<?x5xi32>'}}
  prim.device_sort slt ins(%x : memref<?x4xi32>) outs(%o : memref<?x5xi32>) dimension(0)
  return
}

// -----

func.func @sorted_members(%x: memref<?x4xi32>, %v: memref<4x?xf32>, %w: memref<5x3xf32>, %o: memref<?x4xi32>, %p: memref<4x?xf32>) {
  // expected-error @+1 {{expects ins of one shape, found 'memref<?x4xi32>' and 'memref<5x3xf32>'}}
  prim.device_sort slt ins(%x, %w : memref<?x4xi32>, memref<5x3xf32>) outs(%o, %p : memref<?x4xi32>, memref<4x?xf32>) dimension(0)
  return
}

// -----

func.func @sorted_stride(%x: memref<?x4xi32>, %o: memref<?x4xi32, strided<[0, 1]>>) {
  // expected-error @+1 {{writes several elements of outs to one address, because a stride of 'memref<?x4xi32, strided<[0, 1]>>' is 0}}
  prim.device_sort slt ins(%x : memref<?x4xi32>) outs(%o : memref<?x4xi32, strided<[0, 1]>>) dimension(1)
  return
}

// -----

func.func @element(%x: memref<?xi1>, %o: memref<?xi1>) {
  // expected-error @+1 {{cannot combine values of type 'i1'; use i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive or ins(%x : memref<?xi1>) outs(%o : memref<?xi1>)
  return
}

// -----

func.func @tuple_element(%x: memref<?xi7>, %o: memref<?xi7>) {
  // expected-error @+1 {{cannot combine values of type 'i7'; use i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_scan inclusive ins(%x : memref<?xi7>) outs(%o : memref<?xi7>) combiner {
  ^bb0(%a: i7, %b: i7):
    prim.yield %a : i7
  }
  return
}

// -----

func.func @sort_element(%x: memref<?xi128>, %o: memref<?xi128>) {
  // expected-error @+1 {{cannot sort values of type 'i128'; use i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_sort slt ins(%x : memref<?xi128>) outs(%o : memref<?xi128>)
  return
}

// -----

func.func @kind(%x: memref<?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{kind 'and' does not support type 'f32'}}
  prim.device_scan inclusive and ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

// -----

func.func @scan_out_count(%x: memref<?xf32>, %o: memref<?xf32>) {
  // expected-error @+1 {{expects 2 outs for prefixes and 1 for totals, found 1}}
  prim.device_scan both add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) total
  return
}

// -----

func.func @scan_out_type(%x: memref<?xf32>, %o: memref<?xf64>) {
  // expected-error @+1 {{expects elements of type 'f32' in outs for prefixes, found 'memref<?xf64>'}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf64>)
  return
}

// -----

func.func @scan_out_rank(%x: memref<?xf32>, %o: memref<?x?xf32>) {
  // expected-error @+1 {{expects outs of rank 1 for prefixes, found 'memref<?x?xf32>'}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?x?xf32>)
  return
}

// -----

func.func @scan_out_shape(%x: memref<8xf32>, %o: memref<9xf32>) {
  // expected-error @+1 {{expects outs for prefixes to have the sizes of ins, found 'memref<9xf32>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<9xf32>)
  return
}

// -----

func.func @scan_total_rank(%x: memref<8xf32>, %o: memref<8xf32>, %t: memref<1xf32>) {
  // expected-error @+1 {{expects outs of rank 0 for totals, found 'memref<1xf32>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o, %t : memref<8xf32>, memref<1xf32>) total
  return
}

// -----

func.func @reduce_out_count(%x: memref<8xf32>, %o: memref<f32>, %p: memref<f32>) {
  // expected-error @+1 {{expects 1 outs for folds, found 2}}
  prim.device_reduce add ins(%x : memref<8xf32>) outs(%o, %p : memref<f32>, memref<f32>)
  return
}

// -----

func.func @reduce_out_rank(%x: memref<8xf32>, %o: memref<1xf32>) {
  // expected-error @+1 {{expects outs of rank 0 for folds, found 'memref<1xf32>'}}
  prim.device_reduce add ins(%x : memref<8xf32>) outs(%o : memref<1xf32>)
  return
}

// -----

func.func @reduce_out_shape(%x: memref<8x9xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{expects outs for folds to have the sizes of ins, found 'memref<8xf32>'}}
  prim.device_reduce add ins(%x : memref<8x9xf32>) outs(%o : memref<8xf32>) dimension(0)
  return
}

// -----

func.func @sort_out(%x: memref<8xf32>, %o: memref<8xi32>) {
  // expected-error @+1 {{expects elements of type 'f32' in outs for sorted items, found 'memref<8xi32>'}}
  prim.device_sort total ins(%x : memref<8xf32>) outs(%o : memref<8xi32>)
  return
}

// -----

func.func @accumulator(%x: memref<8xf16>, %o: memref<8xf32>) {
  // expected-error @+1 {{combines (f32), but ins holds (f16); convert in a prologue}}
  prim.device_scan inclusive ins(%x : memref<8xf16>) outs(%o : memref<8xf32>) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @prologue_arguments(%x: memref<8xf16>, %o: memref<8xf32>) {
  // expected-error @+1 {{expects the prologue region to take (f16), found (f32)}}
  prim.device_scan inclusive add ins(%x : memref<8xf16>) outs(%o : memref<8xf32>) prologue {
  ^bb0(%a: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @prologue_index(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{expects the prologue region to take (f32, index), found (f32, i32)}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) prologue {
  ^bb0(%a: f32, %i: i32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @prologue_yields(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{expects the prologue region to yield (f32), found (f64)}}
  prim.device_scan inclusive ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) prologue {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    prim.yield %b : f64
  } combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @prologue_tuple(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{combines a tuple of 2 values, which needs a combiner region instead of 'add'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) prologue {
  ^bb0(%a: f32):
    prim.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @prologue_load(%x: memref<8xf32>, %o: memref<8xf32>) {
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) prologue {
  ^bb0(%a: f32, %i: index):
    // expected-error @+1 {{'memref.load' op is not allowed in a prologue region}}
    %b = memref.load %o[%i] : memref<8xf32>
    prim.yield %b : f32
  }
  return
}

// -----

func.func @prologue_capture(%x: tensor<8xf32>, %o: tensor<8xf32>) {
  %0 = prim.device_scan inclusive add ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) prologue {
  ^bb0(%a: f32, %i: index):
    // expected-error @+1 {{'tensor.extract' op is not allowed in a prologue region: it loads from a buffer that the op does not name; add the buffer to reads(...)}}
    %b = tensor.extract %x[%i] : tensor<8xf32>
    prim.yield %b : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @epilogue_arguments(%x: memref<8xf32>, %o: memref<8xf16>) {
  // expected-error @+1 {{expects the epilogue region to take (f32), found (f16)}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf16>) epilogue {
  ^bb0(%a: f16):
    prim.yield %a : f16
  }
  return
}

// -----

func.func @epilogue_yields(%x: memref<8xf32>, %o: memref<8xf16>) {
  // expected-error @+1 {{expects elements of type 'f32' in outs for prefixes, found 'memref<8xf16>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf16>) epilogue {
  ^bb0(%a: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @epilogue_nothing(%x: memref<8xf32>, %o: memref<8xf16>) {
  // expected-error @+1 {{yields nothing in its epilogue region; yield at least one value}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf16>) epilogue {
  ^bb0(%a: f32):
    prim.yield
  }
  return
}

// -----

func.func @epilogue_load(%x: memref<8xf32>, %o: memref<8xf32>, %m: memref<f32>) {
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) epilogue {
  ^bb0(%a: f32):
    // expected-error @+1 {{'memref.load' op is not allowed in an epilogue region}}
    %b = memref.load %m[] : memref<f32>
    prim.yield %b : f32
  }
  return
}

// -----

func.func @init_of_rows(%x: memref<4x8xf32>, %o: memref<4xf32>, %z: memref<8xf32>) {
  // expected-error @+1 {{expects init to be scalars, buffers of rank 0, or, with dimension(...), buffers of one element per row, found 'memref<8xf32>'}}
  prim.device_reduce add ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimension(1) init(%z : memref<8xf32>)
  return
}

// -----

func.func @init_rank(%x: memref<8xf32>, %o: memref<8xf32>, %z: memref<1xf32>) {
  // expected-error @+1 {{expects init to be scalars, buffers of rank 0, or, with dimension(...), buffers of one element per row, found 'memref<1xf32>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) init(%z : memref<1xf32>)
  return
}

// -----

func.func @init_type(%x: memref<8xf32>, %o: memref<8xf32>, %z: memref<f64>) {
  // expected-error @+1 {{expects init of types (f32), found (f64)}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) init(%z : memref<f64>)
  return
}

// -----

func.func @init_count(%x: memref<8xf32>, %o: memref<f32>, %z: f32) {
  // expected-error @+1 {{expects init of types (f32), found (f32, f32)}}
  prim.device_reduce add ins(%x : memref<8xf32>) outs(%o : memref<f32>) init(%z, %z : f32, f32)
  return
}

// -----

func.func @identity(%x: memref<8xf32>, %o: memref<f32>, %z: f64) {
  // expected-error @+1 {{expects identity of types (f32), found (f64)}}
  prim.device_reduce ins(%x : memref<8xf32>) outs(%o : memref<f32>) identity(%z : f64) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @empty_reduce(%x: memref<?xf32>, %o: memref<f32>) {
  // expected-error @+1 {{may reduce an empty range, so its combiner region needs init or identity}}
  prim.device_reduce ins(%x : memref<?xf32>) outs(%o : memref<f32>) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @empty_reduce(%x: memref<0x4xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{may reduce an empty range, so its combiner region needs init or identity}}
  prim.device_reduce ins(%x : memref<0x4xf32>) outs(%o : memref<4xf32>) dimension(0) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @empty_total_of_init(%x: memref<?xf32>, %o: memref<?xf32>, %t: memref<f32>, %z: f32) {
  // expected-error @+1 {{may have an empty total, which does not include init, so its combiner region needs identity}}
  prim.device_scan exclusive ins(%x : memref<?xf32>) outs(%o, %t : memref<?xf32>, memref<f32>) init(%z : f32) total combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @empty_total(%x: memref<?xf32>, %o: memref<?xf32>, %t: memref<f32>) {
  // expected-error @+1 {{may have an empty total, which does not include init, so its combiner region needs identity}}
  prim.device_scan inclusive ins(%x : memref<?xf32>) outs(%o, %t : memref<?xf32>, memref<f32>) total combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @exclusive(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{scans exclusively with a combiner region, which needs init or identity}}
  prim.device_scan exclusive ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) combiner {
  ^bb0(%a: f32, %b: f32):
    prim.yield %a : f32
  }
  return
}

// -----

func.func @initialized(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{has 'initialized' without a workspace; add workspace(...), or remove 'initialized'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) initialized
  return
}

// -----

func.func @workspace(%x: memref<8xf32>, %o: memref<8xf32>, %w: memref<?xi32>) {
  // expected-error @+1 {{expects a contiguous workspace of rank 1 with elements of type 'i8', found 'memref<?xi32>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) workspace(%w : memref<?xi32>)
  return
}

// -----

func.func @workspace(%x: memref<8xf32>, %o: memref<8xf32>, %w: memref<?xi8, strided<[2]>>) {
  // expected-error @+1 {{expects a contiguous workspace of rank 1 with elements of type 'i8', found 'memref<?xi8, strided<[2]>>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) workspace(%w : memref<?xi8, strided<[2]>>)
  return
}

// -----

func.func @workspace(%x: memref<8xf32>, %o: memref<8xf32>, %w: memref<?xi8, 3>) {
  // expected-error @+1 {{expects workspace in device memory, found 'memref<?xi8, 3>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) workspace(%w : memref<?xi8, 3>)
  return
}

// -----

func.func @async(%x: tensor<8xf32>, %o: tensor<8xf32>, %t: !gpu.async.token) {
  // expected-error @+1 {{is async on tensors; use memrefs, or remove async}}
  %0:2 = prim.device_scan inclusive add ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) async [%t] -> tensor<8xf32>
  return
}

// -----

func.func @tensor_token(%x: tensor<8xf32>, %o: tensor<8xf32>, %t: !gpu.async.token) {
  // expected-error @+1 {{is async on tensors; use memrefs, or remove async}}
  %0 = "prim.device_sort"(%x, %o, %t) <{order = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0>}> ({}, {}) : (tensor<8xf32>, tensor<8xf32>, !gpu.async.token) -> tensor<8xf32>
  return
}

// -----

func.func @memref_results(%x: memref<8xf32>, %o: memref<8xf32>, %t: tensor<8xf32>) {
  // expected-error @+1 {{expects no results on memrefs except one async token}}
  %0 = prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o : memref<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @results(%x: tensor<8xf32>, %o: tensor<8xf32>) {
  // expected-error @+1 {{expects results of types (tensor<8xf32>), found (tensor<?xf32>)}}
  %0 = prim.device_scan inclusive add ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @dependencies(%x: memref<8xf32>, %o: memref<8xf32>, %t: !gpu.async.token) {
  // expected-error @+1 {{has async dependencies, but no async token as result; add the result, or remove the dependencies}}
  "prim.device_sort"(%x, %o, %t) <{order = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0>}> ({}, {}) : (memref<8xf32>, memref<8xf32>, !gpu.async.token) -> ()
  return
}

// -----

func.func @one_out(%x: memref<8xf32>, %o: memref<8xf32>) {
  // expected-error @+1 {{writes one buffer twice; use a different buffer for each of outs}}
  prim.device_scan both add ins(%x : memref<8xf32>) outs(%o, %o : memref<8xf32>, memref<8xf32>)
  return
}

// -----

func.func @in_place(%x: memref<8xf32>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_sort total ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @init_is_out(%x: memref<8xf32>, %o: memref<f32>) {
  // expected-error @+1 {{has one buffer in init and outs; use two buffers}}
  prim.device_reduce add ins(%x : memref<8xf32>) outs(%o : memref<f32>) init(%o : memref<f32>)
  return
}

// -----

func.func @workspace_is_in(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{has its workspace in ins or outs; use a buffer of its own}}
  prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) workspace(%x : memref<8xi8>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @kernel(%x: memref<8xi8>, %o: memref<8xi8>) kernel {
    // expected-error @+1 {{must be in a host function; use block or warp ops in a kernel}}
    prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>)
    gpu.return
  }
}

// -----

func.func @algorithm(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{is tuned to algorithm 'persistent', which this op does not have; expected default | cooperative | count_first}}
  prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) tuning<algorithm = persistent>
  return
}

// -----

func.func @algorithm_of_sorts(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{is tuned to algorithm 'count_first', which this op does not have; expected default | look_back | reduce_then_scan | persistent | cooperative | cooperative_tile}}
  prim.device_scan inclusive add ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) tuning<algorithm = count_first>
  return
}

// -----

func.func @bits(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{has a range of bits [0, 9) which is empty or not within the 8 bits of the key}}
  prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) bits(0, 9)
  return
}

// -----

func.func @one_bit(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{needs both begin_bit and end_bit or none}}
  "prim.device_sort"(%x, %o) <{order = 0 : i32, end_bit = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> ({}, {}) : (memref<8xi8>, memref<8xi8>) -> ()
  return
}

// -----

func.func @workspace_size(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{expects exactly one device op in its region}}
  %0 = prim.workspace_size {
    prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>)
    prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>)
  } : index
  return
}

// -----

func.func @workspace_size(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{expects exactly one device op in its region}}
  %0 = prim.workspace_size {
    %c = arith.constant 0 : i32
  } : index
  return
}

// -----

func.func @workspace_size(%x: memref<8xi8>, %o: memref<8xi8>) {
  %s = "prim.workspace_size"() ({
    // expected-error @+1 {{operand count (2) does not match with the total size (2147483650)}}
    "prim.device_sort"(%x, %o) <{operandSegmentSizes = array<i32: 2147483647, 1, 2, 0, 0, 0>, order = 0 : i32}> ({
    }, {
    }) : (memref<8xi8>, memref<8xi8>) -> ()
  }) : () -> index
  return
}

// -----

func.func @workspace_size(%x: memref<8xi8>, %o: memref<8xi8>, %w: memref<?xi8>) {
  // expected-error @+1 {{computes the workspace size of an op that has a workspace; remove the workspace}}
  %0 = prim.workspace_size {
    prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) workspace(%w : memref<?xi8>)
  } : index
  return
}

// -----

func.func @workspace_size(%x: memref<8xi8>, %o: memref<8xi8>) {
  // expected-error @+1 {{computes the workspace size of an async op; remove async}}
  %0 = prim.workspace_size {
    %t = prim.device_sort slt ins(%x : memref<8xi8>) outs(%o : memref<8xi8>) async
  } : index
  return
}

// -----

// A total goes through the epilogue as prefixes do.
func.func @total_type(%x: memref<8xf32>, %o: memref<8xf16>, %t: memref<f32>) {
  // expected-error @+1 {{expects elements of type 'f16' in outs for totals, found 'memref<f32>'}}
  prim.device_scan inclusive add ins(%x : memref<8xf32>) outs(%o, %t : memref<8xf16>, memref<f32>) total epilogue {
  ^bb0(%a: f32):
    %b = arith.truncf %a : f32 to f16
    prim.yield %b : f16
  }
  return
}

// -----

func.func @places(%c: i1, %n: i64) {
  // expected-error @below {{has 1 values for 2 placeholders {} in its message; give one value for each}}
  prim.check %c, invalid_argument, "{} of {}"(%n)
  return
}

// -----

func.func @element_in(%x: memref<?xcomplex<f32>>, %y: memref<f32>, %z: f32) {
  // expected-error @+1 {{has elements of type 'complex<f32>' in ins; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_reduce add ins(%x : memref<?xcomplex<f32>>) outs(%y : memref<f32>) prologue {
  ^bb0(%a: complex<f32>):
    %r = complex.re %a : complex<f32>
    prim.yield %r : f32
  }
  return
}

// -----

func.func @element_out(%x: tensor<?xf32>, %y: tensor<?xi128>) -> tensor<?xi128> {
  // expected-error @+1 {{has elements of type 'i128' in outs; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%y : tensor<?xi128>) epilogue {
  ^bb0(%a: f32):
    %e = arith.fptosi %a : f32 to i128
    prim.yield %e : i128
  } -> tensor<?xi128>
  return %0 : tensor<?xi128>
}

// -----

func.func @no_algorithm(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+2 {{'fastest' is not an algorithm; use one of default, look_back, reduce_then_scan, persistent, cooperative, count_first and cooperative_tile}}
  // expected-error @+1 {{failed to parse Prim_TuningAttr parameter 'algorithm'}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<algorithm = fastest>
  return
}
