// The instructions of exchanges on every chip: one vector access on the blocked
// side and one access per item, or two items, on the other; in registers a move
// and a select per item and bit.

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

gpu.func @k_blocked_to_striped(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_blocked_to_striped: ds_write_b128, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX942:k_blocked_to_striped: ds_write_b128, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX950:k_blocked_to_striped: ds_write_b128, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX1030:k_blocked_to_striped: v_readfirstlane_b32, v_and_or_b32, v_lshlrev_b32, s_lshl_b32, v_lshlrev_b32, v_and_or_b32, ds_write_b128, ds_read2_b32 offset1:32, ds_read2_b32 offset0:64 offset1:96
  // GFX1100:k_blocked_to_striped: v_readfirstlane_b32, v_and_or_b32, v_lshlrev_b32, s_lshl_b32, v_lshlrev_b32, v_and_or_b32, ds_store_b128, ds_load_2addr_b32 offset1:32, ds_load_2addr_b32 offset0:64 offset1:96
  // W64:k_blocked_to_striped: ds_store_b128, ds_load_2addr_stride64_b32 offset1:1, ds_load_2addr_stride64_b32 offset0:2 offset1:3
  // GFX1201:k_blocked_to_striped: v_readfirstlane_b32, v_and_or_b32, v_lshlrev_b32, s_lshl_b32, v_lshlrev_b32, v_and_or_b32, ds_store_b128, ds_load_2addr_b32 offset1:32, ds_load_2addr_b32 offset0:64 offset1:96
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<4xi32>
  %y = prim.warp_exchange blocked_to_striped %x : vector<4xi32>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %y, %q : vector<4xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_striped_to_blocked(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_striped_to_blocked: s_movk_i32, v_and_or_b32, ds_write2_b32 offset1:16, ds_write2_b32 offset0:32 offset1:48, ds_read_b128
  // GFX942:k_striped_to_blocked: s_movk_i32, v_and_or_b32, ds_write2_b32 offset1:16, ds_write2_b32 offset0:32 offset1:48, ds_read_b128
  // GFX950:k_striped_to_blocked: s_movk_i32, v_and_or_b32, ds_write2_b32 offset1:16, ds_write2_b32 offset0:32 offset1:48, ds_read_b128
  // GFX1030:k_striped_to_blocked: v_readfirstlane_b32, v_and_b32, s_lshl_b32, v_and_or_b32, v_lshl_or_b32, v_lshl_or_b32, ds_write2_b32 offset1:16, ds_write2_b32 offset0:32 offset1:48, ds_read_b128
  // GFX1100:k_striped_to_blocked: v_readfirstlane_b32, v_and_b32, s_lshl_b32, v_and_or_b32, v_lshl_or_b32, v_lshl_or_b32, ds_store_2addr_b32 offset1:16, ds_store_2addr_b32 offset0:32 offset1:48, ds_load_b128
  // W64:k_striped_to_blocked: ds_store_2addr_b32 offset1:16, ds_store_2addr_b32 offset0:32 offset1:48, ds_load_b128
  // GFX1201:k_striped_to_blocked: v_readfirstlane_b32, v_and_b32, s_lshl_b32, v_and_or_b32, v_lshl_or_b32, v_lshl_or_b32, ds_store_2addr_b32 offset1:16, ds_store_2addr_b32 offset0:32 offset1:48, ds_load_b128
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<4xi32>
  %y = prim.warp_exchange striped_to_blocked %x width(16) : vector<4xi32>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %y, %q : vector<4xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_in_registers(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cmp_eq_u32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32
  // GFX942:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cmp_eq_u32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32
  // GFX950:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cmp_eq_u32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32
  // GFX1030:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cmp_eq_u32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32
  // GFX1100:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_cmp_eq_u32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_dual_cndmask_b32, v_cndmask_b32
  // W64:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cmp_eq_u32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_cndmask_b32, v_cndmask_b32, v_cndmask_b32
  // GFX1201:k_in_registers: v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_mov_b32_dpp quad_perm:[1,0,3,2], v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_cndmask_b32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_cmp_eq_u32, v_mov_b32_dpp quad_perm:[2,3,0,1], v_mov_b32_dpp quad_perm:[2,3,0,1], v_cndmask_b32, v_dual_cndmask_b32, v_cndmask_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<4xi32>
  %y = prim.warp_exchange blocked_to_striped %x in_registers width(4) : vector<4xi32>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %y, %q : vector<4xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_in_registers_of_16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_in_registers_of_16: v_and_b32, v_or3_b32, v_lshlrev_b32, v_and_b32, v_cmp_eq_u32, ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_cndmask_b32, v_cndmask_b32
  // GFX942:k_in_registers_of_16: v_and_b32, v_or3_b32, v_lshlrev_b32, v_and_b32, v_cmp_eq_u32, ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_cndmask_b32, v_cndmask_b32
  // GFX950:k_in_registers_of_16: v_and_b32, v_or3_b32, v_lshlrev_b32, v_and_b32, v_cmp_eq_u32, ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_cndmask_b32, v_cndmask_b32
  // GFX1030:k_in_registers_of_16: ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_cndmask_b32, v_cndmask_b32
  // GFX1100:k_in_registers_of_16: ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_dual_cndmask_b32
  // W64:k_in_registers_of_16: ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_cndmask_b32, v_cndmask_b32
  // GFX1201:k_in_registers_of_16: ds_bpermute_b32, ds_bpermute_b32, v_mov_b32_dpp row_ror:8, v_mov_b32_dpp row_ror:8, v_dual_cndmask_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<2xi32>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<2xi32>
  %y = prim.warp_exchange striped_to_blocked %x in_registers width(16) : vector<2xi32>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %y, %q : vector<2xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_scatter(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_scatter: v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX942:k_scatter: v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX950:k_scatter: v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_read2st64_b32 offset1:1, ds_read2st64_b32 offset0:2 offset1:3
  // GFX1030:k_scatter: v_readfirstlane_b32, v_and_b32, s_lshl_b32, s_and_b32, v_lshl_or_b32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, ds_write_b32, ds_write_b32, ds_write_b32, ds_write_b32, ds_read2_b32 offset1:32, ds_read2_b32 offset0:64 offset1:96
  // GFX1100:k_scatter: v_readfirstlane_b32, v_and_b32, s_lshl_b32, s_and_b32, v_lshl_or_b32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, ds_store_b32, ds_store_b32, ds_store_b32, ds_store_b32, ds_load_2addr_b32 offset1:32, ds_load_2addr_b32 offset0:64 offset1:96
  // W64:k_scatter: v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, v_lshlrev_b32, ds_store_b32, ds_store_b32, ds_store_b32, ds_store_b32, ds_load_2addr_stride64_b32 offset1:1, ds_load_2addr_stride64_b32 offset0:2 offset1:3
  // GFX1201:k_scatter: v_readfirstlane_b32, v_and_b32, s_lshl_b32, s_and_b32, v_lshl_or_b32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, v_lshl_add_u32, ds_store_b32, ds_store_b32, ds_store_b32, ds_store_b32, ds_load_2addr_b32 offset1:32, ds_load_2addr_b32 offset0:64 offset1:96
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<4xi32>
  %y = prim.warp_exchange scatter_to_striped %x ranks(%x : vector<4xi32>) : vector<4xi32>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %y, %q : vector<4xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_scatter_one(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  // GFX942:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  // GFX950:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  // GFX1030:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  // GFX1100:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  // W64:k_scatter_one: v_lshlrev_b32, ds_store_b32, ds_load_b32
  // GFX1201:k_scatter_one: v_lshlrev_b32, ds_permute_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %y = prim.warp_exchange scatter_to_striped %x ranks(%x : i32) : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

}
