// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @no_types(%n: index) {
  // expected-error @below {{'prim.grid_state_size' op asks for the state of no values; name their types}}
  %b = "prim.grid_state_size"(%n) <{types = []}> : (index) -> index
  return
}

// -----

func.func @no_element(%n: index) {
  // expected-error @below {{'prim.grid_state_size' op asks for the state of 'vector<2xi32>', which is no element type}}
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
  // expected-error @below {{'prim.grid_scan' op takes one value for 'tile', found 0}}
  %p, %some = prim.grid_scan add %x tiles(%t) state(%s : !prim.base<global>) : i32
  return
}

// -----

func.func @no_state(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op takes one value for 'state', found 0}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) : i32
  return
}

// -----

func.func @two_states(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op takes one value for 'state', found 2}}
  %p, %some = prim.grid_scan add %x tile(%t) tiles(%t) state(%s, %s : !prim.base<global>, !prim.base<global>) : i32
  return
}

// -----

func.func @results(%s: !prim.base<global>, %t: i32, %x: i32) {
  // expected-error @below {{'prim.grid_scan' op}}
  %p = "prim.grid_scan"(%x, %t, %t, %s) <{kind = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 1, 1>}> ({}) : (i32, i32, i32, !prim.base<global>) -> i32
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
  // expected-error @below {{'prim.grid_reduce' op takes one value for 'state', found 0}}
  %p, %last = prim.grid_reduce add %x tile(%t) tiles(%t) : i32
  return
}

// -----

func.func @reduce_kind(%s: !prim.base<global>, %t: i32, %x: f32) {
  // expected-error @below {{'prim.grid_reduce' op kind 'maxsi' does not work on type 'f32'}}
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
  // expected-error @below {{unknown clause 'window'; expected identity, tile, tiles, state, reset, all, fastmath, combiner}}
  %p, %last = prim.grid_reduce add %x tile(%t) tiles(%t) state(%s : !prim.base<global>) window(3) : i32
  return
}
