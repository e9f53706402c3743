//===- Generate.cpp - Inputs without files ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator (a counter through a bijective mixer, so that elements are
// independent), the conversions to every element type, and the parser of
// specifications. <random> is not used, because its distributions differ
// between libraries.
//
//===----------------------------------------------------------------------===//

#include "common/Generate.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace mlir::prim;
using namespace prim::tools;

/// The finaliser of SplitMix64 over a Weyl sequence: 64 well-mixed bits for
/// every (seed, index).
static uint64_t randomBits(uint64_t seed, uint64_t index) {
  uint64_t z =
      (seed ^ 0x5851f42d4c957f2dULL) + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// Rounds to nearest even from double to a binary format with `exponentBits`
/// and `mantissaBits`, both at most f32's.
static uint16_t roundToHalf(double value, int exponentBits, int mantissaBits) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const int bias = (1 << (exponentBits - 1)) - 1;
  const uint16_t infinity =
      static_cast<uint16_t>(((1 << exponentBits) - 1) << mantissaBits);
  if (std::isnan(value))
    return sign | infinity | (1u << (mantissaBits - 1));
  value = std::fabs(value);
  if (std::isinf(value))
    return sign | infinity;
  if (value == 0)
    return sign;
  int exponent;
  std::frexp(value, &exponent); // value = f * 2^exponent, f in [0.5, 1)
  exponent = std::max(exponent - 1, 1 - bias);
  // The mantissa as an integer, including its leading one (denormals have
  // none), so that a carry of the rounding increments the exponent.
  const double scaled =
      std::nearbyint(std::ldexp(value, mantissaBits - exponent));
  const int64_t bits =
      static_cast<int64_t>(scaled) +
      (static_cast<int64_t>(exponent + bias - 1) << mantissaBits);
  return sign | static_cast<uint16_t>(std::min<int64_t>(bits, infinity));
}

/// Stores the low bytes of `bits` as element `index`.
static void store(Array &array, size_t index, uint64_t bits) {
  const size_t width = byteWidth(array.type);
  for (size_t i = 0; i < width; ++i)
    array.data[index * width + i] = static_cast<unsigned char>(bits >> (8 * i));
}

/// The bit pattern of a float type's value nearest to `value`.
static uint64_t encode(ElementType type, double value) {
  switch (type) {
  case ElementType::F16:
    return roundToHalf(value, 5, 10);
  case ElementType::BF16:
    return roundToHalf(value, 8, 7);
  case ElementType::F32: {
    const float single = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof(bits));
    return bits;
  }
  default: {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  }
  }
}

/// An integer as an element of any type.
static uint64_t encodeInteger(ElementType type, int64_t value) {
  return isFloat(type) ? encode(type, static_cast<double>(value))
                       : static_cast<uint64_t>(value);
}

/// The bits of one element.
static uint64_t element(const InputSpec &spec, uint64_t index) {
  const uint64_t random = randomBits(spec.seed, index);
  const bool isBool = spec.type == ElementType::I1;
  switch (spec.distribution) {
  case Distribution::Random:
    if (isFloat(spec.type)) {
      // As many bits as the type's mantissa has, so that no value rounds up to
      // 1: 24 for f32, 53 for f64.
      const int bits = spec.type == ElementType::F64   ? 53
                       : spec.type == ElementType::F32 ? 24
                       : spec.type == ElementType::F16 ? 11
                                                       : 8;
      return encode(
          spec.type,
          std::ldexp(static_cast<double>(random >> (64 - bits)), 1 - bits) -
              1.0);
    }
    [[fallthrough]];
  case Distribution::Bits:
    return isBool ? random >> 63 : random;
  case Distribution::Small: {
    if (isBool)
      return random >> 63;
    const uint64_t choices = isUnsigned(spec.type) ? 9 : 17;
    const int64_t value = static_cast<int64_t>((random >> 32) % choices);
    return encodeInteger(spec.type, isUnsigned(spec.type) ? value : value - 8);
  }
  case Distribution::Iota:
    return isBool ? index & 1
                  : encodeInteger(spec.type, static_cast<int64_t>(index));
  case Distribution::Constant:
    return isFloat(spec.type) ? encode(spec.type, spec.real)
                              : static_cast<uint64_t>(spec.integer);
  }
  return 0;
}

std::optional<Array> prim::tools::generate(const InputSpec &spec,
                                           std::string &error) {
  const std::optional<int64_t> bytes = byteSize(spec.type, spec.shape);
  const std::string what = describe(spec.type, spec.shape);
  if (!bytes) {
    error = what + ": not a shape that an array can have";
    return std::nullopt;
  }
  Array array;
  array.type = spec.type;
  array.shape = spec.shape;
  bool allocated = fitsInMemory(*bytes);
  try {
    if (allocated)
      array.data.resize(static_cast<size_t>(*bytes));
  } catch (const std::bad_alloc &) {
    allocated = false;
  }
  if (!allocated) {
    error = what + ": too large for this machine's memory";
    return std::nullopt;
  }
  const size_t count = array.data.size() / byteWidth(spec.type);
  for (size_t i = 0; i < count; ++i)
    store(array, i, element(spec, i));
  return array;
}

//===----------------------------------------------------------------------===//
// Specifications
//===----------------------------------------------------------------------===//

/// Splits at every `separator`.
static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at = text.find(separator); at != std::string::npos;
       at = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// A decimal number without a sign, below 2^64.
static std::optional<uint64_t> parseUnsigned(const std::string &text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  errno = 0;
  const uint64_t value = std::strtoull(text.c_str(), nullptr, 10);
  return errno ? std::nullopt : std::optional<uint64_t>(value);
}

/// Parses the type and shape of "4x3xf32". An 'x' separates parts; the only
/// type name with an 'x' is "index".
static bool parseType(const std::string &text, InputSpec &spec,
                      std::string &error) {
  size_t begin = 0;
  while (begin < text.size() && text[begin] >= '0' && text[begin] <= '9') {
    const size_t end = text.find('x', begin);
    const std::optional<uint64_t> extent = parseUnsigned(
        text.substr(begin, end == std::string::npos ? end : end - begin));
    if (!extent || *extent > INT64_MAX || end == std::string::npos) {
      error = "'" + text + "' is not a shape; write it as in 1024x4xf32";
      return false;
    }
    spec.shape.push_back(static_cast<int64_t>(*extent));
    begin = end + 1;
  }
  const std::optional<ElementType> type = parseElementType(text.substr(begin));
  if (!type) {
    error = "'" + text.substr(begin) +
            "' is not an element type; use i1, i8 to i64, ui8 to ui64, index, "
            "f16, bf16, f32 or f64";
    return false;
  }
  spec.type = *type;
  return true;
}

/// The value of constant=VALUE.
static bool parseConstant(const std::string &text, InputSpec &spec,
                          std::string &error) {
  const std::string complaint =
      "'" + text + "' is not a value of type " + getName(spec.type);
  char *end = nullptr;
  errno = 0;
  if (isFloat(spec.type)) {
    spec.real = std::strtod(text.c_str(), &end);
    // Overflow and underflow are accepted, as rounding of floats.
    if (text.empty() || *end || std::isspace(text[0])) {
      error = complaint;
      return false;
    }
    return true;
  }
  const bool negative = !text.empty() && text[0] == '-';
  const std::optional<uint64_t> magnitude =
      parseUnsigned(negative ? text.substr(1) : text);
  const int bits = spec.type == ElementType::I1
                       ? 1
                       : static_cast<int>(8 * byteWidth(spec.type));
  // MLIR's integers are signless: -1 and 255 are both an i8.
  const uint64_t most = bits == 64 ? UINT64_MAX : (uint64_t(1) << bits) - 1;
  const uint64_t least =
      isUnsigned(spec.type) || bits == 1 ? 0 : uint64_t(1) << (bits - 1);
  if (!magnitude || *magnitude > (negative ? least : most)) {
    error = complaint;
    return false;
  }
  spec.integer =
      static_cast<int64_t>(negative ? uint64_t(0) - *magnitude : *magnitude);
  return true;
}

std::optional<InputSpec> prim::tools::parseInputSpec(const std::string &text,
                                                     std::string &error) {
  InputSpec spec;
  const std::vector<std::string> parts = split(text, ':');
  if (!parseType(parts[0], spec, error))
    return std::nullopt;
  bool haveDistribution = false, haveSeed = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::string &part = parts[i];
    const size_t equals = part.find('=');
    const std::string key = part.substr(0, equals);
    const bool hasValue = equals != std::string::npos;
    const std::string value = hasValue ? part.substr(equals + 1) : "";
    if (key == "seed" && hasValue && !haveSeed) {
      const std::optional<uint64_t> seed = parseUnsigned(value);
      if (!seed) {
        error = "'" + value + "' is not a seed";
        return std::nullopt;
      }
      spec.seed = *seed;
      haveSeed = true;
      continue;
    }
    if (haveDistribution) {
      error = "'" + part + "' in '" + text + "' is not understood";
      return std::nullopt;
    }
    haveDistribution = true;
    if (key == "constant" && hasValue) {
      spec.distribution = Distribution::Constant;
      if (!parseConstant(value, spec, error))
        return std::nullopt;
    } else if (part == "random") {
      spec.distribution = Distribution::Random;
    } else if (part == "bits") {
      spec.distribution = Distribution::Bits;
    } else if (part == "small") {
      spec.distribution = Distribution::Small;
    } else if (part == "iota") {
      spec.distribution = Distribution::Iota;
    } else {
      error = "'" + part +
              "' is not a distribution; use random, bits, small, iota or "
              "constant=VALUE";
      return std::nullopt;
    }
  }
  return spec;
}
