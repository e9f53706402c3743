/*===- printf.c - Output of kernels that clang compiles -----------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* HIP's buffered printf, as clang compiles it with AMD's own library: the    *|
|* emulator reads the buffer as HIP does. Strings, widths as arguments and    *|
|* formats that are not constant do not occur in prim's own code.             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// DEFINE: %{check} = FileCheck %s --match-full-lines --strict-whitespace
// RUN: %python %buffered_printf %device_libs %s %t gfx942 | %{check}
// RUN: %python %buffered_printf %device_libs %s %t gfx1030 | %{check}
// REQUIRES: emulator, clang, device-libs

#define DEVICE __attribute__((device))
extern "C" DEVICE int printf(const char *format, ...);

extern "C" __attribute__((global)) void print(int *results) {
  unsigned i = __builtin_amdgcn_workitem_id_x();
  const char *names[] = {"zero", "one", "a longer name"};
  const char *formats[] = {"first %d|", "second %5d|", "third %x|"};
  // CHECK:-1 constant zero  |  0.00 a    42|-7   | 100%
  // CHECK-NEXT:0 constant one   |  1.50 b    42|-7   | 100%
  // CHECK-NEXT:1 constant a longer name|  3.00 c    42|-7   | 100%
  int result = printf("%d %s %-6s|%6.*f %c %*d|%*d| 100%%\n", (int)i - 1,
                      "constant", names[i], 2, i * 1.5, 'a' + i, 5, 42, -5, -7);
  // CHECK-NEXT:1099511627776 0x1234
  if (i == 0)
    result |= printf("%lu %p\n", 1ul << 40, (void *)0x1234);
  // CHECK-NEXT:first 3|second     4|third 5|
  result |= printf(formats[i], i + 3);
  // HIP's own escape sequences: a colon and the end of the line.
  // CHECK-NEXT:|: one|
  if (i == 0)
    printf("\n|\\72 one|\\n");
  results[i] = result;
}
// A text that does not fit gives -1.
// CHECK-NEXT:[0, 0, 0]
