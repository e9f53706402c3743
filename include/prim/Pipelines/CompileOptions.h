//===- CompileOptions.h - Options of compilations ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of CompileOptions.def as a struct.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_COMPILEOPTIONS_H
#define PRIM_PIPELINES_COMPILEOPTIONS_H

#include <memory>
#include <string>
#include <vector>

namespace mlir::prim {

class ProgramCache;

/// How a program is compiled. Texts are as in the options of
/// prim-to-rocdl-pipeline, which checks them. All fields except the last one
/// are those of CompileOptions.def, which describes them.
struct CompileOptions {
#define PRIM_FIELD(TYPE, NAME, DEFAULT) TYPE NAME = DEFAULT;
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)                \
  PRIM_FIELD(TYPE, NAME, DEFAULT)
#define PRIM_PLACE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)          \
  PRIM_FIELD(TYPE, NAME, DEFAULT)
#define PRIM_TEXT_OPTION(TYPE, NAME, DEFAULT) PRIM_FIELD(TYPE, NAME, DEFAULT)
#include "prim/Pipelines/CompileOptions.def"
#undef PRIM_FIELD
  /// The cache of compiled programs, for example ProgramCache::getDefault();
  /// null for none. Program::compile and compileToObjects look there first.
  std::shared_ptr<ProgramCache> cache;

  /// Calls `visit` with the name and the value of each option that affects the
  /// compiled code.
  template <typename Visitor>
  void visitContent(Visitor &&visit) const {
    // The binding does not compile if a field is missing from the list.
    [[maybe_unused]] const auto &[
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION) NAME,
#define PRIM_PLACE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION) NAME,
#define PRIM_TEXT_OPTION(TYPE, NAME, DEFAULT) NAME,
#include "prim/Pipelines/CompileOptions.def"
        cache] = *this;
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)                \
  visit(#NAME, NAME);
#define PRIM_TEXT_OPTION(TYPE, NAME, DEFAULT) visit(#NAME, NAME);
#include "prim/Pipelines/CompileOptions.def"
  }
};

} // namespace mlir::prim

#endif // PRIM_PIPELINES_COMPILEOPTIONS_H
