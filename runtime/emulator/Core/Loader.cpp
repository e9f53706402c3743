//===- Loader.cpp - Code objects --------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads an ELF code object: checks the chip and its feature settings in
// e_flags, copies the segments into emulated memory, applies the dynamic
// relocations, and reads kernel descriptors and the msgpack metadata note. The
// text is decoded for every wave size that its kernels use.
//
//===----------------------------------------------------------------------===//

#include "Core/Loader.h"
#include "Core/DeviceMemory.h"

#include "prim/CodeObject/CodeObject.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace llvm;
using namespace prim::emulator;

using ELFT = object::ELF64LE;
using File = object::ELFFile<ELFT>;

namespace prim::emulator {

class ModuleLoader {
public:
  ModuleLoader(const Target &target, Module &module, std::string &error)
      : target(target), module(module), error(error) {}
  LoadStatus run(StringRef bytes);

private:
  LoadStatus fail(LoadStatus status, const Twine &text) {
    error = text.str();
    return status;
  }
  LoadStatus checkHeader(const ELFT::Ehdr &header);
  LoadStatus loadSegments(const File &file);
  LoadStatus relocate(const File &file);
  LoadStatus readSymbols(const File &file);
  LoadStatus readMetadata(const File &file);
  LoadStatus readKernelMetadata(msgpack::MapDocNode entry);
  void readPrintFormats(msgpack::MapDocNode root);
  LoadStatus readConvergence(const File &file);
  LoadStatus decode(const File &file);
  template <typename T>
  T read(uint64_t address) {
    T value;
    std::memcpy(&value, reinterpret_cast<const void *>(address), sizeof(T));
    return value;
  }
  bool inImage(uint64_t vaddr, uint64_t size) const {
    return vaddr <= imageBytes && size <= imageBytes - vaddr;
  }

  const Target &target;
  Module &module;
  std::string &error;
  uint64_t imageBytes = 0;
  std::string features;
};

/// Length of an ELF image from its headers: the end of the last section,
/// segment or header table. 0 if the bytes are not an ELF image.
static uint64_t elfImageBytes(const uint8_t *bytes, uint64_t limit) {
  if (limit && limit < sizeof(ELFT::Ehdr))
    return 0;
  if (std::memcmp(bytes, ELF::ElfMagic, 4) != 0)
    return 0;
  ELFT::Ehdr header;
  std::memcpy(&header, bytes, sizeof(header));
  uint64_t end = sizeof(header);
  auto extend = [&](uint64_t offset, uint64_t size) {
    end = std::max(end, offset + size);
  };
  extend(header.e_shoff, uint64_t(header.e_shnum) * header.e_shentsize);
  extend(header.e_phoff, uint64_t(header.e_phnum) * header.e_phentsize);
  if (limit && end > limit)
    return 0;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    ELFT::Shdr section;
    std::memcpy(&section, bytes + header.e_shoff + i * header.e_shentsize,
                sizeof(section));
    if (section.sh_type != ELF::SHT_NOBITS)
      extend(section.sh_offset, section.sh_size);
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ELFT::Phdr segment;
    std::memcpy(&segment, bytes + header.e_phoff + i * header.e_phentsize,
                sizeof(segment));
    extend(segment.p_offset, segment.p_filesz);
  }
  return limit && end > limit ? 0 : end;
}

LoadStatus ModuleLoader::checkHeader(const ELFT::Ehdr &header) {
  if (header.e_machine != ELF::EM_AMDGPU ||
      header.e_ident[ELF::EI_OSABI] != ELF::ELFOSABI_AMDGPU_HSA)
    return fail(LoadStatus::NotAnImage, "not an AMDGPU HSA code object");
  unsigned abi = header.e_ident[ELF::EI_ABIVERSION];
  if (abi < ELF::ELFABIVERSION_AMDGPU_HSA_V4 ||
      abi > ELF::ELFABIVERSION_AMDGPU_HSA_V6)
    return fail(LoadStatus::Unsupported,
                "code object ABI version " + Twine(abi) +
                    " is not supported; build with code object v5 or v6");
  unsigned mach = header.e_flags & ELF::EF_AMDGPU_MACH;
  if (mach != target.encoding.elfMach) {
    const Target *other = findTargetByMach(mach);
    return fail(LoadStatus::WrongChip,
                "code object is for " +
                    (other ? Twine(other->chip)
                           : "machine 0x" + Twine::utohexstr(mach)) +
                    ", the emulated chip is " + target.chip +
                    " (PRIM_EMULATOR_CHIP)");
  }
  features = mlir::prim::featuresOf(header.e_flags);
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::loadSegments(const File &file) {
  auto segments = file.program_headers();
  if (!segments)
    return fail(LoadStatus::NotAnImage, toString(segments.takeError()));
  for (const ELFT::Phdr &segment : *segments)
    if (segment.p_type == ELF::PT_LOAD)
      imageBytes =
          std::max<uint64_t>(imageBytes, segment.p_vaddr + segment.p_memsz);
  if (!imageBytes)
    return fail(LoadStatus::NotAnImage,
                "code object has no loadable segment (was it linked?)");
  // The padding is for the instruction prefetch, for which code objects leave
  // room.
  module.image =
      DeviceMemory::get().allocate(imageBytes + 256, MemoryKind::Internal);
  if (!module.image)
    return fail(LoadStatus::OutOfMemory, "out of memory for the code object");
  for (const ELFT::Phdr &segment : *segments) {
    if (segment.p_type != ELF::PT_LOAD)
      continue;
    auto contents = file.getSegmentContents(segment);
    if (!contents)
      return fail(LoadStatus::NotAnImage, toString(contents.takeError()));
    std::memcpy(reinterpret_cast<void *>(module.image + segment.p_vaddr),
                contents->data(), contents->size());
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::relocate(const File &file) {
  auto sections = file.sections();
  if (!sections)
    return fail(LoadStatus::NotAnImage, toString(sections.takeError()));
  for (const ELFT::Shdr &section : *sections) {
    if (section.sh_type != ELF::SHT_RELA ||
        !(section.sh_flags & ELF::SHF_ALLOC))
      continue;
    auto relocations = file.relas(section);
    auto symbolTable = file.getSection(section.sh_link);
    if (!relocations || !symbolTable)
      return fail(LoadStatus::NotAnImage, "unreadable relocation section");
    auto symbols = file.symbols(*symbolTable);
    if (!symbols)
      return fail(LoadStatus::NotAnImage, toString(symbols.takeError()));
    for (const ELFT::Rela &entry : *relocations) {
      unsigned type = entry.getType(false);
      unsigned index = entry.getSymbol(false);
      uint64_t value = module.image + entry.r_addend;
      if (type != ELF::R_AMDGPU_RELATIVE64 && type != ELF::R_AMDGPU_NONE) {
        if (index >= symbols->size() ||
            (*symbols)[index].st_shndx == ELF::SHN_UNDEF)
          return fail(LoadStatus::Unsupported,
                      "code object refers to an undefined symbol");
        value += (*symbols)[index].st_value;
      }
      unsigned width =
          type == ELF::R_AMDGPU_ABS32_LO || type == ELF::R_AMDGPU_ABS32_HI ? 4
                                                                           : 8;
      if (!inImage(entry.r_offset, width))
        return fail(LoadStatus::NotAnImage, "relocation outside the image");
      void *place = reinterpret_cast<void *>(module.image + entry.r_offset);
      switch (type) {
      case ELF::R_AMDGPU_NONE:
        break;
      case ELF::R_AMDGPU_ABS64:
      case ELF::R_AMDGPU_RELATIVE64:
        support::endian::write64le(place, value);
        break;
      case ELF::R_AMDGPU_ABS32_LO:
        support::endian::write32le(place, uint32_t(value));
        break;
      case ELF::R_AMDGPU_ABS32_HI:
        support::endian::write32le(place, uint32_t(value >> 32));
        break;
      default:
        return fail(LoadStatus::Unsupported,
                    "relocation type " + Twine(type) + " is not supported");
      }
    }
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::readSymbols(const File &file) {
  auto sections = file.sections();
  for (const ELFT::Shdr &section : *sections) {
    // Functions that are not exported are only in the full symbol table, which
    // a stripped code object lacks.
    bool dynamic = section.sh_type == ELF::SHT_DYNSYM;
    if (!dynamic && section.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto symbols = file.symbols(&section);
    auto names = file.getStringTableForSymtab(section);
    if (!symbols || !names)
      return fail(LoadStatus::NotAnImage, "unreadable symbol table");
    for (const ELFT::Sym &symbol : *symbols) {
      auto name = symbol.getName(*names);
      if (!name)
        return fail(LoadStatus::NotAnImage, toString(name.takeError()));
      // prim-expand-kernels names it "prim_assert.NUMBER: TEXT".
      StringRef text = *name;
      if (!dynamic && text.consume_front("prim_assert.")) {
        module.assertions[module.image + symbol.st_value] =
            text.split(": ").second.str();
        continue;
      }
      bool isFunction = symbol.getType() == ELF::STT_FUNC;
      if (symbol.st_shndx == ELF::SHN_UNDEF ||
          !(isFunction || (dynamic && symbol.getType() == ELF::STT_OBJECT)))
        continue;
      uint64_t address = module.image + symbol.st_value;
      if (!inImage(symbol.st_value, symbol.st_size))
        return fail(LoadStatus::NotAnImage, "symbol outside the image");
      if (isFunction) {
        module.functions[name->str()] = {address, symbol.st_size};
        continue;
      }
      if (!name->ends_with(".kd") || symbol.st_size != 64) {
        module.variables[name->str()] = {address, symbol.st_size};
        continue;
      }
      Kernel kernel;
      kernel.name = name->drop_back(3).str();
      kernel.module = &module;
      kernel.descriptorAddress = address;
      KernelDescriptor &d = kernel.descriptor;
      d.groupSegmentBytes = read<uint32_t>(address);
      d.privateSegmentBytes = read<uint32_t>(address + 4);
      d.kernargBytes = read<uint32_t>(address + 8);
      d.entryOffset = read<int64_t>(address + 16);
      d.rsrc3 = read<uint32_t>(address + 44);
      d.rsrc1 = read<uint32_t>(address + 48);
      d.rsrc2 = read<uint32_t>(address + 52);
      d.properties = read<uint16_t>(address + 56);
      d.preload = read<uint16_t>(address + 58);
      kernel.kernargBytes = d.kernargBytes;
      kernel.entry = address + d.entryOffset;
      kernel.waveSize = target.isGfx10Plus() && d.wave32() ? 32 : 64;
      module.kernels[kernel.name] = std::move(kernel);
    }
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::readKernelMetadata(msgpack::MapDocNode entry) {
  auto number = [&](msgpack::MapDocNode map, StringRef key, uint32_t fallback) {
    auto found = map.find(key);
    if (found == map.end())
      return fallback;
    if (found->second.getKind() == msgpack::Type::UInt)
      return uint32_t(found->second.getUInt());
    if (found->second.getKind() == msgpack::Type::Int)
      return uint32_t(found->second.getInt());
    return fallback;
  };
  auto name = entry.find(".name");
  auto symbol = entry.find(".symbol");
  auto found = module.kernels.end();
  if (symbol != entry.end() && symbol->second.isString()) {
    StringRef text = symbol->second.getString();
    text.consume_back(".kd");
    found = module.kernels.find(text.str());
  } else if (name != entry.end() && name->second.isString()) {
    found = module.kernels.find(name->second.getString().str());
  }
  if (found == module.kernels.end())
    return fail(LoadStatus::NotAnImage,
                "metadata describes a kernel without a descriptor");
  Kernel &kernel = found->second;
  kernel.kernargBytes =
      std::max(kernel.kernargBytes, number(entry, ".kernarg_segment_size", 0));
  kernel.maxFlatWorkGroupSize = number(entry, ".max_flat_workgroup_size", 1024);
  kernel.sgprs = number(entry, ".sgpr_count", 0);
  kernel.vgprs = number(entry, ".vgpr_count", 0);
  kernel.sgprSpills = number(entry, ".sgpr_spill_count", 0);
  kernel.vgprSpills = number(entry, ".vgpr_spill_count", 0);
  auto args = entry.find(".args");
  if (args == entry.end() || !args->second.isArray())
    return LoadStatus::Ok;
  for (msgpack::DocNode node : args->second.getArray()) {
    if (!node.isMap())
      return fail(LoadStatus::NotAnImage, "malformed argument metadata");
    KernelArgument argument;
    argument.offset = number(node.getMap(), ".offset", 0);
    argument.size = number(node.getMap(), ".size", 0);
    auto kind = node.getMap().find(".value_kind");
    if (kind != node.getMap().end() && kind->second.isString())
      argument.kind = kind->second.getString().str();
    if (uint64_t(argument.offset) + argument.size > kernel.kernargBytes)
      return fail(LoadStatus::NotAnImage,
                  "argument metadata exceeds the kernarg segment");
    kernel.arguments.push_back(std::move(argument));
  }
  return LoadStatus::Ok;
}

void ModuleLoader::readPrintFormats(msgpack::MapDocNode root) {
  auto formats = root.find("amdhsa.printf");
  if (formats == root.end() || !formats->second.isArray())
    return;
  for (msgpack::DocNode format : formats->second.getArray())
    if (format.isString())
      module.printFormats.add(format.getString().str());
}

LoadStatus ModuleLoader::readMetadata(const File &file) {
  auto segments = file.program_headers();
  for (const ELFT::Phdr &segment : *segments) {
    if (segment.p_type != ELF::PT_NOTE)
      continue;
    Error problem = Error::success();
    for (const auto &note : file.notes(segment, problem)) {
      if (note.getName() != "AMDGPU" ||
          note.getType() != ELF::NT_AMDGPU_METADATA)
        continue;
      msgpack::Document document;
      if (!document.readFromBlob(toStringRef(note.getDesc(segment.p_align)),
                                 false) ||
          !document.getRoot().isMap()) {
        consumeError(std::move(problem));
        return fail(LoadStatus::NotAnImage, "malformed metadata note");
      }
      auto root = document.getRoot().getMap();
      readPrintFormats(root);
      auto kernels = root.find("amdhsa.kernels");
      if (kernels == root.end() || !kernels->second.isArray())
        continue;
      for (msgpack::DocNode kernel : kernels->second.getArray())
        if (kernel.isMap())
          if (LoadStatus status = readKernelMetadata(kernel.getMap());
              status != LoadStatus::Ok) {
            consumeError(std::move(problem));
            return status;
          }
    }
    if (problem)
      return fail(LoadStatus::NotAnImage, toString(std::move(problem)));
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::readConvergence(const File &file) {
  auto sections = file.sections();
  for (const ELFT::Shdr &section : *sections) {
    auto name = file.getSectionName(section);
    if (!name)
      return fail(LoadStatus::NotAnImage, toString(name.takeError()));
    if (*name != ".prim.convergence")
      continue;
    auto contents = file.getSectionContents(section);
    if (!contents)
      return fail(LoadStatus::NotAnImage, toString(contents.takeError()));
    if (!readConvergencePoints(contents->data(), contents->size(), module.image,
                               module.convergence))
      return fail(LoadStatus::NotAnImage,
                  "malformed section .prim.convergence");
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::decode(const File &file) {
  // Decodes the executable segment that holds a kernel's entry, once per wave
  // size in use.
  std::map<std::pair<uint64_t, unsigned>, const Program *> decoded;
  auto segments = file.program_headers();
  for (auto &[name, kernel] : module.kernels) {
    const ELFT::Phdr *text = nullptr;
    for (const ELFT::Phdr &segment : *segments)
      if (segment.p_type == ELF::PT_LOAD && segment.p_flags & ELF::PF_X &&
          kernel.entry - module.image - segment.p_vaddr < segment.p_memsz)
        text = &segment;
    if (!text)
      return fail(LoadStatus::NotAnImage,
                  "entry of kernel '" + name + "' is not in executable memory");
    const Program *&program =
        decoded[{uint64_t(text->p_vaddr), kernel.waveSize}];
    if (!program) {
      uint64_t address = module.image + text->p_vaddr;
      auto result =
          Program::decode(target, kernel.waveSize, features,
                          reinterpret_cast<const uint8_t *>(address), address,
                          uint64_t(text->p_filesz) & ~uint64_t(3), error);
      if (!result)
        return LoadStatus::Unsupported;
      result->check(module.convergence);
      program = result.get();
      module.programs.push_back(std::move(result));
    }
    kernel.program = program;
  }
  return LoadStatus::Ok;
}

LoadStatus ModuleLoader::run(StringRef bytes) {
  auto file = File::create(bytes);
  if (!file)
    return fail(LoadStatus::NotAnImage, toString(file.takeError()));
  LoadStatus status = checkHeader(file->getHeader());
  if (status == LoadStatus::Ok)
    status = loadSegments(*file);
  if (status == LoadStatus::Ok)
    status = relocate(*file);
  if (status == LoadStatus::Ok)
    status = readSymbols(*file);
  if (status == LoadStatus::Ok)
    status = readMetadata(*file);
  if (status == LoadStatus::Ok)
    status = readConvergence(*file);
  if (status == LoadStatus::Ok)
    status = decode(*file);
  if (status == LoadStatus::Ok)
    module.lines = mlir::prim::LineTable::read(bytes);
  return status;
}

Module::~Module() {
  if (image)
    DeviceMemory::get().release(image, MemoryKind::Internal);
}

LoadStatus Module::load(const Target &target, const void *bytes, uint64_t limit,
                        std::unique_ptr<Module> &result, std::string &error) {
  auto *data = static_cast<const uint8_t *>(bytes);
  uint64_t size = elfImageBytes(data, limit);
  if (!size) {
    error = "not an ELF code object";
    return LoadStatus::NotAnImage;
  }
  // The ELF reader requires aligned headers.
  std::vector<uint64_t> copy((size + 7) / 8);
  std::memcpy(copy.data(), data, size);
  auto module = std::make_unique<Module>();
  LoadStatus status =
      ModuleLoader(target, *module, error)
          .run(StringRef(reinterpret_cast<const char *>(copy.data()), size));
  if (status == LoadStatus::Ok)
    result = std::move(module);
  return status;
}

} // namespace prim::emulator
