// RUN: prim-compile %s --chip=gfx942 --emit=isa | FileCheck %s --check-prefix=GFX942
// RUN: prim-compile %s --chip=gfx1100 --emit=isa | FileCheck %s --check-prefix=GFX1100
// RUN: prim-compile %s --chip=sm_90 --emit=isa | FileCheck %s --check-prefix=SM90

// What chips make of what is asked of caches.

gpu.module @m {
  // GFX942-LABEL: all_:
  // GFX942: global_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
  // GFX942: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
  // GFX1100-LABEL: all_:
  // GFX1100: global_load_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
  // GFX1100: global_store_b32 v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
  // SM90-LABEL: .entry all_
  // SM90: ld.global.b32
  // SM90: st.global.b32
  gpu.func @all_(%b: !prim.base<global>, %c: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %o = arith.muli %i, %four : i32
    %v = prim.load %b[%o] cache(all) : !prim.base<global> -> i32
    prim.store %v, %c[%o] cache(all) : i32, !prim.base<global>
    gpu.return
  }
  // GFX942-LABEL: device_:
  // GFX942: global_load_dword {{.*}} sc1{{$}}
  // GFX942: global_store_dword {{.*}} sc1{{$}}
  // GFX1100-LABEL: device_:
  // GFX1100: global_load_b32 {{.*}} glc{{$}}
  // GFX1100: global_store_b32
  // SM90-LABEL: .entry device_
  // SM90: ld.relaxed.gpu.global.b32
  // SM90: st.relaxed.gpu.global.b32
  gpu.func @device_(%b: !prim.base<global>, %c: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %o = arith.muli %i, %four : i32
    %v = prim.load %b[%o] cache(device) : !prim.base<global> -> i32
    prim.store %v, %c[%o] cache(device) : i32, !prim.base<global>
    gpu.return
  }
  // GFX942-LABEL: stream_:
  // GFX942: global_load_dword {{.*}} nt{{$}}
  // GFX942: global_store_dword {{.*}} nt{{$}}
  // GFX1100-LABEL: stream_:
  // GFX1100: global_load_b32 {{.*}} slc
  // GFX1100: global_store_b32 {{.*}} slc
  // SM90-LABEL: .entry stream_
  // SM90: ld.global
  // SM90: st.global
  gpu.func @stream_(%b: !prim.base<global>, %c: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %o = arith.muli %i, %four : i32
    %v = prim.load %b[%o] cache(stream) : !prim.base<global> -> i32
    prim.store %v, %c[%o] cache(stream) : i32, !prim.base<global>
    gpu.return
  }
  // GFX942-LABEL: volatile_:
  // GFX942: global_load_dword {{.*}} sc0 sc1{{$}}
  // GFX942: global_store_dword {{.*}} sc0 sc1{{$}}
  // GFX1100-LABEL: volatile_:
  // GFX1100: global_load_b32 {{.*}} glc dlc{{$}}
  // GFX1100: global_store_b32 {{.*}} dlc{{$}}
  // SM90-LABEL: .entry volatile_
  // SM90: ld.volatile.global.b32
  // SM90: st.volatile.global.b32
  gpu.func @volatile_(%b: !prim.base<global>, %c: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %o = arith.muli %i, %four : i32
    %v = prim.load %b[%o] cache(volatile) : !prim.base<global> -> i32
    prim.store %v, %c[%o] cache(volatile) : i32, !prim.base<global>
    gpu.return
  }
  // GFX942-LABEL: constant_:
  // GFX942: global_load_dword
  // GFX942: global_store_dword
  // GFX1100-LABEL: constant_:
  // GFX1100: global_load_b32
  // GFX1100: global_store_b32
  // SM90-LABEL: .entry constant_
  // SM90: ld.global.nc.b32
  // SM90: st.global.b32
  gpu.func @constant_(%b: !prim.base<global>, %c: !prim.base<global>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %four = arith.constant 4 : i32
    %o = arith.muli %i, %four : i32
    %v = prim.load %b[%o] cache(constant) : !prim.base<global> -> i32
    prim.store %v, %c[%o] cache(all) : i32, !prim.base<global>
    gpu.return
  }
}
