// RUN: prim-opt %s --verify-diagnostics --split-input-file

func.func @no_side(%x: i32) {
  // expected-error @+1 {{uses no neighbour; write left, right, or left right}}
  prim.block_adjacent %x map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @no_region(%x: i32) {
  // expected-error @+1 {{needs a map region, which takes two neighbouring items}}
  prim.block_adjacent left %x : i32
  return
}

// -----

func.func @arguments(%x: i32) {
  // expected-error @+1 {{expects the map region to take (i32, i32), found (i32, f32)}}
  %0 = prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: f32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @number(%x: i32) {
  // expected-error @+1 {{expects the map region to take (i32, i32, i32), found (i32, i32, index)}}
  %0 = prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32, %i: index):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @nothing(%x: i32) {
  // expected-error @+1 {{has a map region that yields nothing; yield a flag (i1) or an element}}
  prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32):
    prim.yield
  } : i32
  return
}

// -----

func.func @type(%x: i32) {
  // expected-error @+1 {{cannot yield values of type 'i24'; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64}}
  %0 = "prim.block_adjacent"(%x) <{left, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.trunci %a : i32 to i24
    prim.yield %c : i24
  }) : (i32) -> i32
  return
}

// -----

func.func @results(%x: vector<2xi32>) {
  // expected-error @+1 {{expects results of types (vector<2xi1>), found (vector<2xi32>)}}
  %0 = "prim.block_adjacent"(%x) <{left, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi eq, %a, %b : i32
    prim.yield %c : i1
  }) : (vector<2xi32>) -> vector<2xi32>
  return
}

// -----

func.func @other_side(%x: i32, %p: i32) {
  // expected-error @+1 {{has a predecessor, which only 'left' uses; add that word, or remove the clause}}
  %0 = prim.block_adjacent right %x predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @other_type(%x: i32) {
  // expected-error @+1 {{yields 'i64' as result 0, which the item at the block's edge cannot replace; give the neighbour with predecessor(...)}}
  %0 = prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32):
    %c = arith.extsi %a : i32 to i64
    prim.yield %c : i64
  } : i32
  return
}

// -----

func.func @one_too_many(%x: i32, %p: i32) {
  // expected-error @+1 {{yields 'i32' as result 1, which the item at the block's edge cannot replace; give the neighbour with successor(...)}}
  %0:4 = prim.block_adjacent left right %x predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a, %b : i32, i32
  } : i32
  return
}

// -----

func.func @striped(%x: vector<2xi32>) {
  // expected-error @+1 {{works on neighbouring items; expected arrangement(blocked | rows(number))}}
  %0 = prim.block_adjacent left %x arrangement(striped) map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : vector<2xi32>
  return
}

// -----

func.func @effects(%x: i32, %m: !prim.base<global>, %o: i32) {
  %0 = prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{is not allowed in a map region}}
    prim.store %a, %m[%o] : i32, !prim.base<global>
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @no_way(%x: i32) {
  // expected-error @+1 {{expects exactly one of offset(...), rotate(...), up and down}}
  %0 = prim.block_shuffle %x : i32
  return
}

// -----

func.func @two_ways(%x: i32) {
  // expected-error @+1 {{expects exactly one of offset(...), rotate(...), up and down}}
  %0 = prim.block_shuffle up %x offset(%x) : i32
  return
}

// -----

func.func @edge(%x: i32, %d: i32) {
  // expected-error @+1 {{has edge, which only up and down support; add up or down, or remove edge}}
  %0:2 = prim.block_shuffle %x offset(%d) edge : i32
  return
}

// -----

func.func @fill(%x: i32, %d: i32) {
  // expected-error @+1 {{has fill with rotate, which leaves no item to fill; remove fill}}
  %0 = prim.block_shuffle %x rotate(%d) fill(%d) : i32
  return
}

// -----

func.func @lengths(%x: vector<2xi32>, %l: i32) {
  // expected-error @+1 {{expects one length per item, of type 'vector<2xi32>', found 'i32'}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) items(4) : vector<2xi32>
  return
}

// -----

func.func @items(%x: i32, %l: i32) {
  // expected-error @+1 {{has items(0); expected at least one per thread, and at most 256 of these types; decode the rest in further windows}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) items(0) : i32
  return
}

// -----

func.func @many(%x: i64, %l: i32) {
  // expected-error @+1 {{has items(129); expected at least one per thread, and at most 128 of these types; decode the rest in further windows}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) items(129) : i64
  return
}

// -----

func.func @no_lengths(%x: i64) {
  // expected-error @+1 {{needs lengths(...), the number of repetitions of each item}}
  %0 = prim.block_run_length_decode %x items(1) : i64
  return
}

// -----

func.func @no_items(%x: i64, %l: i32) {
  // expected-error @+1 {{requires attribute 'items'}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) : i64
  return
}

// -----

func.func @flags_of_none(%x: i32, %f: i1) {
  // expected-error @+1 {{has flags without ranks; add ranks(...)}}
  %0 = prim.block_exchange %x flags(%f) to(striped) : i32
  return
}

// -----

func.func @guards_of_none(%x: vector<2xi32>) {
  // expected-error @+1 {{has guarded without ranks; add ranks(...)}}
  %0 = prim.block_exchange %x guarded to(striped) : vector<2xi32>
  return
}

// -----

func.func @both_ways(%x: i32) {
  // expected-error @+1 {{has both ranks, which are destinations, and gather, whose ranks are sources; give one}}
  %0 = prim.block_exchange %x ranks(%x : i32) gather(%x : i32) : i32
  return
}

// -----

func.func @gather_to(%x: vector<2xi32>) {
  // expected-error @+1 {{has both to(...) and gather, which gives the source of every item; remove to(...)}}
  %0 = prim.block_exchange %x gather(%x : vector<2xi32>) to(striped) : vector<2xi32>
  return
}

// -----

func.func @gather_type(%x: vector<2xi32>, %r: vector<2xi64>) {
  // expected-error @+1 {{expects one rank per item, of type 'vector<2xi32>', found 'vector<2xi64>'}}
  %0 = prim.block_exchange %x gather(%r : vector<2xi64>) : vector<2xi32>
  return
}

// -----

func.func @flags_type(%x: vector<2xi32>, %r: vector<2xi32>, %f: i1) {
  // expected-error @+1 {{expects one flag per item, of type 'vector<2xi1>', found 'i1'}}
  %0 = "prim.block_exchange"(%x, %r, %f) <{guarded, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<2xi32>, vector<2xi32>, i1) -> vector<2xi32>
  return
}
