//===- prim-fuzz.cpp - Mutated programs through the pipelines --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// prim-fuzz FILE.mlir... --count=N --seed=S: cuts the files into programs,
// changes them, compiles each in a child process, and counts the outcomes.
// Mutant i of seed S is the same on every machine.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"
#include "Seeds.h"
#include "Trial.h"
#include "driver/CommandLine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "prim/InitAllPrim.h"
#include "prim/Target/Serialize.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace prim::fuzz;
using namespace mlir;

namespace {

struct Options {
  std::vector<std::string> files;
  unsigned count = 1000, seed = 1, first = 0, timeLimit = 30;
  std::string save, known, passes;
  bool printOne = false, unchanged = false;
};

/// A known signature that is no defect of prim, from the file that shows it.
struct KnownEnd {
  std::string file;
  std::string signature;
};

} // namespace

static int fail(const llvm::Twine &text) {
  llvm::errs() << "error: " << text << "\n";
  return 1;
}

/// The files in `directory` begin with "// signature: ".
static std::vector<KnownEnd> readKnown(const std::string &directory) {
  std::vector<KnownEnd> known;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(directory, error), end;
       at != end && !error; at.increment(error)) {
    auto file = llvm::MemoryBuffer::getFile(at->path());
    if (!file)
      continue;
    StringRef text = (*file)->getBuffer();
    while (!text.empty()) {
      auto [line, rest] = text.split('\n');
      text = rest;
      if (line.consume_front("// signature: "))
        known.push_back(
            {llvm::sys::path::filename(at->path()).str(), line.trim().str()});
    }
  }
  return known;
}

/// Chooses how to compile: mostly the whole pipeline, for any target; sometimes
/// single passes on input that they are not made for.
static Recipe chooseRecipe(StringRef text, Random &random) {
  static const auto targets = mlir::prim::TargetInfo::all();
  const mlir::prim::TargetInfo *target;
  do
    target = &random.pick(targets);
  while (!target->isAMD());
  std::string chip = "chip=" + target->chip.str();
  std::string features = target->getFeatures();
  // The options must agree with the program's own target, or every trial ends
  // in that one error.
  if (text.contains("#rocdl.target"))
    chip = features = "";
  std::string common = chip;
  if (!features.empty())
    common += " features=" + features;
  auto full = [&](StringRef rest) {
    return "prim-to-rocdl-pipeline{" + common + " " + rest.str() + "}";
  };
  const StringRef levels[] = {"0", "1", "3", "3"};
  std::string level = "opt-level=" + random.pick(levels).str();
  const char *clean = "canonicalize,cse";
  switch (random.below(10)) {
  case 0:
    return {full(level + " format=bin")};
  case 1:
    return {full(level + " format=llvm host=false")};
  case 2:
    return {std::string(clean) + "," + full(level + " format=isa")};
  case 3: {
    const std::string lowerDevice = "prim-lower-device{" + common + "}";
    const StringRef passes[] = {"prim-bufferize",
                                "prim-frontend-to-prim",
                                "prim-linalg-to-prim",
                                "prim-host-kernels",
                                "prim-host-memory",
                                lowerDevice,
                                "prim-lower-grid",
                                "prim-lower-host",
                                "prim-split-index-casts",
                                "gpu.module(prim-vector-to-prim)",
                                "gpu.module(prim-gpu-to-prim)",
                                "gpu.module(prim-lower-block)",
                                "gpu.module(prim-lower-warp)",
                                "gpu.module(prim-expand-kernels)",
                                "gpu.module(prim-gpu-to-rocdl)",
                                "prim-serialize{format=isa}",
                                "canonicalize",
                                "cse",
                                "loop-invariant-code-motion",
                                "control-flow-sink",
                                "sccp"};
    std::string chosen = "prim-attach-target{" + common + "}";
    for (unsigned left = 1 + random.below(4); left; --left)
      chosen += "," + random.pick(passes).str();
    return {chosen};
  }
  default:
    return {full(level + " format=isa")};
  }
}

/// Mutant number `number`, made from one program and one donor.
static std::string makeMutant(const std::vector<std::string> &seeds,
                              Random &random, MLIRContext &context) {
  std::string text = random.pick(seeds);
  const std::string &donor = random.pick(seeds);
  for (unsigned left = 1 + random.below(4); left; --left) {
    if (random.oneIn(2)) {
      text = mutateText(text, donor, random);
      continue;
    }
    auto module = parseSourceString<ModuleOp>(text, &context, "mutant.mlir");
    auto other = parseSourceString<ModuleOp>(donor, &context, "donor.mlir");
    if (!module || !other)
      continue;
    mutateIR(*module, *other, random);
    text = printModule(*module);
  }
  return text;
}

static llvm::Error parse(int argc, char **argv, Options &options,
                         bool &helped) {
  ::prim::tools::CommandLine line("FILE.mlir... [options]",
                                  "Compiles mutants of programs and looks for "
                                  "crashes, hangs and unhelpful errors.");
  line.operands([&](const std::string &text) {
    options.files.push_back(text);
    return llvm::Error::success();
  });
  constexpr unsigned most = 1u << 30;
  line.value("count", options.count, 1, most, "how many mutants (1000)");
  line.value("seed", options.seed, 0, most, "which mutants (1)");
  line.value("first", options.first, 0, most, "number of the first mutant (0)");
  line.value("time-limit", options.timeLimit, 1, most,
             "seconds that one may take (30)");
  line.value("known", options.known, "DIR",
             "programs that end upstream code, with their signatures");
  line.value("save", options.save, "DIR",
             "where the first mutant of every new signature goes");
  line.value("passes", options.passes, "PIPELINE",
             "passes for all of them, and none by chance");
  line.flag("unchanged", options.unchanged,
            "compile each program once, as it is");
  line.flag("print", options.printOne,
            "print the first mutant and how it is compiled, and do no more");
  return line.parse(argc, argv, helped);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  bool helped = false;
  if (llvm::Error error = parse(argc, argv, options, helped))
    return fail(llvm::toString(std::move(error)));
  if (helped)
    return 0;

  registerAllPasses();
  mlir::prim::registerAllPrimPasses();
  DialectRegistry registry;
  mlir::prim::registerProgramDialects(registry);
  mlir::prim::registerSerializeTranslations(registry);
  // One thread, because every mutant is a fork. Errors are formatted as by
  // prim-compile.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  // Mutations insert unregistered ops, which every pass has to keep or to
  // report.
  context.allowUnregisteredDialects();

  std::vector<std::string> seeds;
  for (const std::string &file : options.files)
    if (!readSeeds(file, context, seeds))
      return fail("cannot read " + file);
  if (seeds.empty())
    return fail("the files contain no programs");
  if (options.unchanged) {
    options.first = 0;
    options.count = seeds.size();
  }
  std::vector<KnownEnd> known = readKnown(options.known);
  auto isKnown = [&](const Finding &finding) {
    return llvm::any_of(known, [&](const KnownEnd &end) {
      return StringRef(finding.signature).contains(end.signature);
    });
  };
  if (!options.save.empty())
    llvm::sys::fs::create_directories(options.save);

  std::map<Verdict, unsigned> counts;
  unsigned upstream = 0, wrong = 0;
  std::map<std::string, unsigned> signatures;
  for (unsigned number = options.first; number < options.first + options.count;
       ++number) {
    Random random(options.seed * 1000000007ull + number);
    auto make = [&](MLIRContext &context, Recipe &recipe) {
      std::string text = options.unchanged ? seeds[number]
                                           : makeMutant(seeds, random, context);
      recipe = options.passes.empty() ? chooseRecipe(text, random)
                                      : Recipe{options.passes};
      return text;
    };
    if (options.printOne) {
      Recipe recipe;
      llvm::outs() << make(context, recipe) << "// " << recipe.passes << "\n";
      return 0;
    }
    Finding finding = tryProgram(context, make, options.timeLimit);
    ++counts[finding.verdict];
    if (finding.signature.empty())
      continue;
    unsigned seen = ++signatures[finding.signature];
    if (isKnown(finding)) {
      ++upstream;
      continue;
    }
    ++wrong;
    if (seen > 1)
      continue;
    llvm::errs() << "mutant " << number << " of seed " << options.seed << ": "
                 << finding.signature << "\n";
    if (options.save.empty())
      continue;
    SmallString<128> path(options.save);
    llvm::sys::path::append(path, llvm::Twine(options.seed) + "-" +
                                      llvm::Twine(number) + ".mlir");
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    stream << "// signature: " << finding.signature << "\n// --pass-pipeline='"
           << "builtin.module(" << finding.passes << ")'\n";
    for (StringRef said : llvm::split(finding.details, '\n'))
      stream << "// " << said.take_front(400) << "\n";
    stream << finding.text;
  }
  for (auto &[signature, count] : signatures)
    llvm::outs() << count << " x " << signature << "\n";
  llvm::outs() << seeds.size() << " programs, " << options.count
               << " mutants: " << counts[Verdict::Accepted] << " accepted, "
               << counts[Verdict::Diagnosed] << " diagnosed, "
               << counts[Verdict::DiagnosedByLLVM] << " diagnosed by LLVM, "
               << upstream << " known upstream defects, " << wrong
               << " findings\n";
  return wrong ? 1 : 0;
}
