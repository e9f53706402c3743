// RUN: prim-opt %s --prim-lower-host | FileCheck %s
// RUN: prim-opt %s --prim-lower-host | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// What host code calls, in what order, with which arguments.

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#rocdl.target<chip = "gfx942">, bin = "\7FELF">]

  // CHECK-NOT: gpu.
  // CHECK-DAG: llvm.mlir.global internal constant @kernels_image("\7FELF") {{.*}}alignment = 16
  // CHECK-DAG: llvm.mlir.global internal @kernels_module_slot(0 : i64)
  // CHECK-DAG: llvm.mlir.global internal @kernels_twice_slot(0 : i64)
  // CHECK-DAG: llvm.mlir.global internal constant @kernels_twice_name("twice\00")
  // CHECK-DAG: llvm.mlir.global internal constant @kernels_other_name("other\00")
  // CHECK-DAG: llvm.mlir.global internal constant @prim_check_0("too many elements\00")
  // CHECK-DAG: llvm.mlir.global internal constant @prim_check_1("{} is more than {}\00")
  // CHECK-DAG: llvm.mlir.global internal constant @prim_check_2("gpu.alloc: cannot allocate memref<?xi32> of sizes {}\00")

  // LLVM-LABEL: define i32 @prim_release_kernels()
  // LLVM: call i32 @primExecReleaseModule(ptr @kernels_module_slot)

  // CHECK: llvm.func @main({{.*}}, %[[EXEC:[a-z0-9]+]]: !llvm.ptr) -> {{.*}} attributes {llvm.emit_c_interface}
  func.func @main(%x: memref<?xi32>, %n: index, %scale: f32) -> memref<?xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %lds = arith.constant 1024 : i32
    %zero = arith.constant 0 : i32
    %limit = arith.constant 1000 : index
    %ok = arith.cmpi ult, %n, %limit : index
    // CHECK-DAG: %[[INVALID:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK-DAG: %[[WORKSPACE:.*]] = llvm.mlir.constant(9 : i32)
    // CHECK-DAG: %[[TEXT0:.*]] = llvm.mlir.addressof @prim_check_0
    // CHECK-DAG: %[[TEXT1:.*]] = llvm.mlir.addressof @prim_check_1
    // CHECK-DAG: %[[TEXT2:.*]] = llvm.mlir.addressof @prim_check_2
    // CHECK: llvm.cond_br
    // CHECK: llvm.call @primExecFail(%[[EXEC]], %[[INVALID]], %[[TEXT0]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64) -> ()
    cf.assert %ok, "too many elements"
    %n64 = arith.index_cast %n : index to i64
    %limit64 = arith.constant 1000 : i64
    // CHECK: llvm.cond_br
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr
    // CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr
    // CHECK: llvm.call @primExecFail(%[[EXEC]], %[[WORKSPACE]], %[[TEXT1]], %{{.*}}, %{{.*}})
    prim.check %ok, workspace, "{} is more than {}"(%n64, %limit64)
    // The bytes of an allocation are checked, too.
    // CHECK: llvm.cond_br
    // CHECK: llvm.call @primExecFail(%[[EXEC]], %[[INVALID]], %[[TEXT2]],
    // CHECK: %[[BUFFER:.*]] = llvm.call @primExecAlloc(%[[EXEC]], %{{.*}}) : (!llvm.ptr, i64) -> !llvm.ptr
    %out = gpu.alloc (%n) : memref<?xi32>
    // CHECK: %[[ZERO:.*]] = llvm.zext %{{.*}} : i32 to i64
    // CHECK: %[[WIDTH:.*]] = llvm.mlir.constant(4 : i32)
    // CHECK: llvm.call @primExecFill(%[[EXEC]], %{{.*}}, %[[ZERO]], %[[WIDTH]], %{{.*}})
    gpu.memset %out, %zero : memref<?xi32>, i32
    // CHECK: %[[KIND:.*]] = llvm.mlir.constant(3 : i32)
    // CHECK: %[[WAIT:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: llvm.call @primExecCopy(%[[EXEC]], %{{.*}}, %[[KIND]], %[[WAIT]])
    gpu.memcpy %out, %x : memref<?xi32>, memref<?xi32>
    %address = memref.extract_aligned_pointer_as_index %x : memref<?xi32> -> index
    %integer = arith.index_cast %address : index to i64
    %pointer = llvm.inttoptr %integer : i64 to !llvm.ptr<1>
    // CHECK: %[[KERNEL:.*]] = llvm.call @primExecKernel(%[[EXEC]],
    // CHECK: llvm.call @primExecLaunch(%[[EXEC]], %[[KERNEL]],
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@twice blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) dynamic_shared_memory_size %lds
        args(%pointer : !llvm.ptr<1>, %n : index, %scale : f32)
    gpu.wait [%u]
    // A device function called with the caller's execution.
    // CHECK: llvm.call @helper(%{{.*}}, %[[EXEC]])
    func.call @helper(%n) : (index) -> ()
    // An outside function keeps its signature.
    // CHECK: llvm.call @outside(%{{[a-z0-9]+}}) : (i64) -> ()
    func.call @outside(%n) : (index) -> ()
    return %out : memref<?xi32>
  }

  // LLVM-LABEL: define { ptr, ptr, i64, [1 x i64], [1 x i64] } @main(
  // LLVM: alloca [3 x ptr]
  // LLVM: call ptr @primExecKernel(ptr %[[#EXEC:]], ptr @kernels_module_slot, ptr @kernels_image, i64 4, ptr @kernels_twice_slot, ptr @kernels_twice_name)
  // LLVM: call void @primExecLaunch(ptr %[[#EXEC]], ptr %{{.*}}, i64 %{{.*}}, i64 1, i64 1, i64 256, i64 1, i64 1, i32 1024, ptr %{{.*}}, i64 3)

  // CHECK: llvm.func @helper(%{{.*}}: i64, %[[EXEC:.*]]: !llvm.ptr)
  // CHECK-NOT: emit_c_interface
  func.func private @helper(%n: index) {
    // CHECK: llvm.br
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %n step %c1 {
      // CHECK: %[[P:.*]] = llvm.call @primExecAlloc(%[[EXEC]],
      %m = memref.alloc() : memref<16xf64>
      // CHECK: llvm.call @primExecFree(%[[EXEC]],
      memref.dealloc %m : memref<16xf64>
      // CHECK: %[[ASKED:.*]] = llvm.call @primExecKernel(%[[EXEC]],
      // CHECK: llvm.call @primExecResidentGroups(%[[EXEC]], %[[ASKED]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32) -> i64
      %most = prim.resident_blocks @kernels::@other threads(64) : index
      // Stack memory for a launch is taken once, not per iteration.
      // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
      // CHECK: llvm.call @primExecLaunchWithFlags(%[[EXEC]], %{{[^,]*}}, %[[ONE]],
      gpu.launch_func @kernels::@twice blocks in (%c4, %c1, %c1)
          threads in (%c4, %c1, %c1) args(%i : index) {prim.cooperative}
      // CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32) : i32
      // CHECK: llvm.call @primExecLaunchWithFlags(%[[EXEC]], %{{[^,]*}}, %[[TWO]],
      gpu.launch_func @kernels::@twice blocks in (%c4, %c1, %c1)
          threads in (%c4, %c1, %c1) args(%i : index) {prim.overlapped}
    }
    return
  }

  // CHECK: llvm.func @outside(i64)
  func.func private @outside(index)

  // LLVM-LABEL: define void @helper(
  // LLVM-NEXT: alloca
  // LLVM-NEXT: alloca
  // LLVM-NEXT: alloca
  // LLVM-NEXT: alloca
  // LLVM-NEXT: br
  // LLVM-NOT: alloca
}
