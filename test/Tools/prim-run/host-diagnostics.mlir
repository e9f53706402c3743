// RUN: split-file %s %t
// RUN: not prim-run %t/external.mlir --generate=8xi32:iota --device=emulator 2>&1 | FileCheck %t/external.mlir --implicit-check-not=error --implicit-check-not="see current operation"
// RUN: not prim-run %t/element.mlir --generate=8xi32:iota --scalar=1 --device=emulator 2>&1 | FileCheck %t/element.mlir --implicit-check-not=error --implicit-check-not="see current operation"
// RUN: not prim-run %t/stack.mlir --generate=8xi32:iota --device=emulator 2>&1 | FileCheck %t/stack.mlir --implicit-check-not=error --implicit-check-not="see current operation"
// RUN: not prim-opt %t/element.mlir --prim-to-rocdl-pipeline=chip=gfx942 2>&1 | FileCheck %t/element.mlir --implicit-check-not=error --implicit-check-not="see current operation"

// RUN: env LLVM_DISABLE_SYMBOLIZATION=1 not --crash prim-run %t/outside.mlir --generate=8xi32:iota --device=emulator 2>&1 | FileCheck %t/outside.mlir

// REQUIRES: prim-run, emulator

// What is wrong with host code is said in one line, at the op in the user's file.

//--- external.mlir
// CHECK: external.mlir:[[#@LINE+1]]:1: error: function 'elsewhere' is declared but not defined
func.func private @elsewhere(tensor<?xi32>)
func.func @main(%x: tensor<?xi32>) {
  call @elsewhere(%x) : (tensor<?xi32>) -> ()
  return
}

//--- element.mlir
func.func @main(%x: tensor<?xi32>, %i: index) -> i32 {
  // CHECK: element.mlir:[[#@LINE+1]]:8: error: {{.*}}accesses device memory from host code
  %v = tensor.extract %x[%i] : tensor<?xi32>
  return %v : i32
}

//--- stack.mlir
func.func @main(%y: memref<8xi32>) {
  // CHECK: stack.mlir:[[#@LINE+4]]:3: error: 'prim.device_scan' op uses host memory as device memory
  // CHECK: stack.mlir:[[#@LINE+1]]:8: note: the host memory is here
  %x = memref.alloca() : memref<8xi32>

  prim.device_scan inclusive add ins(%x : memref<8xi32>) outs(%y : memref<8xi32>)
  return
}

//--- outside.mlir
// What no analysis of the host code can see faults, as it would beside a GPU.
// CHECK: prim emulator: host code {{reads|accesses}} [[A:0x[0-9a-f]+]], which is device memory: 0 bytes after the start of the allocation of 32 bytes at [[A]]; copy it
// CHECK-NEXT: prim-run ended by a signal, in host code of the program
func.func private @strlen(!llvm.ptr) -> i64
func.func @main(%x: memref<8xi32>) -> i64 {
  %a = memref.extract_aligned_pointer_as_index %x : memref<8xi32> -> index
  %i = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %n = call @strlen(%p) : (!llvm.ptr) -> i64
  return %n : i64
}
