// Buffers that share memory come first in a body, and go one slot after the other.
// RUN: prim-compile %s --chip=gfx942 --kernel-info -o %t | FileCheck %s
// CHECK: sweep::k1018
gpu.module @sweep {
gpu.func @k1018(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>,
    %src: memref<?xf16>, %dst: memref<?xf16>)  kernel attributes 
    {known_block_size = array<i32: 256, 1, 1>} {
%tid = gpu.thread_id x
%bid = gpu.block_id x
%size = arith.constant 256 : index
%first = arith.muli %bid, %size : index
%at = arith.addi %first, %tid : index
%thread = arith.index_castui %at : index to i64
%c0 = arith.constant 1 : index
%c1 = arith.constant 0 : index
%v1 = llvm.getelementptr %in[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
%v2 = llvm.getelementptr %v1[%thread] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<8 x i16>
%v3 = llvm.load %v2 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xi16>
%v4 = prim.block_sort ult %v3 : vector<8xi16>
%v5 = llvm.getelementptr %in[12288] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
%v6 = llvm.getelementptr %v5[%thread] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<1 x i16>
%v7 = llvm.load %v6 {alignment = 2 : i64} : !llvm.ptr<1> -> i16
%v8 = vector.broadcast %v7 : i16 to vector<8xi16>
%v34 = scf.for %v10 = %c1 to %c0 step %c0 iter_args(%v9 = %v4) -> (vector<8xi16>) {
%v11 = arith.cmpi sge, %v4, %v4 : vector<8xi16>
%v12 = arith.select %v11, %v4, %v9 : vector<8xi1>, vector<8xi16>
scf.yield %v12 : vector<8xi16>
}
%v35 = arith.addi %v8, %v34 : vector<8xi16>
%v36, %v37 = prim.warp_sort ult %v35, %v3 stable width(4) : vector<8xi16>, vector<8xi16>
%v38 = vector.broadcast %v7 : i16 to vector<8xi16>
%v39 = llvm.getelementptr %in[63232] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
%v40 = llvm.getelementptr %v39[%thread] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<1 x i32>
%v41 = llvm.load %v40 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
%v42 = prim.warp_shuffle %v36 down(%v41) width(2) : vector<8xi16>
%v43 = prim.block_sort ult descending %v38 : vector<8xi16>
%v59 = prim.warp_exchange blocked_to_striped %v42  width(16) : vector<8xi16>
%v69 = llvm.getelementptr %out[32256] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
%v70 = llvm.getelementptr %v69[%thread] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<8 x i16>
llvm.store %v59, %v70 {alignment = 16 : i64} : vector<8xi16>, !llvm.ptr<1>
gpu.return
}
}
