//===- DriverLibrary.h - A driver's library, loaded -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the library of a driver family and a table of its functions, and has
// the texts of all failures. The back ends share this; each has a table.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_DRIVERLIBRARY_H
#define PRIM_RUNTIME_LIB_DRIVERLIBRARY_H

#include "Status.h"

#include <initializer_list>
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

/// An entry of a back end's table: a function of the library, and the pointer
/// that it is called through.
struct DriverFunction {
  const char *name;
  /// The address of the pointer, which may be one to any function.
  void *pointer;
  /// Whether no work can be done without it. The pointer to another one is null
  /// where the library does not have it.
  bool required;
};

// The entries of a table of names and parameters (PRIM_HIP_REQUIRED and the
// like), and the members that they point to.
#define PRIM_DRIVER_MEMBER(function, parameters)                               \
  Error(*function) parameters = nullptr;
#define PRIM_DRIVER_REQUIRED(function, parameters) {#function, &function, true},
#define PRIM_DRIVER_OPTIONAL(function, parameters)                             \
  {#function, &function, false},

/// A loaded library of a family. Closed by the destructor.
class DriverLibrary {
public:
  explicit DriverLibrary(const DriverFamily &family) : family(family) {}
  DriverLibrary(const DriverLibrary &) = delete;
  DriverLibrary &operator=(const DriverLibrary &) = delete;
  ~DriverLibrary();

  /// Loads `library`, or where it is null the value of the family's variable,
  /// or where that is unset the first of its sonames that is installed. Then
  /// looks up `functions`.
  primStatus load(const char *library,
                  std::initializer_list<DriverFunction> functions);

  /// What it was loaded by.
  const std::string &getName() const { return name; }

  /// An exported function by name, or null.
  void *symbol(const char *function) const;

  /// The failure of a call, `error` being the driver's number and name of it:
  /// "hipMalloc: HIP error 2 (hipErrorOutOfMemory)". `what` (a kernel's or a
  /// module's name) and `detail` may be null.
  primStatus failed(primStatus status, const char *function, const char *what,
                    const std::string &error, const char *detail) const;

  /// The failure for a function that the library does not have, by default one
  /// that is not required.
  primStatus missing(const char *function, bool required = false) const;

  /// The failure for a machine without a GPU: one line that says what to do.
  primStatus noDevice(const char *function, const std::string &answer) const;

  /// Whether there is a device `ordinal` among the `count` that the driver's
  /// `function` has answered.
  primStatus checkOrdinal(const char *function, int ordinal, int count) const;

  /// The failure for a device that cannot run code for `chip`.
  primStatus otherChip(int ordinal, const std::string &there,
                       const char *chip) const;

private:
  primStatus open(const char *library);

  const DriverFamily &family;
  void *handle = nullptr;
  std::string name;
};

} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_DRIVERLIBRARY_H
