//===- PrintBuffer.cpp - Output of kernels ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints by the C library, one conversion at a time. Formats and records come
// from code that may be wrong, so every length is checked.
//
//===----------------------------------------------------------------------===//

#include "Core/PrintBuffer.h"
#include "Core/DeviceMemory.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace prim::emulator;

/// HIP's run time allocates 4096 bytes for each of 1024 threads.
static constexpr uint32_t kBufferBytes = 4096 * 1024;
static constexpr uint32_t kHeaderBytes = 8;

template <typename T>
static T read(const uint8_t *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Replaces the escape sequences that HIP's run time replaces.
static std::string unescape(const std::string &text) {
  static const char letters[] = "abfnrv", characters[] = "\a\b\f\n\r\v";
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const char *letter = next ? std::strchr(letters, next) : nullptr;
    if (text[i] == '\\' && letter) {
      result += characters[letter - letters];
      ++i;
    } else if (text.compare(i, 3, "\\72") == 0) {
      result += ':';
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

void PrintFormats::add(const std::string &entry) {
  static const char prefix[] = "0:0:";
  constexpr size_t length = sizeof(prefix) - 1;
  size_t comma = entry.find(',');
  if (entry.compare(0, length, prefix) != 0 || comma == std::string::npos)
    return;
  uint64_t hash = std::strtoull(entry.c_str() + length, nullptr, 16);
  collide |= !byHash.emplace(hash, unescape(entry.substr(comma + 1))).second;
}

namespace {

/// Formats the values of one record.
class ValuePrinter {
public:
  ValuePrinter(const uint8_t *values, size_t bytes)
      : at(values), end(values + bytes) {}

  std::string print(const std::string &format) {
    size_t done = 0;
    for (size_t percent; (percent = format.find('%', done)) != format.npos;) {
      text.append(format, done, percent - done);
      if (format.compare(percent, 2, "%%") == 0) {
        text += '%';
        done = percent + 2;
        continue;
      }
      size_t kind = format.find_first_of("diouxXcfFeEgGaAspn", percent);
      if (kind == format.npos ||
          !printConversion(format.substr(percent, kind - percent),
                           format[kind]))
        return std::move(text);
      done = kind + 1;
    }
    text.append(format, done);
    return std::move(text);
  }

private:
  /// Prints the next value. `spec` is the conversion without its kind. False if
  /// there is no value.
  bool printConversion(std::string spec, char kind) {
    // C's types of the values need lengths of their own.
    size_t length = spec.find_first_of("hlLjzt");
    std::string size = length == spec.npos ? "" : spec.substr(length);
    spec.resize(std::min(length, spec.size()));
    if (!takeWidths(spec) || at == end)
      return false;
    if (kind == 's')
      return printString(spec + kind);
    uint64_t bits;
    if (!take(bits))
      return false;
    double real;
    std::memcpy(&real, &bits, sizeof(real));
    if (kind == 'n')
      return true;
    if (kind == 'c')
      append(spec + kind, int(bits));
    else if (kind == 'p')
      append(spec + kind, reinterpret_cast<void *>(bits));
    else if (std::strchr("fFeEgGaA", kind))
      append(spec + kind, real);
    else if (size.empty() || size[0] == 'h')
      append(spec + size + kind, int(bits));
    else
      append(spec + "ll" + kind, (long long)(bits));
    return true;
  }

  /// Replaces each star in `spec` by the next value.
  bool takeWidths(std::string &spec) {
    for (size_t star; (star = spec.find('*')) != spec.npos;) {
      uint64_t bits;
      if (!take(bits))
        return false;
      spec.replace(star, 1, std::to_string(int(bits)));
    }
    return true;
  }

  bool printString(const std::string &spec) {
    size_t length = strnlen(reinterpret_cast<const char *>(at), end - at);
    append(spec,
           std::string(reinterpret_cast<const char *>(at), length).c_str());
    at += std::min<size_t>((length + 8) / 8 * 8, end - at);
    return true;
  }

  bool take(uint64_t &bits) {
    if (end - at < 8)
      return false;
    bits = read<uint64_t>(at);
    at += 8;
    return true;
  }

  template <typename T>
  void append(const std::string &spec, T value) {
    // A width beyond this is taken for a mistake, and prints nothing.
    constexpr int most = 1 << 20;
    int length = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (length <= 0 || length > most)
      return;
    size_t before = text.size();
    text.resize(before + length + 1);
    std::snprintf(&text[before], size_t(length) + 1, spec.c_str(), value);
    text.pop_back();
  }

  const uint8_t *at, *end;
  std::string text;
};

} // namespace

std::string prim::emulator::formatValues(const std::string &format,
                                         const uint8_t *values, size_t bytes) {
  return ValuePrinter(values, bytes).print(format);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

uint64_t prim::emulator::allocatePrintBuffer() {
  uint64_t address =
      DeviceMemory::get().allocate(kBufferBytes, MemoryKind::Internal);
  if (!address)
    return 0;
  const uint32_t header[] = {0, kBufferBytes - kHeaderBytes};
  std::memcpy(reinterpret_cast<void *>(address), header, sizeof(header));
  return address;
}

/// Prints the record at `record`, of which at most `bytes` bytes are in use.
/// Returns its size, or 0 if it is not a record.
static uint32_t printRecord(const uint8_t *record, uint32_t bytes,
                            const PrintFormats &formats) {
  constexpr uint32_t word = sizeof(uint32_t), hash = sizeof(uint64_t);
  if (bytes < word)
    return 0;
  uint32_t control = read<uint32_t>(record);
  uint32_t size = control >> 2;
  bool isConstant = control & 2;
  if (size > bytes || size < word + (isConstant ? hash : 0))
    return 0;
  const uint8_t *values = record + word, *end = record + size;
  std::string format;
  if (isConstant) {
    auto found = formats.byHash.find(read<uint64_t>(values));
    if (found == formats.byHash.end())
      return 0;
    format = found->second;
    values += hash;
  } else {
    format.assign(
        reinterpret_cast<const char *>(values),
        strnlen(reinterpret_cast<const char *>(values), end - values));
    values += std::min<size_t>((format.size() + 8) / 8 * 8, end - values);
  }
  std::string text = formatValues(format, values, end - values);
  std::fwrite(text.data(), 1, text.size(), control & 1 ? stderr : stdout);
  return size;
}

/// Prints the records. Returns what is wrong, or null.
static const char *printRecords(const uint8_t *buffer,
                                const PrintFormats &formats) {
  auto used = read<uint32_t>(buffer), capacity = read<uint32_t>(buffer + 4);
  if (used > kBufferBytes - kHeaderBytes)
    return "there are more records than the buffer holds";
  if (used && formats.collide)
    return "two formats of the code object have the same hash, so HIP would "
           "print nothing";
  for (uint32_t at = 0; at < used;) {
    uint32_t size = printRecord(buffer + kHeaderBytes + at, used - at, formats);
    if (!size)
      return "a record is malformed, or its format is not in the code object";
    at += size;
  }
  // prim's code clears the capacity when a record does not fit.
  return capacity ? nullptr : "the buffer is full; later output is lost";
}

void prim::emulator::printAndFree(uint64_t address, const PrintFormats &formats,
                                  const std::string &kernel) {
  const char *problem =
      printRecords(reinterpret_cast<const uint8_t *>(address), formats);
  std::fflush(stdout);
  if (problem)
    std::fprintf(stderr, "prim emulator: printf of kernel '%s': %s\n",
                 kernel.c_str(), problem);
  DeviceMemory::get().release(address, MemoryKind::Internal);
}
