//===- DeviceMemory.cpp - Live allocations ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation through mmap, one mapping per allocation: a guard zone, the
// addresses that the device uses, another guard zone, and the bytes if they are
// not stored at the same addresses. The guards cost address space only. They
// keep a wild address from hitting the next allocation, where the table could
// not detect it.
//
//===----------------------------------------------------------------------===//

#include "Core/DeviceMemory.h"
#include "Core/HostAccess.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

using namespace prim::emulator;

static constexpr uint64_t kPage = 4096;
static constexpr uint64_t kGuard = uint64_t(16) << 20;
/// Larger allocations are poisoned only up to this size, so that a huge one
/// does not commit memory that the program never uses.
static constexpr uint64_t kPoisonLimit = uint64_t(64) << 20;
/// Limits for mappings that are kept after their allocations end: the size of
/// one mapping including its guards, and the total size.
static constexpr uint64_t kMostSpare = 2 * kGuard + (uint64_t(16) << 20);
static constexpr uint64_t kMostSpareTogether = 32 * kMostSpare;

void prim::emulator::poison(void *memory, uint64_t bytes) {
  if (!bytes)
    return;
  auto *words = static_cast<uint32_t *>(memory);
  std::fill_n(words, bytes / 4, kPoison);
  std::memcpy(words + bytes / 4, &kPoison, bytes % 4);
}

DeviceMemory &DeviceMemory::get() {
  static auto *memory = new DeviceMemory;
  return *memory;
}

void *DeviceMemory::map(uint64_t size, MemoryKind kind) {
  auto found = spare.find(size);
  if (kind == MemoryKind::Device && found != spare.end()) {
    void *mapping = found->second;
    spare.erase(found);
    spareBytes -= size;
    return mapping;
  }
  void *mapping = mmap(nullptr, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

void DeviceMemory::unmap(void *mapping, uint64_t size, MemoryKind kind) {
  // Only mappings of device memory are kept. The host cannot access device
  // memory, so a kept mapping behaves like one that is gone.
  if (kind == MemoryKind::Device && size <= kMostSpare &&
      spareBytes + size <= kMostSpareTogether) {
    spare.emplace(size, mapping);
    spareBytes += size;
    return;
  }
  munmap(mapping, size);
}

uint64_t DeviceMemory::allocate(uint64_t size, MemoryKind kind,
                                unsigned flags) {
  if (size == 0 || size > kTotalBytes - inUse)
    return 0;
  uint64_t body = (size + kPage - 1) / kPage * kPage;
  const bool apart = kind == MemoryKind::Device;
  uint64_t total = body + 2 * kGuard + (apart ? body : 0);
  void *mapping = map(total, kind);
  if (!mapping)
    return 0;
  uint8_t *start = static_cast<uint8_t *>(mapping) + kGuard;
  uint8_t *storage = apart ? start + body + kGuard : start;
  if (mprotect(storage, body, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, total);
    return 0;
  }
  if (kind == MemoryKind::Device || kind == MemoryKind::Managed)
    poison(storage, std::min(size, kPoisonLimit));
  if (apart)
    explainHostAccesses();
  uint64_t base = reinterpret_cast<uint64_t>(start);
  allocations[base] = {base, size, storage, kind, mapping, total, flags};
  inUse += size;
  ++generationCount;
  return base;
}

bool DeviceMemory::release(uint64_t base, MemoryKind kind) {
  auto entry = allocations.find(base);
  if (entry == allocations.end() || entry->second.kind != kind)
    return false;
  unmap(entry->second.mapping, entry->second.mappingSize, kind);
  inUse -= entry->second.size;
  allocations.erase(entry);
  ++generationCount;
  return true;
}

void DeviceMemory::releaseAll() {
  for (auto &[base, allocation] : allocations)
    if (allocation.mapping)
      munmap(allocation.mapping, allocation.mappingSize);
  for (auto [size, mapping] : spare)
    munmap(mapping, size);
  allocations.clear();
  spare.clear();
  inUse = spareBytes = 0;
  ++generationCount;
}

bool DeviceMemory::registerHost(uint64_t base, uint64_t size, unsigned flags) {
  if (!base || !size || find(base, 1) || find(base + size - 1, 1))
    return false;
  allocations[base] = {base,
                       size,
                       reinterpret_cast<uint8_t *>(base),
                       MemoryKind::Registered,
                       nullptr,
                       0,
                       flags};
  ++generationCount;
  return true;
}

bool DeviceMemory::unregisterHost(uint64_t base) {
  auto entry = allocations.find(base);
  if (entry == allocations.end() ||
      entry->second.kind != MemoryKind::Registered)
    return false;
  allocations.erase(entry);
  ++generationCount;
  return true;
}

const Allocation *DeviceMemory::find(uint64_t address, uint64_t bytes) const {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  const Allocation &candidate = std::prev(next)->second;
  uint64_t offset = address - candidate.base;
  return offset <= candidate.size && bytes <= candidate.size - offset
             ? &candidate
             : nullptr;
}

const Allocation *DeviceMemory::nearest(uint64_t address) const {
  auto next = allocations.upper_bound(address);
  const Allocation *after = next == allocations.end() ? nullptr : &next->second;
  const Allocation *before =
      next == allocations.begin() ? nullptr : &std::prev(next)->second;
  if (!before || !after)
    return before ? before : after;
  return address - (before->base + before->size) < after->base - address
             ? before
             : after;
}
