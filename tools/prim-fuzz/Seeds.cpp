//===- Seeds.cpp - Programs to start from ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs are cut from verified modules and verified again.
//
//===----------------------------------------------------------------------===//

#include "Seeds.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace prim::fuzz {

std::string printModule(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  return text + "\n";
}

namespace {

class Cutter {
public:
  Cutter(ModuleOp module, std::vector<std::string> &seeds)
      : module(module), seeds(seeds) {}

  void run() {
    for (auto function : module.getOps<func::FuncOp>()) {
      keep([&](Operation &op) { return &op == function.getOperation(); });
      makeKernels(function);
    }
    for (auto kernels : module.getOps<gpu::GPUModuleOp>()) {
      for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
        keep([&](Operation &op) { return &op == kernel.getOperation(); });
    }
    // A program with both host code and its kernels.
    if (!module.getOps<gpu::GPUModuleOp>().empty() &&
        !module.getOps<func::FuncOp>().empty())
      keep([](Operation &) { return true; });
  }

private:
  /// Whether `op` may accompany a chosen function: globals, declarations.
  static bool isSupport(Operation &op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      return function.isExternal();
    // Scripts of the transform dialect are not part of the program.
    return !isa<ModuleOp>(op);
  }

  /// Adds a copy of the module with the functions for which `chosen` returns
  /// true.
  void keep(llvm::function_ref<bool(Operation &)> chosen) {
    OpBuilder builder(module.getContext());
    OwningOpRef<ModuleOp> copy = ModuleOp::create(module.getLoc());
    (*copy)->setAttrs(module->getAttrDictionary());
    for (Operation &op : *module.getBody()) {
      auto kernels = dyn_cast<gpu::GPUModuleOp>(op);
      if (!kernels) {
        if (chosen(op) || isSupport(op))
          copy->push_back(op.clone());
        continue;
      }
      auto part = cast<gpu::GPUModuleOp>(op.cloneWithoutRegions());
      copy->push_back(part);
      part.getBodyRegion().emplaceBlock();
      bool used = false;
      for (Operation &inner : *kernels.getBody()) {
        if (!chosen(inner) && !isSupport(inner))
          continue;
        used |= isa<FunctionOpInterface>(inner) && chosen(inner);
        part.getBody()->push_back(inner.clone());
      }
      if (!used)
        part.erase();
    }
    add(*copy);
  }

  void add(ModuleOp seed) {
    if (succeeded(verify(seed)))
      seeds.push_back(printModule(seed));
  }

  static bool isCollective(Operation *op) {
    StringRef name = op->getName().getStringRef();
    return name.starts_with("prim.warp_") || name.starts_with("prim.block_");
  }

  /// Makes a kernel for every block and warp op of `function`.
  void makeKernels(func::FuncOp function) {
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return;
    unsigned count =
        llvm::count_if(function.front().without_terminator(),
                       [](Operation &op) { return isCollective(&op); });
    for (unsigned index = 0; index < count; ++index)
      makeKernel(function, index);
  }

  void makeKernel(func::FuncOp function, unsigned wanted) {
    MLIRContext *context = module.getContext();
    Location loc = function.getLoc();
    OwningOpRef<ModuleOp> seed = ModuleOp::create(loc);
    OpBuilder builder = OpBuilder::atBlockBegin(seed->getBody());
    auto kernels = gpu::GPUModuleOp::create(builder, loc, "kernels");
    builder.setInsertionPointToStart(kernels.getBody());
    auto kernel = gpu::GPUFuncOp::create(builder, loc, function.getName(),
                                         function.getFunctionType());
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    UnitAttr::get(context));
    kernel.setKnownBlockSize(ArrayRef<int32_t>{128, 1, 1});
    builder.setInsertionPointToStart(&kernel.front());
    IRMapping mapping;
    mapping.map(function.getArguments(), kernel.getArguments());
    unsigned index = 0;
    SmallVector<Value> results;
    for (Operation &op : function.front().without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      if (isCollective(copy) && index++ == wanted)
        llvm::append_range(results, copy->getResults());
      else if (isCollective(copy) && copy->use_empty())
        others.push_back(copy);
    }
    Value zero;
    for (Value result : results) {
      if (!MemRefType::isValidElementType(result.getType()))
        continue;
      auto type = MemRefType::get({1}, result.getType());
      unsigned at = kernel.getNumArguments();
      if (failed(kernel.insertArgument(at, type, {}, loc)))
        continue;
      if (!zero)
        zero = arith::ConstantIndexOp::create(builder, loc, 0);
      memref::StoreOp::create(builder, loc, result, kernel.getArgument(at),
                              zero);
    }
    gpu::ReturnOp::create(builder, loc);
    // Unused ops only cost time.
    for (Operation *other : others)
      if (other->use_empty())
        other->erase();
    others.clear();
    add(*seed);
  }

  ModuleOp module;
  std::vector<std::string> &seeds;
  std::vector<Operation *> others;
};

} // namespace

bool readSeeds(const std::string &path, MLIRContext &context,
               std::vector<std::string> &seeds) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return false;
  // Inputs of negative tests do not parse and report errors.
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  SmallVector<StringRef> parts;
  (*file)->getBuffer().split(parts, "// -----");
  for (StringRef part : parts)
    if (OwningOpRef<ModuleOp> module =
            parseSourceString<ModuleOp>(part, &context, path))
      Cutter(*module, seeds).run();
  return true;
}

} // namespace prim::fuzz
