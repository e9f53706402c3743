//===- Assembler.cpp - Kernels from assembly text ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM MC assembles into a buffer, and lld links it. lld reads its input
// through a memory file and writes to a pipe, so nothing touches the disk.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "lld/Common/Driver.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <cstring>
#include <thread>

#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace prim::test {

static void initializeTarget() {
  static bool done = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    return true;
  }();
  (void)done;
}

static void collectDiagnostic(const SMDiagnostic &diagnostic, void *text) {
  raw_string_ostream stream(*static_cast<std::string *>(text));
  diagnostic.print("asm", stream, /*ShowColors=*/false);
}

static SmallVector<char, 0> assembleObject(const std::string &chip,
                                           unsigned waveSize,
                                           const std::string &text,
                                           std::string &error) {
  initializeTarget();
  Triple triple("amdgcn-amd-amdhsa");
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return {};
  std::string features;
  if (waveSizeOf(chip) == 32)
    features = waveSize == 64 ? "+wavefrontsize64" : "+wavefrontsize32";
  MCTargetOptions options;
  std::unique_ptr<MCRegisterInfo> registers(target->createMCRegInfo(triple));
  std::unique_ptr<MCAsmInfo> asmInfo(
      target->createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<MCInstrInfo> instructions(target->createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, chip, features));
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text, "asm"), SMLoc());
  sources.setDiagHandler(collectDiagnostic, &error);
  MCContext context(triple, asmInfo.get(), registers.get(), subtarget.get(),
                    &sources, &options);
  std::unique_ptr<MCObjectFileInfo> objectInfo(
      target->createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(objectInfo.get());
  context.setDiagnosticHandler([&](const SMDiagnostic &diagnostic, bool,
                                   const SourceMgr &,
                                   std::vector<const MDNode *> &) {
    collectDiagnostic(diagnostic, &error);
  });

  SmallVector<char, 0> object;
  raw_svector_ostream stream(object);
  std::unique_ptr<MCAsmBackend> backend(
      target->createMCAsmBackend(*subtarget, *registers, options));
  std::unique_ptr<MCCodeEmitter> emitter(
      target->createMCCodeEmitter(*instructions, context));
  auto writer = backend->createObjectWriter(stream);
  std::unique_ptr<MCStreamer> streamer(target->createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer),
      std::move(emitter), *subtarget));
  std::unique_ptr<MCAsmParser> parser(
      createMCAsmParser(sources, context, *streamer, *asmInfo));
  std::unique_ptr<MCTargetAsmParser> targetParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(/*NoInitialTextSection=*/false)) {
    if (error.empty())
      error = "assembling failed";
    return {};
  }
  return object;
}

static std::vector<char> link(ArrayRef<char> object, std::string &error) {
  int input = memfd_create("object", 0);
  int output[2];
  if (input < 0 || pipe(output) != 0 ||
      write(input, object.data(), object.size()) != ssize_t(object.size())) {
    error = "cannot make memory files";
    return {};
  }
  std::string in = "/proc/self/fd/" + std::to_string(input);
  std::string out = "/proc/self/fd/" + std::to_string(output[1]);
  std::vector<char> image;
  std::thread reader([&] {
    char buffer[4096];
    for (ssize_t got; (got = read(output[0], buffer, sizeof(buffer))) > 0;)
      image.insert(image.end(), buffer, buffer + got);
  });
  const char *arguments[] = {"ld.lld",      "-shared",  "--no-undefined",
                             "--threads=1", in.c_str(), "-o",
                             out.c_str()};
  raw_string_ostream messages(error);
  lld::Result result =
      lld::lldMain(arguments, nulls(), messages, {{lld::Gnu, &lld::elf::link}});
  close(output[1]);
  reader.join();
  close(output[0]);
  close(input);
  if (result.retCode != 0)
    image.clear();
  return image;
}

unsigned waveSizeOf(const std::string &chip) {
  return chip.compare(0, 4, "gfx9") == 0 ? 64 : 32;
}

std::vector<char> assembleText(const std::string &chip, unsigned waveSize,
                               const std::string &text, std::string &error) {
  SmallVector<char, 0> object = assembleObject(chip, waveSize, text, error);
  if (object.empty())
    return {};
  return link(object, error);
}

std::vector<char> assemble(const Kernel &kernel, std::string &error) {
  unsigned wave = kernel.waveSize ? kernel.waveSize : waveSizeOf(kernel.chip);
  bool gfx9 = waveSizeOf(kernel.chip) == 64;
  unsigned kernarg = kernel.arguments * 8 + kernel.hiddenBytes;
  std::string text;
  raw_string_ostream os(text);
  os << ".amdhsa_code_object_version " << kernel.codeObject << "\n"
     << ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\n"
     << kernel.body
     << "\n s_endpgm\n.Lend:\n.size k, .Lend-k\n"
     // Instruction prefetch may run past the end.
     << (gfx9 ? ".fill 64, 4, 0xbf800000\n" : ".fill 64, 4, 0xbf9f0000\n")
     << ".rodata\n.p2align 6\n.amdhsa_kernel k\n"
     << " .amdhsa_group_segment_fixed_size " << kernel.lds << "\n"
     << " .amdhsa_private_segment_fixed_size " << kernel.scratch << "\n"
     << " .amdhsa_kernarg_size " << kernarg << "\n"
     << " .amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
     << " .amdhsa_next_free_vgpr 64\n .amdhsa_next_free_sgpr 96\n"
     << " .amdhsa_float_denorm_mode_32 " << (kernel.flushDenormals32 ? 0 : 3)
     << "\n";
  if (gfx9)
    os << " .amdhsa_accum_offset 64\n .amdhsa_reserve_vcc 1\n";
  else
    os << " .amdhsa_wavefront_size32 " << (wave == 32) << "\n";
  if (kernel.scratch)
    os << (StringRef(kernel.chip) == "gfx90a" ||
                   StringRef(kernel.chip) == "gfx1030"
               ? " .amdhsa_system_sgpr_private_segment_wavefront_offset 1\n"
               : " .amdhsa_enable_private_segment 1\n");
  os << kernel.directives << ".end_amdhsa_kernel\n"
     << ".amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n"
     << "  - .name: k\n    .symbol: k.kd\n"
     << "    .kernarg_segment_size: " << kernarg << "\n"
     << "    .group_segment_fixed_size: " << kernel.lds << "\n"
     << "    .private_segment_fixed_size: " << kernel.scratch << "\n"
     << "    .kernarg_segment_align: 8\n    .wavefront_size: " << wave << "\n"
     << "    .sgpr_count: 96\n    .vgpr_count: 64\n"
     << "    .max_flat_workgroup_size: 1024\n";
  if (kernarg)
    os << "    .args:\n";
  for (unsigned i = 0; i < kernel.arguments; ++i)
    os << "      - {.size: 8, .offset: " << i * 8
       << ", .value_kind: by_value}\n";
  os << kernel.hiddenArguments << "...\n.end_amdgpu_metadata\n";
  return assembleText(kernel.chip, wave, text, error);
}

Outcome run(const Kernel &kernel, const std::vector<uint32_t> &input,
            unsigned outputWords, unsigned block, unsigned grid,
            unsigned dynamicLds) {
  Outcome outcome;
  std::vector<char> image = assemble(kernel, outcome.message);
  if (image.empty()) {
    outcome.error = -1;
    return outcome;
  }
  if (!block)
    block = kernel.waveSize ? kernel.waveSize : waveSizeOf(kernel.chip);
  auto fail = [&](int error) {
    outcome.error = error;
    outcome.message = primEmulatorLastError();
    hipDeviceReset();
    return outcome;
  };
  if (primEmulatorSetChip(kernel.chip.c_str()) != 0)
    return fail(-1);
  void *module, *function, *in, *out;
  size_t inBytes = (input.empty() ? 1 : input.size()) * 4;
  size_t outBytes = size_t(outputWords ? outputWords : 1) * 4;
  if (int error = hipModuleLoadData(&module, image.data()))
    return fail(error);
  if (int error = hipModuleGetFunction(&function, module, "k"))
    return fail(error);
  if (hipMalloc(&in, inBytes) || hipMalloc(&out, outBytes) ||
      hipMemset(out, 0xcd, outBytes) ||
      (!input.empty() && hipMemcpy(in, input.data(), inBytes, 1)))
    return fail(-1);
  void *params[2] = {&in, &out};
  if (int error = hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1,
                                        dynamicLds, nullptr, params, nullptr))
    return fail(error);
  outcome.output.resize(outputWords);
  if (outputWords)
    hipMemcpy(outcome.output.data(), out, outBytes, 2);
  hipFree(in);
  hipFree(out);
  hipModuleUnload(module);
  return outcome;
}

static bool isGfx12(const std::string &chip) {
  return chip.compare(0, 5, "gfx12") == 0;
}
static bool isNewNames(const std::string &chip) {
  return chip.compare(0, 5, "gfx11") == 0 || isGfx12(chip);
}

std::string rowPrologue(const std::string &chip) {
  std::string load = isNewNames(chip) ? "s_load_b128" : "s_load_dwordx4";
  std::string wait =
      isGfx12(chip) ? "s_wait_kmcnt 0x0" : "s_waitcnt lgkmcnt(0)";
  // Only the upper bits of v0 are packed, and a one-dimensional group leaves
  // them 0.
  return load + " s[88:91], s[0:1], 0x0\n" + wait +
         "\nv_lshlrev_b32 v63, 2, v0\n";
}

static unsigned rowBytes(const std::string &chip) {
  return waveSizeOf(chip) * 4;
}

std::string loadRow(const std::string &chip, unsigned row,
                    const std::string &vgpr) {
  return std::string(isNewNames(chip) ? "global_load_b32 "
                                      : "global_load_dword ") +
         vgpr +
         ", v63, s[88:89] offset:" + std::to_string(row * rowBytes(chip)) +
         "\n" +
         (isGfx12(chip) ? "s_wait_loadcnt 0x0\n" : "s_waitcnt vmcnt(0)\n");
}

std::string storeRow(const std::string &chip, unsigned row,
                     const std::string &vgpr) {
  return std::string(isNewNames(chip) ? "global_store_b32 "
                                      : "global_store_dword ") +
         "v63, " + vgpr +
         ", s[90:91] offset:" + std::to_string(row * rowBytes(chip)) + "\n";
}

} // namespace prim::test
