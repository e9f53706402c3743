// RUN: prim-compile %s --chip=gfx942 --features=+sramecc --emit=llvm | FileCheck %s

// What a function says of its target stays; others get the module's.
// CHECK-DAG: define amdgpu_kernel void @own({{.*}} #[[OWN:[0-9]+]]
// CHECK-DAG: define amdgpu_kernel void @given({{.*}} #[[GIVEN:[0-9]+]]
// CHECK-DAG: attributes #[[OWN]] = {{{.*}}"target-cpu"="gfx950" "target-features"="+xnack"
// CHECK-DAG: attributes #[[GIVEN]] = {{{.*}}"target-cpu"="gfx942" "target-features"="+sramecc"
gpu.module @m {
  llvm.func @own() attributes {gpu.kernel, rocdl.kernel, target_cpu = "gfx950", target_features = #llvm.target_features<["+xnack"]>} {
    llvm.return
  }
  gpu.func @given() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}
