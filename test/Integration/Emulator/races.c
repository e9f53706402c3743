/*===- races.c - What is a race in work-group memory --------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The race check under every schedule: kernels called good_* run and give    *|
|* what Inputs/races.py expects, kernels called bad_* are reported. Relaxed   *|
|* atomic loads and stores of LDS are the same instructions as plain ones;    *|
|* what surrounds them tells them apart.                                      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %python %races %s %t gfx942 gfx1030 gfx1100 gfx1201
// REQUIRES: emulator, clang

#define LDS __attribute__((address_space(3)))
#define UNINITIALIZED __attribute__((loader_uninitialized))
#define GLOBAL __attribute__((address_space(1)))
#define KERNEL(name)                                                           \
  __attribute__((amdgpu_kernel, visibility("protected"),                       \
                 amdgpu_flat_work_group_size(256, 256))) void                  \
  name(GLOBAL double *out, int one)
#define GROUP 256
#define BARRIER                                                                \
  do {                                                                         \
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");                     \
    __builtin_amdgcn_s_barrier();                                              \
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");                     \
  } while (0)
#define LOAD(p) __scoped_atomic_load_n(p, __ATOMIC_RELAXED, 2)
#define STORE(p, v) __scoped_atomic_store_n(p, v, __ATOMIC_RELAXED, 2)
#define local ((int)__builtin_amdgcn_workitem_id_x())

static LDS UNINITIALIZED double sums[8];
static LDS UNINITIALIZED int flag, ready[GROUP], tile[GROUP];
static LDS UNINITIALIZED unsigned products[4];

/* Sums of doubles: a compare-and-store loop where there is no instruction. */
KERNEL(good_sum) {
  if (local < 8)
    sums[local] = 0;
  BARRIER;
  __scoped_atomic_fetch_add(&sums[local & 7], (double)local * one,
                            __ATOMIC_RELAXED, 2);
  BARRIER;
  out[local] = sums[local & 7];
}
/* An operation that no chip has, written out; some lanes change nothing. */
KERNEL(good_product) {
  if (local < 4)
    products[local] = 1;
  BARRIER;
  LDS unsigned *product = &products[local & 3];
  unsigned old = LOAD(product);
  while (!__scoped_atomic_compare_exchange_n(
      product, &old, old * (local < 32 ? 2 : 1), 0, __ATOMIC_RELAXED,
      __ATOMIC_RELAXED, 2))
    ;
  BARRIER;
  out[local] = products[local & 3];
}
/* A plain read of what other waves update, which nothing checks: the one that
   is compared is of another word. */
KERNEL(bad_sum_of_another) {
  if (local < 8)
    sums[local] = 0;
  BARRIER;
  double beside = sums[(local + 1) & 7];
  __scoped_atomic_fetch_add(&sums[local & 7], beside + local * one,
                            __ATOMIC_RELAXED, 2);
  out[local] = beside;
}
/* A counter that one wave reads while others still count. */
KERNEL(bad_count_read) {
  if (local == 0)
    flag = 0;
  BARRIER;
  if (local >= 64)
    __scoped_atomic_fetch_add(&flag, one, __ATOMIC_RELAXED, 2);
  else
    tile[local] = flag;
  BARRIER;
  if (local == 255)
    flag = 7;
  out[local] = tile[local & 63] + flag;
}

/* One word, uniform: everybody waits for the last wave. */
KERNEL(good_poll) {
  if (local == 0)
    flag = 0;
  BARRIER;
  if (local == 255)
    STORE(&flag, one);
  int seen;
  while ((seen = LOAD(&flag)) == 0)
    ;
  out[local] = seen;
}
/* The first read is outside of the loop; data goes with the flag. */
KERNEL(good_message) {
  if (local == 0)
    flag = 0;
  BARRIER;
  if (local < 32) {
    tile[local] = local * one;
    __scoped_atomic_store_n(&flag, one, __ATOMIC_RELEASE, 2);
  }
  while (__scoped_atomic_load_n(&flag, __ATOMIC_ACQUIRE, 2) == 0)
    __builtin_amdgcn_s_sleep(1);
  out[local] = tile[local & 31];
}
/* A word per lane: a divergent loop. */
KERNEL(good_poll_per_lane) {
  ready[local] = 0;
  BARRIER;
  STORE(&ready[local], local + one);
  int seen;
  while ((seen = LOAD(&ready[GROUP - 1 - local])) == 0)
    ;
  out[local] = seen;
}
/* Waits for one wave, reads what another one wrote. */
KERNEL(bad_message_of_another) {
  if (local == 0)
    flag = 0;
  BARRIER;
  tile[local] = local * one;
  if (local < 32)
    STORE(&flag, one);
  while (LOAD(&flag) == 0)
    ;
  out[local] = tile[(local + 96) & 255];
}

/* What the check is for: no barrier between a tile's write and its read ... */
KERNEL(bad_tile) {
  tile[local] = local * one;
  out[local] = tile[GROUP - 1 - local];
}
/* ... also in a loop over the tile, one that ends by what it finds, */
KERNEL(bad_tile_search) {
  tile[local] = local * one;
  int at = 0;
  while (at < GROUP - 1 && tile[at] < local)
    ++at;
  out[local] = at;
}
/* in a loop that reads one word but does not wait for it, */
KERNEL(bad_word_in_loop) {
  if (local == 0)
    flag = 3 * one;
  int sum = 0;
  for (int i = 0; i < local; ++i) {
    sum += *(volatile LDS int *)&flag;
    tile[local] = sum;
  }
  out[local] = tile[local];
}
/* and between the read of one round and the write of the next. */
KERNEL(bad_next_round) {
  for (int round = 0; round < 3; ++round) {
    tile[local] = local * one + round;
    BARRIER;
    out[local] = tile[GROUP - 1 - local];
  }
}
KERNEL(good_rounds) {
  for (int round = 0; round < 3; ++round) {
    tile[local] = local * one + round;
    BARRIER;
    out[local] = tile[GROUP - 1 - local];
    BARRIER;
  }
}
