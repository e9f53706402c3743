// RUN: prim-opt %s --prim-lower-host | FileCheck %s

// Host code ends where it depends on what a failed execution did not deliver,
// and nowhere else.

// CHECK-LABEL: llvm.func @read(
// CHECK-SAME: %[[EXEC:[a-z0-9]+]]: !llvm.ptr) -> i32
func.func @read(%x: memref<i32>) -> i32 {
  %h = memref.alloca() : memref<i32>
  // CHECK: %[[KIND:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK: %[[WAIT:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[STATUS:.*]] = llvm.call @primExecCopy(%[[EXEC]], %{{.*}}, %[[KIND]], %[[WAIT]])
  // CHECK: %[[FINE:.*]] = llvm.icmp "eq" %[[STATUS]],
  // CHECK: llvm.cond_br %[[FINE]], ^[[REST:.*]], ^[[EXIT:.*]]
  gpu.memcpy %h, %x : memref<i32>, memref<i32>
  // CHECK: ^[[REST]]:
  // CHECK: %[[VALUE:.*]] = llvm.load
  // CHECK: llvm.return %[[VALUE]]
  %v = memref.load %h[] : memref<i32>
  // CHECK: ^[[EXIT]]:
  // CHECK: %[[ZERO:.*]] = llvm.mlir.zero : i32
  // CHECK: llvm.return %[[ZERO]]
  return %v : i32
}

// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME: %[[EXEC:[a-z0-9]+]]: !llvm.ptr)
func.func @caller(%x: memref<i32>, %n: i32) -> i32 {
  // CHECK: %[[V:.*]] = llvm.call @read(
  // CHECK: %[[STATUS:.*]] = llvm.call @primExecFailed(%[[EXEC]])
  // CHECK: llvm.cond_br
  %v = call @read(%x) : (memref<i32>) -> i32
  // CHECK: llvm.udiv
  %r = arith.divui %n, %v : i32
  return %r : i32
}

// CHECK-LABEL: llvm.func @check(
func.func @check(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %ok = arith.cmpi ne, %n, %zero : i32
  // CHECK: llvm.call @primExecFail(
  // CHECK-NEXT: llvm.br ^[[EXIT:.*]]
  cf.assert %ok, "zero"
  // CHECK: llvm.udiv
  %r = arith.divui %n, %n : i32
  // CHECK: ^[[EXIT]]:
  // CHECK-NEXT: llvm.mlir.zero
  // CHECK-NEXT: llvm.return
  return %r : i32
}

// Device memory is not looked at: nothing to wait for.

// CHECK-LABEL: llvm.func @within(
func.func @within(%x: memref<4xi32>, %y: memref<4xi32>) {
  // CHECK: llvm.call @primExecCopy(
  // CHECK-NOT: llvm.cond_br
  // CHECK: llvm.return
  gpu.memcpy %x, %y : memref<4xi32>, memref<4xi32>
  return
}

// Memory of the host that may change is waited for, a constant is not.

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>

// CHECK-LABEL: llvm.func @upload(
func.func @upload(%x: memref<4xi32>, %i: index, %v: i32) {
  // CHECK: %[[KIND:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[WAIT:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK: llvm.call @primExecCopy(%{{.*}}, %[[KIND]], %[[WAIT]])
  %t = memref.get_global @table : memref<4xi32>
  gpu.memcpy %x, %t : memref<4xi32>, memref<4xi32>
  %h = memref.alloca() : memref<4xi32>
  memref.store %v, %h[%i] : memref<4xi32>
  // CHECK: %[[KIND:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[WAIT:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: llvm.call @primExecCopy(%{{.*}}, %[[KIND]], %[[WAIT]])
  gpu.memcpy %x, %h : memref<4xi32>, memref<4xi32>
  return
}

// What has been checked before holds, in branches behind it as well; what is
// checked in a branch says nothing of what is behind that.
// CHECK-LABEL: llvm.func @checked(
// CHECK-COUNT-3: llvm.call @primExecFail(
// CHECK-NOT: llvm.call @primExecFail(
// CHECK: llvm.return
func.func @checked(%a: i1, %b: i1, %c: i1) {
  prim.check %a, workspace, "first"
  scf.if %c {
    prim.check %b, workspace, "inside"
    prim.check %a, invalid_argument, "again"
  }
  prim.check %a, workspace, "again"
  prim.check %b, workspace, "behind"
  return
}
