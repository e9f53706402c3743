//===- Decode.cpp - Machine code to predecoded instructions -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs LLVM's AMDGPU disassembler over a text section once and turns every
// MCInst into an Instruction. The named-operand tables are private to LLVM's
// back end. Operands are therefore identified by their descriptions (modifier,
// source, register, plain immediate) and by LLVM's fixed operand order. No
// other file of the emulator depends on LLVM's MC layer.
//
//===----------------------------------------------------------------------===//

#include "Core/Program.h"
#include "Core/Registry.h"
#include "Core/ValidatedReads.h"

#include "prim/CodeObject/Disassembler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace prim::emulator;
using mlir::prim::Disassembler;
using mlir::prim::pseudoName;
using mlir::prim::withoutAddressing;
namespace encoding = mlir::prim::encoding;
namespace tsflags = mlir::prim::tsflags;

namespace {

/// Operand types of the AMDGPU back end, in the order of its enumeration.
enum : unsigned {
  kTypeFirst = 13, // MCOI::OPERAND_FIRST_TARGET: 32-bit int, register or imm
  kTypeInt64 = 14,
  kTypeInt16 = 15,
  kTypeFp64 = 17,
  kTypeBf16 = 18,
  kTypeFp16 = 19,
  kTypeInlineInt16 = 27,
  kTypeInlineInt64 = 29,
  kTypeInlineBf16 = 30,
  kTypeInlineFp16 = 31,
  kTypeInlineFp64 = 33,
  kTypeSplitBarrier = 37,
  kTypeKImm16 = 39,
  kTypeKImm64 = 40,
  kTypeInlineAccFp64 = 43,
  kTypeInputMods = 45,
};

bool isSourceType(unsigned type) {
  return type >= kTypeFirst && type < kTypeInputMods &&
         type != kTypeSplitBarrier;
}
bool is64BitType(unsigned type) {
  return type == kTypeInt64 || type == kTypeFp64 || type == kTypeInlineInt64 ||
         type == kTypeInlineFp64 || type == kTypeKImm64 ||
         type == kTypeInlineAccFp64;
}
bool is16BitType(unsigned type) {
  return type == kTypeInt16 || type == kTypeBf16 || type == kTypeFp16 ||
         type == kTypeInlineInt16 || type == kTypeInlineBf16 ||
         type == kTypeInlineFp16 || type == kTypeKImm16;
}

} // namespace

namespace prim::emulator {

class Decoder {
public:
  Decoder(Program &program, const Disassembler &mc)
      : program(program), mc(mc), context{program.target, program.waveSize} {}

  void run(uint64_t size);

private:
  Instruction decodeOne(const MCInst &inst);
  void decodeOperands(const MCInst &inst, const MCInstrDesc &desc,
                      Instruction &out);
  void takeVectorImmediates(uint64_t flags, ArrayRef<int64_t> imms,
                            Instruction &out);
  void orderMemoryOperands(uint64_t flags, Instruction &out);
  void decodeDual(const MCInst &inst, const MCInstrDesc &desc,
                  Instruction &out);
  Operand registerOperand(MCRegister reg, bool isDef);
  Operand constantOperand(int64_t value, unsigned type);
  const uint32_t *constant(uint64_t value);
  const char *intern(StringRef name) {
    program.names.push_back(name.str());
    return program.names.back().c_str();
  }
  static InstructionClass classify(uint64_t flags, StringRef key);

  Program &program;
  const Disassembler &mc;
  DecodeContext context;
};

const uint32_t *Decoder::constant(uint64_t value) {
  const uint32_t *&entry = program.constantOf[value];
  if (!entry) {
    program.constants.emplace_back();
    auto &block = program.constants.back();
    for (unsigned i = 0; i < kLaneStride; ++i) {
      block[i] = uint32_t(value);
      block[kLaneStride + i] = uint32_t(value >> 32);
    }
    entry = block.data();
  }
  return entry;
}

Operand Decoder::registerOperand(MCRegister reg, bool isDef) {
  Operand operand;
  if (!reg)
    return operand;
  unsigned encoding = mc.encodingOf(reg);
  StringRef name = mc.registerName(reg);
  operand.width = mc.wordsOf(reg);
  operand.index = encoding & encoding::Index;
  if (encoding & encoding::VGPR) {
    operand.kind = OperandKind::Vgpr;
    operand.index &= 0xff;
    operand.hi = encoding & encoding::Hi16;
    operand.is16 = name.ends_with("16");
    return operand;
  }
  if (encoding & encoding::AGPR) {
    operand.kind = OperandKind::Agpr;
    operand.index &= 0xff;
    return operand;
  }
  auto value = [&](uint64_t bits) {
    operand.kind = OperandKind::Constant;
    operand.lanes = constant(bits);
    return operand;
  };
  operand.kind = OperandKind::Scalar;
  operand.hi = encoding & encoding::Hi16;
  if (name.starts_with("SGPR_NULL")) {
    if (!isDef)
      return value(0);
    operand.index = kNullSink;
  } else if (name.starts_with("M0")) {
    operand.index = kM0;
  } else if (name.starts_with("FLAT_SCR")) {
    operand.index = kFlatScratchLo + (name.contains("HI") ? 1 : 0);
    operand.width = name.contains("LO") || name.contains("HI") ? 1 : 2;
  } else if (name.starts_with("XNACK_MASK")) {
    operand.index = kXnackMaskLo + (name.contains("HI") ? 1 : 0);
  } else if (name.starts_with("SRC_SHARED_BASE")) {
    return value(uint64_t(kSharedApertureHi) << 32);
  } else if (name.starts_with("SRC_SHARED_LIMIT")) {
    return value(uint64_t(kSharedApertureHi) << 32 | 0xffffffff);
  } else if (name.starts_with("SRC_PRIVATE_BASE")) {
    return value(uint64_t(kPrivateApertureHi) << 32);
  } else if (name.starts_with("SRC_PRIVATE_LIMIT")) {
    return value(uint64_t(kPrivateApertureHi) << 32 | 0xffffffff);
  } else if (name == "SRC_SCC") {
    operand.kind = OperandKind::Scc;
  } else if (name == "SCC") {
    operand.kind = OperandKind::Scc;
  } else if (name == "SRC_VCCZ") {
    operand.kind = OperandKind::VccZ;
  } else if (name == "SRC_EXECZ") {
    operand.kind = OperandKind::ExecZ;
  } else if (operand.index >= 128 || name.contains("LDS_DIRECT") ||
             name.contains("POPS")) {
    operand.kind = OperandKind::None; // the caller reports it
    operand.width = 0xff;
  }
  return operand;
}

Operand Decoder::constantOperand(int64_t value, unsigned type) {
  Operand operand;
  operand.kind = OperandKind::Constant;
  operand.width = is64BitType(type) ? 2 : 1;
  operand.is16 = is16BitType(type);
  uint64_t bits = uint64_t(value);
  operand.lanes = constant(bits);
  return operand;
}

InstructionClass Decoder::classify(uint64_t flags, StringRef key) {
  if (key.contains("BARRIER"))
    return InstructionClass::Barrier;
  if (flags & tsflags::SMRD)
    return InstructionClass::Smem;
  if (flags & tsflags::DS)
    return key.contains("PERMUTE") || key.contains("SWIZZLE")
               ? InstructionClass::CrossLane
               : InstructionClass::Lds;
  if (flags & (tsflags::FLAT | tsflags::MUBUF)) {
    if (key.starts_with("SCRATCH"))
      return InstructionClass::Scratch;
    if (key.contains("ATOMIC"))
      return InstructionClass::GlobalAtomic;
    if (key.contains("_LOAD"))
      return InstructionClass::GlobalLoad;
    if (key.contains("_STORE"))
      return InstructionClass::GlobalStore;
    return InstructionClass::Wait;
  }
  if (flags & tsflags::VALU)
    return key.contains("LANE") ? InstructionClass::CrossLane
                                : InstructionClass::Valu;
  if (key.starts_with("S_CBRANCH") || key == "S_BRANCH" ||
      key.contains("PC_B64") || key == "S_CALL_B64" || key == "S_ENDPGM")
    return InstructionClass::Branch;
  if (key.starts_with("S_WAIT") || key == "S_NOP" || key == "S_DELAY_ALU" ||
      key == "S_SLEEP" || key == "S_CLAUSE")
    return InstructionClass::Wait;
  return flags & tsflags::SALU ? InstructionClass::Salu
                               : InstructionClass::Other;
}

/// The immediates after the sources of a vector instruction, last first: DPP or
/// SDWA controls, then op_sel and the VOP3P modifiers (their bits are in the
/// source modifiers already), then omod and clamp.
void Decoder::takeVectorImmediates(uint64_t flags, ArrayRef<int64_t> imms,
                                   Instruction &out) {
  auto pop = [&]() -> int64_t {
    if (imms.empty())
      return 0;
    int64_t value = imms.back();
    imms = imms.drop_back();
    return value;
  };
  if (out.encoding == Encoding::Dpp) {
    out.dpp.kind = DppKind::Dpp16;
    out.dpp.fi = program.target.isGfx10Plus() && pop();
    out.dpp.boundCtrl = pop();
    out.dpp.bankMask = pop();
    out.dpp.rowMask = pop();
    out.dpp.ctrl = pop();
  } else if (out.encoding == Encoding::Dpp8) {
    constexpr int64_t kDpp8FetchInactive = 0xea;
    out.dpp.kind = DppKind::Dpp8;
    out.dpp.fi = pop() == kDpp8FetchInactive;
    out.dpp.lanes8 = pop();
  } else if (out.encoding == Encoding::Sdwa) {
    out.sdwa.present = true;
    bool compare = StringRef(out.key).starts_with("V_CMP");
    // Every source has a select; only the selects that were encoded are used.
    unsigned encoded = std::min<unsigned>(out.numSrc, 2);
    if (encoded == 2)
      out.sdwa.src1Sel = pop();
    out.sdwa.src0Sel = pop();
    if (!compare) {
      out.sdwa.dstUnused = pop();
      out.sdwa.dstSel = pop();
    }
  }
  if (flags & tsflags::VOP3P) {
    out.packed = true;
    if (flags & (tsflags::FpClamp | tsflags::IntClamp))
      if (!imms.empty()) {
        out.clamp = imms.front();
        imms = imms.drop_front();
      }
  } else if (flags & (tsflags::FpClamp | tsflags::IntClamp) && !imms.empty()) {
    out.clamp = imms.front();
    imms = imms.drop_front();
    bool opSel = flags & tsflags::OpSel;
    if (flags & tsflags::FpClamp && imms.size() >= (opSel ? 2u : 1u)) {
      out.omod = imms.front();
      imms = imms.drop_front();
    }
  }
  for (int64_t imm : imms)
    if (out.numImm < 4)
      out.imm[out.numImm++] = int32_t(imm);
}

void Decoder::decodeOperands(const MCInst &inst, const MCInstrDesc &desc,
                             Instruction &out) {
  bool memory = desc.TSFlags &
                (tsflags::FLAT | tsflags::DS | tsflags::MUBUF | tsflags::SMRD);
  bool vector = desc.TSFlags & tsflags::VALU && !memory;
  uint8_t mods = 0;
  SmallVector<int64_t, 12> imms;
  bool unusable = false;
  auto addSource = [&](Operand operand) {
    unusable |= operand.width == 0xff;
    if (out.numSrc < 4)
      out.src[out.numSrc++] = operand;
    else
      unusable = true;
  };
  unsigned defs = 0;
  for (unsigned i = 0; i < inst.getNumOperands() && i < desc.getNumOperands();
       ++i) {
    const MCOperand &operand = inst.getOperand(i);
    const MCOperandInfo &info = desc.operands()[i];
    int tiedTo = desc.getOperandConstraint(i, MCOI::TIED_TO);
    if (i < desc.getNumDefs()) {
      if (!operand.isReg()) {
        unusable = true;
        continue;
      }
      Operand def = registerOperand(operand.getReg(), true);
      // A vector instruction's lane mask is its scalar def; readlane and
      // readfirstlane have a scalar def that is the value.
      bool isMask = vector && def.isScalar() &&
                    !StringRef(out.key).contains("LANE") &&
                    !StringRef(out.key).starts_with("V_S_");
      if (isMask)
        out.sdst = def;
      else if (defs++ == 0)
        out.dst = def;
      else
        out.dst2 = def;
      continue;
    }
    if (info.OperandType == kTypeInputMods) {
      mods = uint8_t(operand.getImm());
      continue;
    }
    if (operand.isReg()) {
      // DPP's `old` is the destination, which its handler accounts for. (In
      // v_fmac `old` is not tied; its accumulator, the last source, is.)
      bool dppOld =
          i == desc.getNumDefs() &&
          (tiedTo == 0 || StringRef(out.key).starts_with("V_FMAC")) &&
          (out.encoding == Encoding::Dpp || out.encoding == Encoding::Dpp8);
      // SDWA's preserved destination likewise.
      bool sdwaOld = tiedTo == 0 && out.encoding == Encoding::Sdwa &&
                     out.numSrc >= 1 && i + 1 == desc.getNumOperands();
      if (dppOld || sdwaOld)
        continue;
      Operand source = registerOperand(operand.getReg(), false);
      source.mods = mods;
      mods = 0;
      addSource(source);
      continue;
    }
    // A literal that could have been an inline constant is printed as
    // lit(value).
    int64_t immediate = 0;
    if (operand.isImm()) {
      immediate = operand.getImm();
    } else if (!operand.isExpr() ||
               !operand.getExpr()->evaluateAsAbsolute(immediate)) {
      unusable = true;
      continue;
    }
    if (isSourceType(info.OperandType) ||
        (info.OperandType == MCOI::OPERAND_REGISTER)) {
      Operand source = constantOperand(immediate, info.OperandType);
      source.mods = mods;
      mods = 0;
      addSource(source);
      continue;
    }
    imms.push_back(immediate);
  }

  if (vector) {
    auto implicitly = [&](ArrayRef<MCPhysReg> regs, StringRef what) {
      for (MCPhysReg reg : regs)
        if (StringRef(mc.registerName(reg)).starts_with(what))
          return true;
      return false;
    };
    Operand vcc;
    vcc.kind = OperandKind::Scalar;
    vcc.index = kVccLo;
    vcc.width = program.waveSize / 32;
    if (implicitly(desc.implicit_uses(), "VCC"))
      addSource(vcc);
    if (implicitly(desc.implicit_defs(), "VCC") && !out.sdst)
      out.sdst = vcc;
    if (implicitly(desc.implicit_defs(), "EXEC")) {
      if (out.sdst && program.target.isGfx9()) {
        out.writesExec = true;
      } else {
        out.sdst = vcc;
        out.sdst.index = kExecLo;
      }
    }
    takeVectorImmediates(desc.TSFlags, imms, out);
  } else {
    for (int64_t imm : imms)
      if (out.numImm < 4)
        out.imm[out.numImm++] = int32_t(imm);
    if (memory && out.numImm) {
      // An SMEM load that has only a register offset has no immediate offset.
      out.hasOffset = !(desc.TSFlags & tsflags::SMRD) ||
                      StringRef(out.name).contains("_IMM");
      out.offset = out.hasOffset ? out.imm[0] : 0;
      // LLVM does not sign-extend the offset field of GLOBAL and SCRATCH.
      bool segment = StringRef(out.key).starts_with("GLOBAL") ||
                     StringRef(out.key).starts_with("SCRATCH") ||
                     program.target.isGfx12Plus();
      if (desc.TSFlags & tsflags::FLAT && segment)
        out.offset =
            SignExtend32(out.offset, program.target.encoding.flatOffsetBits);
      bool cached =
          desc.TSFlags & (tsflags::FLAT | tsflags::MUBUF | tsflags::SMRD);
      if (cached && out.numImm > 1)
        out.cpol = uint8_t(out.imm[1]);
    }
    if (desc.TSFlags & (tsflags::FLAT | tsflags::MUBUF))
      orderMemoryOperands(desc.TSFlags, out);
  }
  if (unusable)
    out.size = 0; // marks the failure for decodeOne
}

/// Brings the sources of a FLAT, GLOBAL, SCRATCH or MUBUF instruction into one
/// order: vaddr, vdata, scalar address (or buffer resource), scalar offset. A
/// source that the instruction lacks stays None.
void Decoder::orderMemoryOperands(uint64_t flags, Instruction &out) {
  StringRef key = out.key;
  bool hasData = key.contains("STORE") || key.contains("ATOMIC");
  bool dataFirst = key.starts_with("SCRATCH") || flags & tsflags::MUBUF;
  Operand vectors[2], scalars[2];
  unsigned numVectors = 0, numScalars = 0;
  for (unsigned i = 0; i < out.numSrc; ++i) {
    const Operand &source = out.src[i];
    bool isVector =
        source.kind == OperandKind::Vgpr || source.kind == OperandKind::Agpr;
    if (isVector && numVectors < 2)
      vectors[numVectors++] = source;
    else if (!isVector && numScalars < 2)
      scalars[numScalars++] = source;
  }
  for (Operand &source : out.src)
    source = Operand();
  if (hasData) {
    out.src[1] = vectors[dataFirst ? 0 : 1];
    if (!dataFirst || numVectors == 2)
      out.src[0] = vectors[dataFirst ? 1 : 0];
  } else {
    // The old destination of a d16 load comes after the address, or alone.
    bool addressed =
        !StringRef(out.name).contains("_ST_") &&
        !StringRef(out.name).contains("_OFFSET") &&
        !(key.starts_with("SCRATCH") && StringRef(out.name).contains("_SADDR"));
    if (addressed)
      out.src[0] = vectors[0];
  }
  out.src[2] = scalars[0];
  out.src[3] = scalars[1];
  out.numSrc = 4;
}

/// VOPD: "V_DUAL_ADD_F32_e32_X_MOV_B32_e32_gfx11", operands vdstX, vdstY, the
/// sources of X, the sources of Y.
void Decoder::decodeDual(const MCInst &inst, const MCInstrDesc &desc,
                         Instruction &out) {
  StringRef name = mc.name(inst);
  auto [left, right] = name.drop_front(strlen("V_DUAL_")).split("_X_");
  SmallVector<Operand, 8> sources;
  for (unsigned i = 2; i < inst.getNumOperands(); ++i) {
    const MCOperand &operand = inst.getOperand(i);
    int64_t immediate = 0;
    if (operand.isImm())
      immediate = operand.getImm();
    else if (operand.isExpr() &&
             !operand.getExpr()->evaluateAsAbsolute(immediate))
      out.size = 0;
    sources.push_back(
        operand.isReg()
            ? registerOperand(operand.getReg(), false)
            : constantOperand(immediate, desc.operands()[i].OperandType));
  }
  Instruction half[2];
  StringRef text[2] = {left, right};
  unsigned at = 0;
  for (unsigned k = 0; k < 2; ++k) {
    std::string key = ("V_" + text[k]).str();
    half[k].key = intern(pseudoName(key));
    half[k].name = out.name;
    half[k].address = out.address;
    half[k].cls = InstructionClass::Valu;
    half[k].dst = registerOperand(inst.getOperand(k).getReg(), true);
    StringRef op = half[k].key;
    unsigned count = op.starts_with("V_MOV")                      ? 1
                     : op.contains("FMA") || op.contains("DOT2C") ? 3
                                                                  : 2;
    for (unsigned i = 0; i < count && at < sources.size(); ++i)
      half[k].src[half[k].numSrc++] = sources[at++];
    // LLVM represents the second half's accumulator as the first one's.
    if (op.starts_with("V_FMAC") || op.contains("DOT2C"))
      half[k].src[2] = half[k].dst;
    if (op.starts_with("V_CNDMASK")) {
      Operand vcc;
      vcc.kind = OperandKind::Scalar;
      vcc.index = kVccLo;
      vcc.width = program.waveSize / 32;
      half[k].src[half[k].numSrc++] = vcc;
    }
    half[k].handler = Registry::get().find(half[k], context);
    program.halves.push_back(half[k]);
    out.pair[k] = &program.halves.back();
  }
  out.key = "V_DUAL";
  if (at != sources.size() || !out.pair[0]->handler || !out.pair[1]->handler)
    out.size = 0;
}

static void unknownInstruction(Wave &wave, const Instruction &inst) {
  wave.fault(inst, -1, "instruction is not known to the emulator");
}
static void undecodable(Wave &wave, const Instruction &inst) {
  wave.fault(inst, -1, "the bytes at this address are not an instruction");
}

Instruction Decoder::decodeOne(const MCInst &inst) {
  const MCInstrDesc &desc = mc.describe(inst);
  StringRef name = mc.name(inst);
  Instruction out;
  out.size = 4;
  out.name = name.data(); // LLVM's own table, lives forever
  StringRef key = pseudoName(name);
  if (desc.TSFlags & (tsflags::FLAT | tsflags::MUBUF | tsflags::SMRD))
    key = withoutAddressing(key);
  out.key = intern(key);
  out.cls = classify(desc.TSFlags, out.key);
  if (out.cls == InstructionClass::Lds)
    program.subDwordLds |= StringRef(out.key).contains("_B8") ||
                           StringRef(out.key).contains("_U8") ||
                           StringRef(out.key).contains("_I8") ||
                           StringRef(out.key).contains("16");
  if (name.contains("_dpp8"))
    out.encoding = Encoding::Dpp8;
  else if (name.contains("_dpp"))
    out.encoding = Encoding::Dpp;
  else if (name.contains("_sdwa"))
    out.encoding = Encoding::Sdwa;
  else if (desc.TSFlags & (tsflags::VOP3 | tsflags::VOP3P))
    out.encoding = Encoding::E64;
  else if (desc.TSFlags & tsflags::VALU)
    out.encoding = Encoding::E32;
  if (out.encoding == Encoding::Dpp || out.encoding == Encoding::Dpp8)
    out.cls = InstructionClass::CrossLane;
  if (name.starts_with("V_DUAL_"))
    decodeDual(inst, desc, out);
  else
    decodeOperands(inst, desc, out);
  if (out.size)
    out.handler = Registry::get().find(out, context);
  if (!out.handler)
    out.handler = unknownInstruction;
  return out;
}

void Decoder::run(uint64_t size) {
  program.indexOfWord.assign(size / 4, -1);
  ArrayRef<uint8_t> bytes(program.bytes, size);
  for (uint64_t offset = 0; offset + 4 <= size;) {
    MCInst inst;
    unsigned length =
        mc.decode(bytes.drop_front(offset), program.base + offset, inst);
    Instruction decoded;
    if (!length) {
      length = 4;
      decoded.handler = undecodable;
      decoded.name = decoded.key = "<undecodable>";
    } else {
      decoded = decodeOne(inst);
    }
    decoded.size = uint8_t(length);
    decoded.address = program.base + offset;
    decoded.index = program.instructions.size();
    program.indexOfWord[offset / 4] = int32_t(decoded.index);
    program.instructions.push_back(decoded);
    offset += length;
  }
  Instruction end;
  end.handler = undecodable;
  end.name = end.key = "<end of code>";
  end.address = program.base + size;
  end.index = program.instructions.size();
  program.instructions.push_back(end);

  // Relative branches: the displacement counts words from the next instruction.
  for (Instruction &inst : program.instructions) {
    StringRef key = inst.key;
    if (key.starts_with("S_CBRANCH") || key == "S_BRANCH" ||
        key == "S_CALL_B64")
      inst.target =
          program.at(inst.address + 4 + int64_t(int16_t(inst.imm[0])) * 4);
  }
}

std::unique_ptr<Program> Program::decode(const Target &target,
                                         unsigned waveSize,
                                         const std::string &features,
                                         const uint8_t *bytes, uint64_t address,
                                         uint64_t size, std::string &error) {
  std::unique_ptr<Disassembler> mc =
      Disassembler::create(target, waveSize, features, error);
  if (!mc)
    return nullptr;
  std::unique_ptr<Program> program(new Program(target, waveSize));
  program->features = features;
  program->bytes = bytes;
  program->base = address;
  Decoder(*program, *mc).run(size);
  markValidatedReads(*program);
  return program;
}

std::vector<std::string> Program::text(uint32_t first, uint32_t last) const {
  std::string error;
  std::unique_ptr<Disassembler> mc =
      Disassembler::create(target, waveSize, features, error);
  std::vector<std::string> lines;
  for (uint32_t i = first; i < last; ++i) {
    const Instruction &inst = instructions[i];
    MCInst decoded;
    bool isKnown =
        mc && inst.size &&
        mc->decode(ArrayRef<uint8_t>(bytes + (inst.address - base), inst.size),
                   inst.address, decoded);
    lines.push_back(isKnown ? mc->text(decoded, inst.address) : inst.name);
  }
  return lines;
}

} // namespace prim::emulator
