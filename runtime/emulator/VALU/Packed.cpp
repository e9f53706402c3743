//===- Packed.cpp - VOP3P and scalar-float instructions ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed 16- and 32-bit operations, mixed-precision fma, dot products whose
// modifiers select signedness, and gfx12's transcendentals on scalar registers.
//
//===----------------------------------------------------------------------===//

#include "VALU/Families.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsConvert.h"

#include <cstring>
#include <string>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

template <MixResult Result>
static void mix(Wave &wave, const Instruction &inst) {
  runMix(wave, inst, kShape<fmaF<f32>, nullptr, false>, Result);
}

/// v_pk_mov_b32: one word of each source, selected by its op_sel.
static void packedMove(Wave &wave, const Instruction &inst) {
  alignas(64) LaneBuffer buffers[2];
  alignas(64) LaneBuffer result;
  for (unsigned k = 0; k < 2; ++k) {
    const uint32_t *from =
        fetchLanes<Kind::Int64>(wave, inst.src[k], buffers[k]);
    from += inst.src[k].mods & kModOpSel ? kLaneStride : 0;
    std::memcpy(result + k * kLaneStride, from, sizeof(uint32_t) * wave.lanes);
  }
  uint32_t *dst = vectorRegister(wave, inst.dst);
  for (unsigned k = 0; k < 2; ++k)
    blendLanes(dst + k * kLaneStride, result + k * kLaneStride,
               wave.execLanes(), wave.lanes);
}

/// v_pk_fmac_f16 of gfx10 and later: a short encoding without modifiers, whose
/// third source is the destination.
static void packedAccumulate(Wave &wave, const Instruction &inst) {
  Instruction full = inst;
  full.src[2] = inst.dst;
  full.numSrc = 3;
  for (Operand &source : full.src)
    source.mods = kModDstOpSel; // op_sel_hi: high halves for the high half
  runPacked(wave, full, kShape<fmaF<f16>, nullptr, false>);
}
static Handler selectPackedAccumulate(const Instruction &inst,
                                      const DecodeContext &context) {
  return inst.encoding == Encoding::E32 && context.target.isGfx10Plus()
             ? packedAccumulate
             : nullptr;
}

/// v_dot4_i32_iu8 and v_dot8_i32_iu4: neg says that a source is signed.
template <unsigned Bits>
static Handler selectMixedDot(const Instruction &inst,
                              const DecodeContext &context) {
  bool a = inst.src[0].mods & kModNeg, b = inst.src[1].mods & kModNeg;
  Selector forms[] = {
      select<dotMixed<Bits, false, false>, dotMixedSat<Bits, false, false>>,
      select<dotMixed<Bits, false, true>, dotMixedSat<Bits, false, true>>,
      select<dotMixed<Bits, true, false>, dotMixedSat<Bits, true, false>>,
      select<dotMixed<Bits, true, true>, dotMixedSat<Bits, true, true>>};
  return forms[a * 2 + b](inst, context);
}

/// A transcendental of one scalar value, which follows the rules of one vector
/// lane.
template <auto Fn>
static void scalarFloat(Wave &wave, const Instruction &inst) {
  using T = typename LaneKernel<Fn>::Value;
  uint32_t word = inst.src[0].isConstant()
                      ? inst.src[0].lanes[0]
                      : uint32_t(scalarValue(wave, inst.src[0]));
  T x = bitCast<T>(BitsOf<T>(word));
  if (inst.src[0].mods & kModAbs)
    x = withSign(x, false);
  if (inst.src[0].mods & kModNeg)
    x = negate(x);
  T r = Fn(x, fpMode(wave));
  if (inst.clamp && !(compute(r) > 0))
    r = bitCast<T>(BitsOf<T>(0));
  else if (inst.clamp && compute(r) > 1)
    r = roundFromF64<T>(1.0, 0);
  wave.sgpr[inst.dst.index] = bitsOf(r);
}

template <typename T>
static void addScalar(Registry &r, const std::string &type) {
  auto add = [&](const char *op, Handler handler) {
    r.add(("V_S_" + (op + ("_" + type))).c_str(), handler);
  };
  add("RCP", scalarFloat<transcendental<T, reciprocal>>);
  add("RSQ", scalarFloat<transcendental<T, reciprocalRoot>>);
  add("SQRT", scalarFloat<transcendental<T, squareRoot>>);
  add("EXP", scalarFloat<transcendental<T, exp2Of>>);
  add("LOG", scalarFloat<transcendental<T, log2Of>>);
}

void prim::emulator::PRIM_VALU::registerPacked(Registry &r) {
  r.add("V_PK_ADD_U16", selectPacked<add<u16>, addSat<u16>>);
  r.add("V_PK_ADD_I16", selectPacked<add<i16>, addSat<i16>>);
  r.add("V_PK_SUB_U16", selectPacked<sub<u16>, subSat<u16>>);
  r.add("V_PK_SUB_I16", selectPacked<sub<i16>, subSat<i16>>);
  r.add("V_PK_MUL_LO_U16", selectPacked<mulLo16>);
  r.add("V_PK_MAD_U16", selectPacked<mad16<u16>, mad16Sat<u16>>);
  r.add("V_PK_MAD_I16", selectPacked<mad16<i16>, mad16Sat<i16>>);
  r.add("V_PK_MIN_U16", selectPacked<minInt<u16>>);
  r.add("V_PK_MAX_U16", selectPacked<maxInt<u16>>);
  r.add("V_PK_MIN_I16", selectPacked<minInt<i16>>);
  r.add("V_PK_MAX_I16", selectPacked<maxInt<i16>>);
  r.add("V_PK_LSHLREV_B16", selectPacked<lshlrev16>);
  r.add("V_PK_LSHRREV_B16", selectPacked<lshrrev16>);
  r.add("V_PK_ASHRREV_I16", selectPacked<ashrrev16>);

  r.add("V_PK_ADD_F16", selectPacked<addF<f16>>);
  r.add("V_PK_MUL_F16", selectPacked<mulF<f16>>);
  r.add("V_PK_FMA_F16", selectPacked<fmaF<f16>>);
  r.add("V_PK_FMAC_F16", selectPackedAccumulate);
  r.add("V_PK_MIN_F16", selectPacked<minF<f16>>);
  r.add("V_PK_MAX_F16", selectPacked<maxF<f16>>);
  r.add("V_PK_MIN_NUM_F16", selectPacked<minNum<f16>>);
  r.add("V_PK_MAX_NUM_F16", selectPacked<maxNum<f16>>);
  r.add("V_PK_MINIMUM_F16", selectPacked<minimumF<f16>>);
  r.add("V_PK_MAXIMUM_F16", selectPacked<maximumF<f16>>);
  r.add("V_PK_MINIMUM3_F16",
        selectPacked<chain<f16, minimumF<f16>, minimumF<f16>>>);
  r.add("V_PK_MAXIMUM3_F16",
        selectPacked<chain<f16, maximumF<f16>, maximumF<f16>>>);

  r.add("V_PK_ADD_F32", selectPacked<addF<f32>>);
  r.add("V_PK_MUL_F32", selectPacked<mulF<f32>>);
  r.add("V_PK_FMA_F32", selectPacked<fmaF<f32>>);
  r.add("V_PK_MOV_B32", packedMove);

  r.add("V_FMA_MIX_F32", mix<MixResult::F32>);
  r.add("V_FMA_MIXLO_F16", mix<MixResult::LowHalf>);
  r.add("V_FMA_MIXHI_F16", mix<MixResult::HighHalf>);

  r.add("V_DOT4_I32_IU8", selectMixedDot<8>);
  r.add("V_DOT8_I32_IU4", selectMixedDot<4>);

  addScalar<f32>(r, "F32");
  addScalar<f16>(r, "F16");
}
