/*===- prim-c/Dialects.h - The dialect for MLIR's C API ----------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The prim dialect, its attributes and types, for programs that use MLIR's   *|
|* own C API, such as its Python bindings. (prim-c/Prim.h is for programs     *|
|* that only compile and run, and do not use MLIR.)                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PRIM_C_DIALECTS_H
#define PRIM_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Registers only the dialect. Before a prim pass runs on its ops, the
 *  context also needs mlirPrimRegisterAllDialects. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Prim, prim);

/** Adds to a registry everything that a prim program may contain and is
 *  lowered to. This is the dialect with its models of upstream interfaces,
 *  upstream's dialects and extensions, and the translations to LLVM IR. */
MLIR_CAPI_EXPORTED void
mlirPrimRegisterAllDialects(MlirDialectRegistry registry);

/*===----------------------------------------------------------------------===*\
|* #prim.tuning                                                               *|
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool mlirAttributeIsAPrimTuning(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirTypeID mlirPrimTuningAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirStringRef mlirPrimTuningAttrGetName(void);
/** Makes the attribute. A size of 0 uses the tuning tables. `algorithm` is a
 *  number of the enumeration Algorithm; 0 is the default. Returns null,
 *  after a diagnostic at `location`, for values that the attribute does not
 *  accept. */
MLIR_CAPI_EXPORTED MlirAttribute
mlirPrimTuningAttrGetChecked(MlirLocation location, unsigned blockSize,
                             unsigned itemsPerThread, unsigned algorithm);
MLIR_CAPI_EXPORTED unsigned
mlirPrimTuningAttrGetBlockSize(MlirAttribute attribute);
MLIR_CAPI_EXPORTED unsigned
mlirPrimTuningAttrGetItemsPerThread(MlirAttribute attribute);
MLIR_CAPI_EXPORTED unsigned
mlirPrimTuningAttrGetAlgorithm(MlirAttribute attribute);

/*===----------------------------------------------------------------------===*\
|* !prim.base                                                                 *|
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool mlirTypeIsAPrimBase(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID mlirPrimBaseTypeGetTypeID(void);
MLIR_CAPI_EXPORTED MlirStringRef mlirPrimBaseTypeGetName(void);
/** Makes the type. `space` is a number of the enumeration MemorySpace;
 *  returns null for any other. */
MLIR_CAPI_EXPORTED MlirType mlirPrimBaseTypeGet(MlirContext context,
                                                unsigned space);
MLIR_CAPI_EXPORTED unsigned mlirPrimBaseTypeGetSpace(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* PRIM_C_DIALECTS_H */
