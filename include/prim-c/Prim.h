/*===- prim-c/Prim.h - prim for C programs -----------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions.                                                                *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles programs in MLIR text or bytecode and calls their functions on a  *|
|* device. It contains no types of LLVM, MLIR or the runtime: a program that  *|
|* includes it links libprim and needs nothing else. (prim-c/Dialects.h and   *|
|* prim-c/Passes.h are for programs that use MLIR's own C API.)               *|
|*                                                                            *|
|* A function that can fail takes an error callback, which may be null, and   *|
|* returns null or false. It has then called the callback once, in the same   *|
|* thread, with all messages of the failure and their locations. The callback *|
|* must not throw or jump out. Strings are zero-terminated UTF-8. Returned    *|
|* data belongs to the object that the function was called on. Several        *|
|* threads may use an object at once, unless a comment says otherwise. No     *|
|* object may be used after it is destroyed. Null may be destroyed.           *|
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

/** The version of prim, such as "0.1.0". */
PRIMC_EXPORT const char *primcVersion(void);
/** The version of LLVM and MLIR that prim was built with, such as "22.1.8". */
PRIMC_EXPORT const char *primcLLVMVersion(void);

/*===----------------------------------------------------------------------===*\
|* Interrupting, and forked processes                                         *|
\*===----------------------------------------------------------------------===*/

/** Returns true if the operation that this thread waits for must end. */
typedef bool (*PrimcInterruptCheck)(void *userData);

/** Sets the check that interrupts this thread's calls of functions that take
 *  an error callback. Such a function calls `check` about ten times a second
 *  while a kernel runs on the emulator, while LLVM runs in another process,
 *  and while the emulator is busy with another thread's kernel. A
 *  compilation also calls it between its stages. If `check` returns true,
 *  the function fails, as with any other error. A kernel has then run in
 *  part, and the next call works. On a GPU kernels are not interrupted.
 *  `check` may free arrays and programs. Within `check`, programs fail to
 *  launch their kernels, and primcDeviceRecover() has no effect. Null
 *  removes the check. */
PRIMC_EXPORT void primcSetInterrupt(PrimcInterruptCheck check, void *userData);

/** Returns whether this process was forked while another thread was in a
 *  function of this library. The process has then inherited its locks and
 *  unfinished work. Functions that can fail do so, with a message that
 *  explains it. Others do nothing. A process forked at any other time
 *  continues with the state that it has inherited. */
PRIMC_EXPORT bool primcForkedInCall(void);

/*===----------------------------------------------------------------------===*\
|* Compiling                                                                  *|
\*===----------------------------------------------------------------------===*/

/** The options of a compilation. The texts are those of the options of
 *  prim-to-rocdl-pipeline. Fill the structure with primcCompileOptionsInit()
 *  and then change it, so that later members have their defaults. Null and
 *  "" are equivalent. */
typedef struct PrimcCompileOptions {
  /** sizeof(PrimcCompileOptions) of the caller, set by
   *  primcCompileOptionsInit(). */
  size_t size;
  /** Chip, such as gfx942 or sm_90. */
  const char *chip;
  /** Target features, such as +wavefrontsize64. */
  const char *features;
  /** LLVM's optimisation level, 0 to 3 (3). Code generation uses at least 1. */
  unsigned optLevel;
  /** Code object version times 100: 500 or 600 (500). */
  unsigned abi;
  /** Where LLVM runs: none, auto, fork or program (auto). */
  const char *isolate;
  /** Seconds that LLVM may take in another process; 0 for any number. */
  unsigned timeLimit;
  /** Bounds of prim-lower-device, such as max-blocks=4. */
  const char *limits;
  /** Folder of AMD's device library; none approximates math functions. */
  const char *deviceLibs;
  /** Makes the emulator report collectives that only some of their threads
   *  execute. */
  bool checkConvergence;
  /** The folder in which compiled programs are kept on disk (see below).
   *  Null uses the environment's folder, and "none" keeps nothing. */
  const char *cache;
  /** Makes kernels check the alignment that loads and stores promise. */
  bool checkAlignment;
  /** Keeps the lines of the program's text in code objects, for debuggers,
   *  prim-check, and the emulator's faults. The code does not change. */
  bool lineTables;
  /** Folds sums and products of floats in any order where linalg ops become
   *  device ops (true). */
  bool reassociate;
  /** Accepts ops of dialects that prim does not have in the text, in generic
   *  form; prim-frontend-to-prim converts some. */
  bool allowUnregistered;
  /** Lets divisions and exponentials have errors that a rounding to f16 or
   *  bf16 hides (true). */
  bool relaxedPrecision;
} PrimcCompileOptions;

/** Sets the defaults. `size` is sizeof(PrimcCompileOptions), and no more
 *  bytes are written. */
PRIMC_EXPORT void primcCompileOptionsInit(PrimcCompileOptions *options,
                                          size_t size);

/** The last stage of a compilation. */
typedef enum PrimcStage {
  /** The module, with kernels in the LLVM dialect. */
  PRIMC_STAGE_MLIR = 0,
  /** Optimised LLVM IR of each gpu.module. */
  PRIMC_STAGE_LLVM = 1,
  /** Assembly of each gpu.module. */
  PRIMC_STAGE_ASSEMBLY = 2,
  /** The code object of each gpu.module, an ELF image with its metadata. */
  PRIMC_STAGE_OBJECT = 3,
  /** Not a stage. It gives the type 32 bits in C++, for numbers from other
   *  sources. */
  PRIMC_STAGE_NONE = 0x7fffffff
} PrimcStage;

/** Compiles `length` bytes of MLIR text or bytecode. `name` is their name in
 *  messages; null for "program". Bytecode is trusted: damaged bytecode can
 *  crash MLIR's reader. Null `options` are the defaults; every gpu.module
 *  must then name its chip. */
PRIMC_EXPORT PrimcObjects *
primcCompile(const char *text, size_t length, const char *name,
             const PrimcCompileOptions *options, PrimcStage stage,
             PrimcErrorCallback onError, void *userData);

PRIMC_EXPORT size_t primcObjectsCount(const PrimcObjects *objects);
/** The name of the gpu.module; "" for the whole module. */
PRIMC_EXPORT const char *primcObjectsName(const PrimcObjects *objects,
                                          size_t index);
/** The text or bytes, followed by a zero that `length` does not include. */
PRIMC_EXPORT const char *primcObjectsBytes(const PrimcObjects *objects,
                                           size_t index, size_t *length);
PRIMC_EXPORT void primcObjectsDestroy(PrimcObjects *objects);

/*===----------------------------------------------------------------------===*\
|* Compiled programs on disk                                                  *|
\*===----------------------------------------------------------------------===*/

/** Returns the folder in which compiled programs are kept; null if the cache
 *  is off or unusable. `cache`, here and below, is as in
 *  PrimcCompileOptions: a folder, or null for PRIM_CACHE_DIR, else prim in
 *  XDG_CACHE_HOME or in ~/.cache.
 *
 *  The folder has the results of primcCompile() and primcProgramCreate().
 *  They are read from there, without parsing or compiling, if text, name,
 *  options, processor and the builds of prim, MLIR and LLVM are the same.
 *  PRIM_CACHE_BYTES is the size limit of the cache (268435456). The least
 *  recently used entries are removed first. PRIM_CACHE=0 turns the cache
 *  off, whatever the options say. The folder is used only if it belongs to
 *  this user and no other user can write to it. Threads and processes may
 *  share it. No fault of the cache fails a compilation. */
PRIMC_EXPORT const char *primcCacheFolder(const char *cache);
/** Checks whether programs can be kept. If not, it calls `onError` with the
 *  last program that could not be kept, or the reason why none are, and
 *  returns false. It returns true if there is no such problem, or if the
 *  cache is off. */
PRIMC_EXPORT bool primcCacheCheck(const char *cache, PrimcErrorCallback onError,
                                  void *userData);
/** Returns the name, and in `value` the value, of this process's cache
 *  statistic number `index`; null after the last one, and if the cache is
 *  off. The statistics are hits; misses; rejected: misses with an entry that
 *  was damaged or another user's; stored: entries that were kept; failed:
 *  entries that could not be kept; evicted: entries that were removed to
 *  make room. */
PRIMC_EXPORT const char *primcCacheStatistic(const char *cache, size_t index,
                                             uint64_t *value);
/** Removes all entries of the cache, but no other file. */
PRIMC_EXPORT void primcCacheClear(const char *cache);

/*===----------------------------------------------------------------------===*\
|* Programs                                                                   *|
\*===----------------------------------------------------------------------===*/

/** Element types, named as in MLIR. An i32 of a program takes I32 and U32.
 *  An I1 takes a byte that is 0 or 1. */
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
  /** Not a type. */
  PRIMC_TYPE_NONE = 0x7fffffff
} PrimcType;

/** The bytes of an element; 0 for an invalid type. */
PRIMC_EXPORT size_t primcTypeBytes(PrimcType type);

/** The most elements that one prim.device_sort takes, whatever the chip and
 *  the type. A sort of more elements requires its clause `batches`. */
PRIMC_EXPORT uint64_t primcMaxSortElements(void);

/** Compiles a program and loads its host code into this process. Any thread
 *  may call this function. */
PRIMC_EXPORT PrimcProgram *
primcProgramCreate(const char *text, size_t length, const char *name,
                   const PrimcCompileOptions *options,
                   PrimcErrorCallback onError, void *userData);
/** Destroys a program. Its work must be complete on all devices. */
PRIMC_EXPORT void primcProgramDestroy(PrimcProgram *program);
/** Unloads a program from all devices. The program's work must be complete
 *  there. The function waits for calls in other threads. The next call loads
 *  the program again. */
PRIMC_EXPORT void primcProgramUnload(PrimcProgram *program);

/** The functions that can be called, sorted by name. */
PRIMC_EXPORT size_t primcProgramNumFunctions(const PrimcProgram *program);
PRIMC_EXPORT const char *primcProgramFunction(const PrimcProgram *program,
                                              size_t index);

/** A parameter or result of a function. */
typedef struct PrimcParameter {
  PrimcType type;
  /** Passed by value; rank and shape then have no meaning. */
  bool isScalar;
  /** A memref, which the function may write to. */
  bool isMemref;
  size_t rank;
  /** `rank` extents; -1 accepts any extent. */
  const int64_t *shape;
  /** The type as in the source, such as "tensor<?xi32>". */
  const char *text;
} PrimcParameter;

/** Returns false if there is no such function. */
PRIMC_EXPORT bool primcProgramSignature(const PrimcProgram *program,
                                        const char *function,
                                        size_t *numParameters,
                                        size_t *numResults);
/** Parameter `index` of a function. Results follow the parameters. */
PRIMC_EXPORT bool primcProgramParameter(const PrimcProgram *program,
                                        const char *function, size_t index,
                                        PrimcParameter *parameter);

/** Whether the program was loaded from disk instead of compiled. */
PRIMC_EXPORT bool primcProgramFromCache(const PrimcProgram *program);

/** The stages of the compilation and their times in milliseconds. For a
 *  program from disk they are cache and JIT: reading and linking it. */
PRIMC_EXPORT size_t primcProgramNumTimes(const PrimcProgram *program);
PRIMC_EXPORT const char *primcProgramTime(const PrimcProgram *program,
                                          size_t index, double *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Devices and arrays                                                         *|
\*===----------------------------------------------------------------------===*/

/** Opens a device. `kind` is hip, cuda, emulator or auto. auto is cuda for
 *  an NVIDIA chip (sm_90), else an AMD GPU if there is one, else the
 *  emulator. `chip` may be null, for the chip that is present, or the
 *  emulator's default. `emulator` is the path of the emulator's library;
 *  null for the one beside libprim. The environment variable
 *  PRIM_EMULATOR_LIBRARY overrides both. Several devices may be open at
 *  once, including emulators of several chips. */
PRIMC_EXPORT PrimcDevice *primcDeviceOpen(const char *kind, const char *chip,
                                          const char *emulator,
                                          PrimcErrorCallback onError,
                                          void *userData);
/** Destroys a device. Afterwards only its arrays may be used, which keep all
 *  that they need. */
PRIMC_EXPORT void primcDeviceDestroy(PrimcDevice *device);
PRIMC_EXPORT const char *primcDeviceChip(const PrimcDevice *device);
/** One line that describes the device to users. */
PRIMC_EXPORT const char *primcDeviceDescription(const PrimcDevice *device);
PRIMC_EXPORT bool primcDeviceIsEmulator(const PrimcDevice *device);
/** Whether a kernel's fault has made every later call fail.
 *  primcDeviceRecover() can reset an emulator after the programs that ran on
 *  it are unloaded. All memory and streams are then gone. An older array or
 *  stream gives an error when it is used, and frees nothing when it is
 *  destroyed. */
PRIMC_EXPORT bool primcDeviceIsLost(const PrimcDevice *device);
PRIMC_EXPORT void primcDeviceRecover(PrimcDevice *device);
/** The number of resets of the device in this process. If it has changed
 *  since the caller's memory of a view was allocated, that memory is gone. */
PRIMC_EXPORT uint64_t primcDeviceGeneration(const PrimcDevice *device);
/** Whether the emulator has allocated all of these bytes. It cannot access
 *  memory that others have allocated. On a GPU the driver is not queried,
 *  and the result is true. */
PRIMC_EXPORT bool primcDeviceHas(const PrimcDevice *device, const void *data,
                                 size_t bytes);
/** Waits for all work on the device, and reports kernels that have failed. */
PRIMC_EXPORT bool primcDeviceSynchronize(PrimcDevice *device,
                                         PrimcErrorCallback onError,
                                         void *userData);

/** Returns the name, and in `value` the value, of the emulator's statistic
 *  number `index` since the last reset; null after the last one, and on a
 *  GPU. */
PRIMC_EXPORT const char *primcDeviceStatistic(const PrimcDevice *device,
                                              size_t index, uint64_t *value);
PRIMC_EXPORT void primcDeviceResetStatistics(PrimcDevice *device);

/** Creates a stream. Work on one stream is ordered, and work on two may
 *  overlap. */
PRIMC_EXPORT PrimcStream *primcStreamCreate(PrimcDevice *device,
                                            PrimcErrorCallback onError,
                                            void *userData);
/** Makes a stream of the caller's driver handle (a hipStream_t or CUstream),
 *  which must outlive the stream and the results of calls on it. */
PRIMC_EXPORT PrimcStream *primcStreamWrap(PrimcDevice *device, void *handle,
                                          PrimcErrorCallback onError,
                                          void *userData);
PRIMC_EXPORT void primcStreamDestroy(PrimcStream *stream);
/** Waits for the work on the stream, and reports kernels that have failed. */
PRIMC_EXPORT bool primcStreamSynchronize(PrimcStream *stream,
                                         PrimcErrorCallback onError,
                                         void *userData);

/** Allocates a dense array in C order in device memory. Its contents are
 *  undefined. */
PRIMC_EXPORT PrimcArray *primcArrayAllocate(PrimcDevice *device, PrimcType type,
                                            size_t rank, const int64_t *shape,
                                            PrimcErrorCallback onError,
                                            void *userData);
/** Makes an array of the caller's device memory, which must outlive the
 *  array and its uses. */
PRIMC_EXPORT PrimcArray *primcArrayView(PrimcType type, size_t rank,
                                        const int64_t *shape, void *data,
                                        PrimcErrorCallback onError,
                                        void *userData);
/** Returns another reference to the same array. Each reference must be
 *  destroyed. */
PRIMC_EXPORT PrimcArray *primcArrayRetain(const PrimcArray *array);
PRIMC_EXPORT void primcArrayDestroy(PrimcArray *array);
/** Copies primcArrayBytes() bytes from the host, or to the host after the
 *  device's earlier work is complete. The copy is complete when the function
 *  returns. */
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

/** An argument or a result of a call. */
typedef struct PrimcValue {
  /** Null for a scalar. The caller must destroy the reference of a result. */
  PrimcArray *array;
  /** The low bytes of a scalar, and its type. */
  uint64_t bits;
  PrimcType type;
} PrimcValue;

/** Calls `function` with values of its parameters' types. Its work is
 *  enqueued on `stream` (null for the device's own). Nothing is copied. The
 *  call waits only if host code reads device memory. Later failures on the
 *  device are reported by functions that wait for the work. `numResults`
 *  must be that of the function. `results` are written only if the call
 *  succeeds. */
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
