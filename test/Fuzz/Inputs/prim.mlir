// Prim's ops at every level, most clauses of each: what the fuzzer starts from.
// Warp and block ops get a kernel around each of them. All of it compiles, but
// for what says otherwise.

func.func @warp_folds(%x: i32, %f: f32, %d: f64, %h: f16, %b: bf16, %s: i8, %n: i32, %t: i1, %v: vector<4xi16>, %z: i16, %m: i64) {
  %0 = prim.warp_reduce add %x : i32
  %1 = prim.warp_reduce maxnumf %f all width(16) : f32
  %2 = prim.warp_reduce mul %d valid(%n) : f64
  %3 = prim.warp_reduce minui %x tail(%t) : i32
  %4 = prim.warp_scan inclusive add %h : f16
  %5 = prim.warp_scan exclusive maximumf %b init(%b) width(33) : bf16
  %6:2 = prim.warp_scan exclusive xor %s init(%s) total reverse : i8
  %7:3 = prim.warp_scan both add %v init(%z) total width(8) : vector<4xi16>
  %8 = prim.warp_scan inclusive minsi %m head(%t) : i64
  %9:2 = prim.warp_scan exclusive add %x distance packed : i32
  %10:2 = prim.warp_reduce %f, %x combiner commutative {
  ^bb0(%a: f32, %ai: i32, %c: f32, %ci: i32):
    %lt = arith.cmpf olt, %a, %c : f32
    %r = arith.select %lt, %c, %a : f32
    %ri = arith.select %lt, %ci, %ai : i32
    prim.yield %r, %ri : f32, i32
  } : f32, i32
  %11 = prim.warp_scan inclusive %x identity(%n) combiner {
  ^bb0(%a: i32, %c: i32):
    %r = arith.muli %a, %c : i32
    prim.yield %r : i32
  } : i32
  return
}

func.func @warp_lanes(%x: i32, %f: f32, %v: vector<4xi32>, %r: vector<4xi16>, %n: i32, %p: i1, %l: i16, %m: i64, %w: i32) {
  %0 = prim.warp_broadcast %f lane(%n) : f32
  %1 = prim.warp_shuffle %v lane(%n) : vector<4xi32>
  %2:2 = prim.warp_shuffle %f, %x width(16) up(%n) : f32, i32
  %3 = prim.warp_shuffle %f down(%n) : f32
  %4 = prim.warp_shuffle %f xor(%n) : f32
  %5 = prim.warp_exchange blocked_to_striped %v width(32) : vector<4xi32>
  %6 = prim.warp_exchange scatter_to_striped %v width(8) ranks(%r : vector<4xi16>) : vector<4xi32>
  %7 = prim.warp_ballot %p : i64
  %8 = prim.warp_match_any %l valid(%p) bits(8) : i16 -> i64
  %9 = prim.warp_masked_bit_count %m : i64
  %10 = prim.warp_group_select %m : i64
  return
}

func.func @warp_sorts(%k: i32, %f: f32, %v: vector<4xi32>, %h: vector<2xf16>, %d: f64, %n: i32) {
  %0:2 = prim.warp_sort slt %k, %f width(32) : i32, f32
  %1 = prim.warp_sort total descending %h : vector<2xf16>
  %2 = prim.warp_sort ult %v valid(%n) : vector<4xi32>
  %3 = prim.warp_sort total %d stable : f64
  %4 = prim.warp_sort %v valid(%n) stable comparator {
  ^bb0(%a: i32, %b: i32):
    %am = math.absi %a : i32
    %bm = math.absi %b : i32
    %first = arith.cmpi ult, %am, %bm : i32
    prim.yield %first : i1
  } : vector<4xi32>
  return
}

func.func @warp_memory(%m: memref<?xf32>, %s: memref<?xi8, strided<[1], offset: ?>>, %o: index, %n: i32, %z: f32) {
  %0 = prim.warp_load direct %m[%o] : memref<?xf32>, f32
  %1 = prim.warp_load transpose %m[%o] valid(%n) fill(%z : f32) width(16) : memref<?xf32>, vector<4xf32>
  %2 = prim.warp_load vectorize %s[%o] valid(%n) : memref<?xi8, strided<[1], offset: ?>>, vector<8xi8>
  prim.warp_store striped %1, %m[%o] valid(%n) width(16) : vector<4xf32>, memref<?xf32>
  prim.warp_store direct %0, %m[%o] : f32, memref<?xf32>
  prim.warp_barrier
  return
}

func.func @blocks(%x: i32, %f: f32, %n: i32, %v: vector<4xf64>, %w: vector<8xi32>, %z: i32, %k: vector<4xi64>, %u: vector<4xf32>, %m: memref<?xi32>, %i: index) {
  %0 = prim.block_reduce add %v all : vector<4xf64>
  %1 = prim.block_reduce xor %x valid(%n) : i32
  %2 = prim.block_reduce %f identity(%f) combiner {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    prim.yield %c : f32
  } : f32
  %3:2 = prim.block_scan exclusive add %w init(%z) total : vector<8xi32>
  %4:3 = prim.block_scan both add %w valid(%n) total reverse : vector<8xi32>
  %5 = prim.block_scan inclusive add %w prefix {
  ^bb0(%t: i32):
    memref.store %t, %m[%i] : memref<?xi32>
    prim.yield %z : i32
  } : vector<8xi32>
  %6:2 = prim.block_scan inclusive %x, %z combiner {
  ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
    prim.yield %b, %bi : i32, i32
  } : i32, i32
  %7:2 = prim.block_sort slt descending %k, %u bits(0, 8) to(striped) : vector<4xi64>, vector<4xf32>
  %8 = prim.block_sort total %u to(blocked) valid(%n) : vector<4xf32>
  return
}

// -----

func.func @scan(%x: tensor<?xf32>, %o: tensor<?xf32>, %t: tensor<f32>, %b: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %0:2 = prim.device_scan exclusive add ins(%x : tensor<?xf32>) outs(%o, %t : tensor<?xf32>, tensor<f32>) init(%b : tensor<f32>) total reverse -> tensor<?xf32>, tensor<f32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<f32>
}

func.func @both(%x: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>, %w: memref<?xi8>, %z: i32) {
  prim.device_scan both add ins(%x : memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>) workspace(%w : memref<?xi8>) init(%z : i32)
  return
}

func.func @regions(%x: memref<?xf32>, %o: memref<?xi32>, %z: f32, %max: f32) {
  prim.device_scan exclusive ins(%x : memref<?xf32>) outs(%o : memref<?xi32>) identity(%z : f32) tuning<block_size = 128, items_per_thread = 4> prologue {
  ^bb0(%e: f32, %i: index):
    %d = arith.subf %e, %max : f32
    prim.yield %d : f32
  } combiner {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    prim.yield %c : f32
  } epilogue {
  ^bb0(%a: f32):
    %c = arith.fptosi %a : f32 to i32
    prim.yield %c : i32
  }
  return
}

func.func @argmax(%x: tensor<?xf32>, %idx: tensor<?xi32>, %mo: tensor<f32>, %io: tensor<i32>, %lo: f32, %none: i32) -> (tensor<f32>, tensor<i32>) {
  %m, %i = prim.device_reduce ins(%x, %idx : tensor<?xf32>, tensor<?xi32>) outs(%mo, %io : tensor<f32>, tensor<i32>) init(%lo, %none : f32, i32) combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %lt = arith.cmpf olt, %a, %b : f32
    %c = arith.select %lt, %b, %a : f32
    %ci = arith.select %lt, %bi, %ai : i32
    prim.yield %c, %ci : f32, i32
  } -> tensor<f32>, tensor<i32>
  return %m, %i : tensor<f32>, tensor<i32>
}

func.func @reduce(%x: memref<?xi64>, %o: memref<i64>) -> index {
  %t = prim.device_reduce maxsi ins(%x : memref<?xi64>) outs(%o : memref<i64>) async
  %s = prim.workspace_size {
    prim.device_reduce maxsi ins(%x : memref<?xi64>) outs(%o : memref<i64>)
  } : index
  return %s : index
}

func.func @sort(%k: tensor<?xi32>, %v: tensor<?xf32>, %ko: tensor<?xi32>, %vo: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xf32>) outs(%ko, %vo : tensor<?xi32>, tensor<?xf32>) bits(3, 20) -> tensor<?xi32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sums(%x: !llvm.ptr<1>, %y: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %thread = gpu.thread_id x
      %block = gpu.block_id x
      %c64 = arith.constant 64 : index
      %base = arith.muli %block, %c64 : index
      %i = arith.addi %base, %thread : index
      %i64 = arith.index_cast %i : index to i64
      %p = llvm.getelementptr %x[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      %v = llvm.load %p : !llvm.ptr<1> -> i32
      %s = prim.warp_reduce add %v : i32
      %c0 = arith.constant 0 : index
      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        memref.store %s, %y[%block] : memref<?xi32>
      }
      gpu.return
    }
  }
  func.func @main(%x: !llvm.ptr<1>, %y: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %n = memref.dim %y, %c0 : memref<?xi32>
    gpu.launch_func @kernels::@sums blocks in (%n, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : !llvm.ptr<1>, %y : memref<?xi32>)
    return
  }
}
