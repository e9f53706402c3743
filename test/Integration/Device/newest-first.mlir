// Without optimisation a look-back keeps what it polls in scratch, which gfx1030
// reaches through a buffer. That is no change of memory that another group waits
// for: newest first, the group that polls must let the older ones run.
// REQUIRES: prim-run, emulator
// RUN: env PRIM_EMULATOR_SEED=newest timeout 100 prim-run %s --generate=3000xi64:iota \
// RUN:   --device=emulator --chip=gfx1030 --opt-level=0 --print | FileCheck %s
// CHECK: 3000xi64: 0 1 2 3

func.func @main(%x: tensor<3000xi64>) -> tensor<3000xi64> {
  %o = tensor.empty() : tensor<3000xi64>
  %y = prim.device_scan inclusive ins(%x : tensor<3000xi64>) outs(%o : tensor<3000xi64>)
      tuning<block_size = 64, items_per_thread = 2> combiner {
  ^bb0(%a: i64, %b: i64):
    prim.yield %b : i64
  } -> tensor<3000xi64>
  return %y : tensor<3000xi64>
}
