//===- Dialects.cpp - The dialect for MLIR's C API ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim-c/Dialects.h"

#include "mlir/CAPI/Registration.h"
#include "prim/InitAllPrim.h"

using namespace mlir;
using namespace mlir::prim;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Prim, prim, PrimDialect)

void mlirPrimRegisterAllDialects(MlirDialectRegistry registry) {
  registerProgramDialects(*unwrap(registry));
}

//===----------------------------------------------------------------------===//
// #prim.tuning
//===----------------------------------------------------------------------===//

bool mlirAttributeIsAPrimTuning(MlirAttribute attribute) {
  return isa<TuningAttr>(unwrap(attribute));
}

MlirTypeID mlirPrimTuningAttrGetTypeID() {
  return wrap(TuningAttr::getTypeID());
}

MlirStringRef mlirPrimTuningAttrGetName() { return wrap(TuningAttr::name); }

MlirAttribute mlirPrimTuningAttrGetChecked(MlirLocation location,
                                           unsigned blockSize,
                                           unsigned itemsPerThread,
                                           unsigned algorithm) {
  Location place = unwrap(location);
  std::optional<Algorithm> form = symbolizeAlgorithm(algorithm);
  if (!form) {
    emitError(place) << algorithm << " is not the number of an algorithm";
    return wrap(Attribute());
  }
  return wrap(Attribute(TuningAttr::getChecked(
      [place] { return emitError(place); }, place.getContext(), blockSize,
      itemsPerThread, *form)));
}

unsigned mlirPrimTuningAttrGetBlockSize(MlirAttribute attribute) {
  return cast<TuningAttr>(unwrap(attribute)).getBlockSize();
}

unsigned mlirPrimTuningAttrGetItemsPerThread(MlirAttribute attribute) {
  return cast<TuningAttr>(unwrap(attribute)).getItemsPerThread();
}

unsigned mlirPrimTuningAttrGetAlgorithm(MlirAttribute attribute) {
  return static_cast<unsigned>(
      cast<TuningAttr>(unwrap(attribute)).getAlgorithm());
}

//===----------------------------------------------------------------------===//
// !prim.base
//===----------------------------------------------------------------------===//

bool mlirTypeIsAPrimBase(MlirType type) { return isa<BaseType>(unwrap(type)); }

MlirTypeID mlirPrimBaseTypeGetTypeID() { return wrap(BaseType::getTypeID()); }

MlirStringRef mlirPrimBaseTypeGetName() { return wrap(BaseType::name); }

MlirType mlirPrimBaseTypeGet(MlirContext context, unsigned space) {
  std::optional<MemorySpace> kind = symbolizeMemorySpace(space);
  if (!kind)
    return wrap(Type());
  return wrap(Type(BaseType::get(unwrap(context), *kind)));
}

unsigned mlirPrimBaseTypeGetSpace(MlirType type) {
  return static_cast<unsigned>(cast<BaseType>(unwrap(type)).getSpace());
}
