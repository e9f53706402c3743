//===- MemoryTest.cpp - Vector memory and LDS -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and atomics of every width and space. Each case loads v2 and v3
// from two input rows, runs a piece of code and stores v4 and v5. Expected
// values are computed per lane from the manual.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

#include <cstring>
#include <functional>

using namespace prim::test;

namespace {

/// Input row 0 is 3 * lane + 5, row 1 is 0x80000000 + lane.
uint32_t first(unsigned lane) { return 3 * lane + 5; }
uint32_t second(unsigned lane) { return 0x80000000u + lane; }

using Expected = std::function<uint32_t(unsigned lane)>;

struct MemoryCase {
  const char *name;
  const char *chip;
  const char *code; // v0 lane, v2, v3 inputs, v10 = 16 * lane; results v4, v5
  unsigned lds, scratch;
  Expected four, five;
};

class Memory : public ::testing::TestWithParam<MemoryCase> {};

TEST_P(Memory, Result) {
  const MemoryCase &c = GetParam();
  Kernel kernel;
  kernel.chip = c.chip;
  kernel.lds = c.lds;
  kernel.scratch = c.scratch;
  kernel.body = rowPrologue(c.chip) + loadRow(c.chip, 0, "v2") +
                loadRow(c.chip, 1, "v3") +
                "v_lshlrev_b32 v10, 4, v0\nv_mov_b32 v4, 0\nv_mov_b32 v5, 0\n" +
                c.code + "\n" + storeRow(c.chip, 0, "v4") +
                storeRow(c.chip, 1, "v5");
  unsigned lanes = waveSizeOf(c.chip);
  std::vector<uint32_t> input(8 * lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    input[lane] = first(lane);
    input[lanes + lane] = second(lane);
  }
  Outcome outcome = run(kernel, input, 8 * lanes);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    EXPECT_EQ(outcome.output[lane], c.four(lane)) << "v4, lane " << lane;
    EXPECT_EQ(outcome.output[lanes + lane], c.five(lane))
        << "v5, lane " << lane;
  }
}

Expected zero = [](unsigned) { return 0u; };
Expected row0 = first, row1 = second;

#define LGKM "\ns_waitcnt lgkmcnt(0)\n"
#define VM "\ns_waitcnt vmcnt(0)\n"

const MemoryCase cases[] = {
    {"DsB32", "gfx942",
     "ds_write_b32 v10, v2 offset:8\nds_read_b32 v4, v10 offset:8" LGKM, 1040,
     0, row0, zero},
    {"DsB64", "gfx1100",
     "ds_store_b64 v10, v[2:3]\nds_load_b64 v[4:5], v10" LGKM, 512, 0, row0,
     row1},
    {"DsB64Misaligned", "gfx942",
     "v_mul_u32_u24 v11, 10, v0\nds_write_b64 v11, v[2:3] offset:2\n"
     "ds_read_b64 v[4:5], v11 offset:2" LGKM,
     660, 0, row0, row1},
    {"DsB128", "gfx942",
     "v_mov_b32 v16, v2\nv_mov_b32 v17, v3\nv_mov_b32 v18, 7\nv_mov_b32 v19, "
     "v2\n"
     "ds_write_b128 v10, v[16:19]\nds_read_b128 v[20:23], v10" LGKM
     "v_mov_b32 v4, v21\nv_mov_b32 v5, v23",
     1024, 0, row1, row0},
    {"DsB96", "gfx1100",
     "v_mov_b32 v16, v2\nv_mov_b32 v17, v3\nv_mov_b32 v18, 7\n"
     "ds_store_b96 v10, v[16:18]\nds_load_b96 v[20:22], v10" LGKM
     "v_mov_b32 v4, v21\nv_mov_b32 v5, v22",
     512, 0, row1, [](unsigned) { return 7u; }},
    {"DsRead2Write2", "gfx942",
     "ds_write2_b32 v10, v2, v3 offset0:1 offset1:3\n"
     "ds_read2_b32 v[4:5], v10 offset0:3 offset1:1" LGKM,
     1024, 0, row1, row0},
    {"DsRead2St64", "gfx1100",
     "v_lshlrev_b32 v11, 2, v0\nds_store_2addr_stride64_b32 v11, v2, v3 "
     "offset0:0 offset1:1\n"
     "ds_load_2addr_stride64_b32 v[4:5], v11 offset0:1 offset1:0" LGKM,
     512, 0, row1, row0},
    {"DsBytes", "gfx942",
     "ds_write_b8 v10, v3\nds_write_b8_d16_hi v10, v3 offset:1\n"
     "ds_read_u8 v4, v10\nds_read_i8 v5, v10 offset:1" LGKM,
     1024, 0, [](unsigned lane) { return lane & 0xff; },
     [](unsigned) { return 0u; }},
    {"DsHalvesD16", "gfx942",
     "ds_write_b32 v10, v3\nv_mov_b32 v4, 0x11112222\nv_mov_b32 v5, "
     "0x33334444\n"
     "ds_read_u16_d16 v4, v10\nds_read_u16_d16_hi v5, v10 offset:2" LGKM,
     1024, 0, [](unsigned lane) { return 0x11110000 | lane; },
     [](unsigned) { return 0x80004444u; }},
    {"DsAddRtn", "gfx942",
     "v_mov_b32 v16, 0\nds_write_b32 v16, v16\nv_mov_b32 v17, 2\n"
     "ds_add_rtn_u32 v4, v16, v17\nds_read_b32 v5, v16" LGKM,
     16, 0, [](unsigned lane) { return 2 * lane; },
     [](unsigned) { return 128u; }},
    {"DsCmpstOrder", "gfx942",
     "ds_write_b32 v10, v2\nds_cmpst_rtn_b32 v4, v10, v2, v3\n"
     "ds_read_b32 v5, v10" LGKM,
     1024, 0, row0, row1},
    {"DsCmpstoreOrder", "gfx1100",
     "ds_store_b32 v10, v2\nds_cmpstore_rtn_b32 v4, v10, v3, v2\n"
     "ds_load_b32 v5, v10" LGKM,
     512, 0, row0, row1},
    {"DsMinU64", "gfx942",
     "ds_write_b64 v10, v[2:3]\nv_mov_b32 v16, -1\nv_mov_b32 v17, 1\n"
     "ds_min_u64 v10, v[16:17]\nds_read_b64 v[4:5], v10" LGKM,
     1024, 0, [](unsigned) { return 0xffffffffu; },
     [](unsigned) { return 1u; }},
    {"DsMaxI32", "gfx942",
     "ds_write_b32 v10, v3\nds_max_i32 v10, v2\nds_read_b32 v4, v10" LGKM, 1024,
     0, row0, zero},
    {"DsIncWrap", "gfx942",
     "v_mov_b32 v16, 0\nds_write_b32 v16, v16\nv_mov_b32 v17, 2\n"
     "ds_inc_rtn_u32 v4, v16, v17" LGKM,
     16, 0, [](unsigned lane) { return lane % 3; }, zero},
    {"DsAddF64", "gfx942",
     "v_mov_b32 v16, 0\nv_mov_b32 v17, 0\nv_mov_b32 v18, 0\nv_mov_b32 v19, "
     "0x3ff80000\n"
     "ds_write_b64 v16, v[16:17]\nds_add_f64 v16, v[18:19]\nds_read_b64 "
     "v[4:5], "
     "v16" LGKM,
     16, 0, zero, [](unsigned) { return 0x40580000u; }}, // 64 * 1.5 = 96
    {"DsSwizzleSwap", "gfx942",
     "ds_swizzle_b32 v4, v2 offset:swizzle(SWAP,1)\n"
     "ds_swizzle_b32 v5, v2 offset:swizzle(QUAD_PERM,3,0,1,2)" LGKM,
     0, 0, [](unsigned lane) { return first(lane ^ 1); },
     [](unsigned lane) { return first((lane & ~3u) | ((lane + 3) & 3)); }},
    {"DsSwizzleReverse", "gfx1100",
     "ds_swizzle_b32 v4, v2 offset:swizzle(REVERSE,8)\n"
     "ds_swizzle_b32 v5, v2 offset:swizzle(BROADCAST,16,5)" LGKM,
     0, 0, [](unsigned lane) { return first(lane ^ 7); },
     [](unsigned lane) { return first((lane & ~15u) + 5); }},
    {"DsBpermute", "gfx942",
     "v_sub_u32 v16, 63, v0\nv_lshlrev_b32 v16, 2, v16\nds_bpermute_b32 v4, "
     "v16, "
     "v2\n"
     "ds_permute_b32 v5, v16, v2" LGKM,
     0, 0, [](unsigned lane) { return first(63 - lane); },
     [](unsigned lane) { return first(63 - lane); }},
    {"DsBpermuteInactive", "gfx942",
     "s_mov_b64 s[4:5], exec\ns_mov_b64 exec, 0xff\nv_mov_b32 v16, 64\n"
     "v_mov_b32 v17, 12\nds_bpermute_b32 v4, v16, v2\nds_bpermute_b32 v5, v17, "
     "v2" LGKM "s_mov_b64 exec, s[4:5]",
     0, 0, zero, [](unsigned lane) { return lane < 8 ? first(3) : 0; }},
    {"ExecMasksLds", "gfx942",
     "ds_write_b32 v10, v2\ns_mov_b64 s[4:5], exec\ns_mov_b64 exec, 0xf0\n"
     "ds_write_b32 v10, v3\nds_read_b32 v5, v10\ns_mov_b64 exec, s[4:5]\n"
     "ds_read_b32 v4, v10" LGKM,
     1024, 0,
     [](unsigned lane) {
       return lane >= 4 && lane < 8 ? second(lane) : first(lane);
     },
     [](unsigned lane) { return lane >= 4 && lane < 8 ? second(lane) : 0; }},
    {"GlobalX2", "gfx942",
     "v_lshlrev_b32 v11, 3, v0\nglobal_load_dwordx2 v[4:5], v11, s[88:89]" VM
     "v_mov_b32 v4, v5",
     0, 0,
     [](unsigned lane) {
       unsigned word = 2 * lane + 1;
       return word < 64 ? first(word) : second(word - 64);
     },
     [](unsigned lane) {
       unsigned word = 2 * lane + 1;
       return word < 64 ? first(word) : second(word - 64);
     }},
    {"GlobalNarrow", "gfx942",
     "global_load_ubyte v4, v63, s[88:89] offset:259\n"
     "global_load_sshort v5, v63, s[88:89] offset:258" VM,
     0, 0, [](unsigned) { return 0x80u; },
     [](unsigned) { return 0xffff8000u; }},
    {"GlobalD16Hi", "gfx1100",
     "v_mov_b32 v4, 0x1111\nv_mov_b32 v5, 0x22220000\n"
     "global_load_d16_hi_b16 v4, v63, s[88:89]\n"
     "global_load_d16_u8 v5, v63, s[88:89]" VM,
     0, 0, [](unsigned lane) { return first(lane) << 16 | 0x1111; },
     [](unsigned lane) { return (first(lane) & 0xff) | 0x22220000; }},
    {"GlobalNegativeOffset", "gfx942",
     "v_add_u32 v11, 64, v63\nglobal_load_dword v4, v11, s[88:89] "
     "offset:-64" VM,
     0, 0, row0, zero},
    {"Global64BitAddress", "gfx942",
     "v_mov_b32 v12, s88\nv_mov_b32 v13, s89\nv_lshl_add_u64 v[12:13], "
     "v[12:13], 0, 4\n"
     "global_load_dword v4, v[12:13], off offset:-4" VM,
     0, 0, [](unsigned) { return first(0); }, zero},
    {"GlobalStoreShort", "gfx942",
     "global_store_dword v63, v3, s[90:91] offset:1024\n"
     "global_store_short v63, v2, s[90:91] offset:1026\n"
     "global_store_byte_d16_hi v63, v3, s[90:91] offset:1025\n"
     "global_load_dword v4, v63, s[90:91] offset:1024" VM,
     0, 0,
     [](unsigned lane) { return (second(lane) & 0xff) | first(lane) << 16; },
     zero},
    {"GlobalAtomicReturn", "gfx942",
     "v_mov_b32 v16, 0\nv_mov_b32 v17, 1\nglobal_store_dword v16, v16, "
     "s[90:91] "
     "offset:1024\n"
     "global_atomic_add v4, v16, v17, s[90:91] offset:1024 sc0\n"
     "global_load_dword v5, v16, s[90:91] offset:1024" VM,
     0, 0, [](unsigned lane) { return lane; }, [](unsigned) { return 64u; }},
    {"GlobalAtomicNoReturn", "gfx1100",
     "v_mov_b32 v16, 0\nglobal_store_b32 v16, v16, s[90:91] offset:1020\n"
     "global_atomic_or_b32 v16, v2, s[90:91] offset:1020\n"
     "global_load_b32 v5, v16, s[90:91] offset:1020" VM,
     0, 0, zero,
     [](unsigned) {
       uint32_t all = 0;
       for (unsigned i = 0; i < 32; ++i)
         all |= first(i);
       return all;
     }},
    {"GlobalCmpswapX2", "gfx942",
     "v_lshlrev_b32 v11, 3, v0\nglobal_store_dwordx2 v11, v[2:3], s[90:91] "
     "offset:1024\n"
     "v_mov_b32 v20, 77\nv_mov_b32 v21, 88\nv_mov_b32 v22, v2\nv_mov_b32 v23, "
     "v3\n"
     "global_atomic_cmpswap_x2 v[24:25], v11, v[20:23], s[90:91] offset:1024 "
     "sc0\n"
     "global_load_dwordx2 v[26:27], v11, s[90:91] offset:1024" VM
     "v_mov_b32 v4, v26\nv_mov_b32 v5, v25",
     0, 0, [](unsigned) { return 77u; }, row1},
    {"FlatToGlobal", "gfx942",
     "v_mov_b32 v12, s88\nv_mov_b32 v13, s89\nflat_load_dword v4, v[12:13] "
     "offset:8" VM,
     0, 0, [](unsigned) { return first(2); }, zero},
    {"FlatToLds", "gfx942",
     "s_mov_b64 s[4:5], src_shared_base\nv_mov_b32 v12, v10\nv_mov_b32 v13, "
     "s5\n"
     "flat_store_dword v[12:13], v2\nds_read_b32 v4, v10" LGKM,
     1024, 0, row0, zero},
    {"ScratchFlat", "gfx942",
     "s_mov_b32 s4, 8\nscratch_store_dword off, v2, s4 offset:4\n"
     "v_mov_b32 v16, 12\nscratch_load_dword v4, v16, off" VM
     "scratch_store_dwordx2 off, v[2:3], off offset:16\n"
     "scratch_load_dword v5, v16, s4" VM,
     0, 32, row0, row1},
    {"ScratchFlat32", "gfx1100",
     "scratch_store_b32 off, v2, off offset:4\nv_mov_b32 v16, 4\n"
     "scratch_load_b32 v4, v16, off" VM
     "s_mov_b64 s[4:5], src_private_base\nv_mov_b32 v17, s5\n"
     "flat_load_b32 v5, v[16:17]" VM LGKM,
     0, 32, row0, row0},
    {"BufferOutOfRange", "gfx942",
     "s_mov_b32 s4, s88\ns_mov_b32 s5, s89\ns_mov_b32 s6, 16\ns_mov_b32 s7, "
     "0x00020000\n"
     "buffer_load_dword v4, v63, s[4:7], 0 offen" VM,
     0, 0, [](unsigned lane) { return lane < 4 ? first(lane) : 0; }, zero},
    // Four records of 8 bytes. Accesses outside all records, or outside their
    // own record, read 0.
    {"BufferRecords", "gfx942",
     "s_mov_b32 s4, s88\ns_or_b32 s5, s89, 0x80000\ns_mov_b32 s6, 4\n"
     "s_mov_b32 s7, 0x00020000\nv_mov_b32 v4, 77\nv_mov_b32 v5, 77\n"
     "buffer_load_dword v4, v0, s[4:7], 0 idxen offset:4\n"
     "buffer_load_dword v5, v0, s[4:7], 0 idxen offset:8" VM,
     0, 0, [](unsigned lane) { return lane < 4 ? first(2 * lane + 1) : 0; },
     zero},
    {"BufferScalarOffset", "gfx942",
     "s_mov_b32 s4, s88\ns_mov_b32 s5, s89\ns_mov_b32 s6, 16\ns_mov_b32 s7, "
     "0x00020000\ns_mov_b32 s8, 8\nv_mov_b32 v4, 77\nv_mov_b32 v5, 77\n"
     "buffer_load_dword v4, v63, s[4:7], s8 offen\n"
     "buffer_load_ushort v5, v63, s[4:7], 0 offen" VM,
     0, 0, [](unsigned lane) { return lane < 2 ? first(lane + 2) : 0; },
     [](unsigned lane) { return lane < 4 ? first(lane) : 0; }},
    {"DsMaskOr", "gfx942",
     "v_mov_b32 v11, 15\nv_mov_b32 v12, 64\nds_write_b32 v10, v2\n"
     "ds_mskor_b32 v10, v11, v12\nds_read_b32 v4, v10" LGKM,
     1024, 0, [](unsigned lane) { return (first(lane) & ~15u) | 64; }, zero},
    {"DsSubtractFrom", "gfx942",
     "ds_write_b32 v10, v2\nds_rsub_rtn_u32 v5, v10, v3\n"
     "ds_read_b32 v4, v10" LGKM,
     1024, 0, [](unsigned lane) { return second(lane) - first(lane); }, row0},
    {"DsConditionalSubtract", "gfx1201",
     "v_mov_b32 v11, 50\nds_store_b32 v10, v2\n"
     "ds_cond_sub_u32 v10, v11\nds_load_b32 v4, v10\n"
     "ds_store_b32 v10, v2\nds_sub_clamp_u32 v10, v11\n"
     "ds_load_b32 v5, v10\ns_wait_dscnt 0x0\n",
     512, 0,
     [](unsigned lane) {
       return first(lane) >= 50 ? first(lane) - 50 : first(lane);
     },
     [](unsigned lane) { return first(lane) >= 50 ? first(lane) - 50 : 0; }},
    // Both wrap at the limit, which is the data.
    {"DsCount", "gfx942",
     "v_mov_b32 v11, 20\nds_write_b32 v10, v0\nds_inc_u32 v10, v11\n"
     "ds_read_b32 v4, v10\nds_write_b32 v10, v0\nds_dec_u32 v10, v11\n"
     "ds_read_b32 v5, v10" LGKM,
     1024, 0, [](unsigned lane) { return lane >= 20 ? 0 : lane + 1; },
     [](unsigned lane) { return lane == 0 || lane > 20 ? 20 : lane - 1; }},
    // If memory holds a NaN, the result is the number.
    {"DsMinimumOfNaN", "gfx942",
     "v_mov_b32 v11, 0x7fc00000\nv_mov_b32 v12, 1.0\nds_write_b32 v10, v11\n"
     "ds_min_f32 v10, v12\nds_read_b32 v4, v10\nds_write_b32 v10, v11\n"
     "ds_max_f32 v10, v12\nds_read_b32 v5, v10" LGKM,
     1024, 0, [](unsigned) { return 0x3f800000u; },
     [](unsigned) { return 0x3f800000u; }},
    // One counter, at M0[31:16], for the active lanes.
    {"DsAppend", "gfx942",
     "v_mov_b32 v11, 4\nv_mov_b32 v12, 0x64\nds_write_b32 v11, v12" LGKM
     "s_mov_b32 m0, 0x40000\ns_mov_b64 exec, 0xff\nds_append v4" LGKM
     "s_mov_b64 exec, -1\nds_read_b32 v5, v11" LGKM,
     64, 0, [](unsigned lane) { return lane < 8 ? 100u : 0u; },
     [](unsigned) { return 108u; }},
    {"DsConsume", "gfx942",
     "v_mov_b32 v11, 4\nv_mov_b32 v12, 0x64\nds_write_b32 v11, v12" LGKM
     "s_mov_b32 m0, 0x40000\ns_mov_b64 exec, 0xff\nds_consume v4" LGKM
     "s_mov_b64 exec, -1\nds_read_b32 v5, v11" LGKM,
     64, 0, [](unsigned lane) { return lane < 8 ? 100u : 0u; },
     [](unsigned) { return 92u; }},
    {"DsSwizzleBits", "gfx942",
     "ds_swizzle_b32 v4, v2 offset:0x3f\nds_swizzle_b32 v5, v2 "
     "offset:0x80b1" LGKM,
     0, 0, [](unsigned lane) { return first(lane | 1); },
     [](unsigned lane) { return first(lane ^ 1); }},
    {"DsSwizzleRotate", "gfx942",
     "ds_swizzle_b32 v4, v2 offset:0xc020\nds_swizzle_b32 v5, v2 "
     "offset:0xc420" LGKM,
     0, 0, [](unsigned lane) { return first((lane & 32) | ((lane + 1) & 31)); },
     [](unsigned lane) { return first((lane & 32) | ((lane - 1) & 31)); }},
    // Inactive lanes give 0.
    {"DsPermuteBackward", "gfx942",
     "v_mov_b32 v5, 77\nds_bpermute_b32 v4, v63, v2 offset:4" LGKM
     "s_mov_b32 s4, 0x55555555\ns_mov_b32 s5, s4\ns_mov_b64 exec, s[4:5]\n"
     "ds_bpermute_b32 v5, v63, v2 offset:4" LGKM "s_mov_b64 exec, -1\n",
     0, 0, [](unsigned lane) { return first((lane + 1) % 64); },
     [](unsigned lane) { return lane % 2 ? 77u : 0u; }},
    {"DsPermuteWraps", "gfx1100",
     "v_add_nc_u32 v11, 0x80, v63\nds_bpermute_b32 v4, v11, v2" LGKM, 0, 0,
     row0, zero},
};

INSTANTIATE_TEST_SUITE_P(Emulator, Memory, ::testing::ValuesIn(cases),
                         [](const ::testing::TestParamInfo<MemoryCase> &info) {
                           return std::string(info.param.name) + "_" +
                                  info.param.chip;
                         });

} // namespace
