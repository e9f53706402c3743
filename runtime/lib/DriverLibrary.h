//===- DriverLibrary.h - A driver's library, loaded -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the library of a driver family and a table of its functions, and
// formats the messages of all failures. The back ends share this; each has its
// own table.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_DRIVERLIBRARY_H
#define PRIM_RUNTIME_LIB_DRIVERLIBRARY_H

#include "Status.h"

#include <initializer_list>
#include <string>

namespace prim::runtime {

/// The names of a driver family in messages, and the location of its library.
struct DriverFamily {
  /// "HIP".
  const char *name;
  /// The vendor of its GPUs: "AMD".
  const char *vendor;
  /// The environment variable that names the library.
  const char *variable;
  /// The library names to try if the variable is unset, in order, ending with
  /// null.
  const char *const *sonames;
  /// The message if none of them can be loaded.
  const char *notFound;
  /// Flags for dlopen, except the binding mode.
  int openFlags;
};

/// An entry of a back end's table: a function of the library, and the pointer
/// that it is called through.
struct DriverFunction {
  const char *name;
  /// The address of the pointer, which may point to any type of function.
  void *pointer;
  /// Whether the function is required. The pointer to an optional function is
  /// null if the library lacks it.
  bool required;
};

// The entries of a table of names and parameters (such as PRIM_HIP_REQUIRED),
// and the members to which they point.
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

  /// Loads `library`, or, if it is null, the value of the family's variable,
  /// or, if that is unset, the first of its sonames that is installed. Then
  /// looks up `functions`.
  primStatus load(const char *library,
                  std::initializer_list<DriverFunction> functions);

  /// The name by which it was loaded.
  const std::string &getName() const { return name; }

  /// An exported function by name, or null.
  void *symbol(const char *function) const;

  /// The failure of a call. `error` is the driver's error number and name:
  /// "hipMalloc: HIP error 2 (hipErrorOutOfMemory)". `what` (the name of a
  /// kernel or module) and `detail` may be null.
  primStatus failed(primStatus status, const char *function, const char *what,
                    const std::string &error, const char *detail) const;

  /// The failure for a function that the library lacks; by default the function
  /// is optional.
  primStatus missing(const char *function, bool required = false) const;

  /// The failure for a machine without a GPU: one line that says how to
  /// proceed.
  primStatus noDevice(const char *function, const std::string &answer) const;

  /// Whether device `ordinal` is among the `count` devices that the driver's
  /// `function` reported.
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
