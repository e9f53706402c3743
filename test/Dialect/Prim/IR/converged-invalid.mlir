// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @value(%x: i32) -> i32 {
  // expected-error @+1 {{attribute 'prim.converged' takes no value}}
  %r = prim.warp_reduce add %x all {prim.converged = true} : i32
  return %r : i32
}

// -----

func.func @other_op(%x: i32) -> i32 {
  // expected-error @+1 {{attribute 'prim.converged' is a promise of warp, block and grid ops, and the gpu dialect's collectives and barrier only}}
  %r = arith.addi %x, %x {prim.converged} : i32
  return %r : i32
}
