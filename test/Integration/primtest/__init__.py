# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared code of the tests that execute programs.

  elements       element types, and data of them
  folds          the folds of all combiners, on the data sets of sweeps; combiners: by name
    comparing      expected results, and the differences from them
  mlir           text of types, clauses and functions; launches, kernel: of kernels
  runner         starts prim-compile and prim-run; driver: launches kernels itself
  suite          suites of functions and cases, Device/Inputs/suite_*.py and others
  covering       cells that cover every pair of values; sweeping: their count;
                 program_cells, device_programs, ..._cells: programs of cells
  host_functions functions around one device op, of buffers in any layout
  drawing        random values and types; random_runs: executes random programs;
                 minimising: the smallest one that fails
  chips          chips as parameters of lit tests; lit_format: for lit

lit and the scripts have this folder's parent in PYTHONPATH. By hand:

  PYTHONPATH=test/Integration build/venv/bin/python \\
      test/Integration/Device/Inputs/suite_scan.py --prim-run=build/bin/prim-run --chip=gfx942"""
