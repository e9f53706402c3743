//===- PrintBuffer.h - Output of kernels ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HIP's buffered printf (clang's -mprintf-kind=buffered). A kernel with the
// hidden argument hidden_printf_buffer writes records to a buffer, and the
// driver prints them after the kernel. The metadata of the code object has the
// formats.
//
// The buffer starts with two words: the bytes of all records, and the bytes
// that there are for records. A record starts with a word: its size times 4,
// plus 2 if its format is in the metadata, plus 1 for stderr. The hash of the
// format follows, or the format itself, and the values. Each value takes 8
// bytes, and each string a multiple of 8.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_PRINTBUFFER_H
#define PRIM_EMULATOR_CORE_PRINTBUFFER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace prim::emulator {

/// The formats of a code object.
struct PrintFormats {
  /// By the hash in the records.
  std::map<uint64_t, std::string> byHash;
  /// Two entries have the same hash. HIP's run time then prints nothing, even
  /// if the formats are equal.
  bool collide = false;

  /// Adds `entry`, an element of amdhsa.printf in HIP's form:
  /// "0:0:HASH,FORMAT". Ignores other forms, which are OpenCL's.
  void add(const std::string &entry);
};

/// Allocates an empty buffer of the size that HIP's run time uses. 0 if there
/// is no memory.
uint64_t allocatePrintBuffer();

/// The text of one format and its values. Ends at the first conversion without
/// a value.
std::string formatValues(const std::string &format, const uint8_t *values,
                         size_t bytes);

/// Prints the records in the buffer at `address` and frees it. Reports on
/// stderr what it cannot print, and if the kernel had more to print than fits.
void printAndFree(uint64_t address, const PrintFormats &formats,
                  const std::string &kernel);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_PRINTBUFFER_H
