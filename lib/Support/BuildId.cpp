//===- BuildId.cpp - Build ids of libraries ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads build ids from the mapped libraries, because a file may have been
// replaced since it was loaded.
//
//===----------------------------------------------------------------------===//

#include "prim/Support/BuildId.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#ifdef __linux__
#include <link.h>
#endif

#ifdef __linux__
namespace {
struct Search {
  /// An address in the wanted library.
  uintptr_t address;
  std::string id;
};
} // namespace

/// The build id in a segment of notes; empty if it has none.
static std::string findBuildId(const char *notes, size_t length) {
  auto align = [](size_t size) { return (size + 3) & ~size_t(3); };
  while (length >= sizeof(ElfW(Nhdr))) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes);
    size_t name = sizeof(*note), content = name + align(note->n_namesz);
    size_t size = content + align(note->n_descsz);
    if (size > length)
      return "";
    if (note->n_type == NT_GNU_BUILD_ID &&
        llvm::StringRef(notes + name, note->n_namesz) ==
            llvm::StringRef("GNU\0", 4))
      return std::string(notes + content, note->n_descsz);
    notes += size;
    length -= size;
  }
  return "";
}

static int visit(dl_phdr_info *library, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  llvm::ArrayRef<ElfW(Phdr)> segments(library->dlpi_phdr, library->dlpi_phnum);
  if (llvm::none_of(segments, [&](const ElfW(Phdr) & segment) {
        uintptr_t start = library->dlpi_addr + segment.p_vaddr;
        return segment.p_type == PT_LOAD && search.address >= start &&
               search.address - start < segment.p_memsz;
      }))
    return 0;
  for (const ElfW(Phdr) &segment : segments)
    if (segment.p_type == PT_NOTE && search.id.empty())
      search.id = findBuildId(
          reinterpret_cast<const char *>(library->dlpi_addr + segment.p_vaddr),
          segment.p_memsz);
  return 1;
}

std::string mlir::prim::getBuildId(const void *address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  ::dl_iterate_phdr(visit, &search);
  return search.id;
}
#else
std::string mlir::prim::getBuildId(const void *) { return ""; }
#endif

std::string mlir::prim::getLLVMBuildId() {
  std::string (*inLLVM)() = &llvm::sys::getProcessTriple;
  return getBuildId(reinterpret_cast<const void *>(inLLVM));
}
