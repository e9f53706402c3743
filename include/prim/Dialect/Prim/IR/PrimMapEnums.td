//===- PrimMapEnums.td - Words of the maps --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerations of the ops in PrimMapOps.td. They are in a file of their own
// because their generator emits all definitions that a file includes.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_IR_PRIMMAPENUMS_TD
#define PRIM_DIALECT_PRIM_IR_PRIMMAPENUMS_TD

include "mlir/IR/EnumAttr.td"

def Prim_Neighbour : I32EnumAttr<
    "Neighbour", "neighbour of an element that a map reads", [
      I32EnumAttrCase<"Left", 0, "left">,
      I32EnumAttrCase<"Right", 1, "right">]> {
  let cppNamespace = "::mlir::prim";
}

#endif // PRIM_DIALECT_PRIM_IR_PRIMMAPENUMS_TD
