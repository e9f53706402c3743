// RUN: prim-opt %s --verify-diagnostics --split-input-file

// The combiner's and the sort order's checks are those of every level, and are
// tested here.

func.func @neither(%x: i32) {
  // expected-error @+1 {{needs a kind or a combiner region}}
  %0 = prim.warp_reduce %x : i32
  return
}

// -----

func.func @both(%x: i32) {
  // expected-error @+1 {{has both a kind and a combiner region; give one}}
  %0 = prim.warp_reduce add %x combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @tuple_kind(%x: i32) {
  // expected-error @+1 {{combines a tuple of 2 values, which needs a combiner region instead of 'add'}}
  %0:2 = prim.warp_reduce add %x, %x : i32, i32
  return
}

// -----

func.func @float_kind(%x: i32) {
  // expected-error @+1 {{kind 'maximumf' does not support type 'i32'}}
  %0 = prim.warp_reduce maximumf %x : i32
  return
}

// -----

func.func @int_kind(%x: f32) {
  // expected-error @+1 {{kind 'minsi' does not support type 'f32'}}
  %0 = prim.warp_scan inclusive minsi %x : f32
  return
}

// -----

func.func @bit_kind(%x: bf16) {
  // expected-error @+1 {{kind 'xor' does not support type 'bf16'}}
  %0 = prim.warp_scan inclusive xor %x : bf16
  return
}

// -----

func.func @element(%x: i1) {
  // expected-error @+1 {{must be variadic of element or 1-D vector of elements, but got 'i1'}}
  %0 = prim.warp_reduce add %x : i1
  return
}

// -----

func.func @two_dimensions(%x: vector<2x2xi32>) {
  // expected-error @+1 {{must be variadic of element or 1-D vector of elements, but got 'vector<2x2xi32>'}}
  %0 = prim.warp_reduce add %x : vector<2x2xi32>
  return
}

// -----

func.func @identity_of_kind(%x: i32) {
  // expected-error @+1 {{has an identity, which only a combiner region needs; remove it}}
  %0 = prim.warp_reduce add %x identity(%x) : i32
  return
}

// -----

func.func @commutative_kind(%x: i32) {
  // expected-error @+1 {{has 'commutative', which is only for combiner regions; remove it, because built-in kinds are commutative}}
  %0 = "prim.warp_reduce"(%x) <{kind = 0 : i32, commutative, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @fastmath(%x: i32) {
  // expected-error @+1 {{has fastmath flags on type 'i32', which is not a float}}
  %0 = prim.warp_reduce add %x fastmath<nnan> : i32
  return
}

// -----

func.func @odd_arguments(%x: i32) {
  // expected-error @+1 {{expects the combiner region to take two tuples of the same types, found (i32)}}
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @arguments(%x: i32) {
  // expected-error @+1 {{expects the combiner region to take (i32, i32), found (i32, i64)}}
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i64):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @yields(%x: i32) {
  // expected-error @+1 {{expects the combiner region to yield (i32), found (i32, i32)}}
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a, %b : i32, i32
  } : i32
  return
}

// -----

func.func @no_yield(%x: i32) {
  // expected-error @+1 {{expects the combiner region to end with prim.yield}}
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
  } : i32
  return
}

// -----

func.func @store(%x: i32, %m: memref<i32>) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'memref.store' op is not allowed in a combiner region: it accesses memory or may have side effects; compute from the arguments and captured scalars only}}
    memref.store %a, %m[] : memref<i32>
    prim.yield %b : i32
  } : i32
  return
}

// -----

func.func @load(%x: i32, %m: memref<i32>, %g: i1) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    %c = scf.if %g -> i32 {
      // expected-error @+1 {{'memref.load' op is not allowed in a combiner region: it accesses memory}}
      %d = memref.load %m[] : memref<i32>
      scf.yield %d : i32
    } else {
      scf.yield %b : i32
    }
    prim.yield %c : i32
  } : i32
  return
}

// -----

func.func private @f(i32) -> i32
func.func @call(%x: i32) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'func.call' op is not allowed in a combiner region: it accesses memory or may have side effects}}
    %c = func.call @f(%a) : (i32) -> i32
    prim.yield %c : i32
  } : i32
  return
}

// -----

func.func @nested(%x: i32) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'prim.warp_reduce' op is not allowed in a combiner region: it is a collective, but the threads that run a region are undefined}}
    %c = prim.warp_reduce add %a : i32
    prim.yield %c : i32
  } : i32
  return
}

// -----

func.func @thread(%x: i32) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'gpu.lane_id' op is not allowed in a combiner region: its result depends on the thread that runs it}}
    %c = gpu.lane_id
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @capture(%x: i32, %v: vector<4xi32>) {
  %0 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'vector.extract' op captures a value of type 'vector<4xi32>' in a combiner region; only integers, indices and floats can be captured}}
    %c = vector.extract %v[0] : i32 from vector<4xi32>
    prim.yield %c : i32
  } : i32
  return
}

// -----

func.func @identity_types(%x: i32, %f: f32) {
  // expected-error @+1 {{expects identity of types (i32), found (f32)}}
  %0 = "prim.warp_reduce"(%x, %f) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> ({
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  }) : (i32, f32) -> i32
  return
}

// -----

func.func @no_inputs() {
  // expected-error @+1 {{needs at least one input}}
  "prim.warp_reduce"() <{kind = 0 : i32, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> ({}) : () -> ()
  return
}

// -----

func.func @lengths(%x: vector<4xi32>, %y: vector<2xi32>) {
  // expected-error @+1 {{expects inputs that are all scalars or all vectors of one length, found 'vector<4xi32>' and 'vector<2xi32>'}}
  %0:2 = prim.warp_sort slt %x, %y : vector<4xi32>, vector<2xi32>
  return
}

// -----

func.func @mixture(%x: vector<4xi32>, %y: i32) {
  // expected-error @+1 {{expects inputs that are all scalars or all vectors of one length, found 'vector<4xi32>' and 'i32'}}
  %0:2 = prim.warp_sort slt %x, %y : vector<4xi32>, i32
  return
}

// -----

func.func @results(%x: i32) {
  // expected-error @+1 {{expects results of types (i32), found (i64)}}
  %0 = "prim.warp_reduce"(%x) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({}) : (i32) -> i64
  return
}

// -----

func.func @scan_results(%x: i32) {
  // expected-error @+1 {{expects results of types (i32, i32, i32), found (i32)}}
  %0 = "prim.warp_scan"(%x) <{kind = 0 : i32, mode = 2 : i32, total, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @width(%x: i32) {
  // expected-error @+1 {{expects a width from 1 to 64, found 65}}
  %0 = prim.warp_reduce add %x width(65) : i32
  return
}

// -----

func.func @width(%x: i32) {
  // expected-error @+1 {{expects a width from 1 to 64, found -1}}
  %0 = prim.warp_scan inclusive add %x width(-1) : i32
  return
}

// -----

func.func @width(%x: i32) {
  // expected-error @+1 {{expects a width that is a power of two, found 24}}
  %0 = prim.warp_sort slt %x width(24) : i32
  return
}

// -----

func.func @flag(%x: i32, %g: i1) {
  // expected-error @+1 {{needs a segment kind together with a segment flag}}
  %0 = "prim.warp_reduce"(%x, %g) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>}> ({}) : (i32, i1) -> i32
  return
}

// -----

func.func @segment(%x: i32) {
  // expected-error @+1 {{needs a segment kind together with a segment flag}}
  %0 = "prim.warp_reduce"(%x) <{kind = 0 : i32, segment = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @segments_all(%x: i32, %g: i1) {
  // expected-error @+1 {{has segment flags and 'all'; the result of a segment is defined only in its first lane, so remove 'all'}}
  %0 = prim.warp_reduce add %x head(%g) all : i32
  return
}

// -----

func.func @nothing_valid(%x: i32) {
  %n = arith.constant 0 : i32
  // expected-error @+1 {{reduces no values because valid is 0, so its combiner region needs identity}}
  %0 = prim.warp_reduce %x valid(%n) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @no_total(%x: i32) {
  %n = arith.constant 0 : i32
  // expected-error @+1 {{reduces no values because valid is 0, so its combiner region needs identity}}
  %0:2 = prim.warp_scan inclusive %x valid(%n) total combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @init_type(%x: i32, %z: i64) {
  // expected-error @+1 {{expects init of types (i32), found (i64)}}
  %0 = "prim.warp_scan"(%x, %z) <{kind = 0 : i32, mode = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> ({}) : (i32, i64) -> i32
  return
}

// -----

func.func @distance(%x: i32) {
  // expected-error @+1 {{has 'distance', which needs head flags; add them, or remove 'distance'}}
  %0:2 = prim.warp_scan inclusive add %x distance : i32
  return
}

// -----

func.func @no_order(%x: i32) {
  // expected-error @+1 {{needs an order or a comparator region}}
  %0 = prim.warp_sort %x : i32
  return
}

// -----

func.func @two_orders(%x: i32) {
  // expected-error @+1 {{has both an order and a comparator region; give one}}
  %0 = prim.warp_sort slt %x comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } : i32
  return
}

// -----

func.func @int_order(%x: f32) {
  // expected-error @+1 {{order 'slt' does not support keys of type 'f32'; use 'total'}}
  %0 = prim.warp_sort slt %x : f32
  return
}

// -----

func.func @float_order(%x: i32) {
  // expected-error @+1 {{order 'total' does not support keys of type 'i32'; use 'slt' or 'ult'}}
  %0 = prim.warp_sort total %x : i32
  return
}

// -----

func.func @descending(%x: i32) {
  // expected-error @+1 {{has 'descending' with a comparator region; swap the operands of the comparison instead}}
  %0 = prim.warp_sort descending %x comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } : i32
  return
}

// -----

func.func @comparator_arguments(%x: i32, %f: f32) {
  // expected-error @+1 {{expects the comparator region to take (i32, f32, i32, f32), found (i32, i32)}}
  %0:2 = prim.warp_sort %x, %f comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } : i32, f32
  return
}

// -----

func.func @comparator_yields(%x: i32) {
  // expected-error @+1 {{expects the comparator region to yield (i1), found (i32)}}
  %0 = prim.warp_sort %x comparator {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @comparator_load(%x: i32, %m: memref<i1>) {
  %0 = prim.warp_sort %x comparator {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'memref.load' op is not allowed in a comparator region}}
    %c = memref.load %m[] : memref<i1>
    prim.yield %c : i1
  } : i32
  return
}

// -----

func.func @sort_results(%x: i32) {
  // expected-error @+1 {{expects results of types (i32), found (i32, i32)}}
  %0:2 = "prim.warp_sort"(%x) <{order = 0 : i32, operandSegmentSizes = array<i32: 1, 0>}> ({}) : (i32) -> (i32, i32)
  return
}

// -----

func.func @packed_head(%x: i32, %g: i1) {
  // expected-error @+1 {{has both head flags and packed flags; give one}}
  %0 = prim.warp_scan inclusive add %x packed head(%g) : i32
  return
}

// -----

func.func @packed_float(%x: f32) {
  // expected-error @+1 {{has 'packed', which needs one integer per lane whose top bit is the head flag, found (f32)}}
  %0 = prim.warp_scan inclusive add %x packed : f32
  return
}

// -----

func.func @packed_items(%x: vector<2xi32>) {
  // expected-error @+1 {{has 'packed', which needs one integer per lane whose top bit is the head flag, found (vector<2xi32>)}}
  %0 = prim.warp_scan inclusive add %x packed : vector<2xi32>
  return
}

// -----

func.func @broadcast_missing(%x: f32) {
  // expected-error @+1 {{expected the clause lane(...)}}
  %0 = prim.warp_broadcast %x : f32
  return
}

// -----

func.func @shuffle_missing(%x: f32) {
  // expected-error @+1 {{expected the clause lane(...) or up(...) or down(...) or xor(...)}}
  %0 = prim.warp_shuffle %x width(16) : f32
  return
}

// -----

func.func @shuffle_twice(%x: f32, %n: i32) {
  // expected-error @+1 {{clause 'down' excludes 'up'}}
  %0 = prim.warp_shuffle %x up(%n) down(%n) : f32
  return
}

// -----

func.func @shuffle_width(%x: f32, %n: i32) {
  // expected-error @+1 {{expects a width that is a power of two, found 12}}
  %0 = prim.warp_shuffle %x up(%n) width(12) : f32
  return
}

// -----

func.func @broadcast_width(%x: f32, %n: i32) {
  // expected-error @+1 {{expects a width from 1 to 64, found 65}}
  %0 = prim.warp_broadcast %x lane(%n) width(65) : f32
  return
}

// -----

func.func @exchange_ranks(%x: vector<4xi32>) {
  // expected-error @+1 {{needs ranks(...), the destinations of its items}}
  %0 = prim.warp_exchange scatter_to_striped %x : vector<4xi32>
  return
}

// -----

func.func @exchange_no_ranks(%x: vector<4xi32>) {
  // expected-error @+1 {{has ranks, which only scatter_to_striped takes; remove them}}
  %0 = prim.warp_exchange blocked_to_striped %x ranks(%x : vector<4xi32>) : vector<4xi32>
  return
}

// -----

func.func @exchange_float_ranks(%x: vector<4xf32>) {
  // expected-error @+1 {{expects ranks that are integers, found 'f32'}}
  %0 = prim.warp_exchange scatter_to_striped %x ranks(%x : vector<4xf32>) : vector<4xf32>
  return
}

// -----

func.func @exchange_rank_count(%x: vector<4xf32>, %r: vector<3xi16>) {
  // expected-error @+1 {{expects inputs that are all scalars or all vectors of one length}}
  %0 = prim.warp_exchange scatter_to_striped %x ranks(%r : vector<3xi16>) : vector<4xf32>
  return
}

// -----

func.func @exchange_narrow_ranks(%x: vector<8xf32>, %r: vector<8xi8>) {
  // expected-error @+1 {{has ranks of type 'i8', which cannot represent the last rank 511; use a wider type}}
  %0 = prim.warp_exchange scatter_to_striped %x ranks(%r : vector<8xi8>) width(64) : vector<8xf32>
  return
}

// -----

func.func @match_bits(%x: i16) {
  // expected-error @+1 {{compares 17 bits of a label; expected 1 to 16}}
  %0 = prim.warp_match_any %x bits(17) : i16 -> i64
  return
}

// -----

func.func @load_type(%m: memref<?xf32>, %o: index) {
  // expected-error @+1 {{moves items of type 'i32', but the memory has elements of 'f32'}}
  %0 = prim.warp_load direct %m[%o] : memref<?xf32>, vector<4xi32>
  return
}

// -----

func.func @load_fill(%m: memref<?xf32>, %o: index, %z: f32) {
  // expected-error @+1 {{has a fill without valid(...), so there is no item to fill; add valid(...), or remove the fill}}
  %0 = prim.warp_load direct %m[%o] fill(%z : f32) : memref<?xf32>, f32
  return
}

// -----

func.func @load_fill_type(%m: memref<?xf32>, %o: index, %n: i32) {
  // expected-error @+1 {{expects a fill of type 'f32', found 'i32'}}
  %0 = prim.warp_load direct %m[%o] valid(%n) fill(%n : i32) : memref<?xf32>, f32
  return
}

// -----

func.func @store_strided(%m: memref<?xf32, strided<[2]>>, %o: index, %z: f32) {
  // expected-error @+1 {{expects memory that is contiguous in its last dimension, found }}
  prim.warp_store direct %z, %m[%o] : f32, memref<?xf32, strided<[2]>>
  return
}

// -----

func.func @store_width(%m: memref<?xf32>, %o: index, %z: f32) {
  // expected-error @+1 {{expects a width from 1 to 64, found 0}}
  prim.warp_store direct %z, %m[%o] width(0) : f32, memref<?xf32>
  return
}

// -----

func.func @scan_registers(%x: vector<257xi32>) {
  // expected-error @below {{has items of 257 registers of 32 bits per thread, but at most 256 are supported; use fewer items or operands, more threads, or a device op}}
  %0 = prim.warp_scan inclusive add %x : vector<257xi32>
  return
}

// -----

// A narrow item takes a register, a wide one two, and a tuple those of its members.
func.func @reduce_narrow(%x: vector<1024xi8>) {
  // expected-error @below {{has items of 1024 registers}}
  %0 = prim.warp_reduce add %x : vector<1024xi8>
  return
}

// -----

func.func @exchange_tuple(%x: vector<64xindex>, %y: vector<64xf64>, %z: vector<64xf16>) {
  // expected-error @below {{has items of 320 registers}}
  %0:3 = prim.warp_exchange blocked_to_striped %x, %y, %z : vector<64xindex>, vector<64xf64>, vector<64xf16>
  return
}

// -----

func.func @load_items(%m: memref<?xi64>, %o: index) {
  // expected-error @below {{has items of 258 registers}}
  %0 = prim.warp_load direct %m[%o] : memref<?xi64>, vector<129xi64>
  return
}

// -----

func.func @sort_items(%x: vector<65xi8>) {
  // expected-error @below {{has items of 65 registers of 32 bits per thread, but at most 64 are supported; use fewer items or operands, more threads, or a device op}}
  %0 = prim.warp_sort slt %x : vector<65xi8>
  return
}

// -----

func.func @sort_registers(%x: vector<17xi64>, %y: vector<17xf64>) {
  // expected-error @below {{has items of 68 registers of 32 bits per thread, but at most 64 are supported}}
  %0:2 = prim.warp_sort slt %x, %y : vector<17xi64>, vector<17xf64>
  return
}

// -----

func.func @reduce_init(%x: i32, %z: i64) {
  // expected-error @below {{expects init of types}}
  %0 = "prim.warp_reduce"(%x, %z) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> ({}) : (i32, i64) -> i32
  return
}

// -----

func.func @two_bits(%x: i16, %n: i32) {
  // expected-error @below {{has two numbers of bits; give one}}
  %0 = "prim.warp_match_any"(%x, %n) <{bits = 3 : i32, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i16, i32) -> i64
  return
}
