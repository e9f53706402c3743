// What folds in inline assembly have to wait for, which LLVM does not do there and
// the emulator does not see.

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-lower-warp))' | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx90a},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=GFX90A
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=GFX1100
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=GFX1201

gpu.module @kernels {
// A DPP instruction of gfx9 reads a register two states after it was written at the
// earliest; so does whatever comes after the fold. The carries of gfx942 are waited
// for. On gfx12 LLVM has to see what reads and writes a carry.
// Carries go through vcc, which LLVM is told.
// CHECK-LABEL: gpu.func @wide
// CHECK: llvm.inline_asm {{.*}}"{{(s_nop 1\\0A\\09v_add_co_u32_dpp \$0,[^\\]*\\0A\\09s_nop 1\\0A\\09v_addc_co_u32_dpp \$1,[^\\]*\\0A\\09){6}s_nop 1}}", "=v,=v,0,1,~{vcc}"
// CHECK-NOT: llvm.inline_asm
// GFX90A-LABEL: gpu.func @wide
// GFX90A: llvm.inline_asm {{.*}}"{{(s_nop 1\\0A\\09v_add_co_u32_dpp \$0,[^\\]*\\0A\\09v_addc_co_u32_dpp \$1,[^\\]*\\0A\\09){6}s_nop 1}}", "=v,=v,0,1,~{vcc}"
// GFX90A-NOT: llvm.inline_asm
// GFX1100-LABEL: gpu.func @wide
// GFX1100: llvm.inline_asm {{.*}}"{{(v_add_co_u32_e64_dpp \$0,[^\\]*\\0A\\09v_add_co_ci_u32_dpp \$1,[^"\\]*(\\0A\\09)?){4}"}}, "=v,=v,0,1,~{vcc}"
// GFX1100: llvm.inline_asm {{.*}}"{{v_add_co_u32_e64_dpp \$0,[^\\]*\\0A\\09v_add_co_ci_u32_dpp \$1,[^"\\]*}}", "=v,=v,v,v,0,1,~{vcc}"
// GFX1100-NOT: llvm.inline_asm
// GFX1201-LABEL: gpu.func @wide
// GFX1201-NOT: llvm.inline_asm
gpu.func @wide(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %x = llvm.load %in : !llvm.ptr<1> -> i64
  %s = prim.warp_scan inclusive add %x : i64
  llvm.store %s, %out : i64, !llvm.ptr<1>
  gpu.return
}

// CHECK-LABEL: gpu.func @narrow
// GFX90A-LABEL: gpu.func @narrow
// CHECK-NOT: rocdl.update.dpp
// CHECK: llvm.inline_asm {{.*}}"{{(s_nop 1\\0A\\09v_add_f32_dpp \$0, \$0,[^\\]*\\0A\\09){6}s_nop 1}}", "=v,0"
// CHECK-NOT: llvm.inline_asm
// GFX1100-LABEL: gpu.func @narrow
// GFX1100-COUNT-5: llvm.inline_asm {{.*}}"v_add_f32_dpp
// GFX1100-NOT: llvm.inline_asm
// GFX1201-LABEL: gpu.func @narrow
// GFX1201-COUNT-5: llvm.inline_asm {{.*}}"v_add_f32_dpp
// GFX1201-NOT: llvm.inline_asm
gpu.func @narrow(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %x = llvm.load %in : !llvm.ptr<1> -> f32
  %s = prim.warp_scan inclusive add %x : f32
  llvm.store %s, %out : f32, !llvm.ptr<1>
  gpu.return
}
}
