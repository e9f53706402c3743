// RUN: prim-opt %s --allow-unregistered-dialect --prim-lower-host -split-input-file -verify-diagnostics

func.func @load(%x: memref<?xi32>, %i: index) -> i32 {
  // expected-error@+1 {{'memref.load' op accesses device memory from host code, which can only load and store single elements at constant positions; use a kernel (linalg, scf.parallel or gpu.launch)}}
  %v = memref.load %x[%i] : memref<?xi32>
  return %v : i32
}

// -----

func.func @store(%v: i32, %i: index) {
  %x = gpu.alloc () : memref<8xi32>
  // expected-error@+1 {{accesses device memory from host code}}
  memref.store %v, %x[%i] : memref<8xi32>
  return
}

// -----

// What is accessed counts, whatever the function is called.

func.func private @dealloc_helper(%x: memref<8xi32>, %i: index) -> i32 {
  // expected-error@+1 {{accesses device memory from host code}}
  %v = memref.load %x[%i] : memref<8xi32>
  return %v : i32
}

// -----

// expected-error@+1 {{is still on tensors; run prim-bufferize before prim-lower-host}}
func.func @tensors(%x: tensor<?xi32>) {
  return
}

// -----

func.func @device(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error@+1 {{is not lowered yet; run prim-lower-device before prim-lower-host}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{launches a kernel of 'kernels', which is not a gpu.binary; run prim-serialize first}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

// expected-error@+1 {{holds no code object; run prim-serialize with format=bin}}
gpu.binary @text [#gpu.object<#rocdl.target<chip = "gfx942">, assembly = "s_endpgm">]

// -----

// expected-error@+1 {{holds several code objects; keep only the one for the device of the host code}}
gpu.binary @two [#gpu.object<#rocdl.target<chip = "gfx942">, bin = "a">, #gpu.object<#rocdl.target<chip = "gfx1100">, bin = "b">]

// -----

func.func @holes(%x: memref<?xi32, strided<[2]>>, %y: memref<?xi32>) {
  // expected-error@+1 {{uses memory that may not be contiguous; copy it element by element in a kernel}}
  gpu.memcpy %y, %x : memref<?xi32>, memref<?xi32, strided<[2]>>
  return
}

// -----

func.func @reshape(%x: memref<8xi32>, %s: memref<2xindex>) {
  // expected-error@+1 {{'memref.reshape' op accesses device memory from host code}}
  %y = memref.reshape %x(%s) : (memref<8xi32>, memref<2xindex>) -> memref<?x?xi32>
  return
}

// -----

memref.global "private" constant @shape : memref<2xindex> = dense<[2, 4]>
func.func @reshape_constant(%x: memref<8xi32>) {
  %s = memref.get_global @shape : memref<2xindex>
  // expected-error@+1 {{takes its shape from memory, which is not lowered; use expand_shape and collapse_shape}}
  %y = memref.reshape %x(%s) : (memref<8xi32>, memref<2xindex>) -> memref<?x?xi32>
  return
}

// -----

func.func @indirect(%f: () -> ()) {
  // expected-error@+1 {{is not lowered, because an indirect call cannot pass the execution that functions take; call the function directly}}
  func.call_indirect %f() : () -> ()
  return
}

// -----

func.func @set(%x: memref<?xi128>, %v: i128) {
  // expected-error@+1 {{is not lowered for values of type 'i128'; use elements of 1, 2, 4 or 8 bytes}}
  gpu.memset %x, %v : memref<?xi128>, i128
  return
}

// -----

func.func @f() {
  return
}
// expected-error@+1 {{'prim.check_convergence' op is outside of functions; move it into a function, or remove it}}
prim.check_convergence "here"

// -----

func.func @outer() {
  return
}
// expected-error@+1 {{'builtin.module' op is a nested module, which is not lowered; move its contents to the outer module}}
module {
  func.func @f(%n: index) -> memref<?xi32> {
    %a = gpu.alloc(%n) : memref<?xi32>
    return %a : memref<?xi32>
  }
}

// -----

#modulo = affine_map<(d0) -> (d0 mod 4)>

// expected-error@+1 {{'func.func' op has an argument with a layout without strides ('memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>'); use a strided layout}}
func.func @argument(%m: memref<8xf32, #modulo>) {
  return
}

// -----

#modulo = affine_map<(d0) -> (d0 mod 4)>

func.func @local(%i: index, %v: f32) {
  // expected-error@+1 {{'memref.alloca' op has a result with a layout without strides}}
  %m = memref.alloca() : memref<8xf32, #modulo>
  memref.store %v, %m[%i] : memref<8xf32, #modulo>
  return
}

// -----

func.func @kernel_op(%b: !prim.base<global>, %o: i32) {
  // expected-error@+1 {{'prim.load' op is in host code, but can only run in kernels; move it into a kernel}}
  %v = prim.load %b[%o] : !prim.base<global> -> i32
  return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{'prim.block_barrier' op is in an llvm.func, which is not lowered further; write the function as a func.func}}
  prim.block_barrier
  llvm.return
}

// -----

// Ops and types of other dialects, registered or not, are named.
func.func @foreign_op(%n: index) {
  // expected-error@+1 {{'foo.visit' op is of a dialect that prim-lower-host does not lower; lower it before prim-lower-host}}
  "foo.visit"(%n) : (index) -> ()
  return
}

// -----

func.func @other_dialect(%v: vector<4xi32>) -> i32 {
  // expected-error@+1 {{'vector.reduction' op is of a dialect that prim-lower-host does not lower; lower it before prim-lower-host}}
  %s = vector.reduction <add>, %v : vector<4xi32> into i32
  return %s : i32
}

// -----

// expected-error@+1 {{'func.func' op has an argument of type '!foo.handle', which host code cannot represent; lower it first, for example to an integer or !llvm.ptr}}
func.func @foreign_type(%h: !foo.handle) {
  return
}

// -----

func.func @kernel_op(%v: i32) -> i32 {
  // expected-error@+1 {{'gpu.subgroup_reduce' op is not lowered in host code; move it into a kernel}}
  %s = gpu.subgroup_reduce add %v uniform cluster(size = 8) : (i32) -> i32
  return %s : i32
}
