//===- DialectPrim.cpp - Attributes and types for Python ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes TuningAttr and BaseType of prim.mlir.dialects.prim. Ops and enums
// are generated from the .td files.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bindings/Python/IRCore.h"
#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "prim-c/Dialects.h"

namespace nb = nanobind;
using namespace mlir::python::nanobind_adaptors;

namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN::prim {

struct TuningAttr : PyConcreteAttribute<TuningAttr> {
  static constexpr IsAFunctionTy isaFunction = mlirAttributeIsAPrimTuning;
  static constexpr GetTypeIDFunctionTy getTypeIdFunction =
      mlirPrimTuningAttrGetTypeID;
  static constexpr const char *pyClassName = "TuningAttr";
  static inline const MlirStringRef name = mlirPrimTuningAttrGetName();
  using Base::Base;

  static void bindDerived(ClassTy &c) {
    c.def_static(
        "get",
        [](unsigned blockSize, unsigned itemsPerThread, unsigned algorithm,
           DefaultingPyLocation location) {
          PyMlirContextRef context = location->getContext();
          PyMlirContext::ErrorCapture errors(context);
          MlirAttribute attribute = mlirPrimTuningAttrGetChecked(
              location->get(), blockSize, itemsPerThread, algorithm);
          if (mlirAttributeIsNull(attribute))
            throw MLIRError("Invalid attribute", errors.take());
          return TuningAttr(context, attribute);
        },
        "Overrides of the tuning tables for one device op; 0 leaves a size to "
        "them. `algorithm` is one of prim.Algorithm. An MLIRError names the "
        "invalid value.",
        nb::arg("block_size") = 0, nb::arg("items_per_thread") = 0,
        nb::arg("algorithm") = 0, nb::arg("loc").none() = nb::none());
    c.def_prop_ro(
        "block_size",
        [](TuningAttr &self) { return mlirPrimTuningAttrGetBlockSize(self); },
        "Threads per block, or 0.");
    c.def_prop_ro(
        "items_per_thread",
        [](TuningAttr &self) {
          return mlirPrimTuningAttrGetItemsPerThread(self);
        },
        "Elements per thread, or 0.");
    c.def_prop_ro(
        "algorithm",
        [](TuningAttr &self) { return mlirPrimTuningAttrGetAlgorithm(self); },
        "The number of the algorithm in prim.Algorithm.");
  }
};

struct BaseType : PyConcreteType<BaseType> {
  static constexpr IsAFunctionTy isaFunction = mlirTypeIsAPrimBase;
  static constexpr GetTypeIDFunctionTy getTypeIdFunction =
      mlirPrimBaseTypeGetTypeID;
  static constexpr const char *pyClassName = "BaseType";
  static inline const MlirStringRef name = mlirPrimBaseTypeGetName();
  using Base::Base;

  static void bindDerived(ClassTy &c) {
    c.def_static(
        "get",
        [](unsigned space, DefaultingPyMlirContext context) {
          MlirType type = mlirPrimBaseTypeGet(context->get(), space);
          if (mlirTypeIsNull(type))
            throw nb::value_error("space must be one of prim.MemorySpace");
          return BaseType(context->getRef(), type);
        },
        "An address in one of prim.MemorySpace.", nb::arg("space"),
        nb::arg("context").none() = nb::none());
    c.def_prop_ro(
        "space", [](BaseType &self) { return mlirPrimBaseTypeGetSpace(self); },
        "The number of the memory in prim.MemorySpace.");
  }
};

} // namespace mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN::prim

NB_MODULE(_mlirDialectsPrim, m) {
  namespace dialect = mlir::python::MLIR_BINDINGS_PYTHON_DOMAIN::prim;
  m.doc() = "Attributes and types of the prim dialect";
  dialect::TuningAttr::bind(m);
  dialect::BaseType::bind(m);
}
