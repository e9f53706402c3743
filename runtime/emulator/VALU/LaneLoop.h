//===- LaneLoop.h - From one lane's semantics to a handler ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a semantic function (one lane, typed arguments) into instruction
// handlers. `LaneKernel` is the loop over flat lane arrays that the compiler
// vectorises. `handlePlain` passes registers to it directly. `runGeneral` and
// `runPacked` (General.cpp) apply modifiers, DPP, SDWA, half-register selects,
// denormal and rounding modes around the same kernel. They access only vector
// registers and lane masks of the wave.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_LANELOOP_H
#define PRIM_EMULATOR_VALU_LANELOOP_H

#include "Core/Instruction.h"
#include "Core/Registry.h"
#include "VALU/Types.h"

#include <cstddef>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace prim::emulator::PRIM_VALU {

/// The type of a source or result, as far as it affects preparation and
/// storing.
enum class Kind : uint8_t {
  None,
  Int16,
  F16,
  Int32,
  F32,
  Raw32,
  Int64,
  F64,
  Mask,
};

constexpr bool isFloat(Kind kind) {
  return kind == Kind::F16 || kind == Kind::F32 || kind == Kind::F64;
}
constexpr bool is16(Kind kind) {
  return kind == Kind::Int16 || kind == Kind::F16;
}
constexpr unsigned words(Kind kind) {
  return kind == Kind::Int64 || kind == Kind::F64 ? 2 : 1;
}

template <typename T>
constexpr Kind kindOf() {
  if constexpr (std::is_same_v<T, f32>)
    return Kind::F32;
  else if constexpr (std::is_same_v<T, f64>)
    return Kind::F64;
  else if constexpr (std::is_same_v<T, f16>)
    return Kind::F16;
  else if constexpr (std::is_same_v<T, Raw32>)
    return Kind::Raw32;
  else if constexpr (std::is_same_v<T, LaneBit> || std::is_same_v<T, bool>)
    return Kind::Mask;
  else if constexpr (sizeof(T) == 2)
    return Kind::Int16;
  else if constexpr (sizeof(T) == 4)
    return Kind::Int32;
  else
    return Kind::Int64;
}

constexpr unsigned kMaxSources = 4;
constexpr unsigned kMaxWords = 2;
/// One operand spread over all lanes: word k of lane i at [64 * k + i].
using LaneBuffer = uint32_t[kMaxWords * kLaneStride];

struct LaneArgs {
  const uint32_t *src[kMaxSources];
  uint32_t *dst;  // value result
  uint32_t *mask; // mask result: all ones or 0 in every lane
  unsigned lanes;
  uint32_t immediate;
  FpMode mode;
};

using KernelFn = void (*)(const LaneArgs &);

/// The properties of an operation that the non-template paths use.
struct Shape {
  KernelFn kernel;
  KernelFn saturating; // integer clamp, or nullptr
  uint8_t numSources;
  Kind sources[kMaxSources];
  Kind result; // None for comparisons
  bool hasMask;
  bool zeroHigh; // a 16-bit result clears the upper half of its register
};

template <typename T>
inline T loadLane(const uint32_t *p, unsigned lane) {
  if constexpr (std::is_same_v<T, LaneBit>)
    return LaneBit{p[lane]};
  else if constexpr (sizeof(T) == 8)
    return bitCast<T>(uint64_t(p[lane]) | uint64_t(p[lane + kLaneStride])
                                              << 32);
  else if constexpr (sizeof(T) == 4)
    return bitCast<T>(p[lane]);
  else
    return bitCast<T>(uint16_t(p[lane]));
}
template <typename T>
inline void storeLane(uint32_t *p, unsigned lane, T value) {
  if constexpr (sizeof(T) == 8) {
    uint64_t bits = bitCast<uint64_t>(value);
    p[lane] = uint32_t(bits);
    p[lane + kLaneStride] = uint32_t(bits >> 32);
  } else if constexpr (sizeof(T) == 4) {
    p[lane] = bitCast<uint32_t>(value);
  } else {
    p[lane] = bitCast<uint16_t>(value);
  }
}

template <typename T>
constexpr bool isSource =
    !std::is_same_v<T, LaneId> && !std::is_same_v<T, const FpMode &> &&
    !std::is_same_v<T, Immediate>;

template <typename T>
struct ResultOf {
  using Value = T;
  static constexpr bool hasMask = false;
};
template <typename T>
struct ResultOf<WithMask<T>> {
  using Value = T;
  static constexpr bool hasMask = true;
};
template <>
struct ResultOf<bool> {
  using Value = void;
  static constexpr bool hasMask = true;
};

template <auto Fn, typename Signature = decltype(Fn)>
struct LaneKernel;

template <auto Fn, typename R, typename... Args>
struct LaneKernel<Fn, R (*)(Args...)> {
  using Result = ResultOf<R>;
  using Value = typename Result::Value;
  static constexpr bool hasMask = Result::hasMask;
  static constexpr bool hasValue = !std::is_void_v<Value>;
  static constexpr unsigned numSources = (0u + ... + unsigned(isSource<Args>));

  static constexpr Kind resultKind() {
    if constexpr (hasValue)
      return kindOf<Value>();
    else
      return Kind::None;
  }
  static constexpr Shape shape(KernelFn saturating, bool zeroHigh) {
    Shape s{&run, saturating, numSources, {}, resultKind(), hasMask, zeroHigh};
    unsigned k = 0;
    ((isSource<Args> ? void(s.sources[k++] = kindOf<std::decay_t<Args>>())
                     : void()),
     ...);
    return s;
  }
  static constexpr Kind sourceKind(unsigned k) {
    return shape(nullptr, false).sources[k];
  }
  /// Whether the MODE register can affect the plain path.
  static constexpr bool usesFloatMode =
      isFloat(resultKind()) || (... || isFloat(kindOf<std::decay_t<Args>>())) ||
      (... || std::is_same_v<Args, const FpMode &>);

  /// The position of argument `arg` among the sources.
  static constexpr unsigned sourceIndex(unsigned arg) {
    constexpr bool flags[] = {isSource<Args>..., false};
    unsigned k = 0;
    for (unsigned i = 0; i < arg; ++i)
      k += flags[i];
    return k;
  }

  template <typename T, unsigned Arg>
  static decltype(auto) argument(const LaneArgs &args,
                                 const uint32_t *const (&src)[kMaxSources],
                                 unsigned lane) {
    if constexpr (std::is_same_v<T, LaneId>)
      return LaneId{lane};
    else if constexpr (std::is_same_v<T, const FpMode &>)
      return (args.mode);
    else if constexpr (std::is_same_v<T, Immediate>)
      return Immediate{args.immediate};
    else
      return loadLane<T>(src[sourceIndex(Arg)], lane);
  }

  static void run(const LaneArgs &args) {
    runLanes(args, std::make_index_sequence<sizeof...(Args)>());
  }

private:
  template <size_t... I>
  static void runLanes(const LaneArgs &in, std::index_sequence<I...>) {
    // A copy tells the compiler that stores to lanes do not change it. Every
    // iteration accesses its own lane only, so operands may be in the same
    // registers.
    const LaneArgs args = in;
    const uint32_t *const src[kMaxSources] = {args.src[0], args.src[1],
                                              args.src[2], args.src[3]};
    for (unsigned base = 0; base < args.lanes; base += 32) {
      // If the loop were fully unrolled, it would never reach the vectoriser.
#pragma clang loop vectorize(assume_safety) unroll(disable)
      for (unsigned i = 0; i < 32; ++i) {
        unsigned lane = base + i;
        R r = Fn(argument<Args, I>(args, src, lane)...);
        if constexpr (std::is_same_v<R, bool>) {
          args.mask[lane] = r ? ~0u : 0u;
        } else if constexpr (hasMask) {
          storeLane(args.dst, lane, r.value);
          args.mask[lane] = r.mask ? ~0u : 0u;
        } else {
          storeLane(args.dst, lane, r);
        }
      }
    }
  }
};

/// Expands a lane mask to words of all ones or 0.
inline void expandBits(uint64_t mask, uint32_t *out, unsigned lanes) {
  for (unsigned base = 0; base < lanes; base += 32) {
    uint32_t part = uint32_t(mask >> base);
#pragma clang loop vectorize(enable) unroll(disable)
    for (unsigned i = 0; i < 32; ++i)
      out[base + i] = (part & (1u << i)) ? ~0u : 0u;
  }
}
/// The inverse of expandBits.
inline uint64_t packBits(const uint32_t *in, unsigned lanes) {
  uint64_t mask = 0;
  for (unsigned base = 0; base < lanes; base += 8) {
#if defined(__SSE2__)
    auto at = [&](unsigned i) {
      return _mm_load_si128(reinterpret_cast<const __m128i *>(in + base + i));
    };
    __m128i half = _mm_packs_epi32(at(0), at(4));
    unsigned bits =
        unsigned(_mm_movemask_epi8(_mm_packs_epi16(half, half))) & 0xff;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i)
      bits |= (in[base + i] & 1) << i;
#endif
    mask |= uint64_t(bits) << base;
  }
  return mask;
}

inline uint32_t *vectorRegister(Wave &wave, const Operand &operand) {
  return (operand.kind == OperandKind::Agpr ? wave.agpr : wave.vgpr) +
         kLaneStride * operand.index;
}

/// The value of a source that is uniform across lanes and not a constant.
inline uint64_t scalarValue(const Wave &wave, const Operand &operand) {
  switch (operand.kind) {
  case OperandKind::Scalar:
    return operand.width > 1 ? wave.pair(operand.index)
                             : wave.sgpr[operand.index];
  case OperandKind::Scc:
    return wave.scc != 0;
  case OperandKind::VccZ:
    return (wave.vcc() & wave.fullMask()) == 0;
  case OperandKind::ExecZ:
    return wave.exec() == 0;
  default:
    return 0;
  }
}

/// The lanes of a source without modifiers. `buffer` stores values that are not
/// already in a register.
template <Kind K>
inline const uint32_t *fetchLanes(Wave &wave, const Operand &operand,
                                  uint32_t *buffer) {
  if constexpr (K == Kind::Mask) {
    uint64_t mask =
        operand.kind == OperandKind::Constant
            ? operand.lanes[0] | uint64_t(operand.lanes[kLaneStride]) << 32
            : wave.mask(operand.index);
    expandBits(mask, buffer, wave.lanes);
    return buffer;
  } else {
    if (operand.kind == OperandKind::Vgpr)
      return wave.vgpr + kLaneStride * operand.index;
    if (operand.kind == OperandKind::Constant)
      return operand.lanes;
    if (operand.kind == OperandKind::Agpr)
      return wave.agpr + kLaneStride * operand.index;
    uint64_t value = scalarValue(wave, operand);
    for (unsigned i = 0; i < kLaneStride; ++i)
      buffer[i] = uint32_t(value);
    if constexpr (words(K) == 2)
      for (unsigned i = 0; i < kLaneStride; ++i)
        buffer[kLaneStride + i] = uint32_t(value >> 32);
    return buffer;
  }
}

/// Writes the lanes in which `active` is all ones.
inline void blendLanes(uint32_t *__restrict dst, const uint32_t *__restrict src,
                       const uint32_t *__restrict active, unsigned lanes) {
  for (unsigned base = 0; base < lanes; base += 32)
    for (unsigned i = base; i < base + 32; ++i)
      dst[i] = (src[i] & active[i]) | (dst[i] & ~active[i]);
}

/// Writes the mask of a comparison or carry; lanes outside `active` give 0.
inline void writeMask(Wave &wave, const Instruction &inst, uint64_t mask) {
  wave.setMask(inst.sdst.index, mask);
  if (inst.writesExec)
    wave.setExec(mask);
}

/// Round to nearest even and keep all denormals, in all types.
constexpr uint32_t kModeFloatBits = 0xff;
constexpr uint32_t kModeFloatDefault = 0xf0;

FpMode fpMode(const Wave &wave);

/// The path for every encoding and modifier; in General.cpp.
void runGeneral(Wave &wave, const Instruction &inst, const Shape &shape);
/// VOP3P: the operation on each half (16-bit) or each word (32-bit results).
void runPacked(Wave &wave, const Instruction &inst, const Shape &shape);
/// Mixed-precision fma: f32 sources that may come from f16 halves.
enum class MixResult : uint8_t { F32, LowHalf, HighHalf };
void runMix(Wave &wave, const Instruction &inst, const Shape &shape,
            MixResult result);

template <auto Fn, auto Saturating>
struct KernelOfSaturating {
  static constexpr KernelFn value = &LaneKernel<Saturating>::run;
};
template <auto Fn>
struct KernelOfSaturating<Fn, nullptr> {
  static constexpr KernelFn value = nullptr;
};

template <auto Fn, auto Saturating, bool ZeroHigh>
inline constexpr Shape kShape =
    LaneKernel<Fn>::shape(KernelOfSaturating<Fn, Saturating>::value, ZeroHigh);

template <auto Fn, auto Saturating, bool ZeroHigh>
void handleGeneral(Wave &wave, const Instruction &inst) {
  runGeneral(wave, inst, kShape<Fn, Saturating, ZeroHigh>);
}
template <auto Fn, auto Saturating, bool ZeroHigh>
void handlePacked(Wave &wave, const Instruction &inst) {
  runPacked(wave, inst, kShape<Fn, Saturating, ZeroHigh>);
}

/// The common case: no modifiers, whole registers.
template <auto Fn, auto Saturating>
void handlePlain(Wave &wave, const Instruction &inst) {
  using K = LaneKernel<Fn>;
  LaneArgs args;
  if constexpr (K::usesFloatMode) {
    if ((wave.mode & kModeFloatBits) != kModeFloatDefault)
      return handleGeneral<Fn, Saturating, false>(wave, inst);
    args.mode = fpMode(wave);
  }
  args.lanes = wave.lanes;
  args.immediate = uint32_t(inst.imm[0]);
  alignas(64) LaneBuffer buffers[K::numSources ? K::numSources : 1];
  alignas(64) uint32_t mask[kLaneStride];
  alignas(64) LaneBuffer result;
  [[maybe_unused]] auto fetch = [&](auto index) {
    constexpr unsigned k = decltype(index)::value;
    args.src[k] = fetchLanes<K::sourceKind(k)>(wave, inst.src[k], buffers[k]);
  };
  if constexpr (K::numSources > 0)
    fetch(std::integral_constant<unsigned, 0>());
  if constexpr (K::numSources > 1)
    fetch(std::integral_constant<unsigned, 1>());
  if constexpr (K::numSources > 2)
    fetch(std::integral_constant<unsigned, 2>());
  if constexpr (K::numSources > 3)
    fetch(std::integral_constant<unsigned, 3>());
  args.mask = mask;
  if constexpr (K::hasValue) {
    uint32_t *dst = vectorRegister(wave, inst.dst);
    if (wave.exec() == wave.fullMask()) {
      args.dst = dst;
      K::run(args);
    } else {
      args.dst = result;
      K::run(args);
      const uint32_t *active = wave.execLanes();
      for (unsigned k = 0; k < words(K::resultKind()); ++k)
        blendLanes(dst + kLaneStride * k, result + kLaneStride * k, active,
                   wave.lanes);
    }
  } else {
    args.dst = nullptr;
    K::run(args);
  }
  if constexpr (K::hasMask)
    writeMask(wave, inst, packBits(mask, wave.lanes) & wave.exec());
}

/// Clamp and output modifier, independent of where the decoder stored them:
/// forms whose description does not flag a clamp carry it as the first plain
/// immediate.
struct OutputModifiers {
  bool clamp;
  uint8_t omod;
};
inline OutputModifiers outputModifiers(const Instruction &inst,
                                       const Shape &shape) {
  OutputModifiers out{inst.clamp, inst.omod};
  bool unflagged = inst.encoding != Encoding::E32 &&
                   inst.encoding != Encoding::E64 && !inst.packed;
  if (unflagged && (isFloat(shape.result) || shape.saturating)) {
    out.clamp |= inst.numImm > 0 && inst.imm[0];
    if (isFloat(shape.result) && inst.numImm > 1)
      out.omod = uint8_t(inst.imm[1]);
  }
  return out;
}

/// Whether the plain path implements the instruction.
bool isPlain(const Instruction &inst, const Shape &shape);
/// Whether a form of an operation with this shape is supported.
bool isSupported(const Instruction &inst, const Shape &shape);
/// Whether a 16-bit result clears the upper half of its register: on gfx9,
/// except in the forms that choose a half and in the accumulating ones.
bool clearsHighHalf(const Instruction &inst, const DecodeContext &context);

/// Chooses the handler for one form of an operation. An integer clamp without a
/// saturating definition, or a form with too few operands, is not supported.
template <auto Fn, auto Saturating = nullptr>
Handler select(const Instruction &inst, const DecodeContext &context) {
  constexpr const Shape &shape = kShape<Fn, Saturating, false>;
  if (!isSupported(inst, shape))
    return nullptr;
  if constexpr (is16(shape.result))
    return clearsHighHalf(inst, context) ? handleGeneral<Fn, Saturating, true>
                                         : handleGeneral<Fn, Saturating, false>;
  else
    return isPlain(inst, shape) ? handlePlain<Fn, Saturating>
                                : handleGeneral<Fn, Saturating, false>;
}

template <auto Fn, auto Saturating = nullptr>
Handler selectPacked(const Instruction &inst, const DecodeContext &) {
  return isSupported(inst, kShape<Fn, Saturating, false>)
             ? handlePacked<Fn, Saturating, false>
             : nullptr;
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_LANELOOP_H
