//===- General.cpp - Vector operations with all their modifiers -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a vector operation around the lane kernel: DPP and SDWA,
// half-register selects, neg and abs, denormal flushing, rounding modes, output
// modifiers and clamp, packed halves, and the masked write. Reads and writes
// vector registers and lane masks.
//
//===----------------------------------------------------------------------===//

#include "VALU/Dpp.h"
#include "VALU/LaneLoop.h"

#include <cfenv>
#include <cstring>
#include <string_view>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

FpMode prim::emulator::PRIM_VALU::fpMode(const Wave &wave) {
  FpMode mode;
  mode.ieee = wave.mode & kModeIeee;
  mode.round16 = uint8_t((wave.mode & kModeRoundF64F16) >> 2);
  return mode;
}

bool prim::emulator::PRIM_VALU::isPlain(const Instruction &inst,
                                        const Shape &shape) {
  if (inst.encoding != Encoding::E32 && inst.encoding != Encoding::E64 &&
      inst.encoding != Encoding::Other)
    return false;
  if (inst.clamp || inst.omod || inst.dst.hi ||
      inst.dpp.kind != DppKind::None || inst.sdwa.present)
    return false;
  for (unsigned k = 0; k < shape.numSources; ++k)
    if (inst.src[k].mods || inst.src[k].hi)
      return false;
  return true;
}

bool prim::emulator::PRIM_VALU::isSupported(const Instruction &inst,
                                            const Shape &shape) {
  if (inst.numSrc < shape.numSources)
    return false;
  for (unsigned k = 0; k < shape.numSources; ++k)
    if (!inst.src[k])
      return false;
  if (shape.result != Kind::None && inst.dst.kind != OperandKind::Vgpr &&
      inst.dst.kind != OperandKind::Agpr)
    return false;
  if (shape.hasMask && !inst.sdst)
    return false;
  if (inst.dpp.kind == DppKind::Dpp16 && !isDppControl(inst.dpp.ctrl))
    return false;
  // Integer results saturate only if saturation is defined for them;
  // conversions from floating point always saturate.
  bool integerClamp = inst.clamp && shape.result != Kind::None &&
                      !isFloat(shape.result) && !isFloat(shape.sources[0]);
  return !integerClamp || shape.saturating;
}

bool prim::emulator::PRIM_VALU::clearsHighHalf(const Instruction &inst,
                                               const DecodeContext &context) {
  if (!context.target.isGfx9())
    return false;
  std::string_view name = inst.name, key = inst.key;
  auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  for (const char *accumulating :
       {"V_MAC_F16", "V_FMAC_F16", "V_MADAK_F16", "V_MADMK_F16", "V_FMAAK_F16",
        "V_FMAMK_F16", "V_ADD_I16", "V_SUB_I16", "V_BITOP3_B16"})
    if (key == accumulating)
      return false;
  return !has(name, "_gfx9_gfx9") && !has(key, "MED3") && !has(key, "MIN3") &&
         !has(key, "MAX3");
}

namespace {

/// Denormal handling of one type in this MODE.
struct Flushing {
  bool in, out;
};
Flushing flushingOf(const Wave &wave, Kind kind) {
  if (kind == Kind::F32)
    return {!(wave.mode & kModeDenormInF32), !(wave.mode & kModeDenormOutF32)};
  return {!(wave.mode & kModeDenormInF64F16),
          !(wave.mode & kModeDenormOutF64F16)};
}

/// Sets the host's rounding mode for kernels that compute in host arithmetic.
class RoundingScope {
public:
  RoundingScope(const Wave &wave, const Shape &shape) {
    unsigned mode = 0;
    if (shape.result == Kind::F64)
      mode = (wave.mode & kModeRoundF64F16) >> 2;
    else if (shape.result == Kind::F32)
      mode = wave.mode & kModeRoundF32;
    if (!mode)
      return;
    static const int host[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                               FE_TOWARDZERO};
    saved = std::fegetround();
    changed = std::fesetround(host[mode]) == 0;
  }
  ~RoundingScope() {
    if (changed)
      std::fesetround(saved);
  }

private:
  int saved = 0;
  bool changed = false;
};

template <typename T>
void forLanes(unsigned lanes, T body) {
  for (unsigned i = 0; i < lanes; ++i)
    body(i);
}

/// neg and abs by the type's sign bit, then denormal flush.
void applyFloatModifiers(uint32_t *p, Kind kind, bool neg, bool abs, bool flush,
                         unsigned lanes) {
  uint32_t *top = kind == Kind::F64 ? p + kLaneStride : p;
  uint32_t sign = kind == Kind::F16 ? 0x8000u : 0x80000000u;
  uint32_t keep = abs ? ~sign : ~0u, flip = neg ? sign : 0;
  if (abs || neg)
    forLanes(lanes, [&](unsigned i) { top[i] = (top[i] & keep) ^ flip; });
  if (!flush)
    return;
  if (kind == Kind::F32)
    forLanes(lanes, [&](unsigned i) {
      if (!(p[i] & kInfBits<f32>))
        p[i] &= kSign<f32>;
    });
  else if (kind == Kind::F16)
    forLanes(lanes, [&](unsigned i) {
      if (!(p[i] & kInfBits<f16>))
        p[i] &= kSign<f16>;
    });
  else
    forLanes(lanes, [&](unsigned i) {
      if (!(top[i] & 0x7ff00000)) {
        top[i] &= 0x80000000;
        p[i] = 0;
      }
    });
}

uint32_t selectSubDword(uint32_t value, unsigned select, bool signExtend) {
  unsigned bits = select < 4 ? 8 : select < 6 ? 16 : 32;
  unsigned shift = select < 4 ? 8 * select : select == 5 ? 16 : 0;
  if (bits == 32)
    return value;
  uint32_t field = value >> shift << (32 - bits);
  return signExtend ? uint32_t(int32_t(field) >> (32 - bits))
                    : field >> (32 - bits);
}

/// Copies a source's words into `buffer`, across lanes where DPP says so.
/// Returns the lanes that may be written.
uint64_t copySource(Wave &wave, const Instruction &inst, unsigned k, Kind kind,
                    uint32_t *buffer) {
  alignas(64) LaneBuffer scratch;
  unsigned count = words(kind);
  const uint32_t *from =
      count == 2 ? fetchLanes<Kind::Int64>(wave, inst.src[k], scratch)
                 : fetchLanes<Kind::Int32>(wave, inst.src[k], scratch);
  if (k != 0 || inst.dpp.kind == DppKind::None) {
    for (unsigned w = 0; w < count; ++w)
      std::memcpy(buffer + w * kLaneStride, from + w * kLaneStride,
                  sizeof(uint32_t) * wave.lanes);
    return wave.exec();
  }
  uint64_t enabled = 0;
  for (unsigned w = 0; w < count; ++w)
    enabled = applyDpp(inst.dpp, from + w * kLaneStride,
                       buffer + w * kLaneStride, wave.exec(), wave.lanes);
  return enabled;
}

/// One source, ready for the kernel: in its register if it is used unchanged,
/// otherwise in `buffer`. Removes lanes that may not be written from `enabled`.
const uint32_t *prepareSource(Wave &wave, const Instruction &inst, unsigned k,
                              Kind kind, uint32_t *buffer, uint64_t &enabled) {
  const Operand &operand = inst.src[k];
  unsigned lanes = wave.lanes;
  if (kind == Kind::Mask)
    return fetchLanes<Kind::Mask>(wave, operand, buffer);
  bool floating = isFloat(kind) || kind == Kind::Raw32;
  bool flush = isFloat(kind) && flushingOf(wave, kind).in;
  bool moved = k == 0 && inst.dpp.kind != DppKind::None;
  if (!moved && !inst.sdwa.present && !operand.mods && !operand.hi && !flush)
    return words(kind) == 2 ? fetchLanes<Kind::Int64>(wave, operand, buffer)
                            : fetchLanes<Kind::Int32>(wave, operand, buffer);
  enabled &= copySource(wave, inst, k, kind, buffer);
  if (inst.sdwa.present && k < 2) {
    unsigned select = k ? inst.sdwa.src1Sel : inst.sdwa.src0Sel;
    bool extend = operand.mods & kModSext;
    forLanes(lanes, [&](unsigned i) {
      buffer[i] = selectSubDword(buffer[i], select, extend);
    });
  } else if (is16(kind) && (operand.hi || (operand.mods & kModOpSel)) &&
             !operand.isConstant()) {
    forLanes(lanes, [&](unsigned i) { buffer[i] >>= 16; });
  }
  if (floating)
    applyFloatModifiers(buffer, kind, operand.mods & kModNeg,
                        operand.mods & kModAbs, flush, lanes);
  return buffer;
}

template <typename T>
void finishFloat(uint32_t *p, unsigned lanes, OutputModifiers out,
                 Flushing flush, bool dx10Clamp, const FpMode &mode) {
  // Output modifiers apply only if denormals are flushed.
  static const double factors[] = {1.0, 2.0, 4.0, 0.5};
  double factor = flush.out ? factors[out.omod & 3] : 1.0;
  forLanes(lanes, [&](unsigned i) {
    T x = loadLane<T>(p, i);
    if (factor != 1.0 && !isNaN(x))
      x = narrow<T>(compute(x) * decltype(compute(x))(factor), mode);
    if (out.clamp) {
      auto value = compute(x);
      if (isNaN(x)) {
        if (dx10Clamp)
          x = bitCast<T>(BitsOf<T>(0));
      } else if (!(value > 0)) {
        x = bitCast<T>(BitsOf<T>(0));
      } else if (value > 1) {
        x = narrow<T>(decltype(value)(1), mode);
      }
    }
    if (flush.out && isDenormal(x))
      x = bitCast<T>(BitsOf<T>(bitsOf(x) & kSign<T>));
    storeLane(p, i, x);
  });
}

/// Output modifiers, clamp and denormal flush of a float result.
void finishResult(const Wave &wave, Kind kind, OutputModifiers out,
                  uint32_t *p) {
  if (!isFloat(kind))
    return;
  Flushing flush = flushingOf(wave, kind);
  if (!flush.out && !out.clamp)
    return;
  bool dx10Clamp = wave.mode & kModeDx10Clamp;
  FpMode mode = fpMode(wave);
  if (kind == Kind::F32)
    finishFloat<f32>(p, wave.lanes, out, flush, dx10Clamp, mode);
  else if (kind == Kind::F64)
    finishFloat<f64>(p, wave.lanes, out, flush, dx10Clamp, mode);
  else
    finishFloat<f16>(p, wave.lanes, out, flush, dx10Clamp, mode);
}

/// Stores a result into its register word as the form defines: SDWA's sub-dword
/// select, a 16-bit half, or the whole register.
void placeResult(const Wave &wave, const Instruction &inst, const Shape &shape,
                 const uint32_t *old, uint32_t *value) {
  unsigned lanes = wave.lanes;
  if (inst.sdwa.present) {
    enum { Pad, SignExtend, Preserve };
    unsigned select = inst.sdwa.dstSel;
    if (select >= 6) {
      if (is16(shape.result) && !shape.zeroHigh)
        forLanes(lanes, [&](unsigned i) {
          value[i] = (old[i] & 0xffff0000) | value[i];
        });
      return;
    }
    unsigned bits = select < 4 ? 8 : 16;
    unsigned shift = select < 4 ? 8 * select : select == 5 ? 16 : 0;
    uint32_t field = (bits == 8 ? 0xffu : 0xffffu) << shift;
    forLanes(lanes, [&](unsigned i) {
      uint32_t placed = (value[i] << shift) & field;
      if (inst.sdwa.dstUnused == Preserve)
        placed |= old[i] & ~field;
      else if (inst.sdwa.dstUnused == SignExtend &&
               (placed >> (shift + bits - 1) & 1))
        placed |= shift + bits < 32 ? ~0u << (shift + bits) : 0u;
      value[i] = placed;
    });
    return;
  }
  if (!is16(shape.result))
    return;
  if (inst.dst.hi || (inst.src[0].mods & kModDstOpSel))
    forLanes(lanes, [&](unsigned i) {
      value[i] = (old[i] & 0xffff) | value[i] << 16;
    });
  else if (!shape.zeroHigh)
    forLanes(lanes, [&](unsigned i) {
      value[i] = (old[i] & 0xffff0000) | (value[i] & 0xffff);
    });
}

void blendResult(Wave &wave, uint32_t *dst, const uint32_t *value,
                 uint64_t enabled, unsigned count) {
  alignas(64) uint32_t expanded[kLaneStride];
  const uint32_t *active = expanded;
  if (enabled == wave.exec())
    active = wave.execLanes();
  else
    expandBits(enabled, expanded, wave.lanes);
  for (unsigned w = 0; w < count; ++w)
    blendLanes(dst + w * kLaneStride, value + w * kLaneStride, active,
               wave.lanes);
}

KernelFn kernelFor(const Shape &shape, bool clamp) {
  return clamp && shape.saturating ? shape.saturating : shape.kernel;
}

} // namespace

void prim::emulator::PRIM_VALU::runGeneral(Wave &wave, const Instruction &inst,
                                           const Shape &shape) {
  alignas(64) LaneBuffer buffers[kMaxSources];
  alignas(64) LaneBuffer result;
  alignas(64) uint32_t mask[kLaneStride];
  LaneArgs args;
  uint64_t enabled = wave.exec();
  for (unsigned k = 0; k < shape.numSources; ++k)
    args.src[k] =
        prepareSource(wave, inst, k, shape.sources[k], buffers[k], enabled);
  OutputModifiers out = outputModifiers(inst, shape);
  args.dst = result;
  args.mask = mask;
  args.lanes = wave.lanes;
  args.immediate = uint32_t(inst.imm[0]);
  args.mode = fpMode(wave);
  {
    RoundingScope rounding(wave, shape);
    kernelFor(shape, out.clamp)(args);
  }
  if (shape.result != Kind::None) {
    finishResult(wave, shape.result, out, result);
    uint32_t *dst = vectorRegister(wave, inst.dst);
    placeResult(wave, inst, shape, dst, result);
    blendResult(wave, dst, result, enabled, words(shape.result));
  }
  if (shape.hasMask)
    writeMask(wave, inst, packBits(mask, wave.lanes) & enabled);
}

void prim::emulator::PRIM_VALU::runPacked(Wave &wave, const Instruction &inst,
                                          const Shape &shape) {
  bool halves = is16(shape.result);
  unsigned lanes = wave.lanes;
  alignas(64) uint32_t parts[2][kLaneStride];
  alignas(64) LaneBuffer raw[kMaxSources];
  uint64_t enabled = wave.exec();
  for (unsigned k = 0; k < shape.numSources; ++k)
    enabled &=
        copySource(wave, inst, k, halves ? Kind::Int32 : Kind::Int64, raw[k]);
  OutputModifiers out = outputModifiers(inst, shape);
  for (unsigned part = 0; part < 2; ++part) {
    alignas(64) uint32_t sources[kMaxSources][kLaneStride];
    LaneArgs args;
    for (unsigned k = 0; k < shape.numSources; ++k) {
      // op_sel selects for the low result, op_sel_hi for the high one.
      uint8_t mods = inst.src[k].mods;
      bool high = mods & (part ? kModDstOpSel : kModOpSel);
      bool neg = mods & (part ? kModAbs : kModNeg);
      uint32_t *to = sources[k];
      const uint32_t *from = raw[k] + (!halves && high ? kLaneStride : 0);
      unsigned shift = halves && high ? 16 : 0;
      uint32_t keep = is16(shape.sources[k]) ? 0xffff : ~0u;
      forLanes(lanes, [&](unsigned i) { to[i] = from[i] >> shift & keep; });
      if (isFloat(shape.sources[k]))
        applyFloatModifiers(to, shape.sources[k], neg, false,
                            flushingOf(wave, shape.sources[k]).in, lanes);
      args.src[k] = to;
    }
    args.dst = parts[part];
    args.mask = nullptr;
    args.lanes = lanes;
    args.mode = fpMode(wave);
    {
      RoundingScope rounding(wave, shape);
      kernelFor(shape, out.clamp)(args);
    }
    finishResult(wave, shape.result, out, parts[part]);
  }
  uint32_t *dst = vectorRegister(wave, inst.dst);
  if (halves) {
    forLanes(lanes, [&](unsigned i) {
      parts[0][i] = (parts[0][i] & 0xffff) | parts[1][i] << 16;
    });
    blendResult(wave, dst, parts[0], enabled, 1);
    return;
  }
  blendResult(wave, dst, parts[0], enabled, 1);
  blendResult(wave, dst + kLaneStride, parts[1], enabled, 1);
}

void prim::emulator::PRIM_VALU::runMix(Wave &wave, const Instruction &inst,
                                       const Shape &shape, MixResult kind) {
  unsigned lanes = wave.lanes;
  alignas(64) LaneBuffer buffers[kMaxSources];
  alignas(64) uint32_t result[kLaneStride];
  LaneArgs args;
  uint64_t enabled = wave.exec();
  FpMode mode = fpMode(wave);
  for (unsigned k = 0; k < shape.numSources; ++k) {
    enabled &= copySource(wave, inst, k, Kind::Int32, buffers[k]);
    uint32_t *p = buffers[k];
    uint8_t mods = inst.src[k].mods;
    if (mods & kModDstOpSel) { // op_sel_hi: the source is a half
      unsigned shift = mods & kModOpSel ? 16 : 0;
      forLanes(lanes, [&](unsigned i) { p[i] = p[i] >> shift & 0xffff; });
      applyFloatModifiers(p, Kind::F16, false, false,
                          flushingOf(wave, Kind::F16).in, lanes);
      forLanes(lanes, [&](unsigned i) {
        p[i] = bitsOf(widen32(f16{uint16_t(p[i])}));
      });
    }
    applyFloatModifiers(p, Kind::F32, mods & kModNeg, mods & kModAbs,
                        flushingOf(wave, Kind::F32).in, lanes);
    args.src[k] = p;
  }
  args.dst = result;
  args.mask = nullptr;
  args.lanes = lanes;
  args.mode = mode;
  {
    RoundingScope rounding(wave, shape);
    shape.kernel(args);
  }
  uint32_t *dst = vectorRegister(wave, inst.dst);
  OutputModifiers out{inst.clamp, 0};
  if (kind == MixResult::F32) {
    finishResult(wave, Kind::F32, out, result);
  } else {
    forLanes(lanes, [&](unsigned i) {
      result[i] =
          roundFromF64<f16>(f64(bitCast<f32>(result[i])), mode.round16).bits;
    });
    finishResult(wave, Kind::F16, out, result);
    bool high = kind == MixResult::HighHalf;
    forLanes(lanes, [&](unsigned i) {
      result[i] = high ? (dst[i] & 0xffff) | result[i] << 16
                       : (dst[i] & 0xffff0000) | result[i];
    });
  }
  blendResult(wave, dst, result, enabled, 1);
}
