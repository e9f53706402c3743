// A program for libscan.so, made of examples/scan.mlir, as its users write it:
// sums on the device, and what goes wrong. call EMULATOR CHIP

#include "scan.h"

#include <stdio.h>
#include <stdlib.h>

static void check(primStatus status) {
  if (status == PRIM_SUCCESS)
    return;
  fprintf(stderr, "%s: %s\n", primStatusName(status), primLastErrorMessage());
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  enum { count = 5000 };
  int32_t values[count], sums[count], sum = 0;
  for (int i = 0; i < count; ++i)
    values[i] = 3 * i - 7;

  primDevice *device;
  primStream *stream;
  check(primDeviceOpen("hip", argv[1], argv[2], 0, &device));
  check(primStreamCreate(device, &stream));
  void *x;
  int32_t *y;
  int64_t size;
  check(primMemAllocAsync(device, stream, sizeof(values), &x));
  check(primMemCopyAsync(device, stream, x, values, sizeof(values),
                         PRIM_COPY_HOST_TO_DEVICE));
  check(scan_main(device, stream, x, count, &y, &size));
  check(primMemCopyAsync(device, stream, sums, y, size * (int64_t)sizeof(*y),
                         PRIM_COPY_DEVICE_TO_HOST));
  check(primMemFreeAsync(device, stream, y));
  check(primMemFreeAsync(device, stream, x));
  check(primStreamSynchronize(stream));
  for (int i = 0; i < count; ++i)
    if ((sum += values[i]) != sums[i]) {
      fprintf(stderr, "sum %d is %d, not %d\n", i, sums[i], sum);
      return 1;
    }
  if (scan_main(device, stream, NULL, -1, &y, &size) !=
          PRIM_ERROR_INVALID_ARGUMENT ||
      y || size)
    return 3;
  printf("%lld sums on %s: %d; %s\n", (long long)count, primDeviceChip(device),
         sum, primLastErrorMessage());
  check(scan_release());
  check(primStreamDestroy(stream));
  check(primDeviceClose(device));
  return 0;
}
