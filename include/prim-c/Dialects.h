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
|* that want to compile and run, and have nothing to do with MLIR.)           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PRIM_C_DIALECTS_H
#define PRIM_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The dialect and nothing else. Before a pass of prim's runs on its ops, the
 *  context needs mlirPrimRegisterAllDialects too. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Prim, prim);

/** Adds to a registry all that a program of prim's may be made of and is
 *  lowered to: the dialect with its models of upstream interfaces, upstream's
 *  dialects and extensions, and the translations to LLVM IR. */
MLIR_CAPI_EXPORTED void
mlirPrimRegisterAllDialects(MlirDialectRegistry registry);

/*===----------------------------------------------------------------------===*\
|* #prim.tuning                                                               *|
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool mlirAttributeIsAPrimTuning(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirTypeID mlirPrimTuningAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirStringRef mlirPrimTuningAttrGetName(void);
/** 0 leaves a size to the tuning tables. `algorithm` is a number of the
 *  enumeration Algorithm, 0 being the default. Null, after a diagnostic at
 *  `location`, for values that the attribute does not take. */
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
/** `space` is a number of the enumeration MemorySpace; null for any other. */
MLIR_CAPI_EXPORTED MlirType mlirPrimBaseTypeGet(MlirContext context,
                                                unsigned space);
MLIR_CAPI_EXPORTED unsigned mlirPrimBaseTypeGetSpace(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* PRIM_C_DIALECTS_H */
