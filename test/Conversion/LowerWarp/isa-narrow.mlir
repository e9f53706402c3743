// Folds of less than a word: small integers and bf16 in one word and in f32, f16 as
// it is, and several f16 of a lane in pairs.
// Maxima that hand on NaN in keys.

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
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1100_GFX1201,GFX1100
// REDEFINE: %{chip} = gfx1201
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=GFX1100_GFX1201,GFX1201
// REDEFINE: %{chip} = gfx1100
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{isa} | FileCheck %s --implicit-check-not=ds_ --check-prefixes=WAVE64

gpu.module @kernels {

gpu.func @k_scan_i8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_scan_i8:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_i32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: global_store_byte
  // GFX1030-LABEL: k_scan_i8:
  // GFX1030: global_load
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: global_store_byte
  // GFX1100_GFX1201-LABEL: k_scan_i8:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100_GFX1201-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100_GFX1201-NEXT: global_store_b8
  // WAVE64-LABEL: k_scan_i8:
  // WAVE64: global_load
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: global_store_b8
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  %r = prim.warp_scan inclusive maxsi %x : i8
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  llvm.store %r, %q : i8, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_i16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_i16:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_add_u32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: global_store_short
  // GFX1030-LABEL: k_reduce_i16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1030-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1030-NEXT: v_add_nc_u32_e32
  // GFX1030-NEXT: global_store_short
  // GFX1100_GFX1201-LABEL: k_reduce_i16:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX1100_GFX1201-NEXT: v_readlane_b32 {{.*}}, 16
  // GFX1100_GFX1201-NEXT: v_add_nc_u32_e32
  // GFX1100_GFX1201-NEXT: global_store_b16
  // WAVE64-LABEL: k_reduce_i16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_add_nc_u32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_add_nc_u32_e32
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_add_nc_u32_e32
  // WAVE64-NEXT: global_store_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
  %x = llvm.load %p : !llvm.ptr<1> -> i16
  %r = prim.warp_reduce add %x : i16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
  llvm.store %r, %q : i16, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_f16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_scan_f16:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: global_store_short
  // GFX1030-LABEL: k_scan_f16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: global_store_short
  // GFX1100_GFX1201-LABEL: k_scan_f16:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100_GFX1201-NEXT: global_store_b16
  // WAVE64-LABEL: k_scan_f16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: global_store_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %x = llvm.load %p : !llvm.ptr<1> -> f16
  %r = prim.warp_scan inclusive add %x : f16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %r, %q : f16, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_f16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_f16:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: global_store_short
  // GFX1030-LABEL: k_reduce_f16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1030-NEXT: global_store_short
  // GFX1100_GFX1201-LABEL: k_reduce_f16:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1100_GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1100_GFX1201-NEXT: global_store_b16
  // WAVE64-LABEL: k_reduce_f16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_add_f16_e32
  // WAVE64-NEXT: global_store_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %x = llvm.load %p : !llvm.ptr<1> -> f16
  %r = prim.warp_reduce add %x : f16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %r, %q : f16, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_8xf16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_8xf16:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_pk_add_f16
  // GFX90A_GFX942_GFX950-NEXT: v_pk_add_f16
  // GFX90A_GFX942_GFX950-NEXT: v_pk_add_f16
  // GFX90A_GFX942_GFX950-NEXT: v_alignbit_b32
  // GFX90A_GFX942_GFX950-NEXT: v_pk_add_f16
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_add_f16_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: global_store_short
  // GFX1030-LABEL: k_reduce_8xf16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_pk_add_f16
  // GFX1030-NEXT: v_pk_add_f16
  // GFX1030-NEXT: v_pk_add_f16
  // GFX1030-NEXT: v_alignbit_b32
  // GFX1030-NEXT: v_pk_add_f16
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f16_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1030-NEXT: global_store_short
  // GFX1100-LABEL: k_reduce_8xf16:
  // GFX1100: global_load
  // GFX1100-NEXT: v_pk_add_f16
  // GFX1100-NEXT: v_pk_add_f16
  // GFX1100-NEXT: v_pk_add_f16
  // GFX1100-NEXT: v_alignbit_b32
  // GFX1100-NEXT: v_pk_add_f16
  // GFX1100-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1100-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1100-NEXT: global_store_b16
  // GFX1201-LABEL: k_reduce_8xf16:
  // GFX1201: global_load
  // GFX1201-NEXT: v_pk_add_f16
  // GFX1201-NEXT: v_pk_add_f16
  // GFX1201-NEXT: v_pk_add_f16
  // GFX1201-NEXT: v_alignbit_b32
  // GFX1201-NEXT: v_pk_add_f16
  // GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1201-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1201-NEXT: global_store_b16
  // WAVE64-LABEL: k_reduce_8xf16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_pk_add_f16
  // WAVE64-NEXT: v_pk_add_f16
  // WAVE64-NEXT: v_pk_add_f16
  // WAVE64-NEXT: v_alignbit_b32
  // WAVE64-NEXT: v_pk_add_f16
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f16_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_add_f16_e32
  // WAVE64-NEXT: global_store_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf16>
  %x = llvm.load %p : !llvm.ptr<1> -> vector<8xf16>
  %r = prim.warp_reduce add %x : vector<8xf16>
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<8xf16>
  llvm.store %r, %q : f16, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_maximumf_f32(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942-LABEL: k_scan_maximumf_f32:
  // GFX90A_GFX942: global_load
  // GFX90A_GFX942-NEXT: v_cmp_o_f32_e32
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942-NEXT: v_ashrrev_i32_e32
  // GFX90A_GFX942-NEXT: v_lshrrev_b32_e32
  // GFX90A_GFX942-NEXT: v_xor_b32_e32
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_max_i32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_ashrrev_i32_e32
  // GFX90A_GFX942-NEXT: v_lshrrev_b32_e32
  // GFX90A_GFX942-NEXT: v_xor_b32_e32
  // GFX90A_GFX942-NEXT: global_store_dword
  // GFX950-LABEL: k_scan_maximumf_f32:
  // GFX950: global_load
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} row_bcast:31 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX950-NEXT: v_maximum3_f32
  // GFX950-NEXT: v_mov_b32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // GFX950-NEXT: global_store_dword
  // GFX1030-LABEL: k_scan_maximumf_f32:
  // GFX1030: global_load
  // GFX1030-NEXT: v_cmp_o_f32_e32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: v_ashrrev_i32_e32
  // GFX1030-NEXT: v_lshrrev_b32_e32
  // GFX1030-NEXT: v_xor_b32_e32
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: v_ashrrev_i32_e32
  // GFX1030-NEXT: v_lshrrev_b32_e32
  // GFX1030-NEXT: v_xor_b32_e32
  // GFX1030-NEXT: global_store_dword
  // GFX1100-LABEL: k_scan_maximumf_f32:
  // GFX1100: global_load
  // GFX1100-NEXT: v_cmp_o_f32_e32
  // GFX1100-NEXT: v_cndmask_b32_e32
  // GFX1100-NEXT: v_ashrrev_i32_e32
  // GFX1100-NEXT: v_lshrrev_b32_e32
  // GFX1100-NEXT: v_xor_b32_e32
  // GFX1100-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100-NEXT: v_ashrrev_i32_e32
  // GFX1100-NEXT: v_lshrrev_b32_e32
  // GFX1100-NEXT: v_xor_b32_e32
  // GFX1100-NEXT: global_store_b32
  // GFX1201-LABEL: k_scan_maximumf_f32:
  // GFX1201: global_load
  // GFX1201-NEXT: v_maximum_f32_e64_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_maximum_f32_e64_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_maximum_f32_e64_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_maximum_f32_e64_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1201-NEXT: v_maximum_f32_e64_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1201-NEXT: global_store_b32
  // WAVE64-LABEL: k_scan_maximumf_f32:
  // WAVE64: global_load
  // WAVE64-NEXT: v_cmp_o_f32_e32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: v_ashrrev_i32_e32
  // WAVE64-NEXT: v_lshrrev_b32_e32
  // WAVE64-NEXT: v_xor_b32_e32
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_max_i32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: v_ashrrev_i32_e32
  // WAVE64-NEXT: v_lshrrev_b32_e32
  // WAVE64-NEXT: v_xor_b32_e32
  // WAVE64-NEXT: global_store_b32
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %r = prim.warp_scan inclusive maximumf %x : f32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %r, %q : f32, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_scan_bf16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942-LABEL: k_scan_bf16:
  // GFX90A_GFX942: global_load
  // GFX90A_GFX942-NEXT: v_lshlrev_b32_e32
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_add_f32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942-NEXT: v_bfe_u32
  // GFX90A_GFX942-NEXT: v_or_b32_e32
  // GFX90A_GFX942-NEXT: v_add3_u32
  // GFX90A_GFX942-NEXT: v_cmp_u_f32_e32
  // GFX90A_GFX942-NEXT: v_cndmask_b32_e32
  // GFX90A_GFX942-NEXT: global_store_short_d16_hi
  // GFX950-LABEL: k_scan_bf16:
  // GFX950: global_load
  // GFX950-NEXT: v_lshlrev_b32_e32
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX950-NEXT: v_add_f32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX950-NEXT: v_cvt_pk_bf16_f32
  // GFX950-NEXT: global_store_short
  // GFX1030-LABEL: k_scan_bf16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_lshlrev_b32_e32
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1030-NEXT: v_add_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1030-NEXT: v_bfe_u32
  // GFX1030-NEXT: v_or_b32_e32
  // GFX1030-NEXT: v_cmp_u_f32_e32
  // GFX1030-NEXT: v_add3_u32
  // GFX1030-NEXT: v_cndmask_b32_e32
  // GFX1030-NEXT: global_store_short_d16_hi
  // GFX1100_GFX1201-LABEL: k_scan_bf16:
  // GFX1100_GFX1201: global_load
  // GFX1100_GFX1201-NEXT: v_lshlrev_b32_e32
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // GFX1100_GFX1201-NEXT: v_add_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // GFX1100_GFX1201-NEXT: v_bfe_u32
  // GFX1100_GFX1201-NEXT: v_or_b32_e32
  // GFX1100_GFX1201-NEXT: v_cmp_u_f32_e32
  // GFX1100_GFX1201-NEXT: v_add3_u32
  // GFX1100_GFX1201-NEXT: v_cndmask_b32_e32
  // GFX1100_GFX1201-NEXT: global_store_d16_hi_b16
  // WAVE64-LABEL: k_scan_bf16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_lshlrev_b32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, -1, -1 op_sel:[0,1]
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 31
  // WAVE64-NEXT: v_mov_b32_e32
  // WAVE64-NEXT: v_add_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xc bank_mask:0xf
  // WAVE64-NEXT: v_bfe_u32
  // WAVE64-NEXT: v_or_b32_e32
  // WAVE64-NEXT: v_cmp_u_f32_e32
  // WAVE64-NEXT: v_add3_u32
  // WAVE64-NEXT: v_cndmask_b32_e32
  // WAVE64-NEXT: global_store_d16_hi_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
  %x = llvm.load %p : !llvm.ptr<1> -> bf16
  %r = prim.warp_scan inclusive add %x : bf16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
  llvm.store %r, %q : bf16, !llvm.ptr<1>
  gpu.return
}
gpu.func @k_reduce_bf16(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A_GFX942_GFX950-LABEL: k_reduce_bf16:
  // GFX90A_GFX942_GFX950: global_load
  // GFX90A_GFX942_GFX950-NEXT: v_lshlrev_b32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_e32
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_shr:2 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_shr:4 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_shr:8 row_mask:0xf bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_bcast:15 row_mask:0xa bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_max_f32_dpp {{.*}} row_bcast:31 row_mask:0xc bank_mask:0xf
  // GFX90A_GFX942_GFX950-NEXT: v_mov_b32_dpp {{.*}} wave_ror:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
  // GFX90A_GFX942_GFX950-NEXT: global_store_short_d16_hi
  // GFX1030-LABEL: k_reduce_bf16:
  // GFX1030: global_load
  // GFX1030-NEXT: v_lshlrev_b32_e32
  // GFX1030-NEXT: v_max_f32_e32
  // GFX1030-NEXT: v_max_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_max_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1030-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1030-NEXT: v_max_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1030-NEXT: global_store_short_d16_hi
  // GFX1100-LABEL: k_reduce_bf16:
  // GFX1100: global_load
  // GFX1100-NEXT: v_lshlrev_b32_e32
  // GFX1100-NEXT: v_max_f32_e32
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1100-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1100-NEXT: v_max_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1100-NEXT: global_store_d16_hi_b16
  // GFX1201-LABEL: k_reduce_bf16:
  // GFX1201: global_load
  // GFX1201-NEXT: v_lshlrev_b32_e32
  // GFX1201-NEXT: v_max_num_f32_e32
  // GFX1201-NEXT: v_max_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_max_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_max_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_max_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // GFX1201-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // GFX1201-NEXT: v_max_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // GFX1201-NEXT: global_store_d16_hi_b16
  // WAVE64-LABEL: k_reduce_bf16:
  // WAVE64: global_load
  // WAVE64-NEXT: v_lshlrev_b32_e32
  // WAVE64-NEXT: v_max_f32_e32
  // WAVE64-NEXT: v_max_f32_dpp {{.*}} row_shl:1 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_f32_dpp {{.*}} row_shl:2 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_f32_dpp {{.*}} row_shl:4 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_max_f32_dpp {{.*}} row_shl:8 row_mask:0xf bank_mask:0xf
  // WAVE64-NEXT: v_permlanex16_b32 {{.*}}, 0, 0 op_sel:[0,1]
  // WAVE64-NEXT: v_max_f32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0x5 bank_mask:0xf
  // WAVE64-NEXT: v_readlane_b32 {{.*}}, 32
  // WAVE64-NEXT: v_max_f32_e32
  // WAVE64-NEXT: v_max_f32_e64
  // WAVE64-NEXT: v_max_f32_e32
  // WAVE64-NEXT: global_store_d16_hi_b16
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
  %x = llvm.load %p : !llvm.ptr<1> -> bf16
  %r = prim.warp_reduce maxnumf %x : bf16
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
  llvm.store %r, %q : bf16, !llvm.ptr<1>
  gpu.return
}

}
