//===- DialectHeaders.h - What is precompiled over upstream's ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's declarations, a million characters that two of three sources
// include. Precompiled over UpstreamHeaders.h for the folders that say so
// (PRIM_PRECOMPILED). Sources still include what they use.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECTHEADERS_H
#define PRIM_DIALECTHEADERS_H

#include "prim/Dialect/Prim/IR/Prim.h"

#endif // PRIM_DIALECTHEADERS_H
