/*===- prim-c/Passes.h - Passes and pipelines by name ------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Makes prim's passes and pipelines known to mlirParsePassPipeline.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PRIM_C_PASSES_H
#define PRIM_C_PASSES_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Registers prim's passes and pipelines, and upstream's passes.
 *  docs/Passes.md has the names and options of prim's passes and pipelines.
 *  Call this function once per process. `isolate` is where LLVM generates
 *  code, unless the pass or pipeline says otherwise: "none", "auto", "fork"
 *  or "program" (see prim-serialize). `program` is the path of prim-codegen
 *  for that. If it is empty, it is searched for beside the running program. */
MLIR_CAPI_EXPORTED void mlirPrimRegisterAllPasses(MlirStringRef isolate,
                                                  MlirStringRef program);

#ifdef __cplusplus
}
#endif

#endif /* PRIM_C_PASSES_H */
