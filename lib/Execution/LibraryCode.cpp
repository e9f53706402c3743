//===- LibraryCode.cpp - The C functions of a library -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the C functions. They call host code with func-to-llvm's convention: a
// memref is two pointers, an offset, extents and strides, each an argument; the
// execution is the last one; several results are members of a struct.
//
//===----------------------------------------------------------------------===//

#include "LibraryCode.h"

#include "prim_runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class FunctionWriter {
public:
  FunctionWriter(llvm::Module &module, const LibraryFunction &function)
      : module(module), source(function), parameters(function.getCParameters()),
        builder(module.getContext()), pointer(builder.getPtrTy()),
        i32(builder.getInt32Ty()), i64(builder.getInt64Ty()) {}

  bool write(ArrayRef<llvm::Function *> callees, ArrayRef<std::string> chips);

private:
  /// The type of the C function's parameter.
  llvm::Type *getType(ElementType type) {
    switch (type) {
    case ElementType::F32:
      return builder.getFloatTy();
    case ElementType::F64:
      return builder.getDoubleTy();
    default:
      return builder.getIntNTy(8 * byteWidth(type));
    }
  }
  llvm::Type *getType(const CParameter &parameter) {
    switch (parameter.kind) {
    case CParameter::Scalar:
      return getType(source.parameters[parameter.index].type);
    case CParameter::Size:
    case CParameter::Stride:
      return i64;
    default:
      return pointer;
    }
  }

  llvm::Value *call(StringRef name, llvm::Type *result,
                    ArrayRef<llvm::Value *> arguments) {
    SmallVector<llvm::Type *> types;
    for (llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    return builder.CreateCall(
        module.getOrInsertFunction(
            name, llvm::FunctionType::get(result, types, false)),
        arguments);
  }
  llvm::BasicBlock *createBlock() {
    return llvm::BasicBlock::Create(module.getContext(), "", entry);
  }
  llvm::Value *createSlot(llvm::Type *type) {
    llvm::IRBuilder<> first(&entry->getEntryBlock(),
                            entry->getEntryBlock().begin());
    return first.CreateAlloca(type);
  }
  /// Runs `body` if `condition` holds, and continues after it.
  void when(llvm::Value *condition, llvm::function_ref<void()> body) {
    llvm::BasicBlock *then = createBlock(), *next = createBlock();
    builder.CreateCondBr(condition, then, next);
    builder.SetInsertPoint(then);
    body();
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
  }
  /// Ends the call if `condition` does not hold. `value` replaces "{}" in the
  /// text.
  void check(llvm::Value *condition, const llvm::Twine &text,
             llvm::Value *value = nullptr) {
    llvm::BasicBlock *bad = createBlock(), *next = createBlock();
    builder.CreateCondBr(condition, next, bad);
    builder.SetInsertPoint(bad);
    llvm::Value *values = llvm::ConstantPointerNull::get(pointer);
    if (value) {
      values = createSlot(i64);
      builder.CreateStore(value, values);
    }
    call("primExecFail", builder.getVoidTy(),
         {execution, builder.getInt32(PRIM_ERROR_INVALID_ARGUMENT),
          builder.CreateGlobalString((source.name + ": " + text).str()), values,
          builder.getInt64(value != nullptr)});
    builder.CreateBr(finish);
    builder.SetInsertPoint(next);
  }
  /// Ends the call if it has failed.
  void leaveIfFailed() {
    llvm::Value *failed = call("primExecFailed", i32, {execution});
    llvm::BasicBlock *next = createBlock();
    builder.CreateCondBr(builder.CreateIsNull(failed), next, finish);
    builder.SetInsertPoint(next);
  }

  void clearResults();
  void checkArguments();
  bool convertArguments(llvm::Function &callee,
                        SmallVectorImpl<llvm::Value *> &arguments);
  void storeResults(llvm::Value *returned);

  llvm::Module &module;
  const LibraryFunction &source;
  const std::vector<CParameter> parameters;
  llvm::IRBuilder<> builder;
  llvm::PointerType *pointer;
  llvm::Type *i32, *i64;
  llvm::Function *entry = nullptr;
  llvm::Value *execution = nullptr;
  /// The block that ends the execution and returns its status.
  llvm::BasicBlock *finish = nullptr;
};

bool isResult(const CParameter &parameter) {
  return parameter.kind == CParameter::ScalarResult ||
         parameter.kind == CParameter::ArrayResult ||
         parameter.kind == CParameter::ResultSize;
}

} // namespace

/// Clears the results, so that a caller never reads old contents after an
/// error.
void FunctionWriter::clearResults() {
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    if (!isResult(parameter))
      continue;
    llvm::Type *type = parameter.kind == CParameter::ArrayResult ? pointer
                       : parameter.kind == CParameter::ResultSize
                           ? i64
                           : getType(source.results[parameter.index].type);
    llvm::Value *address = entry->getArg(2 + index);
    when(builder.CreateIsNotNull(address), [&, type = type] {
      builder.CreateStore(llvm::Constant::getNullValue(type), address);
    });
  }
}

void FunctionWriter::checkArguments() {
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    llvm::Value *given = entry->getArg(2 + index);
    if (parameter.kind == CParameter::Size)
      check(builder.CreateICmpSGE(given, builder.getInt64(0)),
            parameter.name + " is negative: {}", given);
    else if (parameter.kind == CParameter::ScalarResult ||
             parameter.kind == CParameter::ArrayResult)
      check(builder.CreateIsNotNull(given), parameter.name + " is null");
  }
  // The data pointer of an array without elements may be null.
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    if (parameter.kind != CParameter::Data)
      continue;
    llvm::Value *present = builder.CreateIsNotNull(entry->getArg(2 + index));
    const LibraryValue &array = source.parameters[parameter.index];
    unsigned next = 2 + index + 1;
    for (int64_t extent : array.shape) {
      llvm::Value *size =
          extent < 0 ? static_cast<llvm::Value *>(entry->getArg(next++))
                     : builder.getInt64(extent);
      present = builder.CreateOr(present, builder.CreateIsNull(size));
    }
    check(present, parameter.name + " is null");
  }
}

/// Computes the arguments of `callee`. False if its parameters differ.
bool FunctionWriter::convertArguments(
    llvm::Function &callee, SmallVectorImpl<llvm::Value *> &arguments) {
  unsigned next = 2;
  for (const LibraryValue &value : source.parameters) {
    llvm::Value *first = entry->getArg(next++);
    arguments.push_back(first);
    if (value.scalar)
      continue;
    arguments.push_back(first);
    arguments.push_back(builder.getInt64(value.offset));
    SmallVector<llvm::Value *> sizes, strides;
    for (int64_t extent : value.shape)
      sizes.push_back(extent < 0
                          ? static_cast<llvm::Value *>(entry->getArg(next++))
                          : builder.getInt64(extent));
    for (int64_t stride : value.strides)
      strides.push_back(stride < 0
                            ? static_cast<llvm::Value *>(entry->getArg(next++))
                            : builder.getInt64(stride));
    if (value.strides.empty()) {
      llvm::Value *stride = builder.getInt64(1);
      for (llvm::Value *size : llvm::reverse(sizes)) {
        strides.insert(strides.begin(), stride);
        stride = builder.CreateMul(stride, size);
      }
    }
    llvm::append_range(arguments, sizes);
    llvm::append_range(arguments, strides);
  }
  arguments.push_back(execution);

  if (callee.arg_size() != arguments.size())
    return false;
  for (auto [argument, parameter] : llvm::zip_equal(arguments, callee.args())) {
    llvm::Type *wanted = parameter.getType();
    if (wanted == argument->getType())
      continue;
    if (wanted->isIntegerTy(1))
      argument = builder.CreateIsNotNull(argument);
    else if (wanted->isPointerTy() && argument->getType()->isPointerTy())
      argument = builder.CreateAddrSpaceCast(argument, wanted);
    else if (llvm::CastInst::isBitCastable(argument->getType(), wanted))
      argument = builder.CreateBitCast(argument, wanted);
    else
      return false;
  }
  return true;
}

/// Stores all results, or none after an error.
void FunctionWriter::storeResults(llvm::Value *returned) {
  size_t members =
      llvm::count_if(source.places, [](int64_t place) { return place >= 0; });
  SmallVector<std::pair<llvm::Value *, llvm::Value *>> stores;
  // The descriptor of a result with several C parameters.
  llvm::Value *array = nullptr;
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    if (!isResult(parameter))
      continue;
    llvm::Value *address = entry->getArg(2 + index);
    const LibraryValue &value = source.results[parameter.index];
    const unsigned place = source.places[parameter.index];
    if (parameter.kind == CParameter::ResultSize) {
      stores.push_back(
          {builder.CreateExtractValue(array, {3, parameter.dim}), address});
      continue;
    }
    llvm::Value *member =
        members == 1 ? returned : builder.CreateExtractValue(returned, place);
    if (parameter.kind == CParameter::ScalarResult) {
      llvm::Type *type = getType(value.type);
      stores.push_back({member->getType()->isIntegerTy()
                            ? builder.CreateZExt(member, type)
                            : builder.CreateBitCast(member, type),
                        address});
      continue;
    }
    array = member;
    auto toPointer = [&](unsigned field) {
      return builder.CreateAddrSpaceCast(
          builder.CreateExtractValue(array, field), pointer);
    };
    llvm::Value *data = builder.CreateGEP(getType(value.type), toPointer(1),
                                          builder.CreateExtractValue(array, 2));
    auto toMemory = [&](unsigned field) -> llvm::Value * {
      if (value.shape.empty())
        return llvm::ConstantPointerNull::get(pointer);
      llvm::Value *list = builder.CreateExtractValue(array, field);
      llvm::Value *slot = createSlot(list->getType());
      builder.CreateStore(list, slot);
      return slot;
    };
    llvm::Value *kept =
        call("primExecReturn", pointer,
             {execution, toPointer(0), data, toMemory(3), toMemory(4),
              builder.getInt32(value.shape.size()),
              builder.CreateGlobalString(source.name + ": " + value.name)});
    stores.push_back({kept, address});
  }
  leaveIfFailed();
  for (auto [value, address] : stores) {
    when(builder.CreateIsNotNull(address),
         [&, value = value, address = address] {
           builder.CreateStore(value, address);
         });
  }
}

bool FunctionWriter::write(ArrayRef<llvm::Function *> callees,
                           ArrayRef<std::string> chips) {
  SmallVector<llvm::Type *> types = {pointer, pointer};
  for (const CParameter &parameter : parameters)
    types.push_back(getType(parameter));
  entry = llvm::Function::Create(llvm::FunctionType::get(i32, types, false),
                                 llvm::Function::ExternalLinkage, source.name,
                                 module);
  llvm::BasicBlock *begin = createBlock();
  finish = createBlock();
  builder.SetInsertPoint(begin);
  clearResults();
  llvm::Value *slot = createSlot(pointer);
  llvm::Value *status = call("primExecutionCreate", i32,
                             {entry->getArg(0), entry->getArg(1), slot});
  llvm::BasicBlock *created = createBlock(), *failed = createBlock();
  builder.CreateCondBr(builder.CreateIsNull(status), created, failed);
  builder.SetInsertPoint(failed);
  builder.CreateRet(status);
  builder.SetInsertPoint(created);
  execution = builder.CreateLoad(pointer, slot);
  checkArguments();

  llvm::Value *choice =
      call("primExecChoose", i32,
           {execution, builder.CreateGlobalString(llvm::join(chips, ","))});
  llvm::SwitchInst *choose =
      builder.CreateSwitch(choice, finish, callees.size());
  llvm::BasicBlock *done = createBlock();
  SmallVector<std::pair<llvm::Value *, llvm::BasicBlock *>> returned;
  for (auto [number, callee] : llvm::enumerate(callees)) {
    llvm::BasicBlock *block = createBlock();
    choose->addCase(builder.getInt32(number), block);
    builder.SetInsertPoint(block);
    SmallVector<llvm::Value *> arguments;
    if (!convertArguments(*callee, arguments) ||
        callee->getReturnType() != callees[0]->getReturnType())
      return false;
    returned.push_back({builder.CreateCall(callee, arguments), block});
    builder.CreateBr(done);
  }
  builder.SetInsertPoint(done);
  llvm::Value *result = nullptr;
  if (llvm::Type *type = callees[0]->getReturnType(); !type->isVoidTy()) {
    llvm::PHINode *phi = builder.CreatePHI(type, returned.size());
    for (auto [value, block] : returned)
      phi->addIncoming(value, block);
    result = phi;
  }
  leaveIfFailed();
  if (llvm::any_of(parameters, isResult))
    storeResults(result);
  builder.CreateBr(finish);
  builder.SetInsertPoint(finish);
  builder.CreateRet(call("primExecutionFinish", i32, {execution}));
  return true;
}

bool prim::addLibraryFunction(llvm::Module &module,
                              const LibraryFunction &function,
                              ArrayRef<llvm::Function *> callees,
                              ArrayRef<std::string> chips) {
  return FunctionWriter(module, function).write(callees, chips);
}

void prim::addLibraryRelease(llvm::Module &module, StringRef name,
                             ArrayRef<llvm::Function *> releases) {
  llvm::IRBuilder<> builder(module.getContext());
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getInt32Ty(), false),
      llvm::Function::ExternalLinkage, name, module);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Value *first = builder.getInt32(PRIM_SUCCESS);
  for (llvm::Function *release : releases) {
    llvm::Value *status = builder.CreateCall(release);
    first = builder.CreateSelect(builder.CreateIsNull(first), status, first);
  }
  builder.CreateRet(first);
}

//===----------------------------------------------------------------------===//
// Rounding to bf16
//===----------------------------------------------------------------------===//

/// bf16 is the upper half of f32. Rounds to nearest, ties to even; a NaN stays
/// NaN, whatever its lower half was.
static llvm::Value *roundToBF16(llvm::IRBuilder<> &builder,
                                llvm::Value *value) {
  llvm::Value *bits = builder.CreateBitCast(value, builder.getInt32Ty());
  llvm::Value *odd = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
  llvm::Value *rounded =
      builder.CreateAdd(bits, builder.CreateAdd(odd, builder.getInt32(0x7fff)));
  llvm::Value *quiet = builder.CreateOr(bits, 0x400000);
  rounded =
      builder.CreateSelect(builder.CreateFCmpUNO(value, value), quiet, rounded);
  return builder.CreateBitCast(
      builder.CreateTrunc(builder.CreateLShr(rounded, 16),
                          builder.getInt16Ty()),
      builder.getBFloatTy());
}

/// Converts f64 to f32 such that a second rounding gives the result of a single
/// one. If the first rounding is inexact, the last bit of its result is odd, so
/// that it never is a tie.
static llvm::Value *roundToOdd(llvm::IRBuilder<> &builder, llvm::Value *value) {
  llvm::Value *near = builder.CreateFPTrunc(value, builder.getFloatTy());
  llvm::Value *back = builder.CreateFPExt(near, builder.getDoubleTy());
  llvm::Value *bits = builder.CreateBitCast(near, builder.getInt32Ty());
  auto magnitude = [&](llvm::Value *number) {
    return builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  };
  llvm::Value *even = builder.CreateIsNull(builder.CreateAnd(bits, 1));
  llvm::Value *tooLarge =
      builder.CreateFCmpOGT(magnitude(back), magnitude(value));
  llvm::Value *tooSmall =
      builder.CreateFCmpOLT(magnitude(back), magnitude(value));
  llvm::Value *change = builder.CreateSelect(
      tooLarge, builder.getInt32(-1),
      builder.CreateSelect(tooSmall, builder.getInt32(1), builder.getInt32(0)));
  change = builder.CreateSelect(even, change, builder.getInt32(0));
  return builder.CreateBitCast(builder.CreateAdd(bits, change),
                               builder.getFloatTy());
}

bool prim::addRounding(llvm::Module &module, StringRef name) {
  llvm::IRBuilder<> builder(module.getContext());
  const bool wide = name == "__truncdfbf2";
  if (!wide && name != "__truncsfbf2")
    return false;
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(
          builder.getBFloatTy(),
          {wide ? builder.getDoubleTy() : builder.getFloatTy()}, false),
      llvm::Function::ExternalLinkage, name, module);
  function->setVisibility(llvm::Function::HiddenVisibility);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Value *value = function->getArg(0);
  if (wide)
    value = roundToOdd(builder, value);
  builder.CreateRet(roundToBF16(builder, value));
  return true;
}
