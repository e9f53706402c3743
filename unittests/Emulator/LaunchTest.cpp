//===- LaunchTest.cpp - Launches, faults and schedules ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches: work-group and work-item ids, hidden arguments, barriers, schedules
// that must make progress, and every kind of error that the emulator must
// report instead of guessing.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace prim::test;

namespace {

const char *const allChips[] = {"gfx90a",  "gfx942",  "gfx950",
                                "gfx1030", "gfx1100", "gfx1201"};

bool gfx12(const std::string &chip) { return chip == "gfx1201"; }
bool newNames(const std::string &chip) {
  return chip == "gfx1100" || chip == "gfx1201";
}
std::string groupId(const std::string &chip) {
  return gfx12(chip) ? "ttmp9" : "s2";
}

class EveryChip : public ::testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Emulator, EveryChip, ::testing::ValuesIn(allChips),
                         [](const ::testing::TestParamInfo<const char *> &i) {
                           return std::string(i.param);
                         });

TEST_P(EveryChip, GroupAndItemIds) {
  std::string chip = GetParam();
  unsigned lanes = waveSizeOf(chip);
  Kernel kernel;
  kernel.chip = chip;
  // out[group * lanes + item] = group * 1000 + item
  kernel.body =
      rowPrologue(chip) + "s_mul_i32 s4, " + groupId(chip) + ", " +
      std::to_string(lanes * 4) + "\ns_mul_i32 s5, " + groupId(chip) +
      ", 0x3e8\n" +
      (chip[3] == '9' ? "v_add_u32 v1, s5, v0\nv_add_u32 v63, s4, v63\n"
                      : "v_add_nc_u32 v1, s5, v0\n"
                        "v_add_nc_u32 v63, s4, v63\n") +
      storeRow(chip, 0, "v1");
  Outcome outcome = run(kernel, {}, 3 * lanes, lanes, 3);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  for (unsigned i = 0; i < 3 * lanes; ++i)
    EXPECT_EQ(outcome.output[i], i / lanes * 1000 + i % lanes);
}

TEST_P(EveryChip, PartialWaveLanesAreOff) {
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  kernel.body =
      rowPrologue(chip) + "v_mov_b32 v1, 7\n" + storeRow(chip, 0, "v1");
  Outcome outcome = run(kernel, {}, 20, 5);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(outcome.output[i], i < 5 ? 7u : 0xcdcdcdcdu);
}

TEST_P(EveryChip, RegistersAndLdsStartPoisoned) {
  std::string chip = GetParam();
  unsigned lanes = waveSizeOf(chip);
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 64;
  kernel.body =
      rowPrologue(chip) + "v_mov_b32 v1, v50\nv_mov_b32 v4, 0\n" +
      (newNames(chip) ? "ds_load_b32 v2, v4\n" : "ds_read_b32 v2, v4\n") +
      (gfx12(chip) ? "s_wait_dscnt 0x0\n" : "s_waitcnt lgkmcnt(0)\n") +
      "v_mov_b32 v3, s70\n" + storeRow(chip, 0, "v1") +
      storeRow(chip, 1, "v2") + storeRow(chip, 2, "v3");
  Outcome outcome = run(kernel, {}, 3 * lanes);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  for (unsigned row = 0; row < 3; ++row)
    EXPECT_EQ(outcome.output[row * lanes + 1], 0xffbadbadu);
}

TEST_P(EveryChip, BarrierAcrossWaves) {
  // Each item writes its number to LDS and, after the barrier, reads the number
  // of the mirrored item.
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 1024;
  std::string barrier = gfx12(chip) ? "s_wait_dscnt 0x0\ns_barrier_signal -1\n"
                                      "s_barrier_wait -1\n"
                                    : "s_waitcnt lgkmcnt(0)\ns_barrier\n";
  std::string sub = chip[3] == '9' ? "v_sub_u32" : "v_sub_nc_u32";
  kernel.body =
      rowPrologue(chip) +
      (newNames(chip) ? "ds_store_b32 v63, v0\n" : "ds_write_b32 v63, v0\n") +
      barrier + "v_mov_b32 v2, 0x3fc\n" + sub + " v2, v2, v63\n" +
      (newNames(chip) ? "ds_load_b32 v1, v2\n" : "ds_read_b32 v1, v2\n") +
      (gfx12(chip) ? "s_wait_dscnt 0x0\n" : "s_waitcnt lgkmcnt(0)\n") +
      storeRow(chip, 0, "v1");
  for (int64_t seed : {0, 1, 2, -1}) {
    primEmulatorSetSeed(seed);
    Outcome outcome = run(kernel, {}, 256, 256);
    ASSERT_EQ(outcome.error, 0) << outcome.message;
    for (unsigned i = 0; i < 256; ++i)
      EXPECT_EQ(outcome.output[i], 255 - i);
  }
  primEmulatorSetSeed(0);
}

TEST_P(EveryChip, MissingBarrierIsARace) {
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 1024;
  std::string sub = chip[3] == '9' ? "v_sub_u32" : "v_sub_nc_u32";
  kernel.body =
      rowPrologue(chip) +
      (newNames(chip) ? "ds_store_b32 v63, v0\n" : "ds_write_b32 v63, v0\n") +
      "v_mov_b32 v2, 0x3fc\n" + sub + " v2, v2, v63\n" +
      (newNames(chip) ? "ds_load_b32 v1, v2\n" : "ds_read_b32 v1, v2\n");
  Outcome outcome = run(kernel, {}, 1, 256);
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("LDS race"), std::string::npos)
      << outcome.message;
}

TEST_P(EveryChip, WriteAfterReadsOfTwoWavesIsARace) {
  // The first wave writes a word that both have read.
  std::string chip = GetParam();
  unsigned lanes = waveSizeOf(chip);
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 64;
  std::string vcc = lanes == 64 ? "vcc" : "vcc_lo";
  std::string exec = lanes == 64 ? "exec" : "exec_lo";
  kernel.body =
      rowPrologue(chip) + "v_mov_b32 v1, 0\n" +
      (newNames(chip) ? "ds_load_b32 v2, v1\n" : "ds_read_b32 v2, v1\n") +
      "s_sleep 1\nv_cmp_gt_u32 " + vcc + ", " + std::to_string(lanes) +
      ", v0\ns_mov_b" + std::to_string(lanes) + " " + exec + ", " + vcc + "\n" +
      (newNames(chip) ? "ds_store_b32 v1, v0\n" : "ds_write_b32 v1, v0\n");
  Outcome outcome = run(kernel, {}, 1, 2 * lanes);
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("LDS race"), std::string::npos)
      << outcome.message;
}

TEST_P(EveryChip, LookBackMakesProgressUnderEverySchedule) {
  // Group g waits for the flag of group g - 1, then sets its own, as in the
  // polling of a decoupled look-back. The output is the input row of flags.
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  bool renamed = newNames(chip);
  std::string load = renamed ? "global_load_b32" : "global_load_dword";
  std::string store = renamed ? "global_store_b32" : "global_store_dword";
  std::string scope = gfx12(chip) ? " scope:SCOPE_DEV"
                      : chip == "gfx942" || chip == "gfx950" ? " sc1"
                                                             : " glc";
  std::string wait =
      gfx12(chip) ? "s_wait_loadcnt 0x0\n" : "s_waitcnt vmcnt(0)\n";
  std::string group = groupId(chip);
  kernel.body = rowPrologue(chip) + "s_mov_b32 s4, " + group +
                "\ns_lshl_b32 s5, s4, 2\nv_mov_b32 v5, s5\nv_mov_b32 v6, 1\n"
                "s_cmp_eq_u32 s4, 0\ns_cbranch_scc1 2f\n1:\n" +
                load + " v1, v5, s[90:91] offset:-4" + scope + "\n" + wait +
                "v_readfirstlane_b32 s6, v1\ns_cmp_lg_u32 s6, 1\n"
                "s_cbranch_scc1 1b\n2:\n" +
                store + " v5, v6, s[90:91]\n";
  for (int64_t seed : {0, 7, 12345, -1}) {
    primEmulatorSetSeed(seed);
    Outcome outcome = run(kernel, {}, 200, 1, 200);
    ASSERT_EQ(outcome.error, 0) << outcome.message;
    for (unsigned i = 0; i < 200; ++i)
      EXPECT_EQ(outcome.output[i], 1u);
  }
  primEmulatorSetSeed(0);
}

TEST_P(EveryChip, OutOfBoundsNamesEverything) {
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  kernel.body =
      rowPrologue(chip) + "v_mov_b32 v1, 7\n" + storeRow(chip, 0, "v1");
  Outcome outcome = run(kernel, {}, 3, 4); // one word too many
  EXPECT_EQ(outcome.error, 719);
  for (const char *part : {"kernel 'k'", "pc 0x", "global_store", "lane 3",
                           "outside every allocation"})
    EXPECT_NE(outcome.message.find(part), std::string::npos)
        << part << " in " << outcome.message;
}

TEST_P(EveryChip, LdsOutOfBounds) {
  std::string chip = GetParam();
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 16;
  kernel.body = rowPrologue(chip) + (newNames(chip) ? "ds_store_b32 v63, v0"
                                                    : "ds_write_b32 v63, v0");
  EXPECT_EQ(run(kernel, {}, 1, 4).error, 0);
  Outcome outcome = run(kernel, {}, 1, 5);
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("lane 4: LDS access of 4 bytes at offset 16"),
            std::string::npos)
      << outcome.message;
}

/// LLVM widens aligned reads of three halves to eight bytes, on which no
/// hardware faults. No wave writes the extra bytes.
TEST_P(EveryChip, LdsReadsMayBeWidened) {
  std::string chip = GetParam();
  std::string read = newNames(chip) ? "ds_load_b64" : "ds_read_b64";
  std::string write = newNames(chip) ? "ds_store_b64" : "ds_write_b64";
  Kernel kernel;
  kernel.chip = chip;
  kernel.lds = 134;
  auto faults = [&](const std::string &access, unsigned offset) {
    kernel.body = rowPrologue(chip) + "v_mov_b32 v1, " +
                  std::to_string(offset) + "\n" + access;
    return run(kernel, {}, 1, 1).error != 0;
  };
  EXPECT_FALSE(faults(read + " v[2:3], v1", 128));
  EXPECT_TRUE(faults(read + " v[2:3], v1", 136));
  EXPECT_TRUE(faults(read + " v[2:3], v1 offset:1", 128));
  EXPECT_TRUE(faults(write + " v1, v[2:3]", 128));
}

TEST(Faults, UseAfterFree) {
  void *memory, *other;
  primEmulatorSetChip("gfx942");
  ASSERT_EQ(hipMalloc(&memory, 64), 0);
  ASSERT_EQ(hipMalloc(&other, 64), 0);
  ASSERT_EQ(hipFree(memory), 0);
  EXPECT_EQ(hipFree(memory), 1);
  uint32_t word = 0;
  EXPECT_EQ(hipMemcpy(memory, &word, 4, 1), 1);
  EXPECT_EQ(hipMemcpy(static_cast<char *>(other) + 61, &word, 4, 1), 1);
  EXPECT_EQ(hipMemcpy(static_cast<char *>(other) + 60, &word, 4, 1), 0);
  EXPECT_EQ(hipFree(other), 0);
}

TEST(Faults, HostAccessToDeviceMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  void *memory;
  primEmulatorSetChip("gfx942");
  ASSERT_EQ(hipMalloc(&memory, 256), 0);
  auto *words = static_cast<volatile uint32_t *>(memory);
  EXPECT_DEATH(
      (void)words[6],
      "host code (reads|accesses) 0x[0-9a-f]+, which is device memory: "
      "24 bytes after the start of the allocation of 256 bytes at "
      "0x[0-9a-f]+; copy it");
  EXPECT_DEATH(words[0] = 1, "host code (writes|accesses) .* 0 bytes after");
  // An access next to an allocation is reported relative to it.
  EXPECT_DEATH((void)words[-1], "4 bytes before the start of the allocation");
  EXPECT_EQ(hipFree(memory), 0);
}

TEST(Faults, MemoryOfAnotherKind) {
  primEmulatorSetChip("gfx942");
  void *device, *host;
  ASSERT_EQ(hipMalloc(&device, 64), 0);
  ASSERT_EQ(hipHostMalloc(&host, 64, 0), 0);
  EXPECT_EQ(hipFree(host), 1);
  EXPECT_EQ(hipHostFree(device), 1);
  EXPECT_NE(hipHostUnregister(device), 0);
  EXPECT_EQ(hipFree(device), 0);
  EXPECT_EQ(hipHostFree(host), 0);
  static uint32_t words[16];
  ASSERT_EQ(hipHostRegister(words, sizeof(words), 0), 0);
  EXPECT_NE(hipHostRegister(words, sizeof(words), 0), 0);
  EXPECT_NE(hipHostRegister(words + 4, 4, 0), 0);
  EXPECT_EQ(hipHostUnregister(words), 0);
}

TEST(Faults, BarriersAndMessages) {
  for (auto [chip, code] :
       {std::pair("gfx1201", "s_barrier_signal -1\ns_barrier_signal -1\n"),
        std::pair("gfx942", "s_sendmsg 5\n")}) {
    Kernel kernel;
    kernel.chip = chip;
    kernel.body = rowPrologue(chip) + code;
    EXPECT_EQ(run(kernel, {}, 1).error, 719) << code;
  }
}

TEST(Faults, CopiesAndFills) {
  primEmulatorSetChip("gfx942");
  uint32_t words[16] = {};
  void *memory;
  ASSERT_EQ(hipMalloc(&memory, 64), 0);
  auto *bytes = static_cast<char *>(memory);
  EXPECT_NE(hipMemcpy(memory, words, 64, 5), 0);
  EXPECT_NE(hipMemcpy(memory, words, 64, -1), 0);
  EXPECT_NE(hipMemcpy(words, bytes + 4, 64, 2), 0);
  EXPECT_NE(hipMemcpy(words, bytes + 4, 64, 4), 0);
  EXPECT_NE(hipMemset(memory, 0, 65), 0);
  EXPECT_NE(hipMemsetD32(bytes + 2, 0, 4), 0);
  EXPECT_NE(hipMemsetD16(bytes + 1, 0, 4), 0);
  EXPECT_NE(hipMemsetD32(memory, 0, (~size_t(0) / 4) + 2), 0);
  EXPECT_EQ(hipMemsetD32(memory, 7, 16), 0);
  EXPECT_EQ(hipMemcpy(words, memory, 64, 2), 0);
  EXPECT_EQ(words[15], 7u);
  EXPECT_EQ(hipFree(memory), 0);
  EXPECT_EQ(hipFree(nullptr), 0);
}

TEST(Memory, StartsPoisoned) {
  primEmulatorSetChip("gfx942");
  void *memory;
  ASSERT_EQ(hipMalloc(&memory, 64), 0);
  uint32_t words[16] = {};
  EXPECT_EQ(hipMemcpy(words, memory, 64, 2), 0);
  for (uint32_t word : words)
    EXPECT_EQ(word, 0xffbadbadu);
  EXPECT_EQ(hipFree(memory), 0);
}

TEST(Memory, SharedWithTheHost) {
  primEmulatorSetChip("gfx942");
  for (bool managed : {false, true}) {
    void *memory, *device;
    ASSERT_EQ(managed ? hipMallocManaged(&memory, 64, 1)
                      : hipHostMalloc(&memory, 64, 0),
              0);
    ASSERT_EQ(hipMalloc(&device, 64), 0);
    std::memset(memory, 7, 64);
    EXPECT_EQ(hipMemcpy(device, memory, 64, 3), 0);
    std::memset(memory, 0, 64);
    EXPECT_EQ(hipMemcpy(memory, device, 64, 3), 0);
    EXPECT_EQ(static_cast<uint8_t *>(memory)[63], 7);
    EXPECT_EQ(hipFree(device), 0);
    EXPECT_EQ(managed ? hipFree(memory) : hipHostFree(memory), 0);
  }
}

TEST(Faults, UnknownInstructionIsAnError) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = "s_rfe_b64 s[0:1]";
  Outcome outcome = run(kernel, {}, 1);
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("not known to the emulator"),
            std::string::npos)
      << outcome.message;
  // If it is not executed, it is not an error.
  kernel.body = "s_branch 1f\ns_rfe_b64 s[0:1]\n1:";
  EXPECT_EQ(run(kernel, {}, 1).error, 0);
}

TEST(Faults, UndecodableBytes) {
  Kernel kernel;
  kernel.chip = "gfx1100";
  kernel.body = ".long 0xffffffff";
  Outcome outcome = run(kernel, {}, 1);
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("not an instruction"), std::string::npos)
      << outcome.message;
}

TEST(Faults, BarrierThatCannotComplete) {
  // Two waves: the first waits for a flag that the second would only set after
  // the barrier, at which the first never arrives.
  setenv("PRIM_EMULATOR_DEADLOCK", "100000", 1);
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue("gfx942") +
                "v_readfirstlane_b32 s4, v0\ns_cmp_lg_u32 s4, 0\n"
                "s_cbranch_scc1 2f\n1:\n"
                "s_load_dword s5, s[90:91], 0x0\ns_waitcnt lgkmcnt(0)\n"
                "s_cmp_lg_u32 s5, 1\ns_cbranch_scc1 1b\n2:\ns_barrier\n";
  Outcome outcome = run(kernel, {}, 1, 128);
  unsetenv("PRIM_EMULATOR_DEADLOCK");
  EXPECT_EQ(outcome.error, 719);
  EXPECT_NE(outcome.message.find("deadlock"), std::string::npos);
  EXPECT_NE(outcome.message.find("at a barrier"), std::string::npos)
      << outcome.message;
}

TEST(Faults, EndedWavesDoNotBlockABarrier) {
  // The first wave ends before the other one arrives, or while it waits.
  for (std::string late : {"", "s_sleep 1\ns_sleep 1\n"}) {
    Kernel kernel;
    kernel.chip = "gfx942";
    kernel.body = rowPrologue("gfx942") +
                  "v_readfirstlane_b32 s4, v0\ns_cmp_lg_u32 s4, 0\n"
                  "s_cbranch_scc1 2f\n" +
                  late +
                  "s_endpgm\n2:\ns_barrier\n"
                  "v_mov_b32 v1, 9\n" +
                  storeRow("gfx942", 0, "v1");
    Outcome outcome = run(kernel, {}, 128, 128);
    ASSERT_EQ(outcome.error, 0) << outcome.message;
    EXPECT_EQ(outcome.output[100], 9u);
  }
}

TEST(Faults, StickyUntilReset) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = "s_trap 2";
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  ASSERT_FALSE(image.empty()) << error;
  primEmulatorSetChip("gfx942");
  void *module, *function;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), 0);
  ASSERT_EQ(hipModuleGetFunction(&function, module, "k"), 0);
  uint64_t zero = 0;
  void *params[] = {&zero, &zero};
  EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr,
                                  params, nullptr),
            719);
  EXPECT_EQ(hipDeviceSynchronize(), 719);
  void *memory;
  EXPECT_EQ(hipMalloc(&memory, 4), 719);
  EXPECT_EQ(hipGetLastError(), 719);
  EXPECT_EQ(hipDeviceReset(), 0);
  EXPECT_EQ(hipDeviceSynchronize(), 0);
  EXPECT_EQ(hipMalloc(&memory, 4), 0);
  EXPECT_EQ(hipFree(memory), 0);
}

TEST(Launch, HiddenArguments) {
  for (unsigned version : {5u, 6u}) {
    Kernel kernel;
    kernel.chip = "gfx942";
    kernel.codeObject = version;
    kernel.hiddenBytes = 48;
    const char *kinds[] = {"hidden_block_count_x", "hidden_block_count_y",
                           "hidden_block_count_z"};
    for (unsigned i = 0; i < 3; ++i)
      kernel.hiddenArguments +=
          "      - {.size: 4, .offset: " + std::to_string(16 + 4 * i) +
          ", .value_kind: " + kinds[i] + "}\n";
    kernel.hiddenArguments +=
        "      - {.size: 2, .offset: 28, .value_kind: hidden_group_size_x}\n"
        "      - {.size: 2, .offset: 30, .value_kind: hidden_remainder_x}\n"
        "      - {.size: 2, .offset: 32, .value_kind: hidden_grid_dims}\n"
        "      - {.size: 4, .offset: 36, .value_kind: "
        "hidden_dynamic_lds_size}\n";
    kernel.body = rowPrologue("gfx942") +
                  "s_load_dwordx8 s[8:15], s[0:1], 0x10\n"
                  "s_waitcnt lgkmcnt(0)\n";
    for (unsigned i = 0; i < 6; ++i)
      kernel.body += "v_mov_b32 v1, s" + std::to_string(8 + i) + "\n" +
                     storeRow("gfx942", i, "v1");
    Outcome outcome = run(kernel, {}, 6 * 64, 64, 5, 512);
    ASSERT_EQ(outcome.error, 0) << outcome.message;
    EXPECT_EQ(outcome.output[0], 5u);
    EXPECT_EQ(outcome.output[64], 1u);
    EXPECT_EQ(outcome.output[128], 1u);
    EXPECT_EQ(outcome.output[192], 64u); // size 64, remainder 0
    EXPECT_EQ(outcome.output[256] & 0xffff, 1u);
    EXPECT_EQ(outcome.output[320], 512u);
  }
}

TEST(Launch, DynamicLds) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue("gfx942") + "ds_write_b32 v63, v0";
  EXPECT_EQ(run(kernel, {}, 1, 64, 1, 256).error, 0);
  EXPECT_EQ(run(kernel, {}, 1, 64, 1, 252).error, 719);
}

TEST(Launch, Wave64OnGfx1100) {
  Kernel kernel;
  kernel.chip = "gfx1100";
  kernel.waveSize = 64;
  kernel.body = rowPrologue("gfx1100") +
                "v_cmp_lt_u32 vcc, 39, v0\ns_bcnt1_i32_b64 s4, vcc\n"
                "v_mov_b32 v1, s4\n" +
                storeRow("gfx1100", 0, "v1");
  Outcome outcome = run(kernel, {}, 64);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  EXPECT_EQ(outcome.output[0], 24u);
  EXPECT_EQ(outcome.output[63], 24u);
}

TEST(Launch, WrongChipAndBadImages) {
  Kernel kernel;
  kernel.chip = "gfx1100";
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  ASSERT_FALSE(image.empty()) << error;
  ASSERT_EQ(primEmulatorSetChip("gfx942"), 0);
  void *module = nullptr;
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), 209);
  EXPECT_NE(std::string(primEmulatorLastError()).find("gfx1100"),
            std::string::npos);
  char garbage[256] = "this is not an ELF file";
  EXPECT_EQ(hipModuleLoadData(&module, garbage), 200);
  EXPECT_EQ(hipModuleLoadData(&module, nullptr), 1);
  EXPECT_EQ(primEmulatorSetChip("gfx000"), 1);
}

TEST(Launch, BadConfigurations) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.arguments = 0;
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  ASSERT_FALSE(image.empty()) << error;
  ASSERT_EQ(primEmulatorSetChip("gfx942"), 0);
  void *module, *function;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), 0);
  EXPECT_EQ(hipModuleGetFunction(&function, module, "nosuch"), 500);
  ASSERT_EQ(hipModuleGetFunction(&function, module, "k"), 0);
  auto launch = [&](unsigned grid, unsigned block, unsigned lds) {
    return hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, lds,
                                 nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(launch(1, 64, 0), 0);
  EXPECT_EQ(launch(0, 64, 0), 9);
  EXPECT_EQ(launch(1, 1025, 0), 9);
  EXPECT_EQ(launch(1, 64, 65537), 9);
  EXPECT_EQ(launch(1u << 27, 64, 0), 9);
  EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1u << 27, 1, 1, 64, 1, 0,
                                  nullptr, nullptr, nullptr),
            9);
  EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1, 1u << 27, 1, 1, 64, 0,
                                  nullptr, nullptr, nullptr),
            9);
  int blocks = 0;
  EXPECT_EQ(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
                &blocks, function, 256, 32768),
            0);
  EXPECT_EQ(blocks, 2);
  EXPECT_EQ(hipModuleLaunchCooperativeKernel(function, 304 * 2 + 1, 1, 1, 256,
                                             1, 1, 32768, nullptr, nullptr),
            720);
  EXPECT_EQ(hipModuleUnload(module), 0);
  EXPECT_EQ(hipModuleUnload(module), 400);
  EXPECT_EQ(launch(1, 64, 0), 400);
}

TEST(Launch, PropertiesInBothLayouts) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    ASSERT_EQ(primEmulatorSetChip(chip), 0);
    char buffer[2048] = {};
    auto number = [&](size_t offset) {
      int value;
      std::memcpy(&value, buffer + offset, 4);
      return value;
    };
    int wave = int(waveSizeOf(chip));
    ASSERT_EQ(hipGetDevicePropertiesR0600(buffer, 0), 0);
    EXPECT_EQ(std::string(buffer + 1160).substr(0, std::strlen(chip)), chip);
    EXPECT_EQ(number(308), wave);
    EXPECT_EQ(number(320), 1024);
    int computeUnits = number(388);
    std::memset(buffer, 0, sizeof(buffer));
    ASSERT_EQ(hipGetDeviceProperties(buffer, 0), 0);
    EXPECT_EQ(std::string(buffer + 396).substr(0, std::strlen(chip)), chip);
    EXPECT_EQ(number(276), wave);
    EXPECT_EQ(number(336), computeUnits);
    EXPECT_EQ(hipGetDeviceProperties(buffer, 1), 101);
  }
}

TEST(Launch, PreloadedArguments) {
  // The words that the descriptor names are in s[2:5] (from the third on, in
  // s[2:3]). The kernel begins 256 bytes late, after the code that loads them
  // if nothing is preloaded.
  struct {
    const char *directives, *differences;
  } const cases[] = {{".amdhsa_user_sgpr_kernarg_preload_length 4\n",
                      "s_xor_b64 s[2:3], s[2:3], s[88:89]\n"
                      "s_xor_b64 s[4:5], s[4:5], s[90:91]\n"
                      "s_or_b64 s[2:3], s[2:3], s[4:5]\n"},
                     {".amdhsa_user_sgpr_kernarg_preload_length 2\n"
                      ".amdhsa_user_sgpr_kernarg_preload_offset 2\n",
                      "s_xor_b64 s[2:3], s[2:3], s[90:91]\n"}};
  for (auto &test : cases) {
    Kernel kernel;
    kernel.chip = "gfx942";
    kernel.directives = test.directives;
    kernel.body = "s_endpgm\n.fill 63, 4, 0xbf800000\n" +
                  rowPrologue("gfx942") + test.differences +
                  "s_or_b32 s2, s2, s3\nv_mov_b32 v1, s2\n" +
                  storeRow("gfx942", 0, "v1");
    Outcome outcome = run(kernel, {}, 1, 1);
    ASSERT_EQ(outcome.error, 0) << outcome.message;
    EXPECT_EQ(outcome.output[0], 0u) << test.directives;
  }
}

TEST(Launch, EventsAndStreams) {
  void *stream, *first, *second;
  ASSERT_EQ(hipStreamCreate(&stream), 0);
  ASSERT_EQ(hipEventCreate(&first), 0);
  ASSERT_EQ(hipEventCreate(&second), 0);
  float milliseconds = -1;
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, first, second), 400);
  EXPECT_EQ(hipEventRecord(first, stream), 0);
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, first, second), 400);
  EXPECT_EQ(hipEventRecord(second, stream), 0);
  EXPECT_EQ(hipStreamWaitEvent(stream, second, 0), 0);
  EXPECT_EQ(hipStreamWaitEvent(stream, second, 1), 1);
  EXPECT_EQ(hipEventSynchronize(second), 0);
  EXPECT_EQ(hipEventElapsedTime(&milliseconds, first, second), 0);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(hipEventDestroy(first), 0);
  EXPECT_EQ(hipEventDestroy(first), 400);
  EXPECT_EQ(hipEventDestroy(second), 0);
  EXPECT_EQ(hipStreamDestroy(stream), 0);
  EXPECT_EQ(hipStreamSynchronize(stream), 400);
}

TEST(Statistics, CountsWhatRan) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.lds = 4096;
  kernel.body = rowPrologue("gfx942") + loadRow("gfx942", 0, "v1") +
                "v_add_u32 v2, v1, v1\nv_lshlrev_b32 v3, 7, v0\n"
                "v_and_b32 v3, 0xfff, v3\nds_write_b32 v3, v1\n"
                "ds_swizzle_b32 v4, v1 offset:swizzle(SWAP,1)\n"
                "v_readfirstlane_b32 s4, v1\n" +
                storeRow("gfx942", 0, "v1");
  primEmulatorResetStatistics();
  Outcome outcome = run(kernel, std::vector<uint32_t>(64), 64);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  PrimEmulatorStats stats = {};
  stats.size = sizeof(stats);
  ASSERT_EQ(primEmulatorStatistics(&stats), 0);
  EXPECT_EQ(stats.launches, 1u);
  EXPECT_EQ(stats.workGroups, 1u);
  EXPECT_EQ(stats.valu, 4u); // the address shift, add, shift, and
  EXPECT_EQ(stats.crossLane, 2u);
  EXPECT_EQ(stats.swizzle, 1u);
  EXPECT_EQ(stats.readlane, 1u);
  EXPECT_EQ(stats.smem, 1u);
  EXPECT_EQ(stats.lds, 1u);
  EXPECT_EQ(stats.globalLoad, 1u);
  EXPECT_EQ(stats.globalStore, 1u);
  EXPECT_EQ(stats.bytesLoaded, 256u);
  EXPECT_EQ(stats.bytesStored, 256u);
  EXPECT_EQ(stats.cacheLines, 8u);
  // Stride of 32 words: each half of 32 lanes hits one bank with 32 words.
  EXPECT_EQ(stats.bankConflicts, 62u);
  EXPECT_EQ(stats.branch, 1u); // s_endpgm
  EXPECT_EQ(stats.wait, 2u);
  EXPECT_EQ(stats.instructions, 13u);
}

} // namespace
