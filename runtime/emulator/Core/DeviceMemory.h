//===- DeviceMemory.h - Live allocations ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that kernels may access. Every allocation lies between wide
// unmapped guard zones and starts out poisoned. Every access is checked to the
// byte against the table of live allocations. The host cannot access the
// addresses of device memory, as on a GPU: the bytes are stored elsewhere, and
// code that works for the device translates addresses. Memory that both sides
// share (pinned, managed, registered) has one address.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_DEVICEMEMORY_H
#define PRIM_EMULATOR_CORE_DEVICEMEMORY_H

#include <cstdint>
#include <map>

namespace prim::emulator {

/// The initial contents of registers, LDS, scratch and fresh memory. As a float
/// it is a NaN; it is not an address and not the identity of any combiner.
constexpr uint32_t kPoison = 0xffbadbad;

enum class MemoryKind : uint8_t { Device, Managed, Host, Registered, Internal };

struct Allocation {
  uint64_t base = 0, size = 0; // as the device sees it
  uint8_t *storage = nullptr;  // where the bytes are
  MemoryKind kind = MemoryKind::Device;
  void *mapping = nullptr;
  uint64_t mappingSize = 0;
  unsigned flags = 0; // of hipHostMalloc and the like

  /// The bytes at a device address in this allocation.
  uint8_t *at(uint64_t address) const { return storage + (address - base); }
};

class DeviceMemory {
public:
  static DeviceMemory &get();

  /// A new allocation of `size` bytes, aligned to 4096 bytes. 0 if there is no
  /// memory.
  uint64_t allocate(uint64_t size, MemoryKind kind, unsigned flags = 0);
  /// Ends the allocation that starts at `base`. False if there is none of that
  /// kind.
  bool release(uint64_t base, MemoryKind kind);
  /// Ends every allocation.
  void releaseAll();
  bool registerHost(uint64_t base, uint64_t size, unsigned flags);
  bool unregisterHost(uint64_t base);

  /// The allocation that holds all of [address, address + bytes), or nullptr.
  const Allocation *find(uint64_t address, uint64_t bytes) const;
  /// The storage of the bytes [address, address + bytes) of one allocation, or
  /// null.
  uint8_t *translate(uint64_t address, uint64_t bytes) const {
    const Allocation *found = find(address, bytes);
    return found ? found->at(address) : nullptr;
  }
  /// "is 8 bytes past the end of the allocation of 256 bytes at 0x..."
  const Allocation *nearest(uint64_t address) const;
  uint64_t bytesInUse() const { return inUse; }
  /// Changes with every allocation and release, so that caches can detect
  /// changes.
  uint64_t generation() const { return generationCount; }

  static constexpr uint64_t kTotalBytes = uint64_t(64) << 30;

private:
  /// A mapping of `size` bytes, reused if one is kept, or null.
  void *map(uint64_t size, MemoryKind kind);
  /// Ends a mapping, or keeps it for the next allocation of its size.
  void unmap(void *mapping, uint64_t size, MemoryKind kind);

  std::map<uint64_t, Allocation> allocations;
  /// Mappings of ended device allocations by their sizes. Programs allocate the
  /// same sizes repeatedly, and obtaining the pages of a new mapping takes
  /// longer than filling them.
  std::multimap<uint64_t, void *> spare;
  uint64_t spareBytes = 0;
  uint64_t inUse = 0;
  uint64_t generationCount = 1;
};

/// Fills `bytes` bytes with kPoison.
void poison(void *memory, uint64_t bytes);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_DEVICEMEMORY_H
