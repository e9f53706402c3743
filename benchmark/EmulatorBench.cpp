//===- EmulatorBench.cpp - Wave-instructions per second ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How fast the emulator executes each instruction class on one thread, with its
// checks on: a kernel loops over a block of instructions of the class in 16
// groups of 256 work items. The counter is what the emulator's own statistics
// say was executed, over wall time.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "benchmark/benchmark.h"

#include <cstdio>
#include <cstdlib>

using namespace prim::test;

namespace {

struct Mix {
  const char *name;
  const char *chip;
  const char *block; // repeated; may use v1..v40, s[40:60], LDS below 8 KiB
  unsigned copies;
};

const Mix mixes[] = {
    {"valu_int", "gfx942",
     "v_add_u32 v1, v2, v3\nv_lshlrev_b32 v4, 3, v1\nv_and_b32 v5, 0xff, v4\n"
     "v_cndmask_b32 v6, v5, v1, vcc\n",
     8},
    {"valu_float", "gfx942",
     "v_add_f32 v1, v2, v3\nv_mul_f32 v4, v1, v2\nv_fma_f32 v5, v1, v4, v2\n"
     "v_max_f32 v6, v5, v1\n",
     8},
    {"valu_int_wave32", "gfx1100",
     "v_add_nc_u32 v1, v2, v3\nv_lshlrev_b32 v4, 3, v1\n"
     "v_and_b32 v5, 0xff, v4\nv_cndmask_b32 v6, v5, v1, vcc_lo\n",
     8},
    {"valu_compare", "gfx942",
     "v_cmp_lt_u32 vcc, v2, v3\nv_cmp_eq_u32 s[40:41], v1, v2\n", 16},
    {"dpp", "gfx942",
     "v_add_u32_dpp v1, v1, v1 row_shr:1 row_mask:0xf bank_mask:0xf "
     "bound_ctrl:1\nv_mov_b32_dpp v2, v1 row_bcast:15 row_mask:0xa "
     "bank_mask:0xf\n",
     16},
    {"salu", "gfx942",
     "s_add_u32 s40, s41, s42\ns_lshl_b32 s43, s40, 3\n"
     "s_and_b64 s[44:45], s[46:47], s[48:49]\ns_cselect_b32 s50, s40, s43\n",
     8},
    {"lds", "gfx942",
     "ds_write_b32 v7, v1\nds_read_b32 v2, v7\ns_waitcnt lgkmcnt(0)\n", 10},
    {"lds_scatter", "gfx942", "ds_read_b32 v2, v8\ns_waitcnt lgkmcnt(0)\n", 16},
    {"global_load", "gfx942",
     "global_load_dword v1, v63, s[88:89]\ns_waitcnt vmcnt(0)\n", 16},
    {"global_store", "gfx942",
     "global_store_dword v63, v63, s[90:91]\ns_nop 0\n", 16},
    {"swizzle", "gfx942",
     "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,1)\n"
     "ds_bpermute_b32 v3, v63, v2\n",
     16},
};

std::vector<char> build(const Mix &mix) {
  Kernel kernel;
  kernel.chip = mix.chip;
  kernel.lds = 8192;
  bool wide = waveSizeOf(mix.chip) == 64;
  kernel.body = rowPrologue(mix.chip) +
                "v_and_b32 v7, 0x3fc, v63\nv_mul_u32_u24 v8, 0x74, v0\n"
                "v_and_b32 v8, 0x3fc, v8\nv_mov_b32 v1, 1\nv_mov_b32 v2, 2\n"
                "v_mov_b32 v3, 3\nv_mov_b32 v5, 4\nv_mov_b32 v6, 5\n";
  kernel.body += wide ? "s_mov_b64 vcc, 0xf0\n" : "s_mov_b32 vcc_lo, 0xf0\n";
  for (unsigned i = 40; i < 60; ++i)
    kernel.body +=
        "s_mov_b32 s" + std::to_string(i) + ", " + std::to_string(i) + "\n";
  kernel.body += "s_movk_i32 s30, 300\n1:\n";
  for (unsigned i = 0; i < mix.copies; ++i)
    kernel.body += mix.block;
  kernel.body += "s_sub_u32 s30, s30, 1\ns_cmp_lg_u32 s30, 0\n"
                 "s_cbranch_scc1 1b\n";
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  if (image.empty()) {
    std::fprintf(stderr, "%s: %s\n", mix.name, error.c_str());
    std::exit(1);
  }
  return image;
}

uint64_t executed() {
  PrimEmulatorStats stats = {};
  stats.size = sizeof(stats);
  primEmulatorStatistics(&stats);
  return stats.instructions;
}

void runMix(benchmark::State &state, const Mix &mix) {
  std::vector<char> image = build(mix);
  void *module, *function, *memory;
  hipDeviceReset();
  if (primEmulatorSetChip(mix.chip) ||
      hipModuleLoadData(&module, image.data()) ||
      hipModuleGetFunction(&function, module, "k") ||
      hipMalloc(&memory, 1 << 16))
    return state.SkipWithError(primEmulatorLastError());
  void *params[] = {&memory, &memory};
  uint64_t before = executed();
  for (auto _ : state)
    if (hipModuleLaunchKernel(function, 16, 1, 1, 256, 1, 1, 0, nullptr, params,
                              nullptr))
      return state.SkipWithError(primEmulatorLastError());
  state.counters["wave-instructions/s"] = benchmark::Counter(
      double(executed() - before), benchmark::Counter::kIsRate);
  hipFree(memory);
  hipModuleUnload(module);
}

} // namespace

int main(int argc, char **argv) {
  for (const Mix &mix : mixes)
    benchmark::RegisterBenchmark(
        (std::string(mix.name) + "/" + mix.chip).c_str(),
        [&mix](benchmark::State &state) { runMix(state, mix); })
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
