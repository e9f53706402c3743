//===- FuseRows.cpp - prim-fuse-rows ----------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one prim.device_rows of linalg ops that compute with the same rows:
// reductions along the last loop, and elementwise code on elements or on one
// value for each row. A group grows from a reduction to the producers and
// consumers of its values.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Operands.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFUSEROWS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Where a thread finds its element of an operand.
enum class Place { Element, Row, Column, LookUp };

/// An op on rows: `rank` loops of which the last one goes along the row, or
/// `rank - 1` loops over rows.
struct RowOp {
  linalg::LinalgOp op;
  bool isOfRows = false, isReduction = false;
  /// The parts of a reduction.
  std::shared_ptr<Fold> fold;
};

/// Linalg ops that become one prim.device_rows.
class RowGroup {
public:
  RowGroup(linalg::LinalgOp seed, const PrimFuseRowsOptions &options)
      : options(options), shape(seed.getStaticLoopRanges()),
        block(seed->getBlock()) {}

  /// Adds the op if it computes with the group's rows.
  bool add(linalg::LinalgOp op);
  /// Adds producers and consumers until there are no more.
  void grow();
  /// Drops ops until all users of the group's values come after it.
  void closeUses();
  /// Whether one kernel saves memory traffic or launches.
  bool isWorthwhile() const;
  void rewrite();
  size_t size() const { return ops.size(); }
  const llvm::DenseSet<Operation *> &getMembers() const { return members; }

private:
  int64_t rank() const { return shape.size(); }
  bool isInGroup(Value value) const {
    Operation *producer = value.getDefiningOp();
    return producer && members.contains(producer);
  }
  Place getPlace(const RowOp &member, AffineMap map) const;
  bool mayRead(const RowOp &member) const;
  bool hasGroupShape(const RowOp &member) const;
  bool isConnected(linalg::LinalgOp op) const;
  void sort();
  bool isUsedOutside(Value value) const {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !members.contains(user);
    });
  }

  // Building.
  void collectOperands(CodeBuilder &b);
  void buildRegion(CodeBuilder &b, Region &region);
  Value getElement(CodeBuilder &b, const RowOp &member, Value tensor,
                   AffineMap map);
  Value getPosition(CodeBuilder &b, unsigned loop);
  SmallVector<Value> emit(CodeBuilder &b, const RowOp &member);

  const PrimFuseRowsOptions &options;
  SmallVector<int64_t> shape;
  Block *block;
  SmallVector<RowOp> ops;
  llvm::DenseSet<Operation *> members;

  llvm::SetVector<Value> ins, rowIns, columnIns, reads;
  /// By tensor: the same with elements of prim.
  llvm::DenseMap<Value, Value> stored;
  /// By operand and place: the argument of the region.
  llvm::DenseMap<std::pair<Value, unsigned>, Value> arguments;
  /// By result of the group: the value of the calling thread.
  llvm::DenseMap<Value, Value> values;
  /// The extents of the loops over rows.
  SmallVector<Value> extents;
  Value index, number;
};

} // namespace

/// Whether a body consists of ops that are allowed in the region.
static bool isBodyAllowed(linalg::LinalgOp op) {
  return llvm::all_of(
      op.getBlock()->without_terminator(), [&](Operation &inner) {
        if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
          return extract.getTensor().getParentBlock() != op.getBlock();
        if (isa<linalg::IndexOp>(inner))
          return true;
        return isa_and_nonnull<arith::ArithDialect>(inner.getDialect()) ||
               (inner.getDialect() &&
                inner.getDialect()->getNamespace() == "math");
      });
}

static bool isElementStored(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && !type.getEncoding() &&
         isElementType(getDeviceElement(type.getElementType()));
}

Place RowGroup::getPlace(const RowOp &member, AffineMap map) const {
  unsigned loops = rank();
  AffineMap all = AffineMap::getMultiDimIdentityMap(loops, map.getContext());
  if (member.isOfRows)
    return map.isIdentity() ? Place::Row : Place::LookUp;
  if (map == all)
    return Place::Element;
  if (map == all.getMajorSubMap(loops - 1))
    return Place::Row;
  if (map == all.getMinorSubMap(1))
    return Place::Column;
  return Place::LookUp;
}

/// Whether the op's inputs are the group's values of the same place, or are
/// tensors that it can read.
bool RowGroup::mayRead(const RowOp &member) const {
  linalg::LinalgOp op = member.op;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    Value tensor = input->get();
    if (!isElementStored(tensor) || !map.isProjectedPermutation(true))
      return false;
    if (!isInGroup(tensor))
      continue;
    auto found = llvm::find_if(ops, [&](const RowOp &other) {
      return other.op == tensor.getDefiningOp();
    });
    bool isElement = !found->isOfRows && !found->isReduction;
    if (getPlace(member, map) != (isElement ? Place::Element : Place::Row))
      return false;
  }
  return llvm::none_of(op.getDpsInits(),
                       [&](Value init) { return isInGroup(init); }) &&
         llvm::none_of(op.getBlock()->getOps<tensor::ExtractOp>(),
                       [&](tensor::ExtractOp extract) {
                         return isInGroup(extract.getTensor());
                       });
}

/// Whether the op's loops are those of the group, which is not evident if their
/// extents are unknown: then it shares a tensor with an element for each
/// iteration.
bool RowGroup::hasGroupShape(const RowOp &member) const {
  if (member.isOfRows || ops.empty() || !ShapedType::isDynamicShape(shape))
    return true;
  auto isElement = [&](const RowOp &user, OpOperand &use) {
    linalg::LinalgOp op = user.op;
    return op.isDpsInput(&use) &&
           getPlace(user, op.getMatchingIndexingMap(&use)) == Place::Element;
  };
  llvm::DenseSet<Value> elements;
  for (const RowOp &other : ops) {
    for (OpOperand &use : other.op->getOpOperands())
      if (isElement(other, use))
        elements.insert(use.get());
    if (!other.isOfRows && !other.isReduction)
      elements.insert_range(other.op->getResults());
  }
  return llvm::any_of(member.op->getOpOperands(),
                      [&](OpOperand &use) {
                        return isElement(member, use) &&
                               elements.contains(use.get());
                      }) ||
         llvm::any_of(member.op->getResults(),
                      [&](Value result) { return elements.contains(result); });
}

bool RowGroup::add(linalg::LinalgOp op) {
  if (members.contains(op) || op->getBlock() != block ||
      !findPlaceObstacle(op).empty() || isa<linalg::FillOp>(*op) ||
      !isBodyAllowed(op))
    return false;
  RowOp member;
  member.op = op;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  member.isOfRows = static_cast<int64_t>(ranges.size()) == rank() - 1;
  if (!member.isOfRows && static_cast<int64_t>(ranges.size()) != rank())
    return false;
  for (auto [range, extent] : llvm::zip(ranges, shape))
    if (range != extent)
      return false;
  if (llvm::is_contained(ArrayRef(iterators).drop_back(member.isOfRows ? 0 : 1),
                         utils::IteratorType::reduction))
    return false;
  member.isReduction =
      !member.isOfRows && iterators.back() == utils::IteratorType::reduction;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!isElementStored(init.get()) ||
        getPlace(member, map) != (member.isOfRows || member.isReduction
                                      ? Place::Row
                                      : Place::Element))
      return false;
    if (!member.isReduction && !op.getMatchingBlockArgument(&init).use_empty())
      return false;
  }
  if (member.isReduction) {
    member.fold = std::make_shared<Fold>(op);
    if (!member.fold->match(options.reassociate).empty() ||
        !member.fold->isByKind())
      return false;
    for (Value init : op.getDpsInits())
      if (getElementTypeOrSelf(init).isInteger(1) || !findConstantInit(init))
        return false;
  }
  if (!hasGroupShape(member))
    return false;
  ops.push_back(member);
  members.insert(op);
  // The op may compute what others read at another place.
  if (llvm::all_of(ops, [&](const RowOp &each) { return mayRead(each); }))
    return true;
  ops.pop_back();
  members.erase(op);
  return false;
}

bool RowGroup::isConnected(linalg::LinalgOp op) const {
  return llvm::any_of(op.getDpsInputs(),
                      [&](Value input) { return isInGroup(input); }) ||
         llvm::any_of(op->getUsers(),
                      [&](Operation *user) { return members.contains(user); });
}

void RowGroup::sort() {
  llvm::sort(ops, [](const RowOp &a, const RowOp &b) {
    return a.op->isBeforeInBlock(b.op);
  });
}

void RowGroup::grow() {
  bool isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    for (auto op : block->getOps<linalg::LinalgOp>())
      if (!members.contains(op) && isConnected(op))
        isGrowing |= add(op);
  }
}

void RowGroup::closeUses() {
  sort();
  auto hasEarlyUser = [&] {
    Operation *last = ops.back().op;
    return llvm::any_of(ops, [&](const RowOp &member) {
      return llvm::any_of(member.op->getUsers(), [&](Operation *user) {
        Operation *ancestor = block->findAncestorOpInBlock(*user);
        return !members.contains(user) && ancestor &&
               ancestor->isBeforeInBlock(last);
      });
    });
  };
  while (!ops.empty() && hasEarlyUser()) {
    members.erase(ops.back().op);
    ops.pop_back();
  }
}

bool RowGroup::isWorthwhile() const {
  bool reduces =
      llvm::any_of(ops, [](const RowOp &m) { return m.isReduction; });
  // A row has to fit a block, or else reductions by several blocks are faster.
  bool isShort = ShapedType::isDynamic(shape.back()) ||
                 shape.back() <= options.maxElements;
  bool hasElements = llvm::any_of(ops, [&](const RowOp &member) {
    linalg::LinalgOp op = member.op;
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      return !isInGroup(input->get()) &&
             getPlace(member, op.getMatchingIndexingMap(input)) ==
                 Place::Element;
    });
  });
  return ops.size() >= 2 && reduces && isShort && hasElements;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

void RowGroup::collectOperands(CodeBuilder &b) {
  for (const RowOp &member : ops) {
    linalg::LinalgOp op = member.op;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value tensor = input->get();
      if (isInGroup(tensor))
        continue;
      Value &elements = stored[tensor];
      if (!elements)
        elements = convertElements(
            b, tensor, getDeviceElement(getElementTypeOrSelf(tensor)));
      switch (getPlace(member, op.getMatchingIndexingMap(input))) {
      case Place::Element:
        ins.insert(elements);
        break;
      case Place::Row:
        rowIns.insert(elements);
        break;
      case Place::Column:
        columnIns.insert(elements);
        break;
      case Place::LookUp:
        reads.insert(elements);
        break;
      }
    }
    for (auto extract : op.getBlock()->getOps<tensor::ExtractOp>())
      reads.insert(extract.getTensor());
  }
}

/// The position of the calling thread's element in a loop.
Value RowGroup::getPosition(CodeBuilder &b, unsigned loop) {
  if (loop + 1 == rank())
    return index;
  Value rest = number;
  for (int64_t inner = rank() - 2; inner > loop; --inner)
    rest = b.divui(rest, extents[inner]);
  return loop == 0 ? rest : b.remui(rest, extents[loop]);
}

Value RowGroup::getElement(CodeBuilder &b, const RowOp &member, Value tensor,
                           AffineMap map) {
  if (Value value = values.lookup(tensor))
    return value;
  Value elements = stored.lookup(tensor);
  Value element;
  Place place = getPlace(member, map);
  if (place == Place::LookUp) {
    SmallVector<Value> positions;
    for (AffineExpr expr : map.getResults()) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      positions.push_back(loop ? getPosition(b, loop.getPosition())
                               : b.index(0));
    }
    element = tensor::ExtractOp::create(b, elements, positions);
  } else {
    element = arguments.lookup({elements, unsigned(place)});
  }
  Type type = getElementTypeOrSelf(tensor);
  return element.getType() == type ? element : b.trunci(type, element);
}

/// The constant that starts a fold changes nothing.
static bool isNeutral(CodeBuilder &b, const Combiner &combiner,
                      TypedAttr start) {
  Value identity = combiner.identity(b).front();
  TypedAttr constant;
  bool isEqual =
      matchPattern(identity, m_Constant(&constant)) && constant == start;
  if (identity.use_empty())
    identity.getDefiningOp()->erase();
  return isEqual;
}

SmallVector<Value> RowGroup::emit(CodeBuilder &b, const RowOp &member) {
  linalg::LinalgOp op = member.op;
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(
        op.getMatchingBlockArgument(input),
        getElement(b, member, input->get(), op.getMatchingIndexingMap(input)));
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto position = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(position.getResult(), getPosition(b, position.getDim()));
    else if (!member.isReduction || !member.fold->folding.contains(&inner))
      b.clone(inner, mapping);
  }
  SmallVector<Value> results;
  if (!member.isReduction) {
    for (Value value : op.getBlock()->getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    return results;
  }
  for (auto [output, step] : llvm::enumerate(member.fold->steps)) {
    Value element = mapping.lookupOrDefault(member.fold->elements[output]);
    Combiner combiner(*getKind(step), element.getType(), getFastMath(step));
    Value result =
        createBlockReduce(b, combiner, element, /*all=*/true).getResult(0);
    TypedAttr start = findConstantInit(op.getDpsInits()[output]);
    if (!isNeutral(b, combiner, start))
      result = combiner.combine(b, b.constant(start), result).front();
    results.push_back(result);
  }
  return results;
}

void RowGroup::buildRegion(CodeBuilder &b, Region &region) {
  SmallVector<Type> types;
  for (const llvm::SetVector<Value> &group : {ins, rowIns, columnIns})
    for (Value operand : group)
      types.push_back(getElementTypeOrSelf(operand));
  types.append(2, b.getIndexType());
  Block *body = b.addBlock(region, types);
  unsigned next = 0;
  // A tensor may be an operand in several places.
  auto mapGroup = [&](const llvm::SetVector<Value> &group, Place place) {
    for (Value operand : group)
      arguments[{operand, unsigned(place)}] = body->getArgument(next++);
  };
  mapGroup(ins, Place::Element);
  mapGroup(rowIns, Place::Row);
  mapGroup(columnIns, Place::Column);
  index = body->getArgument(next++);
  number = body->getArgument(next);
  SmallVector<Value> yields;
  for (const RowOp &member : ops)
    for (auto [result, value] :
         llvm::zip_equal(member.op->getResults(), emit(b, member))) {
      values[result] = value;
      if (isUsedOutside(result))
        yields.push_back(value.getType().isInteger(1)
                             ? b.extui(getDeviceElement(value.getType()), value)
                             : value);
    }
  YieldOp::create(b, yields);
}

void RowGroup::rewrite() {
  linalg::LinalgOp last = ops.back().op;
  CodeBuilder b(last);
  collectOperands(b);
  SmallVector<Value> results, outs;
  for (const RowOp &member : ops)
    for (Value result : member.op->getResults())
      if (isUsedOutside(result)) {
        results.push_back(result);
        auto type = cast<RankedTensorType>(result.getType());
        SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(
            b, b.getLoc(),
            linalg::LinalgOp(member.op)
                .getDpsInits()[cast<OpResult>(result).getResultNumber()]);
        outs.push_back(tensor::EmptyOp::create(
            b, sizes, getDeviceElement(type.getElementType())));
      }
  for (int64_t dim = 0; dim + 1 < rank(); ++dim)
    extents.push_back(b.createOrFold<tensor::DimOp>(ins.front(), dim));
  auto rows = DeviceRowsOp::create(
      b, TypeRange(ValueRange(outs)), ins.getArrayRef(), rowIns.getArrayRef(),
      columnIns.getArrayRef(), outs, /*workspace=*/Value(), reads.getArrayRef(),
      /*asyncDependencies=*/ValueRange(), b.getDenseI64ArrayAttr(rank() - 1),
      /*initialized=*/false,
      /*tuning=*/TuningAttr(), /*discards=*/ArrayRef<int64_t>());
  buildRegion(b, rows.getRow());
  b.setInsertionPointAfter(rows);
  for (auto [result, made] : llvm::zip_equal(results, rows.getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    Value converted = convertElements(b, made, type.getElementType());
    if (converted.getType() != type)
      converted = tensor::CastOp::create(b, type, converted);
    result.replaceUsesWithIf(converted, [&](OpOperand &use) {
      return !members.contains(use.getOwner());
    });
  }
  for (const RowOp &member : llvm::reverse(ops))
    member.op->erase();
}

namespace {

struct PrimFuseRows : OptionsOnce<prim::impl::PrimFuseRowsBase<PrimFuseRows>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    PrimFuseRowsOptions options{reassociate, maxElements};
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<linalg::LinalgOp> seeds;
      function.walk([&](linalg::LinalgOp op) {
        if (op.getNumReductionLoops() == 1 && op.getNumLoops() > 1)
          seeds.push_back(op);
      });
      llvm::DenseSet<Operation *> done;
      for (linalg::LinalgOp seed : seeds)
        fuse(seed, options, done);
    }
  }

private:
  void fuse(linalg::LinalgOp seed, const PrimFuseRowsOptions &options,
            llvm::DenseSet<Operation *> &done) {
    if (done.contains(seed))
      return;
    RowGroup group(seed, options);
    if (!group.add(seed))
      return;
    group.grow();
    group.closeUses();
    if (!group.getMembers().contains(seed) || !group.isWorthwhile())
      return;
    remark::passed(
        seed.getLoc(),
        remark::RemarkOpts::name("prim.device_rows")
            .category("prim-fuse-rows")
            .function(seed->getParentOfType<func::FuncOp>().getName()))
        << ("fused " + Twine(group.size()) + " ops on rows").str();
    for (Operation *member : group.getMembers())
      done.insert(member);
    group.rewrite();
  }
};

} // namespace
