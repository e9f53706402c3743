// RUN: prim-opt %s --verify-diagnostics --split-input-file

func.func @no_side(%x: i32) {
  // expected-error @+1 {{looks at no neighbour; say left, right, or left right}}
  prim.block_adjacent %x map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @no_region(%x: i32) {
  // expected-error @+1 {{needs a map region, which is given two neighbours}}
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
  // expected-error @+1 {{has a map region that yields nothing; give a flag (i1) or an element}}
  prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32):
    prim.yield
  } : i32
  return
}

// -----

func.func @type(%x: i32) {
  // expected-error @+1 {{cannot give values of type 'i24'; expected i1 or an element type of prim}}
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
  // expected-error @+1 {{has a predecessor, which only 'left' looks at; say that, or leave it out}}
  %0 = prim.block_adjacent right %x predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  } : i32
  return
}

// -----

func.func @other_type(%x: i32) {
  // expected-error @+1 {{gives 'i64' as number 0, which the item at the block's edge cannot stand in for; say its neighbour by predecessor(...)}}
  %0 = prim.block_adjacent left %x map {
  ^bb0(%a: i32, %b: i32):
    %c = arith.extsi %a : i32 to i64
    prim.yield %c : i64
  } : i32
  return
}

// -----

func.func @one_too_many(%x: i32, %p: i32) {
  // expected-error @+1 {{gives 'i32' as number 1, which the item at the block's edge cannot stand in for; say its neighbour by successor(...)}}
  %0:4 = prim.block_adjacent left right %x predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a, %b : i32, i32
  } : i32
  return
}

// -----

func.func @striped(%x: vector<2xi32>) {
  // expected-error @+1 {{works on neighbouring items; expected an arrangement that is blocked or rows(count)}}
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
  // expected-error @+1 {{needs one way for its items to go: offset(...), rotate(...), up or down}}
  %0 = prim.block_shuffle %x : i32
  return
}

// -----

func.func @two_ways(%x: i32) {
  // expected-error @+1 {{needs one way for its items to go: offset(...), rotate(...), up or down}}
  %0 = prim.block_shuffle up %x offset(%x) : i32
  return
}

// -----

func.func @edge(%x: i32, %d: i32) {
  // expected-error @+1 {{has edge, which is the item that up or down pushes out of the block}}
  %0:2 = prim.block_shuffle %x offset(%d) edge : i32
  return
}

// -----

func.func @fill(%x: i32, %d: i32) {
  // expected-error @+1 {{fills items, of which a rotation leaves none without a source}}
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
  // expected-error @+1 {{has items(0); expected at least one per thread, and at most 256 of these types: decode window by window}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) items(0) : i32
  return
}

// -----

func.func @many(%x: i64, %l: i32) {
  // expected-error @+1 {{has items(129); expected at least one per thread, and at most 128 of these types: decode window by window}}
  %0 = prim.block_run_length_decode %x lengths(%l : i32) items(129) : i64
  return
}

// -----

func.func @no_lengths(%x: i64) {
  // expected-error @+1 {{needs lengths(...), which say how often each item is repeated}}
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
  // expected-error @+1 {{has flags of the items that go to their ranks; say ranks(...)}}
  %0 = prim.block_exchange %x flags(%f) to(striped) : i32
  return
}

// -----

func.func @guards_of_none(%x: vector<2xi32>) {
  // expected-error @+1 {{has guarded, for items that do not go to their ranks; say ranks(...)}}
  %0 = prim.block_exchange %x guarded to(striped) : vector<2xi32>
  return
}

// -----

func.func @both_ways(%x: i32) {
  // expected-error @+1 {{has both ranks, which say where items go, and gather, which says where they come from; give one}}
  %0 = prim.block_exchange %x ranks(%x : i32) gather(%x : i32) : i32
  return
}

// -----

func.func @gather_to(%x: vector<2xi32>) {
  // expected-error @+1 {{has both to(...) and gather, which says for every item where it comes from}}
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
