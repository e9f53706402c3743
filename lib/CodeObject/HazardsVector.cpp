//===- HazardsVector.cpp - Hazards of vector registers --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gfx11 and gfx12 have no wait states. Their hazards end with other vector
// instructions, or with s_waitcnt_depctr va_vdst(0).
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"

#include <set>

using namespace llvm;
using namespace mlir::prim;

namespace {

/// A backward search along all paths with a state per path.
///
/// `visit(state, index)` examines the instruction, updates the state and
/// returns whether to continue.
template <typename State, typename Visit>
void searchBackwards(const MachineFunction &function, unsigned from,
                     State state, Visit visit) {
  std::set<std::pair<unsigned, State>> seen;
  SmallVector<std::pair<unsigned, State>, 8> work;
  auto walk = [&](unsigned b, unsigned end, State state) {
    const MachineBlock &block = function.blocks[b];
    for (unsigned i = end; i-- > block.first;)
      if (!visit(state, i))
        return;
    for (unsigned before : block.predecessors)
      if (seen.insert({before, state}).second)
        work.push_back({before, state});
  };
  walk(function.blockOf(from), from, state);
  while (!work.empty()) {
    auto [b, next] = work.pop_back_val();
    walk(b, function.blocks[b].last, next);
  }
}

/// The instructions passed in the backward search.
struct Passed {
  unsigned vector = 0, trans = 0;

  bool operator<(const Passed &other) const {
    return std::pair(vector, trans) < std::pair(other.vector, other.trans);
  }
};

} // namespace

/// fixVALUTransUseHazard: five vector instructions or one transcendental one
/// between the result and its use are too few.
static void checkTransUse(const HazardContext &context, unsigned consumer,
                          Reporter &reporter) {
  constexpr unsigned maxVector = 5, maxTrans = 1;
  const MachineFunction &function = context.function;
  constexpr uint32_t waits = kind::VMEM | kind::DS | kind::WaitsForVector;
  searchBackwards(
      function, consumer, Passed(), [&](Passed &passed, unsigned i) {
        if (passed.vector > maxVector || passed.trans > maxTrans ||
            context.is(i, waits))
          return false;
        if (context.is(i, kind::Trans))
          for (RegisterRange written : context[i].writes)
            if (registers::isVector(written.first) &&
                readsExplicitly(function, context[consumer], written)) {
              reporter.report(
                  consumer, i,
                  "a result of a transcendental instruction is read "
                  "without s_waitcnt_depctr va_vdst(0) "
                  "(fixVALUTransUseHazard)");
              return false;
            }
        passed.vector += context.is(i, kind::VALU);
        passed.trans += context.is(i, kind::Trans);
        return true;
      });
}

/// fixVcmpxPermlaneHazards: one vector instruction in between suffices.
static void checkComparePermlane(const HazardContext &context,
                                 unsigned consumer, Reporter &reporter) {
  searchBackwards(context.function, consumer, 0, [&](int &, unsigned i) {
    if (context.is(i, kind::CompareExec)) {
      reporter.report(consumer, i,
                      "lanes are exchanged after a comparison has written "
                      "EXEC, with no vector instruction between "
                      "(fixVcmpxPermlaneHazards)");
      return false;
    }
    return !context.is(i, kind::VALU) || context[i].name == "V_NOP";
  });
}

namespace {

/// fixVALUPartialForwardingHazard: the distance in vector instructions, from
/// the use backwards, of the writes of sources and of EXEC; -1: not found yet.
struct Forwarding {
  std::vector<int> written;
  int exec = -1, vector = 0;

  bool operator<(const Forwarding &other) const {
    return std::tie(written, exec, vector) <
           std::tie(other.written, other.exec, other.vector);
  }
};

} // namespace

/// One source is written before a scalar change of EXEC and one after it, all
/// within a short distance.
static void checkPartialForwarding(const HazardContext &context,
                                   unsigned consumer, Reporter &reporter) {
  constexpr int maxAround = 2, maxAfter = 4, maxVector = 8;
  const MachineFunction &function = context.function;
  const MachineInstruction &use = context[consumer];
  SmallVector<RegisterRange, 4> sources;
  for (unsigned i = use.desc->getNumDefs(), e = use.inst.getNumOperands();
       i < e; ++i) {
    RegisterRange source = explicitOperand(function, use, i);
    if (source.count && source.first >= registers::VGPR &&
        source.first < registers::AGPR &&
        none_of(
            sources,
            [&](RegisterRange other) {
              return other.first == source.first && other.count == source.count;
            }))
      sources.push_back(source);
  }
  if (sources.size() < 2)
    return;
  Forwarding start;
  start.written.assign(sources.size(), -1);
  constexpr uint32_t waits = kind::VMEM | kind::DS | kind::WaitsForVector;
  searchBackwards(
      function, consumer, start, [&](Forwarding &state, unsigned i) {
        if (state.vector > maxVector || context.is(i, waits))
          return false;
        bool changed = false;
        bool hasWritten = any_of(state.written, [](int at) { return at >= 0; });
        if (context.is(i, kind::VALU)) {
          for (unsigned s = 0; s < sources.size(); ++s)
            if (state.written[s] < 0 && context[i].writesRegister(sources[s])) {
              state.written[s] = state.vector;
              changed = true;
            }
        } else if (context.is(i, kind::SALU) && state.exec < 0 && hasWritten &&
                   context[i].writesRegister({registers::ExecLo, 2})) {
          state.exec = state.vector;
          changed = true;
        }
        if (state.vector > maxAfter && !changed && !hasWritten)
          return false;
        if (changed && state.exec >= 0) {
          int before = -1, after = -1;
          for (int at : state.written) {
            if (at < 0)
              continue;
            int &place = at >= state.exec ? before : after;
            place = place < 0 ? at : std::min(place, at);
          }
          if (after >= 0) {
            int between = state.exec - after - 1;
            if (after > maxAfter || between > maxAround)
              return false;
            if (before >= 0) {
              if (before - state.exec + between > maxAround)
                return false;
              reporter.report(
                  consumer, i,
                  "sources were written before and after a change of "
                  "EXEC, without s_waitcnt_depctr va_vdst(0) "
                  "(fixVALUPartialForwardingHazard)");
              return false;
            }
          }
        }
        state.vector += context.is(i, kind::VALU);
        return true;
      });
}

void mlir::prim::checkVectorHazards(const HazardContext &context,
                                    Reporter &reporter) {
  unsigned major = context.chip.encoding.major;
  if (major < 11)
    return;
  bool hasTrans = major == 11 && context.kinds & kind::Trans;
  bool hasComparison = context.kinds & kind::CompareExec;
  bool isWide = major == 11 && context.function.waveSize() == 64;
  for (unsigned i = 0, e = context.kindOf.size(); i < e; ++i) {
    if (hasTrans && context.is(i, kind::VALU))
      checkTransUse(context, i, reporter);
    if (hasComparison && context.is(i, kind::Permlane))
      checkComparePermlane(context, i, reporter);
    if (isWide && context.is(i, kind::VALU))
      checkPartialForwarding(context, i, reporter);
  }
}
