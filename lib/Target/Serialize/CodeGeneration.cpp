//===- CodeGeneration.cpp - From LLVM IR to code object -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent kernels become separate objects, in several threads, and are
// linked to one code object.
//
// LLVM reports some errors through its context and continues; without a handler
// it would end the process. All of them become messages here.
//
//===----------------------------------------------------------------------===//

#include "CodeGeneration.h"

#include "../ROCDL/MetadataNote.h"
#include "../ROCDL/SplitKernels.h"
#include "AssemblyOperands.h"
#include "CodeCache.h"
#include "EmitCode.h"
#include "FenceOrder.h"
#include "MachinePool.h"
#include "OrderNotes.h"
#include "ReleaseWaits.h"
#include "RoundedProducts.h"
#include "Timer.h"
#include "WorkgroupIds.h"
#include "prim/CodeObject/CheckObject.h"
#include "prim/Target/LinkObject.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace mlir::prim;

bool CodeResult::failed() const {
  return !undefined.empty() ||
         llvm::any_of(messages, [](const CodeMessage &message) {
           return message.isError;
         });
}

void mlir::prim::initializeBackEnd() {
  static std::once_flag once;
  std::call_once(once, [] {
    // lld registers all targets whenever it links. With all of them registered
    // here, it does not change a list that other threads may be reading.
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    InitializeAllAsmPrinters();
    // A process that forks must have created the pool before.
    MachinePool::get();
  });
}

namespace {

/// Converts diagnostics of LLVM's context to messages. Remarks are dropped
/// unless requested.
class Collector : public DiagnosticHandler {
public:
  explicit Collector(std::vector<CodeMessage> &messages) : messages(messages) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error && info.getSeverity() != DS_Warning)
      return true;
    CodeMessage message;
    message.isError = info.getSeverity() == DS_Error;
    raw_string_ostream stream(message.text);
    if (auto *source = dyn_cast<DiagnosticInfoSrcMgr>(&info)) {
      const SMDiagnostic &parsed = source->getSMDiag();
      stream << parsed.getMessage();
      if (!parsed.getLineContents().empty())
        stream << " in the assembly '" << parsed.getLineContents().trim()
               << "'";
    } else {
      DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    // Code that MLIR translates has no source locations.
    StringRef text = message.text;
    while (text.consume_front("<unknown>:0:0: "))
      ;
    message.text = text.trim().str();
    if (auto *unsupported = dyn_cast<DiagnosticInfoUnsupported>(&info))
      message.function = unsupported->getFunction().getName();
    else if (auto *limit = dyn_cast<DiagnosticInfoResourceLimit>(&info))
      message.function = limit->getFunction().getName();
    else if (auto *assembly = dyn_cast<DiagnosticInfoInlineAsm>(&info);
             assembly && assembly->getInstruction())
      message.function = assembly->getInstruction()->getFunction()->getName();
    messages.push_back(std::move(message));
    return true;
  }

private:
  std::vector<CodeMessage> &messages;
};

/// Disables some passes of code generation for the functions of one context.
/// The options that disable them affect the whole process.
class SkippedPasses : public OptPassGate {
public:
  explicit SkippedPasses(const Module &module)
      : context(module.getContext()), before(context.getOptPassGate()) {
    for (const Function &function : module)
      if (count_if(function.args(), [](const Argument &argument) {
            return argument.getType()->isPointerTy();
          }) >= manyBuffers)
        addresses.insert(function.getName());
    context.setOptPassGate(*this);
  }
  ~SkippedPasses() override { context.setOptPassGate(before); }

  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef where) const override {
    // "function (name)".
    bool isSkipped = llvm::is_contained(skipped, pass) &&
                     !(pass == strengthReduction &&
                       addresses.contains(where.split('(').second.drop_back()));
    return !isSkipped &&
           (!before.isEnabled() || before.shouldRunPass(pass, where));
  }

private:
  /// From this number of buffers on, addresses exceed the registers unless
  /// addresses within one buffer become offsets. On gfx942 a reduction of 32
  /// members of i64 has 126 spills without these offsets, and none with them.
  static constexpr unsigned manyBuffers = 24;
  static constexpr StringLiteral strengthReduction = "slsr";

  static constexpr StringLiteral skipped[] = {
      // The pass would turn an atomic at one address into a loop over the
      // lanes. prim's kernels combine values within the wave before they access
      // memory.
      "amdgpu-atomic-optimizer",
      // The pass replaces the instructions' own offsets by induction variables:
      // up to 3 % more instructions in reductions, and no notable change
      // elsewhere.
      "Loop Strength Reduction",
      // Earlier passes leave these without work.
      "Loop Invariant Code Motion",
      "nary-reassociate",
      "gvn",
      "consthoist",
      strengthReduction,
      "machinelicm",
      "machine-cp",
      "si-opt-vgpr-liverange",
      // The pass assumes that a value that is poison in lanes that do not
      // define it is in all of them, and removes reads of another lane. LLVM
      // 22.1.8 then leaves the old contents of the register in the other lanes.
      "amdgpu-uniform-intrinsic-combine",
  };

  LLVMContext &context;
  OptPassGate &before;
  /// The functions whose addresses are simplified nevertheless.
  StringSet<> addresses;
};

} // namespace

static bool isAMDGPU(const CodeRequest &request) {
  return Triple(request.triple).isAMDGPU();
}

/// Whether operations of `module` may share a packed instruction: those of 16
/// bits, and sums and products of f32. LLVM's vectorizers can do nothing else
/// for this target.
static bool canPack(const Module &module) {
  auto isPacked = [](const Instruction &instruction) {
    if (!isa<BinaryOperator, IntrinsicInst>(instruction))
      return false;
    const Type *type = instruction.getType()->getScalarType();
    return type->isIntegerTy(16) || type->is16bitFPTy() ||
           (type->isFloatTy() && isa<FPMathOperator>(instruction));
  };
  return llvm::any_of(module, [&](const Function &function) {
    return llvm::any_of(instructions(function), isPacked);
  });
}

/// Whether `function` has private memory, which may remain until selection.
static bool hasPrivateMemory(const Function &function) {
  return llvm::any_of(function.getEntryBlock(), [](const Instruction &each) {
    return isa<AllocaInst>(each);
  });
}

/// Disables passes that do not change prim's kernels.
///
/// At its higher levels LLVM 22 runs InstCombine eight times, a third of the
/// pipeline's time. On MLIR's canonical forms, the third to the seventh run
/// change nothing. EarlyCSE runs three times, and GVN finds the cases of the
/// second and the third run.
static void skipIdlePasses(PassInstrumentationCallbacks &callbacks) {
  static constexpr StringLiteral idle[] = {
      // BDCE finds all cases before it.
      "ADCEPass",
      // Runs four times, and a fifth time in code generation, which finds all
      // cases.
      "AMDGPUUniformIntrinsicCombinePass",
      // Optimises calls through pointers.
      "CalledValuePropagationPass",
      // Handles cases that the correlated values before it have left.
      "ConstraintEliminationPass",
      // Does not run if lanes may diverge.
      "JumpThreadingPass",
      // Helps callers, and kernels have none.
      "PostOrderFunctionAttrsPass",
  };
  callbacks.registerShouldRunOptionalPassCallback(
      [combined = DenseMap<const Function *, unsigned>(),
       eliminated = DenseMap<const Function *, unsigned>()](StringRef pass,
                                                            Any ir) mutable {
        if (is_contained(idle, pass))
          return false;
        const auto *function = any_cast<const Function *>(&ir);
        if (!function)
          return true;
        if (pass == "InstCombinePass") {
          unsigned run = combined[*function]++;
          return run < 2 || run > 6;
        }
        if (pass == "EarlyCSEPass")
          return eliminated[*function]++ == 0;
        if (pass == "DSEPass")
          return hasPrivateMemory(**function);
        return true;
      });
}

/// Keeps vector loads whole.
///
/// VectorCombine turns a load into a load of each element that is used
/// separately, which all elements of a tile are. The loads in the branch for
/// aligned memory then equal those of the other branch and are merged with
/// them. Kernels whose tiles are copied to shared memory have no such branches,
/// and are faster with the pass.
static void keepVectors(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
    const auto *function = any_cast<const Function *>(&ir);
    if (pass != "VectorCombinePass" || !function)
      return true;
    return llvm::any_of(instructions(**function), [](const Instruction &each) {
      const auto *call = dyn_cast<CallInst>(&each);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      return callee && callee->getName().starts_with("llvm.nvvm.cp.async.");
    });
  });
}

/// Runs LLVM's standard pipeline at this level, without passes that have no
/// effect here.
static void optimize(Module &module, TargetMachine &machine, unsigned level) {
  const OptimizationLevel levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  PipelineTuningOptions tuning;
  tuning.LoopUnrolling = tuning.LoopInterleaving = true;
  tuning.LoopVectorization = tuning.SLPVectorization = canPack(module);
  PassInstrumentationCallbacks callbacks;
  if (level > 1 && machine.getTargetTriple().isAMDGPU())
    skipIdlePasses(callbacks);
  if (machine.getTargetTriple().isNVPTX())
    keepVectors(callbacks);
  PassBuilder builder(&machine, tuning, /*PGOOpt=*/{}, &callbacks);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(levels[level]).run(module, modules);
}

/// Adds the compilation target to the module itself, so that printed LLVM IR
/// compiles to the same code without options. Existing attributes of functions
/// stay.
static void nameTarget(Module &module, const CodeRequest &request) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!function.hasFnAttribute("target-cpu"))
      function.addFnAttr("target-cpu", request.chip);
    if (!request.features.empty() &&
        !function.hasFnAttribute("target-features"))
      function.addFnAttr("target-features", request.features);
  }
}

/// Whether the driver defines the function `name` when it loads the code. The
/// conversion of gpu.printf calls one.
static bool isOfDriver(StringRef name, const CodeRequest &request) {
  return Triple(request.triple).isNVPTX() && name == "vprintf";
}

static void findUndefined(Module &module, const CodeRequest &request,
                          CodeResult &result) {
  for (Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() ||
        function.use_empty() || isOfDriver(function.getName(), request))
      continue;
    std::string caller;
    for (User *user : function.users())
      if (auto *instruction = dyn_cast<Instruction>(user))
        caller = instruction->getFunction()->getName();
    result.undefined.push_back({function.getName().str(), caller});
  }
}

/// Optimises `module` and emits the requested kind of code; an object is not
/// linked yet.
static CodeResult generatePart(Module &module, const Target &target,
                               const CodeRequest &request) {
  CodeResult result;
  MachinePool::Loan machine = MachinePool::get().take(target, request);
  module.getContext().setDiagnosticHandler(
      std::make_unique<Collector>(result.messages));
  scope_exit forget([&] {
    module.getContext().setDiagnosticHandler(
        std::make_unique<DiagnosticHandler>());
  });

  {
    Timer timer(result.times.optimisation);
    nameTarget(module, request);
    optimize(module, *machine, request.optLevel);
    keepLoadsAtFences(module);
    noteOrder(module);
    waitAtReleases(module);
    if (const Chip *chip = findAMDGPUChip(request.chip)) {
      keepSignsOfProducts(module);
      moveAssemblyOperands(module, *chip);
      copyWorkgroupIds(module, *chip);
    }
  }
  findUndefined(module, request, result);
  if (result.failed())
    return result;
  if (request.kind == CodeRequest::IR) {
    raw_string_ostream stream(result.bytes);
    module.print(stream, nullptr);
    return result;
  }

  Timer timer(result.times.codeGeneration);
  std::optional<SkippedPasses> gate;
  if (isAMDGPU(request))
    gate.emplace(module);
  Expected<std::string> code =
      emitCode(module, *machine,
               request.kind == CodeRequest::Assembly || !isAMDGPU(request)
                   ? CodeGenFileType::AssemblyFile
                   : CodeGenFileType::ObjectFile,
               result.times.checking);
  if (code)
    result.bytes = std::move(*code);
  else
    result.messages.push_back(
        {/*isError=*/true, "", toString(code.takeError())});
  return result;
}

/// Runs generatePart for each of `parts`, with at most the requested number of
/// threads. The part without bitcode is `module`.
static std::vector<CodeResult>
generateParts(ArrayRef<KernelPart> parts, Module &module, const Target &target,
              const CodeRequest &request, const CodeCache &cache) {
  std::vector<CodeResult> results(parts.size());
  auto generateOf = [&](StringRef bitcode) {
    LLVMContext context;
    Expected<std::unique_ptr<Module>> part =
        parseBitcodeFile(MemoryBufferRef(bitcode, "kernels"), context);
    if (part)
      return generatePart(**part, target, request);
    CodeResult result;
    result.messages.push_back(
        {/*isError=*/true, "", toString(part.takeError())});
    return result;
  };
  auto generate = [&](unsigned index) {
    StringRef bitcode = parts[index].bitcode;
    if (!bitcode.empty())
      results[index] = cache.get(CodeCache::Part, bitcode,
                                 [&](auto &) { return generateOf(bitcode); });
    // A single part is covered by the entry of the whole module.
    else if (parts.size() == 1 || !cache)
      results[index] = generatePart(module, target, request);
    else
      results[index] =
          cache.get(CodeCache::Part, writeBitcode(module), [&](auto &) {
            return generatePart(module, target, request);
          });
  };

  // The largest part comes first, because it may take as long as all others
  // together.
  auto order = llvm::to_vector(llvm::seq<unsigned>(parts.size()));
  llvm::sort(order, [&](unsigned first, unsigned second) {
    return std::pair(parts[second].size, first) <
           std::pair(parts[first].size, second);
  });
  std::atomic<unsigned> next = 0;
  auto work = [&] {
    for (unsigned taken; (taken = next++) < order.size();)
      generate(order[taken]);
  };
  std::vector<std::thread> others;
  // A failure to start a thread would end the process; this many can always be
  // started.
  constexpr size_t most = 16;
  for (size_t i = 1,
              e = std::min({size_t(request.threads), parts.size(), most});
       i < e; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
  return results;
}

/// Combines the parts' messages. Times become shares of the `elapsed`
/// milliseconds, because parts run concurrently.
static CodeResult combine(ArrayRef<CodeResult> parts, double elapsed) {
  CodeResult combined;
  for (const CodeResult &part : parts) {
    llvm::append_range(combined.messages, part.messages);
    llvm::append_range(combined.undefined, part.undefined);
    combined.times += part.times;
  }
  double busy = combined.times.optimisation + combined.times.codeGeneration;
  if (parts.size() > 1 && busy > 0) {
    combined.times.optimisation *= elapsed / busy;
    combined.times.codeGeneration *= elapsed / busy;
    combined.times.checking *= elapsed / busy;
  }
  return combined;
}

/// Appends a line about a check to the file in PRIM_CHECK_RECORD, if set:
/// functions, instructions, orders, notes, reports, and microseconds.
/// Concurrent processes may write to one file. A failure to write is an error.
static void recordCheck(CodeResult &result) {
  std::optional<std::string> path = sys::Process::GetEnv("PRIM_CHECK_RECORD");
  if (!path || path->empty() || !result.checked)
    return;
  std::error_code error;
  {
    raw_fd_ostream file(*path, error, sys::fs::OF_Append);
    if (!error) {
      const CheckCounts &counts = *result.checked;
      // Written in one piece.
      file << counts.functions << ' ' << counts.instructions << ' '
           << counts.orders << ' ' << counts.notes << ' ' << counts.reports
           << ' ' << int64_t(result.times.checking * 1000) << '\n';
      file.flush();
      error = file.error();
      // An uncleared error ends the process.
      file.clear_error();
    }
  }
  if (error)
    result.messages.push_back(
        {/*isError=*/true, "",
         "the file that PRIM_CHECK_RECORD names cannot be written: " +
             error.message()});
}

/// Reports violations of the rules of final code, each as an error of its
/// function.
static void checkLinked(CodeResult &result, unsigned rules) {
  double milliseconds = 0;
  std::optional<CheckResult> check;
  {
    Timer timer(milliseconds);
    Expected<CodeObject> object = CodeObject::create(result.bytes);
    if (object)
      check = checkCode(*object, rules);
    else
      result.messages.push_back(
          {/*isError=*/true, "", toString(object.takeError())});
  }
  result.times.codeGeneration += milliseconds;
  result.times.checking += milliseconds;
  if (!check)
    return;
  result.checked = {check->functions, check->instructions, check->orders,
                    check->notes, check->reports.size()};
  for (const CodeReport &report : check->reports) {
    std::string text;
    raw_string_ostream stream(text);
    print(stream, report);
    result.messages.push_back({/*isError=*/true, report.function,
                               StringRef(text).rtrim().str(),
                               CodeMessage::Check});
  }
}

/// Links the objects of all kernels of `module`, and applies the rules of
/// `request`.
static CodeResult generateLinked(Module &module, const Target &target,
                                 const CodeRequest &request,
                                 const CodeCache &cache) {
  double elapsed = 0;
  std::vector<CodeResult> parts;
  {
    Timer timer(elapsed);
    parts = generateParts(splitKernels(module), module, target, request, cache);
  }
  CodeResult result = combine(parts, elapsed);
  if (result.failed())
    return result;
  Timer timer(result.times.linking);
  std::string error;
  std::optional<SmallVector<char, 0>> linked = linkObjects(
      llvm::map_to_vector(
          parts, [](const CodeResult &part) { return StringRef(part.bytes); }),
      error);
  if (linked)
    if (Error problem = mergeMetadataNotes(*linked)) {
      error = "linking kernels failed: " + toString(std::move(problem));
      linked.reset();
    }
  if (linked)
    result.bytes.assign(linked->begin(), linked->end());
  else
    result.messages.push_back({/*isError=*/true, "", error});
  if (request.checkRules && !result.failed())
    checkLinked(result, request.checkRules);
  return result;
}

CodeResult mlir::prim::generateCode(Module &module,
                                    const CodeRequest &request) {
  std::string error;
  const Target *target =
      TargetRegistry::lookupTarget(Triple(request.triple), error);
  if (!target) {
    CodeResult result;
    result.messages.push_back(
        {/*isError=*/true, "", "LLVM does not have this back end: " + error});
    return result;
  }
  CodeCache cache(request);
  CodeResult result = cache.get(
      CodeCache::Whole, cache ? writeBitcode(module) : std::string(),
      [&](const CodeCache &parts) {
        // PTX is text, so there is no object to link.
        return request.kind != CodeRequest::Object || !isAMDGPU(request)
                   ? generatePart(module, *target, request)
                   : generateLinked(module, *target, request, parts);
      });
  recordCheck(result);
  return result;
}
