//===- Registry.cpp - Instruction names to handlers -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process-wide instruction table. It collects the entries that the families
// register, and resolves one name at a time.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"

using namespace prim::emulator;

const Registry &Registry::get() {
  static const Registry *registry = [] {
    auto *table = new Registry;
    registerSalu(*table);
    registerControl(*table);
    registerMemory(*table);
    registerValu(*table);
    return table;
  }();
  return *registry;
}

Handler Registry::find(const Instruction &inst,
                       const DecodeContext &context) const {
  std::string key = inst.key;
  for (auto alias = aliases.find(key); alias != aliases.end();
       alias = aliases.find(key))
    key = alias->second;
  if (auto entry = selectors.find(key); entry != selectors.end())
    return entry->second(inst, context);
  if (auto entry = handlers.find(key); entry != handlers.end())
    return entry->second;
  return nullptr;
}

bool Registry::contains(const std::string &name) const {
  std::string key = name;
  for (auto alias = aliases.find(key); alias != aliases.end();
       alias = aliases.find(key))
    key = alias->second;
  return selectors.count(key) || handlers.count(key);
}
