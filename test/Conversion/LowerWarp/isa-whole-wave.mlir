// What a whole wave costs, per chip: the vector instructions of each kernel in
// order, and that the LDS pipe is left alone.

// DEFINE: %{chip} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip}}, \
// DEFINE:     gpu.module(prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl),prim-serialize{format=isa})' \
// DEFINE:   | sed 's/\\0A/\n/g;s/\\09/ /g' | grep -E '^ (v_|ds_|global_)|^k_.*:$'

// REDEFINE: %{chip} = gfx942
// RUN: %{isa} | FileCheck %s --check-prefix=GFX942
// REDEFINE: %{chip} = gfx1100
// RUN: %{isa} | FileCheck %s --check-prefix=GFX1100

// The other chips of each family do it the same way.
// REDEFINE: %{chip} = gfx90a
// RUN: %{isa} | FileCheck %s --check-prefix=GFX9 --implicit-check-not=ds_
// REDEFINE: %{chip} = gfx950
// RUN: %{isa} | FileCheck %s --check-prefix=GFX9 --implicit-check-not=ds_
// REDEFINE: %{chip} = gfx1030
// RUN: %{isa} | FileCheck %s --check-prefix=GFX10P --implicit-check-not=ds_
// REDEFINE: %{chip} = gfx1201
// RUN: %{isa} | FileCheck %s --check-prefix=GFX10P --implicit-check-not=ds_

// GFX9-LABEL: k_scan_i32:
// GFX9: global_load
// GFX9-COUNT-6: v_add_u32_dpp
// GFX9-NEXT: global_store
// GFX9-LABEL: k_reduce_i32:
// GFX9: global_load
// GFX9-COUNT-6: v_add_u32_dpp
// GFX9-NEXT: v_readlane_b32
// GFX9-NEXT: v_mov_b32
// GFX9-NEXT: global_store

// GFX10P-LABEL: k_scan_i32:
// GFX10P: global_load
// GFX10P-COUNT-4: v_add_nc_u32_dpp
// GFX10P-NEXT: v_permlanex16_b32
// GFX10P-NEXT: v_add_nc_u32_dpp
// GFX10P-NEXT: global_store
// GFX10P-LABEL: k_reduce_i32:
// GFX10P: global_load
// GFX10P-COUNT-4: v_add_nc_u32_dpp
// GFX10P-NEXT: v_permlanex16_b32
// GFX10P-NEXT: v_add_nc_u32
// GFX10P-NEXT: v_readlane_b32
// GFX10P-NEXT: v_mov_b32
// GFX10P-NEXT: global_store

gpu.module @kernels {

gpu.func @k_scan_i32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_i32:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_scan_i32:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_scan inclusive add %x : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_exclusive_i32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_exclusive_i32:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX942-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} wave_shr:1 row_mask:0xf bank_mask:0xf
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_exclusive_i32:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_max_i32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 15
  // GFX1100-NEXT: v_writelane_b32 v{{[0-9]+}}, s{{[0-9]+}}, 16
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_scan exclusive maxsi %x : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_i32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_i32:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 63
  // GFX942-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_reduce_i32:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_nc_u32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_nc_u32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX1100-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 31
  // GFX1100-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %r = prim.warp_reduce add %x all : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %r, %q : i32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_f32_nsz(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_f32_nsz:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX942-NEXT: v_add_f32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX942-NEXT: v_add_f32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_scan_f32_nsz:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_add_f32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = prim.warp_scan inclusive add %x fastmath<nsz> : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_f32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_f32:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_and_b32_e32 v{{[0-9]+}}, 32, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cmp_lt_u32_e32 vcc, 1, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cmp_lt_u32_e32 vcc, 3, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cmp_lt_u32_e32 vcc, 7, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cmp_eq_u32_e32 vcc, 0, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cmp_eq_u32_e32 vcc, 0, v{{[0-9]+}}
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_scan_f32:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_cmp_lt_u32_e32 vcc_lo, 1, v{{[0-9]+}}
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_cmp_lt_u32_e32 vcc_lo, 3, v{{[0-9]+}}
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_cmp_lt_u32_e32 vcc_lo, 7, v{{[0-9]+}}
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_dual_add_f32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} :: v_dual_and_b32 v{{[0-9]+}}, 16, v{{[0-9]+}}
  // GFX1100-NEXT: v_cmp_eq_u32_e32 vcc_lo, 0, v{{[0-9]+}}
  // GFX1100-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = prim.warp_scan inclusive add %x : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_f32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_f32:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 63
  // GFX942-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX942-NEXT: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_reduce_f32:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f32_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_f32_e32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX1100-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 31
  // GFX1100-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX1100-NEXT: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = prim.warp_reduce add %x all : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_i64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_scan_i64:
  // GFX942: global_load_dwordx2 v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_and_b32_e32 v{{[0-9]+}}, 1, v{{[0-9]+}}
  // GFX942-NEXT: v_cmp_eq_u32_e32 vcc, 1, v{{[0-9]+}}
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, 0, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, 0, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: v_cmp_eq_u32_e32 vcc, 1, v{{[0-9]+}}
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, 0, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_cndmask_b32_e32 v{{[0-9]+}}, 0, v{{[0-9]+}}, vcc
  // GFX942-NEXT: v_lshl_add_u64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], 0, v[{{[0-9:]+}}]
  // GFX942-NEXT: global_store_dwordx2 v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_scan_i64:
  // GFX1100: global_load_b64 v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_co_u32_e64_dpp v{{[0-9]+}}, vcc_lo, v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_co_ci_u32_e64 v{{[0-9]+}}, null, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_add_co_u32_e64_dpp v{{[0-9]+}}, vcc_lo, v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_co_ci_u32_e64 v{{[0-9]+}}, null, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_add_co_u32_e64_dpp v{{[0-9]+}}, vcc_lo, v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_co_ci_u32_e64 v{{[0-9]+}}, null, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_add_co_u32_e64_dpp v{{[0-9]+}}, vcc_lo, v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_co_ci_u32_e64 v{{[0-9]+}}, null, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_and_b32_e32 v{{[0-9]+}}, 1, v{{[0-9]+}}
  // GFX1100-NEXT: v_cmp_eq_u32_e32 vcc_lo, 1, v{{[0-9]+}}
  // GFX1100-NEXT: v_dual_cndmask_b32 v{{[0-9]+}}, 0, v{{[0-9]+}} :: v_dual_cndmask_b32 v{{[0-9]+}}, 0, v{{[0-9]+}}
  // GFX1100-NEXT: v_add_co_u32 v{{[0-9]+}}, vcc_lo, v{{[0-9]+}}, v{{[0-9]+}}
  // GFX1100-NEXT: v_add_co_ci_u32_e64 v{{[0-9]+}}, null, v{{[0-9]+}}, v{{[0-9]+}}, vcc_lo
  // GFX1100-NEXT: global_store_b64 v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %r = prim.warp_scan inclusive add %x : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %r, %q : i64, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_f64(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX942-LABEL: k_reduce_f64:
  // GFX942: global_load_dwordx2 v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX942-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX942-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 63
  // GFX942-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 63
  // GFX942-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX942-NEXT: v_mov_b32_e32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX942-NEXT: global_store_dwordx2 v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}]
  // GFX1100-LABEL: k_reduce_f64:
  // GFX1100: global_load_b64 v[{{[0-9:]+}}], v{{[0-9]+}}, s[{{[0-9:]+}}]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_add_f64 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]
  // GFX1100-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 31
  // GFX1100-NEXT: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 31
  // GFX1100-NEXT: v_dual_mov_b32 v{{[0-9]+}}, s{{[0-9]+}} :: v_dual_mov_b32 v{{[0-9]+}}, s{{[0-9]+}}
  // GFX1100-NEXT: global_store_b64 v{{[0-9]+}}, v[{{[0-9:]+}}], s[{{[0-9:]+}}]
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %r = prim.warp_reduce add %x all : f64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  llvm.store %r, %q : f64, !llvm.ptr<1>
  gpu.return
}

}
