//===- ScanNetwork.cpp - Networks of slices that scan -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanNetwork.h"
#include "Fold.h"
#include "Operands.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"

using namespace mlir;
using namespace mlir::prim;

/// Ways to read the operands of one op, at most.
static constexpr size_t kMaxReadings = 16;

/// The largest size along the dimension, for which products fit 64 bits.
static constexpr int64_t kMaxSize = std::numeric_limits<int32_t>::max();

//===----------------------------------------------------------------------===//
// ScanExpressions
//===----------------------------------------------------------------------===//

/// Whether two ops compute the same on the same operands.
static bool isEqualCode(Operation *a, Operation *b) {
  return a == b || (a && b && a->getName() == b->getName() &&
                    a->getResultTypes() == b->getResultTypes() &&
                    a->getAttrDictionary() == b->getAttrDictionary());
}

unsigned ScanExpressions::insert(Node node) {
  size_t hash = llvm::hash_combine(
      node.op ? node.op->getName().getAsOpaquePointer() : nullptr, node.result,
      node.constant, node.captured, node.member, node.side,
      llvm::hash_combine_range(node.operands));
  auto [begin, end] = numbers.equal_range(hash);
  for (auto [key, number] : llvm::make_range(begin, end)) {
    const Node &other = nodes[number];
    if (isEqualCode(node.op, other.op) && node.result == other.result &&
        node.constant == other.constant && node.captured == other.captured &&
        node.member == other.member && node.side == other.side &&
        node.operands == other.operands)
      return number;
  }
  numbers.emplace(hash, nodes.size());
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

unsigned ScanExpressions::getMember(unsigned member, unsigned side) {
  Node node;
  node.member = member;
  node.side = side;
  return insert(std::move(node));
}

unsigned ScanExpressions::getConstant(TypedAttr constant) {
  Node node;
  node.constant = constant;
  return insert(std::move(node));
}

unsigned ScanExpressions::getCaptured(Value value) {
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)) &&
      isa<IntegerAttr, FloatAttr>(constant))
    return getConstant(constant);
  Node node;
  node.captured = value;
  return insert(std::move(node));
}

unsigned ScanExpressions::getResult(Operation *op, unsigned result,
                                    ArrayRef<unsigned> operands) {
  Node node;
  node.op = op;
  node.result = result;
  node.operands.assign(operands.begin(), operands.end());
  return insert(std::move(node));
}

SmallVector<unsigned>
ScanExpressions::getParts(ArrayRef<unsigned> roots) const {
  llvm::SetVector<unsigned> parts(roots.begin(), roots.end());
  for (size_t next = 0; next < parts.size(); ++next)
    parts.insert_range(nodes[parts[next]].operands);
  SmallVector<unsigned> sorted = parts.takeVector();
  llvm::sort(sorted);
  return sorted;
}

unsigned ScanExpressions::getRight(unsigned expression) {
  llvm::DenseMap<unsigned, unsigned> moved;
  for (unsigned part : getParts(expression)) {
    Node node = nodes[part];
    if (node.isMember())
      node.side = 1;
    for (unsigned &operand : node.operands)
      operand = moved.at(operand);
    moved[part] = insert(std::move(node));
  }
  return moved.at(expression);
}

//===----------------------------------------------------------------------===//
// Members of the tuple
//===----------------------------------------------------------------------===//

unsigned ScanNetwork::addMember(Type element, Value input) {
  members.push_back({element, input, std::nullopt});
  parents.push_back(parents.size());
  return parents.size() - 1;
}

unsigned ScanNetwork::find(unsigned member) const {
  while (parents[member] != member)
    member = parents[member];
  return member;
}

/// Notes that both are one member. False if they cannot be.
bool ScanNetwork::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return true;
  if (b < a)
    std::swap(a, b);
  Member &kept = members[a], &merged = members[b];
  if (kept.element != merged.element || (kept.input && merged.input))
    return false;
  parents[b] = a;
  if (!kept.input)
    kept.input = merged.input;
  if (kept.expression && merged.expression)
    return match(*kept.expression, *merged.expression);
  if (!kept.expression)
    kept.expression = merged.expression;
  return true;
}

/// Whether both expressions are the same code, after members are united.
bool ScanNetwork::match(unsigned a, unsigned b) {
  if (a == b || !matches.insert({a, b}).second)
    return true;
  const ScanExpressions::Node &left = expressions[a], &right = expressions[b];
  if (left.isMember() || right.isMember())
    return left.isMember() && right.isMember() && left.side == right.side &&
           unite(left.member, right.member);
  return left.op && right.op && isEqualCode(left.op, right.op) &&
         left.result == right.result &&
         llvm::equal(left.operands, right.operands,
                     [&](unsigned x, unsigned y) { return match(x, y); });
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// Whether the op computes each element of its results from the elements of its
/// inputs at the same position.
static bool isElementwise(linalg::LinalgOp op) {
  return isParallelOnTensors(op) &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

bool ScanNetwork::isEnd(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 2 && op->getNumResults() == 1 &&
         llvm::all_of(op.getDpsInputs(),
                      [](Value input) {
                        return input.getDefiningOp<tensor::InsertSliceOp>();
                      }) &&
         isElementwise(op);
}

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether the value is the input of a network with ends of this size.
bool ScanNetwork::isInput(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getShape() ==
                     getTensorType(ends.front()->getResult(0)).getShape();
}

/// Finds the ops that compute `end` from tensors of its size.
StringRef ScanNetwork::collect(linalg::LinalgOp end) {
  SmallVector<Value> values;
  SmallVector<Operation *> found{end};
  llvm::SmallPtrSet<Operation *, 32> seen{end};
  // The last tensors are as large as the inputs.
  for (Value value : end.getDpsInputs())
    while (auto insert = value.getDefiningOp<tensor::InsertSliceOp>()) {
      if (insert->getBlock() != end->getBlock() ||
          llvm::is_contained(inputs, value))
        break;
      if (seen.insert(insert).second)
        found.push_back(insert);
      values.push_back(insert.getSource());
      value = insert.getDest();
    }
  while (!values.empty()) {
    Value value = values.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || isInput(value) || op->getBlock() != end->getBlock() ||
        isa<linalg::FillOp>(op) || !seen.insert(op).second)
      continue;
    if (isa<tensor::ExtractSliceOp, tensor::InsertSliceOp>(op))
      llvm::append_range(values, op->getOperands());
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      llvm::append_range(values, linalgOp.getDpsInputs());
    else
      continue;
    found.push_back(op);
  }
  llvm::sort(found,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::erase_if(found, [&](Operation *op) { return !ops.insert(op); });
  for (Operation *op : found)
    if (StringRef obstacle = evaluate(op); !obstacle.empty())
      return obstacle;
  return "";
}

StringRef ScanNetwork::add(linalg::LinalgOp end) {
  auto whole = getTensorType(end->getResult(0));
  auto insert =
      cast<tensor::InsertSliceOp>(end.getDpsInputs().front().getDefiningOp());
  if (!whole.hasStaticShape() || whole.getEncoding() ||
      insert.getSourceType().getRank() != whole.getRank())
    return "has tensors whose sizes are not known";
  if (llvm::is_contained(inputs, end->getResult(0)))
    return "has an end that is an input";
  ends.push_back(end);
  if (ends.size() == 1) {
    SmallVector<int64_t> dimensions;
    for (auto [number, part, all] :
         llvm::enumerate(insert.getSourceType().getShape(), whole.getShape()))
      if (part != all)
        dimensions.push_back(number);
    if (dimensions.size() != 1)
      return "has slices along several dimensions";
    dimension = dimensions.front();
    size = whole.getDimSize(dimension);
    if (size > kMaxSize)
      return "has more than 2^31 - 1 elements along its dimension";
  } else if (!isInput(end->getResult(0))) {
    return "has ends of several sizes";
  }
  if (StringRef obstacle = collect(end); !obstacle.empty())
    return obstacle;
  State *state = getState(end->getResult(0));
  bool isPrefixes = state->member && state->folds.isPrefixes(),
       isSuffixes = state->member && state->folds.isSuffixes();
  if (!isPrefixes && !isSuffixes)
    return "gives other folds than those of all elements before each one";
  if (ends.size() > 1 && reverse != isSuffixes)
    return "has ends in several directions";
  reverse = isSuffixes;
  return "";
}

ScanNetwork::State *ScanNetwork::getState(Value value) {
  auto place = states.find(value);
  if (place != states.end())
    return &place->second;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || dimension >= type.getRank() ||
      type.getDimSize(dimension) > kMaxSize)
    return nullptr;
  State state;
  state.folds = FoldRanges(type.getDimSize(dimension));
  state.fill = findConstantInit(value);
  if (!state.fill && !value.getDefiningOp<tensor::EmptyOp>()) {
    if (!isInput(value) || type.getEncoding())
      return nullptr;
    state.folds = FoldRanges::ofInput(size);
    state.member = addMember(type.getElementType(), value);
    inputs.push_back(value);
  }
  return &(states[value] = std::move(state));
}

static constexpr StringRef kForeign =
    "uses a tensor that is neither an input nor made of its slices";

StringRef ScanNetwork::evaluate(Operation *op) {
  // The states of operands stay where they are when those of results are added.
  states.reserve(states.size() + op->getNumOperands() + op->getNumResults());
  for (Value result : op->getResults())
    if (!isa<RankedTensorType>(result.getType()))
      return kForeign;
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    return evaluate(extract);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return evaluate(insert);
  return evaluate(cast<linalg::LinalgOp>(op));
}

/// The slice along the dimension of the scan; none if it is another one, or
/// not all of the other dimensions.
std::optional<Progression>
ScanNetwork::readSlice(OffsetSizeAndStrideOpInterface op,
                       RankedTensorType whole, RankedTensorType part) const {
  if (whole.getRank() != part.getRank() || !whole.hasStaticShape() ||
      !part.hasStaticShape())
    return std::nullopt;
  for (int64_t number = 0; number < whole.getRank(); ++number)
    if (number != dimension &&
        (whole.getDimSize(number) != part.getDimSize(number) ||
         op.getStaticOffsets()[number] != 0 ||
         op.getStaticStrides()[number] != 1))
      return std::nullopt;
  int64_t offset = op.getStaticOffsets()[dimension],
          stride = op.getStaticStrides()[dimension],
          count = part.getDimSize(dimension);
  int64_t extent = whole.getDimSize(dimension);
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(stride) ||
      extent > kMaxSize || offset < 0 || offset >= extent || count < 1)
    return std::nullopt;
  if (count == 1)
    return Progression{offset, 1, 1};
  if (stride < 1 || (extent - 1 - offset) / stride < count - 1)
    return std::nullopt;
  return Progression{offset, stride, count};
}

static constexpr StringRef kSlices =
    "has slices that are not static or not along one dimension";

StringRef ScanNetwork::evaluate(tensor::ExtractSliceOp op) {
  std::optional<Progression> slice =
      readSlice(op, op.getSourceType(), op.getResultType());
  if (!slice)
    return kSlices;
  State *source = getState(op.getSource());
  if (!source)
    return kForeign;
  State part;
  part.folds = source->folds.extract(*slice);
  if (!part.folds.isEmpty())
    part.member = source->member;
  part.fill = source->fill;
  if (!part.member && !part.fill)
    return "has a slice of a value that is not the fold of a range";
  states[op.getResult()] = std::move(part);
  return "";
}

StringRef ScanNetwork::evaluate(tensor::InsertSliceOp op) {
  std::optional<Progression> slice =
      readSlice(op, op.getDestType(), op.getSourceType());
  if (!slice)
    return kSlices;
  State *source = getState(op.getSource());
  State *dest = source ? getState(op.getDest()) : nullptr;
  if (!dest)
    return kForeign;
  source = getState(op.getSource());
  State whole = *dest;
  whole.codes.clear();
  if (!source->member || !source->folds.isFull() ||
      (!whole.folds.isEmpty() && !whole.member))
    return "puts together values that are not folds of ranges";
  if (!whole.folds.insert(source->folds, *slice))
    return "puts folds over others, or has no regular pattern";
  if (whole.member && !unite(*whole.member, *source->member))
    return "puts folds of several inputs or operators together";
  whole.member = source->member;
  states[op.getResult()] = std::move(whole);
  return "";
}

StringRef ScanNetwork::evaluate(linalg::LinalgOp op) {
  if (!isElementwise(op))
    return "has an op that is not elementwise";
  SmallVector<State *> operands;
  for (Value input : op.getDpsInputs())
    if (!getState(input))
      return kForeign;
  for (Value input : op.getDpsInputs())
    operands.push_back(getState(input));
  bool isPartial = llvm::any_of(operands, [](State *state) {
    return !state->folds.isEmpty() && !state->folds.isFull();
  });
  return isPartial ? interleave(op, operands) : compute(op, operands);
}

/// Whether `fill` does not change values that are combined with it. It may
/// change the sign of zero.
static bool isNeutral(CombinerKind kind, TypedAttr fill) {
  if (auto integer = dyn_cast_if_present<IntegerAttr>(fill);
      integer &&
      llvm::is_contained(
          {CombinerKind::Add, CombinerKind::Or, CombinerKind::Xor}, kind))
    return integer.getValue().isZero();
  if (auto number = dyn_cast_if_present<FloatAttr>(fill);
      number && kind == CombinerKind::Add)
    return number.getValue().isZero();
  return fill && isElementType(fill.getType()) &&
         getIdentityAttr(kind, fill.getType(), /*exact=*/true) == fill;
}

/// Evaluates an op that has a fold at each position in one operand, and a
/// neutral value in the other one.
StringRef ScanNetwork::interleave(linalg::LinalgOp op,
                                  ArrayRef<State *> operands) {
  static constexpr StringRef obstacle =
      "puts slices together by other code than sums with zeros";
  Operation *yield = op.getBlock()->getTerminator();
  Operation *step = yield->getNumOperands() == 1
                        ? yield->getOperand(0).getDefiningOp()
                        : nullptr;
  ArrayRef<BlockArgument> arguments = op.getBlock()->getArguments();
  if (operands.size() != 2 || !step || step->getNumOperands() != 2 ||
      !getKind(step) || step != &op.getBlock()->front() ||
      step->getNextNode() != yield ||
      !llvm::is_contained(step->getOperands(), arguments[0]) ||
      !llvm::is_contained(step->getOperands(), arguments[1]))
    return obstacle;
  State whole;
  whole.folds = FoldRanges(operands.front()->folds.getSize());
  for (State *operand : operands) {
    if (!operand->member || !isNeutral(*getKind(step), operand->fill))
      return obstacle;
    if (!whole.folds.insert(operand->folds, {0, 1, operand->folds.getSize()}))
      return "adds folds of several ranges, or has no regular pattern";
    if (whole.member && !unite(*whole.member, *operand->member))
      return "puts folds of several inputs or operators together";
    whole.member = operand->member;
    auto fill = dyn_cast<FloatAttr>(operand->fill);
    if (fill && *getKind(step) == CombinerKind::Add &&
        !fill.getValue().isNegative() &&
        !arith::bitEnumContainsAny(getFastMath(step),
                                   arith::FastMathFlags::nsz))
      changesZeros = true;
  }
  if (!whole.folds.isFull())
    return "leaves positions without a fold";
  states[op->getResult(0)] = std::move(whole);
  return "";
}

/// Whether the operands are on one range, or on two neighbouring ones, which
/// are then `ranges` in the order of their elements.
bool ScanNetwork::isCombined(ArrayRef<const Code *> operands,
                             std::vector<FoldRanges> &ranges) const {
  for (const Code *code : operands)
    for (const FoldRanges &range : code->ranges)
      if (!llvm::is_contained(ranges, range)) {
        if (ranges.size() == 2)
          return false;
        ranges.push_back(range);
      }
  if (ranges.size() < 2 || FoldRanges::join(ranges[0], ranges[1]))
    return true;
  std::swap(ranges[0], ranges[1]);
  return FoldRanges::join(ranges[0], ranges[1]).has_value();
}

/// The expressions that the body yields for those of its inputs.
StringRef ScanNetwork::compute(linalg::LinalgOp op, ArrayRef<unsigned> operands,
                               SmallVectorImpl<unsigned> &results) {
  Block *body = op.getBlock();
  llvm::DenseMap<Value, unsigned> values;
  for (auto [argument, operand] : llvm::zip(body->getArguments(), operands))
    values[argument] = operand;
  auto lookUp = [&](Value value) -> std::optional<unsigned> {
    if (auto place = values.find(value); place != values.end())
      return place->second;
    if (value.getParentBlock() == body)
      return std::nullopt;
    return expressions.getCaptured(value);
  };
  for (Operation &member : *body) {
    SmallVector<unsigned> parts;
    for (Value operand : member.getOperands()) {
      std::optional<unsigned> part = lookUp(operand);
      if (!part)
        return "uses the previous values of an output";
      parts.push_back(*part);
    }
    if (&member == body->getTerminator()) {
      results.assign(parts.begin(), parts.end());
      break;
    }
    TypedAttr constant;
    if (matchPattern(&member, m_Constant(&constant))) {
      values[member.getResult(0)] = expressions.getConstant(constant);
      continue;
    }
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            member.getDialect()) ||
        member.getNumRegions() != 0)
      return "has ops other than those of arith and math in a body";
    for (OpResult result : member.getResults())
      values[result] =
          expressions.getResult(&member, result.getResultNumber(), parts);
  }
  return "";
}

/// Evaluates elementwise code on folds, and on results of such code.
StringRef ScanNetwork::compute(linalg::LinalgOp op,
                               ArrayRef<State *> operands) {
  // An operand is a fold, or the result of code on two folds, or both.
  std::vector<std::vector<Code>> choices;
  SmallVector<SmallVector<const Code *>> readings(1);
  for (State *operand : operands) {
    std::vector<Code> &codes = choices.emplace_back(operand->codes);
    if (operand->member)
      codes.push_back(
          {expressions.getMember(*operand->member, 0), {operand->folds}});
    else if (operand->fill)
      codes.push_back({expressions.getConstant(operand->fill), {}});
  }
  for (std::vector<Code> &codes : choices) {
    SmallVector<SmallVector<const Code *>> longer;
    for (ArrayRef<const Code *> reading : readings)
      for (const Code &code : codes) {
        SmallVector<const Code *> next(reading);
        next.push_back(&code);
        std::vector<FoldRanges> ranges;
        if (isCombined(next, ranges))
          longer.push_back(std::move(next));
      }
    if (longer.size() > kMaxReadings)
      return "has code that can be read in too many ways";
    readings = std::move(longer);
  }
  for (Value result : op->getResults())
    states[result].folds =
        FoldRanges(getTensorType(result).getDimSize(dimension));
  for (ArrayRef<const Code *> reading : readings) {
    std::vector<FoldRanges> ranges;
    (void)isCombined(reading, ranges);
    SmallVector<unsigned> parts, results;
    for (const Code *code : reading)
      parts.push_back(code->ranges.size() == 1 && ranges.size() == 2 &&
                              code->ranges.front() == ranges.back()
                          ? expressions.getRight(code->expression)
                          : code->expression);
    if (StringRef obstacle = compute(op, parts, results); !obstacle.empty())
      return obstacle;
    for (auto [result, expression] : llvm::zip_equal(op->getResults(), results))
      states[result].codes.push_back({expression, ranges});
  }
  for (Value result : op->getResults()) {
    if (states[result].codes.empty())
      return "combines ranges of elements that are not neighbours";
    if (llvm::any_of(
            result.getUsers(),
            llvm::IsaPred<tensor::ExtractSliceOp, tensor::InsertSliceOp>))
      makeFold(result, states[result]);
  }
  return "";
}

/// Notes that code on two ranges gives a member of the fold of both.
void ScanNetwork::makeFold(Value value, State &state) {
  for (const Code &code : state.codes)
    if (code.ranges.size() == 2) {
      state.folds = *FoldRanges::join(code.ranges[0], code.ranges[1]);
      state.member = addMember(getElementTypeOrSelf(value), Value());
      members[*state.member].expression = code.expression;
      return;
    }
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

unsigned ScanNetwork::getMember(linalg::LinalgOp end) const {
  unsigned member = find(*states.at(end->getResult(0)).member);
  return llvm::find(tuple, member) - tuple.begin();
}

StringRef ScanNetwork::findTuple() {
  llvm::SetVector<unsigned> found;
  found.insert(find(*getState(ends.front()->getResult(0))->member));
  for (size_t next = 0; next < found.size(); ++next) {
    const Member &member = members[found[next]];
    if (!member.input)
      return "combines values that are not of its inputs";
    if (!member.expression)
      return "does not show how it combines all of its inputs";
    for (unsigned part : expressions.getParts(*member.expression))
      if (expressions[part].isMember())
        found.insert(find(expressions[part].member));
  }
  tuple = found.takeVector();
  llvm::sort(tuple);
  tupleInputs.clear();
  for (unsigned member : tuple)
    tupleInputs.push_back(members[member].input);
  return "";
}

SmallVector<unsigned> ScanNetwork::getTupleParts() const {
  SmallVector<unsigned> roots;
  for (unsigned member : tuple)
    roots.push_back(*members[member].expression);
  return expressions.getParts(roots);
}

SmallVector<Value> ScanNetwork::getCaptures() const {
  SmallVector<Value> captures;
  for (unsigned part : getTupleParts())
    if (Value value = expressions[part].captured)
      captures.push_back(value);
  return captures;
}

SmallVector<Value> ScanNetwork::build(OpBuilder &builder, ValueRange lefts,
                                      ValueRange rights) const {
  llvm::DenseMap<unsigned, Value> values;
  Location loc = ends.front()->getLoc();
  for (unsigned part : getTupleParts()) {
    const ScanExpressions::Node &node = expressions[part];
    if (node.isMember()) {
      auto number = llvm::find(tuple, find(node.member)) - tuple.begin();
      values[part] = (node.side == 0 ? lefts : rights)[number];
    } else if (node.captured) {
      values[part] = node.captured;
    } else if (node.constant) {
      values[part] = arith::ConstantOp::create(builder, loc, node.constant);
    } else {
      IRMapping mapping;
      for (auto [operand, number] :
           llvm::zip_equal(node.op->getOperands(), node.operands))
        mapping.map(operand, values.at(number));
      values[part] = builder.clone(*node.op, mapping)->getResult(node.result);
    }
  }
  SmallVector<Value> results;
  for (unsigned member : tuple)
    results.push_back(values.at(*members[member].expression));
  return results;
}
