//===- CacheKey.cpp - What a compilation depends on -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Build ids are read where the loader has mapped them: a file may have been
// replaced since.
//
//===----------------------------------------------------------------------===//

#include "CacheKey.h"

#include "mlir/IR/Verifier.h"
#include "prim/Config.h"
#include "prim/Target/DeviceLibrary.h"
#include "prim/Target/Serialize.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/HashBuilder.h"
#include "llvm/TargetParser/Host.h"

#include <map>

#ifdef __linux__
#include <link.h>
#endif

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Build ids
//===----------------------------------------------------------------------===//

#ifdef __linux__
namespace {
struct Search {
  /// In the library that is looked for.
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
        StringRef(notes + name, note->n_namesz) == StringRef("GNU\0", 4))
      return std::string(notes + content, note->n_descsz);
    notes += size;
    length -= size;
  }
  return "";
}

static int visit(dl_phdr_info *library, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  ArrayRef<ElfW(Phdr)> segments(library->dlpi_phdr, library->dlpi_phnum);
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

static std::string getBuildId(const void *address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  ::dl_iterate_phdr(visit, &search);
  return search.id;
}
#else
static std::string getBuildId(const void *) { return ""; }
#endif

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// This machine, as JITTargetMachineBuilder::detectHost sees it.
static std::string describeHost() {
  std::map<StringRef, bool> sorted;
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (const auto &feature : features)
    sorted.insert({feature.first(), feature.second});
  std::string text =
      llvm::sys::getProcessTriple() + "\n" + llvm::sys::getHostCPUName().str();
  for (auto [name, enabled] : sorted)
    text += (enabled ? "\n+" : "\n-") + name.str();
  return text;
}

/// A file as it is now.
static std::string describeFile(StringRef path) {
  llvm::sys::fs::file_status status;
  if (path.empty() || llvm::sys::fs::status(path, status))
    return path.str();
  return (path + "\n" + llvm::Twine(status.getSize()) + "\n" +
          llvm::Twine(
              status.getLastModificationTime().time_since_epoch().count()))
      .str();
}

static std::optional<ProgramCache::Key>
computeKey(StringRef kind, StringRef text, StringRef name,
           const CompileOptions &options, ArrayRef<const void *> code) {
  static const std::string host = describeHost();
  llvm::HashBuilder<llvm::BLAKE3, llvm::endianness::little> hash;
  // Each text goes in with its length: none runs into the next.
  for (StringRef part :
       {StringRef(PRIM_VERSION), StringRef(LLVM_VERSION_STRING),
        StringRef(host), kind, name, text})
    hash.add(part);

  LogicalResult (*inMLIR)(Operation *, bool) = &mlir::verify;
  std::string (*inLLVM)() = &llvm::sys::getProcessTriple;
  SmallVector<const void *> libraries(code);
  libraries.push_back(reinterpret_cast<const void *>(&getBuildId));
  libraries.push_back(reinterpret_cast<const void *>(inMLIR));
  libraries.push_back(reinterpret_cast<const void *>(inLLVM));
  for (const void *address : libraries) {
    std::string id = getBuildId(address);
    if (id.empty())
      return std::nullopt;
    hash.add(StringRef(id));
  }

  // Whoever adds an option has to come by here.
  const auto &[chip, features, optLevel, abi, checkConvergence, checkAlignment,
               lineTables, isolate, timeLimit, limits, deviceLibs, codegen,
               cache] = options;
  (void)cache;
  hash.add(StringRef(chip));
  hash.add(StringRef(features));
  hash.add(optLevel, abi, checkConvergence, checkAlignment, lineTables);
  hash.add(StringRef(isolate));
  hash.add(timeLimit);
  hash.add(StringRef(limits));
  std::string error;
  hash.add(StringRef(deviceLibs));
  // Without a chip the modules name theirs.
  std::optional<TargetInfo> target = TargetInfo::get(chip, features, error);
  error.clear();
  for (TargetFamily family : {TargetFamily::AMDGPU, TargetFamily::NVPTX}) {
    if (target && target->family != family)
      continue;
    if (family == TargetFamily::NVPTX)
      hash.add(StringRef(describeFile(findPTXAssembler())));
    std::optional<std::string> library =
        findDeviceLibrary(family, deviceLibs, error);
    hash.add(StringRef(describeFile(library.value_or(""))));
    // None, or one that is named and not there.
    hash.add(StringRef(error));
  }
  hash.add(StringRef(describeFile(findCodeGenerator(codegen))));
  return hash.final();
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

CacheSlot::CacheSlot(StringRef kind, StringRef text, StringRef name,
                     const CompileOptions &options,
                     ArrayRef<const void *> code) {
  if (!options.cache)
    return;
  if (auto found = computeKey(kind, text, name, options, code)) {
    cache = options.cache;
    key = *found;
    return;
  }
  options.cache->fail("prim, MLIR or LLVM has no build id; link it with "
                      "-Wl,--build-id");
}

std::optional<std::string> CacheSlot::find() {
  return cache ? cache->find(key) : std::nullopt;
}

void CacheSlot::store(StringRef payload) {
  if (cache)
    cache->store(key, payload);
}
