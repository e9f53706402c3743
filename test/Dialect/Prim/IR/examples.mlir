// RUN: prim-opt %s -o /dev/null
// RUN: %python %S/Inputs/check_examples.py %s %prim_src/docs/Dialect.md \
// RUN:   %prim_src/docs/WarpOps.md %prim_src/docs/BlockOps.md %prim_src/docs/GridOps.md \
// RUN:   %prim_src/docs/DeviceOps.md %prim_src/docs/DeviceDataOps.md \
// RUN:   %prim_src/docs/MemoryOps.md | FileCheck %s
// CHECK: {{[1-9][0-9]*}} examples checked

// The examples of the ops' descriptions, each in a function of its own.

func.func @warp_reduce(%x: f32, %ix: i32) {
  %r = prim.warp_reduce maxnumf %x all width(16) : f32
  %m, %i = prim.warp_reduce %x, %ix combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %lt = arith.cmpf olt, %a, %b : f32
    %v = arith.select %lt, %b, %a : f32
    %vi = arith.select %lt, %bi, %ai : i32
    prim.yield %v, %vi : f32, i32
  } : f32, i32
  return
}

func.func @warp_scan(%x: i32, %f: f32, %z: f32, %zero: i32) {
  %p = prim.warp_scan inclusive maxsi %x width(16) : i32
  %e, %t = prim.warp_scan exclusive add %f init(%z) total : f32
  %m = prim.warp_scan inclusive %x combiner {
  ^bb0(%a: i32, %b: i32):
    %set = arith.cmpi ne, %b, %zero : i32
    %kept = arith.select %set, %b, %a : i32
    prim.yield %kept : i32
  } : i32
  return
}

func.func @warp_sort(%keys: i32, %vals: f32, %x: vector<4xi32>, %n: i32) {
  %k, %v = prim.warp_sort slt %keys, %vals width(32) : i32, f32
  %s = prim.warp_sort %x valid(%n) stable comparator {
  ^bb0(%a: i32, %b: i32):
    %am = math.absi %a : i32
    %bm = math.absi %b : i32
    %first = arith.cmpi ult, %am, %bm : i32
    prim.yield %first : i1
  } : vector<4xi32>
  return
}

func.func @block_reduce(%items: vector<8xi32>, %starts: vector<8xi1>, %zero: i32) {
  %s = prim.block_reduce add %items all : vector<8xi32>
  %f = prim.block_reduce add %items head(%starts) : vector<8xi32>
  %m = prim.block_reduce %items identity(%zero) combiner {
  ^bb0(%a: i32, %b: i32):
    %set = arith.cmpi ne, %b, %zero : i32
    %kept = arith.select %set, %b, %a : i32
    prim.yield %kept : i32
  } : vector<8xi32>
  return
}

func.func @block_load(%x: memref<?xi32>, %first: index, %n: i32, %zero: i32) {
  %items = prim.block_load %x[%first] valid(%n) fill(%zero : i32) arrangement(rows(4)) : memref<?xi32>, vector<16xi32>
  return
}

func.func @block_stage(%x: memref<?xi32>, %next: index, %zero: index, %slot: !prim.base<workgroup>, %other: !prim.base<workgroup>) {
  prim.block_stage %x[%next] to %slot arrangement(rows(4)) : memref<?xi32>, !prim.base<workgroup>, vector<16xi32>
  prim.copy_commit
  prim.copy_wait 1
  %items = prim.block_load %other[%zero] arrangement(rows(4)) align(16) : !prim.base<workgroup>, vector<16xi32>
  return
}

func.func @block_store(%y: memref<?xi32>, %items: vector<16xi32>, %first: index, %n: i32) {
  prim.block_store %items, %y[%first] valid(%n) arrangement(rows(4)) : vector<16xi32>, memref<?xi32>
  return
}

func.func @block_exchange(%x: vector<8xi32>, %r: vector<8xi32>) {
  %s = prim.block_exchange %x from(rows(4)) : vector<8xi32>
  %p = prim.block_exchange %x ranks(%r : vector<8xi32>) to(striped) : vector<8xi32>
  %g = prim.block_exchange %x gather(%r : vector<8xi32>) from(striped) : vector<8xi32>
  return
}

func.func @block_radix_rank(%digits: vector<8xi32>, %n: i32, %b: !prim.base<global>, %o: i32, %keys: vector<8xi64>, %eight: i32, %sorted: !prim.base<workgroup>) {
  %r = prim.block_radix_rank %digits bits(8) : vector<8xi32>
  %ranks, %counts, %starts = prim.block_radix_rank %digits bits(4) valid(%n) counts(1) arrangement(rows(1)) counted {
  ^bb0(%early: i32):
    prim.store %early, %b[%o] atomic(relaxed, device) : i32, !prim.base<global>
    prim.yield
  } : vector<8xi32>
  %q = prim.block_radix_rank %keys bits(8) arrangement(rows(1)) digit {
  ^bb0(%key: i64):
    %low = arith.trunci %key : i64 to i32
    prim.yield %low : i32
  } ranked {
  ^bb0(%key: i64, %rank: i32):
    %offset = arith.muli %rank, %eight : i32
    prim.store %key, %sorted[%offset] : i64, !prim.base<workgroup>
    prim.yield
  } : vector<8xi64>
  return
}

func.func @block_histogram(%v: vector<8xi32>, %x: i8, %n: i32, %counters: !prim.base<workgroup>) {
  %c = prim.block_histogram %v bins(256) counts(1) valid(%n) : vector<8xi32>
  prim.block_histogram %x bins(64) into(%counters : !prim.base<workgroup>) : i8
  return
}

func.func @block_adjacent(%x: vector<4xi32>, %p: i32, %n: i32) {
  %d = prim.block_adjacent left %x predecessor(%p) map {
  ^bb0(%a: i32, %b: i32):
    %r = arith.subi %b, %a : i32
    prim.yield %r : i32
  } : vector<4xi32>
  %heads, %tails = prim.block_adjacent left right %x valid(%n) map {
  ^bb0(%a: i32, %b: i32, %number: i32):
    %differ = arith.cmpi ne, %a, %b : i32
    prim.yield %differ : i1
  } : vector<4xi32>
  return
}

func.func @block_shuffle(%x: i32, %d: i32, %y: vector<2xf32>) {
  %o = prim.block_shuffle %x offset(%d) fill(%x) : i32
  %u, %last = prim.block_shuffle up %y edge : vector<2xf32>
  return
}

func.func @block_run_length_decode(%runs: vector<2xf32>, %l: vector<2xi32>, %from: i32) {
  %v, %within, %n = prim.block_run_length_decode %runs lengths(%l : vector<2xi32>)
      items(4) window(%from) offsets total : vector<2xf32>
  return
}

func.func @block_scan(%items: vector<8xi32>, %z: i32, %starts: vector<8xi1>,
                      %t: i32, %n: i32, %state: !prim.base<global>, %zero: i32) {
  %s, %total = prim.block_scan exclusive add %items init(%z) total : vector<8xi32>
  %r = prim.block_scan inclusive maxsi %items head(%starts) : vector<8xi32>
  %m = prim.block_scan inclusive %items combiner {
  ^bb0(%a: i32, %b: i32):
    %set = arith.cmpi ne, %b, %zero : i32
    %kept = arith.select %set, %b, %a : i32
    prim.yield %kept : i32
  } : vector<8xi32>
  %p = prim.block_scan inclusive add %items prefix {
  ^bb0(%sum: i32):
    %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%state : !prim.base<global>) : i32
    prim.yield %before, %some : i32, i1
  } : vector<8xi32>
  return
}

func.func @block_sort(%keys: vector<4xi32>, %vals: vector<4xf32>, %first: vector<4xi32>,
                      %second: vector<4xf32>) {
  %k, %v = prim.block_sort ult %keys, %vals to(striped) : vector<4xi32>, vector<4xf32>
  %a, %b = prim.block_sort %first, %second from(rows(1)) keys(2) orders(slt, total)
      : vector<4xi32>, vector<4xf32>
  %s = prim.block_sort %keys comparator {
  ^bb0(%l: i32, %r: i32):
    %la = math.absi %l : i32
    %ra = math.absi %r : i32
    %first_of_two = arith.cmpi ult, %la, %ra : i32
    prim.yield %first_of_two : i1
  } : vector<4xi32>
  return
}

func.func @device_batch_copy(%x: tensor<?xi8>, %o: tensor<?xi8>, %begins: tensor<?xi64>, %places: tensor<?xi64>,
                             %bytes: tensor<?xi64>, %a: memref<?xi64>, %b: memref<?xi64>, %n: memref<?xi64>,
                             %w: tensor<?xi32>) {
  %y = prim.device_batch_copy ins(%x : tensor<?xi8>) outs(%o : tensor<?xi8>)
      from(%begins : tensor<?xi64>) to(%places : tensor<?xi64>) sizes(%bytes : tensor<?xi64>)
      -> tensor<?xi8>
  %z = prim.device_batch_copy ins(%x : tensor<?xi8>) outs(%w : tensor<?xi32>)
      from(%begins : tensor<?xi64>) to(%places : tensor<?xi64>) sizes(%bytes : tensor<?xi64>)
      prologue {
  ^bb0(%e: i8):
    %wide = arith.extui %e : i8 to i32
    prim.yield %wide : i32
  } -> tensor<?xi32>
  prim.device_batch_copy from(%a : memref<?xi64>) to(%b : memref<?xi64>)
      sizes(%n : memref<?xi64>) addressed(4)
  return
}

func.func @device_reduce(%x: tensor<?xf32>, %idx: tensor<?xi32>, %mo: tensor<f32>,
                         %io: tensor<i32>, %lo: f32, %none: i32, %t: tensor<?x?xf32>,
                         %r: tensor<?xf32>, %v: tensor<?xi32>, %s: tensor<?xi32>,
                         %offsets: tensor<?xi32>, %k: tensor<?xi64>, %u0: tensor<?xi64>,
                         %w0: tensor<?xi32>, %n0: tensor<i32>) {
  %m, %i = prim.device_reduce ins(%x, %idx : tensor<?xf32>, tensor<?xi32>)
      outs(%mo, %io : tensor<f32>, tensor<i32>) init(%lo, %none : f32, i32)
      combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %lt = arith.cmpf olt, %a, %b : f32
    %c = arith.select %lt, %b, %a : f32
    %ci = arith.select %lt, %bi, %ai : i32
    prim.yield %c, %ci : f32, i32
  } -> tensor<f32>, tensor<i32>
  %rows = prim.device_reduce add ins(%t : tensor<?x?xf32>) outs(%r : tensor<?xf32>) dimension(1) -> tensor<?xf32>
  %sums = prim.device_reduce add ins(%v : tensor<?xi32>) outs(%s : tensor<?xi32>) segments(%offsets : tensor<?xi32>) -> tensor<?xi32>
  %u, %w, %n = prim.device_reduce add ins(%v : tensor<?xi32>) outs(%u0, %w0, %n0 : tensor<?xi64>, tensor<?xi32>, tensor<i32>)
      by_key(%k : tensor<?xi64>) -> tensor<?xi64>, tensor<?xi32>, tensor<i32>
  return
}

func.func @device_scan(%x: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?xf32>,
                       %sum: tensor<f32>, %m: tensor<?x?xf32>, %q: tensor<?x?xf32>,
                       %r: tensor<?xf32>, %f: tensor<?xi1>, %t: tensor<?xf32>,
                       %zero: f32) {
  %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %l = prim.device_scan inclusive ins(%x : tensor<?xf32>) outs(%t : tensor<?xf32>) combiner {
  ^bb0(%a: f32, %b: f32):
    %set = arith.cmpf une, %b, %zero : f32
    %kept = arith.select %set, %b, %a : f32
    prim.yield %kept : f32
  } -> tensor<?xf32>
  %z = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%p : tensor<?xf32>) reads(%sum : tensor<f32>)
      prologue {
  ^bb0(%e: f32):
    %all = tensor.extract %sum[] : tensor<f32>
    %part = arith.divf %e, %all : f32
    prim.yield %part : f32
  } -> tensor<?xf32>
  %d = prim.device_scan exclusive add ins(%x : tensor<?xf32>) outs(%r : tensor<?xf32>) head(%f : tensor<?xi1>) -> tensor<?xf32>
  %c = prim.device_scan inclusive add ins(%m : tensor<?x?xf32>) outs(%q : tensor<?x?xf32>) dimension(0) -> tensor<?x?xf32>
  return
}

func.func @device_histogram(%x: tensor<?xf32>, %lo: f32, %hi: f32, %k: tensor<?xi32>,
                            %levels: tensor<?xi32>, %h0: tensor<10xi32>, %g0: tensor<?xi64>,
                            %b0: tensor<16xi32>, %f0: tensor<10xf32>) {
  %h = prim.device_histogram ins(%x : tensor<?xf32>) outs(%h0 : tensor<10xi32>)
      even(%lo, %hi : f32, f32) -> tensor<10xi32>
  %g = prim.device_histogram ult ins(%k : tensor<?xi32>) outs(%g0 : tensor<?xi64>)
      range(%levels : tensor<?xi32>) -> tensor<?xi64>
  %b = prim.device_histogram ins(%k : tensor<?xi32>) outs(%b0 : tensor<16xi32>) bin {
  ^bb0(%a: i32):
    %c15 = arith.constant 15 : i32
    %low = arith.andi %a, %c15 : i32
    prim.yield %low : i32
  } -> tensor<16xi32>
  %f = prim.device_histogram ins(%x : tensor<?xf32>) outs(%f0 : tensor<10xf32>)
      even(%lo, %hi : f32, f32) epilogue {
  ^bb0(%count: i32):
    %float = arith.sitofp %count : i32 to f32
    prim.yield %float : f32
  } -> tensor<10xf32>
  return
}

func.func @device_search(%x: tensor<?xi32>, %sorted: tensor<?xi32>, %o0: tensor<?xi64>, %y: tensor<?xf32>,
                         %falling: tensor<?xf32>, %o1: tensor<?xi1>, %k: tensor<?xi32>, %v: tensor<?xi32>,
                         %ks: tensor<?xi32>, %vs: tensor<?xi32>, %o2: tensor<?xindex>) {
  %first = prim.device_search lower slt ins(%x : tensor<?xi32>) in(%sorted : tensor<?xi32>)
      outs(%o0 : tensor<?xi64>) -> tensor<?xi64>
  %found = prim.device_search contains total descending ins(%y : tensor<?xf32>)
      in(%falling : tensor<?xf32>) outs(%o1 : tensor<?xi1>) -> tensor<?xi1>
  %last = prim.device_search upper ins(%k, %v : tensor<?xi32>, tensor<?xi32>)
      in(%ks, %vs : tensor<?xi32>, tensor<?xi32>) outs(%o2 : tensor<?xindex>) comparator {
  ^bb0(%a: i32, %av: i32, %b: i32, %bv: i32):
    %before = arith.cmpi slt, %a, %b : i32
    %same = arith.cmpi eq, %a, %b : i32
    %second = arith.cmpi slt, %av, %bv : i32
    %both = arith.andi %same, %second : i1
    %first_of_two = arith.ori %before, %both : i1
    prim.yield %first_of_two : i1
  } -> tensor<?xindex>
  return
}

func.func @device_rows(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>, %h: tensor<?x?xbf16>, %gamma: tensor<?xbf16>,
                       %p: tensor<?x?xbf16>, %q: tensor<?xf32>, %length: f32, %label: tensor<?xindex>,
                       %s: tensor<?xf32>, %f: tensor<?x8xf32>, %i: tensor<?x8xindex>, %ragged: tensor<?xf32>,
                       %u: tensor<?xf32>, %m: tensor<?xf32>, %offsets: tensor<?xi32>) {
  %y = prim.device_rows ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    prim.yield %part : f32
  } -> tensor<?x?xf32>
  %n, %r = prim.device_rows ins(%h : tensor<?x?xbf16>) column_ins(%gamma : tensor<?xbf16>)
      outs(%p, %q : tensor<?x?xbf16>, tensor<?xf32>) dimension(1) row {
  ^bb0(%e: bf16, %g: bf16, %index: index, %number: index):
    %w = arith.extf %e : bf16 to f32
    %square = arith.mulf %w, %w : f32
    %sum = prim.block_reduce add %square all : f32
    %mean = arith.divf %sum, %length : f32
    %root = math.rsqrt %mean : f32
    %scaled = arith.mulf %w, %root : f32
    %scale = arith.extf %g : bf16 to f32
    %normed = arith.mulf %scaled, %scale : f32
    %narrow = arith.truncf %normed : f32 to bf16
    prim.yield %narrow, %root : bf16, f32
  } -> tensor<?x?xbf16>, tensor<?xf32>
  %v, %c = prim.device_rows ins(%x : tensor<?x?xf32>)
      outs(%f, %i : tensor<?x8xf32>, tensor<?x8xindex>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %first, %place = prim.block_sort total descending %part, %index : f32, index
    prim.yield %first, %place : f32, index
  } -> tensor<?x8xf32>, tensor<?x8xindex>
  %l = prim.device_rows ins(%x : tensor<?x?xf32>) row_ins(%label : tensor<?xindex>)
      outs(%s : tensor<?xf32>) reads(%x : tensor<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %at: index, %index: index, %number: index):
    %power = math.exp %e : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %own = tensor.extract %x[%number, %at] : tensor<?x?xf32>
    %loss = arith.subf %log, %own : f32
    prim.yield %loss : f32
  } -> tensor<?xf32>
  %z, %t = prim.device_rows ins(%ragged : tensor<?xf32>) outs(%u, %m : tensor<?xf32>, tensor<?xf32>)
      segments(%offsets : tensor<?xi32>) of_segments(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part, %sum : f32, f32
  } -> tensor<?xf32>, tensor<?xf32>
  return
}

func.func @device_map(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<?xf32>, %v: tensor<?xi32>,
                      %p: tensor<?xi32>, %q: tensor<?xindex>) {
  %s = prim.device_map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) map {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    prim.yield %sum : f32
  } -> tensor<?xf32>
  %d = prim.device_map ins(%v : tensor<?xi32>) outs(%p : tensor<?xi32>) neighbour(left) map {
  ^bb0(%a: i32, %before: i32, %has: i1):
    %difference = arith.subi %a, %before : i32
    %first = arith.select %has, %difference, %a : i32
    prim.yield %first : i32
  } -> tensor<?xi32>
  %counting = prim.device_map outs(%q : tensor<?xindex>) map {
  ^bb0(%i: index):
    prim.yield %i : index
  } -> tensor<?xindex>
  return
}

func.func @device_merge(%a: tensor<?xi32>, %b: tensor<?xi32>, %o0: tensor<?xi32>, %x: tensor<?xf32>,
                        %xv: tensor<?xi32>, %y: tensor<?xf32>, %yv: tensor<?xi32>,
                        %k0: tensor<?xf32>, %v0: tensor<?xi32>, %o1: tensor<?xi32>) {
  %o = prim.device_merge slt ins(%a : tensor<?xi32>) with(%b : tensor<?xi32>)
      outs(%o0 : tensor<?xi32>) -> tensor<?xi32>
  %k, %v = prim.device_merge total descending ins(%x, %xv : tensor<?xf32>, tensor<?xi32>)
      with(%y, %yv : tensor<?xf32>, tensor<?xi32>)
      outs(%k0, %v0 : tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>, tensor<?xi32>
  %c = prim.device_merge ins(%a : tensor<?xi32>) with(%b : tensor<?xi32>)
      outs(%o1 : tensor<?xi32>) comparator {
  ^bb0(%l: i32, %r: i32):
    %ls = math.absi %l : i32
    %rs = math.absi %r : i32
    %first = arith.cmpi ult, %ls, %rs : i32
    prim.yield %first : i1
  } -> tensor<?xi32>
  return
}

func.func @device_nth(%x: tensor<?xi32>, %o: tensor<?xi32>, %n: index, %p: tensor<?xi32>) {
  %y = prim.device_nth slt ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) nth(%n) -> tensor<?xi32>
  %c = prim.device_nth ins(%x : tensor<?xi32>) outs(%p : tensor<?xi32>) nth(%n) comparator {
  ^bb0(%a: i32, %b: i32):
    %as = math.absi %a : i32
    %bs = math.absi %b : i32
    %first = arith.cmpi ult, %as, %bs : i32
    prim.yield %first : i1
  } -> tensor<?xi32>
  return
}

func.func @sort_code(%i: i32, %x: f32) {
  %c = prim.sort_code slt %i : i32
  %d = prim.sort_code total descending %x : f32
  return
}

func.func @sort_key(%c: i32, %d: i32) {
  %i = prim.sort_key slt %c : i32 -> i32
  %x = prim.sort_key total descending %d : i32 -> f32
  return
}

func.func @device_run_length(%x: tensor<?xi32>, %u0: tensor<?xi32>, %l0: tensor<?xi32>, %n0: tensor<i32>,
                             %b0: tensor<?xindex>, %m0: tensor<?xi32>, %k0: tensor<i64>,
                             %f0: tensor<?xi32>, %g0: tensor<?xi32>, %h0: tensor<i32>) {
  %u, %l, %n = prim.device_run_length ins(%x : tensor<?xi32>)
      outs(%u0, %l0, %n0 : tensor<?xi32>, tensor<?xi32>, tensor<i32>)
      -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
  %b, %m, %k = prim.device_run_length nontrivial ins(%x : tensor<?xi32>)
      outs(%b0, %m0, %k0 : tensor<?xindex>, tensor<?xi32>, tensor<i64>)
      -> tensor<?xindex>, tensor<?xi32>, tensor<i64>
  %f, %g, %h = prim.device_run_length ins(%x : tensor<?xi32>)
      outs(%f0, %g0, %h0 : tensor<?xi32>, tensor<?xi32>, tensor<i32>) equal {
  ^bb0(%a: i32, %next: i32):
    %c4 = arith.constant 4 : i32
    %high = arith.shrui %a, %c4 : i32
    %next_high = arith.shrui %next, %c4 : i32
    %same = arith.cmpi eq, %high, %next_high : i32
    prim.yield %same : i1
  } -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
  return
}

func.func @device_select(%x: tensor<?xi32>, %f: tensor<?xi1>, %y: tensor<?xf32>, %o0: tensor<?xi32>,
                         %n0: tensor<i32>, %p0: tensor<?xi32>, %m0: tensor<index>,
                         %r0: tensor<?xi32>, %k0: tensor<?xi32>, %v0: tensor<?xf32>,
                         %u0: tensor<i64>) {
  %o, %n = prim.device_select ins(%x : tensor<?xi32>) outs(%o0, %n0 : tensor<?xi32>, tensor<i32>)
      flags(%f : tensor<?xi1>) -> tensor<?xi32>, tensor<i32>
  %p, %m, %r = prim.device_select ins(%x : tensor<?xi32>) outs(%p0, %m0 : tensor<?xi32>, tensor<index>)
      rest(%r0 : tensor<?xi32>) where {
  ^bb0(%a: i32, %i: index):
    %c0 = arith.constant 0 : i32
    %positive = arith.cmpi sgt, %a, %c0 : i32
    prim.yield %positive : i1
  } -> tensor<?xi32>, tensor<index>, tensor<?xi32>
  %k, %v, %u = prim.device_select ins(%x, %y : tensor<?xi32>, tensor<?xf32>)
      outs(%k0, %v0, %u0 : tensor<?xi32>, tensor<?xf32>, tensor<i64>) heads(1)
      -> tensor<?xi32>, tensor<?xf32>, tensor<i64>
  return
}

func.func @device_sort(%keys: tensor<?xi32>, %vals: tensor<?xf32>, %ko: tensor<?xi32>,
                       %vo: tensor<?xf32>, %t: tensor<?x?xf32>, %r: tensor<?x?xf32>,
                       %x: tensor<?xi32>, %y: tensor<?xi32>, %offsets: tensor<?xi32>,
                       %z: tensor<?xi32>, %so: tensor<?xi32>, %po: tensor<?xindex>,
                       %w: tensor<?xi32>) {
  %k, %v = prim.device_sort slt ins(%keys, %vals : tensor<?xi32>, tensor<?xf32>)
      outs(%ko, %vo : tensor<?xi32>, tensor<?xf32>) -> tensor<?xi32>, tensor<?xf32>
  %rows = prim.device_sort total descending ins(%t : tensor<?x?xf32>) outs(%r : tensor<?x?xf32>)
      dimension(1) -> tensor<?x?xf32>
  %s, %p = prim.device_sort slt ins(%z : tensor<?xi32>) outs(%so, %po : tensor<?xi32>, tensor<?xindex>)
      prologue {
  ^bb0(%e: i32, %at: index):
    %distance = math.absi %e : i32
    prim.yield %distance, %at : i32, index
  } -> tensor<?xi32>, tensor<?xindex>
  %runs = prim.device_sort ult ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>)
      segments(%offsets : tensor<?xi32>) -> tensor<?xi32>
  %by_size = prim.device_sort ins(%x : tensor<?xi32>) outs(%w : tensor<?xi32>) comparator {
  ^bb0(%l: i32, %g: i32):
    %ls = math.absi %l : i32
    %gs = math.absi %g : i32
    %first = arith.cmpi ult, %ls, %gs : i32
    prim.yield %first : i1
  } -> tensor<?xi32>
  return
}

func.func @device_topk(%x: tensor<?x?xf32>, %n: tensor<?x?xi32>, %vo: tensor<?x8xf32>,
                       %io: tensor<?x8xi32>, %y: tensor<?xi32>, %so: tensor<?xi32>,
                       %ro: tensor<?xi32>, %co: tensor<?xi32>) {
  %v, %i = prim.device_topk total descending ins(%x, %n : tensor<?x?xf32>, tensor<?x?xi32>)
      outs(%vo, %io : tensor<?x8xf32>, tensor<?x8xi32>) dimension(1)
      -> tensor<?x8xf32>, tensor<?x8xi32>
  %s, %r = prim.device_topk slt ins(%y : tensor<?xi32>) outs(%so : tensor<?xi32>)
      rest(%ro : tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
  %c = prim.device_topk ins(%y : tensor<?xi32>) outs(%co : tensor<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %as = math.absi %a : i32
    %bs = math.absi %b : i32
    %first = arith.cmpi ult, %as, %bs : i32
    prim.yield %first : i1
  } -> tensor<?xi32>
  return
}

func.func @workspace_size(%x: memref<?xf32>, %y: memref<?xf32>) {
  %bytes = prim.workspace_size {
    prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  } : index
  return
}

func.func @yield(%x: f32, %y: i32) {
  %r:2 = prim.warp_reduce %x, %y combiner {
  ^bb0(%a: f32, %ai: i32, %v: f32, %i: i32):
    prim.yield %v, %i : f32, i32
  } : f32, i32
  return
}

func.func @warp_broadcast(%x: f32, %l: i32) {
  %b = prim.warp_broadcast %x lane(%l) width(16) : f32
  return
}

func.func @warp_shuffle(%x: f32, %d: i32) {
  %n = prim.warp_shuffle %x down(%d) width(16) : f32
  return
}

func.func @warp_exchange(%x: vector<4xi32>, %r: vector<4xi16>) {
  %s = prim.warp_exchange blocked_to_striped %x width(32) : vector<4xi32>
  %p = prim.warp_exchange scatter_to_striped %x ranks(%r : vector<4xi16>) : vector<4xi32>
  return
}

func.func @warp_ballot(%p: i1) {
  %m = prim.warp_ballot %p : i64
  return
}

func.func @warp_match_any(%label: i32, %p: i1) {
  %m = prim.warp_match_any %label valid(%p) bits(8) : i32 -> i64
  return
}

func.func @warp_masked_bit_count(%m: i64, %a: i32) {
  %c = prim.warp_masked_bit_count %m add(%a) : i64
  return
}

func.func @warp_group_select(%m: i64) {
  %g = prim.warp_group_select %m : i64
  return
}

func.func @warp_barrier() {
  prim.warp_barrier
  return
}

func.func @check_convergence() {
  prim.check_convergence "the scan of row sums" width(32)
  return
}

func.func @warp_load(%src: memref<?xf32>, %o: index, %n: i32, %z: f32) {
  %v = prim.warp_load transpose %src[%o] valid(%n) fill(%z : f32) width(16) : memref<?xf32>, vector<4xf32>
  return
}

func.func @warp_store(%v: vector<4xf32>, %dst: memref<?xf32>, %o: index, %n: i32) {
  prim.warp_store striped %v, %dst[%o] valid(%n) width(16) : vector<4xf32>, memref<?xf32>
  return
}

func.func @check(%same: i1, %n: i64, %m: i64) {
  prim.check %same, invalid_argument, "outs 0 has {} elements, but ins 0 has {}"(%n, %m)
  return
}

func.func @base_of(%x: memref<?xf32>) {
  %b = prim.base_of %x : memref<?xf32>
  return
}

func.func @base_at(%address: i64) {
  %b = prim.base_at %address : i64 -> !prim.base<global>
  return
}

func.func @advance(%b: !prim.base<global>, %bytes: index) {
  %tile = prim.advance %b, %bytes : !prim.base<global>
  %wide = prim.is_aligned %b to 16 : !prim.base<global>
  return
}

func.func @workgroup_alloc() {
  %b = prim.workgroup_alloc 1024 for "counters" : !prim.base<workgroup>
  return
}

func.func @load(%b: !prim.base<global>, %o: i32) {
  %v = prim.load %b[%o] align(16) : !prim.base<global> -> vector<4xf32>
  %w = prim.load %b[%o] cache(stream) : !prim.base<global> -> f32
  %s = prim.load %b[%o] atomic(relaxed, device) : !prim.base<global> -> i64
  return
}

func.func @store(%v: f32, %w: i64, %b: !prim.base<workgroup>, %o: i32) {
  prim.store %v, %b[%o] : f32, !prim.base<workgroup>
  prim.store %w, %b[%o] atomic(relaxed, block) : i64, !prim.base<workgroup>
  return
}

func.func @atomic_rmw(%one: i32, %b: !prim.base<global>, %o: i32) {
  %ticket = prim.atomic_rmw add %one, %b[%o] atomic(relaxed, device) : i32, !prim.base<global>
  return
}

func.func @copy_async(%x: !prim.base<global>, %s: !prim.base<workgroup>, %o: i32, %p: i32) {
  prim.copy_async 16 %x[%o] to %s[%p] : !prim.base<global>, !prim.base<workgroup>
  return
}

func.func @cluster(%v: f32, %b: !prim.base<workgroup>, %o: i32, %block: i32) {
  prim.cluster_store %v, %b[%o] in %block : f32, !prim.base<workgroup>
  prim.cluster_barrier
  return
}

func.func @block_barrier() {
  prim.block_barrier
  prim.block_barrier orders(device)
  return
}

func.func @warp_uniform(%wave: i32) {
  %u = prim.warp_uniform %wave : i32
  return
}

func.func @grid_ticket(%counter: !prim.base<global>, %finished: !prim.base<global>) {
  %tile = prim.grid_ticket %counter : !prim.base<global>
  %done = prim.grid_ticket ordered %finished : !prim.base<global>
  return
}

func.func @grid_ticket_request(%counter: !prim.base<global>) {
  %pending = prim.grid_ticket_request %counter : !prim.base<global>
  %tile = prim.grid_ticket_wait %pending
  return
}

func.func @grid_peek(%other: i32, %n: i32, %s: !prim.base<global>, %exists: i1) -> i32 {
  %words = prim.grid_peek tile(%other) tiles(%n) state(%s : !prim.base<global>) : vector<1xi64>
  %value = prim.grid_gather %words where(%exists) tile(%other) tiles(%n) state(%s : !prim.base<global>) : vector<1xi64> -> i32
  return %value : i32
}

gpu.module @rooms {
  gpu.func @k(%p : memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, prim.min_blocks = 2 : i32} {
    gpu.return
  }
}

func.func @resident_blocks() {
  %most = prim.resident_blocks @kernels::@k threads(512) : index
  return
}

func.func @grid_barrier(%state: !prim.base<global>) {
  prim.grid_barrier %state : !prim.base<global>
  return
}

func.func @grid_arrive(%state: !prim.base<global>) {
  %round = prim.grid_arrive %state : !prim.base<global>
  prim.grid_wait %round, %state : !prim.base<global>
  return
}

func.func @grid_wait_previous() {
  prim.grid_wait_previous
  return
}

func.func @grid_start_next() {
  prim.grid_start_next
  return
}

func.func @grid_state_size(%tiles: index) {
  %bytes = prim.grid_state_size %tiles : i32, f64
  %small = prim.grid_state_size %tiles chains(256) bits(30) : i32
  return
}

func.func @grid_publish(%sum: i32, %counts: vector<2xi32>, %t: i32, %n: i32, %e: i32, %s: !prim.base<global>) {
  prim.grid_publish %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
  prim.grid_publish complete %counts tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(512) bits(30) : vector<2xi32>
  return
}

func.func @grid_prefix(%sum: i32, %counts: vector<2xi32>, %t: i32, %n: i32, %e: i32, %s: !prim.base<global>, %zero: i32) {
  %before, %some = prim.grid_prefix add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
  %last_set, %has = prim.grid_prefix %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) combiner {
  ^bb0(%a: i32, %b: i32):
    %set = arith.cmpi ne, %b, %zero : i32
    %kept = arith.select %set, %b, %a : i32
    prim.yield %kept : i32
  } : i32
  %starts, %any = prim.grid_prefix add %counts tile(%t) tiles(%n) state(%s : !prim.base<global>) epoch(%e) chains(512) bits(30) : vector<2xi32>
  return
}

func.func @grid_reduce(%part: f32, %t: i32, %n: i32, %s: !prim.base<global>, %r: !prim.base<global>,
                       %zero: f32) {
  %sum, %last = prim.grid_reduce add %part tile(%t) tiles(%n) state(%s : !prim.base<global>) : f32
  %last_set, %here = prim.grid_reduce %part tile(%t) tiles(%n) state(%r : !prim.base<global>) combiner {
  ^bb0(%a: f32, %b: f32):
    %set = arith.cmpf une, %b, %zero : f32
    %kept = arith.select %set, %b, %a : f32
    prim.yield %kept : f32
  } : f32
  return
}

func.func @grid_scan(%sum: i32, %t: i32, %n: i32, %s: !prim.base<global>, %r: !prim.base<global>,
                     %zero: i32) {
  %before, %some = prim.grid_scan add %sum tile(%t) tiles(%n) state(%s : !prim.base<global>) : i32
  %last_set, %has = prim.grid_scan %sum tile(%t) tiles(%n) state(%r : !prim.base<global>) combiner {
  ^bb0(%a: i32, %b: i32):
    %set = arith.cmpi ne, %b, %zero : i32
    %kept = arith.select %set, %b, %a : i32
    prim.yield %kept : i32
  } : i32
  return
}
