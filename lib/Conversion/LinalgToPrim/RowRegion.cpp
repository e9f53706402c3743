//===- RowRegion.cpp - prim.device_rows of a group --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the prim.device_rows of a group of ops. The region is code for one
// element of a row. A value at another position of the row is computed there
// once more if it depends on elements in memory alone; one that depends on
// prefixes is selected among the row's.
//
//===----------------------------------------------------------------------===//

#include "FusedRows.h"
#include "Operands.h"

#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class RowBuilder {
public:
  explicit RowBuilder(const FusedRows &group)
      : group(group), rank(group.getRank()), b(group.getPlace()) {}

  void rewrite();

private:
  using Values = SmallVector<Value>;

  void collectOperands();
  DeviceRowsOp createRows(ArrayRef<Value> results);
  void buildRegion(Region &region);
  void replace(MutableArrayRef<Value> results, DeviceRowsOp rows);

  /// The position of the calling thread's element in a loop, or that of the
  /// row's element `at`, if it is not null.
  Value getPosition(unsigned loop, Value at);
  Value getInput(const RowInput &input, Value at);
  /// The element of a value of the group at `at`, or the thread's own.
  Value getElement(Value tensor, Value at);
  /// The bits of `value` that the thread at position `at` has.
  Value selectElement(Value value, Value at);
  Value getLoaded(const RowOp &member, tensor::ExtractOp load,
                  const IRMapping &mapping, Value at);
  /// Emits the body of a linalg op, except what folds.
  IRMapping emitBody(const RowOp &member, Value at);
  Values getYielded(const RowOp &member, const IRMapping &mapping);
  Values emit(const RowOp &member);
  Values emitReduction(const RowOp &member);
  Value emitKind(const RowOp &member, unsigned output, Value element);
  Values emitSelection(const RowOp &member, ValueRange elements);
  /// `element`, or `neutral` if it is not among those that the op folds.
  Value keepFirst(const RowOp &member, Value element, Value neutral);
  Values emitScan(const RowOp &member);
  Values emitSort(const RowOp &member);
  Value emitSlice(const RowOp &member);

  const FusedRows &group;
  unsigned rank;
  CodeBuilder b;
  llvm::SetVector<Value> ins, rowIns, columnIns, reads;
  /// By operand and place: the argument of the region.
  llvm::DenseMap<std::pair<Value, RowPlace>, Value> arguments;
  /// By result of the group: the value of the calling thread.
  llvm::DenseMap<Value, Value> values;
  /// By result of the group and position: the value there.
  llvm::DenseMap<std::pair<Value, Value>, Value> valuesAt;
  /// By result of the group: the last prefix of the row.
  llvm::DenseMap<Value, Value> lasts;
  /// The extents of the loops over rows.
  Values extents;
  Value index, number;
};

} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value RowBuilder::getPosition(unsigned loop, Value at) {
  if (loop + 1 == rank)
    return at ? at : index;
  Value rest = number;
  for (unsigned inner = rank - 2; inner > loop; --inner)
    rest = b.divui(rest, extents[inner]);
  return loop == 0 ? rest : b.remui(rest, extents[loop]);
}

Value RowBuilder::getInput(const RowInput &input, Value at) {
  if (const RowOp *producer = group.findProducer(input.tensor))
    return getElement(input.tensor, producer->hasRowResults() ? Value() : at);
  bool isArgument =
      input.place == RowPlace::Row || (input.place != RowPlace::LookUp && !at);
  if (isArgument)
    return arguments.lookup({input.tensor, input.place});
  Values positions;
  for (AffineExpr expr : input.map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    positions.push_back(loop ? getPosition(loop.getPosition(), at)
                             : b.index(0));
  }
  reads.insert(input.tensor);
  return tensor::ExtractOp::create(b, input.tensor, positions);
}

Value RowBuilder::selectElement(Value value, Value at) {
  Type type = value.getType(), bits = getDeviceElement(type);
  if (auto floats = dyn_cast<FloatType>(type)) {
    bits = b.getIntegerType(floats.getWidth());
    value = b.bitcast(bits, value);
  } else if (type != bits) {
    value = b.extui(bits, value);
  }
  Value own = b.select(b.eq(index, at), value, 0);
  Value all = createBlockReduce(b, Combiner(CombinerKind::Or, bits), own,
                                /*all=*/true)
                  .getResult(0);
  if (isa<FloatType>(type))
    return b.bitcast(type, all);
  return type == bits ? all : b.trunci(type, all);
}

Value RowBuilder::getElement(Value tensor, Value at) {
  if (!at)
    return values.lookup(tensor);
  if (Value known = valuesAt.lookup({tensor, at}))
    return known;
  const RowOp *producer = group.findProducer(tensor);
  if (!producer->isAnywhere()) {
    Value last = group.isLast(at) ? lasts.lookup(tensor) : Value();
    Value value = last ? last : selectElement(values.lookup(tensor), at);
    valuesAt[{tensor, at}] = value;
    return value;
  }
  Values yielded = getYielded(*producer, emitBody(*producer, at));
  for (auto [result, value] :
       llvm::zip_equal(producer->op->getResults(), yielded))
    valuesAt[{result, at}] = value;
  return valuesAt.lookup({tensor, at});
}

Value RowBuilder::getLoaded(const RowOp &member, tensor::ExtractOp load,
                            const IRMapping &mapping, Value at) {
  Value tensor = load.getTensor();
  Values positions = llvm::map_to_vector(
      load.getIndices(), [&](Value v) { return mapping.lookupOrDefault(v); });
  // Threads of other elements may have positions that are in no tensor.
  if (member.first) {
    Value isFirst = b.ult(getPosition(rank - 1, at), *member.first);
    for (Value &position : positions)
      position = b.select(isFirst, position, b.index(0));
  }
  const RowOp *producer = group.findProducer(tensor);
  if (!producer) {
    reads.insert(tensor);
    return tensor::ExtractOp::create(b, tensor, positions);
  }
  if (producer->hasRowResults())
    return getElement(tensor, Value());
  bool isOwn = RowOp::isLoopIndex(load.getIndices().back(), rank - 1);
  return getElement(tensor, isOwn ? at : positions.back());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

IRMapping RowBuilder::emitBody(const RowOp &member, Value at) {
  auto op = cast<linalg::LinalgOp>(member.op);
  IRMapping mapping;
  for (auto [argument, input] :
       llvm::zip(op.getRegionInputArgs(), member.inputs))
    mapping.map(argument, getInput(input, at));
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto position = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(position.getResult(), getPosition(position.getDim(), at));
    else if (auto load = dyn_cast<tensor::ExtractOp>(inner))
      mapping.map(load.getResult(), getLoaded(member, load, mapping, at));
    else if (!member.fold || !member.fold->folding.contains(&inner))
      b.clone(inner, mapping)->walk([&](tensor::ExtractOp load) {
        reads.insert(load.getTensor());
      });
  }
  return mapping;
}

SmallVector<Value> RowBuilder::getYielded(const RowOp &member,
                                          const IRMapping &mapping) {
  return llvm::map_to_vector(
      member.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
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

/// Converts between i1 and the type of its stored elements.
static Value convertBit(CodeBuilder &b, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return type.isInteger(1) ? b.trunci(type, value) : b.extui(type, value);
}

/// The value of an output before the fold.
static TypedAttr getStart(const RowOp &member, unsigned output) {
  return findConstantInit(
      cast<linalg::LinalgOp>(member.op).getDpsInits()[output]);
}

Value RowBuilder::emitKind(const RowOp &member, unsigned output,
                           Value element) {
  Type type = element.getType(), stored = getDeviceElement(type);
  Operation *step = member.fold->steps[output];
  Combiner combiner(*getKind(step), stored, getFastMath(step));
  Value own = convertBit(b, stored, element);
  if (member.first)
    own = keepFirst(member, own, combiner.identity(b).front());
  Value result = convertBit(
      b, type, createBlockReduce(b, combiner, own, /*all=*/true).getResult(0));
  TypedAttr start = getStart(member, output);
  if (isNeutral(b, combiner, start))
    return result;
  return member.fold->combineKind(b, output, b.constant(start), result);
}

SmallVector<Value> RowBuilder::emitSelection(const RowOp &member,
                                             ValueRange elements) {
  const Fold &fold = *member.fold;
  Values inputs, identity, members(elements);
  if (fold.getStopOutput())
    members.push_back(fold.getStopFlag(b, elements));
  SmallVector<Type> types, stored;
  for (Value element : members) {
    types.push_back(element.getType());
    stored.push_back(getDeviceElement(element.getType()));
    inputs.push_back(convertBit(b, stored.back(), element));
  }
  for (auto [constant, type] : llvm::zip(fold.selection.neutral, stored))
    identity.push_back(convertBit(b, type, b.constant(constant)));
  Value noFlag;
  if (fold.getStopOutput()) {
    noFlag = b.constant(b.getI8Type(), 0);
    if (!identity.empty())
      identity.push_back(noFlag);
  }
  if (member.first)
    for (auto [input, neutral] : llvm::zip_equal(inputs, identity))
      input = keepFirst(member, input, neutral);
  auto reduce = BlockReduceOp::create(
      b, stored, inputs, identity, /*valid=*/Value(), /*flag=*/Value(),
      /*segment=*/SegmentKindAttr(), /*all=*/true, Arrangement::Blocked,
      /*row_vector=*/IntegerAttr(), /*kind=*/CombinerKindAttr());
  reduce.setCommutative(fold.selection.isCommutative);
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Type> both(stored);
    both.append(stored.begin(), stored.end());
    Values parts;
    for (auto [part, type] :
         llvm::zip_equal(b.addBlock(reduce.getCombiner(), both)->getArguments(),
                         llvm::concat<Type>(types, types)))
      parts.push_back(convertBit(b, type, part));
    ValueRange all(parts);
    Values folds = fold.combineSelected(b, all.take_front(types.size()),
                                        all.drop_front(types.size()));
    for (auto [value, type] : llvm::zip_equal(folds, stored))
      value = convertBit(b, type, value);
    YieldOp::create(b, folds);
  }
  Values results;
  for (auto [result, type] : llvm::zip_equal(reduce.getResults(), types))
    results.push_back(convertBit(b, type, result));
  Values starts = llvm::map_to_vector(fold.selected, [&](unsigned output) {
    return b.constant(getStart(member, output));
  });
  if (!noFlag)
    return fold.combineSelected(b, starts, results);
  starts.push_back(noFlag);
  Values folds = fold.combineSelected(b, starts, results);
  Value flag = folds.pop_back_val();
  Value &stopped = folds[*fold.selection.stopMember];
  stopped = fold.finishStopped(b, stopped, flag);
  return folds;
}

SmallVector<Value> RowBuilder::emitReduction(const RowOp &member) {
  const Fold &fold = *member.fold;
  IRMapping mapping = emitBody(member, Value());
  Values results(fold.elements.size()), elements;
  for (unsigned output = 0; output < results.size(); ++output)
    if (fold.steps[output])
      results[output] = emitKind(
          member, output, mapping.lookupOrDefault(fold.elements[output]));
  if (fold.selected.empty())
    return results;
  for (unsigned output : fold.selected)
    elements.push_back(mapping.lookupOrDefault(fold.elements[output]));
  for (auto [output, value] :
       llvm::zip_equal(fold.selected, emitSelection(member, elements)))
    results[output] = value;
  return results;
}

Value RowBuilder::keepFirst(const RowOp &member, Value element, Value neutral) {
  return b.select(b.ult(index, *member.first), element, neutral);
}

SmallVector<Value> RowBuilder::emitSort(const RowOp &member) {
  Values items;
  for (const RowInput &input : member.inputs)
    items.push_back(getInput(input, Value()));
  auto order = cast<SortOpInterface>(member.op);
  if (Region &prologue = *member.getPrologue(); !prologue.empty()) {
    Values arguments = items;
    if (prologue.getNumArguments() > items.size())
      arguments.push_back(index);
    items = inlineRegion(b, prologue, arguments);
  }
  auto attribute = [&](StringRef name) { return member.op->getAttr(name); };
  auto sort = BlockSortOp::create(
      b, ValueRange(items).getTypes(), items, /*valid=*/Value(),
      Arrangement::Blocked, /*from_vector=*/IntegerAttr(), Arrangement::Blocked,
      /*to_vector=*/IntegerAttr(),
      cast_or_null<IntegerAttr>(attribute("begin_bit")),
      cast_or_null<IntegerAttr>(attribute("end_bit")),
      cast_or_null<IntegerAttr>(attribute("keys")),
      cast_or_null<DenseI32ArrayAttr>(attribute("orders")),
      cast_or_null<SortOrderAttr>(attribute("order")), order.isDescending());
  IRMapping mapping;
  order.getComparatorRegion().cloneInto(&sort.getComparator(), mapping);
  return Values(sort.getResults());
}

SmallVector<Value> RowBuilder::emitScan(const RowOp &member) {
  auto op = cast<DeviceScanOp>(member.op);
  Values inputs, init;
  for (const RowInput &input :
       ArrayRef(member.inputs).take_front(op.getIns().size()))
    inputs.push_back(getInput(input, Value()));
  ArrayRef<RowInput> rows = ArrayRef(member.inputs).drop_front(inputs.size());
  for (Value value : op.getInit()) {
    bool isTensor = isa<ShapedType>(value.getType());
    init.push_back(isTensor ? getInput(rows.front(), Value()) : value);
    rows = rows.drop_front(isTensor ? 1 : 0);
  }
  // The last of inclusive prefixes from the left is the fold of the row.
  bool total =
      op.getMode() == ScanMode::Inclusive && !op.getReverse() && init.empty() &&
      llvm::any_of(op->getResults(),
                   [&](Value result) { return group.usesLast(result); });
  Combiner combiner(cast<CombinerOpInterface>(op.getOperation()));
  auto scan =
      createBlockScan(b, combiner, op.getMode(), inputs, init, total,
                      /*valid=*/Value(), /*rowVector=*/0, op.getReverse());
  for (auto [result, last] :
       llvm::zip(op->getResults(), scan.getTotalResults()))
    lasts[result] = last;
  return Values(scan.getResults().take_front(op->getNumResults()));
}

Value RowBuilder::emitSlice(const RowOp &member) {
  auto slice = cast<tensor::ExtractSliceOp>(member.op);
  OpFoldResult position = slice.getMixedOffsets().back();
  Value at = dyn_cast<Value>(position);
  return getElement(slice.getSource(),
                    at ? at : b.index(*getConstantIntValue(position)));
}

SmallVector<Value> RowBuilder::emit(const RowOp &member) {
  switch (member.kind) {
  case RowOp::Kind::Elements:
  case RowOp::Kind::Rows:
    return getYielded(member, emitBody(member, Value()));
  case RowOp::Kind::Reduction:
    return emitReduction(member);
  case RowOp::Kind::Scan:
    return emitScan(member);
  case RowOp::Kind::Sort:
    return emitSort(member);
  case RowOp::Kind::Slice:
    return {emitSlice(member)};
  }
  llvm_unreachable("all kinds are handled");
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

void RowBuilder::collectOperands() {
  for (const RowOp &member : group.getOps())
    for (const RowInput &input : member.inputs) {
      if (group.findProducer(input.tensor))
        continue;
      switch (input.place) {
      case RowPlace::Element:
        ins.insert(input.tensor);
        break;
      case RowPlace::Row:
        rowIns.insert(input.tensor);
        break;
      case RowPlace::Column:
        columnIns.insert(input.tensor);
        break;
      case RowPlace::LookUp:
        break;
      }
    }
}

/// Adds the ops that compute `value` and come after `first` to `needed`.
/// Returns false if one of them is a fold.
static bool collectCode(Value value, Operation *first,
                        llvm::SetVector<Operation *> &needed) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != first->getBlock() ||
      op->isBeforeInBlock(first) || needed.contains(op))
    return true;
  if (isa<BlockReduceOp, BlockScanOp, BlockSortOp>(op) ||
      !llvm::all_of(op->getOperands(), [&](Value operand) {
        return collectCode(operand, first, needed);
      }))
    return false;
  needed.insert(op);
  return true;
}

/// Moves loads of one element for the row before the first fold that they do
/// not depend on, so that nothing waits for them after the folds.
static void hoistLoads(DeviceRowsOp rows) {
  Block &body = rows.getRow().front();
  auto first = llvm::find_if(
      body, llvm::IsaPred<BlockReduceOp, BlockScanOp, BlockSortOp>);
  if (first == body.end())
    return;
  llvm::DenseSet<Value> uniform = rows.findUniformValues();
  for (auto load : llvm::to_vector(body.getOps<tensor::ExtractOp>())) {
    llvm::SetVector<Operation *> needed;
    if (uniform.contains(load.getResult()) &&
        collectCode(load.getResult(), &*first, needed))
      for (Operation *op : needed)
        op->moveBefore(&*first);
  }
}

void RowBuilder::buildRegion(Region &region) {
  SmallVector<Type> types;
  for (const llvm::SetVector<Value> &operands : {ins, rowIns, columnIns})
    for (Value operand : operands)
      types.push_back(getElementTypeOrSelf(operand));
  types.append(2, b.getIndexType());
  Block *body = b.addBlock(region, types);
  unsigned next = 0;
  // A tensor may be an operand in several places.
  auto map = [&](const llvm::SetVector<Value> &operands, RowPlace place) {
    for (Value operand : operands)
      arguments[{operand, place}] = body->getArgument(next++);
  };
  map(ins, RowPlace::Element);
  map(rowIns, RowPlace::Row);
  map(columnIns, RowPlace::Column);
  index = body->getArgument(next++);
  number = body->getArgument(next);
  Values yields;
  for (const RowOp &member : group.getOps())
    for (auto [result, value] :
         llvm::zip_equal(member.op->getResults(), emit(member))) {
      values[result] = value;
      if (group.isUsedOutside(result))
        yields.push_back(value);
    }
  YieldOp::create(b, yields);
  eraseDeadCode(*body);
}

DeviceRowsOp RowBuilder::createRows(ArrayRef<Value> results) {
  Values outs;
  for (Value result : results) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), type.getShape());
    if (auto destination = result.getDefiningOp<DestinationStyleOpInterface>())
      sizes = tensor::getMixedSizes(
          b, b.getLoc(),
          destination.getDpsInits()[cast<OpResult>(result).getResultNumber()]);
    outs.push_back(tensor::EmptyOp::create(b, sizes, type.getElementType()));
  }
  // Where no tensor is read element by element, one only gives the shape.
  if (ins.empty()) {
    Value shaped = group.findShaped();
    auto isFull = [&](Value out) { return group.isShaped(out); };
    auto full = llvm::find_if(outs, isFull);
    ins.insert(full != outs.end()
                   ? *full
                   : tensor::EmptyOp::create(
                         b, tensor::getMixedSizes(b, b.getLoc(), shaped),
                         getElementTypeOrSelf(shaped)));
  }
  for (unsigned dim = 0; dim + 1 < rank; ++dim)
    extents.push_back(b.createOrFold<tensor::DimOp>(ins.front(), dim));
  return DeviceRowsOp::create(
      b, TypeRange(ValueRange(outs)), ins.getArrayRef(), rowIns.getArrayRef(),
      columnIns.getArrayRef(), outs, /*workspace=*/Value(),
      /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
      /*segments=*/ValueRange(), b.getDenseI64ArrayAttr(rank - 1),
      /*segment_form=*/SegmentFormAttr(), /*of_segments=*/ArrayRef<int64_t>(),
      /*initialized=*/false,
      /*tuning=*/TuningAttr(), /*discards=*/ArrayRef<int64_t>());
}

void RowBuilder::replace(MutableArrayRef<Value> results, DeviceRowsOp rows) {
  for (auto [result, made] : llvm::zip_equal(results, rows.getResults())) {
    Value converted = made;
    if (made.getType() != result.getType())
      converted = tensor::CastOp::create(b, result.getType(), made);
    result.replaceUsesWithIf(converted, [&](OpOperand &use) {
      return !group.isWithin(use.getOwner());
    });
  }
  for (const RowOp &member : llvm::reverse(group.getOps()))
    member.op->erase();
}

void RowBuilder::rewrite() {
  collectOperands();
  Values results;
  for (const RowOp &member : group.getOps())
    llvm::copy_if(member.op->getResults(), std::back_inserter(results),
                  [&](Value result) { return group.isUsedOutside(result); });
  DeviceRowsOp rows = createRows(results);
  buildRegion(rows.getRow());
  rows.getReadsMutable().assign(reads.getArrayRef());
  hoistLoads(rows);
  b.setInsertionPointAfter(rows);
  replace(results, rows);
}

void prim::rewriteRows(const FusedRows &group) { RowBuilder(group).rewrite(); }
