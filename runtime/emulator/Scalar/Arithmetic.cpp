//===- Arithmetic.cpp - Scalar integer instructions -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SOP1, SOP2, SOPC and SOPK integer operations on registers and SCC. Every body
// has its sources in a and b, writes its result to d and, if the manual says
// so, SCC.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Scalar/Families.h"
#include "Scalar/Operands.h"

#include <cstdlib>

using namespace prim::emulator;

namespace {

using u32 = uint32_t;
using u64 = uint64_t;
using i32 = int32_t;
using i64 = int64_t;

/// Two sources of type T, result of type R.
template <typename F, typename R, typename T, typename U = T>
void binary(Wave &w, const Instruction &inst) {
  R d =
      F::apply(w, readScalar<T>(w, inst.src[0]), readScalar<U>(w, inst.src[1]));
  writeScalar(w, inst.dst, d);
}
template <typename F, typename R, typename T>
void unary(Wave &w, const Instruction &inst) {
  R d = F::apply(w, readScalar<T>(w, inst.src[0]));
  writeScalar(w, inst.dst, d);
}
template <typename F, typename T, typename U = T>
void compare(Wave &w, const Instruction &inst) {
  w.scc =
      F::apply(readScalar<T>(w, inst.src[0]), readScalar<U>(w, inst.src[1]));
}
/// SOPK compares: the 16-bit immediate is sign- or zero-extended by its type.
template <typename F, typename T>
void compareK(Wave &w, const Instruction &inst) {
  T k = std::is_signed<T>::value ? T(int16_t(inst.imm[0]))
                                 : T(uint16_t(inst.imm[0]));
  w.scc = F::apply(readScalar<T>(w, inst.src[0]), k);
}

#define BINARY(NAME, T, BODY)                                                  \
  struct NAME {                                                                \
    static T apply(Wave &w, T a, T b) {                                        \
      (void)w;                                                                 \
      T d;                                                                     \
      BODY;                                                                    \
      return d;                                                                \
    }                                                                          \
  };
#define UNARY(NAME, R, T, BODY)                                                \
  struct NAME {                                                                \
    static R apply(Wave &w, T a) {                                             \
      (void)w;                                                                 \
      R d;                                                                     \
      BODY;                                                                    \
      return d;                                                                \
    }                                                                          \
  };

BINARY(AddU32, u32, {
  d = a + b;
  w.scc = d < a;
})
BINARY(SubU32, u32, {
  d = a - b;
  w.scc = b > a;
})
BINARY(AddI32, u32, {
  d = a + b;
  w.scc = (~(a ^ b) & (a ^ d)) >> 31;
})
BINARY(SubI32, u32, {
  d = a - b;
  w.scc = ((a ^ b) & (a ^ d)) >> 31;
})
BINARY(AddcU32, u32, {
  u64 sum = u64(a) + b + w.scc;
  d = u32(sum);
  w.scc = sum >> 32;
})
BINARY(SubbU32, u32, {
  u64 take = u64(b) + w.scc;
  d = u32(a - take);
  w.scc = take > a;
})
BINARY(AddU64, u64, d = a + b)
BINARY(SubU64, u64, d = a - b)
BINARY(MulU64, u64, d = a * b)
BINARY(MinI32, i32, {
  w.scc = a < b;
  d = w.scc ? a : b;
})
BINARY(MinU32, u32, {
  w.scc = a < b;
  d = w.scc ? a : b;
})
BINARY(MaxI32, i32, {
  w.scc = a > b;
  d = w.scc ? a : b;
})
BINARY(MaxU32, u32, {
  w.scc = a > b;
  d = w.scc ? a : b;
})
BINARY(MulI32, u32, d = a * b)
BINARY(MulHiU32, u32, d = u32(u64(a) * b >> 32))
BINARY(MulHiI32, i32, d = i32(i64(a) * b >> 32))
BINARY(AbsDiffI32, i32, {
  d = i32(u32(a) - u32(b));
  if (d < 0)
    d = i32(0u - u32(d));
  w.scc = d != 0;
})
template <unsigned N>
BINARY(LshlAdd, u32,
       {
         u64 sum = (u64(a) << N) + b;
         d = u32(sum);
         w.scc = sum > 0xffffffffu;
       })
template <typename T>
BINARY(Cselect, T, d = w.scc ? a : b)

#define LOGIC(NAME, EXPR)                                                      \
  template <typename T>                                                        \
  BINARY(NAME, T, {                                                            \
    d = EXPR;                                                                  \
    w.scc = d != 0;                                                            \
  })
LOGIC(And, a &b) LOGIC(Or, a | b) LOGIC(Xor, a ^ b) LOGIC(Andn2, a & ~b)
    LOGIC(Orn2, a | ~b) LOGIC(Nand, ~(a &b)) LOGIC(Nor, ~(a | b))
        LOGIC(Xnor, ~(a ^ b))
    /// The "n1" forms negate the first source; here only the exec forms do.
    LOGIC(Andn1, ~a &b) LOGIC(Orn1, ~a | b)

#define SHIFT(NAME, T, BODY)                                                   \
  struct NAME {                                                                \
    static T apply(Wave &w, T a, u32 b) {                                      \
      T d;                                                                     \
      BODY;                                                                    \
      w.scc = d != 0;                                                          \
      return d;                                                                \
    }                                                                          \
  };
        SHIFT(LshlB32, u32, d = a << (b & 31))
            SHIFT(LshlB64, u64, d = a << (b & 63))
                SHIFT(LshrB32, u32, d = a >> (b & 31))
                    SHIFT(LshrB64, u64, d = a >> (b & 63))
                        SHIFT(AshrI32, i32, d = a >> (b & 31))
                            SHIFT(AshrI64, i64, d = a >> (b & 63))
    /// Bit field: b[4:0] (or [5:0]) is the offset, b[22:16] the width.
    SHIFT(BfeU32, u32,
          {
            u32 width = b >> 16 & 0x7f;
            d = width == 0 ? 0 : a >> (b & 31);
            if (width < 32)
              d &= (1u << width) - 1;
          }) SHIFT(BfeU64, u64,
                   {
                     u32 width = b >> 16 & 0x7f;
                     d = width == 0 ? 0 : a >> (b & 63);
                     if (width < 64)
                       d &= (u64(1) << width) - 1;
                   }) SHIFT(BfeI32, i32,
                            {
                              u32 width = b >> 16 & 0x7f;
                              u32 field = u32(a >> (b & 31));
                              d = width == 0    ? 0
                                  : width >= 32 ? i32(field)
                                                : i32(field << (32 - width)) >>
                                                      (32 - width);
                            })
        SHIFT(BfeI64, i64,
              {
                u32 width = b >> 16 & 0x7f;
                u64 field = u64(a >> (b & 63));
                d = width == 0    ? 0
                    : width >= 64 ? i64(field)
                                  : i64(field << (64 - width)) >> (64 - width);
              }) BINARY(BfmB32, u32,
                        d = ((1u << (a & 31)) - 1) << (b & 31)) struct BfmB64 {
  static u64 apply(Wave &, u32 a, u32 b) {
    return ((u64(1) << (a & 63)) - 1) << (b & 63);
  }
};
BINARY(PackLl, u32, d = (a & 0xffff) | b << 16)
BINARY(PackLh, u32, d = (a & 0xffff) | (b & 0xffff0000))
BINARY(PackHh, u32, d = a >> 16 | (b & 0xffff0000))
BINARY(PackHl, u32, d = a >> 16 | b << 16)

template <typename T>
UNARY(Mov, T, T, d = a)
template <typename T>
UNARY(Not, T, T,
      {
        d = ~a;
        w.scc = d != 0;
      })
template <typename T>
UNARY(Wqm, T, T,
      {
        d = 0;
        for (unsigned i = 0; i < sizeof(T) * 8; i += 4)
          if (a >> i & 0xf)
            d |= T(0xf) << i;
        w.scc = d != 0;
      })
template <typename T>
UNARY(Quadmask, T, T,
      {
        d = 0;
        for (unsigned i = 0; i < sizeof(T) * 8; i += 4)
          if (a >> i & 0xf)
            d |= T(1) << i / 4;
        w.scc = d != 0;
      })
UNARY(BrevB32, u32, u32, d = __builtin_bitreverse32(a))
    UNARY(BrevB64, u64, u64,
          d = __builtin_bitreverse64(a)) template <typename T>
    UNARY(Bcnt1, u32, T,
          {
            d = u32(__builtin_popcountll(a));
            w.scc = d != 0;
          })
    template <typename T>
    UNARY(Bcnt0, u32, T,
          {
            d = u32(__builtin_popcountll(T(~a)));
            w.scc = d != 0;
          })
    template <typename T>
    UNARY(Ff1, i32, T, d = a ? __builtin_ctzll(a) : -1)
    template <typename T>
    UNARY(Ff0, i32, T, d = T(~a) ? __builtin_ctzll(T(~a)) : -1)
    UNARY(FlbitB32, i32, u32, d = a ? __builtin_clz(a) : -1)
        UNARY(FlbitB64, i32, u64, d = a ? __builtin_clzll(a) : -1)
    /// Position of the first bit that differs from the sign.
    UNARY(FlbitI32, i32, i32,
          {
            u32 x = u32(a < 0 ? ~a : a);
            d = x ? __builtin_clz(x) : -1;
          }) UNARY(FlbitI64, i32, i64,
                   {
                     u64 x = u64(a < 0 ? ~a : a);
                     d = x ? __builtin_clzll(x) : -1;
                   }) UNARY(SextI8, i32, u32, d = int8_t(a))
        UNARY(SextI16, i32, u32, d = int16_t(a))
            UNARY(AbsI32, u32, u32,
                  {
                    d = i32(a) < 0 ? 0u - a : a;
                    w.scc = d != 0;
                  }) UNARY(BitReplicate, u64, u32,
                           {
                             d = 0;
                             for (unsigned i = 0; i < 32; ++i)
                               d |= u64(a >> i & 1) * 3 << 2 * i;
                           })

#define COMPARE(NAME, OP)                                                      \
  struct NAME {                                                                \
    template <typename T>                                                      \
    static bool apply(T a, T b) {                                              \
      return a OP b;                                                           \
    }                                                                          \
  };
                COMPARE(Eq, ==) COMPARE(Lg, !=) COMPARE(Gt, >) COMPARE(Ge, >=)
                    COMPARE(Lt, <) COMPARE(Le, <=) template <bool Expected>
                    struct BitCmp {
  static bool apply(u32 a, u32 b) { return (a >> (b & 31) & 1) == Expected; }
  static bool apply(u64 a, u32 b) { return (a >> (b & 63) & 1) == Expected; }
};

template <typename T, bool Set>
void bitset(Wave &w, const Instruction &inst) {
  u32 bit = readScalar<u32>(w, inst.src[0]) & (sizeof(T) * 8 - 1);
  T d = readScalar<T>(w, inst.dst);
  d = Set ? d | T(1) << bit : d & ~(T(1) << bit);
  writeScalar(w, inst.dst, d);
}
template <typename T>
void cmov(Wave &w, const Instruction &inst) {
  if (w.scc)
    writeScalar(w, inst.dst, readScalar<T>(w, inst.src[0]));
}

/// s_<op>_saveexec: d = EXEC; EXEC = a op EXEC. wrexec returns the new EXEC.
template <typename F, typename T, bool ReturnNew = false>
void saveExec(Wave &w, const Instruction &inst) {
  T a = readScalar<T>(w, inst.src[0]);
  T old = T(w.exec());
  T now = F::apply(w, a, old);
  if (sizeof(T) == 8)
    w.setExec(now);
  else
    w.sgpr[kExecLo] = u32(now);
  writeScalar(w, inst.dst, ReturnNew ? now : old);
}

template <typename T>
void movrels(Wave &w, const Instruction &inst) {
  unsigned index = inst.src[0].index + w.sgpr[kM0];
  if (index + sizeof(T) / 4 > kVccLo)
    return w.fault(inst, -1, "s_movrels reads s%u", index);
  T value;
  std::memcpy(&value, w.sgpr + index, sizeof(T));
  writeScalar(w, inst.dst, value);
}
template <typename T>
void movreld(Wave &w, const Instruction &inst) {
  unsigned index = inst.dst.index + w.sgpr[kM0];
  if (index + sizeof(T) / 4 > kVccLo)
    return w.fault(inst, -1, "s_movreld writes s%u", index);
  T value = readScalar<T>(w, inst.src[0]);
  std::memcpy(w.sgpr + index, &value, sizeof(T));
}

void movk(Wave &w, const Instruction &inst) {
  writeScalar(w, inst.dst, i32(int16_t(inst.imm[0])));
}
void cmovk(Wave &w, const Instruction &inst) {
  if (w.scc)
    movk(w, inst);
}
void addk(Wave &w, const Instruction &inst) {
  u32 a = readScalar<u32>(w, inst.dst);
  writeScalar(w, inst.dst, AddI32::apply(w, a, u32(int16_t(inst.imm[0]))));
}
void mulk(Wave &w, const Instruction &inst) {
  u32 a = readScalar<u32>(w, inst.dst);
  writeScalar(w, inst.dst, a * u32(int16_t(inst.imm[0])));
}

} // namespace

void prim::emulator::registerScalarInteger(Registry &r) {
  r.add("S_ADD_U32", binary<AddU32, u32, u32>);
  r.add("S_SUB_U32", binary<SubU32, u32, u32>);
  r.add("S_ADD_I32", binary<AddI32, u32, u32>);
  r.add("S_SUB_I32", binary<SubI32, u32, u32>);
  r.add("S_ADDC_U32", binary<AddcU32, u32, u32>);
  r.add("S_SUBB_U32", binary<SubbU32, u32, u32>);
  r.add("S_ADD_U64", binary<AddU64, u64, u64>);
  r.add("S_SUB_U64", binary<SubU64, u64, u64>);
  r.add("S_MUL_U64", binary<MulU64, u64, u64>);
  r.add("S_MIN_I32", binary<MinI32, i32, i32>);
  r.add("S_MIN_U32", binary<MinU32, u32, u32>);
  r.add("S_MAX_I32", binary<MaxI32, i32, i32>);
  r.add("S_MAX_U32", binary<MaxU32, u32, u32>);
  r.add("S_MUL_I32", binary<MulI32, u32, u32>);
  r.add("S_MUL_HI_U32", binary<MulHiU32, u32, u32>);
  r.add("S_MUL_HI_I32", binary<MulHiI32, i32, i32>);
  r.add("S_ABSDIFF_I32", binary<AbsDiffI32, i32, i32>);
  r.add("S_LSHL1_ADD_U32", binary<LshlAdd<1>, u32, u32>);
  r.add("S_LSHL2_ADD_U32", binary<LshlAdd<2>, u32, u32>);
  r.add("S_LSHL3_ADD_U32", binary<LshlAdd<3>, u32, u32>);
  r.add("S_LSHL4_ADD_U32", binary<LshlAdd<4>, u32, u32>);
  r.add("S_CSELECT_B32", binary<Cselect<u32>, u32, u32>);
  r.add("S_CSELECT_B64", binary<Cselect<u64>, u64, u64>);
#define BOTH(NAME, OP)                                                         \
  r.add("S_" NAME "_B32", binary<OP<u32>, u32, u32>);                          \
  r.add("S_" NAME "_B64", binary<OP<u64>, u64, u64>);
  BOTH("AND", And)
  BOTH("OR", Or)
  BOTH("XOR", Xor)
  BOTH("ANDN2", Andn2)
  BOTH("ORN2", Orn2)
  BOTH("NAND", Nand)
  BOTH("NOR", Nor)
  BOTH("XNOR", Xnor)
#undef BOTH
#define SAVEEXEC(NAME, OP)                                                     \
  r.add("S_" NAME "_SAVEEXEC_B32", saveExec<OP<u32>, u32>);                    \
  r.add("S_" NAME "_SAVEEXEC_B64", saveExec<OP<u64>, u64>);
  SAVEEXEC("AND", And)
  SAVEEXEC("OR", Or)
  SAVEEXEC("XOR", Xor)
  SAVEEXEC("ANDN1", Andn1)
  SAVEEXEC("ORN1", Orn1)
  SAVEEXEC("ANDN2", Andn2)
  SAVEEXEC("ORN2", Orn2)
  SAVEEXEC("NAND", Nand)
  SAVEEXEC("NOR", Nor)
  SAVEEXEC("XNOR", Xnor)
#undef SAVEEXEC
  r.add("S_ANDN1_WREXEC_B32", saveExec<Andn1<u32>, u32, true>);
  r.add("S_ANDN1_WREXEC_B64", saveExec<Andn1<u64>, u64, true>);
  r.add("S_ANDN2_WREXEC_B32", saveExec<Andn2<u32>, u32, true>);
  r.add("S_ANDN2_WREXEC_B64", saveExec<Andn2<u64>, u64, true>);
  r.add("S_LSHL_B32", binary<LshlB32, u32, u32, u32>);
  r.add("S_LSHL_B64", binary<LshlB64, u64, u64, u32>);
  r.add("S_LSHR_B32", binary<LshrB32, u32, u32, u32>);
  r.add("S_LSHR_B64", binary<LshrB64, u64, u64, u32>);
  r.add("S_ASHR_I32", binary<AshrI32, i32, i32, u32>);
  r.add("S_ASHR_I64", binary<AshrI64, i64, i64, u32>);
  r.add("S_BFE_U32", binary<BfeU32, u32, u32, u32>);
  r.add("S_BFE_U64", binary<BfeU64, u64, u64, u32>);
  r.add("S_BFE_I32", binary<BfeI32, i32, i32, u32>);
  r.add("S_BFE_I64", binary<BfeI64, i64, i64, u32>);
  r.add("S_BFM_B32", binary<BfmB32, u32, u32>);
  r.add("S_BFM_B64", binary<BfmB64, u64, u32>);
  r.add("S_PACK_LL_B32_B16", binary<PackLl, u32, u32>);
  r.add("S_PACK_LH_B32_B16", binary<PackLh, u32, u32>);
  r.add("S_PACK_HH_B32_B16", binary<PackHh, u32, u32>);
  r.add("S_PACK_HL_B32_B16", binary<PackHl, u32, u32>);

  r.add("S_MOV_B32", unary<Mov<u32>, u32, u32>);
  r.add("S_MOV_B64", unary<Mov<u64>, u64, u64>);
  r.add("S_CMOV_B32", cmov<u32>);
  r.add("S_CMOV_B64", cmov<u64>);
  r.add("S_NOT_B32", unary<Not<u32>, u32, u32>);
  r.add("S_NOT_B64", unary<Not<u64>, u64, u64>);
  r.add("S_WQM_B32", unary<Wqm<u32>, u32, u32>);
  r.add("S_WQM_B64", unary<Wqm<u64>, u64, u64>);
  r.add("S_QUADMASK_B32", unary<Quadmask<u32>, u32, u32>);
  r.add("S_QUADMASK_B64", unary<Quadmask<u64>, u64, u64>);
  r.add("S_BREV_B32", unary<BrevB32, u32, u32>);
  r.add("S_BREV_B64", unary<BrevB64, u64, u64>);
  r.add("S_BCNT0_I32_B32", unary<Bcnt0<u32>, u32, u32>);
  r.add("S_BCNT0_I32_B64", unary<Bcnt0<u64>, u32, u64>);
  r.add("S_BCNT1_I32_B32", unary<Bcnt1<u32>, u32, u32>);
  r.add("S_BCNT1_I32_B64", unary<Bcnt1<u64>, u32, u64>);
  r.add("S_FF0_I32_B32", unary<Ff0<u32>, i32, u32>);
  r.add("S_FF0_I32_B64", unary<Ff0<u64>, i32, u64>);
  r.add("S_FF1_I32_B32", unary<Ff1<u32>, i32, u32>);
  r.add("S_FF1_I32_B64", unary<Ff1<u64>, i32, u64>);
  r.add("S_FLBIT_I32_B32", unary<FlbitB32, i32, u32>);
  r.add("S_FLBIT_I32_B64", unary<FlbitB64, i32, u64>);
  r.add("S_FLBIT_I32", unary<FlbitI32, i32, i32>);
  r.add("S_FLBIT_I32_I64", unary<FlbitI64, i32, i64>);
  r.add("S_SEXT_I32_I8", unary<SextI8, i32, u32>);
  r.add("S_SEXT_I32_I16", unary<SextI16, i32, u32>);
  r.add("S_ABS_I32", unary<AbsI32, u32, u32>);
  r.add("S_BITREPLICATE_B64_B32", unary<BitReplicate, u64, u32>);
  r.add("S_BITSET0_B32", bitset<u32, false>);
  r.add("S_BITSET0_B64", bitset<u64, false>);
  r.add("S_BITSET1_B32", bitset<u32, true>);
  r.add("S_BITSET1_B64", bitset<u64, true>);
  r.add("S_MOVRELS_B32", movrels<u32>);
  r.add("S_MOVRELS_B64", movrels<u64>);
  r.add("S_MOVRELD_B32", movreld<u32>);
  r.add("S_MOVRELD_B64", movreld<u64>);

#define COMPARES(NAME, OP)                                                     \
  r.add("S_CMP_" NAME "_I32", compare<OP, i32>);                               \
  r.add("S_CMP_" NAME "_U32", compare<OP, u32>);                               \
  r.add("S_CMPK_" NAME "_I32", compareK<OP, i32>);                             \
  r.add("S_CMPK_" NAME "_U32", compareK<OP, u32>);
  COMPARES("EQ", Eq)
  COMPARES("LG", Lg)
  COMPARES("GT", Gt)
  COMPARES("GE", Ge)
  COMPARES("LT", Lt)
  COMPARES("LE", Le)
#undef COMPARES
  r.add("S_CMP_EQ_U64", compare<Eq, u64>);
  r.add("S_CMP_LG_U64", compare<Lg, u64>);
  r.add("S_BITCMP0_B32", compare<BitCmp<false>, u32>);
  r.add("S_BITCMP1_B32", compare<BitCmp<true>, u32>);
  r.add("S_BITCMP0_B64", compare<BitCmp<false>, u64, u32>);
  r.add("S_BITCMP1_B64", compare<BitCmp<true>, u64, u32>);
  r.add("S_MOVK_I32", movk);
  r.add("S_CMOVK_I32", cmovk);
  r.add("S_ADDK_I32", addk);
  r.add("S_MULK_I32", mulk);
}
