// Blocks that tell others what they wrote: on gfx9 every wave has waited for its stores
// when the first one counts the block, and that waits for what it writes back. LLVM
// waits at the barrier from gfx10 on.
// RUN: prim-compile %s --chip=gfx90a --emit=isa | FileCheck %s --check-prefixes=GFX9,GFX90A
// RUN: prim-compile %s --chip=gfx942 --emit=isa | FileCheck %s --check-prefixes=GFX9,GFX94
// RUN: prim-compile %s --chip=gfx950 --emit=isa | FileCheck %s --check-prefixes=GFX9,GFX94
// RUN: prim-compile %s --chip=gfx1030 --emit=isa | FileCheck %s --check-prefix=GFX10
// RUN: prim-compile %s --chip=gfx1100 --emit=isa | FileCheck %s --check-prefix=GFX10
// RUN: prim-compile %s --chip=gfx1201 --emit=isa | FileCheck %s --check-prefix=GFX12

// Checked by notes about each release, acquire and exchanged word.
// RUN: prim-compile %s --chip=gfx90a --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx942 --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx950 --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1030 --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1100 --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1201 --module=kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx90a --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx942 --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx950 --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1030 --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1100 --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// RUN: prim-compile %s --chip=gfx1201 --module=prim_kernels -o %t && prim-check %t | FileCheck %s --check-prefix=CHECKED
// CHECKED: {{[1-9][0-9]*}} orders, {{.*}} 0 reports

module attributes {gpu.container_module} {
// GFX9-LABEL: whole:
// GFX9: global_store_dword
// GFX9-NOT: s_barrier
// GFX9: s_waitcnt vmcnt(0)
// GFX9-NEXT: s_barrier
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add
// GFX90A: buffer_wbinvl1_vol
// GFX94: buffer_inv sc1
// GFX9: s_barrier
// GFX90A: buffer_wbinvl1_vol
// GFX94: buffer_inv sc1
// GFX9: global_store_dword
// GFX9: s_endpgm
// GFX10-LABEL: whole:
// GFX10: global_store
// GFX10: s_waitcnt_vscnt null, 0x0
// GFX10-NEXT: s_barrier
// GFX10: global_atomic_add
// GFX12-LABEL: whole:
// GFX12: global_store
// GFX12: s_wait_storecnt 0x0
// GFX12-NEXT: s_barrier_signal
// GFX12: global_atomic_add

// A block of one wave covers its stores itself, and writes back all the same.
// GFX9-LABEL: wave:
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add
gpu.module @kernels {
  gpu.func @whole(%x: memref<?xi32>, %s: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %state = prim.base_of %s : memref<?xi32>
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %id = arith.index_cast %t : index to i32
    memref.store %id, %x[%t] : memref<?xi32>
    prim.grid_barrier %state : !prim.base<global>
    %other = memref.load %x[%b] : memref<?xi32>
    memref.store %other, %x[%t] : memref<?xi32>
    gpu.return
  }
  gpu.func @wave(%x: memref<?xi32>, %s: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %state = prim.base_of %s : memref<?xi32>
    %b = gpu.block_id x
    %other = memref.load %x[%b] : memref<?xi32>
    prim.grid_barrier %state : !prim.base<global>
    memref.store %other, %x[%b] : memref<?xi32>
    gpu.return
  }
}

// The counts of a tile, and its items.
// GFX9-LABEL: sort_resident_0:
// GFX9: global_store_dword
// GFX9-NOT: s_barrier
// GFX9: s_waitcnt vmcnt(0)
// GFX9-NEXT: s_barrier
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add
// GFX9: global_store_dword
// GFX9-NOT: s_barrier
// GFX9: s_waitcnt vmcnt(0)
// GFX9-NEXT: s_barrier
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add
// GFX9: s_endpgm
func.func @sort(%k: memref<20000xi32>, %ko: memref<20000xi32>) {
  prim.device_sort slt ins(%k : memref<20000xi32>) outs(%ko : memref<20000xi32>) tuning<algorithm = cooperative>
  return
}

// A state that is left as it was found: by the last block, in the wave of each block that
// looked back.
// GFX9-LABEL: scan_0:
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add {{.*}}offset:
// GFX9: s_endpgm
// GFX9-LABEL: reduce_0:
// GFX94: buffer_wbl2 sc1
// GFX94-NEXT: s_waitcnt vmcnt(0)
// GFX9: global_atomic_add
// GFX9: s_endpgm
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) workspace(%w : memref<?xi8>) initialized
  return
}
func.func @reduce(%x: memref<?xi32>, %y: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>)
  return
}
}
