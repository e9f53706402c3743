//===- ScanNetwork.h - Networks of slices that scan -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes ops on tensors symbolically along one dimension: for each position
// it tracks of which elements of the inputs it holds the fold, and by which
// operator. Changes no IR.
//
// The proof is an induction over the ops. An input holds a fold of one element
// at each position. Slices move folds. Elementwise code on the folds of two
// neighbouring ranges is the operator's definition where it is seen first, and
// must be the same code everywhere else; its result is the fold of both ranges.
// All folds of one range are equal if the operator is associative, which this
// file does not decide.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANNETWORK_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANNETWORK_H

#include "FoldRanges.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

#include <unordered_map>
#include <vector>

namespace mlir::prim {

/// Scalar code on the members of two tuples, as a graph that has each
/// expression once.
class ScanExpressions {
public:
  struct Node {
    /// The op, one of those with equal attributes; null for other nodes.
    Operation *op = nullptr;
    unsigned result = 0;
    /// A constant, or a value from outside of the network.
    TypedAttr constant;
    Value captured;
    /// The member of a tuple, of the left (0) or right (1) one.
    unsigned member = 0, side = 0;
    SmallVector<unsigned, 2> operands;

    bool isMember() const { return !op && !constant && !captured; }
  };

  unsigned getMember(unsigned member, unsigned side);
  unsigned getConstant(TypedAttr constant);
  unsigned getCaptured(Value value);
  unsigned getResult(Operation *op, unsigned result,
                     ArrayRef<unsigned> operands);
  /// The expression with all members taken from the right tuple.
  unsigned getRight(unsigned expression);

  const Node &operator[](unsigned expression) const {
    return nodes[expression];
  }
  /// The expressions and all that they consist of, operands first.
  SmallVector<unsigned> getParts(ArrayRef<unsigned> roots) const;

private:
  unsigned insert(Node node);

  std::vector<Node> nodes;
  std::unordered_multimap<size_t, unsigned> numbers;
};

/// The ops that lead to a result, and what is known of their values.
class ScanNetwork {
public:
  /// Whether the network may start to be searched at this op: at one that puts
  /// slices together.
  static bool isEnd(linalg::LinalgOp op);

  /// Adds the ops before `end`. Returns why they do not scan, as a predicate of
  /// the op; empty if they do.
  StringRef add(linalg::LinalgOp end);

  int64_t getDimension() const { return dimension; }
  bool isReverse() const { return reverse; }
  /// Whether the network adds 0.0 to floats, which changes -0.0.
  bool dropsSigns() const { return changesZeros; }
  const llvm::SetVector<Operation *> &getOps() const { return ops; }
  /// The ends added so far.
  ArrayRef<linalg::LinalgOp> getEnds() const { return ends; }

  /// All tensors of which there are slices.
  ArrayRef<Value> getInputs() const { return inputs; }

  /// Finds the tuple that the first end is a member of. Why there is none.
  StringRef findTuple();
  /// The inputs, by member of the tuple.
  ArrayRef<Value> getTuple() const { return tupleInputs; }
  /// The member that an end holds; the tuple's size if it holds none.
  unsigned getMember(linalg::LinalgOp end) const;
  /// Values from outside of the network that the operator uses.
  SmallVector<Value> getCaptures() const;
  /// Builds the operator on two tuples.
  SmallVector<Value> build(OpBuilder &builder, ValueRange lefts,
                           ValueRange rights) const;

private:
  /// Elementwise code on one range of elements, or two neighbouring ones.
  struct Code {
    unsigned expression;
    std::vector<FoldRanges> ranges;
  };
  /// The known contents of a tensor.
  struct State {
    FoldRanges folds;
    /// The member of a tuple that the folds are.
    std::optional<unsigned> member;
    /// The value of positions without a fold; null if they have none.
    TypedAttr fill;
    std::vector<Code> codes;
  };
  /// A member of the tuple. Several are united once they are known to be one.
  struct Member {
    Type element;
    Value input;
    std::optional<unsigned> expression;
  };

  StringRef collect(linalg::LinalgOp end);
  bool isInput(Value value) const;
  StringRef evaluate(Operation *op);
  StringRef evaluate(tensor::ExtractSliceOp op);
  StringRef evaluate(tensor::InsertSliceOp op);
  StringRef evaluate(linalg::LinalgOp op);
  StringRef interleave(linalg::LinalgOp op, ArrayRef<State *> operands);
  StringRef compute(linalg::LinalgOp op, ArrayRef<State *> operands);
  void makeFold(Value value, State &state);
  bool isCombined(ArrayRef<const Code *> operands,
                  std::vector<FoldRanges> &ranges) const;
  StringRef compute(linalg::LinalgOp op, ArrayRef<unsigned> operands,
                    SmallVectorImpl<unsigned> &results);
  State *getState(Value value);
  std::optional<Progression> readSlice(OffsetSizeAndStrideOpInterface op,
                                       RankedTensorType whole,
                                       RankedTensorType part) const;

  unsigned addMember(Type element, Value input);
  unsigned find(unsigned member) const;
  bool unite(unsigned a, unsigned b);
  bool match(unsigned a, unsigned b);
  SmallVector<unsigned> getTupleParts() const;

  int64_t dimension = 0, size = 0;
  bool reverse = false, changesZeros = false;
  llvm::SetVector<Operation *> ops;
  SmallVector<linalg::LinalgOp> ends;
  llvm::DenseMap<Value, State> states;
  ScanExpressions expressions;
  SmallVector<Member> members;
  SmallVector<unsigned> parents;
  /// Expressions that are known to be equal.
  llvm::DenseSet<std::pair<unsigned, unsigned>> matches;
  /// By member of the tuple: a member, and its input.
  SmallVector<unsigned> tuple;
  SmallVector<Value> tupleInputs, inputs;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANNETWORK_H
