//===- DriverLibrary.h - A driver's library, loaded -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loading, looking up and reporting have in common whatever the driver:
// the search for its library, the tables of functions that are required or
// optional, and the texts of what goes wrong.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_DRIVERLIBRARY_H
#define PRIM_RUNTIME_LIB_DRIVERLIBRARY_H

#include "Status.h"

#include <string>

namespace prim::runtime {

/// What messages call a family of drivers, and where its library is.
struct DriverFamily {
  /// "HIP".
  const char *name;
  /// Whose GPUs they are: "AMD".
  const char *vendor;
  /// The environment's variable that names the library.
  const char *variable;
  /// What is looked for without it, in this order, and a null.
  const char *const *sonames;
  /// What is said where none of those can be loaded.
  const char *notFound;
  /// What dlopen is told besides when to bind.
  int openFlags;
};

/// A loaded library of a family. Closed by the destructor.
class DriverLibrary {
public:
  explicit DriverLibrary(const DriverFamily &family) : family(family) {}
  DriverLibrary(const DriverLibrary &) = delete;
  DriverLibrary &operator=(const DriverLibrary &) = delete;
  ~DriverLibrary();

  /// Loads `library`, or where it is null the value of the family's variable,
  /// or where that is unset the first of its sonames that is installed.
  primStatus load(const char *library);

  /// What it was loaded by.
  const std::string &getName() const { return name; }

  /// An exported function by name, or null.
  void *symbol(const char *function) const;

  /// Sets `function` to the one of that name, null where there is none.
  template <typename Function>
  void lookUp(Function *&function, const char *called) const {
    function = reinterpret_cast<Function *>(symbol(called));
  }

  /// The same for a function without which no work can be done.
  template <typename Function>
  primStatus require(Function *&function, const char *called) const {
    lookUp(function, called);
    return function ? PRIM_SUCCESS : tooOld(called);
  }

  /// The failure of a call, `error` being the driver's number and name of it:
  /// "hipMalloc: HIP error 2 (hipErrorOutOfMemory)". `what` (a kernel's or a
  /// module's name) and `detail` may be null.
  primStatus failed(primStatus status, const char *function, const char *what,
                    const std::string &error, const char *detail) const;

  /// The failure for a function that the library does not have.
  primStatus missing(const char *function) const;

  /// The failure for a machine without a GPU: one line that says what to do.
  primStatus noDevice(const char *function, const std::string &answer) const;

  /// Whether there is a device `ordinal` among the `count` that the driver's
  /// `function` has answered.
  primStatus checkOrdinal(const char *function, int ordinal, int count) const;

  /// The failure for a device that cannot run code for `chip`.
  primStatus otherChip(int ordinal, const std::string &there,
                       const char *chip) const;

private:
  primStatus tooOld(const char *function) const;

  const DriverFamily &family;
  void *handle = nullptr;
  std::string name;
};

} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_DRIVERLIBRARY_H
