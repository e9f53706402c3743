// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @value(%x: i32) -> i32 {
  // expected-error @+1 {{attribute 'prim.converged' takes no value}}
  %r = prim.warp_reduce add %x all {prim.converged = true} : i32
  return %r : i32
}

// -----

func.func @other_op(%x: i32) -> i32 {
  // expected-error @+1 {{attribute 'prim.converged' must be on a warp, block or grid op, or on a collective or barrier of the gpu dialect}}
  %r = arith.addi %x, %x {prim.converged} : i32
  return %r : i32
}
