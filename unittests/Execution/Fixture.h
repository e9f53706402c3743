//===- Fixture.h - Arrays of i32 for the tests -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that the tests of lib/Execution share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_EXECUTION_FIXTURE_H
#define PRIM_UNITTESTS_EXECUTION_FIXTURE_H

#include "prim/Execution/Program.h"
#include "gtest/gtest.h"

#include <cstring>

inline mlir::prim::Array toArray(const std::vector<int32_t> &values,
                                 std::vector<int64_t> shape) {
  mlir::prim::Array array;
  array.type = mlir::prim::ElementType::I32;
  array.shape = std::move(shape);
  array.data.resize(values.size() * sizeof(int32_t));
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

inline mlir::prim::Array toArray(const std::vector<int32_t> &values) {
  return toArray(values, {static_cast<int64_t>(values.size())});
}

inline std::vector<int32_t> toValues(const mlir::prim::Array &array) {
  std::vector<int32_t> values(array.data.size() / sizeof(int32_t));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

/// The value of `expected`. If it is an error, the test fails and the process
/// ends.
template <typename T>
T take(llvm::Expected<T> expected) {
  if (!expected) {
    ADD_FAILURE() << llvm::toString(expected.takeError());
    std::exit(1);
  }
  return std::move(*expected);
}

#endif // PRIM_UNITTESTS_EXECUTION_FIXTURE_H
