// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What the clause parser itself rejects.

func.func @twice(%x: i32) {
  // expected-error @+1 {{clause 'width' is given twice}}
  %0 = prim.warp_reduce add %x width(8) width(8) : i32
  return
}

// -----

func.func @head_and_tail(%x: i32, %g: i1) {
  // expected-error @+1 {{clause 'tail' excludes 'head'}}
  %0 = prim.warp_reduce add %x head(%g) tail(%g) : i32
  return
}

// -----

func.func @unknown(%x: i32) {
  // expected-error @+1 {{unknown clause 'wide'; expected identity, valid, head, tail, init, all, width, fastmath, combiner}}
  %0 = prim.warp_reduce add %x wide(8) : i32
  return
}

// -----

func.func @kind(%x: i32) {
  // expected-error @+1 {{unknown word 'plus'; before the operands there may be add, mul, minsi, maxsi, minui, maxui, minimumf, maximumf, minnumf, maxnumf, and, or, xor}}
  %0 = prim.warp_reduce plus %x : i32
  return
}

// -----

func.func @two_kinds(%x: i32) {
  // expected-error @+1 {{unknown word 'mul'}}
  %0 = prim.warp_reduce add mul %x : i32
  return
}

// -----

func.func @device_kind(%x: memref<?xi32>) {
  // expected-error @+1 {{unknown word 'plus'; before the clauses there may be add, mul, minsi, maxsi, minui, maxui, minimumf, maximumf, minnumf, maxnumf, and, or, xor; clauses are ins, outs, workspace,}}
  prim.device_scan inclusive plus ins(%x : memref<?xi32>) outs(%x : memref<?xi32>)
  return
}

// -----

func.func @mode(%x: i32) {
  // expected-error @+1 {{expected inclusive, exclusive, both after the op's name}}
  %0 = prim.warp_scan add %x : i32
  return
}

// -----

func.func @no_operand() {
  // expected-error @+1 {{expected an operand}}
  %0 = prim.warp_reduce add : i32
  return
}

// -----

func.func @no_value(%x: i32) {
  // expected-error @+1 {{clause 'valid' needs a value}}
  %0 = prim.warp_reduce add %x valid() : i32
  return
}

// -----

func.func @too_many(%x: i32) {
  // expected-error @+1 {{expected 1 value in 'init', found 2}}
  %0 = prim.warp_scan exclusive add %x init(%x, %x) : i32
  return
}

// -----

func.func @types(%x: i32) {
  // expected-error @+1 {{expected 2 values in 'inputs', found 1}}
  %0:2 = prim.warp_sort slt %x : i32, i32
  return
}

// -----

func.func @word(%x: vector<2xi32>) {
  // expected-error @+1 {{unknown arrangement 'sideways'; expected blocked, striped, rows(number)}}
  %0 = prim.block_sort slt %x to(sideways) : vector<2xi32>
  return
}

// -----

func.func @dictionary(%x: i32) {
  // expected-error @+1 {{attribute 'width' is written as a clause, not in the dictionary}}
  %0 = prim.warp_reduce add %x {width = 8 : i32} : i32
  return
}

// -----

func.func @segments(%x: i32) {
  // expected-error @+1 {{attribute 'operandSegmentSizes' is written as a clause, not in the dictionary}}
  %0 = prim.warp_reduce add %x {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : i32
  return
}

// -----

func.func @empty_region(%x: i32) {
  // expected-error @+1 {{region 'combiner' is empty}}
  %0 = prim.warp_reduce %x combiner {} : i32
  return
}

// -----

// expected-error @+1 {{block_size must be at most 1024, found 2048}}
func.func private @tuning() attributes {t = #prim.tuning<block_size = 2048>}

// -----

// expected-error @+1 {{block_size must be a multiple of 32, found 100}}
func.func private @tuning() attributes {t = #prim.tuning<block_size = 100>}

// -----

// expected-error @+1 {{items_per_thread must be at most 64, found 65}}
func.func private @tuning() attributes {t = #prim.tuning<items_per_thread = 65>}

// -----

func.func @outside() {
  // expected-error @+1 {{must end a region of a prim op; use the terminator of the enclosing op}}
  prim.yield
}

// -----

// A use, out of turn, of a value of a region that is dropped again.
func.func @out_of_turn(%x: i32) {
  %0 = prim.warp_reduce add %a : i32
  %1 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %a : i32
  // expected-error @+1 {{unknown clause 'wide'}}
  } wide : i32
  return
}

// -----

// A word that stands in the wrong place, or is misspelt, is named wherever it
// is: before and after operands, clauses and types.
func.func @leading_after_clause(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @+1 {{word 'descending' belongs right after the op's name, before the clauses}}
  %r = prim.device_sort slt keys(1) descending ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @misspelt_after_clause(%x: tensor<4x8xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown clause 'dimensions'; expected workspace, initialized, discards, init, identity, reads, dimension, segments,}}
  %s = prim.device_reduce add ins(%x : tensor<4x8xf32>) outs(%e : tensor<4xf32>) dimensions(1) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

func.func @misspelt_without_results(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{unknown clause 'revers'; expected workspace, initialized, discards, init, identity, reads, total, reverse, dimension,}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) revers
  return
}

// -----

func.func @kind_without_results(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{word 'add' belongs right after the op's name, before the clauses}}
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) add
  return
}

// -----

func.func @misspelt_async(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{unknown clause 'asynch'; expected workspace,}}
  %t = prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) asynch
  return
}

// -----

func.func @clause_before_operands(%v: i32) {
  // expected-error @+1 {{clause 'reverse' belongs after the operands}}
  %r = prim.warp_scan inclusive add reverse %v : i32
  return
}

// -----

func.func @leading_after_operands(%v: i32) {
  // expected-error @+1 {{word 'add' belongs right after the op's name, before the operands}}
  %r = prim.warp_scan inclusive %v add : i32
  return
}

// -----

func.func @clause_after_types(%v: i32) {
  // expected-error @+1 {{clause 'reverse' belongs before the types}}
  %r = prim.warp_scan inclusive add %v : i32 reverse
  return
}

// -----

func.func @clause_after_result_types(%x: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @+1 {{clause 'reverse' belongs before the types}}
  %r = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32> reverse
  return %r : tensor<?xi32>
}

// -----

// What begins the next op, or a location, is none of the words.
func.func @next_op(%x: memref<?xi32>, %o: memref<?xi32>) {
  %t = prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) async
  gpu.wait [%t]
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  call @next_op(%x, %o) : (memref<?xi32>, memref<?xi32>) -> ()
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) loc("here")
  return
}
