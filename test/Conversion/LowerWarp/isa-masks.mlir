// The instructions of lane masks on every chip: ballots stay in scalar registers,
// a match takes one ballot per bit of the label, a barrier takes none.

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

gpu.func @k_ballot(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_ballot: v_cmp_gt_i32, v_pk_mov_b32
  // GFX942:k_ballot: v_cmp_gt_i32, v_mov_b64
  // GFX950:k_ballot: v_cmp_gt_i32, v_mov_b64
  // GFX1030:k_ballot: v_cmp_gt_i32, v_mov_b32
  // GFX1100:k_ballot: v_cmp_gt_i32, v_mov_b32
  // W64:k_ballot: v_cmp_gt_i32, v_mov_b32, v_mov_b32
  // GFX1201:k_ballot: v_cmp_gt_i32, v_mov_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %p1 = arith.cmpi slt, %x, %c : i32
  %y = prim.warp_ballot %p1 : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_ballot_count(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b64, v_mov_b32
  // GFX942:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b64, v_mov_b32
  // GFX950:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b64, v_mov_b32
  // GFX1030:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b32, v_mov_b32
  // GFX1100:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b32, v_mov_b32
  // W64:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b64, v_mov_b32
  // GFX1201:k_ballot_count: v_cmp_gt_i32, s_bcnt1_i32_b32, v_mov_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %p1 = arith.cmpi slt, %x, %c : i32
  %m = prim.warp_ballot %p1 : i64
  %y = math.ctpop %m : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_match_2(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_and_b32, v_and_b32
  // GFX942:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_and_b32, v_and_b32
  // GFX950:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_bitop3_b32, v_xor_b32, v_bitop3_b32, v_and_b32, v_and_b32
  // GFX1030:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_and_b32
  // GFX1100:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_and_b32
  // W64:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, s_not_b32, s_not_b32, v_or3_b32, v_or3_b32, v_not_b32, v_not_b32
  // GFX1201:k_match_2: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, s_not_b32, v_or3_b32, v_mov_b32, v_not_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %y = prim.warp_match_any %x bits(2) : i32 -> i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_match_i8(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_match_i8: v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_and_b32, v_and_b32, v_lshlrev_b32
  // GFX942:k_match_i8: v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_lshlrev_b32, v_and_b32, v_and_b32
  // GFX950:k_match_i8: v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_xor_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_bitop3_b32, v_lshlrev_b32, v_and_b32, v_and_b32
  // GFX1030:k_match_i8: v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_and_b32, v_lshlrev_b32
  // GFX1100:k_match_i8: v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xnor_b32, v_bfi_b32, v_dual_mov_b32, v_lshlrev_b32
  // W64:k_match_i8: v_lshlrev_b32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_or3_b32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_or3_b32, v_or3_b32, v_or3_b32, v_not_b32, v_not_b32
  // GFX1201:k_match_i8: v_lshlrev_b32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xor_b32, s_not_b32, v_xor_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_xor_b32, v_or3_b32, v_xor_b32, v_or3_b32, v_or3_b32, v_mov_b32, v_not_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  %y = prim.warp_match_any %x : i8 -> i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_match_2_valid(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_cmp_gt_i32, v_ashrrev_i32, v_and_b32, v_and_b32, v_and_b32, v_and_b32
  // GFX942:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_cmp_gt_i32, v_ashrrev_i32, v_and_b32, v_and_b32, v_and_b32, v_and_b32
  // GFX950:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_bitop3_b32, v_xor_b32, v_bitop3_b32, v_cmp_gt_i32, v_ashrrev_i32, v_bitop3_b32, v_bitop3_b32
  // GFX1030:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_cmp_gt_i32, v_ashrrev_i32, v_and_b32, v_mov_b32, v_and_b32
  // GFX1100:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_xor_b32, v_xnor_b32, v_bfi_b32, v_cmp_gt_i32, v_ashrrev_i32, v_dual_mov_b32, v_and_b32
  // W64:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_cmp_gt_i32, v_ashrrev_i32, v_xor_b32, v_xor_b32, v_xor_b32, v_xor_b32, s_not_b32, s_not_b32, v_or3_b32, v_or3_b32, v_bfi_b32, v_bfi_b32
  // GFX1201:k_match_2_valid: v_bfe_i32, v_bfe_i32, v_cmp_gt_i32, v_cmp_ne_u32, v_cmp_ne_u32, v_ashrrev_i32, v_xor_b32, v_xor_b32, s_not_b32, v_or3_b32, v_mov_b32, v_bfi_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  %c = arith.constant 0 : i32
  %p1 = arith.cmpi slt, %x, %c : i32
  %y = prim.warp_match_any %x valid(%p1) bits(2) : i32 -> i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %y, %q : i64, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_masked_bit_count(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_masked_bit_count: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX942:k_masked_bit_count: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX950:k_masked_bit_count: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX1030:k_masked_bit_count: v_mbcnt_lo_u32_b32
  // GFX1100:k_masked_bit_count: v_mbcnt_lo_u32_b32
  // W64:k_masked_bit_count: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX1201:k_masked_bit_count: v_mbcnt_lo_u32_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %y = prim.warp_masked_bit_count %x : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_masked_bit_count_add(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_masked_bit_count_add: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX942:k_masked_bit_count_add: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX950:k_masked_bit_count_add: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX1030:k_masked_bit_count_add: v_mbcnt_lo_u32_b32
  // GFX1100:k_masked_bit_count_add: v_mbcnt_lo_u32_b32
  // W64:k_masked_bit_count_add: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32
  // GFX1201:k_masked_bit_count_add: v_mbcnt_lo_u32_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %a = arith.trunci %x : i64 to i32
  %y = prim.warp_masked_bit_count %x add(%a) : i64
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_group_select(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_group_select: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b64, v_cndmask_b32
  // GFX942:k_group_select: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b64, v_cndmask_b32
  // GFX950:k_group_select: v_mbcnt_lo_u32_b32, v_mbcnt_hi_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b64, v_cndmask_b32
  // GFX1030:k_group_select: v_mbcnt_lo_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b32, v_cndmask_b32
  // GFX1100:k_group_select: v_mbcnt_lo_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b32, v_cndmask_b32
  // W64:k_group_select: v_mbcnt_lo_u32_b32, v_cmp_ne_u64, v_mbcnt_hi_u32_b32, v_cmp_eq_u32, s_and_b64, v_cndmask_b32
  // GFX1201:k_group_select: v_mbcnt_lo_u32_b32, v_cmp_ne_u64, v_cmp_eq_u32, s_and_b32, v_cndmask_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %x = llvm.load %p : !llvm.ptr<1> -> i64
  %g = prim.warp_group_select %x : i64
  %y = arith.extui %g : i1 to i8
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  llvm.store %y, %q : i8, !llvm.ptr<1>
  gpu.return
}

gpu.func @k_barrier(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // GFX90A:k_barrier: v_lshlrev_b32
  // GFX942:k_barrier: v_lshlrev_b32
  // GFX950:k_barrier: v_lshlrev_b32
  // GFX1030:k_barrier: v_lshlrev_b32
  // GFX1100:k_barrier: v_lshlrev_b32
  // W64:k_barrier: v_lshlrev_b32
  // GFX1201:k_barrier: v_lshlrev_b32
  %t = gpu.thread_id x
  %i = arith.index_castui %t : index to i64
  %p = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr<1> -> i32
  prim.warp_barrier
  %y = arith.addi %x, %x : i32
  %q = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

}
