// Logical warps below the wave, and what has no neutral element or does not fold:
// the vector instructions of each kernel in order. Only widths that cut rows
// need the LDS crossbar, and only where a wave has more than two rows.

// DEFINE: %{chip} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip}}, \
// DEFINE:     gpu.module(prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl),prim-serialize{format=isa})' \
// DEFINE:   | sed 's/\\0A/\n/g;s/\\09/ /g' | grep -E '^ (v_|ds_|global_)|^k_.*:$'

// REDEFINE: %{chip} = gfx942
// RUN: %{isa} | FileCheck %s --check-prefix=GFX942
// REDEFINE: %{chip} = gfx1100
// RUN: %{isa} | FileCheck %s --check-prefix=GFX1100

gpu.module @kernels {

gpu.func @k_reduce_16_all(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_16_all:
  // GFX942: global_load
  // GFX942-NEXT: v_add_u32_dpp {{.*}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp {{.*}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp {{.*}} row_half_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp {{.*}} row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_reduce_16_all:
  // GFX1100: global_load
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} row_half_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_reduce add %x all width(16) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_8_region(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_8_region:
  // GFX942: global_load
  // GFX942-NEXT: v_sub_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mul_lo_u32
  // GFX942-NEXT: v_sub_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mul_lo_u32
  // GFX942-NEXT: v_sub_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mul_lo_u32
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_reduce_8_region:
  // GFX1100: global_load
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_sub_nc_u32_e32
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_sub_nc_u32_e32
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_sub_nc_u32_e32
  // GFX1100-NEXT: v_mul_lo_u32
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_reduce %x width(8) combiner {
  ^bb0(%a: i32, %b: i32):
    %d = arith.subi %b, %a : i32
    %m = arith.muli %d, %a : i32
    prim.yield %m : i32
  } : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_32_all(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_32_all:
  // GFX942: global_load
  // GFX942-NEXT: v_min_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_min_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_min_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_min_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_min_u32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_readlane_b32 {{.*}}, 31
  // GFX942-NEXT: v_readlane_b32 {{.*}}, 63
  // GFX942-NEXT: v_mov_b32_e32
  // GFX942-NEXT: v_mov_b32_e32
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_reduce_32_all:
  // GFX1100: global_load
  // GFX1100-NEXT: v_min_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_min_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_min_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_min_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100-NEXT: v_readlane_b32 {{.*}}, 0
  // GFX1100-NEXT: v_mov_b32_e32
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_reduce minui %x all width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_8:
  // GFX942: global_load
  // GFX942-NEXT: v_add_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: v_cmp_lt_u32_e32
  // GFX942-NEXT: v_add_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: v_cmp_lt_u32_e32
  // GFX942-NEXT: v_add_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_scan_8:
  // GFX1100: global_load
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: v_cmp_lt_u32_e32
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: v_cmp_lt_u32_e32
  // GFX1100-NEXT: v_add_nc_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_scan inclusive add %x width(8) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_5(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_5:
  // GFX942: global_load
  // GFX942-NEXT: v_mul_hi_u32
  // GFX942-NEXT: v_mul_u32_u24_e32
  // GFX942-NEXT: v_sub_u32_e32
  // GFX942-NEXT: v_cmp_eq_u32_e32
  // GFX942-NEXT: v_xor_b32_dpp {{.*}} wave_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: v_cmp_lt_u32_e32
  // GFX942-NEXT: v_mov_b32_dpp {{.*}} wave_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_xor_b32_dpp {{.*}} wave_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: ds_bpermute_b32
  // GFX942-NEXT: v_cmp_lt_u32_e32
  // GFX942-NEXT: v_xor_b32_e32
  // GFX942-NEXT: v_cndmask_b32_e32
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_scan_5:
  // GFX1100: global_load
  // GFX1100-NEXT: v_cmp_eq_u32_e32
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, {{s[0-9]+}}, 0xedcba987 op_sel:[0,1]
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_xor_b32_e32
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: v_cmp_lt_u32_e32
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, {{s[0-9]+}}, 0xdcba9876 op_sel:[0,1]
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_xor_b32_e32
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: v_cmp_lt_u32_e32
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, {{s[0-9]+}}, 0xba987654 op_sel:[0,1]
  // GFX1100-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_xor_b32_e32
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_scan inclusive xor %x width(5) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_max(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_max:
  // GFX942: global_load
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX942-NEXT: v_max_f32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX942-NEXT: global_store_dword
  // GFX1100-LABEL: k_scan_max:
  // GFX1100: global_load
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = prim.warp_scan inclusive maxnumf %x fastmath<nnan> : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}

}
