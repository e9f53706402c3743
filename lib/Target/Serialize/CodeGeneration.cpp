//===- CodeGeneration.cpp - From LLVM IR to code object -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that have nothing in common become objects each by itself, in several
// threads, and are linked to one code object.
//
// LLVM reports some errors through its context and goes on; without a handler
// there it would end the process. All of them become messages here.
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
    // All of them, which lld registers whenever it links: then it changes
    // nothing in a list that other threads may be reading.
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    InitializeAllAsmPrinters();
    // Whoever forks has called this.
    MachinePool::get();
  });
}

namespace {

/// Turns what LLVM reports through its context into messages. Remarks are for
/// those who ask for them.
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
    // There are no locations of source files in what MLIR translates.
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

/// Keeps some passes of code generation from the functions of one context;
/// options that switch them off are the whole process's.
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
  /// So many buffers have more addresses than there are registers, unless
  /// addresses within one buffer become offsets. On gfx942 a reduction of 32
  /// members of i64 has 126 spills without that, and none with it.
  static constexpr unsigned manyBuffers = 24;
  static constexpr StringLiteral strengthReduction = "slsr";

  static constexpr StringLiteral skipped[] = {
      // It would turn an atomic at one address into a loop over the lanes;
      // prim's kernels combine within the wave before they go to memory.
      "amdgpu-atomic-optimizer",
      // It trades the instructions' own offsets for induction variables: up to
      // 3 % more instructions in reductions and nothing to speak of elsewhere.
      "Loop Strength Reduction",
      // Nothing is left for them behind what has run by then.
      "Loop Invariant Code Motion",
      "nary-reassociate",
      "gvn",
      "consthoist",
      strengthReduction,
      "machinelicm",
      "machine-cp",
      "si-opt-vgpr-liverange",
      // It takes a value that is poison in lanes that do not define it to be in
      // all of them, and reads of another lane away: LLVM 22.1.8 then leaves in
      // the other lanes what was in the register.
      "amdgpu-uniform-intrinsic-combine",
  };

  LLVMContext &context;
  OptPassGate &before;
  /// The functions that have their addresses simplified all the same.
  StringSet<> addresses;
};

} // namespace

static bool isAMDGPU(const CodeRequest &request) {
  return Triple(request.triple).isAMDGPU();
}

/// Whether operations of `module` may share a packed instruction, which is all
/// that LLVM's vectorizers can do for this target: those of 16 bits, and sums
/// and products of f32.
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

/// Keeps passes from running that change nothing in prim's kernels.
///
/// LLVM 22 cleans up by InstCombine eight times at its higher levels, a third
/// of the pipeline's time. MLIR's canonical forms leave less, nothing for the
/// third to the seventh time.
static void skipIdlePasses(PassInstrumentationCallbacks &callbacks) {
  static constexpr StringLiteral idle[] = {
      // Four times, and a fifth time in code generation, which finds all.
      "AMDGPUUniformIntrinsicCombinePass",
      // For calls through pointers.
      "CalledValuePropagationPass",
      // What the correlated values before it have left.
      "ConstraintEliminationPass",
      // Not where lanes may branch apart.
      "JumpThreadingPass",
  };
  callbacks.registerShouldRunOptionalPassCallback(
      [runs = DenseMap<const Function *, unsigned>()](StringRef pass,
                                                      Any ir) mutable {
        if (is_contained(idle, pass))
          return false;
        const auto *function = any_cast<const Function *>(&ir);
        if (pass != "InstCombinePass" || !function)
          return true;
        unsigned run = runs[*function]++;
        return run < 2 || run > 6;
      });
}

/// Leaves vector loads whole.
///
/// VectorCombine makes a load of each element that is looked at alone, as is
/// every one of a tile's. Those of the branch for aligned memory are then the
/// same as the other branch's, and are merged with them. Kernels whose tiles
/// are copied to shared memory have no such branches, and are faster with it.
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

/// LLVM's standard pipeline at this level, without what does nothing here.
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

/// Says in the module itself what it is compiled for: LLVM IR that is printed
/// and compiled elsewhere needs no options to become the same code. What a
/// function says of itself stays.
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

static void findUndefined(Module &module, CodeResult &result) {
  for (Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() ||
        function.use_empty())
      continue;
    std::string caller;
    for (User *user : function.users())
      if (auto *instruction = dyn_cast<Instruction>(user))
        caller = instruction->getFunction()->getName();
    result.undefined.push_back({function.getName().str(), caller});
  }
}

/// Optimises `module` and emits what `request` asks for; an object is not
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
      moveAssemblyOperands(module, *chip);
      copyWorkgroupIds(module, *chip);
    }
  }
  findUndefined(module, result);
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

/// generatePart for each of `parts`, in as many threads as `request` allows.
/// The part without bitcode is `module`.
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
    // Alone, it is what the whole module's entry is of.
    else if (parts.size() == 1 || !cache)
      results[index] = generatePart(module, target, request);
    else
      results[index] =
          cache.get(CodeCache::Part, writeBitcode(module), [&](auto &) {
            return generatePart(module, target, request);
          });
  };

  // The largest first: it may take as long as all others together.
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
  // A thread that cannot be had would end the process; so many always can.
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

/// The parts' messages, and their times as shares of the `elapsed`
/// milliseconds, which several of them can have taken at once.
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

/// Adds a line of what was checked to the file that PRIM_CHECK_RECORD names, if
/// it names one: functions, instructions, orders, notes, reports, and
/// microseconds. Processes that run side by side may write to one file. What
/// keeps it from doing so is an error.
static void recordCheck(CodeResult &result) {
  std::optional<std::string> path = sys::Process::GetEnv("PRIM_CHECK_RECORD");
  if (!path || path->empty() || !result.checked)
    return;
  std::error_code error;
  {
    raw_fd_ostream file(*path, error, sys::fs::OF_Append);
    if (!error) {
      const CheckCounts &counts = *result.checked;
      // Written as a whole.
      file << counts.functions << ' ' << counts.instructions << ' '
           << counts.orders << ' ' << counts.notes << ' ' << counts.reports
           << ' ' << int64_t(result.times.checking * 1000) << '\n';
      file.flush();
      error = file.error();
      // Else the stream ends the process.
      file.clear_error();
    }
  }
  if (error)
    result.messages.push_back(
        {/*isError=*/true, "",
         "the file that PRIM_CHECK_RECORD names cannot be written: " +
             error.message()});
}

/// Reports what the rules of final code find, each as an error of its function.
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

/// Objects of all kernels of `module`, linked, and looked at by the rules that
/// `request` names.
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
      error = "linking kernels gave " + toString(std::move(problem));
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
        {/*isError=*/true, "", "LLVM has no such back end: " + error});
    return result;
  }
  CodeCache cache(request);
  CodeResult result = cache.get(
      CodeCache::Whole, cache ? writeBitcode(module) : std::string(),
      [&](const CodeCache &parts) {
        // PTX is text, whoever assembles it.
        return request.kind != CodeRequest::Object || !isAMDGPU(request)
                   ? generatePart(module, *target, request)
                   : generateLinked(module, *target, request, parts);
      });
  recordCheck(result);
  return result;
}
