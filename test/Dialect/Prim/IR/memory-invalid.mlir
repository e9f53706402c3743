// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @private(%x: memref<?xf32, #gpu.address_space<private>>) {
  // expected-error @below {{expects memory that threads share; give the memref no memory space, or #gpu.address_space<global> or <workgroup>}}
  %b = prim.base_of %x : memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @half_atomic(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.load' op has only one of order and scope; give both, or none}}
  %v = "prim.load"(%b, %o) <{order = 0 : i32}> : (!prim.base<global>, i32) -> i32
  return
}

// -----

func.func @alignment(%b: !prim.base<global>, %o: i32, %v: i32) {
  // expected-error @below {{'prim.store' op expects an alignment that is a power of two, found 12}}
  prim.store %v, %b[%o] align(12) : i32, !prim.base<global>
  return
}

// -----

func.func @releasing_load(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.load' op cannot release: loads acquire, and stores release; expected relaxed, acquire}}
  %v = prim.load %b[%o] atomic(release, device) : !prim.base<global> -> i32
  return
}

// -----

func.func @acquiring_store(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.store' op cannot acquire: loads acquire, and stores release; expected relaxed, release}}
  prim.store %o, %b[%o] atomic(acquire, device) : i32, !prim.base<global>
  return
}

// -----

func.func @both(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.store' op cannot acquire: loads acquire, and stores release; expected relaxed, release}}
  prim.store %o, %b[%o] atomic(acq_rel, device) : i32, !prim.base<global>
  return
}

// -----

func.func @narrow(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.load' op is atomic, which requires one element of 4 or 8 bytes, found 'i16'}}
  %v = prim.load %b[%o] atomic(relaxed, device) : !prim.base<global> -> i16
  return
}

// -----

func.func @wide(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.load' op is atomic, which requires one element of 4 or 8 bytes, found 'vector<2xi32>'}}
  %v = prim.load %b[%o] atomic(relaxed, device) : !prim.base<global> -> vector<2xi32>
  return
}

// -----

func.func @negative() {
  // expected-error @below {{'prim.workgroup_alloc' op has -1 bytes, expected 0 to 2147483647; keep larger buffers in device memory}}
  %w = "prim.workgroup_alloc"() <{bytes = -1 : i64}> : () -> !prim.base<workgroup>
  return
}

// -----

// As bits this is no longer anything.
func.func @huge_alloc() {
  // expected-error @below {{'prim.workgroup_alloc' op has 2305843009213693952 bytes, expected 0 to 2147483647; keep larger buffers in device memory}}
  %w = prim.workgroup_alloc 2305843009213693952 for "all" : !prim.base<workgroup>
  return
}

// -----

func.func @large_alloc() {
  %most = prim.workgroup_alloc 2147483647 : !prim.base<workgroup>
  // expected-error @below {{'prim.workgroup_alloc' op has 2147483648 bytes, expected 0 to 2147483647; keep larger buffers in device memory}}
  %w = prim.workgroup_alloc 2147483648 : !prim.base<workgroup>
  return
}

// -----

// expected-error @below {{expected ::mlir::prim::MemorySpace to be one of: global, workgroup}}
// expected-error @below {{failed to parse}}
func.func private @space(!prim.base<private>)

// -----

func.func @global_alloc() {
  // expected-error @below {{must be base in workgroup memory}}
  %w = "prim.workgroup_alloc"() <{bytes = 1 : i64}> : () -> !prim.base<global>
  return
}

// -----

func.func @alignment_of_atomic(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{'prim.load' op is atomic and needs the alignment of its type, 4, found 1}}
  %v = prim.load %b[%o] atomic(relaxed, device) align(1) : !prim.base<global> -> i32
  return
}

// -----

func.func @elements(%x: memref<?xcomplex<f32>>) {
  // expected-error @below {{'prim.base_of' op expects memory of elements that prim can load and store, found 'complex<f32>'}}
  %b = prim.base_of %x : memref<?xcomplex<f32>>
  return
}

// -----

func.func @copy_bytes(%b: !prim.base<global>, %w: !prim.base<workgroup>, %o: i32) {
  // expected-error @below {{'prim.copy_async' op copies 1, 2, 4, 8 or 16 bytes, found 12; use several copies for more}}
  prim.copy_async 12 %b[%o] to %w[%o] : !prim.base<global>, !prim.base<workgroup>
  return
}

// -----

func.func @copy_from(%w: !prim.base<workgroup>, %o: i32) {
  // expected-error @below {{must be base in device memory}}
  prim.copy_async 4 %w[%o] to %w[%o] : !prim.base<workgroup>, !prim.base<workgroup>
  return
}

// -----

func.func @cached_workgroup(%w: !prim.base<workgroup>, %o: i32) {
  // expected-error @below {{has cache(stream) for workgroup memory, which is not cached; remove the hint}}
  %v = prim.load %w[%o] cache(stream) : !prim.base<workgroup> -> i32
  return
}

// -----

func.func @cached_atomic(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{is atomic and has a cache hint; remove the hint, because the scope selects the caches}}
  %v = prim.load %b[%o] atomic(relaxed, device) cache(volatile) : !prim.base<global> -> i32
  return
}

// -----

func.func @cached_constant(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{writes to memory that cache(constant) declares as not written; expected all, device, stream, volatile}}
  prim.store %o, %b[%o] cache(constant) : i32, !prim.base<global>
  return
}

// -----

func.func @cached_vector(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{has cache(device), which requires one element of 4 or 8 bytes, found 'vector<4xi32>'}}
  %v = prim.load %b[%o] cache(device) : !prim.base<global> -> vector<4xi32>
  return
}

// -----

func.func @cached_packed(%x: i32, %b: !prim.base<global>, %o: i32) {
  // expected-error @below {{has cache(device) and needs the alignment of its type, 4, found 2}}
  prim.store %x, %b[%o] align(2) cache(device) : i32, !prim.base<global>
  return
}

// -----

func.func @cached_wide(%b: !prim.base<global>, %o: i32) {
  // expected-error @below {{has cache(device) and needs the alignment of its type, 8, found 4}}
  %v = prim.load %b[%o] align(4) cache(device) : !prim.base<global> -> f64
  return
}

// -----

func.func @atomic_wide(%x: i64, %b: !prim.base<global>, %o: i32) {
  // expected-error @below {{is atomic and needs the alignment of its type, 8, found 4}}
  prim.store %x, %b[%o] atomic(relaxed, device) align(4) : i64, !prim.base<global>
  return
}

// -----

func.func @barrier_of_wave() {
  // expected-error @below {{has orders(wave), which is less than a block barrier gives; remove the clause to order only workgroup memory; expected block, device}}
  prim.block_barrier orders(wave)
  return
}

// -----

func.func @barrier_left_out(%b: !prim.base<workgroup>) {
  // expected-error @below {{acquires a buffer, so it can be removed, and orders device memory, so it cannot; use two barriers}}
  prim.block_barrier acquires(%b : !prim.base<workgroup>) orders(device)
  return
}
