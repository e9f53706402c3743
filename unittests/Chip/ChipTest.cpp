//===- ChipTest.cpp - A chip that is not in the table -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles for the chips of Rows.inc, and executes their code on the emulator.
// Compares all rows with LLVM's data.
//
//===----------------------------------------------------------------------===//

#include "../Execution/Fixture.h"
#include "prim/CodeObject/CheckObject.h"
#include "prim/Execution/Compilation.h"
#include "prim/Target/BackEnd.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/TargetParser.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace mlir::prim;

static const char *const kProgram = R"mlir(
func.func @scan(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
func.func @reduce(%x: memref<?xi32>, %o: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<i32>)
  return
}
func.func @sort(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
)mlir";

/// Options for `chip`. LLVM runs in this process, because prim-codegen does not
/// know the chip.
static CompileOptions forChip(llvm::StringRef chip,
                              llvm::StringRef features = "") {
  CompileOptions options;
  options.chip = chip.str();
  options.features = features.str();
  options.isolate = "none";
  return options;
}

static std::vector<int32_t> someValues(size_t count) {
  std::vector<int32_t> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<int32_t>(i * 7919 % 1009) - 500;
  return values;
}

/// A row that says less than LLVM makes slow code, and one that says more makes
/// code that a GPU refuses.
TEST(Chip, RowsAgreeWithLLVM) {
  initializeBackEnd();
  std::string error;
  for (const Chip &row : chips) {
    SCOPED_TRACE(row.chip);
    TargetInfo target = *TargetInfo::get(row.chip, "", error);
    llvm::Triple triple(target.getTriple());
    const llvm::Target *llvmTarget =
        llvm::TargetRegistry::lookupTarget(triple, error);
    ASSERT_NE(llvmTarget, nullptr) << error;
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
        llvmTarget->createMCSubtargetInfo(triple, row.chip, ""));
    EXPECT_TRUE(subtarget->isCPUStringValid(row.chip));
    if (row.family != TargetFamily::AMDGPU)
      continue;

    auto version = llvm::AMDGPU::getIsaVersion(row.chip);
    EXPECT_EQ(row.encoding.major, version.Major);
    EXPECT_EQ(row.encoding.minor, version.Minor);
    EXPECT_EQ(row.encoding.stepping, version.Stepping);
    EXPECT_EQ(row.wave32, version.Major >= 10);
    const std::pair<const char *, bool> facts[] = {
        {"vop3p", target.has(PackedHalves)},
        {"permlane16-swap", target.has(PermlaneSwap)},
        {"bitop3-insts", target.has(BitOp3)},
        {"ieee-minimum-maximum-insts", target.has(MinimumInVOP3)},
        {"fp8-conversion-insts",
         target.has(ConvertsFNUZ) || target.has(ConvertsOCP)},
        {"fp8-cvt-scale-insts", target.has(ConvertsScaled)},
        {"packed-tid", row.encoding.packedWorkItemIds},
    };
    for (auto [feature, has] : facts)
      EXPECT_EQ(subtarget->checkFeatures("+" + std::string(feature)), has)
          << feature;
    // LLVM ignores a feature whose name it does not know.
    std::set<llvm::StringRef> known;
    for (const llvm::SubtargetFeatureKV &feature :
         subtarget->getAllProcessorFeatures())
      known.insert(feature.Key);
    for (llvm::StringRef list : {row.features, row.fixedFeatures})
      for (llvm::StringRef feature : llvm::split(list, ','))
        EXPECT_TRUE(feature.empty() || known.count(feature.ltrim("+-")))
            << feature.str();
  }
}

TEST(Chip, RowsExecute) {
  auto device = take(Device::open("emulator", "gfx1101", EMULATOR));
  for (const char *features : {"", "+wavefrontsize64"}) {
    SCOPED_TRACE(features);
    auto program =
        take(Program::compile(kProgram, forChip("gfx1101", features)));
    auto run = [&](const char *name, const std::vector<int32_t> &x,
                   const Array &out) {
      const Signature *function = take(program->getSignatures().find(name));
      return toValues(
          take(program->run(*device, *function, {toArray(x), out}, {1}))
              .outputs[0]);
    };
    for (size_t count : {1, 100, 20000}) {
      std::vector<int32_t> x = someValues(count), expected(count);
      std::partial_sum(x.begin(), x.end(), expected.begin());
      EXPECT_EQ(run("scan", x, toArray(x)), expected);
      EXPECT_EQ(run("reduce", x, toArray({0}, {})),
                std::vector<int32_t>{expected.back()});
      expected = x;
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(run("sort", x, toArray(x)), expected);
    }
  }
}

/// The rules for hazards, waits and memory order depend on the chip.
TEST(Chip, CodeIsChecked) {
  for (const EmittedObject &object :
       take(compileToObjects(kProgram, Stage::Object, forChip("gfx1101")))) {
    CodeObject code = take(CodeObject::create(object.bytes));
    EXPECT_STREQ(code.chip->chip, "gfx1101");
    CheckResult result = checkCode(code);
    EXPECT_GT(result.instructions, 0u);
    EXPECT_GT(result.orders, 0u);
    EXPECT_TRUE(result.reports.empty());
  }
}

TEST(Chip, MakesPTX) {
  auto objects =
      take(compileToObjects(kProgram, Stage::Assembly, forChip("sm_89")));
  ASSERT_FALSE(objects.empty());
  EXPECT_NE(objects.front().bytes.find(".target sm_89"), std::string::npos);
}

/// The emulator and prim-check find the row of an object by this number.
TEST(Chip, ObjectsNameTheirRow) {
  for (const TargetInfo &target : TargetInfo::all()) {
    if (!target.isAMD())
      continue;
    SCOPED_TRACE(target.chip.str() + target.getFeatures());
    auto objects = take(compileToObjects(
        "func.func @f(%x: memref<?xi32>, %o: memref<?xi32>) {\n"
        "  prim.device_scan inclusive add ins(%x : memref<?xi32>)\n"
        "      outs(%o : memref<?xi32>)\n"
        "  return\n"
        "}",
        Stage::Object, forChip(target.chip, target.getFeatures())));
    ASSERT_EQ(objects.size(), 1u);
    CodeObject code = take(CodeObject::create(objects.front().bytes));
    EXPECT_EQ(code.chip->chip, target.chip);
  }
}
