//===- CallTest.cpp - Calls through the C API -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs run on the emulator; calls that do not fit are errors.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <numeric>
#include <set>
#include <thread>

#ifdef HAS_EMULATOR

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

static PrimcValue value(const Owned<PrimcArray> &array) {
  return {array.get(), 0, PRIMC_TYPE_NONE};
}

static PrimcValue scalar(uint64_t bits, PrimcType type = PRIMC_I32) {
  return {nullptr, bits, type};
}

TEST_F(CTest, ScansAnArray) {
  auto program = compile(kScan);
  auto device = open();
  std::vector<int32_t> x(3000), expected(x.size());
  std::iota(x.begin(), x.end(), -1000);
  std::partial_sum(x.begin(), x.end(), expected.begin());
  auto input = upload(device.get(), x);
  PrimcValue argument = value(input), result = {};
  primcDeviceResetStatistics(device.get());
  ASSERT_TRUE(primcProgramCall(program.get(), device.get(), "main", &argument,
                               1, &result, 1, nullptr, Errors::add, &errors));
  Owned<PrimcArray> output(result.array);
  ASSERT_TRUE(primcDeviceSynchronize(device.get(), Errors::add, &errors));
  EXPECT_EQ(download(device.get(), output.get()), expected);
  EXPECT_EQ(result.type, PRIMC_I32);

  bool counted = false;
  uint64_t count = 0;
  for (size_t i = 0;
       const char *name = primcDeviceStatistic(device.get(), i, &count); ++i)
    counted = counted || (!std::strcmp(name, "instructions") && count > 0);
  EXPECT_TRUE(counted);
  primcDeviceResetStatistics(device.get());
  EXPECT_STREQ(primcDeviceStatistic(device.get(), 0, &count), "instructions");
  EXPECT_EQ(count, 0u);
}

TEST_F(CTest, WritesMemrefsAndReturnsScalars) {
  auto program = compile(kScan, "gfx1100");
  auto device = open("gfx1100");
  Owned<PrimcStream> stream(
      primcStreamCreate(device.get(), Errors::add, &errors));
  ASSERT_TRUE(stream);
  auto array = upload(device.get(), {1, 2, 3, 4});
  PrimcValue arguments[] = {value(array), scalar(-3)}, result = {};
  ASSERT_TRUE(primcProgramCall(program.get(), device.get(), "scale", arguments,
                               2, &result, 1, stream.get(), Errors::add,
                               &errors));
  ASSERT_TRUE(primcStreamSynchronize(stream.get(), Errors::add, &errors));
  EXPECT_EQ(download(device.get(), array.get()),
            (std::vector<int32_t>{-3, -6, -9, -12}));
  EXPECT_EQ(result.array, nullptr);
  EXPECT_EQ(result.type, PRIMC_I32);
  EXPECT_EQ(static_cast<int32_t>(result.bits), -3);
}

TEST_F(CTest, ResultsOutliveEverything) {
  auto program = compile(kScan);
  auto device = open();
  Owned<PrimcStream> stream(
      primcStreamCreate(device.get(), Errors::add, &errors));
  auto input = upload(device.get(), {1, 2, 3});
  PrimcValue argument = value(input), result = {};
  ASSERT_TRUE(primcProgramCall(program.get(), device.get(), "main", &argument,
                               1, &result, 1, stream.get(), Errors::add,
                               &errors));
  ASSERT_TRUE(primcStreamSynchronize(stream.get(), Errors::add, &errors));
  Owned<PrimcArray> output(result.array);
  program.reset();
  stream.reset();
  input.reset();
  EXPECT_EQ(download(device.get(), output.get()),
            (std::vector<int32_t>{1, 3, 6}));
  device.reset();
}

TEST_F(CTest, ResetEndsArraysAndStreams) {
  auto program = compile(kScan);
  auto device = open(), same = open();
  const uint64_t before = primcDeviceGeneration(device.get());
  std::vector<Owned<PrimcArray>> old;
  std::set<void *> places;
  for (int i = 0; i < 8; ++i) {
    old.push_back(upload(device.get(), {1, 2, 3}));
    places.insert(primcArrayData(old.back().get()));
  }
  Owned<PrimcStream> stream(
      primcStreamCreate(device.get(), Errors::add, &errors));
  PrimcValue argument = value(old[0]), result = {};
  ASSERT_TRUE(primcProgramCall(program.get(), device.get(), "main", &argument,
                               1, &result, 1, stream.get(), Errors::add,
                               &errors));
  old.emplace_back(result.array);
  places.insert(primcArrayData(result.array));
  primcProgramUnload(program.get());
  primcDeviceRecover(device.get());
  EXPECT_EQ(primcDeviceGeneration(device.get()), before + 1);
  EXPECT_EQ(primcDeviceGeneration(same.get()), before + 1);

  EXPECT_FALSE(primcDeviceHas(device.get(), *places.begin(), 12));

  // Calls report the error for each handle of the device.
  int32_t host[3] = {};
  for (PrimcDevice *on : {device.get(), same.get()}) {
    EXPECT_FALSE(
        primcArrayUpload(on, old[0].get(), host, Errors::add, &errors));
    EXPECT_TRUE(contains(errors.take(), "before the device was reset"));
    EXPECT_FALSE(
        primcArrayDownload(on, old.back().get(), host, Errors::add, &errors));
    EXPECT_TRUE(contains(errors.take(), "before the device was reset"));
    EXPECT_FALSE(primcProgramCall(program.get(), on, "main", &argument, 1,
                                  &result, 1, nullptr, Errors::add, &errors));
    EXPECT_TRUE(contains(errors.take(),
                         "input 0 of 'main': the array was made before"));
  }
  EXPECT_FALSE(primcStreamSynchronize(stream.get(), Errors::add, &errors));
  EXPECT_TRUE(contains(errors.take(), "not a live stream"));

  // The allocator reuses old addresses. Destroying the old arrays must not free
  // the new ones, and destroying the stream must not end another one.
  std::vector<Owned<PrimcArray>> made;
  size_t again = 0;
  for (int i = 0; i < 9; ++i) {
    made.push_back(upload(device.get(), {4, 5, i}));
    again += places.count(primcArrayData(made.back().get()));
  }
  EXPECT_GT(again, 0u);
  char *start = static_cast<char *>(primcArrayData(made[0].get()));
  EXPECT_TRUE(primcDeviceHas(device.get(), start + 4, 8));
  EXPECT_FALSE(primcDeviceHas(device.get(), start + 4, 9));
  EXPECT_FALSE(primcDeviceHas(device.get(), &again, sizeof(again)));
  Owned<PrimcStream> another(
      primcStreamCreate(device.get(), Errors::add, &errors));
  old.clear();
  stream.reset();
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(download(device.get(), made[i].get()),
              (std::vector<int32_t>{4, 5, i}));
  EXPECT_TRUE(primcStreamSynchronize(another.get(), Errors::add, &errors));
}

TEST_F(CTest, CallsThatDoNotFit) {
  auto program = compile(kScan);
  auto device = open();
  auto four = upload(device.get(), {1, 2, 3, 4});
  auto three = upload(device.get(), {1, 2, 3});
  int64_t extent = 4;
  Owned<PrimcArray> floats(primcArrayAllocate(device.get(), PRIMC_F32, 1,
                                              &extent, Errors::add, &errors));
  PrimcValue result = {nullptr, 99, PRIMC_F64};
  auto fails = [&](const char *function, std::vector<PrimcValue> arguments,
                   size_t numResults, const char *message) {
    EXPECT_FALSE(primcProgramCall(program.get(), device.get(), function,
                                  arguments.data(), arguments.size(), &result,
                                  numResults, nullptr, Errors::add, &errors));
    std::string said = errors.take();
    EXPECT_TRUE(contains(said, message)) << said;
    // The result is not written.
    EXPECT_EQ(result.bits, 99u);
  };
  fails("none", {}, 0, "no public function 'none'; choose one of main");
  fails("vectors", {}, 0, "vector<4xi32>");
  fails("main", {}, 1, "'main' takes 1 inputs (tensor<?xi32>), but 0 are");
  fails("main", {value(four)}, 0, "'main' has 1 results, but there is room");
  fails("main", {value(four)}, 2, "room for 2");
  fails("main", {scalar(1)}, 1, "must be an array of the type tensor<?xi32>");
  fails("main", {value(floats)}, 1, "must be tensor<?xi32>, but 4xf32");
  fails("scale", {value(three), scalar(1)}, 1, "but 3xi32 is given");
  fails("scale", {value(four), value(four)}, 1, "must be a scalar");
  fails("scale", {value(four), scalar(1, PRIMC_F32)}, 1, "must be i32");
  fails("scale", {value(four), scalar(1, PRIMC_TYPE_NONE)}, 1,
        "must be i32, but neither an array nor a scalar");
  fails(nullptr, {}, 0, "the function's name is null");
  EXPECT_FALSE(primcProgramCall(program.get(), device.get(), "main", nullptr, 1,
                                &result, 1, nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the list of arguments is null");
  PrimcValue argument = value(four);
  EXPECT_FALSE(primcProgramCall(program.get(), device.get(), "main", &argument,
                                1, nullptr, 1, nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the list of results is null");
  EXPECT_FALSE(primcProgramCall(nullptr, device.get(), "main", &argument, 1,
                                &result, 1, nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the program is null");
  EXPECT_FALSE(primcProgramCall(program.get(), nullptr, "main", &argument, 1,
                                &result, 1, nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
}

TEST_F(CTest, FaultsAreReportedAndRecoveredFrom) {
  auto program = compile(kScan);
  auto device = open();
  auto call = [&](const Owned<PrimcArray> &array) {
    PrimcValue arguments[] = {value(array), scalar(2)}, result;
    return primcProgramCall(program.get(), device.get(), "scale", arguments, 2,
                            &result, 1, nullptr, Errors::add, &errors) &&
           primcDeviceSynchronize(device.get(), Errors::add, &errors);
  };
  int64_t extent = 4;
  void *nowhere = reinterpret_cast<void *>(uintptr_t(0x1000));
  Owned<PrimcArray> wild(
      primcArrayView(PRIMC_I32, 1, &extent, nowhere, Errors::add, &errors));
  EXPECT_FALSE(call(wild));
  EXPECT_NE(errors.take(), "");
  EXPECT_TRUE(primcDeviceIsLost(device.get()));
  primcProgramUnload(program.get());
  primcDeviceRecover(device.get());
  EXPECT_FALSE(primcDeviceIsLost(device.get()));
  auto array = upload(device.get(), {1, 2, 3, 4});
  EXPECT_TRUE(call(array));
  EXPECT_EQ(download(device.get(), array.get()),
            (std::vector<int32_t>{2, 4, 6, 8}));
}

TEST_F(CTest, InterruptedCallsFailAndTheNextWorks) {
  auto program = compile(kScan);
  auto device = open();
  std::vector<int32_t> x(3000, 2);
  auto input = upload(device.get(), x);
  PrimcValue argument = value(input), result = {};
  auto call = [&] {
    return primcProgramCall(program.get(), device.get(), "main", &argument, 1,
                            &result, 1, nullptr, Errors::add, &errors);
  };
  struct Asked {
    bool answer;
    unsigned times;
    std::thread::id thread;
  } asked = {true, 0, {}};
  primcSetInterrupt(
      [](void *userData) {
        auto *asked = static_cast<Asked *>(userData);
        ++asked->times;
        asked->thread = std::this_thread::get_id();
        return asked->answer;
      },
      &asked);
  // The emulator asks at most ten times a second.
  auto wait = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  };
  wait();
  EXPECT_FALSE(call());
  EXPECT_TRUE(contains(errors.take(), "interrupted"));
  EXPECT_EQ(asked.times, 1u);
  EXPECT_EQ(asked.thread, std::this_thread::get_id());
  EXPECT_FALSE(primcDeviceIsLost(device.get()));

  // Another thread does not ask.
  wait();
  bool done = false;
  std::thread([&] { done = call(); }).join();
  EXPECT_TRUE(done);
  EXPECT_EQ(asked.times, 1u);
  primcArrayDestroy(result.array);

  asked.answer = false;
  wait();
  ASSERT_TRUE(call());
  Owned<PrimcArray> output(result.array);
  EXPECT_EQ(asked.times, 2u);
  EXPECT_EQ(download(device.get(), output.get()).back(), 6000);

  // A compilation asks too.
  asked.answer = true;
  EXPECT_EQ(primcProgramCreate(kScan, std::strlen(kScan), "text", nullptr,
                               Errors::add, &errors),
            nullptr);
  EXPECT_TRUE(contains(errors.take(), "the compilation was interrupted"));
  primcSetInterrupt(nullptr, nullptr);
  EXPECT_FALSE(primcForkedInCall());
}

TEST_F(CTest, DevicesOfSeveralChipsAtOnce) {
  const char *chips[] = {"gfx942", "gfx1100", "gfx1030"};
  std::vector<Owned<PrimcProgram>> programs;
  std::vector<Owned<PrimcDevice>> devices;
  std::vector<Owned<PrimcArray>> inputs;
  for (const char *chip : chips) {
    programs.push_back(compile(kScan, chip));
    devices.push_back(open(chip));
    ASSERT_TRUE(devices.back());
    inputs.push_back(upload(devices.back().get(), {1, 2, 3}));
  }
  // An unknown chip does not affect the other devices.
  EXPECT_FALSE(open("gfx000"));
  EXPECT_TRUE(contains(errors.take(), "gfx000"));
  for (size_t number = 0; number < devices.size(); ++number) {
    PrimcDevice *device = devices[number].get();
    EXPECT_STREQ(primcDeviceChip(device), chips[number]);
    PrimcValue argument = value(inputs[number]), result = {};
    ASSERT_TRUE(primcProgramCall(programs[number].get(), device, "main",
                                 &argument, 1, &result, 1, nullptr, Errors::add,
                                 &errors));
    Owned<PrimcArray> output(result.array);
    EXPECT_EQ(download(device, output.get()), (std::vector<int32_t>{1, 3, 6}));
  }
  // Opening a chip again returns its existing emulator, with its memory.
  auto again = open("gfx1100");
  EXPECT_EQ(download(again.get(), inputs[1].get()),
            (std::vector<int32_t>{1, 2, 3}));
}

TEST_F(CTest, ThreadsCallAtOnce) {
  auto program = compile(kScan);
  auto device = open();
  std::vector<std::thread> threads;
  std::vector<Errors> heard(4);
  std::vector<Owned<PrimcArray>> inputs, outputs(heard.size());
  std::vector<int32_t> x(2000, 1), expected(x.size());
  std::iota(expected.begin(), expected.end(), 1);
  for (size_t number = 0; number < heard.size(); ++number)
    inputs.push_back(upload(device.get(), x));
  for (size_t number = 0; number < heard.size(); ++number)
    threads.emplace_back([&, number] {
      Owned<PrimcStream> stream(
          primcStreamCreate(device.get(), Errors::add, &heard[number]));
      PrimcValue argument = value(inputs[number]), result = {};
      if (primcProgramCall(program.get(), device.get(), "main", &argument, 1,
                           &result, 1, stream.get(), Errors::add,
                           &heard[number]))
        outputs[number].reset(result.array);
      primcStreamSynchronize(stream.get(), Errors::add, &heard[number]);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t number = 0; number < heard.size(); ++number) {
    EXPECT_EQ(heard[number].messages, std::vector<std::string>());
    EXPECT_EQ(download(device.get(), outputs[number].get()), expected);
  }
}

#endif // HAS_EMULATOR
