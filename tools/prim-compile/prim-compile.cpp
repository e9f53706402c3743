//===- prim-compile.cpp - Compiles kernels ahead of time -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// prim-compile FILE.mlir --chip=CHIP -o FILE.hsaco: compiles the kernels of a
// file to a code object, assembly, LLVM IR or MLIR, and lists their hardware
// resources. It also compiles functions to a shared library with a C header.
// Output files are written atomically.
//
//===----------------------------------------------------------------------===//

#include "driver/CommandLine.h"
#include "driver/Input.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/CodeObject/CheckObject.h"
#include "prim/Execution/SharedLibrary.h"
#include "prim/Support/ProgramCache.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::prim;
using namespace prim::tools;

static int fail(const llvm::Twine &text) {
  llvm::errs() << "error: " << text << "\n";
  return 1;
}

/// One row per kernel of the code objects in `module`.
static void printKernelInfo(llvm::raw_ostream &stream, mlir::ModuleOp module) {
  struct Column {
    const char *title;
    const char *field;
  };
  constexpr Column columns[] = {
      {"VGPRs", "vgpr_count"},
      {"AGPRs", "agpr_count"},
      {"SGPRs", "sgpr_count"},
      {"VGPR spills", "vgpr_spill_count"},
      {"SGPR spills", "sgpr_spill_count"},
      {"LDS bytes", "group_segment_fixed_size"},
      {"scratch bytes", "private_segment_fixed_size"},
      {"wave", "wavefront_size"},
      {"max threads", "max_flat_workgroup_size"},
  };
  stream << llvm::left_justify("kernel", 40);
  for (const Column &column : columns)
    stream << "  " << column.title;
  stream << "\n";
  for (auto binary : module.getOps<mlir::gpu::BinaryOp>())
    for (auto object :
         binary.getObjects().getAsRange<mlir::gpu::ObjectAttr>()) {
      if (!object.getKernels())
        continue;
      for (mlir::gpu::KernelMetadataAttr kernel : object.getKernels()) {
        stream << llvm::left_justify(
            (binary.getName() + "::" + kernel.getName().getValue()).str(), 40);
        for (const Column &column : columns) {
          std::string text = "-";
          // For fields that the code object lacks, such as AGPRs on a chip
          // without them, upstream reports a value with all bits set.
          auto value = llvm::dyn_cast_or_null<mlir::IntegerAttr>(
              kernel.getAttr(column.field));
          if (value && !value.getValue().trunc(32).isAllOnes())
            text = std::to_string(value.getInt());
          stream << "  " << llvm::right_justify(text, strlen(column.title));
        }
        stream << "\n";
      }
    }
}

/// Applies the rules of final code to a code object. Returns whether there are
/// no reports, and prints them otherwise.
static bool isClean(llvm::StringRef name, llvm::StringRef bytes) {
  llvm::Expected<CodeObject> object = CodeObject::create(bytes);
  if (!object) {
    fail(name + ": " + llvm::toString(object.takeError()));
    return false;
  }
  CheckResult result = checkCode(*object);
  for (const CodeReport &report : result.reports) {
    llvm::errs() << "error: the code is wrong on hardware: " << name << "::";
    print(llvm::errs(), report);
  }
  return result.reports.empty();
}

/// Prints the target table: chip, family, lanes of a wave, and the features
/// that select that wave size ("-" for the chip's default).
static void printTargets(llvm::raw_ostream &stream) {
  for (const mlir::prim::TargetInfo &target : mlir::prim::TargetInfo::all()) {
    std::string features = target.getFeatures();
    stream << target.chip << " " << target.getFamily().listedAs << " "
           << target.waveSize << " " << (features.empty() ? "-" : features)
           << "\n";
  }
}

/// Writes a temporary file beside the destination, which replaces it at the
/// end.
static int write(const std::string &path, const std::string &bytes) {
  if (path == "-") {
    llvm::outs() << bytes;
    return 0;
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &stream) {
    stream << bytes;
    return llvm::Error::success();
  });
  if (error)
    return fail("cannot write " + path + ": " +
                llvm::toString(std::move(error)));
  return 0;
}

/// The additional options of --emit=shared.
struct LibraryRequest {
  std::string library, header;
  std::optional<std::string> prefix, runPath;
};

/// The path of foo.h beside libfoo.so.
static std::string getHeaderBeside(llvm::StringRef library) {
  llvm::StringRef name = llvm::sys::path::filename(library);
  llvm::SmallString<128> path(llvm::sys::path::parent_path(library));
  llvm::StringRef stem = name.split('.').first;
  stem.consume_front("lib");
  llvm::sys::path::append(path, stem + ".h");
  return path.str().str();
}

/// Compiles `file` to a shared library and a header.
static int emitLibrary(const std::string &file, const LibraryRequest &request,
                       const CompileOptions &options) {
  LibraryOptions library;
  library.fileName = llvm::sys::path::filename(request.library);
  std::string header = request.header.empty() ? getHeaderBeside(request.library)
                                              : request.header;
  library.headerName = llvm::sys::path::filename(header);
  library.prefix = request.prefix;
  if (request.runPath)
    library.runPath = *request.runPath;
  if (header == request.library)
    return fail(
        "library and header are one file; name the header with --header");

  Input input;
  mlir::FailureOr<Compilation> compilation = input.load(file, options);
  if (mlir::failed(compilation))
    return 1;
  library.source = input.getSource();
  std::string chips = options.chip.empty()
                          ? compilation->getOwnChip().value_or("")
                          : options.chip;
  if (!chips.empty())
    for (llvm::StringRef chip : llvm::split(chips, ','))
      library.chips.push_back(chip.str());
  mlir::FailureOr<SharedLibrary> made =
      compileToLibrary(compilation->getModule(), library, options);
  if (mlir::failed(made))
    return 1;
  // The header is written first, so that every library has a matching header.
  if (int status = write(header, made->header))
    return status;
  return write(request.library, made->bytes);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::string file, output, emit = "hsaco", moduleName;
  bool kernelInfo = false, check = false, listTargets = false, helped = false;
  CompileOptions options;
  CommandLine line("FILE.mlir --chip=CHIP -o FILE [options]",
                   "Compiles the kernels of an MLIR file with prim ops, at any "
                   "level, for a chip, or its functions to a shared "
                   "library for several.");
  line.operands([&](const std::string &text) -> llvm::Error {
    if (!file.empty())
      return llvm::createStringError("expected one file, found '" + text +
                                     "' too");
    file = text;
    return llvm::Error::success();
  });
  line.value("o", output, "FILE",
             "where the output goes; - is the standard output (the default for "
             "everything but hsaco)");
  line.value(
      "emit", emit, "KIND",
      "hsaco, isa, llvm, mlir, or shared: a library of the functions, for "
      "several chips as in --chip=gfx942,gfx1100");
  addCompileOptions(line, options);
  LibraryRequest library;
  line.value("header", library.header, "FILE",
             "--emit=shared: where the C header goes (foo.h beside libfoo.so)");
  line.value("prefix", library.prefix, "TEXT",
             "--emit=shared: what the functions' names begin with in C (foo_ "
             "in libfoo.so)");
  line.value("rpath", library.runPath, "LIST",
             "--emit=shared: where the loader looks for the runtime first "
             "($ORIGIN: beside the library)");
  line.value("module", moduleName, "NAME",
             "which gpu.module to write, where the file makes several");
  line.flag("kernel-info", kernelInfo,
            "print registers, memory and spills of every kernel");
  line.flag(
      "check", check,
      "look in the code object for what AMD's hardware does not forgive, as "
      "prim-check does");
  line.flag("list-targets", listTargets,
            "print every chip and wave size there is, and the features that "
            "select it");
  if (llvm::Error error = line.parse(argc, argv, helped))
    return fail(llvm::toString(std::move(error)));
  if (helped)
    return 0;
  if (listTargets) {
    printTargets(llvm::outs());
    return 0;
  }
  if (file.empty())
    return fail("no file to compile; --help lists the options");
  if (emit == "shared") {
    if (kernelInfo || check || !moduleName.empty())
      return fail("--emit=shared takes all kernels; use --kernel-info, --check "
                  "and --module with --emit=hsaco");
    if (output.empty() || output == "-")
      return fail(
          "a library needs a file; name it with -o, as in -o libfoo.so");
    library.library = output;
    return emitLibrary(file, library, options);
  }
  if (!library.header.empty() || library.prefix || library.runPath)
    return fail("--header, --prefix and --rpath are for --emit=shared");
  if (llvm::StringRef(options.chip).contains(','))
    return fail("only a library has code for several chips; name one chip, or "
                "use --emit=shared");
  std::optional<Stage> stage = parseStage(emit);
  if (!stage)
    return fail("--emit takes hsaco, isa, llvm, mlir or shared, not '" + emit +
                "'");
  if (kernelInfo && *stage != Stage::Object)
    return fail(
        "--kernel-info reads the code object; use it with --emit=hsaco");
  if (check && *stage != Stage::Object)
    return fail("--check reads the code object; use it with --emit=hsaco");
  if (*stage == Stage::Object && output.empty() && !kernelInfo && !check)
    return fail("a code object needs a file; name it with -o");

  Input input;
  if (mlir::failed(input.read(file)))
    return 1;
  // Compilations of prim's own tests may be cached. The table of kernels needs
  // more than the cached objects.
  if (!kernelInfo && *stage == Stage::Object && !options.chip.empty())
    options.cache = ProgramCache::getForTests();
  llvm::MemoryBufferRef source = input.getSource();
  ObjectSlot slot(source.getBuffer(), *stage, options,
                  source.getBufferIdentifier());
  std::optional<Compilation> compilation;
  std::vector<EmittedObject> objects;
  if (auto kept = slot.find()) {
    objects = std::move(*kept);
  } else {
    mlir::FailureOr<Compilation> parsed = input.parse(options);
    if (mlir::failed(parsed))
      return 1;
    compilation = std::move(*parsed);
    if (options.chip.empty())
      options.chip = compilation->getOwnChip().value_or("");
    if (mlir::failed(compilation->run(*stage, options)))
      return 1;
    objects = getObjects(compilation->getModule(), *stage);
    if (!input.hasPrinted())
      if (llvm::Error error = slot.keep(objects))
        return fail(llvm::toString(std::move(error)));
  }
  std::string bytes;
  if (*stage == Stage::LLVMDialect) {
    bytes = objects.front().bytes;
  } else {
    std::vector<std::string> names;
    std::vector<EmittedObject> chosen;
    for (EmittedObject &object : objects) {
      names.push_back(object.name);
      if (moduleName.empty() || object.name == moduleName)
        chosen.push_back(std::move(object));
    }
    if (names.empty())
      return fail(file + " has no kernels");
    if (chosen.empty())
      return fail("no gpu.module is called '" + moduleName + "'; use one of " +
                  llvm::join(names, ", "));
    if (chosen.size() > 1 && *stage == Stage::Object && !output.empty())
      return fail("the file makes several code objects (" +
                  llvm::join(names, ", ") + "): choose one with --module");
    for (const EmittedObject &object : chosen) {
      if (check && !isClean(object.name, object.bytes))
        return 1;
      bytes += object.bytes;
    }
  }
  if (kernelInfo)
    printKernelInfo(llvm::outs(), compilation->getModule());
  if (*stage == Stage::Object && output.empty())
    return 0;
  return write(output.empty() ? "-" : output, bytes);
}
