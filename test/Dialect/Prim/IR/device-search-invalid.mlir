// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What searches and batch copies cannot be.

func.func @mode(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expected lower, upper, contains after the op's name}}
  prim.device_search near slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @mode_number(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects a mode from 0 to 2 (lower, upper, contains), found 3}}
  "prim.device_search"(%x, %s, %o) <{mode = 3 : i32, order = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0>}> ({}, {}) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func @no_order(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs an order or a comparator region}}
  prim.device_search lower ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @float_order(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{order 'total' does not support keys of type 'i32'; use 'slt' or 'ult'}}
  prim.device_search lower total ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @mask(%x: memref<?xi1>, %o: memref<?xi32>) {
  // expected-error @+1 {{cannot sort values of type 'i1'; use i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_search lower ult ins(%x : memref<?xi1>) in(%x : memref<?xi1>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @two_keys(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{looks for items of 2 members with a built-in order, which compares one key; use a comparator region}}
  prim.device_search lower slt ins(%x, %x : memref<?xi32>, memref<?xi32>) in(%s, %s : memref<?xi32>, memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @types(%x: memref<?xi32>, %s: memref<?xi64>, %o: memref<?xi32>) {
  // expected-error @+1 {{looks for (i32), but in holds (i64); convert in a prologue}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi64>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @nothing_sorted(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{needs at least one buffer in in}}
  prim.device_search lower slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @sorted_sizes(%x: memref<?xi32>, %s: memref<4xi32>, %t: memref<5xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in in, found 'memref<5xi32>'}}
  prim.device_search lower slt ins(%x, %x : memref<?xi32>, memref<?xi32>) in(%s, %t : memref<4xi32>, memref<5xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @sorted_rank(%x: memref<?xi32>, %s: memref<?x?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in in, found 'memref<?x?xi32>'}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?x?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @sorted_elements(%x: memref<?xi32>, %s: memref<?xi128>, %o: memref<?xi32>) {
  // expected-error @+1 {{has elements of type 'i128' in in; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi128>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @mixed(%x: memref<?xi32>, %s: tensor<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{mixes tensors and memrefs: in has 'tensor<?xi32>'; use one of them}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : tensor<?xi32>) outs(%o : memref<?xi32>)
  return
}

// -----

func.func @in_place(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in in and outs; use two buffers}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%s : memref<?xi32>)
  return
}

// -----

func.func @workspace(%x: memref<?xi8>, %s: memref<?xi8>, %o: memref<?xi32>) {
  // expected-error @+1 {{has its workspace in in; use a buffer of its own}}
  prim.device_search lower slt ins(%x : memref<?xi8>) in(%s : memref<?xi8>) outs(%o : memref<?xi32>) workspace(%s : memref<?xi8>)
  return
}

// -----

func.func @two_outs(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  // expected-error @+1 {{expects one buffer in outs, found 2}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @place_type(%x: memref<?xi32>, %o: memref<?xi16>) {
  // expected-error @+1 {{expects elements of i32, i64 or index in outs, found 'memref<?xi16>'}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%x : memref<?xi32>) outs(%o : memref<?xi16>)
  return
}

// -----

func.func @found_type(%x: memref<?xi32>, %o: memref<?xf32>) {
  // expected-error @+1 {{expects elements of i1, integers or index in outs, found 'memref<?xf32>'}}
  prim.device_search contains slt ins(%x : memref<?xi32>) in(%x : memref<?xi32>) outs(%o : memref<?xf32>)
  return
}

// -----

func.func @found_width(%x: memref<?xi32>, %o: memref<?xi7>) {
  // expected-error @+1 {{has elements of type 'i7' in outs; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  prim.device_search contains slt ins(%x : memref<?xi32>) in(%x : memref<?xi32>) outs(%o : memref<?xi7>)
  return
}

// -----

func.func @out_size(%x: memref<4xi32>, %o: memref<5xi32>) {
  // expected-error @+1 {{expects outs for answers to have the sizes of ins, found 'memref<5xi32>'}}
  prim.device_search lower slt ins(%x : memref<4xi32>) in(%x : memref<4xi32>) outs(%o : memref<5xi32>)
  return
}

// -----

func.func @comparator(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects the comparator region to take (i32, i32), found (i32)}}
  prim.device_search lower ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32):
    %yes = arith.constant true
    prim.yield %yes : i1
  }
  return
}

// -----

func.func @both(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has both an order and a comparator region; give one}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %yes = arith.constant true
    prim.yield %yes : i1
  }
  return
}

// -----

func.func @falling(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{has 'descending' with a comparator region; swap the operands of the comparison instead}}
  prim.device_search lower descending ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %yes = arith.constant true
    prim.yield %yes : i1
  }
  return
}

// -----

func.func @prologue(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{expects the prologue region to take (i32), found (i64)}}
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) prologue {
  ^bb0(%a: i64):
    %c = arith.trunci %a : i64 to i32
    prim.yield %c : i32
  }
  return
}

// -----

func.func @numbers(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi16>) {
  // expected-error @+1 {{expects elements of one type, i32, i64 or index, in from, to and sizes, found 'memref<?xi16>' in sizes}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi16>)
  return
}

// -----

func.func @number_type(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?xi8>) {
  // expected-error @+1 {{expects elements of one type, i32, i64 or index, in from, to and sizes, found 'memref<?xi8>' in from}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?xi8>) to(%f : memref<?xi8>) sizes(%f : memref<?xi8>)
  return
}

// -----

func.func @number_sizes(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<4xi32>, %t: memref<5xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in from, to and sizes, found 'memref<5xi32>' in to}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<4xi32>) to(%t : memref<5xi32>) sizes(%f : memref<4xi32>)
  return
}

// -----

func.func @number_rank(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?x?xi32>) {
  // expected-error @+1 {{expects buffers of rank 1 and one size in from, to and sizes, found 'memref<?x?xi32>' in from}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?x?xi32>) to(%f : memref<?x?xi32>) sizes(%f : memref<?x?xi32>)
  return
}

// -----

func.func @no_source(%o: memref<?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{needs at least one buffer in ins}}
  prim.device_batch_copy outs(%o : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @two_sources(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{expects one buffer in ins and one in outs, found 2 and 1}}
  prim.device_batch_copy ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @elements(%x: memref<?xf32>, %o: memref<?xf64>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{expects outs of rank 1 with elements of type 'f32', found 'memref<?xf64>'}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf64>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @out_rank(%x: memref<?xf32>, %o: memref<?x?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{expects outs of rank 1 with elements of type 'f32', found 'memref<?x?xf32>'}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?x?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @onto_itself(%x: memref<?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in ins and outs}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @onto_numbers(%f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in ins and outs; only scans and maps work in place, so use two buffers}}
  prim.device_batch_copy ins(%f : memref<?xi32>) outs(%n : memref<?xi32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @stored_at_once(%x: memref<?xf32>, %o: memref<8xf32, strided<[0]>>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{writes several elements of outs to one address, because a stride of 'memref<8xf32, strided<[0]>>' is 0}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<8xf32, strided<[0]>>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}

// -----

func.func @missing(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?xi32>) {
  // expected-error @+1 {{expects one buffer in sizes, found 0}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?xi32>) to(%f : memref<?xi32>)
  return
}

// -----

func.func @two_sizes(%x: memref<?xf32>, %o: memref<?xf32>, %f: memref<?xi32>, %t: memref<?xi32>, %n: memref<?xi32>) {
  // expected-error @+1 {{expects one buffer in sizes, found 2}}
  prim.device_batch_copy ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>) sizes(%n, %n : memref<?xi32>, memref<?xi32>)
  return
}

// -----

func.func @addresses_and_buffers(%x: memref<?xi64>) {
  // expected-error @below {{has addressed with ins or outs; remove ins and outs, because from and to hold addresses}}
  prim.device_batch_copy ins(%x : memref<?xi64>) from(%x : memref<?xi64>) to(%x : memref<?xi64>) sizes(%x : memref<?xi64>) addressed(4)
  return
}

// -----

func.func @addressed_bytes(%x: memref<?xi64>) {
  // expected-error @below {{has addressed(3); expected elements of 1, 2, 4 or 8 bytes}}
  prim.device_batch_copy from(%x : memref<?xi64>) to(%x : memref<?xi64>) sizes(%x : memref<?xi64>) addressed(3)
  return
}

// -----

func.func @addresses_of_tensors(%x: tensor<?xi64>) {
  // expected-error @below {{has addressed on tensors, which have no addresses; use memrefs}}
  prim.device_batch_copy from(%x : tensor<?xi64>) to(%x : tensor<?xi64>) sizes(%x : tensor<?xi64>) addressed(4)
  return
}

// -----

func.func @short_addresses(%x: memref<?xi32>) {
  // expected-error @below {{expects addresses of type i64 or index in from, to and sizes, found i32}}
  prim.device_batch_copy from(%x : memref<?xi32>) to(%x : memref<?xi32>) sizes(%x : memref<?xi32>) addressed(4)
  return
}
