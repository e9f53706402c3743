// LLVM 22 allocates registers the fast way where it does not optimise. Scalars that it keeps
// in lanes of a vector register around a loop are then read from another slot than they were
// written to, and a scan that looks back over several windows loses all but the last of them.

// RUN: env PRIM_EMULATOR_CHIP=gfx1100 PRIM_EMULATOR_SEED=3 prim-run %s --device=emulator --chip=gfx1100 --opt-level=0 --limits=look-back-window=1 --generate=1937xbf16:constant=-1 --generate=1937xbf16:constant=0 --print | FileCheck %s
// RUN: env PRIM_EMULATOR_CHIP=gfx1030 PRIM_EMULATOR_SEED=3 prim-run %s --device=emulator --chip=gfx1030 --opt-level=0 --limits=look-back-window=1 --generate=1937xbf16:constant=-1 --generate=1937xbf16:constant=0 --print | FileCheck %s

// REQUIRES: prim-run, emulator

// An odd number of factors -1 behind the first 710 elements.
// CHECK: 2xbf16: 1 -1
// CHECK-NEXT: 2xbf16: 0 0
func.func @main(%x: tensor<1937xbf16>, %y: tensor<1937xbf16>) -> (tensor<2xbf16>, tensor<2xbf16>) {
  %offsets = arith.constant dense<[0, 710, 1937]> : tensor<3xi32>
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : bf16
  %m = tensor.empty() : tensor<2xbf16>
  %n = tensor.empty() : tensor<2xbf16>
  %left, %right = prim.device_reduce ins(%x, %y : tensor<1937xbf16>, tensor<1937xbf16>)
    outs(%m, %n : tensor<2xbf16>, tensor<2xbf16>) identity(%one, %zero : bf16, bf16)
    segments(%offsets : tensor<3xi32>) tuning<block_size = 128, items_per_thread = 4> combiner {
  ^bb0(%a: bf16, %b: bf16, %c: bf16, %d: bf16):
    %scale = arith.mulf %a, %c : bf16
    %scaled = arith.mulf %b, %c : bf16
    %offset = arith.addf %scaled, %d : bf16
    prim.yield %scale, %offset : bf16, bf16
  } -> tensor<2xbf16>, tensor<2xbf16>
  return %left, %right : tensor<2xbf16>, tensor<2xbf16>
}
