//===- Exits.cpp - Returns after failures -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failed execution makes every runtime call a no-op, so most code may
// continue. Code must not continue if it uses a value that was not delivered,
// or if a check protects it. A loop that waits for a value of the device would
// never end, and a division by an asserted number would trap.
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The calls in `function` after which it may have to return.
SmallVector<LLVM::CallOp>
findRisks(LLVM::LLVMFuncOp function,
          const llvm::SmallPtrSetImpl<StringAttr> &exiting) {
  SmallVector<LLVM::CallOp> risks;
  function.walk([&](LLVM::CallOp call) {
    FlatSymbolRefAttr callee = call.getCalleeAttr();
    if (!callee)
      return;
    bool risky = callee.getValue() == "primExecFail" ||
                 exiting.contains(callee.getAttr());
    if (callee.getValue() == "primExecCopy") {
      constexpr unsigned waitOperand = 5;
      auto constant =
          call.getOperand(waitOperand).getDefiningOp<LLVM::ConstantOp>();
      auto value =
          constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
      risky = !value || value.getInt() != 0;
    }
    if (risky)
      risks.push_back(call);
  });
  return risks;
}

/// `return 0` of the function's type, in a block of its own.
Block *createExit(LLVM::LLVMFuncOp function) {
  OpBuilder builder(function.getContext());
  Block *exit = builder.createBlock(&function.getBody(), function.end());
  Location loc = function.getLoc();
  Type type = function.getFunctionType().getReturnType();
  if (isa<LLVM::LLVMVoidType>(type))
    LLVM::ReturnOp::create(builder, loc, ValueRange());
  else
    LLVM::ReturnOp::create(builder, loc,
                           Value(LLVM::ZeroOp::create(builder, loc, type)));
  return exit;
}

/// Returns through `exit` after `call` if the execution has failed.
void exitAfter(LLVM::CallOp call, Block *exit) {
  OpBuilder builder(call->getContext());
  Location loc = call.getLoc();
  Block *block = call->getBlock();
  if (call.getCallee() == "primExecFail") {
    while (&block->back() != call)
      block->back().erase();
    builder.setInsertionPointToEnd(block);
    LLVM::BrOp::create(builder, loc, ValueRange(), exit);
    return;
  }
  Block *rest = block->splitBlock(std::next(call->getIterator()));
  builder.setInsertionPointToEnd(block);
  Value failed =
      call.getCallee() == "primExecCopy"
          ? call.getResult()
          : host::callRuntime(builder, loc, "primExecFailed",
                              host::getExecution(call), builder.getI32Type());
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), 0);
  Value fine =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, failed, zero);
  LLVM::CondBrOp::create(builder, loc, fine, rest, exit);
}

} // namespace

void host::insertExits(ModuleOp module) {
  // A call of a function that returns early makes its caller return early.
  llvm::SmallPtrSet<StringAttr, 8> exiting;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!exiting.contains(function.getSymNameAttr()) &&
          !findRisks(function, exiting).empty())
        changed |= exiting.insert(function.getSymNameAttr()).second;
  }
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    // The C interface only passes results on.
    if (function.getName().starts_with("_mlir_ciface_"))
      continue;
    SmallVector<LLVM::CallOp> risks = findRisks(function, exiting);
    if (risks.empty())
      continue;
    Block *exit = createExit(function);
    for (LLVM::CallOp call : risks)
      exitAfter(call, exit);
  }
}
