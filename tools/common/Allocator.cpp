//===- Allocator.cpp - Options of the tools' allocator ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// jemalloc reads this when it starts. Huge pages where the kernel has them on
// request: compilations walk through all that they allocate.
//
//===----------------------------------------------------------------------===//

extern "C" const char *malloc_conf;
const char *malloc_conf = "thp:always,metadata_thp:auto";
