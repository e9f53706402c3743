// Of a row of one element a thread reads a vector's worth. What is not there is no
// poison, of which LLVM would make poison of the whole scan, and nothing would be
// stored; on a GPU only, as AMD's tiles are others.
// RUN: prim-compile %s --chip=sm_90 --emit=isa --limits=least-columns=4 -o - | FileCheck %s
// CHECK: .entry scan_0
// CHECK: ld.global
// CHECK: st.global
// CHECK: st.global

func.func @scan(%x: memref<1x3xi8>, %z: memref<3xi8>, %a: memref<1x3xi64>, %b: memref<1x3xi64>) {
  prim.device_scan both xor ins(%x : memref<1x3xi8>) outs(%a, %b : memref<1x3xi64>, memref<1x3xi64>) init(%z : memref<3xi8>) reverse dimension(0) epilogue {
  ^bb0(%e: i8):
    %w = arith.extsi %e : i8 to i64
    prim.yield %w : i64
  }
  return
}
