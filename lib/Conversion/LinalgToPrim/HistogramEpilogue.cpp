//===- HistogramEpilogue.cpp - Elementwise code after histograms --*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramEpilogue.h"
#include "ElementCode.h"
#include "Operands.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether the op may be replaced by one with another output.
static bool isPlain(DeviceHistogramOp op) {
  return !op.hasBufferForm() && !op.getChannels() && !op.getWorkspace() &&
         op.getAsyncDependencies().empty() && !op.getAsyncToken();
}

static bool isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
      op);
}

/// The only user of the tensor, in its block; null if there are several.
static Operation *getOnlyUser(Value tensor) {
  if (tensor.use_empty() || !llvm::all_equal(tensor.getUsers()))
    return nullptr;
  Operation *user = *tensor.user_begin();
  // The body of an elementwise op may gather counts.
  return tensor.getDefiningOp()->getBlock()->findAncestorOpInBlock(*user);
}

Operation *prim::findHistogramUser(DeviceHistogramOp op) {
  if (!isPlain(op))
    return nullptr;
  Operation *user = getOnlyUser(op.getResult(0));
  while (user && isReshape(user))
    user = getOnlyUser(user->getResult(0));
  if (!user)
    return nullptr;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
    return isBoxSlice(slice) ? user : nullptr;
  auto structured = dyn_cast<linalg::LinalgOp>(user);
  bool isElementwise =
      structured && isParallelOnTensors(structured) &&
      !isa<linalg::FillOp>(user) && user->getNumResults() == 1 &&
      llvm::all_of(structured.getRegionOutputArgs(),
                   [](BlockArgument argument) { return argument.use_empty(); });
  return isElementwise && isElementStored(user->getResult(0)) ? user : nullptr;
}

namespace {

/// The code of an element of the user's result, by its count and its bin. It is
/// built in a block of its own, so that nothing is changed before all of it is
/// known to exist.
class Epilogue : public ElementCode {
public:
  Epilogue(DeviceHistogramOp op, Operation *user, CodeBuilder &builder)
      : ElementCode(builder), op(op), result(user->getResult(0)),
        type(cast<RankedTensorType>(result.getType())) {}

  DeviceHistogramOp fuse();

protected:
  bool isLeaf(Value value) const override { return value != result; }
  Value getLeafElement(Value tensor, ArrayRef<Value> at) override;
  Value getLeafTensor(Value tensor) override {
    if (isOfCounts(tensor))
      return fail("has counts that are gathered in nested code");
    reads.insert(tensor);
    return tensor;
  }

private:
  /// Whether the tensor is the result of the histogram, or a reshape of it.
  bool isOfCounts(Value tensor) const {
    Operation *producer = tensor.getDefiningOp();
    while (producer && producer != op && isReshape(producer))
      producer = producer->getOperand(0).getDefiningOp();
    return producer == op;
  }
  /// The count for the element at the position, if it is at `at`.
  Value getCount(RankedTensorType counts, ArrayRef<Value> at);
  /// Sets the position of the element number `number` of the result.
  void setPosition(Value number);
  DeviceHistogramOp replace(std::unique_ptr<Block> body);
  void shiftBins(DeviceHistogramOp made);

  DeviceHistogramOp op;
  Value result;
  RankedTensorType type;
  Block *block = nullptr;
  SmallVector<Value> position;
  /// The number of the first bin that is used.
  std::optional<int64_t> first;
  llvm::SetVector<Value> reads;
};

} // namespace

/// How much greater than `base` the index is, if that is known.
static std::optional<int64_t> getDistance(Value index, Value base) {
  APInt constant;
  if (index == base)
    return 0;
  if (matchPattern(base, m_Zero()) &&
      matchPattern(index, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum || sum.getLhs() != base ||
      !matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

Value Epilogue::getCount(RankedTensorType counts, ArrayRef<Value> at) {
  int64_t shift = 0;
  if (isGathering() && !counts.hasStaticShape())
    return fail("has counts that are gathered from an unknown shape");
  if (type.getRank() == 1 && counts.getRank() == 1) {
    std::optional<int64_t> distance = getDistance(at[0], position[0]);
    if (!distance)
      return fail("has counts that are used at other positions");
    shift = *distance;
  } else if (counts.getShape() != type.getShape() ||
             !llvm::all_of(llvm::zip_equal(counts.getShape(), at, position),
                           [](auto dim) {
                             auto [extent, index, own] = dim;
                             return extent == 1 || index == own;
                           })) {
    return fail("has counts that are used at other positions");
  }
  bool isPart = counts.getShape() != type.getShape();
  if ((isPart || shift != 0) &&
      (op.getBin().empty() || counts.getRank() != 1 ||
       !counts.hasStaticShape() || !type.hasStaticShape() || shift < 0 ||
       shift + type.getNumElements() > counts.getNumElements()))
    return fail("has counts of which only some are used");
  if (first && *first != shift)
    return fail("has counts that are used at several positions");
  first = shift;
  Value count = block->getArgument(0);
  if (op.getEpilogue().empty())
    return count;
  Block &before = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(before.getArgument(0), count);
  if (before.getNumArguments() == 2)
    mapping.map(before.getArgument(1), b.add(block->getArgument(1), shift));
  for (Operation &inner : before.without_terminator())
    b.clone(inner, mapping);
  return mapping.lookupOrDefault(before.getTerminator()->getOperand(0));
}

Value Epilogue::getLeafElement(Value tensor, ArrayRef<Value> at) {
  auto shape = cast<RankedTensorType>(tensor.getType());
  if (isOfCounts(tensor))
    return getCount(shape, at);
  if (TypedAttr constant = findConstantInit(tensor))
    return b.constant(constant);
  if (shape.getEncoding() || !(isElementType(shape.getElementType()) ||
                               shape.getElementType().isInteger(1)))
    return fail("has elements that are not of prim's types");
  reads.insert(tensor);
  return tensor::ExtractOp::create(b, tensor, at);
}

void Epilogue::setPosition(Value number) {
  position.assign(type.getRank(), getZero());
  int64_t rest = type.hasStaticShape() ? type.getNumElements() : 0;
  for (int64_t dim = type.getRank() - 1; dim >= 0 && rest != 1; --dim) {
    int64_t extent = type.getDimSize(dim);
    if (extent == 1)
      continue;
    if (extent == rest || type.getRank() == 1) {
      position[dim] = number;
      return;
    }
    position[dim] = b.remui(number, extent);
    number = b.divui(number, extent);
    rest /= extent;
  }
}

/// Subtracts the first bin that is used from the number of the bin. Bins that
/// are not used are then no bins: numbers wrap as they are compared.
void Epilogue::shiftBins(DeviceHistogramOp made) {
  if (first.value_or(0) == 0)
    return;
  Operation *yield = made.getBin().front().getTerminator();
  b.setInsertionPoint(yield);
  Value bin = yield->getOperand(0);
  yield->setOperand(
      0, arith::SubIOp::create(
             b, bin, b.constant(b.getIntegerAttr(bin.getType(), *first))));
}

DeviceHistogramOp Epilogue::replace(std::unique_ptr<Block> body) {
  // Other operands of the user may be defined after the histogram.
  b.setInsertionPoint(result.getDefiningOp());
  Value first = op.getOuts().front();
  OpFoldResult size;
  if (type.hasStaticShape())
    size = b.getIndexAttr(type.getNumElements());
  else
    size = tensor::getMixedSize(b, b.getLoc(), first, 0);
  Value out = tensor::EmptyOp::create(b, size, type.getElementType());
  auto made = DeviceHistogramOp::create(
      b, out.getType(), op.getOrderAttr(), op.getIns(), op.getWeights(), out,
      /*workspace=*/Value(), op.getEven(), op.getRange(), op.getReads(),
      /*asyncDependencies=*/ValueRange(), op.getChannelsAttr(),
      op.getActiveAttr(), op.getDeterministicAttr(), op.getInitializedAttr(),
      op.getTuningAttr(), op.getDiscardsAttr());
  llvm::SetVector<Value> all(op.getReads().begin(), op.getReads().end());
  all.insert_range(reads);
  made.getReadsMutable().assign(all.getArrayRef());
  made.getPrologue().takeBody(op.getPrologue());
  made.getBin().takeBody(op.getBin());
  Operation *yield = body->getTerminator();
  // Counts that stay as they are need no epilogue.
  if (yield->getOperand(0) != body->getArgument(0) || !op.getEpilogue().empty())
    made.getEpilogue().push_back(body.release());
  shiftBins(made);
  b.setInsertionPoint(result.getDefiningOp());
  Value elements = made.getResult(0);
  if (type.getRank() != 1) {
    SmallVector<ReassociationIndices> groups;
    if (type.getRank() != 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    elements = type.getRank() == 0
                   ? tensor::CollapseShapeOp::create(b, type, elements, groups)
                         .getResult()
                   : tensor::ExpandShapeOp::create(b, type, elements, groups)
                         .getResult();
  } else if (elements.getType() != type) {
    elements = tensor::CastOp::create(b, type, elements);
  }
  Operation *user = result.getDefiningOp();
  user->replaceAllUsesWith(ValueRange{elements});
  user->erase();
  return made;
}

DeviceHistogramOp Epilogue::fuse() {
  if (type.getRank() != 1 && !type.hasStaticShape())
    return fail("has counts in a shape that is not known"), DeviceHistogramOp();
  auto body = std::make_unique<Block>();
  block = body.get();
  b.setInsertionPointToEnd(block);
  block->addArgument(op.getCountType(), b.getLoc());
  Value number = block->addArgument(b.getIndexType(), b.getLoc());
  emitZero();
  setPosition(number);
  Value element = getElement(result, position);
  if (!element)
    return {};
  if (!first)
    return fail("has counts that are not used"), DeviceHistogramOp();
  YieldOp::create(b, element);
  eraseDeadCode(*block);
  if (number.use_empty())
    block->eraseArgument(1);
  return replace(std::move(body));
}

DeviceHistogramOp prim::fuseHistogramEpilogue(DeviceHistogramOp op,
                                              Operation *user,
                                              std::string &obstacle) {
  CodeBuilder builder(op);
  Epilogue epilogue(op, user, builder);
  DeviceHistogramOp made = epilogue.fuse();
  if (!made)
    obstacle = epilogue.getObstacle().str();
  return made;
}
