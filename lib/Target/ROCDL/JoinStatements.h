//===- JoinStatements.h - Equal assembly side by side ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_JOINSTATEMENTS_H
#define PRIM_LIB_TARGET_ROCDL_JOINSTATEMENTS_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// Joins equal adjacent assembly statements into one if they clobber named
/// registers or consist of DPP steps with waits between them. LLVM 22 compares
/// such a name with those of all registers of all classes, which takes longer
/// than all its other work on the statement. The steps of one statement make
/// most waits of the others unnecessary. Other ops are not changed.
void joinStatements(ArrayRef<Operation *> ops);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_JOINSTATEMENTS_H
