// Independent scans next to each other whose steps are equal assembly statements that
// clobber a register by name, or wait, share them: LLVM looks such a name up among all
// registers, for each statement, and steps of one scan replace waits of others. What stands between them, or another operator, ends that.

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,GFX942
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-lower-warp))' | FileCheck %s --check-prefixes=CHECK,GFX1100

gpu.module @kernels {
// Operands: four results, then those tied to them; on gfx1100 the second statement takes
// what came from the other row besides, which later results must not overwrite.
// CHECK-LABEL: gpu.func @two
// GFX942: llvm.inline_asm "{{s_nop 1\\0A\\09(v_add_co_u32_dpp \$0, vcc, [^\\]*\\0A\\09s_nop 1\\0A\\09v_addc_co_u32_dpp \$1, vcc, [^\\]*\\0A\\09v_add_co_u32_dpp \$2, vcc, [^\\]*\\0A\\09s_nop 1\\0A\\09v_addc_co_u32_dpp \$3, vcc, [^\\]*\\0A\\09){6}s_nop 1}}", "=v,=v,=v,=v,0,1,2,3,~{vcc}"
// GFX942-DAG: llvm.extractvalue %{{.*}}[0] : !llvm.struct<(i32, i32, i32, i32)>
// GFX942-DAG: llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, i32, i32, i32)>
// GFX942-DAG: llvm.extractvalue %{{.*}}[2] : !llvm.struct<(i32, i32, i32, i32)>
// GFX942-DAG: llvm.extractvalue %{{.*}}[3] : !llvm.struct<(i32, i32, i32, i32)>
// GFX1100: llvm.inline_asm "v_add_co_u32_e64_dpp $0, vcc_lo, $0, $0 row_shr:1
// GFX1100-SAME: v_add_co_u32_e64_dpp $2, vcc_lo, $2, $2 row_shr:1
// GFX1100-SAME: "=v,=v,=v,=v,0,1,2,3,~{vcc}"
// GFX1100: llvm.inline_asm "v_add_co_u32_e64_dpp $0, vcc_lo, $4, $0
// GFX1100-SAME: v_add_co_ci_u32_dpp $1, vcc_lo, $5, $1, vcc_lo
// GFX1100-SAME: v_add_co_u32_e64_dpp $2, vcc_lo, $8, $2
// GFX1100-SAME: v_add_co_ci_u32_dpp $3, vcc_lo, $9, $3, vcc_lo
// GFX1100-SAME: "=&v,=&v,=&v,=&v,v,v,0,1,v,v,2,3,~{vcc}"
// CHECK-NOT: llvm.inline_asm{{.*}}vcc
gpu.func @two(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %x = llvm.load %in : !llvm.ptr<1> -> i64
  %y = llvm.load volatile %in : !llvm.ptr<1> -> i64
  %s = prim.warp_scan inclusive add %x : i64
  %t = prim.warp_scan inclusive add %y : i64
  llvm.store volatile %s, %out : i64, !llvm.ptr<1>
  llvm.store volatile %t, %out : i64, !llvm.ptr<1>
  gpu.return
}

// The second one waits for the first one.
// CHECK-LABEL: gpu.func @dependent
// GFX942-COUNT-2: llvm.inline_asm {{.*}}"=v,=v,0,1,~{vcc}"
gpu.func @dependent(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %x = llvm.load %in : !llvm.ptr<1> -> i64
  %s = prim.warp_scan inclusive add %x : i64
  %t = prim.warp_scan inclusive add %s : i64
  llvm.store %t, %out : i64, !llvm.ptr<1>
  gpu.return
}

// Steps of two other scans take the place of the wait before a step, and the one of a
// single other scan does not.
// GFX942-LABEL: gpu.func @waits
// GFX942: llvm.inline_asm "{{s_nop 1\\0A\\09(v_add_f32_dpp \$0, \$0, [^\\]*\\0A\\09v_add_f32_dpp \$1, \$1, [^\\]*\\0A\\09v_add_f32_dpp \$2, \$2, [^\\]*\\0A\\09){6}s_nop 1}}", "=v,=v,=v,0,1,2"
// GFX942-DAG: llvm.extractvalue %{{.*}}[0] : !llvm.struct<(i32, i32, i32)>
// GFX942-DAG: llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i32, i32, i32)>
// GFX942-DAG: llvm.extractvalue %{{.*}}[2] : !llvm.struct<(i32, i32, i32)>
// GFX942: llvm.inline_asm "{{(s_nop 1\\0A\\09v_mul_f32_dpp \$0, \$0, [^\\]*\\0A\\09v_mul_f32_dpp \$1, \$1, [^\\]*\\0A\\09){6}s_nop 1}}", "=v,=v,0,1"
gpu.func @waits(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %v = llvm.load %in : !llvm.ptr<1> -> vector<3xf32>
  %x0 = vector.extract %v[0] : f32 from vector<3xf32>
  %x1 = vector.extract %v[1] : f32 from vector<3xf32>
  %x2 = vector.extract %v[2] : f32 from vector<3xf32>
  %s0 = prim.warp_scan inclusive add %x0 : f32
  %s1 = prim.warp_scan inclusive add %x1 : f32
  %s2 = prim.warp_scan inclusive add %x2 : f32
  %w = vector.from_elements %s0, %s1, %s2 : vector<3xf32>
  llvm.store volatile %w, %out : vector<3xf32>, !llvm.ptr<1>
  %p0 = prim.warp_scan inclusive mul %x0 : f32
  %p1 = prim.warp_scan inclusive mul %x1 : f32
  %q = vector.from_elements %p0, %p1 : vector<2xf32>
  llvm.store volatile %q, %out : vector<2xf32>, !llvm.ptr<1>
  gpu.return
}

// Nine rows are eight and one.
// GFX942-LABEL: gpu.func @nine
// GFX942: llvm.inline_asm {{.*}} row_shr:1 {{.*}}"=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,=v,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{vcc}"
// GFX942: llvm.inline_asm {{.*}} row_shr:1 {{.*}}"=v,=v,0,1,~{vcc}"
gpu.func @nine(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %v = llvm.load %in : !llvm.ptr<1> -> vector<9xi64>
  %x0 = vector.extract %v[0] : i64 from vector<9xi64>
  %x1 = vector.extract %v[1] : i64 from vector<9xi64>
  %x2 = vector.extract %v[2] : i64 from vector<9xi64>
  %x3 = vector.extract %v[3] : i64 from vector<9xi64>
  %x4 = vector.extract %v[4] : i64 from vector<9xi64>
  %x5 = vector.extract %v[5] : i64 from vector<9xi64>
  %x6 = vector.extract %v[6] : i64 from vector<9xi64>
  %x7 = vector.extract %v[7] : i64 from vector<9xi64>
  %x8 = vector.extract %v[8] : i64 from vector<9xi64>
  %s0 = prim.warp_scan inclusive add %x0 : i64
  %s1 = prim.warp_scan inclusive add %x1 : i64
  %s2 = prim.warp_scan inclusive add %x2 : i64
  %s3 = prim.warp_scan inclusive add %x3 : i64
  %s4 = prim.warp_scan inclusive add %x4 : i64
  %s5 = prim.warp_scan inclusive add %x5 : i64
  %s6 = prim.warp_scan inclusive add %x6 : i64
  %s7 = prim.warp_scan inclusive add %x7 : i64
  %s8 = prim.warp_scan inclusive add %x8 : i64
  %w = vector.from_elements %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8 : vector<9xi64>
  llvm.store %w, %out : vector<9xi64>, !llvm.ptr<1>
  gpu.return
}
}
