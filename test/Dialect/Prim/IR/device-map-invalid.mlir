// RUN: prim-opt %s --verify-diagnostics --split-input-file

// What a map cannot be.

func.func @no_outs(%x: memref<?xi32>) {
  // expected-error @+1 {{needs at least one buffer in outs}}
  prim.device_map ins(%x : memref<?xi32>) map {
  ^bb0(%a: i32):
    prim.yield
  }
  return
}

// -----

func.func @no_region(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{needs a map region, which computes the elements of outs}}
  prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// -----

func.func @neighbours_of_none(%y: memref<?xi32>) {
  // expected-error @+1 {{has a neighbour, but no ins; add ins, or remove the neighbour}}
  prim.device_map outs(%y : memref<?xi32>) neighbour(left) map {
  ^bb0(%has: i1):
    %c = arith.extui %has : i1 to i32
    prim.yield %c : i32
  }
  return
}

// -----

func.func @side(%y: memref<?xi32>) {
  // expected-error @+1 {{unknown word 'up' in neighbour; expected left, right}}
  prim.device_map ins(%y : memref<?xi32>) outs(%y : memref<?xi32>) neighbour(up) map {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @rank(%x: memref<?x?xi32>) {
  // expected-error @+1 {{needs dimension(...), as ins has rank 2}}
  prim.device_map ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) neighbour(left) map {
  ^bb0(%a: i32, %b: i32, %has: i1):
    prim.yield %b : i32
  }
  return
}

// -----

func.func @rank_none(%x: memref<i32>, %y: memref<i32>) {
  // expected-error @+1 {{expects ins of rank 1 or more, found rank 0}}
  prim.device_map ins(%x : memref<i32>) outs(%y : memref<i32>) neighbour(left) map {
  ^bb0(%a: i32, %b: i32, %has: i1):
    prim.yield %b : i32
  }
  return
}

// -----

func.func @sizes(%x: memref<4xi32>, %y: memref<5xi32>) {
  // expected-error @+1 {{expects outs for the map to have the sizes of ins, found 'memref<5xi32>'}}
  prim.device_map ins(%x : memref<4xi32>) outs(%y : memref<5xi32>) map {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @sizes_of_outs(%x: memref<4xi32>, %y: memref<5xi32>) {
  // expected-error @+1 {{expects outs for the map to have one size, found 'memref<5xi32>'}}
  prim.device_map outs(%x, %y : memref<4xi32>, memref<5xi32>) map {
  ^bb0:
    %a = arith.constant 1 : i32
    prim.yield %a, %a : i32, i32
  }
  return
}

// -----

func.func @elements(%x: memref<?xi4>, %y: memref<?xi32>) {
  // expected-error @+1 {{has elements of type 'i4' in ins}}
  prim.device_map ins(%x : memref<?xi4>) outs(%y : memref<?xi32>) map {
  ^bb0(%a: i4):
    %b = arith.extui %a : i4 to i32
    prim.yield %b : i32
  }
  return
}

// -----

func.func @arguments(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{region}}
  prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) neighbour(left) map {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @predicate(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{region}}
  prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) predicated map {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}

// -----

func.func @effects(%x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) map {
  ^bb0(%a: i32):
    // expected-error @+1 {{memref.load}}
    %b = memref.load %x[%c0] : memref<?xi32>
    prim.yield %b : i32
  }
  return
}

// -----

func.func @reads_outs(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @+1 {{has one buffer in reads and outs}}
  prim.device_map ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) reads(%y : memref<?xi32>) map {
  ^bb0(%a: i32):
    prim.yield %a : i32
  }
  return
}
