/*===- prim-c/Prim.h - prim for C programs -----------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles programs in MLIR text or bytecode and calls their functions on a  *|
|* device. No type of LLVM's, MLIR's or the runtime's is in it: a program     *|
|* that includes this links libprim and needs nothing else.                   *|
|* (prim-c/Dialects.h and prim-c/Passes.h are for programs that use MLIR's    *|
|* own C API.)                                                                *|
|*                                                                            *|
|* What can fail takes an error callback, which may be null, and returns null *|
|* or false; the callback has been called once by then, in the same thread,   *|
|* with all messages of the failure and their places. It neither throws nor   *|
|* jumps out. Strings are zero-terminated UTF-8; what is returned belongs to  *|
|* the object that it was asked from. Objects may be used by several threads  *|
|* at once, unless it says otherwise; destroying one is its last use; null    *|
|* may be destroyed.                                                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PRIM_C_PRIM_H
#define PRIM_C_PRIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define PRIMC_EXPORT __declspec(dllexport)
#else
#define PRIMC_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PrimcProgram PrimcProgram;
typedef struct PrimcObjects PrimcObjects;
typedef struct PrimcDevice PrimcDevice;
typedef struct PrimcStream PrimcStream;
typedef struct PrimcArray PrimcArray;

typedef void (*PrimcErrorCallback)(const char *message, void *userData);

/*===----------------------------------------------------------------------===*\
|* Version                                                                    *|
\*===----------------------------------------------------------------------===*/

/** prim's version, such as "0.1.0". */
PRIMC_EXPORT const char *primcVersion(void);
/** The version of LLVM and MLIR that it was built with, such as "22.1.8". */
PRIMC_EXPORT const char *primcLLVMVersion(void);

/*===----------------------------------------------------------------------===*\
|* Interrupting, and forked processes                                         *|
\*===----------------------------------------------------------------------===*/

/** True: what this thread waits for is to end. */
typedef bool (*PrimcInterruptCheck)(void *userData);

/** Has functions that take an error callback, called in this thread, ask
 * `check` whether to fail, about ten times a second while a kernel runs on the
 *  emulator, LLVM runs in another process, or the emulator is busy with another
 *  thread's kernel; a compilation also asks between its stages. What is
 *  interrupted fails like any other error: a kernel has then run in part, and
 *  the next call works. On a GPU nothing ends a kernel. `check` may free arrays
 *  and programs; a program that it calls fails to launch its kernels, and
 *  primcDeviceRecover() does nothing.
 *  Null: nothing is asked. */
PRIMC_EXPORT void primcSetInterrupt(PrimcInterruptCheck check, void *userData);

/** Whether this process was forked while another thread was in a function of
 *  this library, whose locks and half-done work it has inherited. Functions
 *  that can fail then do, with a message that says so; others do nothing. A
 *  process forked at any other moment goes on with what it has inherited. */
PRIMC_EXPORT bool primcForkedInCall(void);

/*===----------------------------------------------------------------------===*\
|* Compiling                                                                  *|
\*===----------------------------------------------------------------------===*/

/** How a program is compiled; the texts are those of prim-to-rocdl-pipeline's
 *  options. Filled in by primcCompileOptionsInit() and then changed, so that
 *  members that come later have their defaults. Null and "" are the same. */
typedef struct PrimcCompileOptions {
  /** sizeof(PrimcCompileOptions) of the caller, set by
   *  primcCompileOptionsInit(). */
  size_t size;
  /** Chip, such as gfx942 or sm_90. */
  const char *chip;
  /** Target features, such as +wavefrontsize64. */
  const char *features;
  /** LLVM's optimisation level, 0 to 3 (3); code is generated as with 1 at
   * least. */
  unsigned optLevel;
  /** Code object version times 100: 500 or 600 (500). */
  unsigned abi;
  /** Where LLVM runs: none, auto, fork or program (auto). */
  const char *isolate;
  /** Seconds that LLVM may take if it is not in this process; 0: any number. */
  unsigned timeLimit;
  /** Bounds of prim-lower-device, such as max-blocks=4. */
  const char *limits;
  /** Folder of AMD's device library; none approximates math functions. */
  const char *deviceLibs;
  /** Have the emulator report collectives that only some of their threads come
   *  to. */
  bool checkConvergence;
  /** Where compiled programs are kept on disk, see below: a folder, or null for
   *  what the environment says. "none": nowhere. */
  const char *cache;
  /** Have kernels check that loads and stores keep their promises of
   *  alignment. */
  bool checkAlignment;
  /** Keep the lines of the program's text in code objects, for debuggers,
   *  prim-check, and the emulator's faults. The code is the same. */
  bool lineTables;
} PrimcCompileOptions;

/** `size` is sizeof(PrimcCompileOptions): no more is written. */
PRIMC_EXPORT void primcCompileOptionsInit(PrimcCompileOptions *options,
                                          size_t size);

/** What a compilation ends with. */
typedef enum PrimcStage {
  /** The module, with kernels in the LLVM dialect. */
  PRIMC_STAGE_MLIR = 0,
  /** Optimised LLVM IR of each gpu.module. */
  PRIMC_STAGE_LLVM = 1,
  /** Assembly of each gpu.module. */
  PRIMC_STAGE_ASSEMBLY = 2,
  /** The code object of each gpu.module, an ELF image with its metadata. */
  PRIMC_STAGE_OBJECT = 3,
  /** No stage: gives the type 32 bits in C++, for numbers from elsewhere. */
  PRIMC_STAGE_NONE = 0x7fffffff
} PrimcStage;

/** Compiles `length` bytes of MLIR text or bytecode. `name` stands for them in
 *  messages; null: "program". Bytecode is trusted: MLIR's reader does not
 *  survive every damaged one. Null `options` are the defaults: every gpu.module
 *  then names its chip. */
PRIMC_EXPORT PrimcObjects *
primcCompile(const char *text, size_t length, const char *name,
             const PrimcCompileOptions *options, PrimcStage stage,
             PrimcErrorCallback onError, void *userData);

PRIMC_EXPORT size_t primcObjectsCount(const PrimcObjects *objects);
/** The gpu.module's name; "" for the whole module. */
PRIMC_EXPORT const char *primcObjectsName(const PrimcObjects *objects,
                                          size_t index);
/** The text or bytes, followed by a zero that `length` does not count. */
PRIMC_EXPORT const char *primcObjectsBytes(const PrimcObjects *objects,
                                           size_t index, size_t *length);
PRIMC_EXPORT void primcObjectsDestroy(PrimcObjects *objects);

/*===----------------------------------------------------------------------===*\
|* Compiled programs on disk                                                  *|
\*===----------------------------------------------------------------------===*/

/** The folder in which compiled programs are kept; null if that is off or
 * cannot be done. `cache`, here and below, is as in PrimcCompileOptions: a
 * folder, or null for PRIM_CACHE_DIR, else prim in XDG_CACHE_HOME or in
 * ~/.cache.
 *
 *  What primcCompile() and primcProgramCreate() give is kept there, and taken
 *  from there where text, name, options, processor and the builds of prim, MLIR
 *  and LLVM are the same: nothing is parsed or compiled then. PRIM_CACHE_BYTES
 * is what all of it may take (268435456); what was not used for longest goes
 * first. PRIM_CACHE=0 turns it off, whatever the options say. The folder is
 * used only if it is this user's and nobody else can write to it. Threads and
 * processes may share it. Nothing that is wrong with it fails a compilation. */
PRIMC_EXPORT const char *primcCacheFolder(const char *cache);
/** Calls `onError` with what could not be kept last, or why nothing is, and
 *  returns false; true if there is no such thing, or it is off. */
PRIMC_EXPORT bool primcCacheCheck(const char *cache, PrimcErrorCallback onError,
                                  void *userData);
/** What this process has done with it: name and value number `index`; null
 *  behind the last one, and if it is off. hits, misses; rejected: misses for
 *  which there was an entry, damaged or another user's; stored, failed: what
 *  was kept and what could not be; evicted: entries that made room. */
PRIMC_EXPORT const char *primcCacheStatistic(const char *cache, size_t index,
                                             uint64_t *value);
/** Removes all its entries, but no other file. */
PRIMC_EXPORT void primcCacheClear(const char *cache);

/*===----------------------------------------------------------------------===*\
|* Programs                                                                   *|
\*===----------------------------------------------------------------------===*/

/** Element types, by the names of MLIR's: an i32 of a program takes I32 and
 *  U32. An I1 takes a byte that is 0 or 1. */
typedef enum PrimcType {
  PRIMC_I1 = 0,
  PRIMC_I8 = 1,
  PRIMC_I16 = 2,
  PRIMC_I32 = 3,
  PRIMC_I64 = 4,
  PRIMC_U8 = 5,
  PRIMC_U16 = 6,
  PRIMC_U32 = 7,
  PRIMC_U64 = 8,
  PRIMC_F16 = 9,
  PRIMC_BF16 = 10,
  PRIMC_F32 = 11,
  PRIMC_F64 = 12,
  /** No type. */
  PRIMC_TYPE_NONE = 0x7fffffff
} PrimcType;

/** Bytes of an element; 0 for what is no type. */
PRIMC_EXPORT size_t primcTypeBytes(PrimcType type);

/** Elements that one prim.device_sort takes, whatever the chip and the type; it
 *  says batches where there may be more. */
PRIMC_EXPORT uint64_t primcMaxSortElements(void);

/** Compiles a program and loads its host code into this process. It may be
 *  called in any thread. */
PRIMC_EXPORT PrimcProgram *
primcProgramCreate(const char *text, size_t length, const char *name,
                   const PrimcCompileOptions *options,
                   PrimcErrorCallback onError, void *userData);
/** Its work is done on all devices. */
PRIMC_EXPORT void primcProgramDestroy(PrimcProgram *program);
/** Gives back what is loaded on any device, where its work is done. It waits
 *  for calls in other threads; the next one loads it again. */
PRIMC_EXPORT void primcProgramUnload(PrimcProgram *program);

/** The functions that can be called, sorted by name. */
PRIMC_EXPORT size_t primcProgramNumFunctions(const PrimcProgram *program);
PRIMC_EXPORT const char *primcProgramFunction(const PrimcProgram *program,
                                              size_t index);

/** A parameter or result. */
typedef struct PrimcParameter {
  PrimcType type;
  /** Passed by value; rank and shape mean nothing then. */
  bool isScalar;
  /** A memref, which the function may write to. */
  bool isMemref;
  size_t rank;
  /** `rank` extents, -1 where any will do. */
  const int64_t *shape;
  /** As in the source: "tensor<?xi32>". */
  const char *text;
} PrimcParameter;

/** False if there is no such function. */
PRIMC_EXPORT bool primcProgramSignature(const PrimcProgram *program,
                                        const char *function,
                                        size_t *numParameters,
                                        size_t *numResults);
/** Parameter `index` of a function, or the result behind the parameters. */
PRIMC_EXPORT bool primcProgramParameter(const PrimcProgram *program,
                                        const char *function, size_t index,
                                        PrimcParameter *parameter);

/** Whether it was loaded from disk, and not compiled. */
PRIMC_EXPORT bool primcProgramFromCache(const PrimcProgram *program);

/** Stages of the compilation and the milliseconds that they took; of a program
 *  from disk, cache and JIT: reading and linking it. */
PRIMC_EXPORT size_t primcProgramNumTimes(const PrimcProgram *program);
PRIMC_EXPORT const char *primcProgramTime(const PrimcProgram *program,
                                          size_t index, double *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Devices and arrays                                                         *|
\*===----------------------------------------------------------------------===*/

/** Opens a device. `kind` is hip, cuda, emulator or auto: an AMD GPU if there
 *  is one, else the emulator, and for a chip of NVIDIA's (sm_90) cuda. `chip`
 *  may be null: what there is, or the emulator's default. `emulator` is the
 *  path of the emulator's library; null: beside libprim. The environment's
 *  PRIM_EMULATOR_LIBRARY goes before both. Several devices may be open at once,
 *  emulators of several chips among them. */
PRIMC_EXPORT PrimcDevice *primcDeviceOpen(const char *kind, const char *chip,
                                          const char *emulator,
                                          PrimcErrorCallback onError,
                                          void *userData);
/** Nothing of it is used afterwards but arrays, which keep what they need. */
PRIMC_EXPORT void primcDeviceDestroy(PrimcDevice *device);
PRIMC_EXPORT const char *primcDeviceChip(const PrimcDevice *device);
/** A line for people. */
PRIMC_EXPORT const char *primcDeviceDescription(const PrimcDevice *device);
PRIMC_EXPORT bool primcDeviceIsEmulator(const PrimcDevice *device);
/** Whether a kernel's fault has made every later call fail. An emulator can be
 *  reset, once the programs that ran on it are unloaded: all memory and streams
 *  are gone then. An array or stream from before gives an error where it is
 *  used, and frees nothing when it is destroyed. */
PRIMC_EXPORT bool primcDeviceIsLost(const PrimcDevice *device);
PRIMC_EXPORT void primcDeviceRecover(PrimcDevice *device);
/** How often the device has been reset in this process: memory of one's own
 * that a view stands for is gone if the number was another when it was made. */
PRIMC_EXPORT uint64_t primcDeviceGeneration(const PrimcDevice *device);
/** Whether the emulator has allocated all of these bytes: what anybody else has
 *  is out of its reach. A GPU's driver is not asked, and true. */
PRIMC_EXPORT bool primcDeviceHas(const PrimcDevice *device, const void *data,
                                 size_t bytes);
/** Waits for all work on the device; kernels that have failed are reported. */
PRIMC_EXPORT bool primcDeviceSynchronize(PrimcDevice *device,
                                         PrimcErrorCallback onError,
                                         void *userData);

/** What the emulator has counted since the last reset: name and value number
 *  `index`; null behind the last one, and on a GPU. */
PRIMC_EXPORT const char *primcDeviceStatistic(const PrimcDevice *device,
                                              size_t index, uint64_t *value);
PRIMC_EXPORT void primcDeviceResetStatistics(PrimcDevice *device);

/** A stream of its own: work on it is ordered, work on two may overlap. */
PRIMC_EXPORT PrimcStream *primcStreamCreate(PrimcDevice *device,
                                            PrimcErrorCallback onError,
                                            void *userData);
/** A stream for one's own driver handle (a hipStream_t or CUstream), which
 *  must outlive it and the results of calls on it. */
PRIMC_EXPORT PrimcStream *primcStreamWrap(PrimcDevice *device, void *handle,
                                          PrimcErrorCallback onError,
                                          void *userData);
PRIMC_EXPORT void primcStreamDestroy(PrimcStream *stream);
/** Waits for the work on it; kernels that have failed are reported. */
PRIMC_EXPORT bool primcStreamSynchronize(PrimcStream *stream,
                                         PrimcErrorCallback onError,
                                         void *userData);

/** A dense array in C order in device memory, contents undefined. */
PRIMC_EXPORT PrimcArray *primcArrayAllocate(PrimcDevice *device, PrimcType type,
                                            size_t rank, const int64_t *shape,
                                            PrimcErrorCallback onError,
                                            void *userData);
/** One's own device memory, which outlives the array and its uses. */
PRIMC_EXPORT PrimcArray *primcArrayView(PrimcType type, size_t rank,
                                        const int64_t *shape, void *data,
                                        PrimcErrorCallback onError,
                                        void *userData);
/** Another reference to the same array; each is destroyed. */
PRIMC_EXPORT PrimcArray *primcArrayRetain(const PrimcArray *array);
PRIMC_EXPORT void primcArrayDestroy(PrimcArray *array);
/** Copies primcArrayBytes() bytes from the host, or to it once the device's
 *  work before it is done; complete when it returns. */
PRIMC_EXPORT bool primcArrayUpload(PrimcDevice *device, PrimcArray *array,
                                   const void *host, PrimcErrorCallback onError,
                                   void *userData);
PRIMC_EXPORT bool primcArrayDownload(PrimcDevice *device,
                                     const PrimcArray *array, void *host,
                                     PrimcErrorCallback onError,
                                     void *userData);
PRIMC_EXPORT PrimcType primcArrayType(const PrimcArray *array);
PRIMC_EXPORT size_t primcArrayRank(const PrimcArray *array);
PRIMC_EXPORT const int64_t *primcArrayShape(const PrimcArray *array);
PRIMC_EXPORT size_t primcArrayBytes(const PrimcArray *array);
/** The address of the first element on the device. */
PRIMC_EXPORT void *primcArrayData(const PrimcArray *array);

/*===----------------------------------------------------------------------===*\
|* Calls                                                                      *|
\*===----------------------------------------------------------------------===*/

/** An argument or a result. */
typedef struct PrimcValue {
  /** Null for a scalar. A result's reference is the caller's to destroy. */
  PrimcArray *array;
  /** Of a scalar: its low bytes, and its type. */
  uint64_t bits;
  PrimcType type;
} PrimcValue;

/** Calls `function` with values of its parameters' types. Its work is enqueued
 *  on `stream` (null: the device's own); nothing is copied, and nothing waited
 *  for but by host code that reads device memory. What fails on the device
 *  later is reported by what waits for it. `numResults` is the function's, and
 *  `results` is written only if the call succeeds. */
PRIMC_EXPORT bool primcProgramCall(PrimcProgram *program, PrimcDevice *device,
                                   const char *function,
                                   const PrimcValue *arguments,
                                   size_t numArguments, PrimcValue *results,
                                   size_t numResults, PrimcStream *stream,
                                   PrimcErrorCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* PRIM_C_PRIM_H */
