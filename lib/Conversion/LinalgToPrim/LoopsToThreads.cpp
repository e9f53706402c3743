//===- LoopsToThreads.cpp - prim-loops-to-threads ----------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one scf.forall of loops that read and insert slices.
//
//===----------------------------------------------------------------------===//

#include "Operands.h"
#include "ThreadLoop.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOOPSTOTHREADS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct PrimLoopsToThreads
    : prim::impl::PrimLoopsToThreadsBase<PrimLoopsToThreads> {
  using PrimLoopsToThreadsBase::PrimLoopsToThreadsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      function.walk([&](scf::ForOp loop) {
        if (llvm::any_of(loop.getInits().getTypes(), llvm::IsaPred<TensorType>))
          loops.push_back(loop);
      });
      bool isChanged = false;
      for (scf::ForOp loop : loops)
        isChanged |= convert(loop, function.getName());
      if (isChanged)
        llvm::for_each(function.getBody(), eraseDeadCode);
    }
  }

private:
  bool convert(scf::ForOp loop, StringRef function) {
    Location loc = loop.getLoc();
    auto options = remark::RemarkOpts::name(loop->getName().getStringRef())
                       .category("prim-loops-to-threads")
                       .function(function);
    CodeBuilder builder(loop);
    std::string obstacle = ThreadLoop(loop, builder).run();
    if (obstacle.empty())
      remark::passed(loc, options) << "each thread runs the loop";
    else
      remark::missed(loc, options) << "not run by each thread: it " + obstacle;
    return obstacle.empty();
  }
};

} // namespace
