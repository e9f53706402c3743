// A match as one assembly statement, and what it waits for, which LLVM does not see to
// there: on gfx942 two states between a comparison and what reads it, which other
// comparisons fill if there are enough. On gfx12 the statement has the comparisons alone
// and waits for all of them; what reads them is left to LLVM, as everything is where lane
// masks wait for more.

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx90a},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,WAVE64,WAVE64-FREE
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,WAVE64,WAVE64-WAITS
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx950},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,BITOP3
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1030},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,WAVE32
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,WAVE32
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=GFX1201
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100 features=+wavefrontsize64},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201 features=+wavefrontsize64},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefix=LEFT
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-lower-warp,prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s --check-prefix=ISA942
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-lower-warp,prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s --check-prefix=ISA1100

gpu.module @kernels {
// Some results come later than those of other instructions, and only software waits.
// ISA942-LABEL: reciprocal:
// ISA942: v_rcp_f32{{(_e32)?}} [[LABEL:v[0-9]+]],
// ISA942: s_nop
// ISA942: v_bfe_i32 {{v[0-9]+}}, [[LABEL]], 0, 1
// ISA942: v_bfe_i32 {{v[0-9]+}}, [[LABEL]], 1, 1
// ISA1100-LABEL: reciprocal:
// ISA1100: v_rcp_f32{{(_e32)?}} [[LABEL:v[0-9]+]],
// ISA1100: s_waitcnt_depctr
// ISA1100: v_bfe_i32 {{v[0-9]+}}, [[LABEL]], 0, 1
// ISA1100: v_bfe_i32 {{v[0-9]+}}, [[LABEL]], 1, 1
gpu.func @reciprocal(%x: f32, %in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %y = llvm.load %p : !llvm.ptr<1> -> f32
  %r = rocdl.rcp %y f32 -> f32
  %l = arith.bitcast %r : f32 to i32
  %m = prim.warp_match_any %l bits(8) : i32 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}

// Everything is written before the last bit is read: results are early clobbers.
// CHECK-LABEL: gpu.func @two
// CHECK: llvm.inline_asm "
// WAVE64-SAME: v_bfe_i32 $3, $5, 0, 1\0A\09v_bfe_i32 $4, $5, 1, 1
// WAVE64-SAME: \0A\09v_cmp_ne_u32_e64 s[64:65], 0, $3\0A\09v_cmp_ne_u32_e64 s[66:67], 0, $4
// WAVE64-WAITS-SAME: \0A\09s_nop 1
// WAVE64-SAME: \0A\09v_xor_b32 $0, s64, $3\0A\09v_xnor_b32 $2, s66, $4\0A\09v_bfi_b32 $0, $0, 0, $2
// WAVE64-SAME: \0A\09v_xor_b32 $1, s65, $3\0A\09v_xnor_b32 $4, s67, $4\0A\09v_bfi_b32 $1, $1, 0, $4"
// WAVE64-FREE-NOT: s_nop
// WAVE64-SAME: "=&v,=&v,=&v,=&v,=&v,v,~{s64},~{s65},~{s66},~{s67}"
// BITOP3-SAME: v_cmp_ne_u32_e64 s[66:67], 0, $3\0A\09s_nop 1
// BITOP3-SAME: \0A\09v_xor_b32 $0, s64, $2\0A\09v_bitop3_b32 $0, s66, $3, $0 bitop3:0x41
// BITOP3-SAME: \0A\09v_xor_b32 $1, s65, $2\0A\09v_bitop3_b32 $1, s67, $3, $1 bitop3:0x41"
// WAVE32-SAME: v_bfe_i32 $1, $5, 0, 1\0A\09v_bfe_i32 $3, $5, 1, 1
// WAVE32-SAME: \0A\09v_cmp_ne_u32_e64 $2, 0, $1\0A\09v_cmp_ne_u32_e64 $4, 0, $3
// WAVE32-SAME: \0A\09v_xor_b32 $0, $2, $1\0A\09v_xnor_b32 $3, $4, $3\0A\09v_bfi_b32 $0, $0, 0, $3", "=&v,=&v,=&s,=&v,=&s,v"
// CHECK-SAME: (i32) ->
// CHECK-NOT: llvm.inline_asm
// GFX1201-LABEL: gpu.func @two
// GFX1201: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $2\0A\09v_cmp_ne_u32_e64 $1, 0, $3\0A\09
// GFX1201-SAME: s_wait_alu depctr_va_sdst(0) depctr_va_vcc(0)", "=&s,=&s,v,v" {{.*}} -> !llvm.struct<(i32, i32)>
// GFX1201-NOT: llvm.inline_asm
// LEFT-LABEL: gpu.func @two
// LEFT-NOT: v_cmp
// LEFT-COUNT-2: rocdl.ballot
gpu.func @two(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(2) : i32 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}

// A lane has the same bit where the mask and its own are not different.
// CHECK-LABEL: gpu.func @one
// CHECK: llvm.inline_asm
// WAVE64-WAITS-SAME: s_nop 1
// WAVE64-SAME: v_xnor_b32 $0, s64, $2\0A\09v_xnor_b32 $1, s65, $2"
// BITOP3-SAME: v_xnor_b32 $0, s64, $2\0A\09v_xnor_b32 $1, s65, $2"
// WAVE32-SAME: v_xnor_b32 $0, $2, $1"
// GFX1201-LABEL: gpu.func @one
gpu.func @one(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(1) : i32 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}

// Eight bits at a time, of each word; what is left over ends the sum with one operation.
// CHECK-LABEL: gpu.func @wide
// CHECK: llvm.inline_asm "v_bfe_i32 {{[$0-9]+, [$0-9]+}}, 0, 1
// CHECK-SAME: , 7, 1
// CHECK-NOT: , 8, 1\0A
// CHECK: llvm.inline_asm "v_bfe_i32 {{[$0-9]+, [$0-9]+}}, 8, 1
// CHECK: llvm.inline_asm "v_bfe_i32 {{[$0-9]+, [$0-9]+}}, 16, 1
// CHECK: llvm.inline_asm "v_bfe_i32 {{[$0-9]+, [$0-9]+}}, 24, 1
// CHECK-SAME: , 31, 1
// CHECK: llvm.inline_asm "v_bfe_i32 {{[$0-9]+, [$0-9]+}}, 0, 1\0A\09v_cmp_ne
// CHECK-NOT: llvm.inline_asm
// GFX1201-LABEL: gpu.func @wide
// GFX1201-COUNT-4: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $8{{.*}}v_cmp_ne_u32_e64 $7, 0, $15
// GFX1201: llvm.inline_asm {{.*}}"v_cmp_ne_u32_e64 $0, 0, $1{{.*}}", "=&s,v"
// GFX1201-NOT: llvm.inline_asm
gpu.func @wide(%x: i64, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(33) : i64 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}

// CHECK-LABEL: gpu.func @three
// GFX1201-LABEL: gpu.func @three
// CHECK: llvm.inline_asm
// WAVE64-NOT: s_nop
// BITOP3-NOT: s_nop
// WAVE64-SAME: v_or_b32 $0, $0,
gpu.func @three(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %m = prim.warp_match_any %x bits(3) : i32 -> i64
  llvm.store %m, %out : i64, !llvm.ptr<1>
  gpu.return
}
}
