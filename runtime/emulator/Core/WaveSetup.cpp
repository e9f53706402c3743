//===- WaveSetup.cpp - Initial state of groups and waves --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the "Initial Kernel Execution State" chapter of LLVM's AMDGPU usage
// guide: user SGPRs in the order of the descriptor's enable bits, preloaded
// kernel arguments, work-group ids (in TTMP registers on gfx12), work-item ids
// (packed into v0 where the chip does), MODE from rsrc1. All other registers
// and the LDS start poisoned, so that reads of uninitialised data are visible.
//
//===----------------------------------------------------------------------===//

#include "Core/WaveSetup.h"
#include "Core/RegisterFiles.h"

#include <algorithm>
#include <cstring>

using namespace prim::emulator;

namespace {

/// Bits of kernel_code_properties.
enum : uint16_t {
  kPrivateSegmentBuffer = 1 << 0,
  kDispatchPtr = 1 << 1,
  kQueuePtr = 1 << 2,
  kKernargPtr = 1 << 3,
  kDispatchId = 1 << 4,
  kFlatScratchInit = 1 << 5,
  kPrivateSegmentSize = 1 << 6,
};

/// Bits of compute_pgm_rsrc2.
enum : uint32_t {
  kEnablePrivateSegment = 1 << 0,
  kWorkGroupIdX = 1 << 7,
  kWorkGroupIdY = 1 << 8,
  kWorkGroupIdZ = 1 << 9,
  kWorkGroupInfo = 1 << 10,
};

constexpr unsigned kQueueBytes = 256;
constexpr unsigned kPacketBytes = 64;
/// Offsets in amd_queue_t of the upper words of the apertures.
constexpr unsigned kQueueSharedHi = 0x40, kQueuePrivateHi = 0x44;
/// Stack in addition to the descriptor's size, for kernels that use an unknown
/// amount.
constexpr uint32_t kDynamicStackBytes = 16384;
/// The number of bytes by which a read that begins inside of LDS may pass its
/// end.
constexpr uint32_t kLdsSlack = 16;

template <typename T>
void put(uint64_t address, T value) {
  std::memcpy(reinterpret_cast<void *>(address), &value, sizeof(value));
}

uint32_t component(const Dim3 &dim, char axis) {
  return axis == 'x' ? dim.x : axis == 'y' ? dim.y : dim.z;
}

bool startsWith(const std::string &text, const char *prefix) {
  return text.compare(0, std::strlen(prefix), prefix) == 0;
}

void writeHiddenArgument(const Launch &launch, const KernelArgument &argument) {
  const LaunchParameters &p = launch.parameters;
  uint64_t value = 0;
  char axis = argument.kind.back();
  if (startsWith(argument.kind, "hidden_block_count_"))
    value = component(p.grid, axis);
  else if (startsWith(argument.kind, "hidden_group_size_"))
    value = component(p.block, axis);
  else if (argument.kind == "hidden_grid_dims")
    value = p.grid.z * p.block.z > 1 ? 3 : p.grid.y * p.block.y > 1 ? 2 : 1;
  else if (argument.kind == "hidden_dynamic_lds_size")
    value = p.dynamicLds;
  else if (argument.kind == "hidden_private_base")
    value = kPrivateApertureHi;
  else if (argument.kind == "hidden_shared_base")
    value = kSharedApertureHi;
  else if (argument.kind == "hidden_queue_ptr")
    value = launch.queue;
  else if (argument.kind == "hidden_printf_buffer")
    value = launch.printBuffer;
  // hidden_remainder_* and hidden_global_offset_* are 0: HIP grids consist of
  // whole blocks and start at the origin. Buffers for host calls and the heap
  // do not exist and stay null.
  std::memcpy(reinterpret_cast<void *>(launch.kernargAddress + argument.offset),
              &value, std::min<uint32_t>(argument.size, 8));
}

/// Whether `kernel` has the argument for a buffer, and formats to print by.
bool printsToBuffer(const Kernel &kernel) {
  return !kernel.module->printFormats.byHash.empty() &&
         std::any_of(kernel.arguments.begin(), kernel.arguments.end(),
                     [](const KernelArgument &argument) {
                       return argument.kind == "hidden_printf_buffer";
                     });
}

} // namespace

bool prim::emulator::prepareLaunch(Launch &launch) {
  const LaunchParameters &p = launch.parameters;
  DeviceMemory &memory = DeviceMemory::get();
  uint64_t bytes =
      (std::max<uint64_t>(launch.kernel->kernargBytes, 8) + 15) / 16 * 16;
  uint64_t block =
      memory.allocate(bytes + kPacketBytes + kQueueBytes, MemoryKind::Internal);
  if (!block)
    return false;
  launch.kernargAddress = block;
  launch.dispatchPacket = block + bytes;
  launch.queue = launch.dispatchPacket + kPacketBytes;
  if (printsToBuffer(*launch.kernel)) {
    launch.printBuffer = allocatePrintBuffer();
    if (!launch.printBuffer) {
      releaseLaunch(launch);
      return false;
    }
  }
  uint64_t user =
      std::min<uint64_t>(p.kernargBytes, launch.kernel->kernargBytes);
  if (user)
    std::memcpy(reinterpret_cast<void *>(block), p.kernarg, user);
  for (const KernelArgument &argument : launch.kernel->arguments)
    if (argument.hidden())
      writeHiddenArgument(launch, argument);

  uint64_t packet = launch.dispatchPacket;
  put<uint16_t>(packet + 2, 3); // setup: dimensions
  put<uint16_t>(packet + 4, uint16_t(p.block.x));
  put<uint16_t>(packet + 6, uint16_t(p.block.y));
  put<uint16_t>(packet + 8, uint16_t(p.block.z));
  put<uint32_t>(packet + 12, p.grid.x * p.block.x);
  put<uint32_t>(packet + 16, p.grid.y * p.block.y);
  put<uint32_t>(packet + 20, p.grid.z * p.block.z);
  put<uint32_t>(packet + 24, launch.kernel->descriptor.privateSegmentBytes);
  put<uint32_t>(packet + 28,
                launch.kernel->descriptor.groupSegmentBytes + p.dynamicLds);
  put<uint64_t>(packet + 32, launch.kernel->descriptorAddress);
  put<uint64_t>(packet + 40, launch.kernargAddress);
  put<uint32_t>(launch.queue + kQueueSharedHi, kSharedApertureHi);
  put<uint32_t>(launch.queue + kQueuePrivateHi, kPrivateApertureHi);
  return true;
}

void prim::emulator::releaseLaunch(Launch &launch) {
  if (launch.printBuffer)
    printAndFree(launch.printBuffer, launch.kernel->module->printFormats,
                 launch.kernel->name);
  launch.printBuffer = 0;
  if (launch.kernargAddress)
    DeviceMemory::get().release(launch.kernargAddress, MemoryKind::Internal);
  launch.kernargAddress = 0;
}

void prim::emulator::startGroup(Launch &launch, Group &group, uint64_t id) {
  const Dim3 &grid = launch.parameters.grid;
  group.id = id;
  group.index = {uint32_t(id % grid.x), uint32_t(id / grid.x % grid.y),
                 uint32_t(id / (uint64_t(grid.x) * grid.y))};
  group.finished = group.arrived = 0;
  group.phase = 0;
  group.collectives.clear();
  group.ldsBytes = launch.kernel->descriptor.groupSegmentBytes +
                   launch.parameters.dynamicLds;
  group.ldsStorage.resize(group.ldsBytes + kLdsSlack);
  group.lds = group.ldsStorage.data();
  poison(group.lds, group.ldsStorage.size());
  if (launch.checkRaces && group.waves.size() > 1) {
    group.shadowShift = launch.program->subDwordLds ? 0 : 2;
    uint64_t granules = ((group.ldsBytes + kLdsSlack) >> group.shadowShift) + 4;
    if (group.shadow.size() != granules) {
      group.shadow.assign(granules, 0);
      group.epoch = 0;
    }
    group.nextEpoch();
  } else {
    group.shadow.clear();
  }
  for (unsigned i = 0; i < group.waves.size(); ++i)
    startWave(launch, group, context(*group.waves[i]), i);
}

void prim::emulator::startWave(Launch &launch, Group &group, WaveContext &wave,
                               unsigned indexInGroup) {
  const Kernel &kernel = *launch.kernel;
  const KernelDescriptor &d = kernel.descriptor;
  const Target &target = launch.program->target;
  const Dim3 &block = launch.parameters.block;

  wave.launch = &launch;
  wave.group = &group;
  wave.indexInGroup = indexInGroup;
  wave.lanes = kernel.waveSize;
  wave.state = WaveState::Running;
  wave.next = launch.entry;
  wave.scc = 0;
  wave.mode = d.rsrc1 >> 12 & 0xff;
  if (!target.isGfx12Plus()) {
    wave.mode |= d.rsrc1 >> 21 & 1 ? kModeDx10Clamp : 0;
    wave.mode |= d.rsrc1 >> 23 & 1 ? kModeIeee : 0;
  } else {
    wave.mode |= kModeDx10Clamp; // always on there
  }
  wave.mode |= d.rsrc1 >> 26 & 1 ? kModeFp16Ovfl : 0;
  wave.executed = wave.spinCounted = 0;
  wave.signalled = false;
  wave.collectives = 0;
  wave.waitPhase = 0;
  for (PollRecord &poll : wave.polls)
    poll = PollRecord();

  if (!wave.vgpr) {
    wave.vgpr = takeRegisterFile();
    if (!wave.vgpr) {
      launch.error = "out of host memory for wave registers";
      wave.state = WaveState::Faulted;
      return;
    }
    wave.agpr = wave.vgpr + 256 * kLaneStride;
  }
  poison(wave.sgpr, sizeof(wave.sgpr));
  unsigned granule = target.isGfx9() || wave.lanes == 32 ? 8 : 4;
  unsigned count = std::min(512u, ((d.rsrc1 & 0x3f) + 1) * granule);
  // gfx90a and later CDNA use one file for v and a; rsrc3 gives the position of
  // a0.
  unsigned vectors = count;
  if (target.isGfx9())
    vectors = std::min(count, ((d.rsrc3 & 0x3f) + 1) * 4);
  vectors = std::min(vectors, 256u);
  poison(wave.vgpr, uint64_t(vectors) * kLaneStride * 4);
  if (target.isGfx9() && count > vectors)
    poison(wave.agpr,
           uint64_t(std::min(count - vectors, 256u)) * kLaneStride * 4);

  wave.scratchBytesPerLane =
      d.privateSegmentBytes + (d.usesDynamicStack() ? kDynamicStackBytes : 0);
  wave.scratchBytesPerLane = (wave.scratchBytesPerLane + 3) / 4 * 4;
  wave.scratchStorage.resize(uint64_t(wave.scratchBytesPerLane) * wave.lanes);
  wave.scratch = wave.scratchStorage.data();
  poison(wave.scratch, wave.scratchStorage.size());

  // User SGPRs.
  unsigned at = 0;
  auto push = [&](uint32_t value) { wave.sgpr[at++] = value; };
  auto push64 = [&](uint64_t value) {
    push(uint32_t(value));
    push(uint32_t(value >> 32));
  };
  if (d.properties & kPrivateSegmentBuffer) {
    push(0);
    push(kScratchBufferHi | kBufferSwizzleEnable);
    push(0xffffffff);
    push(0);
  }
  if (d.properties & kDispatchPtr)
    push64(launch.dispatchPacket);
  if (d.properties & kQueuePtr)
    push64(launch.queue);
  if (d.properties & kKernargPtr)
    push64(launch.kernargAddress);
  if (d.properties & kDispatchId)
    push64(1);
  if (d.properties & kFlatScratchInit)
    push64(0);
  if (d.properties & kPrivateSegmentSize)
    push(wave.scratchBytesPerLane);
  if (unsigned length = d.preload & 0x7f) {
    unsigned offset = d.preload >> 7;
    for (unsigned i = 0; i < length; ++i) {
      uint32_t word = 0;
      std::memcpy(&word,
                  reinterpret_cast<const void *>(launch.kernargAddress +
                                                 (offset + i) * 4),
                  4);
      push(word);
    }
  }
  // System SGPRs start after the declared user SGPRs (gfx11 code pads them).
  at = d.userSgprs();
  if (target.encoding.ttmpWorkGroupIds) {
    wave.sgpr[kTtmp0 + 9] = group.index.x;
    wave.sgpr[kTtmp0 + 7] = group.index.y | group.index.z << 16;
  } else {
    if (d.rsrc2 & kWorkGroupIdX)
      push(group.index.x);
    if (d.rsrc2 & kWorkGroupIdY)
      push(group.index.y);
    if (d.rsrc2 & kWorkGroupIdZ)
      push(group.index.z);
  }
  if (d.rsrc2 & kWorkGroupInfo)
    push(uint32_t(group.waves.size()) << 6);
  if (d.rsrc2 & kEnablePrivateSegment && target.encoding.mubufScratch)
    push(0); // private segment wave byte offset: each wave has its own memory

  // Lanes beyond the group's end are inactive.
  uint64_t first = uint64_t(indexInGroup) * wave.lanes;
  uint64_t items = block.count() - first;
  uint64_t exec =
      items >= wave.lanes ? wave.fullMask() : (uint64_t(1) << items) - 1;
  wave.setPair(kExecLo, 0);
  wave.setExec(exec);
  unsigned idBits = d.rsrc2 >> 11 & 3;
  for (unsigned lane = 0; lane < wave.lanes && lane < items; ++lane) {
    uint64_t item = first + lane;
    uint32_t x = uint32_t(item % block.x);
    uint32_t y = uint32_t(item / block.x % block.y);
    uint32_t z = uint32_t(item / (uint64_t(block.x) * block.y));
    if (target.encoding.packedWorkItemIds) {
      wave.vgpr[lane] = x | y << 10 | z << 20;
    } else {
      wave.vgpr[lane] = x;
      if (idBits >= 1)
        wave.reg(1)[lane] = y;
      if (idBits >= 2)
        wave.reg(2)[lane] = z;
    }
  }
}
