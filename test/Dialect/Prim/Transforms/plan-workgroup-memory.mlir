// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-plan-workgroup-memory))' | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {

// The barrier inside of one use keeps the use before it apart from the one after;
// nothing has to be waited for before them.
// CHECK-LABEL: gpu.func @turns
// CHECK:         %[[A:.*]] = prim.workgroup_alloc 64 for "first, third"
// CHECK-NOT:     prim.block_barrier
// CHECK:         prim.store %{{.*}}, %[[A]]
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load %[[A]]
// CHECK-NEXT:    %[[B:.*]] = prim.workgroup_alloc 48 for "second"
// CHECK-NEXT:    prim.store %{{.*}}, %[[B]]
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load %[[B]]
// CHECK-NEXT:    prim.store %{{.*}}, %[[A]]
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load %[[A]]
// CHECK-NOT:     prim.block_barrier
gpu.func @turns(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  %c = prim.workgroup_alloc 32 for "third" : !prim.base<workgroup>
  prim.block_barrier acquires(%c : !prim.base<workgroup>)
  prim.store %rb, %c[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
  prim.store %rc, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// More than an eighth of the workgroup memory: a barrier between them lets two
// buffers share. The first of them still needs none.
// CHECK-LABEL: gpu.func @large
// CHECK:         %[[A:.*]] = prim.workgroup_alloc 40000 for "first, second"
// CHECK-NOT:     prim.block_barrier
// CHECK:         prim.store %{{.*}}, %[[A]]
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load %[[A]]
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.store %{{.*}}, %[[A]]
gpu.func @large(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 40000 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %b = prim.workgroup_alloc 30000 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  prim.store %rb, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// The next run of the loop writes what this one reads.
// CHECK-LABEL: gpu.func @loop
// CHECK:         scf.for
// CHECK:           prim.block_barrier{{$}}
// CHECK-NEXT:      prim.store
// CHECK-NEXT:      prim.block_barrier{{$}}
// CHECK-NEXT:      prim.load
gpu.func @loop(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %res = scf.for %i = %i0 to %n step %i1 iter_args(%s = %x) -> (i32) {
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    prim.block_barrier acquires(%a : !prim.base<workgroup>)
    prim.store %s, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    scf.yield %ra : i32
  }
  prim.store %res, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Two uses by turns keep each other's runs apart. Memory of their own is what that
// takes: between the second one and the next run's first there is no barrier.
// CHECK-LABEL: gpu.func @loop_of_two
// CHECK:         scf.for
// CHECK-NEXT:      %[[A:.*]] = prim.workgroup_alloc 64 for "first"
// CHECK-NEXT:      prim.store %{{.*}}, %[[A]]
// CHECK-NEXT:      prim.block_barrier{{$}}
// CHECK-NEXT:      prim.load %[[A]]
// CHECK-NEXT:      %[[B:.*]] = prim.workgroup_alloc 48 for "second"
// CHECK-NEXT:      prim.store %{{.*}}, %[[B]]
// CHECK-NEXT:      prim.block_barrier{{$}}
// CHECK-NEXT:      prim.load %[[B]]
// CHECK-NEXT:      scf.yield
gpu.func @loop_of_two(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %res = scf.for %i = %i0 to %n step %i1 iter_args(%s = %x) -> (i32) {
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    prim.block_barrier acquires(%a : !prim.base<workgroup>)
    prim.store %s, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
    prim.block_barrier acquires(%b : !prim.base<workgroup>)
    prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
    scf.yield %rb : i32
  }
  prim.store %res, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Three: the last and the next run's first are neighbours, too, so none can share.
// CHECK-LABEL: gpu.func @loop_of_three
// CHECK-NOT:     for "{{[a-z]+}},
// CHECK-COUNT-3: prim.workgroup_alloc
// CHECK:         gpu.return
gpu.func @loop_of_three(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %res = scf.for %i = %i0 to %n step %i1 iter_args(%s = %x) -> (i32) {
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    prim.block_barrier acquires(%a : !prim.base<workgroup>)
    prim.store %s, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
    prim.block_barrier acquires(%b : !prim.base<workgroup>)
    prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
    %c = prim.workgroup_alloc 32 for "third" : !prim.base<workgroup>
    prim.block_barrier acquires(%c : !prim.base<workgroup>)
    prim.store %rb, %c[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
    scf.yield %rc : i32
  }
  prim.store %res, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Four: the first and the third, the second and the fourth.
// CHECK-LABEL: gpu.func @loop_of_four
// CHECK-DAG:     prim.workgroup_alloc 64 for "first, third"
// CHECK-DAG:     prim.workgroup_alloc 48 for "second, fourth"
// CHECK:         scf.for
// CHECK-NOT:     prim.workgroup_alloc
// CHECK:         gpu.return
gpu.func @loop_of_four(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %res = scf.for %i = %i0 to %n step %i1 iter_args(%s = %x) -> (i32) {
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    prim.block_barrier acquires(%a : !prim.base<workgroup>)
    prim.store %s, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
    prim.block_barrier acquires(%b : !prim.base<workgroup>)
    prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
    %c = prim.workgroup_alloc 32 for "third" : !prim.base<workgroup>
    prim.block_barrier acquires(%c : !prim.base<workgroup>)
    prim.store %rb, %c[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
    %d = prim.workgroup_alloc 16 for "fourth" : !prim.base<workgroup>
    prim.block_barrier acquires(%d : !prim.base<workgroup>)
    prim.store %rc, %d[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rd = prim.load %d[%c0] : !prim.base<workgroup> -> i32
    scf.yield %rd : i32
  }
  prim.store %res, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// What is allocated outside of a loop keeps what it holds from run to run.
// CHECK-LABEL: gpu.func @kept
// CHECK-DAG:     prim.workgroup_alloc 64 for "kept"
// CHECK-DAG:     prim.workgroup_alloc 48 for "other"
// CHECK:         gpu.return
gpu.func @kept(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = prim.workgroup_alloc 64 for "kept" : !prim.base<workgroup>
  %res = scf.for %i = %i0 to %n step %i1 iter_args(%s = %x) -> (i32) {
    prim.store %s, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    prim.block_barrier
    %b = prim.workgroup_alloc 48 for "other" : !prim.base<workgroup>
    prim.block_barrier acquires(%b : !prim.base<workgroup>)
    prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
    prim.block_barrier
    scf.yield %rb : i32
  }
  prim.store %res, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// A barrier that only some runs come to keeps nothing apart.
// CHECK-LABEL: gpu.func @branch
// CHECK-DAG:     prim.workgroup_alloc 64 for "first"
// CHECK-DAG:     prim.workgroup_alloc 48 for "second"
// CHECK:         gpu.return
gpu.func @branch(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  scf.if %p {
    prim.block_barrier
  }
  %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  prim.store %rb, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Each of two branches has the memory for itself, but not without a barrier: waves
// need not agree on the way.
// CHECK-LABEL: gpu.func @branches
// CHECK-DAG:     prim.workgroup_alloc 64 for "first"
// CHECK-DAG:     prim.workgroup_alloc 48 for "second"
// CHECK:         gpu.return
gpu.func @branches(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  scf.if %p {
    %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
    prim.block_barrier acquires(%a : !prim.base<workgroup>)
    prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
    prim.store %ra, %o[%c0] : i32, !prim.base<global>
  } else {
    %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
    prim.block_barrier acquires(%b : !prim.base<workgroup>)
    prim.store %x, %b[%c0] : i32, !prim.base<workgroup>
    prim.block_barrier
    %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
    prim.store %rb, %o[%c0] : i32, !prim.base<global>
  }
  gpu.return
}

// Another function may be called again, at once.
// CHECK-LABEL: gpu.func @called
// CHECK:         prim.block_barrier{{$}}
// CHECK-NEXT:    prim.store
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load
gpu.func @called(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  prim.store %ra, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Its first use then comes behind its last one.
// CHECK-LABEL: gpu.func @called_with_three
// CHECK-NOT:     for "{{[a-z]+}},
// CHECK-COUNT-3: prim.workgroup_alloc
// CHECK:         gpu.return
gpu.func @called_with_three(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  %c = prim.workgroup_alloc 32 for "third" : !prim.base<workgroup>
  prim.block_barrier acquires(%c : !prim.base<workgroup>)
  prim.store %rb, %c[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
  prim.store %rc, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Blocks in any order: nothing is known of what comes first.
// CHECK-LABEL: gpu.func @blocks
// CHECK-NOT:     for "{{[a-z]+}},
// CHECK:       ^bb1:
// CHECK-NEXT:    prim.workgroup_alloc
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.store
// CHECK-NEXT:    prim.block_barrier{{$}}
// CHECK-NEXT:    prim.load
// CHECK:         gpu.return
gpu.func @blocks(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  cf.br ^again
^again:
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  prim.store %ra, %o[%c0] : i32, !prim.base<global>
  cf.cond_br %p, ^again, ^end
^end:
  %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %x, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  prim.store %rb, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

// Where an address goes that is chosen at run time is not followed.
// CHECK-LABEL: gpu.func @chosen
// CHECK-DAG:     prim.workgroup_alloc 48 for "second, fourth"
// CHECK-DAG:     prim.workgroup_alloc 64 for "first"
// CHECK-DAG:     prim.workgroup_alloc 32 for "third"
// CHECK:         gpu.return
gpu.func @chosen(%x: i32, %n: index, %p: i1, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 64 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %b = prim.workgroup_alloc 48 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  %c = prim.workgroup_alloc 32 for "third" : !prim.base<workgroup>
  %either = arith.select %p, %a, %c : !prim.base<workgroup>
  prim.block_barrier
  prim.store %rb, %either[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %d = prim.workgroup_alloc 16 for "fourth" : !prim.base<workgroup>
  prim.block_barrier acquires(%d : !prim.base<workgroup>)
  prim.store %rb, %d[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rd = prim.load %d[%c0] : !prim.base<workgroup> -> i32
  prim.store %rd, %o[%c0] : i32, !prim.base<global>
  gpu.return
}


// Two buffers that are alive together take the place of a third one, which is
// larger than either: side by side with the second there would be too little.
// CHECK-LABEL: gpu.func @two_in_one
// CHECK:         %[[A:.*]] = prim.workgroup_alloc 60000 for "first, second, third"
// CHECK-DAG:     %[[C:.*]] = arith.constant 30000 : index
// CHECK-DAG:     %[[AT:.*]] = prim.advance %[[A]], %[[C]]
// CHECK-NOT:     prim.workgroup_alloc
// CHECK:         prim.block_barrier
// CHECK:         prim.store %{{.*}}, %[[AT]]
gpu.func @two_in_one(%x: i32, %o: !prim.base<global>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 60000 for "first" : !prim.base<workgroup>
  prim.block_barrier acquires(%a : !prim.base<workgroup>)
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %b = prim.workgroup_alloc 30000 for "second" : !prim.base<workgroup>
  prim.block_barrier acquires(%b : !prim.base<workgroup>)
  prim.store %ra, %b[%c0] : i32, !prim.base<workgroup>
  %c = prim.workgroup_alloc 20000 for "third" : !prim.base<workgroup>
  prim.store %ra, %c[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
  prim.store %rb, %o[%c0] : i32, !prim.base<global>
  prim.store %rc, %o[%c0] : i32, !prim.base<global>
  gpu.return
}


// What the function declares itself takes its part of the memory.
// CHECK-LABEL: gpu.func @beside_own
// CHECK:         prim.workgroup_alloc 32768 for "
// CHECK-NOT:     prim.workgroup_alloc
// CHECK:         gpu.return
gpu.func @beside_own(%x: i32, %o: !prim.base<global>)
    workgroup(%own: memref<6144xi32, #gpu.address_space<workgroup>>) kernel {
  %c0 = arith.constant 0 : i32
  %a = prim.workgroup_alloc 16384 for "first" : !prim.base<workgroup>
  %b = prim.workgroup_alloc 16384 for "second" : !prim.base<workgroup>
  %c = prim.workgroup_alloc 32768 for "third" : !prim.base<workgroup>
  prim.store %x, %a[%c0] : i32, !prim.base<workgroup>
  prim.store %x, %b[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %ra = prim.load %a[%c0] : !prim.base<workgroup> -> i32
  %rb = prim.load %b[%c0] : !prim.base<workgroup> -> i32
  prim.block_barrier
  %s = arith.addi %ra, %rb : i32
  prim.store %s, %c[%c0] : i32, !prim.base<workgroup>
  prim.block_barrier
  %rc = prim.load %c[%c0] : !prim.base<workgroup> -> i32
  prim.store %rc, %o[%c0] : i32, !prim.base<global>
  gpu.return
}

}
