//===- DriverLibrary.cpp - A driver's library, loaded -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls dlopen and dlsym, and formats the messages of failures.
//
//===----------------------------------------------------------------------===//

#include "DriverLibrary.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace prim::runtime;

DriverLibrary::~DriverLibrary() {
  if (handle)
    dlclose(handle);
}

primStatus DriverLibrary::open(const char *library) {
  const int flags = RTLD_NOW | RTLD_LOCAL | family.openFlags;
  if (!library)
    library = std::getenv(family.variable);
  if (library && *library) {
    name = library;
    handle = dlopen(library, flags);
    if (handle)
      return PRIM_SUCCESS;
    const char *why = dlerror();
    return fail(PRIM_ERROR_NO_DRIVER, "cannot load the %s library %s: %s",
                family.name, library, why ? why : "unknown reason");
  }

  for (const char *const *soname = family.sonames; *soname; ++soname) {
    handle = dlopen(*soname, flags);
    if (handle) {
      name = *soname;
      return PRIM_SUCCESS;
    }
  }
  return fail(PRIM_ERROR_NO_DRIVER,
              "no %s GPU: %s; set %s or use --device=emulator", family.vendor,
              family.notFound, family.variable);
}

primStatus
DriverLibrary::load(const char *library,
                    std::initializer_list<DriverFunction> functions) {
  if (primStatus status = open(library))
    return status;
  for (const DriverFunction &function : functions) {
    void *const address = symbol(function.name);
    if (!address && function.required)
      return missing(function.name, /*required=*/true);
    std::memcpy(function.pointer, &address, sizeof(address));
  }
  return PRIM_SUCCESS;
}

void *DriverLibrary::symbol(const char *function) const {
  return dlsym(handle, function);
}

primStatus DriverLibrary::failed(primStatus status, const char *function,
                                 const char *what, const std::string &error,
                                 const char *detail) const {
  const bool explained = detail && *detail;
  return fail(status, "%s%s%s: %s error %s%s%s", function, what ? " of " : "",
              what ? what : "", family.name, error.c_str(),
              explained ? ": " : "", explained ? detail : "");
}

primStatus DriverLibrary::missing(const char *function, bool required) const {
  if (required)
    return fail(PRIM_ERROR_NO_DRIVER,
                "%s has no function %s: not a %s library, or too old a one",
                name.c_str(), function, family.name);
  return fail(PRIM_ERROR_UNSUPPORTED, "%s has no function %s", name.c_str(),
              function);
}

primStatus DriverLibrary::noDevice(const char *function,
                                   const std::string &answer) const {
  return fail(PRIM_ERROR_NO_DEVICE,
              "no %s GPU: %s of %s answers %s; set %s or use "
              "--device=emulator",
              family.vendor, function, name.c_str(), answer.c_str(),
              family.variable);
}

primStatus DriverLibrary::checkOrdinal(const char *function, int ordinal,
                                       int count) const {
  if (count <= 0)
    return noDevice(function, "0 devices");
  if (ordinal >= count)
    return fail(PRIM_ERROR_NO_DEVICE,
                "there is no device %d: %s has %d, numbered from 0", ordinal,
                name.c_str(), count);
  return PRIM_SUCCESS;
}

primStatus DriverLibrary::otherChip(int ordinal, const std::string &there,
                                    const char *chip) const {
  return fail(PRIM_ERROR_UNSUPPORTED,
              "device %d of %s is %s, not %s; compile for %s or choose "
              "another device",
              ordinal, name.c_str(), there.c_str(), chip, there.c_str());
}
