//===- EmbedTest.cpp - prim inside another program --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An embedder's use of the library: compiles a program from text or from a
// module of its own context, and calls it with arrays on the host or on the
// device. Errors must be returned; they must not end the process or be printed.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/SaveAndRestore.h"

#include <map>
#include <numeric>
#include <thread>
#include <unistd.h>

using namespace mlir::prim;

static const char *const kScan = R"mlir(
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
func.func @scaled_sum(%x: memref<?xi32>, %sum: memref<i32>, %scale: i32) -> i32 {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%sum : memref<i32>) prologue {
  ^bb0(%item: i32):
    %scaled = arith.muli %item, %scale : i32
    prim.yield %scaled : i32
  }
  return %scale : i32
}
func.func @vectors(%x: vector<4xi32>) {
  return
}
)mlir";

static CompileOptions forChip(const char *chip) {
  CompileOptions options;
  options.chip = chip;
  return options;
}

static std::vector<int32_t> someValues(size_t count) {
  std::vector<int32_t> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<int32_t>(i * 7919 % 1009) - 500;
  return values;
}

template <typename T>
static std::string messageOf(llvm::Expected<T> expected) {
  return expected ? "no error" : llvm::toString(expected.takeError());
}

static std::unique_ptr<Device> openEmulator(const char *chip) {
  return take(Device::open("emulator", chip, EMULATOR));
}

/// The example of docs/Embedding.md; test/Tools/embedding.py compares them.
TEST(Embed, Documented) {
  const char *text = kScan;
  // clang-format off
  CompileOptions options;
  options.chip = "gfx942";
  auto program = take(Program::compile(text, options));
  auto device = take(Device::open("emulator", options.chip, EMULATOR));
  const Signature *main = take(program->getSignatures().find("main"));
  RunResult result = take(program->run(*device, *main, {toArray({1, 2, 3})}));
  // clang-format on
  EXPECT_EQ(toValues(result.outputs[0]), (std::vector<int32_t>{1, 3, 6}));
}

TEST(Embed, RunsOnHostArrays) {
  auto device = openEmulator("gfx942");
  auto program = take(Program::compile(kScan, forChip("gfx942")));
  const Signature *main = take(program->getSignatures().find("main"));
  ASSERT_EQ(main->parameters.size(), 1u);
  EXPECT_EQ(main->parameters[0].text, "tensor<?xi32>");
  for (size_t count : {0, 1, 5000}) {
    std::vector<int32_t> x = someValues(count), expected(count);
    std::partial_sum(x.begin(), x.end(), expected.begin());
    RunResult result = take(program->run(*device, *main, {toArray(x)}));
    EXPECT_EQ(toValues(result.outputs[0]), expected);
    EXPECT_EQ(result.report.abandoned, 0);
    EXPECT_EQ(result.report.launches.kernels > 0, count > 0);
    ASSERT_TRUE(result.report.emulator.has_value());
    EXPECT_EQ(result.report.emulator->instructions > 0, count > 0);
  }
  EXPECT_EQ(program->getTimes().back().name, "JIT");
}

#ifdef __linux__
/// The number of open files of this process that are copies of the emulator.
static int countCopies() {
  int count = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file("/proc/self/fd", error), end;
       !error && file != end; file.increment(error)) {
    char target[256] = {};
    if (::readlink(file->path().c_str(), target, sizeof(target) - 1) > 0)
      count += llvm::StringRef(target).contains("libprim_emulator");
  }
  return count;
}

TEST(Embed, AChipThatNobodyEmulatesTakesNoCopy) {
  auto first = openEmulator("gfx942");
  int before = countCopies();
  const char *const amd = "unknown chip";
  const char *const nvidia =
      "the emulator executes AMDGPU code; sm_90 needs a GPU; use --device=cuda";
  for (auto [chip, text] :
       {std::pair("gfx000", amd), std::pair("sm_90", nvidia),
        std::pair("nonsense", amd)}) {
    auto none = Device::open("emulator", chip, EMULATOR);
    EXPECT_NE(messageOf(std::move(none)).find(text), std::string::npos);
    EXPECT_EQ(countCopies(), before);
  }
  EXPECT_EQ(first->getChip(), "gfx942");
  auto second = openEmulator("gfx90a");
  // One of the two is a copy, which shows that the count works.
  EXPECT_GE(countCopies(), 1);
}
#endif

TEST(Embed, CallsOnDeviceArrays) {
  auto device = openEmulator("gfx1100");
  auto program = take(Program::compile(kScan, forChip("gfx1100")));
  const Signatures &signatures = program->getSignatures();
  primStream *stream = nullptr;
  ASSERT_EQ(primStreamCreate(device->get(), &stream), PRIM_SUCCESS);
  {
    std::vector<int32_t> x = someValues(3000), prefix(x.size());
    std::partial_sum(x.begin(), x.end(), prefix.begin());
    DeviceArray input = take(DeviceArray::upload(*device, toArray(x)));
    // The result of one call is the input of the next; nothing is copied.
    CallResult scan = take(program->call(
        *device, *take(signatures.find("main")), {input}, stream));
    ASSERT_EQ(scan.results.size(), 1u);
    DeviceArray scanned = std::get<DeviceArray>(scan.results[0]);
    EXPECT_EQ(scanned.shape, std::vector<int64_t>{3000});
    EXPECT_EQ(scan.abandoned, 0);
    EXPECT_GT(scan.launches.kernels, 0);
    DeviceArray sum =
        take(DeviceArray::allocate(*device, ElementType::I32, {}));
    CallResult reduce = take(
        program->call(*device, *take(signatures.find("scaled_sum")),
                      {scanned, sum, Scalar{ElementType::I32, 3}}, stream));
    ASSERT_EQ(reduce.results.size(), 1u);
    EXPECT_EQ(std::get<Scalar>(reduce.results[0]).bits, 3u);
    ASSERT_EQ(primStreamSynchronize(stream), PRIM_SUCCESS);
    EXPECT_EQ(toValues(take(scanned.download(*device))), prefix);
    int32_t expected = 0;
    for (int32_t value : prefix)
      expected += 3 * value;
    EXPECT_EQ(toValues(take(sum.download(*device))),
              std::vector<int32_t>{expected});
  }
  primStreamDestroy(stream);
}

/// An argument without elements may have any address, such as the end of
/// another array. The program may then allocate its result at that address.
TEST(Embed, EmptyArgumentLiesWhereTheResultDoes) {
  const char *text = R"mlir(
func.func @main(%none: tensor<?xi32>, %x: tensor<5xi32>) -> tensor<5xi32> {
  %o = tensor.empty() : tensor<5xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<5xi32>) outs(%o : tensor<5xi32>) -> tensor<5xi32>
  return %y : tensor<5xi32>
}
)mlir";
  auto device = openEmulator("gfx942");
  auto program = take(Program::compile(text, forChip("gfx942")));
  const Signature *main = take(program->getSignatures().find("main"));
  DeviceArray input =
      take(DeviceArray::upload(*device, toArray({1, 2, 3, 4, 5})));
  DeviceArray apart =
      take(DeviceArray::allocate(*device, ElementType::I32, {0}));
  DeviceArray none = apart;
  // The second time its address is that of the earlier result, which the
  // allocator reuses.
  for (bool same : {false, true}) {
    CallResult scan =
        take(program->call(*device, *main, {none, input}, nullptr));
    ASSERT_EQ(primDeviceSynchronize(device->get()), PRIM_SUCCESS);
    ASSERT_EQ(scan.results.size(), 1u);
    DeviceArray scanned = std::get<DeviceArray>(scan.results[0]);
    ASSERT_EQ(scanned.data == none.data, same);
    EXPECT_EQ(scan.abandoned, 0);
    EXPECT_NE(scanned.owner, nullptr);
    EXPECT_EQ(toValues(take(scanned.download(*device))),
              (std::vector<int32_t>{1, 3, 6, 10, 15}));
    none.data = scanned.data;
    none.owner = nullptr;
  }
}

TEST(Embed, TakesAModuleOfTheCallersContext) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kScan, &context);
  ASSERT_TRUE(bool(module));
  auto program = take(Program::compile(std::move(module), forChip("gfx942")));
  auto device = openEmulator("gfx942");
  auto result =
      take(program->run(*device, *take(program->getSignatures().find("main")),
                        {toArray({1, 2, 3})}));
  EXPECT_EQ(toValues(result.outputs[0]), (std::vector<int32_t>{1, 3, 6}));
}

TEST(Embed, OptionsBelongToOneCompilation) {
  // Two chips, two levels and two bounds, alive at the same time in one
  // process. One code is also compiled after LLVM has run in this process.
  CompileOptions narrow = forChip("gfx1100");
  narrow.optLevel = 1;
  narrow.limits = "max-blocks=2";
  auto wide = take(Program::compile(kScan, forChip("gfx942")));
  auto small = take(Program::compile(kScan, narrow));
  CompileOptions here = forChip("gfx942");
  here.isolate = "none";
  take(Program::compile(kScan, here));
  auto again = take(Program::compile(kScan, here));
  std::vector<int32_t> x = someValues(40000);
  auto count = [&](Program &program, const char *chip) {
    auto device = openEmulator(chip);
    auto result = take(program.run(
        *device, *take(program.getSignatures().find("scaled_sum")),
        {toArray(x), toArray({0}, {}), toArray({1}, {})}, /*returned=*/{1}));
    program.unload();
    EXPECT_EQ(toValues(result.outputs[1])[0],
              std::accumulate(x.begin(), x.end(), 0));
    return *result.report.emulator;
  };
  PrimEmulatorStats first = count(*wide, "gfx942");
  EXPECT_EQ(count(*small, "gfx1100").workGroups, 2u);
  PrimEmulatorStats last = count(*again, "gfx942");
  EXPECT_EQ(last.instructions, first.instructions);
  EXPECT_GT(last.workGroups, 2u);
}

TEST(Embed, ErrorsComeBackWithTheirPlaces) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(messageOf(Program::compile("func.func @main(", forChip("gfx942"),
                                       "mine.mlir"))
                .rfind("mine.mlir:1:16: error: ", 0),
            0u);
  EXPECT_NE(
      messageOf(Program::compile(kScan, forChip("gfx000"))).find("gfx000"),
      std::string::npos);
  CompileOptions level = forChip("gfx942");
  level.optLevel = 7;
  EXPECT_NE(messageOf(Program::compile(kScan, level)).find("opt-level 0 to 3"),
            std::string::npos);
  // With and without isolation, code that LLVM rejects is an error.
  std::string assembly = R"mlir(
gpu.module @kernels {
  gpu.func @wrong() kernel {
    llvm.inline_asm has_side_effects "v_nonsense", "" : () -> ()
    gpu.return
  }
})mlir";
  for (const char *where : {"none", "fork"}) {
    CompileOptions options = forChip("gfx942");
    options.isolate = where;
    EXPECT_NE(messageOf(Program::compile(assembly, options)).find("v_nonsense"),
              std::string::npos);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// The number of times that each option of the process has been set.
static std::map<std::string, int> countOccurrences() {
  std::map<std::string, int> counts;
  for (const auto &[name, option] : llvm::cl::getRegisteredOptions())
    counts[name.str()] = option->getNumOccurrences();
  return counts;
}

/// An option of the embedder's own.
static llvm::cl::opt<int> ownOption("own-option", llvm::cl::init(1));

TEST(Embed, LeavesTheProcessesOptionsAlone) {
  // An option of LLVM that the embedder has set for its own compilations.
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find("unroll-threshold");
  ASSERT_NE(found, options.end());
  auto *unrolling = static_cast<llvm::cl::opt<unsigned> *>(found->second);
  unrolling->addOccurrence(0, "unroll-threshold", "7");
  ownOption.addOccurrence(0, "own-option", "2");
  std::map<std::string, int> before = countOccurrences();
  ASSERT_EQ(before.at("unroll-threshold"), 1);
  for (const char *where : {"none", "auto"}) {
    CompileOptions compile = forChip("gfx942");
    compile.isolate = where;
    take(Program::compile(kScan, compile));
    EXPECT_EQ(ownOption, 2);
    EXPECT_EQ(*unrolling, 7u);
    EXPECT_EQ(countOccurrences(), before);
  }
}

TEST(Embed, LeavesTheProcessesThreadsAlone) {
  llvm::ThreadPoolStrategy &threads = llvm::parallel::strategy;
  llvm::SaveAndRestore before(threads, llvm::hardware_concurrency(3));
  CompileOptions here = forChip("gfx942");
  here.isolate = "none";
  take(Program::compile(kScan, here));
  EXPECT_EQ(threads.ThreadsRequested, 3u);
}

TEST(Embed, ThreadsCompileAtOnce) {
  // Starts with several threads in a process of its own, because the first
  // compilation registers everything.
  std::vector<std::thread> compilers;
  std::vector<std::unique_ptr<Program>> programs(4);
  for (unsigned number = 0; number < programs.size(); ++number)
    compilers.emplace_back([&, number] {
      CompileOptions here = forChip(number % 2 ? "gfx1100" : "gfx942");
      here.isolate = "none";
      programs[number] = take(Program::compile(kScan, here));
    });
  for (std::thread &compiler : compilers)
    compiler.join();
  std::vector<int32_t> x = someValues(3000), expected(x.size());
  std::partial_sum(x.begin(), x.end(), expected.begin());
  for (unsigned number = 0; number < programs.size(); ++number) {
    auto device = openEmulator(number % 2 ? "gfx1100" : "gfx942");
    Program &program = *programs[number];
    RunResult result = take(program.run(
        *device, *take(program.getSignatures().find("main")), {toArray(x)}));
    program.unload();
    EXPECT_EQ(toValues(result.outputs[0]), expected);
  }
}

TEST(Embed, ResultsOutliveStreamAndDevice) {
  auto program = take(Program::compile(kScan, forChip("gfx942")));
  const Signature &main = *take(program->getSignatures().find("main"));
  DeviceArray kept;
  {
    auto device = openEmulator("gfx942");
    primStream *stream = nullptr;
    ASSERT_EQ(primStreamCreate(device->get(), &stream), PRIM_SUCCESS);
    DeviceArray input =
        take(DeviceArray::upload(*device, toArray(someValues(100))));
    CallResult result = take(program->call(*device, main, {input}, stream));
    ASSERT_EQ(primStreamSynchronize(stream), PRIM_SUCCESS);
    kept = std::get<DeviceArray>(result.results[0]);
    program->unload();
    ASSERT_EQ(primStreamDestroy(stream), PRIM_SUCCESS);
  }
  // Frees on the stream of the device; ASan and the emulator detect errors.
  kept.owner.reset();
}

TEST(Embed, AProgramThatIsGoneLeavesNoModule) {
  auto device = openEmulator("gfx1030");
  void *symbol = nullptr;
  ASSERT_EQ(primDeviceSymbol(device->get(), "primEmulatorSetChip", &symbol),
            PRIM_SUCCESS);
  auto setChip = reinterpret_cast<decltype(&primEmulatorSetChip)>(symbol);
  {
    auto program = take(Program::compile(kScan, forChip("gfx1030")));
    const Signature &main = *take(program->getSignatures().find("main"));
    take(program->run(*device, main, {toArray({1, 2, 3})}));
    // Rejected while something is loaded.
    EXPECT_EQ(setChip("gfx1100"), 2);
  }
  EXPECT_EQ(setChip("gfx1100"), 0);
  EXPECT_EQ(setChip("gfx1030"), 0);
}

TEST(Embed, ArgumentsMayShareMemory) {
  // The second argument is a view of the first one's memory. The result is a
  // view of either and keeps that memory alive.
  auto program = take(Program::compile(R"mlir(
func.func @main(%x: memref<?xi32>, %y: memref<?xi32>) -> memref<?xi32> {
  return %x : memref<?xi32>
})mlir",
                                       forChip("gfx942")));
  auto device = openEmulator("gfx942");
  for (bool viewFirst : {false, true}) {
    DeviceArray owner = take(DeviceArray::upload(*device, toArray({1, 2, 3})));
    std::weak_ptr<void> alive = owner.owner;
    DeviceArray view = owner;
    view.owner.reset();
    std::vector<CallValue> arguments = {owner, view};
    if (viewFirst)
      std::swap(arguments[0], arguments[1]);
    CallResult result = take(program->call(
        *device, *take(program->getSignatures().find("main")), arguments));
    arguments.clear();
    owner = DeviceArray();
    DeviceArray array = std::get<DeviceArray>(result.results[0]);
    EXPECT_FALSE(alive.expired());
    EXPECT_EQ(toValues(take(array.download(*device))),
              (std::vector<int32_t>{1, 2, 3}));
  }
}

TEST(Embed, DiagnosticsOfAModuleAreInTheError) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry);
  unsigned reported = 0;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &) { ++reported; });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @elsewhere(%x: tensor<?xi32>) -> tensor<?xi32>\n"
      "func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {\n"
      "  %y = call @elsewhere(%x) : (tensor<?xi32>) -> tensor<?xi32>\n"
      "  return %y : tensor<?xi32>\n"
      "}\n",
      &context);
  ASSERT_TRUE(bool(module));
  EXPECT_NE(messageOf(Program::compile(std::move(module), forChip("gfx942")))
                .find("elsewhere"),
            std::string::npos);
  EXPECT_EQ(reported, 0u);
}

TEST(Embed, CallsAreChecked) {
  auto device = openEmulator("gfx942");
  auto program = take(Program::compile(kScan, forChip("gfx942")));
  const Signatures &signatures = program->getSignatures();
  EXPECT_EQ(messageOf(signatures.find("none")),
            "there is no public function 'none'; choose one of main, "
            "scaled_sum, vectors");
  EXPECT_NE(messageOf(signatures.find("vectors")).find("vector<4xi32>"),
            std::string::npos);
  const Signature &main = *take(signatures.find("main"));
  EXPECT_EQ(messageOf(program->run(*device, main, {})),
            "'main' takes 1 inputs (tensor<?xi32>), but 0 are given");
  EXPECT_EQ(messageOf(program->run(*device, main, {toArray({1}, {})})),
            "input 0 of 'main' must be tensor<?xi32>, but i32 is given");
  EXPECT_EQ(
      messageOf(program->call(*device, main, {Scalar{ElementType::I32, 1}})),
      "input 0 of 'main' must be an array of the type tensor<?xi32>");
  Signature other = main;
  other.name = "other";
  EXPECT_EQ(messageOf(program->run(*device, other, {toArray({1})})),
            "'other' is not a function of this program");
}
