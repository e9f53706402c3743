// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @no_types(%n: index) {
  // expected-error @below {{'prim.grid_state_size' op needs the type of at least one value}}
  %b = "prim.grid_state_size"(%n) <{types = []}> : (index) -> index
  return
}

// -----

func.func @no_element(%n: index) {
  // expected-error @below {{'prim.grid_state_size' op cannot keep state of type 'vector<2xi32>'; use i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  %b = prim.grid_state_size %n : vector<2xi32>
  return
}

// -----

func.func @workgroup(%c: !prim.base<workgroup>) {
  // expected-error @below {{operand #0 must be base in device memory}}
  %t = prim.grid_ticket %c : !prim.base<workgroup>
  return
}

// -----

func.func @no_combiner(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op}}
  %p, %some = prim.grid_scan %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @no_tile(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op expects one value for 'tile', found 0}}
  %p, %some = prim.grid_scan add %x tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @no_state(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op expects one value for 'state', found 0}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) : i32
  return
}

// -----

func.func @two_states(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op expects one value for 'state', found 2}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) state(%s, %s : !prim.base<global>, !prim.base<global>) : i32
  return
}

// -----

func.func @results(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op}}
  %p = "prim.grid_scan"(%x, %t, %t, %s) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 1, 1, 0>}> ({}) : (i32, i32, i32, !prim.base<global>) -> i32
  return
}

// -----

func.func @window(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{attribute 'window' failed to satisfy constraint}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) window(0) : i32
  return
}

// -----

func.func @reduce_no_state(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_reduce' op expects one value for 'state', found 0}}
  %p, %last = prim.grid_reduce add %x tile(%t) tiles(%t) : i32
  return
}

// -----

func.func @reduce_kind(%s: !prim.base<global>, %t: i32, %x: f32) {
  // expected-error @below {{'prim.grid_reduce' op kind 'maxsi' does not support type 'f32'}}
  %p, %last = prim.grid_reduce maxsi %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : f32
  return
}

// -----

func.func @reduce_results(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_reduce' op expects results of types (i32, i1), found (i32)}}
  %p = "prim.grid_reduce"(%x, %t, %t, %s) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 1, 1>}> ({}) : (i32, i32, i32, !prim.base<global>) -> i32
  return
}

// -----

func.func @reduce_window(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{unknown clause 'window'; expected identity, reset, all, fastmath, combiner}}
  %p, %last = prim.grid_reduce add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) window(3) : i32
  return
}

// -----

func.func @size_bits(%n: index) {
  // expected-error @below {{'prim.grid_state_size' op has bits(8), which requires integers, on type 'f32'; remove the clause}}
  %b = prim.grid_state_size %n bits(8) : i32, f32
  return
}

// -----

func.func @size_chains(%n: index) {
  // expected-error @below {{attribute 'chains' failed to satisfy constraint}}
  %b = prim.grid_state_size %n chains(0) : i32
  return
}

// -----

func.func @publish_no_tile(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_publish' op expects one value for 'tile', found 0}}
  prim.grid_publish %x tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @publish_two_epochs(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_publish' op operand group starting at #4 requires 0 or 1 element, but found 2}}
  "prim.grid_publish"(%x, %t, %t, %s, %t, %t) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 2>}> : (i32, i32, i32, !prim.base<global>, i32, i32) -> ()
  return
}

// -----

func.func @publish_nothing(%s: !prim.base<global>, %t: i32) {
  // expected-error @below {{'prim.grid_publish' op needs at least one input}}
  "prim.grid_publish"(%t, %t, %s) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 0>}> : (i32, i32, !prim.base<global>) -> ()
  return
}

// -----

func.func @publish_lengths(%s: !prim.base<global>, %t: i32, %x: vector<2xi32>, %y: vector<4xi32>) {
  // expected-error @below {{'prim.grid_publish' op expects inputs that are all scalars or all vectors of one length}}
  prim.grid_publish %x, %y tile(%t) tiles(%t) state(%s : !prim.base<global>) chains(8) : vector<2xi32>, vector<4xi32>
  return
}

// -----

func.func @publish_vector(%s: !prim.base<global>, %t: i32, %x: vector<2xi32>) {
  // expected-error @below {{'prim.grid_publish' op has vector inputs, whose elements are chains; give the number of chains of the block with chains(count)}}
  prim.grid_publish %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : vector<2xi32>
  return
}

// -----

func.func @publish_few_bits(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{attribute 'bits' failed to satisfy constraint}}
  prim.grid_publish %x tile(%t) tiles(%t) state(%s : !prim.base<global>) bits(0) : i32
  return
}

// -----

func.func @publish_many_bits(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{attribute 'bits' failed to satisfy constraint}}
  prim.grid_publish %x tile(%t) tiles(%t) state(%s : !prim.base<global>) bits(31) : i32
  return
}

// -----

func.func @publish_float_bits(%s: !prim.base<global>, %t: i32, %x: f32) {
  // expected-error @below {{'prim.grid_publish' op has bits(30), which requires integers, on type 'f32'; remove the clause}}
  prim.grid_publish %x tile(%t) tiles(%t) state(%s : !prim.base<global>) bits(30) : f32
  return
}

// -----

func.func @publish_kind(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{unknown word 'add'; before the operands there may be complete}}
  prim.grid_publish add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @prefix_no_combiner(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_prefix' op needs a kind or a combiner region}}
  %p, %some = prim.grid_prefix %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @prefix_kind(%s: !prim.base<global>, %t: i32, %x: f32) {
  // expected-error @below {{'prim.grid_prefix' op kind 'maxsi' does not support type 'f32'}}
  %p, %some = prim.grid_prefix maxsi %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : f32
  return
}

// -----

func.func @prefix_results(%s: !prim.base<global>, %t: i32, %x: vector<2xi32>) {
  // expected-error @below {{'prim.grid_prefix' op expects results of types (vector<2xi32>, i1), found (i32, i1)}}
  %p:2 = "prim.grid_prefix"(%x, %t, %t, %s) <{kind = 0 : i32, chains = 9 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 1, 1, 0>}> ({}) : (vector<2xi32>, i32, i32, !prim.base<global>) -> (i32, i1)
  return
}

// -----

func.func @prefix_no_state(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_prefix' op expects one value for 'state', found 0}}
  %p, %some = prim.grid_prefix add %x tile(%t) tiles(%t) : i32
  return
}

// -----

func.func @prefix_complete(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{unknown word 'complete'; before the operands there may be add}}
  %p, %some = prim.grid_prefix complete %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @prefix_window(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_prefix' op has window(9), but with chains a thread reads at most 8 tiles at once; use a smaller window}}
  %p, %some = prim.grid_prefix add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) chains(8) window(9) : i32
  return
}

// -----

func.func @scan_vector(%s: !prim.base<global>, %t: i32, %x: vector<2xi32>) {
  // expected-error @below {{'prim.grid_scan' op has vector inputs, whose elements are chains; give the number of chains of the block with chains(count)}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) : vector<2xi32>
  return
}

// -----

func.func @scan_bits(%s: !prim.base<global>, %t: i32, %x: f64) {
  // expected-error @below {{'prim.grid_scan' op has bits(4), which requires integers, on type 'f64'; remove the clause}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) bits(4) : f64
  return
}

// -----

func.func @grid_publish_chains_in_prefix(%s: !prim.base<global>, %t: i32, %x: i32) {
  %r = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @below {{'prim.grid_publish' op has chains in a prefix region, which only one wave runs; move the op out of the region}}
    prim.grid_publish %a tile(%t) tiles(%t) state(%s : !prim.base<global>) chains(8) : i32
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @grid_prefix_chains_in_prefix(%s: !prim.base<global>, %t: i32, %x: i32) {
  %r = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @below {{'prim.grid_prefix' op has chains in a prefix region, which only one wave runs; move the op out of the region}}
    %p, %some = prim.grid_prefix add %a tile(%t) tiles(%t) state(%s : !prim.base<global>) chains(8) : i32
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @grid_scan_chains_in_prefix(%s: !prim.base<global>, %t: i32, %x: i32) {
  %r = prim.block_scan inclusive add %x prefix {
  ^bb0(%a: i32):
    // expected-error @below {{'prim.grid_scan' op has chains in a prefix region, which only one wave runs; move the op out of the region}}
    %p, %some = prim.grid_scan add %a tile(%t) tiles(%t) state(%s : !prim.base<global>) chains(8) : i32
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @cooperative_elsewhere(%x: i32) {
  // expected-error @below {{attribute 'prim.cooperative' must be on a gpu.launch_func}}
  %0 = arith.addi %x, %x {prim.cooperative} : i32
  return
}

// -----

func.func @overlapped_elsewhere(%x: i32) {
  // expected-error @below {{attribute 'prim.overlapped' must be on a gpu.launch_func}}
  %0 = arith.addi %x, %x {prim.overlapped} : i32
  return
}

// -----

func.func @overlapped_value(%x: i32) {
  // expected-error @below {{attribute 'prim.overlapped' takes no value}}
  %0 = arith.addi %x, %x {prim.overlapped = 1 : i32} : i32
  return
}

// -----

func.func @cooperative_value(%x: i32) {
  // expected-error @below {{attribute 'prim.cooperative' takes no value}}
  %0 = arith.addi %x, %x {prim.cooperative = true} : i32
  return
}

// -----

func.func @gather_words(%w: vector<1xi64>, %c: i1, %t: i32, %s: !prim.base<global>) {
  // expected-error @below {{'prim.grid_gather' op has words of type 'vector<1xi64>', but its results take 'vector<3xi64>'; read that many with 'prim.grid_peek'}}
  %x, %y = prim.grid_gather %w where(%c) tile(%t) tiles(%t) state(%s : !prim.base<global>) : vector<1xi64> -> i64, f16
  return
}

// -----

func.func @gather_nothing(%w: vector<1xi64>, %c: i1, %t: i32, %s: !prim.base<global>) {
  // expected-error @below {{'prim.grid_gather' op has no results; give it the types of the published values}}
  "prim.grid_gather"(%w, %c, %t, %t, %s) : (vector<1xi64>, i1, i32, i32, !prim.base<global>) -> ()
  return
}

// -----

func.func @peek_small(%t: i32, %s: !prim.base<global>) {
  // expected-error @below {{'prim.grid_peek' op result #0 must be}}
  %w = prim.grid_peek tile(%t) tiles(%t) state(%s : !prim.base<global>) : vector<1xi32>
  return
}

// -----

func.func @min_blocks_elsewhere(%x: i32) {
  // expected-error @below {{attribute 'prim.min_blocks' must be on a gpu.func}}
  %0 = arith.addi %x, %x {prim.min_blocks = 2 : i32} : i32
  return
}

// -----

// expected-error @below {{attribute 'prim.min_blocks' must be a positive i32, found 0 : i32}}
func.func @min_blocks_none() attributes {prim.min_blocks = 0 : i32} {
  return
}

// -----

// expected-error @below {{attribute 'prim.min_blocks' must be a positive i32, found 2 : i64}}
func.func @min_blocks_wide() attributes {prim.min_blocks = 2 : i64} {
  return
}
