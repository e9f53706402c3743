//===- LineTable.cpp - Source lines of code ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim/CodeObject/LineTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"
#include "llvm/Object/ELFObjectFile.h"
#include <map>

using namespace llvm;
using namespace mlir::prim;

LineTable LineTable::read(StringRef object) {
  LineTable result;
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(
          MemoryBufferRef(object, "code object"));
  if (!file) {
    consumeError(file.takeError());
    return result;
  }
  bool hasLines = llvm::any_of((*file)->sections(), [](auto section) {
    Expected<StringRef> name = section.getName();
    if (!name)
      consumeError(name.takeError());
    return name && *name == ".debug_line";
  });
  if (!hasLines)
    return result;
  // Lines are used only in messages, so unreadable ones are omitted.
  auto ignore = [](Error error) { consumeError(std::move(error)); };
  std::unique_ptr<DWARFContext> context = DWARFContext::create(
      **file, DWARFContext::ProcessDebugRelocations::Process,
      /*L=*/nullptr, /*DWPName=*/"", ignore, ignore);
  StringMap<unsigned> numbers;
  // A sequence is sorted, and sequences do not overlap.
  std::map<uint64_t, std::vector<Row>> sequences;
  for (const std::unique_ptr<DWARFUnit> &unit : context->compile_units()) {
    const DWARFDebugLine::LineTable *table =
        context->getLineTableForUnit(unit.get());
    if (!table)
      continue;
    for (const DWARFDebugLine::Sequence &sequence : table->Sequences) {
      std::vector<Row> &rows = sequences[sequence.LowPC];
      for (unsigned i = sequence.FirstRowIndex; i < sequence.LastRowIndex;
           ++i) {
        const DWARFDebugLine::Row &row = table->Rows[i];
        std::string name;
        if (!row.EndSequence && row.Line)
          table->getFileNameByIndex(
              row.File, unit->getCompilationDir(),
              DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, name);
        auto [place, isNew] = numbers.try_emplace(name, result.files.size());
        if (isNew)
          result.files.push_back(name);
        rows.push_back({row.Address.Address, place->second,
                        name.empty() ? 0 : row.Line, row.Column});
      }
    }
  }
  for (const auto &[start, rows] : sequences)
    llvm::append_range(result.rows, rows);
  return result;
}

std::string LineTable::find(uint64_t address) const {
  auto after =
      llvm::upper_bound(rows, address, [](uint64_t wanted, const Row &row) {
        return wanted < row.address;
      });
  if (after == rows.begin() || std::prev(after)->line == 0)
    return "";
  const Row &row = *std::prev(after);
  return files[row.file] + ":" + std::to_string(row.line) + ":" +
         std::to_string(row.column);
}
