// A kernel waits for the one before it, and lets the next begin, by instructions of
// chips that overlap launches; on others there is nothing to do. LLVM moves nothing
// across them.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}))' | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}),prim-serialize{format=isa})' | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: llvm.func @sm_80
// CHECK-NOT: nvvm.griddepcontrol
// CHECK-LABEL: llvm.func @sm_90
// CHECK: llvm.store
// CHECK: nvvm.griddepcontrol wait
// CHECK: llvm.load
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: llvm.store

// PTX-NOT: griddepcontrol
// PTX: sm_90
// PTX: st.global
// PTX: griddepcontrol.wait;
// PTX: ld.global
// PTX: griddepcontrol.launch_dependents;
// PTX: st.global
gpu.module @older [#nvvm.target<chip = "sm_80">] {
  gpu.func @sm_80(%p: !prim.base<global>, %at: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.grid_wait_previous
    prim.grid_start_next
    gpu.return
  }
}

gpu.module @newer [#nvvm.target<chip = "sm_90">] {
  gpu.func @sm_90(%p: !prim.base<global>, %q: !prim.base<global>, %at: i32, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    prim.store %x, %p[%at] : i32, !prim.base<global>
    prim.grid_wait_previous
    %y = prim.load %p[%at] : !prim.base<global> -> i32
    prim.grid_start_next
    prim.store %y, %q[%at] : i32, !prim.base<global>
    gpu.return
  }
}
