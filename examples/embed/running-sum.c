/*===- running-sum.c - A scan from C -----------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles a program, calls it with an array on the device, and prints what  *|
|* comes back. It runs on a GPU if there is one, else on the emulator:        *|
|* running-sum [auto|hip|emulator]                                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "prim-c/Prim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program_text[] =
    "func.func @running_sum(%x: tensor<?xi32>) -> tensor<?xi32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %n = tensor.dim %x, %c0 : tensor<?xi32>\n"
    "  %out = tensor.empty(%n) : tensor<?xi32>\n"
    "  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>)\n"
    "      outs(%out : tensor<?xi32>) -> tensor<?xi32>\n"
    "  return %y : tensor<?xi32>\n"
    "}\n";

/* Called once by whatever fails; this program then has nothing left to do. */
static void fail(const char *message, void *user_data) {
  (void)user_data;
  fprintf(stderr, "running-sum: %s\n", message);
  exit(1);
}

int main(int argc, char **argv) {
  enum { count = 10 };
  const int64_t shape[] = {count};
  int32_t x[count], y[count], expected = 0;
  PrimcCompileOptions options;
  PrimcValue argument, result;
  PrimcDevice *device;
  PrimcProgram *program;
  int i, wrong = 0;

  device = primcDeviceOpen(argc > 1 ? argv[1] : "auto", NULL, NULL, fail, NULL);
  primcCompileOptionsInit(&options, sizeof(options));
  options.chip = primcDeviceChip(device);
  program = primcProgramCreate(program_text, strlen(program_text),
                               "running-sum", &options, fail, NULL);

  for (i = 0; i < count; ++i)
    x[i] = i * i - 20;
  memset(&argument, 0, sizeof(argument));
  argument.array = primcArrayAllocate(device, PRIMC_I32, 1, shape, fail, NULL);
  primcArrayUpload(device, argument.array, x, fail, NULL);
  primcProgramCall(program, device, "running_sum", &argument, 1, &result, 1,
                   NULL, fail, NULL);
  primcArrayDownload(device, result.array, y, fail, NULL);

  printf("prim %s on %s:", primcVersion(), primcDeviceDescription(device));
  for (i = 0; i < count; ++i) {
    expected += x[i];
    wrong += y[i] != expected;
    printf(" %d", (int)y[i]);
  }
  printf(wrong ? " - wrong\n" : "\n");

  primcArrayDestroy(result.array);
  primcArrayDestroy(argument.array);
  primcProgramDestroy(program);
  primcDeviceDestroy(device);
  return wrong != 0;
}
