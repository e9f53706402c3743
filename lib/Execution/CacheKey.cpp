//===- CacheKey.cpp - Keys of compilations ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key contains build ids, because versions do not identify builds.
//
//===----------------------------------------------------------------------===//

#include "CacheKey.h"

#include "mlir/IR/Verifier.h"
#include "prim/Config.h"
#include "prim/Support/BuildId.h"
#include "prim/Target/DeviceLibrary.h"
#include "prim/Target/Serialize.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/HashBuilder.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Host.h"

#include <map>

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// The host machine as JITTargetMachineBuilder::detectHost describes it.
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

/// The current state of a file.
static std::string describeFile(StringRef path) {
  llvm::sys::fs::file_status status;
  if (path.empty() || llvm::sys::fs::status(path, status))
    return path.str();
  return (path + "\n" + llvm::Twine(status.getSize()) + "\n" +
          llvm::Twine(
              status.getLastModificationTime().time_since_epoch().count()))
      .str();
}

using KeyBuilder = llvm::HashBuilder<llvm::BLAKE3, llvm::endianness::little>;

/// Each text is hashed with its length, so that adjacent texts stay separate.
static void addOption(KeyBuilder &hash, const std::string &text) {
  hash.add(StringRef(text));
}
static void addOption(KeyBuilder &hash, const std::vector<std::string> &texts) {
  for (const std::string &text : texts)
    addOption(hash, text);
  hash.add(uint64_t(texts.size()));
}
static void addOption(KeyBuilder &hash, unsigned number) { hash.add(number); }

static std::optional<ProgramCache::Key>
computeKey(StringRef kind, StringRef text, StringRef name,
           const CompileOptions &options, ArrayRef<const void *> code) {
  static const std::string host = describeHost();
  KeyBuilder hash;
  for (StringRef part :
       {StringRef(PRIM_VERSION), StringRef(LLVM_VERSION_STRING),
        StringRef(host), kind, name, text})
    hash.add(part);

  LogicalResult (*inMLIR)(Operation *, bool) = &mlir::verify;
  SmallVector<std::string> ids = {
      getBuildId(reinterpret_cast<const void *>(&describeHost)),
      getBuildId(reinterpret_cast<const void *>(inMLIR)), getLLVMBuildId()};
  for (const void *address : code)
    ids.push_back(getBuildId(address));
  for (StringRef id : ids) {
    if (id.empty())
      return std::nullopt;
    hash.add(id);
  }

  options.visitContent(
      [&](StringRef name, const auto &option) { addOption(hash, option); });
  // The key includes the rules that kept code has been checked with.
  hash.add(StringRef(llvm::sys::Process::GetEnv("PRIM_CHECK").value_or("")));
  std::string error;
  // Without a chip the modules name their own.
  std::optional<TargetInfo> target =
      TargetInfo::get(options.chip, options.features, error);
  error.clear();
  for (const Family &row : families) {
    TargetFamily family = row.family;
    if (target && target->family != family)
      continue;
    if (family == TargetFamily::NVPTX)
      hash.add(StringRef(describeFile(findPTXAssembler())));
    std::optional<std::string> library =
        findDeviceLibrary(family, options.deviceLibs, error);
    hash.add(StringRef(describeFile(library.value_or(""))));
    // The error if there is no library, or if a named one is missing.
    hash.add(StringRef(error));
  }
  hash.add(StringRef(describeFile(findCodeGenerator(options.codegen))));
  return hash.final();
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

CacheSlot::CacheSlot(StringRef kind, StringRef text, StringRef name,
                     const CompileOptions &options, ArrayRef<const void *> code)
    : kind(kind.str()) {
  if (!options.cache)
    return;
  if (auto found = computeKey(kind, text, name, options, code)) {
    cache = options.cache;
    key = *found;
    return;
  }
  options.cache->fail(
      "prim, MLIR or LLVM has no build id; link it with -Wl,--build-id");
}

std::optional<std::string> CacheSlot::find() {
  std::optional<std::string> kept =
      cache ? cache->find(key, kind) : std::nullopt;
  if (kept && cache->isSampled(key)) {
    sample = std::move(kept);
    anew = std::make_unique<ProgramCache::Anew>();
    return std::nullopt;
  }
  return kept;
}

llvm::Error CacheSlot::store(StringRef payload) {
  anew.reset();
  bool isSame = !sample || *sample == payload;
  if (cache && (!sample || !isSame))
    cache->store(key, payload);
  if (isSame)
    return llvm::Error::success();
  return llvm::createStringError(
      "the entry '" + kind + "' in the cache " + cache->getFolder() +
      " differs from the one that is compiled now, so the key of the cache is "
      "incomplete; remove the folder");
}
