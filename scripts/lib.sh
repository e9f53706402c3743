# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shared by the scripts; sourced, never run. Sets `root` and `build`, and changes to the
# root.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Read by the scripts that source this file.
# shellcheck disable=SC2034
build=$root/build
cd "$root" || exit 1

# Python packages come only from build/venv, except that of the tests.
unset PYTHONHOME
export PYTHONPATH=$root/test/Integration
export PYTHONNOUSERSITE=1

say() { printf '%s\n' "prim: $*"; }

die() {
  printf '%s\n' "prim: $*" >&2
  exit 1
}

# quietly LOG COMMAND...: runs a command with its output in a file, and shows the end of
# the file if it fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "'$1' failed; all of its output: ${log#"$root"/}"
  fi
}
