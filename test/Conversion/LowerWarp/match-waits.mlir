// What the comparisons of a match wait for in inline assembly, which LLVM does not see
// to there: on gfx942 two states behind the last one, on gfx12 all of them. Where
// hardware does, or where LLVM knows more, they are left to LLVM.

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,GFX942
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx950},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,GFX942
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,GFX1201
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx90a},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1030},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201 features=+wavefrontsize64},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT

gpu.module @kernels {
// Results are written before the last word is read.
// CHECK-LABEL: gpu.func @two
// CHECK: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $2\0A\09v_cmp_ne_u32_e64 $1, 0, $3\0A\09
// GFX942-SAME: s_nop 1", "=&s,=&s,v,v" {{.*}} -> !llvm.struct<(i64, i64)>
// GFX1201-SAME: s_wait_alu depctr_va_sdst(0)", "=&s,=&s,v,v" {{.*}} -> !llvm.struct<(i32, i32)>
// CHECK-NOT: llvm.inline_asm
// LEFT-LABEL: gpu.func @two
// LEFT-NOT: v_cmp
// LEFT-COUNT-2: rocdl.ballot
gpu.func @two(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(2) : i32 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}

// Eight bits at a time, of each word.
// CHECK-LABEL: gpu.func @wide
// CHECK-COUNT-4: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $8{{.*}}v_cmp_ne_u32_e64 $7, 0, $15
// CHECK: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $1{{.*}}", "=&s,v"
// CHECK-NOT: llvm.inline_asm
gpu.func @wide(%x: i64, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(33) : i64 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}
}
