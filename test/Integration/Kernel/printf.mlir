// What kernels print, after each of them, whatever the wave size and the optimisation.
// REQUIRES: prim-run, emulator
// DEFINE: %{chip} = --chip=gfx942
// DEFINE: %{run} = prim-run %s --device=emulator --generate=4xi32:iota %{chip}
// DEFINE: %{values} = %{run} --entry=values | FileCheck %s --check-prefix=VALUES --match-full-lines --strict-whitespace
// DEFINE: %{order} = %{run} --entry=order | FileCheck %s --check-prefix=ORDER --match-full-lines
// RUN: %{values}
// RUN: %{order}
// REDEFINE: %{chip} = --chip=gfx942 --opt-level=0
// RUN: %{values}
// RUN: %{order}
// REDEFINE: %{chip} = --chip=gfx1100
// RUN: %{values}
// RUN: %{order}
// REDEFINE: %{chip} = --chip=gfx1100 --features=+wavefrontsize64 --abi=600
// RUN: %{values}
// RUN: %{order}

// Every thread of many waves, once, in each order of the waves.
// DEFINE: %{many} = %{run} --entry=many --scalar=2 | sort -n -k1,1 -k2,2 -k3,3 > %t.many && FileCheck %s --check-prefix=MANY --match-full-lines < %t.many && count 16384 < %t.many
// REDEFINE: %{chip} = --chip=gfx942
// RUN: %{many}
// RUN: env PRIM_EMULATOR_SEED=3 %{many}
// REDEFINE: %{chip} = --chip=gfx1100
// RUN: %{many}
// RUN: env PRIM_EMULATOR_SEED=-1 %{many}

// A buffer has 4 MiB less 8 bytes, and a line here takes 12 + 3 * 8.
// RUN: %{run} --entry=many --scalar=15 > %t.full 2> %t.error
// RUN: count 116508 < %t.full
// RUN: FileCheck %s --check-prefix=FULL < %t.error
// FULL: prim emulator: printf of kernel 'many': the buffer is full; later output is lost

// What was printed before a fault stays.
// RUN: not %{run} --entry=fails 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS-COUNT-4: before
// FAILS-NOT: after
// FAILS: assertion failed: {{.*}}: wrong

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @values(%a: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xi32>
    %minus3 = arith.constant -3 : i32
    %c3 = arith.addi %x, %minus3 : i32
    %i8 = arith.trunci %c3 : i32 to i8
    %i16 = arith.trunci %c3 : i32 to i16
    %i64 = arith.extsi %c3 : i32 to i64
    %million = arith.constant 1000000000000 : i64
    %large = arith.muli %i64, %million : i64
    %i1 = arith.trunci %c3 : i32 to i1
    %f32 = arith.sitofp %c3 : i32 to f32
    %half = arith.constant 0.5 : f32
    %real = arith.mulf %f32, %half : f32
    %f16 = arith.truncf %real : f32 to f16
    %bf16 = arith.truncf %real : f32 to bf16
    %f64 = arith.extf %real : f32 to f64
    // VALUES:text: 100%, 50%%d
    gpu.printf "text: 100%%, 50%%%%d\n"
    gpu.printf ""
    // VALUES-NEXT:i8 -3 253 fd, i16 -3 65533 fffd -3
    gpu.printf "i8 %d %u %x, i16 %d %u %x %hhd\n", %i8, %i8, %i8, %i16, %i16, %i16, %i16 : i8, i8, i8, i16, i16, i16, i16
    // VALUES-NEXT:i32 -3 4294967293 fffffffd   -3| -3  |-0003
    gpu.printf "i32 %d %u %x %4d| %-4ld|%05lld\n", %c3, %c3, %c3, %c3, %c3, %c3 : i32, i32, i32, i32, i32, i32
    // VALUES-NEXT:i64 -3000000000000 18446741073709551616 0xfffffd458210d000 16432451210000
    gpu.printf "i64 %d %u %#x %o\n", %large, %large, %large, %million : i64, i64, i64, i64
    // VALUES-NEXT:index 0 0x3e8 A i1 1
    %address = arith.constant 1000 : index
    %letter = arith.constant 65 : index
    gpu.printf "index %d %p %c i1 %d\n", %t, %address, %letter, %i1 : index, index, index, i1
    // VALUES-NEXT:f16 -1.500000 bf16 -1.5000e+00 f32  -1.5 f64 -1.5 -0x1.8p+0
    gpu.printf "f16 %f bf16 %.4e f32 %5.1f f64 %g %a\n", %f16, %bf16, %real, %f64, %f64 : f16, bf16, f32, f64, f64
    // VALUES-NEXT:colon: \d (\) quote: "
    gpu.printf "colon: \\d (\\) quote: \22\n"
    gpu.return
  }

  // Each block's threads are of one wave: they print one text together.
  // ORDER: block 0 starts
  // ORDER-NEXT: block 0 thread 0
  // ORDER-NEXT: block 0 thread 1
  // ORDER-NEXT: block 0 thread 2
  // ORDER-NEXT: in a function: 0
  // ORDER-NEXT: in a function: 1
  // ORDER-NEXT: in a function: 2
  // ORDER-NEXT: next kernel: block 0 starts
  // ORDER-NEXT: block 0 starts
  func.func private @print(%t: index) {
    gpu.printf "in a function: %d\n", %t : index
    return
  }
  gpu.func @first(%a: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %zero = arith.constant 0 : index
    %leads = arith.cmpi eq, %t, %zero : index
    scf.if %leads {
      gpu.printf "block %d starts\n", %b : index
    }
    gpu.printf "block %d thread %d\n", %b, %t : index, index
    func.call @print(%t) : (index) -> ()
    gpu.return
  }
  gpu.func @second(%a: memref<?xi32>) kernel {
    %b = gpu.block_id x
    gpu.printf "next kernel: "
    gpu.printf "block %d starts\n", %b : index
    gpu.printf "block %d starts\n", %b : index
    gpu.return
  }

  // MANY: 0 0 0
  // MANY-NEXT: 0 0 1
  // MANY: 31 255 0
  // MANY-NEXT: 31 255 1
  gpu.func @many(%a: memref<?xi32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.printf "%d %d %d\n", %b, %t, %i : index, index, index
    }
    gpu.return
  }

  gpu.func @fails(%a: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xi32>
    gpu.printf "before %d\n", %x : i32
    %zero = arith.constant 0 : i32
    %never = arith.cmpi slt, %x, %zero : i32
    cf.assert %never, "wrong"
    gpu.printf "after %d\n", %x : i32
    gpu.return
  }
}

func.func @values(%a: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@values blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xi32>)
  return
}
func.func @order(%a: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  gpu.launch_func @kernels::@first blocks in (%c1, %c1, %c1) threads in (%c3, %c1, %c1) args(%a : memref<?xi32>)
  gpu.launch_func @kernels::@second blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xi32>)
  return
}
func.func @many(%a: memref<?xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  gpu.launch_func @kernels::@many blocks in (%c32, %c1, %c1) threads in (%c256, %c1, %c1) args(%a : memref<?xi32>, %n : index)
  return
}
func.func @fails(%a: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch_func @kernels::@fails blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<?xi32>)
  return
}
}
