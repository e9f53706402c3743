//===- DevicePlan.cpp - How a device op is done -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of launches; and a plan for people to read: what `print-plan`
// of prim-lower-device shows.
//
//===----------------------------------------------------------------------===//

#include "DevicePlan.h"

using namespace mlir;
using namespace mlir::prim;

PlanLaunch &PlanLaunch::pass(const I32Param &param, int32_t value) {
  params[param.name] = {LaunchValue::constant(value)};
  return *this;
}

PlanLaunch &PlanLaunch::pass(const SizeParam &param, const Size &size) {
  LaunchValue value{LaunchValue::Kind::Size};
  value.size = size;
  params[param.name] = {value};
  return *this;
}

PlanLaunch &PlanLaunch::pass(const BasesParam &param,
                             ArrayRef<LaunchValue> bases) {
  params[param.name] = llvm::to_vector(bases);
  return *this;
}

const LaunchValue &PlanLaunch::lookup(const LaunchValue &param) const {
  auto found = params.find(param.name);
  assert(found != params.end() && "the parameter is checked");
  return found->second[param.number];
}

static void printLaunch(llvm::raw_ostream &os, const PlanLaunch &launch,
                        const DevicePlan &plan) {
  const PlanKernel &kernel = plan.kernels[launch.kernel];
  os << kernel.name << " (" << kernel.blockSize << " threads, ";
  launch.schedule.print(os);
  os << ")";
}

void DevicePlan::print(llvm::raw_ostream &os, TuningAttr tuning,
                       MLIRContext *context) const {
  Algorithm algorithm = tuning ? tuning.getAlgorithm() : Algorithm::Default;
  os << "tuning = "
     << TuningAttr::get(context, tile.blockSize, tile.itemsPerThread,
                        algorithm);
  os << "; workspace [";
  llvm::interleaveComma(regions, os, [&](const WorkspaceRegion &region) {
    region.bytes.print(os);
  });
  os << "]";
  for (const PlanCase &planCase : cases) {
    if (planCase.maxElements == INT64_MAX)
      os << "; beyond: ";
    else
      os << "; up to " << planCase.maxElements << ": ";
    if (planCase.launches.empty())
      os << "nothing";
    llvm::interleave(
        planCase.launches, os,
        [&](const PlanLaunch &launch) { printLaunch(os, launch, *this); },
        " then ");
    if (planCase.tile)
      os << " by tiles of " << planCase.tile->items();
    if (planCase.usesWorkspace)
      os << " with workspace";
    if (planCase.guard)
      os << " if " << planCase.guard->text;
  }
}
