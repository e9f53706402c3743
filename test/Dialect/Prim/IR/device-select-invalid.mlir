// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What a select cannot be.

func.func @nothing_said(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{needs flags, where or heads, which select the elements}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>)
  return
}

// -----

func.func @no_count(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects 2 outs, the last 1 for the count; found 1}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) heads(1)
  return
}

// -----

func.func @count_type(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i8>) {
  // expected-error @+1 {{expects a buffer of rank 0 of i32, i64 or index for the count, found 'memref<i8>'}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i8>) heads(1)
  return
}

// -----

func.func @out_type(%x: memref<?xi32>, %o: memref<?xi64>, %n: memref<i32>) {
  // expected-error @+1 {{expects buffers of rank 1 with elements of type 'i32' in outs, found 'memref<?xi64>'}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi64>, memref<i32>) heads(1)
  return
}

// -----

func.func @out_sizes(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<4xi32>, %p: memref<5xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects buffers of one size in outs, found 'memref<4xi32>' and 'memref<5xi32>'}}
  prim.device_select ins(%x, %y : memref<?xi32>, memref<?xi32>) outs(%o, %p, %n : memref<4xi32>, memref<5xi32>, memref<i32>) heads(1)
  return
}

// -----

func.func @rank(%x: memref<?x?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects ins of rank 1, found rank 2}}
  prim.device_select ins(%x : memref<?x?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1)
  return
}

// -----

func.func @flag_shape(%x: memref<4xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<5xi1>) {
  // expected-error @+1 {{expects ins of one shape, found 'memref<4xi32>' and 'memref<5xi1>'}}
  prim.device_select ins(%x : memref<4xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) flags(%f : memref<5xi1>)
  return
}

// -----

func.func @flag_type(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xf32>) {
  // expected-error @+1 {{expects flags of i1 or integers, found 'memref<?xf32>'}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) flags(%f : memref<?xf32>)
  return
}

// -----

func.func @flags_and_heads(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has both heads and flags; give one}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) flags(%f : memref<?xi1>) heads(1)
  return
}

// -----

func.func @keys(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects from 1 to 1 keys in heads, found 2}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(2)
  return
}

// -----

func.func @no_keys(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects from 1 to 1 keys in heads, found -1}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(-1)
  return
}

// -----

func.func @both_rests(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %r: memref<?xi32>) {
  // expected-error @+1 {{has both rest and rest_reversed; give one}}
  "prim.device_select"(%x, %o, %n, %r) <{heads = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 2, 1, 0, 0, 0>, rest_reversed}> ({}, {}, {}) : (memref<?xi32>, memref<?xi32>, memref<i32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @rest_group(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %r: memref<?xi32>, %s: memref<?xi32>) {
  // expected-error @+1 {{expects 1 buffers in rest, found 2}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) rest(%r, %s : memref<?xi32>, memref<?xi32>) heads(1)
  return
}

// -----

func.func @rest_type(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %r: memref<?xi8>) {
  // expected-error @+1 {{expects buffers of rank 1 with elements of type 'i32' in rest, found 'memref<?xi8>'}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) rest(%r : memref<?xi8>) heads(1)
  return
}

// -----

func.func @reversed_size(%x: memref<4xi32>, %o: memref<3xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects outs of the size of ins, which a reversed rest fills, found 'memref<3xi32>'}}
  prim.device_select ins(%x : memref<4xi32>) outs(%o, %n : memref<3xi32>, memref<i32>) rest reversed heads(1)
  return
}

// -----

func.func @classes_of_heads(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has classes, but no where region, which computes the class of an element; add it}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) classes(2)
  return
}

// -----

func.func @own_input(%x: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_select ins(%x : memref<?xi32>) outs(%x, %n : memref<?xi32>, memref<i32>) heads(1)
  return
}

// -----

func.func @rest_twice(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{writes one buffer twice; use a different buffer for each of outs}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) rest(%o : memref<?xi32>) heads(1)
  return
}

// -----

func.func @tuned(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{is tuned to algorithm 'persistent', which this op does not have; expected default | look_back | cooperative}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) tuning<algorithm = persistent>
  return
}

// -----

func.func @reads_nothing(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %t: memref<i32>) {
  // expected-error @+1 {{has buffers in reads, but no region that can load from them; remove reads}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) reads(%t : memref<i32>) heads(1)
  return
}

// -----

func.func @where_arguments(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the where region to take (i32), found (i64)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) where {
  ^bb0(%a: i64):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @where_flag(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xf32>) {
  // expected-error @+1 {{expects the where region to take (i32, f32), found (i32)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) flags(%f : memref<?xf32>) where {
  ^bb0(%a: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @where_yields(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the where region to yield (i1), found (i32)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) where {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @classes_yield(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the where region to yield (i32), found (i1)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) classes(2) where {
  ^bb0(%a: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @classes_count(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects 2 or 3 classes, found 4}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) classes(4) where {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @classes_outs(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects 4 outs, the last 2 for counts; found 2}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) classes(3) where {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @classes_reversed(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has a reversed rest with several selected classes; use rest(...) instead}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) rest reversed classes(3) where {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @where_and_heads(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{has both heads and where; give one}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) where {
  ^bb0(%a: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @equal_of_flags(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @+1 {{has an equal region, but no heads; add heads, or remove the region}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) flags(%f : memref<?xi1>) equal {
  ^bb0(%a: i32, %b: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @equal_arguments(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the equal region to take (i32, i32), found (i32)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) equal {
  ^bb0(%a: i32):
    %true = arith.constant true
    prim.yield %true : i1
  }
  return
}

// -----

func.func @prologue_arguments(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{expects the prologue region to take (i32), found (i64)}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) prologue {
  ^bb0(%a: i64):
    prim.yield %a : i64
  }
  return
}

// -----

func.func @prologue_nothing(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  // expected-error @+1 {{yields nothing in its prologue region; yield at least one value}}
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) prologue {
  ^bb0(%a: i32):
    prim.yield
  }
  return
}
