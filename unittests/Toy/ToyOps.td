//===- ToyOps.td - An op of another project ---------------*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_TOY_TOYOPS_TD
#define PRIM_UNITTESTS_TOY_TOYOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
}

def Toy_RunningMaximumOp
    : Op<Toy_Dialect, "running_maximum",
         [DestinationStyleOpInterface,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the largest element so far, at each element";
  let arguments = (ins AnyShaped:$input, AnyShaped:$output);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $output `:` type($output) `)`
    attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputMutable();
    }
  }];
}

#endif // PRIM_UNITTESTS_TOY_TOYOPS_TD
