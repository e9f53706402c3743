//===- RankHeads.cpp - Heads of groups, and candidates -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The waves of a block of the first launch read different rows of the same
// groups. A launch of one block finds the bound. If every block of the next
// launch did so, it would take no less time, and many times the instructions.
//
//===----------------------------------------------------------------------===//

#include "RankHeads.h"
#include "RankBound.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

RankHeads::RankHeads(const RankSelect &select, const DeviceContext &context,
                     DevicePlan &plan)
    : select(select) {
  const TargetInfo &target = context.getTarget();
  RankHeadsRow row = getRankHeads(target);
  TuningAttr tuning = this->select.op.getDeviceTuning();
  headBlock = row.blockSize;
  if (tuning && tuning.getBlockSize())
    headBlock = llvm::alignTo(select.tile.blockSize, target.waveSize);
  headBlocks = std::min<int64_t>(row.groups / target.waveSize,
                                 context.getMaxBlocks(headBlock));
  headBlocks = llvm::bit_floor(headBlocks);
  groups = headBlocks * target.waveSize;
  boundBlock = placeBlock = std::min(groups, row.boundBlockSize);
  pickBlock = row.pickBlockSize;
  pickBlocks = std::min(row.pickBlocks, headBlocks);
  placeBlocks = std::min(row.placeBlocks, headBlocks);
  maxTaken = groups / row.groupsPerTaken;
  SmallVector<Value> buffers(this->select.getKeyIns());
  if (!select.isTopk()) {
    this->select.mirror = &RankMirror::param;
    // All of an element is copied.
    llvm::append_range(buffers, select.getIns());
    llvm::append_range(buffers, select.getOuts());
  }
  vector = GroupReader::getVector(buffers, target, vectorItems);

  Builder b(select.getOperation()->getContext());
  int64_t codeBytes = getElementBytes(select.getCodeType(b));
  auto addRegion = [&](int64_t bytes) -> unsigned {
    plan.regions.push_back(WorkspaceRegion::scratch(bytes));
    return plan.regions.size() - 1;
  };
  codes = addRegion(codeBytes * groups);
  places = addRegion(sizeof(int32_t) * groups);
  bound = addRegion(boundBytes);
  list = addRegion(sizeof(int32_t) * maxListed());
  candidateCodes = addRegion(codeBytes * capacity());
  candidatePlaces = addRegion(sizeof(int32_t) * capacity());
  filter = addRegion(getFilterBytes());
  if (!select.isTopk())
    ranked = addRegion(sizeof(int32_t) * maxTaken);
}

SmallVector<PlanCase, 2> RankHeads::addKernels(DevicePlan &plan) const {
  SmallVector<PlanLaunch> launches;
  auto addLaunch = [&](llvm::StringLiteral name, unsigned block,
                       unsigned blocks,
                       void (*emit)(const RankHeads &, KernelBuilder &)) {
    unsigned number = plan.addKernel(
        name, block,
        [emit, heads = *this](KernelBuilder &kernel) { emit(heads, kernel); });
    launches.push_back({number, LaunchSchedule::fixed(blocks)});
  };
  addLaunch("rank_heads", headBlock, headBlocks, emitRankHeads);
  addLaunch("rank_bound", boundBlock, /*blocks=*/1, emitRankBound);
  addLaunch("rank_pick", pickBlock, pickBlocks, emitRankPick);
  addLaunch("rank_place", placeBlock, placeBlocks, emitRankPlace);
  Size most = Size::elements().div(maxTaken).min(maxTaken);
  most = most.beyond(leastRows * rowItems() - 1);
  auto getCase = [&](const CaseGuard &guard) {
    PlanCase few{INT64_MAX, /*usesWorkspace=*/true, launches};
    few.guard = guard;
    few.zeroBytes = 0;
    return few;
  };
  if (select.isTopk())
    return {getCase({Size::extent(select.getOuts().front(), select.along), most,
                     "few of many are taken"})};
  addLaunch("rank_swap", boundBlock, /*blocks=*/1, emitRankSwap);
  auto mirror = [&](int32_t mask) {
    for (PlanLaunch &launch : launches) {
      launch.params.clear();
      launch.pass(*select.mirror, mask);
    }
  };
  Size nth = Size::scalar(cast<DeviceNthOp>(select.getOperation()).getNth());
  mirror(0);
  PlanCase first = getCase({nth + 1, most, "few of many come first"});
  mirror(-1);
  return {first,
          getCase({Size::elements(), nth + most, "few of many come last"})};
}

MemoryArray RankHeads::bindCodes(KernelBuilder &kernel) const {
  return {kernel.argument(LaunchValue::region(codes)),
          select.getCodeType(kernel)};
}
MemoryArray RankHeads::bindPlaces(KernelBuilder &kernel) const {
  return {kernel.argument(LaunchValue::region(places)), kernel.getI32Type()};
}
Candidates RankHeads::bindCandidates(KernelBuilder &kernel) const {
  MemoryArray keys(kernel.argument(LaunchValue::region(candidateCodes)),
                   select.getCodeType(kernel));
  MemoryArray indices(kernel.argument(LaunchValue::region(candidatePlaces)),
                      kernel.getI32Type());
  return {keys, indices, capacity()};
}
MemoryArray RankHeads::bindRanked(KernelBuilder &kernel) const {
  return {kernel.argument(LaunchValue::region(ranked)), kernel.getI32Type()};
}
MemoryArray RankHeads::bindList(KernelBuilder &kernel) const {
  return {kernel.argument(LaunchValue::region(list)), kernel.getI32Type()};
}
HeadBound RankHeads::loadBound(KernelBuilder &kernel) const {
  Value code = bindBound(kernel, kernel.getI64Type()).load(kernel, 0);
  if (code.getType() != select.getCodeType(kernel))
    code = kernel.truncI32(code);
  Value limit = bindBound(kernel, kernel.getI32Type()).load(kernel, limitWord);
  return {code, limit};
}
GroupList RankHeads::loadList(KernelBuilder &kernel) const {
  Value groups = bindBound(kernel, kernel.getI32Type())
                     .load(kernel, RankHeads::groupsWord);
  return {bindList(kernel), WarpUniformOp::create(kernel, groups)};
}
MemoryArray RankHeads::bindBound(KernelBuilder &kernel, Type element) const {
  return {kernel.argument(LaunchValue::region(bound)), element};
}

unsigned RankHeads::countFilterDigits() const {
  unsigned width = select.codec.getWidth() > 32 ? 64 : 32;
  return llvm::divideCeil(width, kMaxRadixBits) +
         llvm::divideCeil(indexBits, kMaxRadixBits);
}
int64_t RankHeads::getFilterBytes() const {
  int64_t counts = int64_t(countFilterDigits()) * select.radix() + 2;
  return llvm::alignTo(RankRounds::getBytes(countFilterDigits() + 1) +
                           sizeof(int32_t) * counts,
                       clearedBytes);
}
RankRounds RankHeads::bindRounds(KernelBuilder &kernel) const {
  MemoryArray words(kernel.argument(LaunchValue::region(filter)),
                    kernel.getI32Type());
  return {kernel, words, placeBlocks};
}
MemoryPlace RankHeads::bindCollected(KernelBuilder &kernel) const {
  int64_t before =
      RankRounds::getBytes(countFilterDigits() + 1) / sizeof(int32_t);
  return bindRounds(kernel).words.place(kernel, kernel.i32(before));
}
MemoryArray RankHeads::bindCounts(KernelBuilder &kernel) const {
  // Behind the number of collected candidates.
  int64_t before =
      RankRounds::getBytes(countFilterDigits() + 1) / sizeof(int32_t) + 2;
  return bindRounds(kernel).words.from(kernel, kernel.i64(before));
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// The head of all threads of the group, in the first wave.
static SmallVector<Value> findFirst(const RankHeads &heads,
                                    KernelBuilder &kernel, ValueRange own) {
  CodeBuilder &b = kernel;
  unsigned lanes = kernel.target().waveSize;
  MemoryArray codes =
      kernel.workgroupArray(own[0].getType(), heads.headBlock, "codes");
  MemoryArray numbers =
      kernel.workgroupArray(b.getI32Type(), heads.headBlock, "numbers");
  codes.store(b, own[0], kernel.threadId());
  numbers.store(b, own[1], kernel.threadId());
  kernel.barrier();
  SmallVector<Value> head(own);
  for (unsigned other = lanes; other < heads.headBlock; other += lanes) {
    Value place = b.add(kernel.laneId(), other);
    Value code = codes.load(b, place);
    Value number = numbers.load(b, place);
    Value isFirst = HeadBound{head[0], head[1]}.admits(b, code, number);
    head = {b.select(isFirst, code, head[0]),
            b.select(isFirst, number, head[1])};
  }
  return head;
}

void mlir::prim::emitRankHeads(const RankHeads &heads, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  unsigned lanes = kernel.target().waveSize;
  GroupReader reader(heads.select, heads.groups, heads.vector, kernel,
                     /*row=*/Value(), kernel.elements());
  if (!heads.select.isTopk())
    reader.copyToOuts();
  Value before = b.mul(kernel.blockId(), lanes);
  Value group = b.add(before, kernel.laneId());
  SmallVector<Value> head = findFirst(
      heads, kernel,
      reader.findHead(group, kernel.waveId(), heads.headBlock / lanes));
  kernel.ifThen(b.eq(kernel.waveId(), 0), [&] {
    heads.bindCodes(kernel).store(b, head[0], group);
    heads.bindPlaces(kernel).store(b, head[1], group);
  });
}

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

/// The limit of the threads' heads with the bound's code, of which `needed`
/// (i32) are taken.
static Value findLimit(CodeBuilder &b, ArrayRef<Value> codes,
                       llvm::function_ref<Value(unsigned)> getNumber,
                       Value code, Value needed) {
  SmallVector<Value> equal;
  for (auto [item, other] : llvm::enumerate(codes)) {
    Value isEqual = b.eq(other, code);
    Value number = getNumber(item);
    equal.push_back(b.select(isEqual, number, -1));
  }
  equal = findLeast(b, equal, RankHeads::searchedHeads);
  Value limit = findRankBound(b, equal, needed);
  Value count = countInBlock(b, areBelow(b, equal, limit));
  Value isLess = b.ult(count, needed);
  return b.add(limit, b.zextI32(isLess));
}

HeadBound
mlir::prim::findHeadBound(CodeBuilder &b, ArrayRef<Value> codes,
                          llvm::function_ref<Value(unsigned)> getNumber,
                          Value first) {
  SmallVector<Value> searched = findLeast(b, codes, RankHeads::searchedHeads);
  Value slack = b.divui(first, RankHeads::slackShare);
  Value code = findRankBound(b, searched, first, slack);
  Value below = countInBlock(b, areBelow(b, searched, code));
  Value isTied = b.ult(below, first);
  Value limit = b.select(
                     isTied, b.getI32Type(),
                     [&]() -> SmallVector<Value> {
                       Value needed = b.sub(first, below);
                       return {findLimit(b, codes, getNumber, code, needed)};
                     },
                     [&]() -> SmallVector<Value> { return {b.i32(0)}; })
                    .front();
  return {code, limit};
}

namespace {

class BoundFinder {
public:
  BoundFinder(const RankHeads &heads, KernelBuilder &kernel)
      : heads(heads), kernel(kernel), b(kernel), codes(heads.bindCodes(kernel)),
        places(heads.bindPlaces(kernel)) {}

  void emit();

private:
  /// The number of the thread's head `item` among all; i32.
  Value headOf(unsigned item) {
    return b.add(kernel.threadId(), item * heads.boundBlock);
  }
  /// Lists the groups that are read again; returns how many.
  Value listGroups(const HeadBound &bound);
  /// Clears what the blocks share that filter candidates.
  void clearFilter();

  const RankHeads &heads;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray codes, places;
  /// The codes of the thread's heads.
  SmallVector<Value> own;
};

} // namespace

Value BoundFinder::listGroups(const HeadBound &bound) {
  MemoryArray list = heads.bindList(kernel);
  MemoryArray count = kernel.workgroupArray(b.getI32Type(), 1, "count");
  kernel.ifThen(kernel.isFirstThread(), [&] { count.store(b, b.i32(0), 0); });
  kernel.barrier();
  for (auto [item, code] : llvm::enumerate(own)) {
    Value group = headOf(item);
    kernel.ifThen(b.ule(code, bound.code), [&, code = code] {
      Value isRead = bound.admits(b, code, places.load(b, group));
      kernel.ifThen(isRead, [&] {
        Value place = createAtomicAdd(b, 1, count.place(b, b.i32(0)),
                                      MemoryOrder::Relaxed, MemoryScope::Block);
        list.store(b, group, place);
      });
    });
  }
  kernel.barrier();
  return count.load(b, 0);
}

void BoundFinder::clearFilter() {
  MemoryArray words =
      heads.bindRounds(kernel).words.aligned(RankHeads::clearedBytes);
  int64_t width = RankHeads::clearedBytes / sizeof(int32_t);
  Value none = b.zero(VectorType::get({width}, b.getI32Type()));
  kernel.forBlockStride(
      heads.getFilterBytes() / RankHeads::clearedBytes,
      [&](Value number) { words.storeVector(b, none, b.mul(number, width)); });
}

void BoundFinder::emit() {
  for (unsigned item = 0; item < heads.headsPerThread(); ++item)
    own.push_back(codes.load(b, headOf(item)));
  HeadBound bound = findHeadBound(
      b, own, [&](unsigned item) { return places.load(b, headOf(item)); },
      heads.select.countFirst(kernel));
  Value groups = listGroups(bound);
  clearFilter();
  kernel.ifThen(kernel.isFirstThread(), [&] {
    Value code = bound.code;
    if (code.getType() != b.getI64Type())
      code = b.zextI64(code);
    MemoryArray words = heads.bindBound(kernel, b.getI32Type());
    heads.bindBound(kernel, b.getI64Type()).store(b, code, 0);
    words.store(b, bound.limit, RankHeads::limitWord);
    words.store(b, groups, RankHeads::groupsWord);
    words.store(b, b.i32(0), RankHeads::countWord);
  });
}

void mlir::prim::emitRankBound(const RankHeads &heads, KernelBuilder &kernel) {
  BoundFinder(heads, kernel).emit();
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

void mlir::prim::appendCandidate(CodeBuilder &b, const Candidates &candidates,
                                 MemoryPlace count, MemoryScope scope,
                                 Value code, Value index) {
  Value number = createAtomicAdd(b, 1, count, MemoryOrder::Relaxed, scope);
  b.ifThen(b.ult(number, candidates.capacity), [&] {
    candidates.codes.store(b, code, number);
    candidates.places.store(b, index, number);
  });
}

void mlir::prim::emitRankPick(const RankHeads &heads, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  GroupReader reader(heads.select, heads.groups, heads.vector, kernel,
                     /*row=*/Value(), kernel.elements());
  MemoryArray words = heads.bindBound(kernel, b.getI32Type());
  Candidates candidates = heads.bindCandidates(kernel);
  Value before = b.mul(kernel.blockId(), heads.pickBlock);
  Value thread = b.add(before, kernel.threadId());
  int64_t threads = int64_t(heads.pickBlocks) * heads.pickBlock;
  GroupList list = heads.loadList(kernel);
  HeadBound bound = heads.loadBound(kernel);
  reader.forElements(
      list, thread, threads, bound, [&](Value code, Value index) {
        MemoryPlace count = words.place(b, b.i32(RankHeads::countWord));
        // Millions of additions to one word would take longer
        // than all else. The first one too many is enough.
        Value before =
            createAtomicLoad(b, count, b.getI32Type(), MemoryOrder::Relaxed,
                             MemoryScope::Device);
        Value isOpen = b.ule(before, candidates.capacity);
        kernel.ifThen(isOpen, [&] {
          appendCandidate(b, candidates, count, MemoryScope::Device, code,
                          index);
        });
      });
}
