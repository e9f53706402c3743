//===- LaneForm.cpp - Dependence on the lane --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on lane forms. Results without a form become opaque, with the
// threads among which they still agree.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Analysis/LaneForm.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace mlir;
using namespace mlir::prim;

/// Larger coefficients make a form opaque, because products of two of them must
/// not overflow.
static constexpr int64_t kLargest = int64_t(1) << 31;

static int64_t floorMod(int64_t value, int64_t modulus) {
  int64_t result = value % modulus;
  return result < 0 ? result + modulus : result;
}

//===----------------------------------------------------------------------===//
// UniformGroup, BlockGeometry
//===----------------------------------------------------------------------===//

bool UniformGroup::covers(UniformGroup other) const {
  if (isBlock() || *this == other)
    return true;
  if (other.isBlock() || other.isWave())
    return false;
  return isWave() || size % other.size == 0;
}

UniformGroup UniformGroup::join(UniformGroup a, UniformGroup b) {
  if (a.covers(b))
    return b;
  if (b.covers(a))
    return a;
  return lanes(std::gcd(a.size, b.size));
}

void UniformGroup::print(raw_ostream &os) const {
  if (isBlock())
    os << "block";
  else if (isWave())
    os << "wave";
  else
    os << "lanes(" << size << ")";
}

bool BlockGeometry::isOneWave() const {
  return shape && (*shape)[0] * (*shape)[1] * (*shape)[2] <= waveSize;
}

UniformGroup BlockGeometry::warp(unsigned width) const {
  return width >= waveSize ? UniformGroup::wave() : UniformGroup::lanes(width);
}

UniformGroup BlockGeometry::steps(int64_t step) const {
  return warp(std::gcd<int64_t>(step, waveSize));
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

LaneForm LaneForm::opaque(UniformGroup group) {
  LaneForm form;
  form.group = group;
  return form;
}

LaneForm LaneForm::index(UniformGroup group) {
  LaneForm form = opaque(group);
  form.nonNegative = true;
  return form;
}

LaneForm LaneForm::constant(int64_t value) {
  LaneForm form;
  if (std::abs(value) < kLargest) {
    form.modulus = 0;
    form.residue = value;
  }
  form.nonNegative = value >= 0;
  return form;
}

LaneForm LaneForm::threadId(unsigned dimension) {
  LaneForm form = constant(0);
  form.ids[dimension] = 1;
  return form;
}

LaneForm LaneForm::laneId(const BlockGeometry &geometry) {
  LaneForm form = constant(0);
  form.stride = 1;
  form.period = geometry.waveSize;
  return form;
}

bool LaneForm::operator==(const LaneForm &other) const {
  return ids == other.ids && stride == other.stride && period == other.period &&
         quantum == other.quantum && group == other.group &&
         modulus == other.modulus && residue == other.residue &&
         nonNegative == other.nonNegative;
}

LaneForm LaneForm::normalized() const {
  LaneForm form = *this;
  if (form.modulus)
    form.residue = floorMod(form.residue, form.modulus);
  if (!form.stride)
    form.period = form.quantum = 1;
  bool tooLarge = std::abs(form.residue) >= kLargest ||
                  form.modulus >= kLargest || std::abs(form.stride) >= kLargest;
  for (int64_t id : form.ids)
    tooLarge |= std::abs(id) >= kLargest;
  if (!tooLarge)
    return form;
  // A uniform value stays uniform after any operation.
  UniformGroup known =
      form.stride || form.hasIds() ? UniformGroup::lanes(1) : form.group;
  return opaque(known);
}

std::optional<int64_t> LaneForm::getConstant() const {
  if (stride || hasIds() || modulus != 0)
    return std::nullopt;
  return residue;
}

LaneForm LaneForm::limitedTo(UniformGroup limit) const {
  LaneForm form = *this;
  form.group = UniformGroup::join(group, limit);
  return form;
}

LaneForm LaneForm::join(const LaneForm &a, const LaneForm &b) {
  LaneForm form = a;
  form.group = UniformGroup::join(a.group, b.group);
  form.nonNegative = a.nonNegative && b.nonNegative;
  if (a.ids != b.ids || a.stride != b.stride || a.period != b.period ||
      a.quantum != b.quantum) {
    bool perLane = a.stride || a.hasIds() || b.stride || b.hasIds();
    LaneForm unknown = opaque(perLane ? UniformGroup::lanes(1) : form.group);
    unknown.nonNegative = form.nonNegative;
    return unknown;
  }
  form.modulus =
      std::gcd(std::gcd(a.modulus, b.modulus), a.residue - b.residue);
  return form.normalized();
}

//===----------------------------------------------------------------------===//
// In terms of the lane
//===----------------------------------------------------------------------===//

LaneForm LaneForm::resolve(const BlockGeometry &geometry) const {
  if (!hasIds())
    return *this;
  LaneForm rest = *this;
  rest.ids = {0, 0, 0};
  rest.nonNegative = false;
  LaneForm part = constant(0);
  int64_t waveSize = geometry.waveSize;
  if (!geometry.shape && (ids[1] || ids[2]))
    return opaque(UniformGroup::lanes(1));
  std::array<int64_t, 3> shape =
      geometry.shape.value_or(std::array<int64_t, 3>{0, 1, 1});
  std::array<int64_t, 3> distance = {1, shape[0], shape[0] * shape[1]};
  std::array<int64_t, 3> factor = ids;
  for (unsigned d = 0; d != 3; ++d)
    if (shape[d] == 1)
      factor[d] = 0;
  if (!factor[0] && !factor[1] && !factor[2]) {
    rest.nonNegative = nonNegative;
    return rest;
  }

  // Matches a multiple of the linear id, in which x is the fastest dimension
  // that has more than one thread.
  unsigned fastest = shape[0] != 1 ? 0 : shape[1] != 1 ? 1 : 2;
  bool isLinear = true;
  for (unsigned d = 0; d != 3; ++d)
    isLinear &= shape[d] == 1 || factor[d] == factor[fastest] * distance[d];
  bool onlyRows =
      !factor[0] && (shape[2] == 1 || factor[2] == factor[1] * shape[1]);
  if (isLinear) {
    part.stride = factor[fastest];
    part.period = waveSize;
    if (!geometry.isOneWave()) {
      part.group = UniformGroup::wave();
      part.modulus = std::abs(part.stride) * waveSize;
    }
  } else if (!factor[1] && !factor[2]) {
    part.stride = factor[0];
    part.period = std::gcd(shape[0], waveSize);
    if (part.period != shape[0]) {
      part.group = geometry.steps(part.period);
      part.modulus = std::abs(part.stride) * part.period;
    }
  } else if (onlyRows && waveSize % shape[0] == 0) {
    part.stride = factor[1];
    part.quantum = shape[0];
    part.period = waveSize;
    if (!geometry.isOneWave()) {
      part.group = UniformGroup::wave();
      part.modulus = std::abs(part.stride) * (waveSize / shape[0]);
    }
  } else if (!factor[0]) {
    part.group = geometry.steps(factor[1] ? distance[1] : distance[2]);
    part.modulus = std::gcd(factor[1], factor[2]);
  } else {
    part.group = UniformGroup::lanes(1);
    part.modulus = 1;
  }
  LaneForm sum = add(rest, part.normalized(), geometry);
  sum.nonNegative = nonNegative;
  return sum;
}

UniformGroup LaneForm::getStepGroup(int64_t first, int64_t every,
                                    const BlockGeometry &geometry) const {
  int64_t count = llvm::divideCeil(period, quantum);
  if (every) {
    first = floorMod(first, every);
    if (first == 0)
      first = every;
  }
  if (first <= 0 || first >= count)
    return UniformGroup::block();
  int64_t step = first;
  if (every && first + every < count)
    step = std::gcd(first, every);
  step *= quantum;
  // The steps repeat in every period, not only in the first one of a wave.
  if (period != geometry.waveSize)
    step = std::gcd(step, period);
  return geometry.warp(step);
}

UniformGroup LaneForm::getGroup(const BlockGeometry &geometry) const {
  LaneForm form = resolve(geometry);
  if (!form.stride)
    return form.group;
  return UniformGroup::join(form.group, form.getStepGroup(0, 1, geometry));
}

UniformGroup LaneForm::getSignGroup(const BlockGeometry &geometry) const {
  LaneForm form = resolve(geometry);
  if (!form.stride)
    return form.group;
  if (form.stride < 0) {
    // Uses that f < 0 if and only if -f - 1 >= 0.
    LaneForm opposite = subtract(constant(-1), form, geometry);
    return opposite.getSignGroup(geometry);
  }
  if (form.modulus % form.stride != 0)
    return form.getGroup(geometry);
  // The first number t for which stride * t + u is nonnegative.
  int64_t first = -llvm::divideFloorSigned(form.residue, form.stride);
  return UniformGroup::join(
      form.group,
      form.getStepGroup(first, form.modulus / form.stride, geometry));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LaneForm LaneForm::add(const LaneForm &a, const LaneForm &b,
                       const BlockGeometry &geometry) {
  LaneForm sum = a;
  sum.group = UniformGroup::join(a.group, b.group);
  sum.modulus = std::gcd(a.modulus, b.modulus);
  sum.residue = a.residue + b.residue;
  sum.nonNegative = a.nonNegative && b.nonNegative;
  for (unsigned d = 0; d != 3; ++d)
    sum.ids[d] += b.ids[d];
  const LaneForm &coarse = a.quantum > b.quantum ? a : b;
  const LaneForm &fine = a.quantum > b.quantum ? b : a;
  if (!a.stride || !b.stride) {
    const LaneForm &only = a.stride ? a : b;
    sum.stride = only.stride;
    sum.period = only.period;
    sum.quantum = only.quantum;
  } else if (a.period == b.period && a.quantum == b.quantum) {
    sum.stride += b.stride;
  } else if (fine.period == coarse.quantum && fine.period % fine.quantum == 0 &&
             coarse.stride * fine.quantum == fine.stride * fine.period &&
             (coarse.period == geometry.waveSize ||
              coarse.period % coarse.quantum == 0)) {
    // A quotient times the divisor plus the remainder gives the dividend.
    sum.stride = fine.stride;
    sum.quantum = fine.quantum;
    sum.period = coarse.period;
  } else {
    LaneForm unknown =
        opaque(UniformGroup::join(a.getGroup(geometry), b.getGroup(geometry)));
    unknown.nonNegative = sum.nonNegative;
    return unknown;
  }
  return sum.normalized();
}

LaneForm LaneForm::multiply(int64_t factor) const {
  if (std::abs(factor) >= kLargest)
    return opaque(stride || hasIds() ? UniformGroup::lanes(1) : group);
  LaneForm form = *this;
  for (int64_t &id : form.ids)
    id *= factor;
  form.stride *= factor;
  form.modulus *= std::abs(factor);
  form.residue *= factor;
  form.nonNegative &= factor >= 0;
  return form.normalized();
}

LaneForm LaneForm::subtract(const LaneForm &a, const LaneForm &b,
                            const BlockGeometry &geometry) {
  return add(a, b.multiply(-1), geometry);
}

LaneForm LaneForm::multiply(const LaneForm &a, const LaneForm &b,
                            const BlockGeometry &geometry) {
  if (std::optional<int64_t> factor = b.getConstant())
    return a.multiply(*factor);
  if (std::optional<int64_t> factor = a.getConstant())
    return b.multiply(*factor);
  LaneForm product =
      opaque(UniformGroup::join(a.getGroup(geometry), b.getGroup(geometry)));
  product.nonNegative = a.nonNegative && b.nonNegative;
  // The product is a multiple of every divisor of either factor.
  auto divisor = [](const LaneForm &form) {
    return form.stride || form.hasIds() ? 1
                                        : std::gcd(form.modulus, form.residue);
  };
  product.modulus = std::max<int64_t>(divisor(a) * divisor(b), 1);
  return product.normalized();
}

LaneForm LaneForm::divide(int64_t divisor,
                          const BlockGeometry &geometry) const {
  LaneForm form = resolve(geometry);
  bool exact = form.modulus % divisor == 0 && form.residue % divisor == 0;
  LaneForm quotient = opaque(form.getGroup(geometry));
  if (!form.stride && form.modulus == 0) {
    quotient = form;
    quotient.residue = llvm::divideFloorSigned(form.residue, divisor);
  } else if (!form.stride || (form.stride % divisor == 0 && exact)) {
    if (exact) {
      quotient = form;
      quotient.stride /= divisor;
      quotient.modulus /= divisor;
      quotient.residue /= divisor;
    }
  } else if (form.stride > 0 && divisor % form.stride == 0 &&
             form.modulus % form.stride == 0) {
    int64_t steps = divisor / form.stride;
    if (exact) {
      quotient = form;
      quotient.stride = form.quantum * steps < form.period ? 1 : 0;
      quotient.quantum = form.quantum * steps;
      quotient.modulus /= divisor;
      quotient.residue /= divisor;
    } else {
      int64_t first = -llvm::divideFloorSigned(form.residue, form.stride);
      int64_t every = std::gcd(steps, form.modulus / form.stride);
      quotient = opaque(UniformGroup::join(
          form.group, form.getStepGroup(first, every, geometry)));
    }
  }
  quotient.nonNegative = nonNegative;
  return quotient.normalized();
}

LaneForm LaneForm::remainder(int64_t divisor,
                             const BlockGeometry &geometry) const {
  LaneForm form = resolve(geometry);
  LaneForm result = opaque(form.getGroup(geometry));
  int64_t count = llvm::divideCeil(form.period, form.quantum);
  if (!form.stride) {
    result.modulus = std::gcd(form.modulus, divisor);
    result.residue = form.residue;
    if (form.modulus % divisor == 0) {
      result = constant(floorMod(form.residue, divisor));
    }
  } else if (form.stride > 0 && form.modulus % divisor == 0 &&
             form.residue % divisor == 0 && divisor % form.stride == 0) {
    int64_t within = divisor / form.stride * form.quantum;
    if (within >= form.period) {
      result = form;
      result.group = UniformGroup::block();
      result.modulus = result.residue = 0;
    } else if (form.period == geometry.waveSize || form.period % within == 0) {
      result = form;
      result.period = within;
      result.group = UniformGroup::block();
      result.modulus = result.residue = 0;
    }
  } else if (form.stride > 0 && form.modulus > 0 &&
             divisor % form.modulus == 0 && form.residue == 0 &&
             form.stride * (count - 1) < form.modulus) {
    // The multiple of the modulus wraps around, and the rest is added to the
    // result.
    result = form;
  }
  result.nonNegative = true;
  return result.normalized();
}

LaneForm LaneForm::andMask(int64_t mask, const BlockGeometry &geometry) const {
  if (mask > 0 && mask < kLargest && llvm::isPowerOf2_64(mask + 1))
    return remainder(mask + 1, geometry);
  int64_t low = mask ? int64_t(1) << llvm::countr_zero(uint64_t(mask)) : 1;
  if (low >= kLargest)
    return opaque(getGroup(geometry));
  // Only bits from the lowest bit of the mask on affect the result.
  LaneForm upper = divide(low, geometry);
  if (mask == -low)
    return upper.multiply(low);
  LaneForm result = opaque(upper.getGroup(geometry));
  result.modulus = low;
  result.nonNegative = nonNegative || mask >= 0;
  return result;
}

LaneForm LaneForm::bitOr(const LaneForm &a, const LaneForm &b,
                         const BlockGeometry &geometry) {
  LaneForm resolved[] = {a.resolve(geometry), b.resolve(geometry)};
  for (unsigned i = 0; i != 2; ++i) {
    const LaneForm &small = resolved[i], &large = resolved[1 - i];
    if (small.modulus != 0 || small.stride < 0 || small.residue < 0)
      continue;
    int64_t count = llvm::divideCeil(small.period, small.quantum);
    int64_t bound =
        llvm::PowerOf2Ceil(small.stride * (count - 1) + small.residue + 1);
    if (large.modulus % bound == 0 && large.residue % bound == 0 &&
        large.stride % bound == 0)
      return add(resolved[0], resolved[1], geometry);
  }
  LaneForm result =
      opaque(UniformGroup::join(a.getGroup(geometry), b.getGroup(geometry)));
  result.nonNegative = a.nonNegative && b.nonNegative;
  return result;
}

UniformGroup LaneForm::compare(arith::CmpIPredicate predicate,
                               const LaneForm &a, const LaneForm &b,
                               const BlockGeometry &geometry) {
  LaneForm difference = subtract(a, b, geometry);
  auto less = [&] { return difference.getSignGroup(geometry); };
  auto lessOrEqual = [&] {
    return subtract(difference, constant(1), geometry).getSignGroup(geometry);
  };
  UniformGroup result;
  bool isUnsigned = false;
  switch (predicate) {
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return UniformGroup::join(less(), lessOrEqual());
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::uge:
    isUnsigned = true;
    [[fallthrough]];
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sge:
    result = less();
    break;
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::ugt:
    isUnsigned = true;
    [[fallthrough]];
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::sgt:
    result = lessOrEqual();
    break;
  }
  // An unsigned comparison treats negative values as the largest ones.
  for (const LaneForm *form : {&a, &b})
    if (isUnsigned && !form->nonNegative)
      result = UniformGroup::join(result, form->getSignGroup(geometry));
  return result;
}

LaneForm LaneForm::convert(unsigned bits, const BlockGeometry &geometry) const {
  // Types narrower than 16 bits cannot hold the ids of a block.
  if (bits < 16 || (!nonNegative && (stride || hasIds())))
    return opaque(getGroup(geometry));
  LaneForm form = *this;
  if (!nonNegative && form.modulus != 0 && bits < 63)
    form.modulus = std::gcd(form.modulus, int64_t(1) << bits);
  return form.normalized();
}

LaneForm LaneForm::induction(const LaneForm &lower, const LaneForm &step,
                             const BlockGeometry &geometry) {
  if (step.stride || step.hasIds())
    return opaque(
        UniformGroup::join(lower.getGroup(geometry), step.getGroup(geometry)));
  LaneForm form = lower;
  form.group = UniformGroup::join(lower.group, step.group);
  form.modulus = std::gcd(lower.modulus, std::gcd(step.modulus, step.residue));
  // The step is positive.
  return form.normalized();
}
