// RUN: prim-opt %s --verify-diagnostics --split-input-file

func.func @reduce_results(%x: vector<4xi32>) {
  // expected-error @+1 {{expects results of types (i32), found (vector<4xi32>)}}
  %0 = "prim.block_reduce"(%x) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({}) : (vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @reduce_results(%x: vector<4xi32>) {
  // expected-error @+1 {{expects results of types (i32), found (f32)}}
  %0 = "prim.block_reduce"(%x) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({}) : (vector<4xi32>) -> f32
  return
}

// -----

func.func @reduce_kind(%x: vector<4xi32>) {
  // expected-error @+1 {{kind 'minnumf' does not support type 'i32'}}
  %0 = prim.block_reduce minnumf %x : vector<4xi32>
  return
}

// -----

func.func @reduce_valid(%x: i32) {
  %n = arith.constant 0 : i32
  // expected-error @+1 {{reduces no values because valid is 0, so its combiner region needs identity}}
  %0 = prim.block_reduce %x valid(%n) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @exclusive(%x: i32) {
  // expected-error @+1 {{scans exclusively with a combiner region, which needs init, identity or a prefix region}}
  %0 = prim.block_scan exclusive %x combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @total(%x: i32) {
  %n = arith.constant 0 : i32
  // expected-error @+1 {{reduces no values because valid is 0, so its combiner region needs identity}}
  %0:2 = prim.block_scan inclusive %x valid(%n) total combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @flags(%x: vector<4xi32>, %g: i1) {
  // expected-error @+1 {{expects one segment flag per item, of type 'vector<4xi1>', found 'i1'}}
  %0 = "prim.block_scan"(%x, %g) <{kind = 0 : i32, mode = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> ({}, {}) : (vector<4xi32>, i1) -> vector<4xi32>
  return
}

// -----

func.func @prefix_arguments(%x: vector<4xi32>, %z: i64) {
  // expected-error @+1 {{expects the prefix region to take (i32), found (i64)}}
  %0 = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i64):
    prim.yield %a : i64
  } : vector<4xi32>
  return
}

// -----

func.func @prefix_yields(%x: vector<4xi32>) {
  // expected-error @+1 {{expects the prefix region to yield (i32), found ()}}
  %0 = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i32):
    prim.yield
  } : vector<4xi32>
  return
}

// -----

func.func @prefix_and_init(%x: vector<4xi32>, %z: i32) {
  // expected-error @+1 {{has both init and a prefix region; include init in the value that the region yields}}
  %0 = prim.block_scan exclusive add %x init(%z) prefix {
  ^bb0(%a: i32):
    prim.yield %a : i32
  } : vector<4xi32>
  return
}

// -----

func.func @prefix_and_head(%x: i32, %g: i1) {
  // expected-error @+1 {{expects the prefix region to take (i1, i32), found (i32)}}
  %0 = prim.block_scan exclusive add %x head(%g) prefix {
  ^bb0(%a: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @prefix_head_and_reverse(%x: i32, %g: i1) {
  // expected-error @+1 {{has head flags, a prefix region and 'reverse', which are not supported together; reverse the items and swap the combiner's operands instead}}
  %0 = prim.block_scan inclusive add %x head(%g) reverse prefix {
  ^bb0(%h: i1, %a: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @prefix_and_head_without_identity(%x: i32, %g: i1) {
  // expected-error @+1 {{scans segments exclusively with a prefix region, so its combiner region needs identity, the result at heads}}
  %0 = prim.block_scan exclusive %x head(%g) combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } prefix {
  ^bb0(%h: i1, %a: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @segments_and_all(%x: i32, %g: i1) {
  // expected-error @+1 {{has segment flags and 'all'; the result of a segment is defined only at its first item, so remove 'all'}}
  %0 = prim.block_reduce add %x head(%g) all : i32
  return
}

// -----

func.func @segment_without_flags(%x: i32) {
  // expected-error @+1 {{needs a segment kind together with a segment flag}}
  %0 = "prim.block_reduce"(%x) <{kind = 0 : i32, segment = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @segments_result(%x: vector<4xi32>, %g: vector<4xi1>) {
  // expected-error @+1 {{expects results of types (vector<4xi32>), found (i32)}}
  %0 = "prim.block_reduce"(%x, %g) <{kind = 0 : i32, segment = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 1>}> ({}) : (vector<4xi32>, vector<4xi1>) -> i32
  return
}

// -----

func.func @prefix_barrier(%x: i32) {
  %0 = prim.block_scan exclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @+1 {{'gpu.barrier' op is not allowed in a prefix region: only one wave runs it}}
    gpu.barrier
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @prefix_ticket(%x: i32, %c: !prim.base<global>) {
  %0 = prim.block_scan exclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @+1 {{'prim.grid_ticket' op is not allowed in a prefix region: only one wave runs it}}
    %t = prim.grid_ticket %c : !prim.base<global>
    prim.yield %a : i32
  } : i32
  return
}

// -----
func.func @prefix_reduce_all(%x: i32, %s: !prim.base<global>) {
  %0 = prim.block_scan exclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @+1 {{'prim.grid_reduce' op is not allowed in a prefix region: only one wave runs it}}
    %r, %last = prim.grid_reduce add %a tile(%x) tiles(%x) state(%s : !prim.base<global>) all : i32
    prim.yield %a : i32
  } : i32
  return
}

// -----
func.func @prefix_block_op(%x: i32) {
  %0 = prim.block_scan exclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @+1 {{'prim.block_reduce' op is not allowed in a prefix region: only one wave runs it}}
    %b = prim.block_reduce add %a : i32
    prim.yield %b : i32
  } : i32
  return
}

// -----

func.func @scan_results(%x: vector<4xi32>) {
  // expected-error @+1 {{expects results of types (vector<4xi32>, i32), found (vector<4xi32>)}}
  %0 = "prim.block_scan"(%x) <{kind = 0 : i32, mode = 0 : i32, total, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({}, {}) : (vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @order(%x: vector<4xf32>) {
  // expected-error @+1 {{order 'ult' does not support keys of type 'f32'; use 'total'}}
  %0 = prim.block_sort ult %x : vector<4xf32>
  return
}

// -----

func.func @bits(%x: vector<4xi32>) {
  // expected-error @+1 {{has a range of bits [8, 33) which is empty or not within the 32 bits of the key}}
  %0 = prim.block_sort ult %x bits(8, 33) : vector<4xi32>
  return
}

// -----

func.func @bits(%x: vector<4xi32>) {
  // expected-error @+1 {{has a range of bits [8, 8) which is empty or not within the 32 bits of the key}}
  %0 = prim.block_sort ult %x bits(8, 8) : vector<4xi32>
  return
}

// -----

func.func @bits(%x: vector<4xi32>) {
  // expected-error @+1 {{has a range of bits [-1, 8) which is empty or not within the 32 bits of the key}}
  %0 = prim.block_sort ult %x bits(-1, 8) : vector<4xi32>
  return
}

// -----

func.func @keys(%x: vector<4xi32>) {
  // expected-error @+1 {{expects from 1 to 1 keys, found 2}}
  %0 = prim.block_sort ult %x keys(2) : vector<4xi32>
  return
}

// -----

func.func @from(%x: vector<4xi32>) {
  // expected-error @+1 {{rows(3)}}
  %0 = prim.block_sort ult %x from(rows(3)) : vector<4xi32>
  return
}

// -----

func.func @bits(%x: vector<4xf32>) {
  // expected-error @+1 {{has a range of bits, which requires integer keys; remove the range}}
  %0 = prim.block_sort total %x bits(0, 8) : vector<4xf32>
  return
}

// -----

func.func @bits(%x: i32) {
  // expected-error @+1 {{has a range of bits with a comparator region; remove the range}}
  %0 = prim.block_sort %x bits(0, 8) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } : i32
  return
}

// -----

func.func @one_bit(%x: i32) {
  // expected-error @+1 {{needs both begin_bit and end_bit or none}}
  %0 = "prim.block_sort"(%x) <{order = 0 : i32, begin_bit = 0 : i32, operandSegmentSizes = array<i32: 1, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @scan_items(%x: vector<65536xi32>) {
  // expected-error @below {{has items of 65536 registers of 32 bits per thread, but at most 256 are supported}}
  %0 = prim.block_scan inclusive add %x : vector<65536xi32>
  return
}

// -----

func.func @reduce_items(%x: vector<256xf64>) {
  // expected-error @below {{has items of 512 registers}}
  %0 = prim.block_reduce add %x : vector<256xf64>
  return
}

// -----

func.func @sort_items(%x: vector<100xi64>, %y: vector<100xi32>) {
  // expected-error @below {{has items of 300 registers}}
  %0:2 = prim.block_sort slt %x, %y : vector<100xi64>, vector<100xi32>
  return
}

// -----

func.func @rows_divide(%x: vector<6xi32>) {
  // expected-error @below {{has rows(4), which is not a divisor of the 6 items of a thread}}
  %0 = prim.block_scan inclusive add %x arrangement(rows(4)) : vector<6xi32>
  return
}

// -----

func.func @no_row(%x: i32) {
  // expected-error @below {{has rows(-1), which is not a divisor of the 1 items of a thread}}
  %0 = prim.block_reduce add %x arrangement(rows(-1)) : i32
  return
}

// -----

func.func @striped_scan(%x: vector<4xi32>) {
  // expected-error @below {{works on neighbouring items; expected arrangement(blocked | rows(number))}}
  %0 = prim.block_scan inclusive add %x arrangement(striped) : vector<4xi32>
  return
}

// -----

func.func @rows_alone(%x: i32) {
  // expected-error @below {{has 'row_vector' without rows, or rows without it}}
  %0 = "prim.block_reduce"(%x) <{kind = 0 : i32, row_vector = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({}) : (i32) -> i32
  return
}

// -----

func.func @which_arrangement(%x: i32) {
  // expected-error @below {{unknown arrangement 'diagonal'; expected blocked, rows(number)}}
  %0 = prim.block_reduce add %x arrangement(diagonal) : i32
  return
}

// -----

func.func @sorted_rows(%x: i32) {
  // expected-error @below {{has rows(2), which is not a divisor of the 1 items of a thread}}
  %0 = prim.block_sort slt %x to(rows(2)) : i32
  return
}

// -----

func.func @other_elements(%m: memref<?xi64>, %i: index) {
  // expected-error @below {{moves items of 'i32', but the memory has elements of 'i64'}}
  %0 = prim.block_load %m[%i] : memref<?xi64>, vector<4xi32>
  return
}

// -----

func.func @load_fill_without_valid(%m: memref<?xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{has fill without valid, so there is no item to fill; add valid(...), or remove fill}}
  %0 = prim.block_load %m[%i] fill(%f : i32) : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @load_fill_type(%m: memref<?xi32>, %i: index, %n: i32, %f: f32) {
  // expected-error @+1 {{fills items of type 'i32' with 'f32'}}
  %0 = prim.block_load %m[%i] valid(%n) fill(%f : f32) : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @far_apart(%m: memref<?xi32, strided<[2]>>, %i: index, %x: i32) {
  // expected-error @below {{expects a memref of unit stride}}
  prim.block_store %x, %m[%i] : i32, memref<?xi32, strided<[2]>>
  return
}

// -----

func.func @own_memory(%m: memref<?xi32, #gpu.address_space<private>>, %i: index) {
  // expected-error @below {{expects memory that threads share}}
  %0 = prim.block_load %m[%i] : memref<?xi32, #gpu.address_space<private>>, i32
  return
}

// -----

func.func @two_places(%x: i32) {
  // expected-error @below {{has both from(...) and ranks, which give the destination of every item; remove from(...)}}
  %0 = prim.block_exchange %x ranks(%x : i32) from(striped) : i32
  return
}

// -----

func.func @narrow_ranks(%x: vector<2xi32>, %r: vector<2xi16>) {
  // expected-error @below {{expects one rank per item, of type 'vector<2xi32>', found 'vector<2xi16>'}}
  %0 = prim.block_exchange %x ranks(%r : vector<2xi16>) : vector<2xi32>
  return
}

// -----

func.func @to_rows(%x: vector<3xi32>) {
  // expected-error @below {{has rows(2), which is not a divisor of the 3 items of a thread}}
  %0 = prim.block_exchange %x to(rows(2)) : vector<3xi32>
  return
}

// -----

func.func @nothing_to_exchange() {
  // expected-error @below {{needs at least one input}}
  "prim.block_exchange"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  return
}

// -----

func.func @two_digits(%x: i32) {
  // expected-error @below {{expects one digit per item, found 2 inputs; move further members of an item with prim.block_exchange}}
  %0 = prim.block_radix_rank %x, %x bits(4) : i32, i32
  return
}

// -----

func.func @no_bits(%x: i32) {
  // expected-error @below {{requires attribute 'bits'}}
  %0 = prim.block_radix_rank %x : i32
  return
}

// -----

func.func @no_digit(%x: i32) {
  // expected-error @below {{has bits(0); a digit has 1 to 8: rank longer keys digit by digit}}
  %0 = prim.block_radix_rank %x bits(0) : i32
  return
}

// -----

func.func @long_digit(%x: i32) {
  // expected-error @below {{has bits(9); a digit has 1 to 8}}
  %0 = prim.block_radix_rank %x bits(9) : i32
  return
}

// -----

func.func @wide_digits(%x: i64) {
  // expected-error @below {{expects digits of type i32, found 'i64'; add a digit region that computes them}}
  %0 = prim.block_radix_rank %x bits(4) : i64
  return
}

// -----

func.func @no_counts(%x: i32) {
  // expected-error @below {{has counts(0); a thread can have 1 to 256}}
  %0:3 = prim.block_radix_rank %x bits(4) counts(0) : i32
  return
}

// -----

func.func @odd_counts(%x: i32) {
  // expected-error @below {{has counts(3); expected a power of two, at most the 16 digits}}
  %0:3 = prim.block_radix_rank %x bits(4) counts(3) : i32
  return
}

// -----

func.func @many_counts(%x: i32) {
  // expected-error @below {{has counts(32); expected a power of two, at most the 16 digits}}
  %0:3 = prim.block_radix_rank %x bits(4) counts(32) : i32
  return
}

// -----

gpu.module @m {
  gpu.func @few_counts(%x: i32) kernel attributes {known_block_size = array<i32: 32, 3, 1>} {
    // expected-error @below {{has counts(1) for 256 digits in a block of 96 threads; expected counts(4) at least}}
    %0:3 = prim.block_radix_rank %x bits(8) counts(1) : i32
    gpu.return
  }
}

// -----

func.func @rank_rows(%x: vector<3xi32>) {
  // expected-error @below {{has rows(2), which is not a divisor of the 3 items of a thread}}
  %0 = prim.block_radix_rank %x bits(8) arrangement(rows(2)) : vector<3xi32>
  return
}

// -----

func.func @rank_results(%x: i32) {
  // expected-error @below {{expects results of types (i32, i32, i32), found (i32)}}
  %0 = "prim.block_radix_rank"(%x) <{bits = 4 : i32, counts = 1 : i32, operandSegmentSizes = array<i32: 1, 0>}> ({}, {}, {}) : (i32) -> i32
  return
}

// -----

func.func @uncounted(%x: i32) {
  // expected-error @below {{has a counted region, which takes the counts; add counts(...)}}
  %0 = prim.block_radix_rank %x bits(4) counted {
  ^bb0(%c: i32):
    prim.yield
  } : i32
  return
}

// -----

func.func @counted_argument(%x: i32) {
  // expected-error @below {{expects the counted region to take (vector<2xi32>), found (i32)}}
  %0:3 = prim.block_radix_rank %x bits(4) counts(2) counted {
  ^bb0(%c: i32):
    prim.yield
  } : i32
  return
}

// -----

func.func @counted_yield(%x: i32) {
  // expected-error @below {{expects the counted region to yield}}
  %0:3 = prim.block_radix_rank %x bits(4) counts(1) counted {
  ^bb0(%c: i32):
    prim.yield %c : i32
  } : i32
  return
}

// -----

func.func @counted_scan(%x: i32) {
  %0:3 = prim.block_radix_rank %x bits(4) counts(1) counted {
  ^bb0(%c: i32):
    // expected-error @below {{is not allowed in a counted region: the enclosing op still uses the workgroup memory of block ops}}
    %1 = prim.block_scan inclusive add %c : i32
    prim.yield
  } : i32
  return
}

// -----

func.func @digit_argument(%x: vector<2xi64>) {
  // expected-error @below {{expects the digit region to take (i64), found (i32)}}
  %0 = prim.block_radix_rank %x bits(4) digit {
  ^bb0(%k: i32):
    prim.yield %k : i32
  } : vector<2xi64>
  return
}

// -----

func.func @digit_yield(%x: vector<2xi64>) {
  // expected-error @below {{expects the digit region to yield (i32)}}
  %0 = prim.block_radix_rank %x bits(4) digit {
  ^bb0(%k: i64):
    prim.yield %k : i64
  } : vector<2xi64>
  return
}

// -----

func.func @digit_effect(%x: i32, %b: !prim.base<global>) {
  %0 = prim.block_radix_rank %x bits(4) digit {
  ^bb0(%k: i32):
    // expected-error @below {{is not allowed in a digit region: it accesses memory or may have side effects}}
    prim.store %k, %b[%k] : i32, !prim.base<global>
    prim.yield %k : i32
  } : i32
  return
}

// -----

func.func @ranked_arguments(%x: f32) {
  // expected-error @below {{expects the ranked region to take (f32, i32), found (f32)}}
  %0 = prim.block_radix_rank %x bits(4) digit {
  ^bb0(%k: f32):
    %d = arith.fptoui %k : f32 to i32
    prim.yield %d : i32
  } ranked {
  ^bb0(%k: f32):
    prim.yield
  } : f32
  return
}

// -----

func.func @ranked_barrier(%x: i32) {
  %0 = prim.block_radix_rank %x bits(4) ranked {
  ^bb0(%k: i32, %r: i32):
    // expected-error @below {{is not allowed in a ranked region: the enclosing op still uses the workgroup memory of block ops}}
    prim.block_barrier
    prim.yield
  } : i32
  return
}

// -----

func.func @no_bins(%x: i32) {
  // expected-error @below {{has bins(0); expected at least one}}
  %0 = prim.block_histogram %x bins(0) counts(1) : i32
  return
}

// -----

func.func @nowhere(%x: i32) {
  // expected-error @below {{needs counts(...), for counts as a result, or into(...), for counters in memory}}
  prim.block_histogram %x bins(4) : i32
  return
}

// -----

func.func @twice(%x: i32, %b: !prim.base<global>) {
  // expected-error @below {{has both counts and into; give one}}
  %0 = prim.block_histogram %x bins(4) counts(1) into(%b : !prim.base<global>) : i32
  return
}

// -----

gpu.module @m {
  gpu.func @few_bins(%x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @below {{has counts(3) for 200 bins in a block of 64 threads; expected counts(4) at least}}
    %0 = prim.block_histogram %x bins(200) counts(3) : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @many_bins(%x: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @below {{has counts(256) for 8193 bins in a block of 32 threads; a thread can have 256 at most, so use more threads per block, or fewer bins}}
    %0 = prim.block_histogram %x bins(8193) counts(256) : i32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @most_bins(%x: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @below {{has counts(1) for 8192 bins in a block of 32 threads; expected counts(256) at least}}
    %0 = prim.block_histogram %x bins(8192) counts(1) : i32
    gpu.return
  }
}

// -----

func.func @float_bins(%x: f32) {
  // expected-error @below {{must be integer, index or 1-D vector of them}}
  %0 = prim.block_histogram %x bins(4) counts(1) : f32
  return
}

// -----

func.func @wide_counters(%x: i32, %m: memref<?xi64>) {
  // expected-error @below {{adds to counters of 'i32', but the memory has elements of 'i64'}}
  prim.block_histogram %x bins(4) into(%m : memref<?xi64>) : i32
  return
}

// -----

func.func @histogram_result(%x: i32) {
  // expected-error @below {{expects results of types (i32), found (vector<2xi32>)}}
  %0 = "prim.block_histogram"(%x) <{bins = 4 : i32, counts = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> vector<2xi32>
  return
}

// -----

func.func @into_result(%x: i32, %b: !prim.base<global>) {
  // expected-error @below {{expects results of types}}
  %0 = "prim.block_histogram"(%x, %b) <{bins = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, !prim.base<global>) -> i32
  return
}

// -----

func.func @histogram_rows(%x: vector<3xi32>, %b: !prim.base<global>) {
  // expected-error @below {{has rows(2), which is not a divisor of the 3 items of a thread}}
  prim.block_histogram %x bins(4) arrangement(rows(2)) into(%b : !prim.base<global>) : vector<3xi32>
  return
}

// -----

func.func @histogram_small(%x: i32, %m: memref<4xi32>) {
  // expected-error @below {{has bins(256) and counters in a 'memref<4xi32>' of 4; expected a counter per bin}}
  prim.block_histogram %x bins(256) into(%m : memref<4xi32>) : i32
  return
}

// -----

func.func @histogram_large(%x: i32, %m: memref<?xi32>) {
  // expected-error @below {{has bins(2147483647); expected at most 1073741824: count in several histograms}}
  prim.block_histogram %x bins(2147483647) into(%m : memref<?xi32>) : i32
  return
}

// -----

func.func @stage_workgroup(%m: !prim.base<workgroup>, %i: index, %s: !prim.base<workgroup>) {
  // expected-error @below {{'prim.block_stage' op expects device memory, found workgroup memory; load from it directly}}
  prim.block_stage %m[%i] to %s : !prim.base<workgroup>, !prim.base<workgroup>, vector<4xi32>
  return
}

// -----

func.func @stage_workgroup_memref(%m: memref<?xi32, #gpu.address_space<workgroup>>, %i: index, %s: !prim.base<workgroup>) {
  // expected-error @below {{'prim.block_stage' op expects device memory, found workgroup memory; load from it directly}}
  prim.block_stage %m[%i] to %s : memref<?xi32, #gpu.address_space<workgroup>>, !prim.base<workgroup>, vector<4xi32>
  return
}

// -----

func.func @stage_to_global(%m: !prim.base<global>, %i: index) {
  // expected-error @below {{must be base in workgroup memory}}
  "prim.block_stage"(%m, %i, %m) <{items = i32}> : (!prim.base<global>, index, !prim.base<global>) -> ()
  return
}

// -----

func.func @stage_elements(%m: memref<?xi64>, %i: index, %s: !prim.base<workgroup>) {
  // expected-error @below {{moves items of 'i32', but the memory has elements of 'i64'}}
  prim.block_stage %m[%i] to %s : memref<?xi64>, !prim.base<workgroup>, vector<4xi32>
  return
}

// -----

func.func @stage_rows(%m: memref<?xi32>, %i: index, %s: !prim.base<workgroup>) {
  // expected-error @below {{rows}}
  prim.block_stage %m[%i] to %s arrangement(rows(3)) : memref<?xi32>, !prim.base<workgroup>, vector<4xi32>
  return
}

// -----

func.func @load_align(%m: memref<?xi32>, %i: index) {
  // expected-error @below {{attribute 'alignment' failed to satisfy constraint}}
  %0 = prim.block_load %m[%i] align(6) : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @ticket_wait_in_prefix(%x: i32, %p: i32) {
  %s = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @+1 {{'prim.grid_ticket_wait' op is not allowed in a prefix region: only one wave runs it}}
    %t = prim.grid_ticket_wait %p
    prim.yield %t : i32
  } : i32
  return
}

// -----

func.func @narrow_rows_of_scan(%x: vector<4xi32>) {
  // expected-error @below {{this op works on whole waves, not on rows of narrower warps; remove width, or move the items with prim.block_exchange}}
  %0 = prim.block_scan inclusive add %x arrangement(rows(1) width(16)) : vector<4xi32>
  return
}

// -----

func.func @row_width(%m: memref<?xi32>, %i: index) {
  // expected-error @below {{expects a width that is a power of two, found 12}}
  %0 = prim.block_load %m[%i] arrangement(rows(1) width(12)) : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @row_width_alone(%x: vector<4xi32>) {
  // expected-error @below {{has the width of warps without rows; write rows(count) width(lanes)}}
  %0 = "prim.block_exchange"(%x) <{to_width = 16 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @single_hint(%m: memref<?xi32>, %i: index) {
  // expected-error @below {{has a cache hint that only single accesses support; use prim.load; expected all, stream, constant}}
  %0 = prim.block_load %m[%i] cache(device) : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @single_store(%x: i32, %m: memref<?xi32>, %i: index) {
  // expected-error @below {{has a cache hint that stores of tiles do not support; use prim.store for single accesses; expected all, stream}}
  prim.block_store %x, %m[%i] cache(volatile) : i32, memref<?xi32>
  return
}

// -----

func.func @constant_store(%x: i32, %m: memref<?xi32>, %i: index) {
  // expected-error @below {{has a cache hint that stores of tiles do not support; use prim.store for single accesses; expected all, stream}}
  prim.block_store %x, %m[%i] cache(constant) : i32, memref<?xi32>
  return
}
