// The instructions of shuffles and broadcasts on every chip: DPP, permlane and
// readlane where the source is a constant, the LDS crossbar where it is not.

// DEFINE: %{chip} =
// DEFINE: %{features} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module( \
// DEFINE:     rocdl-attach-target{chip=%{chip} features=%{features}}, \
// DEFINE:     gpu.module(canonicalize,cse,prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl), \
// DEFINE:     prim-serialize{format=isa})' | %python %S/Inputs/sequence.py

// REDEFINE: %{chip} = gfx90a
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX90A
// REDEFINE: %{chip} = gfx942
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX942
// REDEFINE: %{chip} = gfx950
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX950
// REDEFINE: %{chip} = gfx1030
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX1030
// REDEFINE: %{chip} = gfx1100
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX1100
// REDEFINE: %{chip} = gfx1100
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=W64
// REDEFINE: %{chip} = gfx1201
// REDEFINE: %{features} =
// RUN: %{isa} | FileCheck %s --match-full-lines --check-prefix=GFX1201

gpu.module @kernels {

gpu.func @k_lane_5(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_lane_5: v_readlane_b32, v_mov_b32
  // GFX942:k_lane_5: v_readlane_b32, v_mov_b32
  // GFX950:k_lane_5: v_readlane_b32, v_mov_b32
  // GFX1030:k_lane_5: v_readlane_b32, v_mov_b32
  // GFX1100:k_lane_5: v_readlane_b32, v_mov_b32
  // W64:k_lane_5: v_readlane_b32, v_mov_b32
  // GFX1201:k_lane_5: v_readlane_b32, v_mov_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 5 : i32
  %y = prim.warp_shuffle %x lane(%c) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_lane_5_of_16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_lane_5_of_16: v_mov_b32_dpp row_newbcast:5
  // GFX942:k_lane_5_of_16: v_mov_b32_dpp row_newbcast:5
  // GFX950:k_lane_5_of_16: v_mov_b32_dpp row_newbcast:5
  // GFX1030:k_lane_5_of_16: v_mov_b32_dpp row_share:5
  // GFX1100:k_lane_5_of_16: v_mov_b32_dpp row_share:5
  // W64:k_lane_5_of_16: v_mov_b32_dpp row_share:5
  // GFX1201:k_lane_5_of_16: v_mov_b32_dpp row_share:5
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 5 : i32
  %y = prim.warp_shuffle %x lane(%c) width(16) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_lane_dynamic(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  // GFX942:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  // GFX950:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  // GFX1030:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  // GFX1100:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  // W64:k_lane_dynamic: v_lshlrev_b32, v_permlane64_b32, v_xor_b32, ds_bpermute_b32, ds_bpermute_b32, v_and_b32, v_cmp_eq_u32, v_cndmask_b32
  // GFX1201:k_lane_dynamic: v_lshlrev_b32, ds_bpermute_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %y = prim.warp_shuffle %x lane(%x) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_lane_dynamic_of_16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // GFX942:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // GFX950:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // GFX1030:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // GFX1100:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // W64:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  // GFX1201:k_lane_dynamic_of_16: v_and_b32, v_and_or_b32, v_lshlrev_b32, ds_bpermute_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %y = prim.warp_shuffle %x lane(%x) width(16) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_up_1(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_up_1: v_mov_b32_dpp wave_shr:1
  // GFX942:k_up_1: v_mov_b32_dpp wave_shr:1
  // GFX950:k_up_1: v_mov_b32_dpp wave_shr:1
  // GFX1030:k_up_1: v_mov_b32, v_readlane_b32, v_mov_b32_dpp row_shr:1, v_writelane_b32
  // GFX1100:k_up_1: v_mov_b32, v_readlane_b32, v_mov_b32_dpp row_shr:1, v_writelane_b32
  // W64:k_up_1: v_mov_b32, v_readlane_b32, v_readlane_b32, v_mov_b32_dpp row_shr:1, v_writelane_b32, v_readlane_b32, v_writelane_b32, v_writelane_b32
  // GFX1201:k_up_1: v_mov_b32, v_readlane_b32, v_mov_b32_dpp row_shr:1, v_writelane_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 1 : i32
  %y = prim.warp_shuffle %x up(%c) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_up_3_of_16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // GFX942:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // GFX950:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // GFX1030:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // GFX1100:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // W64:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  // GFX1201:k_up_3_of_16: v_mov_b32_dpp row_shr:3
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 3 : i32
  %y = prim.warp_shuffle %x up(%c) width(16) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_down_1_i64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_down_1_i64: v_mov_b32_dpp wave_shl:1, v_mov_b32_dpp wave_shl:1
  // GFX942:k_down_1_i64: v_mov_b32_dpp wave_shl:1, v_mov_b32_dpp wave_shl:1
  // GFX950:k_down_1_i64: v_mov_b32_dpp wave_shl:1, v_mov_b32_dpp wave_shl:1
  // GFX1030:k_down_1_i64: v_mov_b32, v_mov_b32, v_readlane_b32, v_readlane_b32, v_mov_b32_dpp row_shl:1, v_mov_b32_dpp row_shl:1, v_writelane_b32, v_writelane_b32
  // GFX1100:k_down_1_i64: v_dual_mov_b32, v_readlane_b32, v_readlane_b32, v_mov_b32_dpp row_shl:1, v_mov_b32_dpp row_shl:1, v_writelane_b32, v_writelane_b32
  // W64:k_down_1_i64: v_mov_b32, v_mov_b32, v_readlane_b32, v_readlane_b32, v_readlane_b32, v_mov_b32_dpp row_shl:1, v_mov_b32_dpp row_shl:1, v_readlane_b32, v_writelane_b32, v_writelane_b32, v_readlane_b32, v_readlane_b32, v_writelane_b32, v_writelane_b32, v_writelane_b32, v_writelane_b32
  // GFX1201:k_down_1_i64: v_dual_mov_b32, v_readlane_b32, v_readlane_b32, v_mov_b32_dpp row_shl:1, v_mov_b32_dpp row_shl:1, v_writelane_b32, v_writelane_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %c = arith.constant 1 : i32
  %y = prim.warp_shuffle %x down(%c) : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_down_2_of_8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // GFX942:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // GFX950:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // GFX1030:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // GFX1100:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // W64:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  // GFX1201:k_down_2_of_8: v_mov_b32_dpp row_shl:2, v_cndmask_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 2 : i32
  %y = prim.warp_shuffle %x down(%c) width(8) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_down_5(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_down_5: ds_bpermute_b32 offset:20, v_cndmask_b32
  // GFX942:k_down_5: ds_bpermute_b32 offset:20, v_cndmask_b32
  // GFX950:k_down_5: ds_bpermute_b32 offset:20, v_cndmask_b32
  // GFX1030:k_down_5: s_mov_b32, v_permlanex16_b32, v_mov_b32_dpp row_shl:5, v_cndmask_b32
  // GFX1100:k_down_5: s_mov_b32, v_permlanex16_b32, v_mov_b32_dpp row_shl:5, v_cndmask_b32
  // W64:k_down_5: v_permlane64_b32, ds_bpermute_b32, ds_bpermute_b32, v_cndmask_b32, v_cmp_gt_u32, v_cndmask_b32
  // GFX1201:k_down_5: s_mov_b32, v_permlanex16_b32, v_mov_b32_dpp row_shl:5, v_cndmask_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 5 : i32
  %y = prim.warp_shuffle %x down(%c) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_up_dynamic(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_up_dynamic: v_cmp_le_u32, v_cndmask_b32, v_sub_u32, v_lshlrev_b32, ds_bpermute_b32
  // GFX942:k_up_dynamic: v_cmp_le_u32, v_cndmask_b32, v_sub_u32, v_lshlrev_b32, ds_bpermute_b32
  // GFX950:k_up_dynamic: v_cmp_le_u32, v_cndmask_b32, v_sub_u32, v_lshlrev_b32, ds_bpermute_b32
  // GFX1030:k_up_dynamic: v_cmp_le_u32, v_cndmask_b32, v_sub_nc_u32, v_lshlrev_b32, ds_bpermute_b32
  // GFX1100:k_up_dynamic: v_and_b32, v_cmp_le_u32, v_cndmask_b32, v_sub_nc_u32, v_lshlrev_b32, ds_bpermute_b32
  // W64:k_up_dynamic: v_cmp_le_u32, v_permlane64_b32, v_cndmask_b32, v_sub_nc_u32, v_lshlrev_b32, v_xor_b32, ds_bpermute_b32, ds_bpermute_b32, v_and_b32, v_cmp_eq_u32, v_cndmask_b32
  // GFX1201:k_up_dynamic: v_and_b32, v_cmp_le_u32, v_cndmask_b32, v_sub_nc_u32, v_lshlrev_b32, ds_bpermute_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %y = prim.warp_shuffle %x up(%x) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_1(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // GFX942:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // GFX950:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // GFX1030:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // GFX1100:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // W64:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  // GFX1201:k_xor_1: v_mov_b32_dpp quad_perm:[1,0,3,2]
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 1 : i32
  %y = prim.warp_shuffle %x xor(%c) width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_2(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // GFX942:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // GFX950:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // GFX1030:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // GFX1100:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // W64:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  // GFX1201:k_xor_2: v_mov_b32_dpp quad_perm:[2,3,0,1]
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 2 : i32
  %y = prim.warp_shuffle %x xor(%c) width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_4(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_4: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX942:k_xor_4: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX950:k_xor_4: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX1030:k_xor_4: v_mov_b32_dpp row_xmask:4
  // GFX1100:k_xor_4: v_mov_b32_dpp row_xmask:4
  // W64:k_xor_4: v_mov_b32_dpp row_xmask:4
  // GFX1201:k_xor_4: v_mov_b32_dpp row_xmask:4
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 4 : i32
  %y = prim.warp_shuffle %x xor(%c) width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_8: v_mov_b32_dpp row_ror:8
  // GFX942:k_xor_8: v_mov_b32_dpp row_ror:8
  // GFX950:k_xor_8: v_mov_b32_dpp row_ror:8
  // GFX1030:k_xor_8: v_mov_b32_dpp row_ror:8
  // GFX1100:k_xor_8: v_mov_b32_dpp row_ror:8
  // W64:k_xor_8: v_mov_b32_dpp row_ror:8
  // GFX1201:k_xor_8: v_mov_b32_dpp row_ror:8
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 8 : i32
  %y = prim.warp_shuffle %x xor(%c) width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_16: ds_swizzle_b32 swizzle(SWAP,16)
  // GFX942:k_xor_16: ds_swizzle_b32 swizzle(SWAP,16)
  // GFX950:k_xor_16: v_mov_b32, v_permlane16_swap_b32, v_cndmask_b32
  // GFX1030:k_xor_16: s_mov_b32, v_permlanex16_b32
  // GFX1100:k_xor_16: s_mov_b32, v_permlanex16_b32
  // W64:k_xor_16: s_mov_b32, v_permlanex16_b32
  // GFX1201:k_xor_16: s_mov_b32, v_permlanex16_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 16 : i32
  %y = prim.warp_shuffle %x xor(%c) width(32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_xor_4_f16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_xor_4_f16: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX942:k_xor_4_f16: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX950:k_xor_4_f16: v_mov_b32_dpp row_shl:4, v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX1030:k_xor_4_f16: v_mov_b32_dpp row_xmask:4
  // GFX1100:k_xor_4_f16: v_mov_b32_dpp row_xmask:4
  // W64:k_xor_4_f16: v_mov_b32_dpp row_xmask:4
  // GFX1201:k_xor_4_f16: v_mov_b32_dpp row_xmask:4
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %x = llvm.load %p : !llvm.ptr<1> -> f16
  %c = arith.constant 4 : i32
  %y = prim.warp_shuffle %x xor(%c) : f16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %y, %q : f16, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_broadcast_3_of_8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX942:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX950:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX1030:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX1100:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // W64:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  // GFX1201:k_broadcast_3_of_8: v_mov_b32_dpp quad_perm:[3,3,3,3], v_mov_b32_dpp row_shr:4 bank_mask:0xa
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 3 : i32
  %y = prim.warp_broadcast %x lane(%c) width(8) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_broadcast_dynamic(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // GFX942:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // GFX950:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // GFX1030:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // GFX1100:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // W64:k_broadcast_dynamic: v_readlane_b32, v_mov_b32
  // The id of the block is copied first (Serialize/WorkgroupIds.cpp).
  // GFX1201:k_broadcast_dynamic: s_mov_b32, v_readlane_b32, v_mov_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %l = gpu.block_id x
  %c = arith.index_castui %l : index to i32
  %y = prim.warp_broadcast %x lane(%c) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_broadcast_2_of_7(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_broadcast_2_of_7: s_mov_b32, v_mul_hi_u32, v_mul_u32_u24, ds_bpermute_b32 offset:8
  // GFX942:k_broadcast_2_of_7: s_mov_b32, v_mul_hi_u32, v_mul_u32_u24, ds_bpermute_b32 offset:8
  // GFX950:k_broadcast_2_of_7: s_mov_b32, v_mul_hi_u32, v_mul_u32_u24, ds_bpermute_b32 offset:8
  // GFX1030:k_broadcast_2_of_7: ds_bpermute_b32 offset:8
  // GFX1100:k_broadcast_2_of_7: ds_bpermute_b32 offset:8
  // W64:k_broadcast_2_of_7: v_and_b32, v_cmp_eq_u32, v_permlane64_b32, ds_bpermute_b32, ds_bpermute_b32, ds_bpermute_b32, v_permlane64_b32, v_cndmask_b32, v_cmp_eq_u32, v_cndmask_b32
  // GFX1201:k_broadcast_2_of_7: ds_bpermute_b32 offset:8
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 2 : i32
  %y = prim.warp_broadcast %x lane(%c) width(7) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

// By no lanes: nothing is moved.
gpu.func @k_up_0(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_up_0:
  // GFX942:k_up_0:
  // GFX950:k_up_0:
  // GFX1030:k_up_0:
  // GFX1100:k_up_0:
  // W64:k_up_0:
  // GFX1201:k_up_0:
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %y = prim.warp_shuffle %x up(%c) width(16) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_down_0(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_down_0:
  // GFX942:k_down_0:
  // GFX950:k_down_0:
  // GFX1030:k_down_0:
  // GFX1100:k_down_0:
  // W64:k_down_0:
  // GFX1201:k_down_0:
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %y = prim.warp_shuffle %x down(%c) width(8) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_up_0_wave(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_up_0_wave:
  // GFX942:k_up_0_wave:
  // GFX950:k_up_0_wave:
  // GFX1030:k_up_0_wave:
  // GFX1100:k_up_0_wave:
  // W64:k_up_0_wave:
  // GFX1201:k_up_0_wave:
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %y = prim.warp_shuffle %x up(%c) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

}
