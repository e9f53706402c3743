#!/bin/bash
# differential.sh CLANG EMULATOR_DIFF LIBPRIM_EMULATOR KERNELS.c TEMPORARY [CHIP...]
#
# Compiles KERNELS.c for the host once, for every chip at -O0 and -O3, and lets
# emulator-diff compare. Part of the prim project, under the Apache License v2.0
# with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
clang=$1 diff=$2 emulator=$3 source=$4 temporary=$5
shift 5
chips=("$@")
[ ${#chips[@]} -gt 0 ] || chips=(gfx942 gfx1100)
# Every operation rounds by itself, integers wrap, buffers are read in any type.
semantics=(-std=gnu11 -ffp-contract=off -fwrapv -fno-strict-aliasing
           -Xclang -ffloat16-excess-precision=none
           -Xclang -fbfloat16-excess-precision=none
           -Werror=implicit-function-declaration -w)
# A relaxed atomic load of LDS is a plain ds_read. The race check sees by the
# code around it that it is atomic, unless all values go through memory.
declare -A check=([-O0]=none [-O3]=all)
failed=0
"$clang" "${semantics[@]}" -O1 -fno-vectorize -fno-slp-vectorize -fno-builtin \
  -shared -fPIC "$source" -o "$temporary.so" -lm || exit 2
for chip in "${chips[@]}"; do
  for level in -O0 -O3; do
    echo "== $chip $level"
    code="$temporary.$chip$level.hsaco"
    "$clang" --target=amdgcn-amd-amdhsa -mcpu="$chip" -nogpulib -ffreestanding \
      "${semantics[@]}" "$level" "$source" -o "$code" || { failed=2; continue; }
    PRIM_EMULATOR_CHECK=${check[$level]} "$diff" "$emulator" "$temporary.so" "$code" "$chip" || failed=1
  done
done
exit $failed
