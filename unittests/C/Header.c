/*===- Header.c - The C API used from C -------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiled as C99 with all warnings as errors: the header needs nothing that *|
|* C lacks, and nothing before it.                                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "prim-c/Prim.h"

#include <string.h>

int isDefaultInC(void);

int isDefaultInC(void) {
  PrimcCompileOptions options;
  primcCompileOptionsInit(&options, sizeof(options));
  return options.size == sizeof(options) && options.optLevel == 3 &&
         options.abi == 500 && options.chip == NULL &&
         !options.checkConvergence && strlen(primcVersion()) > 0 &&
         primcTypeBytes(PRIMC_F64) == 8 && primcMaxSortElements() > 0;
}
