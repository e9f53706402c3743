//===- Version.cu - The version of CUB ------------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cub/version.cuh>

extern "C" int cub_version() { return CUB_VERSION; }
