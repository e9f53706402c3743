//===- NpyFixture.h - Files to parse ----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds .npy files from their parts, so that a test can make one part invalid.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_TOOLS_NPYFIXTURE_H
#define PRIM_UNITTESTS_TOOLS_NPYFIXTURE_H

#include "common/Npy.h"

#include "gtest/gtest.h"

/// A file of version `major`.0 around a header and data.
inline std::string npyFile(const std::string &header, const std::string &data,
                           int major = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    file += static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

/// A header as numpy writes it, except for the padding.
inline std::string npyText(const std::string &descr, const std::string &shape,
                           const std::string &order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }   \n";
}

#endif // PRIM_UNITTESTS_TOOLS_NPYFIXTURE_H
