//===- DeviceTest.cpp - Opening devices -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For all drivers: loading of a driver, the cases without a device, and the
// translation of errors.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>

namespace {
class DriverOpen : public testing::TestWithParam<const Driver *> {
protected:
  /// Opens device `ordinal` of `library` and expects the failure.
  void expectRefused(const char *library, int ordinal, primStatus status,
                     const std::string &text) {
    primDevice *device = nullptr;
    EXPECT_EQ(primDeviceOpen(driver.kind, library, nullptr, ordinal, &device),
              status);
    EXPECT_EQ(device, nullptr);
    EXPECT_TRUE(messageHas(text));
  }

  const Driver &driver = *GetParam();
};
} // namespace

INSTANTIATE_FOR_DRIVERS(DriverOpen);
INSTANTIATE_FOR_DRIVERS(AnyDevice);

TEST_P(DriverOpen, TakesTheLibraryFromTheEnvironment) {
  driver.reset(driver.current);
  setenv(driver.variable, driver.current, 1);
  primDevice *device = nullptr;
  EXPECT_OK(primDeviceOpen(driver.kind, nullptr, nullptr, 0, &device));
  EXPECT_STREQ(primDeviceLibrary(device), driver.current);
  EXPECT_OK(primDeviceClose(device));
  setenv(driver.variable, "/nowhere/driver.so", 1);
  expectRefused(nullptr, 0, PRIM_ERROR_NO_DRIVER,
                std::string("cannot load the ") + driver.name +
                    " library /nowhere/driver.so: ");
  unsetenv(driver.variable);
}

TEST_P(DriverOpen, SaysThatThereIsNoDriver) {
  // A machine with such a GPU has one of them, and does not print this message.
  for (const char *soname : driver.sonames)
    if (dlopen(soname, RTLD_NOW | RTLD_LOCAL))
      return;
  expectRefused(nullptr, 0, PRIM_ERROR_NO_DRIVER, "");
  EXPECT_EQ(std::string("no ") + driver.vendor + " GPU: " + driver.notFound +
                "; set " + driver.variable + " or use --device=emulator",
            primLastErrorMessage());
}

TEST_P(DriverOpen, SaysThatThereIsNoGpu) {
  for (int code : {100, 101}) {
    driver.reset(driver.current).failNext(driver.init, code);
    expectRefused(driver.current, 0, PRIM_ERROR_NO_DEVICE,
                  std::string("no ") + driver.vendor + " GPU: " + driver.init +
                      " of ");
    EXPECT_TRUE(messageHas(" answers " + std::to_string(code) + " (" +
                           driver.errorPrefix));
    EXPECT_TRUE(messageHas(std::string("; set ") + driver.variable +
                           " or use --device=emulator"));
    EXPECT_EQ(std::string(primLastErrorMessage()).find('\n'),
              std::string::npos);
  }
  // Not a missing device and not a wrong number: the driver is broken.
  driver.reset(driver.current).failNext(driver.init, 803);
  expectRefused(driver.current, 0, PRIM_ERROR_DRIVER,
                std::string(driver.init) + ": " + driver.name + " error 803");
}

TEST_P(DriverOpen, SaysThatThereAreNoDevices) {
  driver.reset(driver.current).deviceCount = 0;
  expectRefused(driver.current, 0, PRIM_ERROR_NO_DEVICE,
                std::string("no ") + driver.vendor + " GPU: ");
  EXPECT_TRUE(messageHas("0 devices"));
}

TEST_P(DriverOpen, SaysThatTheOrdinalIsTooLarge) {
  driver.reset(driver.current).deviceCount = 2;
  expectRefused(driver.current, 2, PRIM_ERROR_NO_DEVICE,
                "there is no device 2");
  expectRefused(driver.current, -1, PRIM_ERROR_INVALID_ARGUMENT, "");
}

TEST_P(DriverOpen, SaysThatTheLibraryCannotBeLoaded) {
  expectRefused("no/such/library.so", 0, PRIM_ERROR_NO_DRIVER,
                std::string("cannot load the ") + driver.name +
                    " library no/such/library.so: ");
}

TEST_P(DriverOpen, NamesTheMissingFunction) {
  const std::string notOne =
      std::string(": not a ") + driver.name + " library, or too old a one";
  expectRefused(driver.broken, 0, PRIM_ERROR_NO_DRIVER,
                std::string(driver.broken) + " has no function " +
                    driver.loadModule + notOne);
  // Another driver's library has none of the functions.
  const Driver &other = &driver == &hipDriver ? cudaDriver : hipDriver;
  expectRefused(other.current, 0, PRIM_ERROR_NO_DRIVER,
                std::string(other.current) + " has no function " + driver.init +
                    notOne);
}

// Makes every call during the opening of a device fail once.
TEST_P(DriverOpen, HoldsNothingAfterAFailure) {
  FakeDriverState &state = driver.reset(driver.current);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen(driver.kind, driver.current, nullptr, 0, &device));
  const std::vector<std::string> calls = state.calls;
  EXPECT_GE(calls.size(), 3u);
  EXPECT_OK(primDeviceClose(device));
  for (size_t i = 0; i < calls.size(); ++i) {
    driver.reset(driver.current);
    state.failAt = static_cast<int>(i);
    state.failCode = 2;
    expectRefused(driver.current, 0, PRIM_ERROR_OUT_OF_MEMORY,
                  calls[i] + ": " + driver.name + " error 2");
    EXPECT_EQ(state.contexts, 0) << calls[i];
  }
}

TEST(DeviceOpen, RejectsOtherKinds) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("sycl", nullptr, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("'sycl'; use \"hip\" or \"cuda\""));
  EXPECT_EQ(primDeviceOpen(nullptr, nullptr, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, nullptr),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_P(AnyDevice, FindsFurtherFunctions) {
  void *address = nullptr;
  EXPECT_OK(primDeviceSymbol(device, driver.init, &address));
  EXPECT_NE(address, nullptr);
  EXPECT_EQ(primDeviceSymbol(device, "primNoSuchThing", &address),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(address, nullptr);
  EXPECT_TRUE(messageHas("primNoSuchThing"));
}

TEST_P(AnyDevice, RejectsUnknownAttributes) {
  int64_t value = 7;
  EXPECT_EQ(
      primDeviceGetAttribute(device, static_cast<primAttribute>(99), &value),
      PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(value, 0);
}

TEST_P(AnyDevice, TranslatesErrors) {
  for (const auto &[status, codes] : driver.errors) {
    for (int code : codes) {
      failNext(driver.synchronize, code);
      EXPECT_EQ(primDeviceSynchronize(device), status) << code;
      EXPECT_TRUE(messageHas(std::string(driver.synchronize) + ": " +
                             driver.name + " error " + std::to_string(code) +
                             " (" + driver.errorPrefix));
    }
  }
}

TEST(Status, HasNames) {
  for (int status = PRIM_SUCCESS; status <= PRIM_ERROR_DRIVER; ++status)
    EXPECT_EQ(std::string(primStatusName(static_cast<primStatus>(status)))
                  .compare(0, 5, "PRIM_"),
              0)
        << status;
  EXPECT_STREQ(primStatusName(static_cast<primStatus>(77)),
               "(not a primStatus)");
}
