//===- Global.cpp - Vector loads and stores ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of FLAT, GLOBAL, SCRATCH and MUBUF in all widths, including
// d16 halves. One handler per width serves all four families. Cache control
// only affects ordering and has no effect here.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Transfer.h"

#include <string>

using namespace prim::emulator;

namespace {

void nothing(Wave &, const Instruction &) {}

template <Space S>
void addSpace(Registry &r, const std::string &prefix) {
  auto add = [&](const char *name, Handler handler) {
    r.add((prefix + name).c_str(), handler);
  };
  add("_LOAD_DWORD", load<S, 1>);
  add("_LOAD_DWORDX2", load<S, 2>);
  add("_LOAD_DWORDX3", load<S, 3>);
  add("_LOAD_DWORDX4", load<S, 4>);
  add("_LOAD_UBYTE", loadNarrow<S, uint8_t, Half::Whole>);
  add("_LOAD_SBYTE", loadNarrow<S, int8_t, Half::Whole>);
  add("_LOAD_USHORT", loadNarrow<S, uint16_t, Half::Whole>);
  add("_LOAD_SSHORT", loadNarrow<S, int16_t, Half::Whole>);
  add("_LOAD_UBYTE_D16", loadNarrow<S, uint8_t, Half::Low>);
  add("_LOAD_SBYTE_D16", loadNarrow<S, int8_t, Half::Low>);
  add("_LOAD_SHORT_D16", loadNarrow<S, uint16_t, Half::Low>);
  add("_LOAD_UBYTE_D16_HI", loadNarrow<S, uint8_t, Half::High>);
  add("_LOAD_SBYTE_D16_HI", loadNarrow<S, int8_t, Half::High>);
  add("_LOAD_SHORT_D16_HI", loadNarrow<S, uint16_t, Half::High>);
  add("_STORE_DWORD", store<S, 1>);
  add("_STORE_DWORDX2", store<S, 2>);
  add("_STORE_DWORDX3", store<S, 3>);
  add("_STORE_DWORDX4", store<S, 4>);
  add("_STORE_BYTE", storeNarrow<S, uint8_t, 0>);
  add("_STORE_SHORT", storeNarrow<S, uint16_t, 0>);
  add("_STORE_BYTE_D16_HI", storeNarrow<S, uint8_t, 16>);
  add("_STORE_SHORT_D16_HI", storeNarrow<S, uint16_t, 16>);
}

} // namespace

void prim::emulator::registerGlobalMemory(Registry &r) {
  addSpace<Space::Global>(r, "GLOBAL");
  addSpace<Space::Flat>(r, "FLAT");
  addSpace<Space::Scratch>(r, "SCRATCH");
  addSpace<Space::Buffer>(r, "BUFFER");
  for (const char *key :
       {"BUFFER_GL0_INV", "BUFFER_GL1_INV", "BUFFER_INV", "BUFFER_INVL2",
        "BUFFER_WBL2", "BUFFER_WBINVL1", "BUFFER_WBINVL1_VOL",
        "BUFFER_WBINVL1_SC", "GLOBAL_INV", "GLOBAL_WB", "GLOBAL_WBINV",
        "GLOBAL_PREFETCH_B8", "FLAT_PREFETCH_B8"})
    r.add(key, nothing);
}
