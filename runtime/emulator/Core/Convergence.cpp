//===- Convergence.cpp - Places that threads come to together ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares EXEC with the lanes that exist, and the waves of a group with each
// other. Checking barriers alone is not enough: the hardware counts waves that
// have ended as arrived, and lets waves wait at different instructions.
//
//===----------------------------------------------------------------------===//

#include "Core/Convergence.h"

#include "Core/Launch.h"

#include <algorithm>
#include <cstring>

using namespace prim::emulator;

bool prim::emulator::readConvergencePoints(
    const uint8_t *bytes, size_t size, uint64_t base,
    std::vector<ConvergencePoint> &points) {
  constexpr size_t kFixed = sizeof(uint64_t) + sizeof(uint32_t);
  while (size) {
    if (size <= kFixed)
      return false;
    ConvergencePoint point;
    std::memcpy(&point.address, bytes, sizeof(point.address));
    std::memcpy(&point.width, bytes + sizeof(point.address),
                sizeof(point.width));
    point.address += base;
    const auto *text = reinterpret_cast<const char *>(bytes + kFixed);
    size_t length = strnlen(text, size - kFixed);
    if (length == size - kFixed)
      return false;
    point.text.assign(text, length);
    points.push_back(std::move(point));
    bytes += kFixed + length + 1;
    size -= kFixed + length + 1;
  }
  return true;
}

/// The lanes of a mask in readable form: "0-4, 7".
static std::string listLanes(uint64_t mask) {
  std::string text;
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 < 64 && mask >> (last + 1) & 1)
      ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lane);
    if (last != lane)
      text += "-" + std::to_string(last);
    lane = last;
  }
  return text;
}

static uint64_t lowBits(uint64_t count) {
  return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

/// The lanes of a wave for which the block has threads.
static uint64_t existingLanes(const Wave &wave) {
  uint64_t before = uint64_t(wave.indexInGroup) * wave.lanes;
  uint64_t threads = wave.launch->parameters.block.count() - before;
  return lowBits(std::min<uint64_t>(threads, wave.lanes));
}

/// Drops the places that all waves have passed.
static void dropPassed(Group &group) {
  uint64_t least = ~uint64_t(0);
  for (Wave *wave : group.waves)
    least = std::min(least, context(*wave).collectives);
  CollectiveOrder &order = group.collectives;
  while (order.dropped < least && !order.places.empty()) {
    order.places.pop_front();
    ++order.dropped;
  }
}

/// Compares the next place of the block that a wave reaches with the places
/// that other waves have reached.
static void comeTo(Wave &wave, const Instruction &inst,
                   const ConvergencePoint &point) {
  Group &group = *wave.group;
  CollectiveOrder &order = group.collectives;
  uint64_t number = context(wave).collectives++;
  uint64_t known = order.dropped + order.places.size();
  if (number < known) {
    const ConvergencePoint &other = *order.places[number - order.dropped];
    if (!other.isSame(point))
      return wave.fault(inst, -1,
                        "%s is run by this wave while other waves of the block "
                        "run %s; all waves must reach it",
                        point.text.c_str(), other.text.c_str());
    if (number == order.dropped)
      dropPassed(group);
    return;
  }
  for (Wave *other : group.waves)
    if (other->state == WaveState::Finished &&
        context(*other).collectives <= number)
      return wave.fault(inst, -1,
                        "%s is run without wave %u, which has ended; all waves "
                        "of the block must reach it",
                        point.text.c_str(), other->indexInGroup);
  order.places.push_back(&point);
}

void prim::emulator::checkConvergence(Wave &wave, const Instruction &inst) {
  const ConvergencePoint &point =
      *wave.launch->program->convergence.at(inst.index);
  uint64_t active = wave.exec(), exists = existingLanes(wave);
  // A wave may pass through code without an active lane.
  if (!active)
    return;
  unsigned width = point.width ? point.width : wave.lanes;
  for (unsigned start = 0; start < wave.lanes; start += width) {
    uint64_t warp = lowBits(width) << start & exists;
    uint64_t missing = warp & ~active;
    if (!missing || (point.width && missing == warp))
      continue;
    return wave.fault(
        inst, -1,
        "%s is run with only some of the lanes %s: lanes %s are "
        "active, lanes %s are missing",
        point.text.c_str(), point.width ? "of a logical warp" : "of the block",
        listLanes(warp & active).c_str(), listLanes(missing).c_str());
  }
  if (!point.width)
    comeTo(wave, inst, point);
}

void prim::emulator::checkConvergenceAtEnd(Wave &wave) {
  const CollectiveOrder &order = wave.group->collectives;
  uint64_t number = context(wave).collectives;
  if (number >= order.dropped + order.places.size())
    return;
  wave.fault(*(wave.next - 1), -1,
             "the wave ends without %s, which other waves of the block run; "
             "all waves must reach it",
             order.places[number - order.dropped]->text.c_str());
}

void Program::check(const std::vector<ConvergencePoint> &points) {
  for (const ConvergencePoint &point : points)
    if (const Instruction *inst = at(point.address)) {
      convergence[inst->index] = &point;
      instructions[inst->index].handler = checkConvergence;
    }
}
