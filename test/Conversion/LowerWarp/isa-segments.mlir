// Segmented folds: the distance to the head is found once, in a lane mask, and each
// step compares it with a constant.

// DEFINE: %{chip} =
// DEFINE: %{features} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip} features=%{features}}, \
// DEFINE:     gpu.module(prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl),prim-serialize{format=isa})' \
// DEFINE:   | sed 's/\\0A/\n/g;s/\\09/ /g' | grep -E '^ (v_|ds_|global_)|^k_.*:$'

// REDEFINE: %{chip} = gfx90a
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950,GFX90A_GFX942
// REDEFINE: %{chip} = gfx942
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950,GFX90A_GFX942
// REDEFINE: %{chip} = gfx950
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX90A_GFX942_GFX950,GFX950
// REDEFINE: %{chip} = gfx1030
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1030
// REDEFINE: %{chip} = gfx1100
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1100_GFX1201
// REDEFINE: %{chip} = gfx1201
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1100_GFX1201
// REDEFINE: %{chip} = gfx1100
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=WAVE64

gpu.module @kernels {

gpu.func @k_segmented_scan_f32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %flags: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_segmented_scan_f32:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_and_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_and_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_ne_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_ne_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_ne_u16_e64
  // GFX90A_GFX942_GFX950-NEXT: v_lshlrev_b64
  // GFX90A_GFX942_GFX950-NEXT: v_ffbh_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_ffbh_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_min_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_min_u32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_eq_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_add_f32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: global_store_dword
  // GFX1030-LABEL: k_segmented_scan_f32:
  // GFX1030: global_load
  // GFX1030: global_load
  // GFX1030-NEXT: v_cmp_ne_u16_e32
  // GFX1030-NEXT: v_not_b32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_and_b32_e32
  // GFX1030-NEXT: v_lshlrev_b32_e64
  // GFX1030-NEXT: v_ffbh_u32_e32
  // GFX1030-NEXT: v_min_u32_e32
  // GFX1030-NEXT: v_cmp_gt_u32_e64
  // GFX1030-NEXT: v_cmp_eq_u32_e32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_ne_u32_e32
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f32_e32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: global_store_dword
  // GFX1100_GFX1201-LABEL: k_segmented_scan_f32:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_cmp_ne_u16_e32
  // GFX1100_GFX1201-NEXT: v_not_b32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_and_b32_e32
  // GFX1100_GFX1201-NEXT: v_lshlrev_b32_e64
  // GFX1100_GFX1201-NEXT: v_clz_i32_u32_e32
  // GFX1100_GFX1201-NEXT: v_min_u32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_eq_u32_e32
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_gt_u32_e64
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_ne_u32_e32
  // GFX1100_GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100_GFX1201-NEXT: v_add_f32_e32
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: global_store_b32
  // WAVE64-LABEL: k_segmented_scan_f32:
  // WAVE64: global_load
  // WAVE64: global_load
  // WAVE64-NEXT: v_cmp_ne_u16_e64
  // WAVE64-NEXT: v_xor_b32_e32
  // WAVE64-NEXT: v_lshlrev_b64
  // WAVE64-NEXT: v_clz_i32_u32_e32
  // WAVE64-NEXT: v_clz_i32_u32_e32
  // WAVE64-NEXT: v_add_nc_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_min_u32_e32
  // WAVE64-NEXT: v_min_u32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e64
  // WAVE64-NEXT: v_cmp_eq_u32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_cmp_ne_u32_e32
  // WAVE64-NEXT: v_add_f32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_cmp_ne_u32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e64
  // WAVE64-NEXT: v_add_f32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %pf = llvm.getelementptr %flags[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %byte = llvm.load %pf : !llvm.ptr<1> -> i8
  %no = arith.constant 0 : i8
  %flag = arith.cmpi ne, %byte, %no : i8
  %r = prim.warp_scan inclusive add %x head(%flag) : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_segmented_reduce_f32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %flags: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942-LABEL: k_segmented_reduce_f32:
  // GFX90A_GFX942: global_load
  // GFX90A_GFX942: global_load
  // GFX90A_GFX942-NEXT: v_lshlrev_b64
  // GFX90A_GFX942-NEXT: v_xor_b32_e32
  // GFX90A_GFX942-NEXT: v_cmp_eq_u32_e32
  // GFX90A_GFX942-NEXT: v_sub_u32_e32
  // GFX90A_GFX942-NEXT: v_and_b32_e32
  // GFX90A_GFX942-NEXT: v_and_b32_e32
  // GFX90A_GFX942-NEXT: v_cmp_eq_u32_e64
  // GFX90A_GFX942-NEXT: v_sub_u32_e32
  // GFX90A_GFX942-NEXT: v_cmp_ne_u16_e64
  // GFX90A_GFX942-NEXT: v_lshrrev_b64
  // GFX90A_GFX942-NEXT: v_or_b32_e32
  // GFX90A_GFX942-NEXT: v_or_b32_e32
  // GFX90A_GFX942-NEXT: v_ffbl_b32_e32
  // GFX90A_GFX942-NEXT: v_ffbl_b32_e32
  // GFX90A_GFX942-NEXT: v_add_u32_e32
  // GFX90A_GFX942-NEXT: v_min_u32_e32
  // GFX90A_GFX942-NEXT: v_min_u32_e32
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942-NEXT: v_cmp_eq_u32_e64
  // GFX90A_GFX942-NEXT: v_cmp_le_u32_e64
  // GFX90A_GFX942-NEXT: v_cmp_le_u32_e64
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX90A_GFX942-NEXT: v_readlane_b32 {{.*}}, 48
  // GFX90A_GFX942-NEXT: v_mov_b32_e32
  // GFX90A_GFX942-NEXT: v_mov_b32_e32
  // GFX90A_GFX942-NEXT: v_cmp_lt_u32_e64
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e64
  // GFX90A_GFX942-NEXT: v_add_f32_e32
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942-NEXT: v_readlane_b32 {{.*}}, 32
  // GFX90A_GFX942-NEXT: v_add_f32_e32
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942-NEXT: global_store_dword
  // GFX950-LABEL: k_segmented_reduce_f32:
  // GFX950: global_load
  // GFX950: global_load
  // GFX950-NEXT: v_lshlrev_b64
  // GFX950-NEXT: v_cmp_eq_u32_e32
  // GFX950-NEXT: v_sub_u32_e32
  // GFX950-NEXT: v_bitop3_b32
  // GFX950-NEXT: v_and_b32_e32
  // GFX950-NEXT: v_and_b32_e32
  // GFX950-NEXT: v_cmp_eq_u32_e64
  // GFX950-NEXT: v_sub_u32_e32
  // GFX950-NEXT: v_cmp_ne_u16_e64
  // GFX950-NEXT: v_lshrrev_b64
  // GFX950-NEXT: v_or_b32_e32
  // GFX950-NEXT: v_or_b32_e32
  // GFX950-NEXT: v_ffbl_b32_e32
  // GFX950-NEXT: v_ffbl_b32_e32
  // GFX950-NEXT: v_add_u32_e32
  // GFX950-NEXT: v_min_u32_e32
  // GFX950-NEXT: v_min_u32_e32
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_cmp_eq_u32_e64
  // GFX950-NEXT: v_cmp_le_u32_e64
  // GFX950-NEXT: v_cmp_le_u32_e64
  // GFX950-NEXT: v_cndmask_b32_e64
  // GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_cndmask_b32_e64
  // GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_cndmask_b32_e64
  // GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_cndmask_b32_e64
  // GFX950-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX950-NEXT: v_readlane_b32 {{.*}}, 48
  // GFX950-NEXT: v_mov_b32_e32
  // GFX950-NEXT: v_mov_b32_e32
  // GFX950-NEXT: v_cmp_lt_u32_e64
  // GFX950-NEXT: v_cndmask_b32_e64
  // GFX950-NEXT: v_add_f32_e32
  // GFX950-NEXT: v_cndmask_b32_e32
  // GFX950-NEXT: v_readlane_b32 {{.*}}, 32
  // GFX950-NEXT: v_add_f32_e32
  // GFX950-NEXT: v_cndmask_b32_e32
  // GFX950-NEXT: global_store_dword
  // GFX1030-LABEL: k_segmented_reduce_f32:
  // GFX1030: global_load
  // GFX1030: global_load
  // GFX1030-NEXT: v_cmp_ne_u16_e32
  // GFX1030-NEXT: v_and_b32_e32
  // GFX1030-NEXT: v_xor_b32_e32
  // GFX1030-NEXT: v_lshrrev_b32_e64
  // GFX1030-NEXT: v_and_b32_e32
  // GFX1030-NEXT: v_lshl_or_b32
  // GFX1030-NEXT: v_xor_b32_e32
  // GFX1030-NEXT: v_ffbl_b32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_min_u32_e32
  // GFX1030-NEXT: v_cmp_eq_u32_e32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_lt_u32_e32
  // GFX1030-NEXT: v_sub_nc_u32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_cmp_ge_u32_e64
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_cmp_eq_u32_e32
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_add_f32_e32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: global_store_dword
  // GFX1100_GFX1201-LABEL: k_segmented_reduce_f32:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_cmp_ne_u16_e32
  // GFX1100_GFX1201-NEXT: v_and_b32_e32
  // GFX1100_GFX1201-NEXT: v_xor_b32_e32
  // GFX1100_GFX1201-NEXT: v_lshrrev_b32_e64
  // GFX1100_GFX1201-NEXT: v_and_b32_e32
  // GFX1100_GFX1201-NEXT: v_lshl_or_b32
  // GFX1100_GFX1201-NEXT: v_xor_b32_e32
  // GFX1100_GFX1201-NEXT: v_ctz_i32_b32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_min_u32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_eq_u32_e32
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_lt_u32_e32
  // GFX1100_GFX1201-NEXT: v_sub_nc_u32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_cmp_ge_u32_e64
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_eq_u32_e32
  // GFX1100_GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100_GFX1201-NEXT: v_add_f32_e32
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: global_store_b32
  // WAVE64-LABEL: k_segmented_reduce_f32:
  // WAVE64: global_load
  // WAVE64: global_load
  // WAVE64-NEXT: v_cmp_ne_u16_e32
  // WAVE64-NEXT: v_xor_b32_e32
  // WAVE64-NEXT: v_lshlrev_b64
  // WAVE64-NEXT: v_lshrrev_b64
  // WAVE64-NEXT: v_or_b32_e32
  // WAVE64-NEXT: v_or_b32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_ctz_i32_b32_e32
  // WAVE64-NEXT: v_ctz_i32_b32_e32
  // WAVE64-NEXT: v_xor_b32_e32
  // WAVE64-NEXT: v_sub_nc_u32_e32
  // WAVE64-NEXT: v_add_nc_u32_e32
  // WAVE64-NEXT: v_min_u32_e32
  // WAVE64-NEXT: v_min_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cmp_eq_u32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_lt_u32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 48
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 16
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_cmp_eq_u32_e32
  // WAVE64-NEXT: v_cmp_le_u32_e64
  // WAVE64-NEXT: v_add_f32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_and_b32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_sub_nc_u32_e32
  // WAVE64-NEXT: v_cmp_eq_u32_e32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_cmp_le_u32_e64
  // WAVE64-NEXT: v_add_f32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %pf = llvm.getelementptr %flags[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %byte = llvm.load %pf : !llvm.ptr<1> -> i8
  %no = arith.constant 0 : i8
  %flag = arith.cmpi ne, %byte, %no : i8
  %r = prim.warp_reduce add %x head(%flag) : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}

}
