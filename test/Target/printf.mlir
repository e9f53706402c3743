// gpu.printf on AMD's chips: stores to a buffer that the driver gives, in the form that
// HIP's run time prints after the kernel. On NVIDIA's, a call of the driver's vprintf.
// DEFINE: %{chip} = gfx942
// DEFINE: %{notes} = prim-compile %s --chip=%{chip} -o %t && llvm-readelf --notes %t > %t.notes && FileCheck %s --check-prefix=NOTES --implicit-check-not=hidden_printf_buffer < %t.notes && grep 0:0: %t.notes | count 3
// RUN: prim-compile %s --chip=%{chip} --opt-level=1 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM --implicit-check-not=@__printf_alloc --implicit-check-not=@printf
// RUN: %{notes}
// REDEFINE: %{chip} = gfx1100
// RUN: %{notes}
// The checker of final code has no objection, nor without optimisation.
// RUN: prim-compile %s --chip=%{chip} --check --abi=600 -o %t
// RUN: prim-compile %s --chip=%{chip} --check --opt-level=0 -o %t
// RUN: prim-compile %s --chip=sm_90 --emit=isa -o - | FileCheck %s --check-prefix=PTX

// The buffer's address is at byte 72 of the implicit arguments.
// LLVM-LABEL: define {{.*}} @large(
// LLVM: %[[ARGUMENTS:.*]] = {{.*}}call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
// LLVM: getelementptr {{.*}}i8, ptr addrspace(4) %[[ARGUMENTS]], i64 72
// LLVM: %[[BUFFER:.*]] = load ptr addrspace(1)
// LLVM: load atomic i32, ptr addrspace(1) %[[BUFFER]] syncscope("agent") monotonic, align 4
// LLVM: cmpxchg ptr addrspace(1) %[[BUFFER]], i32 {{.*}} syncscope("agent") monotonic monotonic, align 4
// 4 bytes for the size (times 4, and 2 for a format in the metadata), 8 for the hash, 8
// for each value.
// LLVM: store i32 82, ptr addrspace(1)
// LLVM: store i64 [[HASH:[-0-9]+]], ptr addrspace(1) {{.*}}, align 4
// LLVM: store i64 %0, ptr addrspace(1) {{.*}}, align 4
// LLVM-LABEL: define {{.*}} @other(
// LLVM: store i64 7, ptr addrspace(1) %3, align 16
// LLVM: store i64 [[HASH]], ptr addrspace(1)
// LLVM-LABEL: define {{.*}} @silent(
// Each format once.
// LLVM: !llvm.printf.fmts = !{!{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}}
// LLVM-DAG: !{!"0:0:{{[0-9a-f]+}},same %lld\0A"}
// LLVM-DAG: !{!"0:0:{{[0-9a-f]+}},%lld %lld %lld %lld %lld %lld %lld %lld\0A"}
// LLVM-DAG: !{!"0:0:{{[0-9a-f]+}},%f %d\0A"}

// Two kernels are large enough for objects of their own, each of which has the formats.
// NOTES: hidden_printf_buffer
// NOTES: .name: large
// NOTES: hidden_printf_buffer
// NOTES: .name: other
// NOTES: .name: silent
// NOTES: amdhsa.printf:
// NOTES-DAG: "0:0:{{[0-9a-f]+}},same %lld\n"
// NOTES-DAG: "0:0:{{[0-9a-f]+}},%lld %lld %lld %lld %lld %lld %lld %lld\n"
// NOTES-DAG: "0:0:{{[0-9a-f]+}},%f %d\n"
// NOTES: amdhsa.target:

// PTX: .extern .func (.param .b32 func_retval0) vprintf
// PTX-LABEL: .entry large(
// PTX: call.uni {{.*}}vprintf
gpu.module @m {
  gpu.func @large(%i: index, %f: f32, %n: i8) kernel {
    gpu.printf "same %d\n", %i : index
    gpu.printf "%f %d\n", %f, %n : f32, i8
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.return
  }
  gpu.func @other(%i: index, %f: f32, %n: i8, %p: !llvm.ptr<1>) kernel {
    %c7 = arith.constant 7 : i64
    llvm.store %c7, %p {alignment = 16 : i64} : i64, !llvm.ptr<1>
    gpu.printf "same %d\n", %i : index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.printf "%d %d %d %d %d %d %d %d\n", %i, %i, %i, %i, %i, %i, %i, %i : index, index, index, index, index, index, index, index
    gpu.return
  }
  // Has no more arguments than in a module that does not print.
  gpu.func @silent(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %t = arith.index_cast %i : index to i32
    llvm.store %t, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}
