//===- Npy.cpp - Numpy's array files ----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of the header (a Python dictionary of three known keys, read
// strictly), and the atomic writer. Accesses only the given paths and temporary
// files that it creates beside them.
//
//===----------------------------------------------------------------------===//

#include "common/Npy.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::prim;
using namespace prim::tools;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static constexpr char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
// numpy's own limit.
static constexpr size_t maxRank = 64;

namespace {

/// The parsed header.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// A recursive-descent parser over the header's text. Each `parse` function
/// consumes what it recognises and returns false with `error` set otherwise.
class HeaderParser {
public:
  HeaderParser(const char *begin, const char *end) : at(begin), end(end) {}

  bool parse(Header &header);
  std::string error;

private:
  void skipSpace() {
    while (at != end && *at == ' ')
      ++at;
  }
  bool accept(char c) {
    skipSpace();
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  bool acceptWord(const char *word) {
    skipSpace();
    const size_t length = std::strlen(word);
    if (static_cast<size_t>(end - at) < length ||
        std::memcmp(at, word, length) != 0)
      return false;
    at += length;
    return true;
  }
  bool fail(std::string what) {
    error = std::move(what);
    return false;
  }
  bool parseString(std::string &value);
  bool parseBool(bool &value);
  bool parseShape(std::vector<int64_t> &value);

  const char *at;
  const char *end;
};

} // namespace

bool HeaderParser::parseString(std::string &value) {
  skipSpace();
  if (at == end || (*at != '\'' && *at != '"'))
    return fail("a string is missing");
  const char quote = *at++;
  const char *close = std::find(at, end, quote);
  if (close == end)
    return fail("a string has no end");
  value.assign(at, close);
  if (value.find('\\') != std::string::npos)
    return fail("a string has an escape in it");
  at = close + 1;
  return true;
}

bool HeaderParser::parseBool(bool &value) {
  if (acceptWord("True"))
    value = true;
  else if (acceptWord("False"))
    value = false;
  else
    return fail("'fortran_order' is neither True nor False");
  return true;
}

bool HeaderParser::parseShape(std::vector<int64_t> &value) {
  if (!accept('('))
    return fail("'shape' is not a tuple");
  bool comma = true;
  while (!accept(')')) {
    if (!comma)
      return fail("'shape' lacks a comma");
    skipSpace();
    if (at == end || *at < '0' || *at > '9')
      return fail("'shape' has an element that is not a size");
    int64_t extent = 0;
    for (; at != end && *at >= '0' && *at <= '9'; ++at) {
      if (extent > (INT64_MAX - (*at - '0')) / 10)
        return fail("'shape' has an extent past 64 bits");
      extent = extent * 10 + (*at - '0');
    }
    value.push_back(extent);
    if (value.size() > maxRank)
      return fail("'shape' has more than 64 extents");
    comma = accept(',');
  }
  // "(3)" is a number in parentheses, not a tuple.
  if (value.size() == 1 && !comma)
    return fail("'shape' is not a tuple");
  return true;
}

bool HeaderParser::parse(Header &header) {
  bool haveDescr = false, haveOrder = false, haveShape = false;
  if (!accept('{'))
    return fail("it is not a dictionary");
  bool comma = true;
  while (!accept('}')) {
    std::string key;
    if (!comma)
      return fail("a comma is missing between entries");
    if (!parseString(key))
      return false;
    if (!accept(':'))
      return fail("'" + key + "' has no value");
    bool *seen = key == "descr"           ? &haveDescr
                 : key == "fortran_order" ? &haveOrder
                 : key == "shape"         ? &haveShape
                                          : nullptr;
    if (!seen)
      return fail("it has an unknown entry '" + key + "'");
    if (*seen)
      return fail("'" + key + "' occurs twice");
    *seen = true;
    if (seen == &haveDescr) {
      skipSpace();
      if (at != end && *at == '[')
        return fail("the array is structured; save its fields one by one");
      if (!parseString(header.descr))
        return false;
    } else if (seen == &haveOrder ? !parseBool(header.fortranOrder)
                                  : !parseShape(header.shape)) {
      return false;
    }
    comma = accept(',');
  }
  if (!haveDescr || !haveOrder || !haveShape)
    return fail("an entry is missing ('descr', 'fortran_order' and 'shape' "
                "must be there)");
  skipSpace();
  if (at == end || *at != '\n' || at + 1 != end)
    return fail("something follows the dictionary");
  return true;
}

namespace {
struct Descr {
  const char *text;
  ElementType type;
};
} // namespace

// The first entry of a type is the one that is written.
static constexpr Descr descrs[] = {
    {"|b1", ElementType::I1},   {"|i1", ElementType::I8},
    {"<i2", ElementType::I16},  {"<i4", ElementType::I32},
    {"<i8", ElementType::I64},  {"|u1", ElementType::U8},
    {"<u2", ElementType::U16},  {"<u4", ElementType::U32},
    {"<u8", ElementType::U64},  {"<f2", ElementType::F16},
    {"<V2", ElementType::BF16}, {"|V2", ElementType::BF16},
    {"<f4", ElementType::F32},  {"<f8", ElementType::F64},
};

/// The element type of a dtype string, or nothing with the reason in `why`.
static std::optional<ElementType> parseDescr(const std::string &descr,
                                             std::string &why) {
  for (const Descr &known : descrs)
    if (descr == known.text)
      return known.type;
  const std::string little = descr.empty() ? "" : "<" + descr.substr(1);
  for (const Descr &known : descrs)
    if (!descr.empty() && descr[0] == '>' && little == known.text) {
      why = "is big endian; save it as .astype('" + little + "')";
      return std::nullopt;
    }
  why = "has dtype '" + descr +
        "'; use bool, a signed or unsigned integer, float16, float32 or "
        "float64";
  return std::nullopt;
}

/// Parses the part before the data into the type and shape of `array`. Returns
/// the offset of the data, or 0 with `error` set.
static size_t parsePreamble(const unsigned char *bytes, size_t size,
                            const std::string &file, Array &array,
                            std::string &error) {
  auto fail = [&](const std::string &what) {
    error = file + ": " + what;
    return size_t(0);
  };
  if (size < sizeof(magic) || std::memcmp(bytes, magic, sizeof(magic)) != 0)
    return fail("not a .npy file");
  if (size < 8)
    return fail("truncated in the header");
  const unsigned major = bytes[6], minor = bytes[7];
  if ((major != 1 && major != 2) || minor != 0)
    return fail("format version " + std::to_string(major) + "." +
                std::to_string(minor) + "; only 1.0 and 2.0 are known");
  const size_t lengthBytes = major == 1 ? 2 : 4;
  size_t offset = 8 + lengthBytes;
  if (size < offset)
    return fail("truncated in the header");
  size_t headerLength = 0;
  for (size_t i = 0; i < lengthBytes; ++i)
    headerLength |= size_t(bytes[8 + i]) << (8 * i);
  if (headerLength > size - offset)
    return fail("truncated in the header");

  const char *begin = reinterpret_cast<const char *>(bytes) + offset;
  HeaderParser parser(begin, begin + headerLength);
  Header header;
  if (!parser.parse(header))
    return fail("bad header: " + parser.error);
  offset += headerLength;

  std::string why;
  std::optional<ElementType> type = parseDescr(header.descr, why);
  if (!type)
    return fail("the array " + why);
  if (header.fortranOrder)
    return fail("the array is in Fortran order; save "
                "numpy.ascontiguousarray of it");
  array.type = *type;
  array.shape = std::move(header.shape);
  std::optional<int64_t> expected = byteSize(array.type, array.shape);
  if (!expected)
    return fail("the extents " + describe(array.type, array.shape) +
                " are larger than any file");
  if (static_cast<uint64_t>(*expected) != size - offset)
    return fail("the header says " + describe(array.type, array.shape) +
                ", which are " + std::to_string(*expected) + " bytes, but " +
                std::to_string(size - offset) + " follow");
  if (array.type == ElementType::I1)
    for (size_t i = offset; i < size; ++i)
      if (bytes[i] > 1)
        return fail("element " + std::to_string(i - offset) +
                    " is neither True nor False");
  return offset;
}

std::optional<Array> prim::tools::parseNpy(const void *bytes, size_t size,
                                           const std::string &file,
                                           std::string &error) {
  Array array;
  const auto *begin = static_cast<const unsigned char *>(bytes);
  const size_t offset = parsePreamble(begin, size, file, array, error);
  if (offset == 0)
    return std::nullopt;
  array.data.assign(begin + offset, begin + size);
  return array;
}

std::optional<Array> prim::tools::readNpy(const std::string &path,
                                          std::string &error) {
  auto fail = [&](const std::string &what) {
    error = path + ": " + what;
    return std::nullopt;
  };
  // Non-blocking, so that opening a FIFO does not block.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return fail(std::strerror(errno));
  struct stat status;
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    return fail("not a regular file");
  }
  Array array;
  bool allocated = fitsInMemory(status.st_size);
  try {
    if (allocated)
      array.data.resize(static_cast<size_t>(status.st_size));
  } catch (const std::bad_alloc &) {
    allocated = false;
  }
  if (!allocated) {
    ::close(fd);
    return fail("too large for this machine's memory");
  }
  size_t have = 0;
  while (have < array.data.size()) {
    const ssize_t got =
        ::read(fd, array.data.data() + have, array.data.size() - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      const std::string why = got < 0 ? std::strerror(errno) : "truncated";
      ::close(fd);
      return fail(why);
    }
    have += static_cast<size_t>(got);
  }
  ::close(fd);
  const size_t offset =
      parsePreamble(array.data.data(), have, path, array, error);
  if (offset == 0)
    return std::nullopt;
  array.data.erase(array.data.begin(),
                   array.data.begin() + static_cast<ptrdiff_t>(offset));
  return array;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string prim::tools::npyHeader(ElementType type,
                                   const std::vector<int64_t> &shape) {
  const Descr *descr = std::find_if(
      std::begin(descrs), std::end(descrs),
      [&](const Descr &candidate) { return candidate.type == type; });
  std::string text = "{'descr': '" + std::string(descr->text) +
                     "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";

  // Data starts at a multiple of 64 bytes. Version 1.0 has two bytes for the
  // length, which suffices for 64 extents of 20 digits.
  constexpr size_t preamble = sizeof(magic) + 2 + 2;
  const size_t total = (preamble + text.size() + 1 + 63) / 64 * 64;
  text.resize(total - preamble - 1, ' ');
  text += '\n';

  std::string header(magic, sizeof(magic));
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

namespace {
/// A temporary file beside its destination; removed unless committed.
class StagedFile {
public:
  StagedFile() = default;
  StagedFile(StagedFile &&other) noexcept { *this = std::move(other); }
  StagedFile &operator=(StagedFile &&other) noexcept {
    std::swap(temporary, other.temporary);
    std::swap(destination, other.destination);
    return *this;
  }
  ~StagedFile() {
    if (!temporary.empty())
      ::unlink(temporary.c_str());
  }

  /// Writes the complete file. Returns an empty string or an error text.
  std::string write(const NpyOutput &output);

  /// Renames the file to its destination.
  std::string commit() {
    if (::rename(temporary.c_str(), destination.c_str()) != 0)
      return std::strerror(errno);
    temporary.clear();
    return "";
  }

private:
  std::string temporary;
  std::string destination;
};
} // namespace

/// Writes all bytes; false with errno set otherwise.
static bool writeAll(int fd, const void *bytes, size_t size) {
  const auto *at = static_cast<const char *>(bytes);
  while (size > 0) {
    const ssize_t put = ::write(fd, at, size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    at += put;
    size -= static_cast<size_t>(put);
  }
  return true;
}

std::string StagedFile::write(const NpyOutput &output) {
  const Array &array = *output.array;
  const std::optional<int64_t> bytes = byteSize(array.type, array.shape);
  if (!bytes || static_cast<uint64_t>(*bytes) != array.data.size())
    return "the data of " + describe(array.type, array.shape) + " have " +
           std::to_string(array.data.size()) + " bytes";

  destination = output.path;
  struct stat status;
  if (::stat(destination.c_str(), &status) == 0) {
    // Renaming onto a device or a directory would replace or break it.
    if (!S_ISREG(status.st_mode))
      return "not a regular file";
    // Follows a symbolic link, as writing in place would.
    if (char *resolved = ::realpath(destination.c_str(), nullptr)) {
      destination = resolved;
      std::free(resolved);
    }
  }

  int fd = -1;
  for (unsigned attempt = 0; attempt < 100 && fd < 0; ++attempt) {
    std::string candidate = destination + ".part" + std::to_string(::getpid()) +
                            "." + std::to_string(attempt);
    // The caller's umask determines the permissions, as for any other output.
    fd = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                0666);
    if (fd >= 0)
      temporary = std::move(candidate);
    else if (errno != EEXIST)
      break;
  }
  if (fd < 0)
    return std::strerror(errno);
  const std::string header = npyHeader(array.type, array.shape);
  std::string why;
  if (!writeAll(fd, header.data(), header.size()) ||
      !writeAll(fd, array.data.data(), array.data.size()))
    why = std::strerror(errno);
  // Some file systems report a full disk only here.
  if (::close(fd) != 0 && why.empty())
    why = std::strerror(errno);
  return why;
}

bool prim::tools::writeNpy(const std::vector<NpyOutput> &outputs,
                           std::string &error) {
  std::vector<StagedFile> staged(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string why = staged[i].write(outputs[i]);
    if (!why.empty()) {
      error = outputs[i].path + ": " + why;
      return false;
    }
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string why = staged[i].commit();
    if (!why.empty()) {
      error = outputs[i].path + ": " + why;
      return false;
    }
  }
  return true;
}
