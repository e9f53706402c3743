// Host functions on memrefs in global memory work as those without a memory space;
// any other space that is not a number is an error at its place.
// REQUIRES: emulator
// RUN: split-file %s %t
// RUN: prim-run %t/global.mlir --device=emulator --generate=5xi32:iota --inout=0 --print | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: 0 1 3 6 10
// RUN: prim-compile %t/global.mlir --chip=gfx942 --emit=shared -o %t/global.so
// RUN: prim-opt %t/invalid.mlir --prim-to-rocdl-pipeline="chip=gfx942" -split-input-file -verify-diagnostics

//--- global.mlir
func.func @main(%x: memref<?xi32, #gpu.address_space<global>>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32, #gpu.address_space<global>>
  %y = gpu.alloc(%n) : memref<?xi32, #gpu.address_space<global>>
  prim.device_scan inclusive add ins(%x : memref<?xi32, #gpu.address_space<global>>) outs(%y : memref<?xi32, #gpu.address_space<global>>)
  gpu.memcpy %x, %y : memref<?xi32, #gpu.address_space<global>>, memref<?xi32, #gpu.address_space<global>>
  gpu.dealloc %y : memref<?xi32, #gpu.address_space<global>>
  return
}

//--- invalid.mlir
// expected-error@+1 {{'func.func' op has an argument in a memory space that host code does not have ('memref<?xi32, #gpu.address_space<workgroup>>'); give it no memory space, or #gpu.address_space<global>}}
func.func @workgroup(%x: memref<?xi32, #gpu.address_space<workgroup>>) {
  return
}

// -----

func.func @named(%n: index) {
  // expected-error@+1 {{'memref.alloc' op has a result in a memory space that host code does not have ('memref<?xi32, "fast">'); give it no memory space, or #gpu.address_space<global>}}
  %x = memref.alloc(%n) : memref<?xi32, "fast">
  call @use(%x) : (memref<?xi32, "fast">) -> ()
  return
}
func.func private @use(memref<?xi32, "fast">)
