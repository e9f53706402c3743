//===- TilePrefix.h - What comes before a tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan by tiles is given an object that says how a tile learns the fold of
// all tiles before it, like CUB's AgentScan, which is given a callback.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILEPREFIX_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILEPREFIX_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// How a tile learns what comes before it.
class TilePrefix {
public:
  TilePrefix(KernelBuilder &kernel, const Combiner &combiner)
      : kernel(kernel), b(kernel), combiner(combiner),
        types(llvm::to_vector(combiner.getTypes())) {}
  virtual ~TilePrefix();

  /// Whether there are tiles that have others before them.
  virtual bool exists() const { return true; }
  /// The fold of all tiles before `tile` (i32), whose own fold is `aggregate`.
  /// It is called once for each tile, in a wave that has `aggregate` or in the
  /// whole block.
  virtual OptionalTuple find(Value tile, ValueRange aggregate) = 0;

protected:
  KernelBuilder &kernel;
  CodeBuilder &b;
  Combiner combiner;
  SmallVector<Type> types;
};

/// No prefix: each tile has whole rows.
class NoPrefix : public TilePrefix {
public:
  using TilePrefix::TilePrefix;

  bool exists() const override { return false; }
  OptionalTuple find(Value tile, ValueRange aggregate) override { return {}; }
};

/// A state in the workspace through which `tiles` tiles (i32) tell each other
/// their folds.
struct TileState {
  /// Its base: `row`, or that of region `region` where this is null.
  Value base(KernelBuilder &kernel) const {
    return row ? row : kernel.region(region);
  }

  unsigned region;
  Value tiles;
  Value row = {};
};

/// Decoupled look-back, in which a tile also publishes its own fold.
class LookBackPrefix : public TilePrefix {
public:
  LookBackPrefix(KernelBuilder &kernel, const Combiner &combiner,
                 TileState state)
      : TilePrefix(kernel, combiner), state(state) {}

  OptionalTuple find(Value tile, ValueRange aggregate) override;

protected:
  /// Looks back with a grid op, at `window` tiles at once.
  template <typename OpTy>
  OptionalTuple lookBack(Value tile, ValueRange aggregate,
                         std::optional<int32_t> window);

private:
  TileState state;
};

/// A look-back after the block has published the tile's fold. The block takes
/// several tiles, and looks back as far as its previous one.
class PublishedPrefix : public LookBackPrefix {
public:
  using LookBackPrefix::LookBackPrefix;

  OptionalTuple find(Value tile, ValueRange aggregate) override;
};

/// A prefix that the block has gathered itself, in its first thread, before it
/// scans the tile.
class GatheredPrefix : public TilePrefix {
public:
  using TilePrefix::TilePrefix;

  /// To be called for each tile before find().
  void set(OptionalTuple before) { gathered = std::move(before); }
  OptionalTuple find(Value tile, ValueRange aggregate) override;

private:
  OptionalTuple gathered;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILEPREFIX_H
