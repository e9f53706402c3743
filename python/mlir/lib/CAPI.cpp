//===- CAPI.cpp - The one library behind all extensions -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library requires a source file. All code of this one comes from the
// static libraries that CMakeLists.txt lists.
//
//===----------------------------------------------------------------------===//
