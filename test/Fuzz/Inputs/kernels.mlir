// Kernels whose ops are not prim's: what the fuzzer puts beside those that are.
// Some compile, some are diagnosed; all of them parse.

gpu.module @private {
  gpu.func @alloca(%p: memref<?xi32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %x = memref.load %p[%c0] : memref<?xi32>
    %a = memref.alloca() : memref<16xi32, 5>
    %b = memref.alloca() : memref<16xi32>
    %i = arith.index_cast %x : i32 to index
    memref.store %x, %a[%i] : memref<16xi32, 5>
    memref.store %x, %b[%i] : memref<16xi32>
    %y = memref.load %a[%n] : memref<16xi32, 5>
    %z = memref.load %b[%n] : memref<16xi32>
    %s = arith.addi %y, %z : i32
    memref.store %s, %p[%c0] : memref<?xi32>
    gpu.return
  }
  gpu.func @llvm_alloca(%p: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c = llvm.mlir.constant(100 : i32) : i32
    %a = llvm.alloca %c x i32 : (i32) -> !llvm.ptr<5>
    %d = llvm.alloca %n x i64 : (i32) -> !llvm.ptr<5>
    %x = llvm.load %p : !llvm.ptr<1> -> i32
    %q = llvm.getelementptr %a[%x] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
    llvm.store %x, %q : i32, !llvm.ptr<5>
    %f = llvm.addrspacecast %q : !llvm.ptr<5> to !llvm.ptr
    %y = llvm.load volatile %f : !llvm.ptr -> i32
    llvm.store %y, %p : i32, !llvm.ptr<1>
    llvm.store %x, %d : i32, !llvm.ptr<5>
    gpu.return
  }
  gpu.func @workgroup(%p: memref<?xi32>) workgroup(%w : memref<64xi32, #gpu.address_space<workgroup>>) private(%v : memref<4xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<?xi32>
    memref.store %x, %w[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = memref.load %w[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    memref.store %y, %v[%c0] : memref<4xi32, #gpu.address_space<private>>
    memref.store %y, %p[%i] : memref<?xi32>
    gpu.return
  }
  gpu.func @dynamic(%p: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %n = arith.constant 64 : index
    %w = memref.view %d[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    %x = memref.load %p[%i] : memref<?xi32>
    memref.store %x, %w[%i] : memref<?xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @ids {
  gpu.func @ids(%p: memref<?xindex>) kernel {
    %0 = gpu.thread_id x
    %1 = gpu.block_id y
    %2 = gpu.block_dim x
    %3 = gpu.grid_dim z
    %4 = gpu.global_id x
    %5 = gpu.lane_id
    %6 = gpu.subgroup_id : index
    %7 = gpu.num_subgroups : index
    %8 = gpu.subgroup_size : index
    %a = arith.addi %0, %1 : index
    %b = arith.addi %2, %3 : index
    %c = arith.addi %4, %5 : index
    %d = arith.addi %6, %7 : index
    %e = arith.addi %a, %b : index
    %f = arith.addi %c, %d : index
    %g = arith.addi %e, %f : index
    %h = arith.addi %g, %8 : index
    memref.store %h, %p[%0] : memref<?xindex>
    gpu.return
  }
  gpu.func @print(%x: i32, %f: f32) kernel {
    gpu.printf "%d %f\n", %x, %f : i32, f32
    %c = arith.constant 3 : i32
    %t = arith.cmpi slt, %x, %c : i32
    cf.assert %t, "too large"
    gpu.return
  }
  gpu.func @shuffles(%p: memref<?xi32>, %x: i32, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %o = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %a, %v = gpu.shuffle xor %x, %o, %w : i32
    %b, %u = gpu.shuffle idx %f, %o, %w : f32
    %r = gpu.subgroup_reduce add %x : (i32) -> i32
    %s = gpu.all_reduce maxsi %x {} : (i32) -> i32
    %t = arith.fptosi %b : f32 to i32
    %m = arith.addi %a, %t : i32
    %n = arith.addi %r, %s : i32
    %k = arith.addi %m, %n : i32
    memref.store %k, %p[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @memory {
  gpu.func @atomics(%p: memref<?xi32>, %q: memref<?xf32>, %r: memref<?xf64>, %h: memref<?xf16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<?xi32>
    %f = memref.load %q[%i] : memref<?xf32>
    %d = memref.load %r[%i] : memref<?xf64>
    %g = memref.load %h[%i] : memref<?xf16>
    %0 = memref.atomic_rmw addi %x, %p[%i] : (i32, memref<?xi32>) -> i32
    %1 = memref.atomic_rmw addf %f, %q[%i] : (f32, memref<?xf32>) -> f32
    %2 = memref.atomic_rmw maximumf %d, %r[%i] : (f64, memref<?xf64>) -> f64
    %3 = memref.atomic_rmw mulf %g, %h[%i] : (f16, memref<?xf16>) -> f16
    %4 = memref.generic_atomic_rmw %p[%i] : memref<?xi32> {
    ^bb0(%old: i32):
      %c = arith.constant 3 : i32
      %new = arith.muli %old, %c : i32
      memref.atomic_yield %new : i32
    }
    memref.store %4, %p[%i] : memref<?xi32>
    gpu.return
  }
  gpu.func @ordered(%p: !llvm.ptr<1>, %l: !llvm.ptr<3>, %x: i32, %y: i64, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = llvm.atomicrmw add %p, %x syncscope("agent") monotonic : !llvm.ptr<1>, i32
    %1 = llvm.atomicrmw umax %p, %y syncscope("workgroup") acq_rel : !llvm.ptr<1>, i64
    %2 = llvm.atomicrmw fadd %p, %f seq_cst : !llvm.ptr<1>, f32
    %3 = llvm.atomicrmw xchg %l, %x syncscope("wavefront") acquire : !llvm.ptr<3>, i32
    %4 = llvm.cmpxchg %p, %x, %0 syncscope("agent") acq_rel monotonic : !llvm.ptr<1>, i32
    %5 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    llvm.store %5, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    llvm.fence syncscope("workgroup") release
    llvm.store %3, %p : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @views(%p: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = memref.subview %p[%i, %c0] [4, 8] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %x = memref.load %v[%c0, %i] : memref<4x8xf32, strided<[?, 1], offset: ?>>
    %d = memref.dim %p, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
    memref.store %x, %p[%d, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    %e = memref.extract_aligned_pointer_as_index %p : memref<?x?xf32, strided<[?, 1], offset: ?>> -> index
    gpu.return
  }
}

// -----

gpu.module @numbers {
  gpu.func @math(%p: memref<?xf32>, %h: memref<?xf16>, %b: memref<?xbf16>, %d: memref<?xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<?xf32>
    %g = memref.load %h[%i] : memref<?xf16>
    %u = memref.load %b[%i] : memref<?xbf16>
    %e = memref.load %d[%i] : memref<?xf64>
    %0 = math.sin %x : f32
    %1 = math.exp %g : f16
    %2 = math.sqrt %u : bf16
    %3 = math.log2 %e : f64
    %4 = math.fma %x, %0, %x : f32
    %5 = math.powf %x, %4 : f32
    %6 = math.tanh %5 : f32
    %7 = math.floor %u : bf16
    %8 = math.rsqrt %e : f64
    %9 = math.copysign %e, %8 : f64
    memref.store %6, %p[%i] : memref<?xf32>
    memref.store %1, %h[%i] : memref<?xf16>
    memref.store %7, %b[%i] : memref<?xbf16>
    memref.store %9, %d[%i] : memref<?xf64>
    gpu.return
  }
  gpu.func @integers(%p: memref<?xi64>, %q: memref<?xi8>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<?xi64>
    %y = memref.load %q[%i] : memref<?xi8>
    %w = arith.extsi %x : i64 to i128
    %m = arith.muli %w, %w : i128
    %v = arith.divsi %m, %w : i128
    %n = arith.trunci %v : i128 to i64
    %z = arith.ceildivsi %x, %n : i64
    %c = math.ctpop %z : i64
    %l = math.ctlz %y : i8
    %s, %o = arith.addui_extended %x, %c : i64, i1
    %a, %b = arith.mulsi_extended %x, %s : i64
    %t = arith.select %o, %a, %b : i64
    memref.store %t, %p[%i] : memref<?xi64>
    memref.store %l, %q[%i] : memref<?xi8>
    gpu.return
  }
  gpu.func @narrow(%p: memref<?xf8E4M3FN>, %q: memref<?xbf16>, %x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %y = memref.load %p[%i] : memref<?xf8E4M3FN>
    %z = memref.load %q[%i] : memref<?xbf16>
    %a = arith.extf %y : f8E4M3FN to f32
    %b = arith.truncf %x : f32 to bf16
    %c = arith.addf %b, %z : bf16
    %d = arith.truncf %a : f32 to bf16
    %e = arith.mulf %c, %d : bf16
    memref.store %e, %q[%i] : memref<?xbf16>
    gpu.return
  }
  gpu.func @vectors(%p: memref<?xf32>, %q: memref<?xvector<4xf32>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %z = arith.constant 0.0 : f32
    %m = vector.constant_mask [3] : vector<4xi1>
    %v = vector.load %p[%i] : memref<?xf32>, vector<4xf32>
    %w = vector.transfer_read %p[%i], %z : memref<?xf32>, vector<4xf32>
    %k = vector.maskedload %p[%i], %m, %w : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %a = arith.addf %v, %k : vector<4xf32>
    %r = vector.reduction <add>, %a : vector<4xf32> into f32
    %b = vector.broadcast %r : f32 to vector<4xf32>
    %s = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
    %e = vector.extract %s[%i] : f32 from vector<4xf32>
    %f = vector.fma %s, %b, %a : vector<4xf32>
    %t = vector.transpose %f, [0] : vector<4xf32> to vector<4xf32>
    %n = math.exp2 %t : vector<4xf32>
    vector.store %n, %p[%i] : memref<?xf32>, vector<4xf32>
    memref.store %f, %q[%i] : memref<?xvector<4xf32>>
    memref.store %e, %p[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @control {
  func.func @helper(%x: i32, %p: memref<?xi32>) -> i32 {
    %c1 = arith.constant 1 : i32
    %y = arith.subi %x, %c1 : i32
    %t = arith.cmpi sgt, %y, %c1 : i32
    %r = scf.if %t -> i32 {
      %s = func.call @helper(%y, %p) : (i32, memref<?xi32>) -> i32
      scf.yield %s : i32
    } else {
      scf.yield %x : i32
    }
    return %r : i32
  }
  llvm.func @plain(%x: i32) -> i32 {
    %y = llvm.add %x, %x : i32
    llvm.return %y : i32
  }
  llvm.mlir.global internal constant @table(dense<[1, 2, 3, 4]> : tensor<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>
  memref.global "private" @cells : memref<16xi32, 3> = uninitialized
  gpu.func @calls(%p: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<?xi32>
    %y = func.call @helper(%x, %p) : (i32, memref<?xi32>) -> i32
    %z = llvm.call @plain(%y) : (i32) -> i32
    %f = llvm.mlir.addressof @plain : !llvm.ptr
    %w = llvm.call %f(%z) : !llvm.ptr, (i32) -> i32
    %g = memref.get_global @cells : memref<16xi32, 3>
    memref.store %w, %g[%i] : memref<16xi32, 3>
    memref.store %w, %p[%i] : memref<?xi32>
    gpu.return
  }
  gpu.func @loops(%p: memref<?xi32>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0 : i32
    %i = gpu.thread_id x
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z) -> i32 {
      %x = memref.load %p[%k] : memref<?xi32>
      %b = arith.addi %a, %x : i32
      scf.yield %b : i32
    }
    %w = scf.while (%a = %s) : (i32) -> i32 {
      %t = arith.cmpi sgt, %a, %z : i32
      scf.condition(%t) %a : i32
    } do {
    ^bb0(%a: i32):
      %d = arith.shrsi %a, %s : i32
      scf.yield %d : i32
    }
    affine.for %k = 0 to 16 {
      %x = affine.load %p[%k] : memref<?xi32>
      affine.store %x, %p[%k + 1] : memref<?xi32>
    }
    %v = scf.index_switch %i -> i32
    case 0 { scf.yield %w : i32 }
    default { scf.yield %s : i32 }
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %v, %p[%k] : memref<?xi32>
      scf.reduce
    }
    gpu.return
  }
  gpu.func @blocks(%p: memref<?xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : i32
    cf.switch %x : i32, [default: ^two(%c0 : i32), 3: ^one, 5: ^two(%x : i32)]
  ^one:
    %t = arith.cmpi eq, %x, %c0 : i32
    cf.cond_br %t, ^one, ^two(%c0 : i32)
  ^two(%y: i32):
    memref.store %y, %p[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @target {
  gpu.func @rocdl(%p: !llvm.ptr<1>, %x: i32, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = rocdl.update.dpp %x, %x with 273, 15, 15, false : i32
    %1 = rocdl.ds_bpermute %x, %0 : (i32, i32) -> i32
    %2 = rocdl.ds_swizzle %1, %x : (i32, i32) -> i32
    %3 = rocdl.readlane %2, %x : (i32, i32) -> i32
    %4 = rocdl.readfirstlane %3 : i32
    %t = llvm.icmp "eq" %4, %x : i32
    %5 = rocdl.ballot %t : i64
    %6 = rocdl.mbcnt.lo %x, %4 : (i32, i32) -> i32
    rocdl.s.barrier
    rocdl.s.waitcnt 0
    rocdl.sched.barrier 0
    rocdl.s.setprio 1
    llvm.store %5, %p : i64, !llvm.ptr<1>
    llvm.store %6, %p : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @chip(%p: !llvm.ptr<1>, %x: i32, %v: vector<4xf32>, %h: vector<4xf16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c = llvm.mlir.constant(0 : i32) : i32
    %0 = rocdl.permlanex16 %x, %x, %c, %c, true, false : i32, i32
    %1 = rocdl.permlane32.swap %x, %x, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
    %2 = rocdl.mfma.f32.16x16x16f16 %h, %h, %v, %c, %c, %c : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %3 = llvm.extractvalue %1[0] : !llvm.struct<(i32, i32)>
    %4 = llvm.add %0, %3 : i32
    %5 = llvm.call_intrinsic "llvm.amdgcn.permlane64"(%4) : (i32) -> i32
    %6 = llvm.call_intrinsic "llvm.amdgcn.wave.reduce.umax"(%5, %c) : (i32, i32) -> i32
    llvm.store %6, %p : i32, !llvm.ptr<1>
    llvm.store %2, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @assembly(%p: !llvm.ptr<1>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = llvm.inline_asm "v_add_u32 $0, $1, $1", "=v,v" %x : (i32) -> i32
    %1 = llvm.inline_asm has_side_effects "s_mov_b32 $0, 3", "=s" : () -> i32
    %2 = llvm.add %0, %1 : i32
    llvm.store %2, %p : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @wide(%p: !llvm.ptr<1>, %q: !llvm.ptr<7>, %r: !llvm.ptr<8>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %0 = llvm.load %p : !llvm.ptr<1> -> vector<64xi32>
    %1 = llvm.add %0, %0 : vector<64xi32>
    llvm.store %1, %p : vector<64xi32>, !llvm.ptr<1>
    %2 = llvm.load %p : !llvm.ptr<1> -> i128
    %3 = llvm.udiv %2, %2 : i128
    llvm.store %3, %p : i128, !llvm.ptr<1>
    %4 = llvm.load %p : !llvm.ptr<1> -> bf16
    %5 = llvm.fadd %4, %4 : bf16
    llvm.store %5, %p : bf16, !llvm.ptr<1>
    gpu.return
  }
}

// -----

func.func @host(%x: tensor<?xi32>, %n: index, %m: memref<?xi32>, %t: i1) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %e = tensor.empty(%d) : tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xi32> {
    %s = prim.device_scan inclusive add ins(%a : tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
    scf.yield %s : tensor<?xi32>
  }
  %z = arith.constant dense<[4, 3, 2, 1]> : tensor<4xi32>
  %o = tensor.empty() : tensor<4xi32>
  %k = prim.device_sort slt ins(%z : tensor<4xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  %p = tensor.insert_slice %k into %r[0] [4] [1] : tensor<4xi32> into tensor<?xi32>
  %q = scf.if %t -> tensor<?xi32> {
    scf.yield %p : tensor<?xi32>
  } else {
    scf.yield %x : tensor<?xi32>
  }
  %w = memref.alloc(%n) : memref<?xi32>
  memref.copy %m, %w : memref<?xi32> to memref<?xi32>
  memref.dealloc %w : memref<?xi32>
  return %q : tensor<?xi32>
}
