// Quotients that are rounded to bf16 are not correctly rounded before that, unless the
// option asks for it.
// DEFINE: %{chip} = gfx942
// DEFINE: %{options} =
// DEFINE: %{run} = prim-compile %s --chip=%{chip} --emit=isa %{options} -o - | FileCheck %s
// RUN: %{run} --check-prefix=FAST
// REDEFINE: %{options} = --relaxed-precision=false
// RUN: %{run} --check-prefix=EXACT
// REDEFINE: %{chip} = sm_90
// RUN: %{run} --check-prefix=NV-EXACT
// REDEFINE: %{options} =
// RUN: %{run} --check-prefix=NV-FAST

// FAST-NOT: v_div_
// FAST: v_rcp_f32
// EXACT: v_div_
// NV-FAST-NOT: div.rn
// NV-FAST: rcp.approx.ftz.f32
// NV-EXACT: div.rn
func.func @narrow(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xbf16>) {
  prim.device_map ins(%x, %y : memref<64xf32>, memref<64xf32>) outs(%z : memref<64xbf16>) map {
  ^bb0(%a: f32, %b: f32, %i: index):
    %q = arith.divf %a, %b : f32
    %n = arith.truncf %q : f32 to bf16
    prim.yield %n : bf16
  }
  return
}
