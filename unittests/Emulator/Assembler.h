//===- Assembler.h - Kernels from assembly text -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a few lines of AMDGPU assembly into a code object in process, through
// LLVM's assembler and lld as a library. Runs it through the HIP functions that
// the emulator exports.
//
// State at a kernel's first instruction: s[0:1] points at the kernel arguments
// (64-bit values, in the order of `Kernel::arguments`); the work-group's x is
// in s2 (on gfx12 in ttmp9); v0 is the packed work-item id, which in a
// one-dimensional group is the item's number.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_EMULATOR_ASSEMBLER_H
#define PRIM_UNITTESTS_EMULATOR_ASSEMBLER_H

#include "prim_emulator.h"

#include <cstdint>
#include <string>
#include <vector>

// The HIP functions under test, as libprim_emulator exports them.
extern "C" {
int hipInit(unsigned flags);
int hipGetDeviceCount(int *count);
int hipGetDevicePropertiesR0600(void *properties, int device);
int hipGetDeviceProperties(void *properties, int device);
int hipDeviceGetAttribute(int *value, int attribute, int device);
int hipDeviceReset(void);
int hipDeviceSynchronize(void);
int hipGetLastError(void);
const char *hipGetErrorName(int error);
int hipMalloc(void **pointer, size_t bytes);
int hipFree(void *pointer);
int hipHostRegister(void *host, size_t bytes, unsigned flags);
int hipHostUnregister(void *host);
int hipHostMalloc(void **pointer, size_t bytes, unsigned flags);
int hipHostFree(void *pointer);
int hipMallocManaged(void **pointer, size_t bytes, unsigned flags);
int hipMallocAsync(void **pointer, size_t bytes, void *stream);
int hipFreeAsync(void *pointer, void *stream);
int hipMemcpy(void *dst, const void *src, size_t bytes, int kind);
int hipMemset(void *dst, int value, size_t bytes);
int hipMemsetD16(void *dst, unsigned short value, size_t count);
int hipMemsetD32(void *dst, int value, size_t count);
int hipModuleLoadData(void **module, const void *image);
int hipModuleUnload(void *module);
int hipModuleGetFunction(void **function, void *module, const char *name);
int hipModuleGetGlobal(void **address, size_t *bytes, void *module,
                       const char *name);
int hipModuleLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                          unsigned gridZ, unsigned blockX, unsigned blockY,
                          unsigned blockZ, unsigned dynamicLds, void *stream,
                          void **params, void **extra);
int hipModuleLaunchCooperativeKernel(void *function, unsigned gridX,
                                     unsigned gridY, unsigned gridZ,
                                     unsigned blockX, unsigned blockY,
                                     unsigned blockZ, unsigned dynamicLds,
                                     void *stream, void **params);
int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                       void *function,
                                                       int blockSize,
                                                       size_t dynamicLds);
int hipFuncGetAttribute(int *value, int attribute, void *function);
int hipStreamCreate(void **stream);
int hipStreamDestroy(void *stream);
int hipStreamSynchronize(void *stream);
int hipStreamWaitEvent(void *stream, void *event, unsigned flags);
int hipEventCreate(void **event);
int hipEventDestroy(void *event);
int hipEventRecord(void *event, void *stream);
int hipEventSynchronize(void *event);
int hipEventElapsedTime(float *milliseconds, void *start, void *stop);
}

namespace prim::test {

/// The input of the assembler: the body of one kernel named "k" and its
/// resources.
struct Kernel {
  std::string chip;
  std::string body;        // instructions, without s_endpgm
  unsigned arguments = 2;  // 64-bit values
  unsigned lds = 0;        // bytes
  unsigned scratch = 0;    // bytes per lane
  unsigned waveSize = 0;   // 0: the chip's default
  unsigned codeObject = 5; // version
  bool flushDenormals32 = false;
  std::string hiddenArguments; // metadata lines of hidden arguments
  unsigned hiddenBytes = 0;    // their size after the explicit ones
  std::string directives;      // further .amdhsa_ lines
};

/// A linked code object, or an empty one with `error` set to the assembler's or
/// linker's messages.
std::vector<char> assemble(const Kernel &kernel, std::string &error);
/// Assembles whole assembly files.
std::vector<char> assembleText(const std::string &chip, unsigned waveSize,
                               const std::string &text, std::string &error);

/// The chip's default wave size.
unsigned waveSizeOf(const std::string &chip);

/// Result of one launch.
struct Outcome {
  int error = 0;       // hipError_t, or -1 when assembling failed
  std::string message; // of the assembler or the emulator
  std::vector<uint32_t> output;
};

/// Runs a kernel whose first argument points to `input` and whose second points
/// to `outputWords` words, all initialised to 0xcdcdcdcd. Resets the device
/// after a fault.
Outcome run(const Kernel &kernel, const std::vector<uint32_t> &input,
            unsigned outputWords, unsigned block = 0, unsigned grid = 1,
            unsigned dynamicLds = 0);

/// Assembly that loads word `lane` of input row `row` (rows of one wave's
/// lanes) into a vector register, and assembly that stores one. They use v63
/// and s[88:91], which the prologue sets.
std::string loadRow(const std::string &chip, unsigned row,
                    const std::string &vgpr);
std::string storeRow(const std::string &chip, unsigned row,
                     const std::string &vgpr);
/// Loads both pointers and the lane's byte offset. A body that uses loadRow and
/// storeRow must begin with it.
std::string rowPrologue(const std::string &chip);

} // namespace prim::test

#endif // PRIM_UNITTESTS_EMULATOR_ASSEMBLER_H
