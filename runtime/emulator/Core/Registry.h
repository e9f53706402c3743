//===- Registry.h - Instruction names to handlers ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for all chips. It maps LLVM's instruction name without encoding and
// generation suffixes (V_ADD_U32 for V_ADD_U32_e64_gfx9 and
// V_ADD_U32_dpp_gfx11) to a selector. The selector inspects the decoded
// instruction once and returns the handler to run. Executing an instruction
// without an entry, or one whose selector returns nullptr, is an error.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_REGISTRY_H
#define PRIM_EMULATOR_CORE_REGISTRY_H

#include "Core/Instruction.h"
#include "Core/Target.h"

#include <string>
#include <unordered_map>

namespace prim::emulator {

/// Information for a selector besides the instruction.
struct DecodeContext {
  const Target &target;
  unsigned waveSize; // of the code being decoded: 64 or 32
};

/// Returns the handler for this form of the instruction, or nullptr if the form
/// is unknown.
using Selector = Handler (*)(const Instruction &, const DecodeContext &);

class Registry {
public:
  /// The table with everything registered, built once.
  static const Registry &get();

  void add(const char *key, Selector selector) { selectors[key] = selector; }
  /// One handler for both wave sizes and every form.
  void add(const char *key, Handler handler) { handlers[key] = handler; }
  /// `alias` behaves as `key` does, because LLVM renamed the pseudo between
  /// generations.
  void alias(const char *alias, const char *key) { aliases[alias] = key; }

  /// The handler for a decoded instruction (by `inst.key`), or nullptr.
  Handler find(const Instruction &inst, const DecodeContext &context) const;
  /// Whether the key itself is known.
  bool contains(const std::string &key) const;

private:
  std::unordered_map<std::string, Selector> selectors;
  std::unordered_map<std::string, Handler> handlers;
  std::unordered_map<std::string, std::string> aliases;
};

void registerValu(Registry &registry);   // VALU/
void registerSalu(Registry &registry);   // Scalar/
void registerMemory(Registry &registry); // Memory/
void registerControl(Registry &registry);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_REGISTRY_H
