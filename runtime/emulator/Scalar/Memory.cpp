//===- Memory.cpp - Scalar loads --------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// s_load_* and s_buffer_load_* of every width and addressing form, the scalar
// cache instructions and prefetches.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"
#include "Core/Registry.h"
#include "Scalar/Families.h"
#include "Scalar/Operands.h"

#include <string>

using namespace prim::emulator;

namespace {

/// src[0] is the base, src[1] (if present) a scalar offset; the immediate
/// offset is added to either.
uint64_t byteOffset(const Wave &w, const Instruction &inst) {
  uint64_t offset =
      inst.numImm > 0 && inst.hasOffset ? int64_t(inst.offset) : 0;
  if (inst.numSrc > 1)
    offset += readScalar<uint32_t>(w, inst.src[1]);
  return offset;
}

template <unsigned Words>
void load(Wave &w, const Instruction &inst) {
  uint64_t address = readScalar<uint64_t>(w, inst.src[0]) + byteOffset(w, inst);
  address &= ~uint64_t(3);
  const uint8_t *from = w.launch->translate(address, Words * 4);
  if (!from)
    return w.fault(inst, -1,
                   "scalar load of %u bytes at 0x%llx is outside "
                   "every allocation",
                   Words * 4, (unsigned long long)address);
  std::memcpy(w.sgpr + inst.dst.index, from, Words * 4);
  w.launch->stats.scalarBytesLoaded += Words * 4;
}

template <typename T>
void loadNarrow(Wave &w, const Instruction &inst) {
  uint64_t address = readScalar<uint64_t>(w, inst.src[0]) + byteOffset(w, inst);
  const uint8_t *from = w.launch->translate(address, sizeof(T));
  if (!from)
    return w.fault(inst, -1,
                   "scalar load of %u bytes at 0x%llx is outside "
                   "every allocation",
                   unsigned(sizeof(T)), (unsigned long long)address);
  T value;
  std::memcpy(&value, from, sizeof(T));
  writeScalar(w, inst.dst, int32_t(value));
  w.launch->stats.scalarBytesLoaded += sizeof(T);
}

/// A buffer resource: 48-bit base, 14-bit stride, size in bytes (or records).
/// Words past the end read 0.
template <unsigned Words>
void bufferLoad(Wave &w, const Instruction &inst) {
  const uint32_t *resource = w.sgpr + inst.src[0].index;
  uint64_t base = resource[0] | uint64_t(resource[1] & 0xffff) << 32;
  uint64_t stride = resource[1] >> 16 & 0x3fff;
  uint64_t bytes = uint64_t(resource[2]) * (stride ? stride : 1);
  uint64_t offset = byteOffset(w, inst) & ~uint64_t(3);
  uint32_t values[Words] = {};
  for (unsigned i = 0; i < Words; ++i) {
    if (offset + i * 4 + 4 > bytes)
      continue;
    uint64_t address = base + offset + i * 4;
    const uint8_t *from = w.launch->translate(address, 4);
    if (!from)
      return w.fault(inst, -1,
                     "scalar buffer load at 0x%llx is outside every "
                     "allocation",
                     (unsigned long long)address);
    std::memcpy(&values[i], from, 4);
  }
  std::memcpy(w.sgpr + inst.dst.index, values, sizeof(values));
  w.launch->stats.scalarBytesLoaded += Words * 4;
}

void nothing(Wave &, const Instruction &) {}

template <unsigned Words>
void addWidth(Registry &r, const char *oldName, const char *newName) {
  for (const char *name : {oldName, newName}) {
    r.add((std::string("S_LOAD_") + name).c_str(), load<Words>);
    r.add((std::string("S_BUFFER_LOAD_") + name).c_str(), bufferLoad<Words>);
  }
}

} // namespace

void prim::emulator::registerScalarMemory(Registry &r) {
  addWidth<1>(r, "DWORD", "B32");
  addWidth<2>(r, "DWORDX2", "B64");
  addWidth<3>(r, "DWORDX3", "B96");
  addWidth<4>(r, "DWORDX4", "B128");
  addWidth<8>(r, "DWORDX8", "B256");
  addWidth<16>(r, "DWORDX16", "B512");
  r.add("S_LOAD_U8", loadNarrow<uint8_t>);
  r.add("S_LOAD_I8", loadNarrow<int8_t>);
  r.add("S_LOAD_U16", loadNarrow<uint16_t>);
  r.add("S_LOAD_I16", loadNarrow<int16_t>);
  for (const char *key :
       {"S_DCACHE_INV", "S_DCACHE_INV_VOL", "S_DCACHE_WB", "S_DCACHE_WB_VOL",
        "S_PREFETCH_DATA", "S_PREFETCH_DATA_PC_REL", "S_PREFETCH_INST",
        "S_PREFETCH_INST_PC_REL", "S_BUFFER_PREFETCH_DATA"})
    r.add(key, nothing);
}
