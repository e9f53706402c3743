// What sorting a logical warp costs, per chip: the network for one key in full,
// then how many instructions of the vector ALU and of the LDS pipe every kernel
// has, addresses and bits of the lane number included. No kernel uses workgroup
// memory.

// DEFINE: %{target} =
// DEFINE: %{isa} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{%{target}}, \
// DEFINE:     gpu.module(prim-lower-warp,canonicalize,cse,prim-gpu-to-rocdl),prim-serialize{format=isa})' \
// DEFINE:   | sed 's/\\0A/\n/g;s/\\09/ /g'
// DEFINE: %{count} = awk '/^k_.*:$/ {k = $1} /^ v_/ {v[k]++} /^ ds_/ {d[k]++} /group_segment_fixed_size: *[1-9]/ {print "uses workgroup memory"} \
// DEFINE:     END {for (k in v) print k, v[k], "valu", d[k] + 0, "lds"}' | sort

// REDEFINE: %{target} = chip=gfx90a
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX9
// REDEFINE: %{target} = chip=gfx942
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX942
// REDEFINE: %{target} = chip=gfx950
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX950
// REDEFINE: %{target} = chip=gfx1030
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX1030
// REDEFINE: %{target} = chip=gfx1100
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX1100
// REDEFINE: %{target} = chip=gfx1201
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=GFX1201
// REDEFINE: %{target} = chip=gfx1100 features=+wavefrontsize64
// RUN: %{isa} | %{count} | FileCheck %s --check-prefix=WAVE64

// The network itself: a move and a median, and on gfx11 the median alone.
// REDEFINE: %{target} = chip=gfx942
// RUN: %{isa} | FileCheck %s --check-prefix=ISA942
// REDEFINE: %{target} = chip=gfx1100
// RUN: %{isa} | FileCheck %s --check-prefix=ISA1100

// GFX9: k_f16: 60 valu 3 lds
// GFX9-NEXT: k_f32: 58 valu 3 lds
// GFX9-NEXT: k_f64: 136 valu 6 lds
// GFX9-NEXT: k_i32: 52 valu 3 lds
// GFX9-NEXT: k_i32_descending: 53 valu 3 lds
// GFX9-NEXT: k_i32_f32: 115 valu 6 lds
// GFX9-NEXT: k_i32_f32_stable: 163 valu 9 lds
// GFX9-NEXT: k_i32_f32_valid: 166 valu 9 lds
// GFX9-NEXT: k_i32_partial: 56 valu 3 lds
// GFX9-NEXT: k_i32_x4: 243 valu 12 lds
// GFX9-NEXT: k_i64: 120 valu 6 lds
// GFX9-NEXT: k_i64_i32_stable: 250 valu 12 lds
// GFX9-NEXT: k_i8_i64_stable: 162 valu 9 lds
// GFX9-NEXT: k_u32_width16: 26 valu 0 lds

// GFX942: k_f16: 60 valu 3 lds
// GFX942-NEXT: k_f32: 58 valu 3 lds
// GFX942-NEXT: k_f64: 133 valu 6 lds
// GFX942-NEXT: k_i32: 52 valu 3 lds
// GFX942-NEXT: k_i32_descending: 53 valu 3 lds
// GFX942-NEXT: k_i32_f32: 115 valu 6 lds
// GFX942-NEXT: k_i32_f32_stable: 163 valu 9 lds
// GFX942-NEXT: k_i32_f32_valid: 166 valu 9 lds
// GFX942-NEXT: k_i32_partial: 56 valu 3 lds
// GFX942-NEXT: k_i32_x4: 243 valu 12 lds
// GFX942-NEXT: k_i64: 120 valu 6 lds
// GFX942-NEXT: k_i64_i32_stable: 250 valu 12 lds
// GFX942-NEXT: k_i8_i64_stable: 162 valu 9 lds
// GFX942-NEXT: k_u32_width16: 26 valu 0 lds

// GFX950: k_f16: 66 valu 0 lds
// GFX950-NEXT: k_f32: 66 valu 0 lds
// GFX950-NEXT: k_f64: 167 valu 0 lds
// GFX950-NEXT: k_i32: 61 valu 0 lds
// GFX950-NEXT: k_i32_descending: 64 valu 0 lds
// GFX950-NEXT: k_i32_f32: 143 valu 0 lds
// GFX950-NEXT: k_i32_f32_stable: 210 valu 0 lds
// GFX950-NEXT: k_i32_f32_valid: 213 valu 0 lds
// GFX950-NEXT: k_i32_partial: 56 valu 3 lds
// GFX950-NEXT: k_i32_x4: 278 valu 0 lds
// GFX950-NEXT: k_i64: 154 valu 0 lds
// GFX950-NEXT: k_i64_i32_stable: 309 valu 0 lds
// GFX950-NEXT: k_i8_i64_stable: 203 valu 0 lds
// GFX950-NEXT: k_u32_width16: 26 valu 0 lds

// GFX1030: k_f16: 46 valu 0 lds
// GFX1030-NEXT: k_f32: 44 valu 0 lds
// GFX1030-NEXT: k_f64: 100 valu 0 lds
// GFX1030-NEXT: k_i32: 38 valu 0 lds
// GFX1030-NEXT: k_i32_descending: 39 valu 0 lds
// GFX1030-NEXT: k_i32_f32: 83 valu 0 lds
// GFX1030-NEXT: k_i32_f32_stable: 118 valu 0 lds
// GFX1030-NEXT: k_i32_f32_valid: 122 valu 0 lds
// GFX1030-NEXT: k_i32_partial: 40 valu 0 lds
// GFX1030-NEXT: k_i32_x4: 184 valu 0 lds
// GFX1030-NEXT: k_i64: 86 valu 0 lds
// GFX1030-NEXT: k_i64_i32_stable: 181 valu 0 lds
// GFX1030-NEXT: k_i8_i64_stable: 119 valu 0 lds
// GFX1030-NEXT: k_u32_width16: 25 valu 0 lds

// GFX1100: k_f16: 32 valu 0 lds
// GFX1100-NEXT: k_f32: 30 valu 0 lds
// GFX1100-NEXT: k_f64: 86 valu 0 lds
// GFX1100-NEXT: k_i32: 24 valu 0 lds
// GFX1100-NEXT: k_i32_descending: 25 valu 0 lds
// GFX1100-NEXT: k_i32_f32: 69 valu 0 lds
// GFX1100-NEXT: k_i32_f32_stable: 118 valu 0 lds
// GFX1100-NEXT: k_i32_f32_valid: 122 valu 0 lds
// GFX1100-NEXT: k_i32_partial: 26 valu 0 lds
// GFX1100-NEXT: k_i32_x4: 128 valu 0 lds
// GFX1100-NEXT: k_i64: 71 valu 0 lds
// GFX1100-NEXT: k_i64_i32_stable: 180 valu 0 lds
// GFX1100-NEXT: k_i8_i64_stable: 90 valu 0 lds
// GFX1100-NEXT: k_u32_width16: 15 valu 0 lds

// GFX1201: k_f16: 32 valu 0 lds
// GFX1201-NEXT: k_f32: 30 valu 0 lds
// GFX1201-NEXT: k_f64: 86 valu 0 lds
// GFX1201-NEXT: k_i32: 24 valu 0 lds
// GFX1201-NEXT: k_i32_descending: 25 valu 0 lds
// GFX1201-NEXT: k_i32_f32: 69 valu 0 lds
// GFX1201-NEXT: k_i32_f32_stable: 118 valu 0 lds
// GFX1201-NEXT: k_i32_f32_valid: 122 valu 0 lds
// GFX1201-NEXT: k_i32_partial: 26 valu 0 lds
// GFX1201-NEXT: k_i32_x4: 128 valu 0 lds
// GFX1201-NEXT: k_i64: 71 valu 0 lds
// GFX1201-NEXT: k_i64_i32_stable: 180 valu 0 lds
// GFX1201-NEXT: k_i8_i64_stable: 90 valu 0 lds
// GFX1201-NEXT: k_u32_width16: 15 valu 0 lds

// WAVE64: k_f16: 42 valu 0 lds
// WAVE64-NEXT: k_f32: 40 valu 0 lds
// WAVE64-NEXT: k_f64: 134 valu 0 lds
// WAVE64-NEXT: k_i32: 34 valu 0 lds
// WAVE64-NEXT: k_i32_descending: 35 valu 0 lds
// WAVE64-NEXT: k_i32_f32: 98 valu 0 lds
// WAVE64-NEXT: k_i32_f32_stable: 165 valu 0 lds
// WAVE64-NEXT: k_i32_f32_valid: 168 valu 0 lds
// WAVE64-NEXT: k_i32_partial: 43 valu 0 lds
// WAVE64-NEXT: k_i32_x4: 173 valu 0 lds
// WAVE64-NEXT: k_i64: 120 valu 0 lds
// WAVE64-NEXT: k_i64_i32_stable: 252 valu 0 lds
// WAVE64-NEXT: k_i8_i64_stable: 146 valu 0 lds
// WAVE64-NEXT: k_u32_width16: 15 valu 0 lds

// ISA942-LABEL: k_i32:
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_half_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xa
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: ds_swizzle_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:swizzle(REVERSE,32)
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_ror:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xa
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: ds_bpermute_b32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: ds_swizzle_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:swizzle(SWAP,16)
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_ror:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shl:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} row_shr:4 row_mask:0xf bank_mask:0xa
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: v_mov_b32_dpp v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA942: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA942: s_endpgm

// ISA1100-LABEL: k_i32:
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_half_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_xmask:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_permlanex16_b32 v{{[0-9]+}}, v{{[0-9]+}}, s{{[0-9]+}}, 0x1234567 op_sel:[0,1]
// ISA1100: v_med3_u32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_ror:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} row_xmask:4 row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: v_med3_u32_e64_dpp v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1
// ISA1100: s_endpgm

gpu.module @kernels {
gpu.func @k_i32(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %r0 = prim.warp_sort slt %x0 : i32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_descending(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %r0 = prim.warp_sort slt descending %x0 : i32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_u32_width16(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %r0 = prim.warp_sort ult %x0 width(16) : i32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_x4(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> vector<4xi32>
  %r0 = prim.warp_sort slt %x0 : vector<4xi32>
  llvm.store %r0, %pout0 : vector<4xi32>, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_f32(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> f32
  %r0 = prim.warp_sort total %x0 : f32
  llvm.store %r0, %pout0 : f32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_f16(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> f16
  %r0 = prim.warp_sort total %x0 : f16
  llvm.store %r0, %pout0 : f16, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i64(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i64
  %r0 = prim.warp_sort ult %x0 : i64
  llvm.store %r0, %pout0 : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_f64(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> f64
  %r0 = prim.warp_sort total %x0 : f64
  llvm.store %r0, %pout0 : f64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_f32(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>, %in1: !llvm.ptr<1>, %out1: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %pin1 = llvm.getelementptr %in1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %pout1 = llvm.getelementptr %out1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x1 = llvm.load %pin1 : !llvm.ptr<1> -> f32
  %r0, %r1 = prim.warp_sort slt %x0, %x1 : i32, f32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  llvm.store %r1, %pout1 : f32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i8_i64_stable(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>, %in1: !llvm.ptr<1>, %out1: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i8
  %pin1 = llvm.getelementptr %in1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %pout1 = llvm.getelementptr %out1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %x1 = llvm.load %pin1 : !llvm.ptr<1> -> i64
  %r0, %r1 = prim.warp_sort ult %x0, %x1 stable : i8, i64
  llvm.store %r0, %pout0 : i8, !llvm.ptr<1>
  llvm.store %r1, %pout1 : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_f32_stable(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>, %in1: !llvm.ptr<1>, %out1: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %pin1 = llvm.getelementptr %in1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %pout1 = llvm.getelementptr %out1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x1 = llvm.load %pin1 : !llvm.ptr<1> -> f32
  %r0, %r1 = prim.warp_sort slt %x0, %x1 stable : i32, f32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  llvm.store %r1, %pout1 : f32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i64_i32_stable(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>, %in1: !llvm.ptr<1>, %out1: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i64
  %pin1 = llvm.getelementptr %in1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout1 = llvm.getelementptr %out1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x1 = llvm.load %pin1 : !llvm.ptr<1> -> i32
  %r0, %r1 = prim.warp_sort slt %x0, %x1 stable : i64, i32
  llvm.store %r0, %pout0 : i64, !llvm.ptr<1>
  llvm.store %r1, %pout1 : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_partial(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>) kernel {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %r0 = prim.warp_sort slt %x0 : i32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_i32_f32_valid(%in0: !llvm.ptr<1>, %out0: !llvm.ptr<1>, %in1: !llvm.ptr<1>, %out1: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %tid = gpu.thread_id x
  %i = arith.index_castui %tid : index to i32
  %pin0 = llvm.getelementptr %in0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %pout0 = llvm.getelementptr %out0[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x0 = llvm.load %pin0 : !llvm.ptr<1> -> i32
  %pin1 = llvm.getelementptr %in1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %pout1 = llvm.getelementptr %out1[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x1 = llvm.load %pin1 : !llvm.ptr<1> -> f32
  %r0, %r1 = prim.warp_sort slt %x0, %x1 valid(%n) : i32, f32
  llvm.store %r0, %pout0 : i32, !llvm.ptr<1>
  llvm.store %r1, %pout1 : f32, !llvm.ptr<1>
  gpu.return
}

}
