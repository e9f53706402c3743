//===- MetadataNote.cpp - Metadata of code objects --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merged note is shorter than all source notes together, each of which has
// the target and the version. It overwrites the first one, and the section and
// the segment of notes end after it.
//
//===----------------------------------------------------------------------===//

#include "MetadataNote.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using ELFT = object::ELF64LE;

static constexpr StringLiteral owner("AMDGPU");

/// Merges maps and appends lists; values given twice must be equal.
static int mergeNodes(msgpack::DocNode *old, msgpack::DocNode added,
                      msgpack::DocNode key) {
  if (old->getKind() != added.getKind())
    return -1;
  if (old->isArray()) {
    // The two numbers of the version, and the formats of the whole module, are
    // in each note.
    bool isCommon = key.isString() && (key.getString() == "amdhsa.version" ||
                                       key.getString() == "amdhsa.printf");
    return isCommon ? 0 : old->getArray().size();
  }
  return old->isMap() || *old == added ? 0 : -1;
}

Error mlir::prim::mergeMetadataNotes(SmallVectorImpl<char> &object) {
  auto file = object::ELFFile<ELFT>::create({object.data(), object.size()});
  if (!file)
    return file.takeError();
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  const ELFT::Shdr *section = find_if(
      *sections, [](auto &header) { return header.sh_type == ELF::SHT_NOTE; });
  if (section == sections->end())
    return Error::success();

  msgpack::Document merged;
  unsigned count = 0;
  Error error = Error::success();
  for (const ELFT::Note &note : file->notes(*section, error)) {
    if (note.getName() != owner || note.getType() != ELF::NT_AMDGPU_METADATA)
      return joinErrors(std::move(error), createStringError("an unknown note"));
    if (!merged.readFromBlob(note.getDescAsStringRef(section->sh_addralign),
                             /*Multi=*/false, mergeNodes))
      return joinErrors(
          std::move(error),
          createStringError("notes about kernels that contradict each other"));
    ++count;
  }
  if (error || count < 2)
    return error;

  std::string description;
  merged.writeToBlob(description);
  std::string note;
  raw_string_ostream stream(note);
  support::endian::Writer writer(stream, endianness::little);
  writer.write<uint32_t>(owner.size() + 1);
  writer.write<uint32_t>(description.size());
  writer.write<uint32_t>(ELF::NT_AMDGPU_METADATA);
  // The format aligns both strings to four bytes.
  stream << owner;
  stream.write_zeros(alignTo<4>(owner.size() + 1) - owner.size());
  stream << description;
  stream.write_zeros(alignTo<4>(description.size()) - description.size());
  uint64_t offset = section->sh_offset, size = section->sh_size;
  if (note.size() > size)
    return createStringError("notes about kernels that grow when merged");

  llvm::copy(note, object.data() + offset);
  std::fill(object.data() + offset + note.size(), object.data() + offset + size,
            0);
  auto segments = file->program_headers();
  if (!segments)
    return segments.takeError();
  // Both headers are within the bytes of `object`.
  const_cast<ELFT::Shdr *>(section)->sh_size = note.size();
  for (const ELFT::Phdr &segment : *segments)
    if (segment.p_type == ELF::PT_NOTE && segment.p_offset == offset) {
      auto &changed = const_cast<ELFT::Phdr &>(segment);
      changed.p_filesz = note.size();
      changed.p_memsz = note.size();
    }
  return Error::success();
}
