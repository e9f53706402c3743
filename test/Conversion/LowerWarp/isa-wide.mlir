// Folds of two words: 64-bit types, and tuples with a region, which have no LDS
// traffic either.

// DEFINE: %{chip} =
// DEFINE: %{features} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip} features=%{features}}, \
// DEFINE:     gpu.module(prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl),prim-serialize{format=isa})' \
// DEFINE:   | sed 's/\\0A/\n/g;s/\\09/ /g' | grep -E '^ (v_|ds_|global_)|^k_.*:$'

// REDEFINE: %{chip} = gfx90a
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950
// REDEFINE: %{chip} = gfx942
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950
// REDEFINE: %{chip} = gfx950
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950
// REDEFINE: %{chip} = gfx1030
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1030
// REDEFINE: %{chip} = gfx1100
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1100
// REDEFINE: %{chip} = gfx1201
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1201
// REDEFINE: %{chip} = gfx1100
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=WAVE64

gpu.module @kernels {

gpu.func @k_scan_i64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_scan_i64:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: global_store_dwordx2
  // GFX1030-LABEL: k_scan_i64:
  // GFX1030: global_load
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: global_store_dwordx2
  // GFX1100-LABEL: k_scan_i64:
  // GFX1100: global_load
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: global_store_b64
  // GFX1201-LABEL: k_scan_i64:
  // GFX1201: global_load
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_add_co_u32
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: global_store_b64
  // WAVE64-LABEL: k_scan_i64:
  // WAVE64: global_load
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_add_co_u32
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_add_co_u32
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: global_store_b64
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %r = prim.warp_scan inclusive add %x : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %r, %q : i64, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_i64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_i64:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_co_u32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_addc_co_u32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: global_store_dwordx2
  // GFX1030-LABEL: k_reduce_i64:
  // GFX1030: global_load
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_add_co_u32
  // GFX1030-NEXT: v_add_co_ci_u32_e64
  // GFX1030-NEXT: global_store_dwordx2
  // GFX1100-LABEL: k_reduce_i64:
  // GFX1100: global_load
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_co_ci_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100-NEXT: v_add_co_u32
  // GFX1100-NEXT: v_add_co_ci_u32_e64
  // GFX1100-NEXT: global_store_b64
  // GFX1201-LABEL: k_reduce_i64:
  // GFX1201: global_load
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: v_add_co_u32
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1201-NEXT: v_add_co_ci_u32_e64
  // GFX1201-NEXT: global_store_b64
  // WAVE64-LABEL: k_reduce_i64:
  // WAVE64: global_load
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_add_co_u32_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_add_co_u32
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_add_co_u32
  // WAVE64-NEXT: v_add_co_ci_u32_e64
  // WAVE64-NEXT: global_store_b64
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %r = prim.warp_reduce add %x : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %r, %q : i64, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_f64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_scan_f64:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: global_store_dwordx2
  // GFX1030-LABEL: k_scan_f64:
  // GFX1030: global_load
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: global_store_dwordx2
  // GFX1100-LABEL: k_scan_f64:
  // GFX1100: global_load
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: global_store_b64
  // GFX1201-LABEL: k_scan_f64:
  // GFX1201: global_load
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: global_store_b64
  // WAVE64-LABEL: k_scan_f64:
  // WAVE64: global_load
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: global_store_b64
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %r = prim.warp_scan inclusive add %x : f64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  llvm.store %r, %q : f64, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_all_f64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_all_f64:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_f64
  // GFX90A_GFX942_GFX950-NEXT: v_readlane_b32 {{.*}}, 63
  // GFX90A_GFX942_GFX950-NEXT: v_readlane_b32 {{.*}}, 63
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: global_store_dwordx2
  // GFX1030-LABEL: k_reduce_all_f64:
  // GFX1030: global_load
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1030-NEXT: v_add_f64
  // GFX1030-NEXT: global_store_dwordx2
  // GFX1100-LABEL: k_reduce_all_f64:
  // GFX1100: global_load
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1100-NEXT: v_add_f64
  // GFX1100-NEXT: global_store_b64
  // GFX1201-LABEL: k_reduce_all_f64:
  // GFX1201: global_load
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_add_f64_e32
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1201-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1201-NEXT: v_add_f64_e64
  // GFX1201-NEXT: global_store_b64
  // WAVE64-LABEL: k_reduce_all_f64:
  // WAVE64: global_load
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 0
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 0
  // WAVE64-NEXT: v_add_f64
  // WAVE64-NEXT: global_store_b64
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %r = prim.warp_reduce add %x all : f64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  llvm.store %r, %q : f64, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_affine(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %in2: !llvm.ptr<1>, %out2: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_scan_affine:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mul_lo_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mad_u64_u32
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: global_store_dword
  // GFX90A_GFX942_GFX950-NEXT: global_store_dword
  // GFX1030-LABEL: k_scan_affine:
  // GFX1030: global_load
  // GFX1030: global_load
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mul_lo_u32
  // GFX1030-NEXT: v_mad_u64_u32
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mul_lo_u32
  // GFX1030-NEXT: v_mad_u64_u32
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mul_lo_u32
  // GFX1030-NEXT: v_mad_u64_u32
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_mul_lo_u32
  // GFX1030-NEXT: v_mad_u64_u32
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_mul_lo_u32
  // GFX1030-NEXT: v_mad_u64_u32
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: global_store_dword
  // GFX1030-NEXT: global_store_dword
  // GFX1100-LABEL: k_scan_affine:
  // GFX1100: global_load
  // GFX1100: global_load
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mad_u64_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mad_u64_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mad_u64_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mad_u64_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mad_u64_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: global_store_b32
  // GFX1100-NEXT: global_store_b32
  // GFX1201-LABEL: k_scan_affine:
  // GFX1201: global_load
  // GFX1201: global_load
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mul_lo_u32
  // GFX1201-NEXT: v_mad_co_u64_u32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mul_lo_u32
  // GFX1201-NEXT: v_mad_co_u64_u32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mul_lo_u32
  // GFX1201-NEXT: v_mad_co_u64_u32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1201-NEXT: v_mul_lo_u32
  // GFX1201-NEXT: v_mad_co_u64_u32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_mul_lo_u32
  // GFX1201-NEXT: v_mad_co_u64_u32
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: global_store_b32
  // GFX1201-NEXT: global_store_b32
  // WAVE64-LABEL: k_scan_affine:
  // WAVE64: global_load
  // WAVE64: global_load
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_mul_lo_u32
  // WAVE64-NEXT: v_mad_u64_u32
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: global_store_b32
  // WAVE64-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %p2 = llvm.getelementptr %in2[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %y = llvm.load %p2 : !llvm.ptr<1> -> i32
  %r, %r2 = prim.warp_scan inclusive %x, %y combiner {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %m = arith.muli %a, %c : i32
    %s = arith.muli %b, %c : i32
    %t = arith.addi %s, %d : i32
    prim.yield %m, %t : i32, i32
  } : i32, i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  %q2 = llvm.getelementptr %out2[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r2, %q2 : i32, !llvm.ptr<1>
  gpu.return
}

}
