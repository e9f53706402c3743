//===- CodeObject.cpp - The functions of an AMDGPU object -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols give the places of functions. A function with a kernel descriptor of
// its name is a kernel.
//
//===----------------------------------------------------------------------===//

#include "prim/CodeObject/CodeObject.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace mlir::prim;

using File = object::ELFFile<object::ELF64LE>;

std::string mlir::prim::featuresOf(unsigned elfFlags) {
  std::string features;
  auto add = [&](unsigned mask, unsigned on, unsigned off, StringRef name) {
    unsigned setting = elfFlags & mask;
    if (setting != on && setting != off)
      return;
    features += features.empty() ? "" : ",";
    features += (setting == on ? "+" : "-") + name.str();
  };
  add(ELF::EF_AMDGPU_FEATURE_XNACK_V4, ELF::EF_AMDGPU_FEATURE_XNACK_ON_V4,
      ELF::EF_AMDGPU_FEATURE_XNACK_OFF_V4, "xnack");
  add(ELF::EF_AMDGPU_FEATURE_SRAMECC_V4, ELF::EF_AMDGPU_FEATURE_SRAMECC_ON_V4,
      ELF::EF_AMDGPU_FEATURE_SRAMECC_OFF_V4, "sramecc");
  return features;
}

namespace {

/// A symbol of a function, and the place of its code in the file.
struct Symbol {
  std::string name;
  uint64_t address;
  ArrayRef<uint8_t> bytes;
};

} // namespace

/// Whether the kernel with this descriptor runs in waves of 32 lanes.
static bool isWave32(ArrayRef<uint8_t> descriptor) {
  constexpr unsigned propertiesOffset = 56;
  constexpr unsigned enableWave32 = 1u << 10;
  return support::endian::read16le(descriptor.data() + propertiesOffset) &
         enableWave32;
}

Expected<CodeObject> CodeObject::create(StringRef bytes) {
  // The reader requires aligned headers.
  std::vector<uint64_t> copy((bytes.size() + 7) / 8);
  std::memcpy(copy.data(), bytes.data(), bytes.size());
  auto file = File::create(
      StringRef(reinterpret_cast<const char *>(copy.data()), bytes.size()));
  if (!file)
    return file.takeError();
  const auto &header = file->getHeader();
  if (header.e_machine != ELF::EM_AMDGPU)
    return createStringError("this is not an ELF object for AMDGPU");
  CodeObject object;
  object.chip = findAMDGPUChip(header.e_flags & ELF::EF_AMDGPU_MACH);
  if (!object.chip)
    return createStringError(
        "this is for machine 0x%x, which is not a known chip",
        unsigned(header.e_flags & ELF::EF_AMDGPU_MACH));

  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      return name.takeError();
    // Notes in an unlinked object have no addresses yet.
    if (*name != OrderNote::section || header.e_type == ELF::ET_REL)
      continue;
    auto contents = file->getSectionContents(section);
    if (!contents)
      return contents.takeError();
    for (size_t at = 0; at + OrderNote::size <= contents->size();
         at += OrderNote::size) {
      std::optional<OrderNote> note = OrderNote::decode(
          support::endian::read64le(contents->data() + at),
          support::endian::read64le(contents->data() + at + 8));
      if (!note)
        return createStringError(
            "entry " + std::to_string(at / OrderNote::size) +
            " of the section " + OrderNote::section.str() +
            " has an unknown kind; it may be from another release of prim");
      object.notes.push_back(*note);
    }
    if (contents->size() % OrderNote::size != 0)
      return createStringError("the section " + OrderNote::section.str() +
                               " ends within an entry");
  }
  llvm::sort(object.notes, [](const OrderNote &a, const OrderNote &b) {
    return std::pair(a.address, a.kind) < std::pair(b.address, b.kind);
  });
  object.lines = LineTable::read(
      StringRef(reinterpret_cast<const char *>(copy.data()), bytes.size()));

  // A linked object also has dynamic symbols, a subset of all symbols.
  bool hasAll = llvm::any_of(*sections, [](const auto &section) {
    return section.sh_type == ELF::SHT_SYMTAB;
  });
  std::vector<Symbol> symbols;
  StringMap<bool> isWave32Kernel;
  for (const auto &section : *sections) {
    if (section.sh_type != (hasAll ? ELF::SHT_SYMTAB : ELF::SHT_DYNSYM))
      continue;
    auto entries = file->symbols(&section);
    if (!entries)
      return entries.takeError();
    auto names = file->getStringTableForSymtab(section);
    if (!names)
      return names.takeError();
    for (const auto &entry : *entries) {
      if (entry.st_shndx == ELF::SHN_UNDEF ||
          entry.st_shndx >= ELF::SHN_LORESERVE)
        continue;
      auto name = entry.getName(*names);
      if (!name)
        return name.takeError();
      auto home = file->getSection(entry.st_shndx);
      if (!home)
        return home.takeError();
      if ((*home)->sh_type == ELF::SHT_NOBITS)
        continue;
      auto contents = file->getSectionContents(**home);
      if (!contents)
        return contents.takeError();
      // Sections of an unlinked object have no addresses yet.
      uint64_t offset = entry.st_value - (*home)->sh_addr;
      if (offset > contents->size() ||
          entry.st_size > contents->size() - offset ||
          entry.st_size > UINT64_MAX - entry.st_value)
        return createStringError("the symbol '" + *name +
                                 "' is outside its section");
      ArrayRef<uint8_t> code = contents->slice(offset, entry.st_size);
      StringRef kernel = *name;
      if (kernel.consume_back(".kd") && code.size() == 64)
        isWave32Kernel[kernel] = isWave32(code);
      else if (entry.getType() == ELF::STT_FUNC)
        symbols.push_back({name->str(), entry.st_value, code});
    }
  }

  // A function that is no kernel runs in its callers' waves, which have one
  // size.
  bool isWave32Object =
      isWave32Kernel.empty()
          ? object.chip->waveSize == 32
          : llvm::any_of(isWave32Kernel,
                         [](const auto &entry) { return entry.second; });
  std::string features = featuresOf(header.e_flags);
  for (const Symbol &symbol : symbols) {
    auto found = isWave32Kernel.find(symbol.name);
    bool isKernel = found != isWave32Kernel.end();
    bool narrow =
        object.chip->wave32 && (isKernel ? found->second : isWave32Object);
    unsigned waveSize = narrow ? 32 : 64;
    auto mc = llvm::find_if(object.disassemblers, [&](const auto &each) {
      return each->waveSize == waveSize;
    });
    if (mc == object.disassemblers.end()) {
      std::string error;
      auto created =
          Disassembler::create(*object.chip, waveSize, features, error);
      if (!created)
        return createStringError(error);
      object.disassemblers.push_back(std::move(created));
      mc = std::prev(object.disassemblers.end());
    }
    object.functions.push_back(std::make_unique<MachineFunction>(
        **mc, symbol.name, isKernel, symbol.bytes, symbol.address));
  }
  return object;
}
