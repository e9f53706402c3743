// RUN: prim-opt %s --prim-linalg-to-prim=reassociate | FileCheck %s
// RUN: prim-opt %s --prim-linalg-to-prim=reassociate --remarks-filter='prim-linalg.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Reductions along some of the loops become reductions of rows.

#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#first = affine_map<(i, j) -> (0, j)>
#none2 = affine_map<(i, j) -> ()>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#swapped = affine_map<(i, j, k) -> (k, i)>
#middle = affine_map<(i, j, k) -> (j)>
#inner = affine_map<(i, j, k) -> (j, k)>
#outer = affine_map<(i, j, k) -> (i)>

// CHECK-LABEL: func.func @rows(
func.func @rows(%x: tensor<?x?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[OUT:.*]] = tensor.empty(%{{.*}}) : tensor<?xi32>
  // CHECK: prim.device_reduce add ins(%arg0 : tensor<?x?xi32>) outs(%[[OUT]] : tensor<?xi32>) init(%arg1 : tensor<?xi32>) dimension(1) -> tensor<?xi32>
  // REMARK: rows.mlir:[[#@LINE+1]]:8: remark: [Passed] linalg.reduce | Category:prim-linalg-to-prim | Function=rows | Remark="converted to prim.device_reduce"
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<?x?xi32>) outs(%o : tensor<?xi32>) dimensions = [1]
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @columns(
func.func @columns(%x: tensor<64x32xf32>) -> tensor<32xf32> {
  // CHECK: prim.device_reduce maximumf {{.*}} init(%cst : f32) dimension(0) -> tensor<32xf32>
  %c = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<32xf32>
  %o = linalg.fill ins(%c : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<64x32xf32>) outs(%o : tensor<32xf32>) dimensions = [0]
  return %0 : tensor<32xf32>
}

// The dimensions are those of the input, whatever the order of the loops.
// CHECK-LABEL: func.func @turned(
func.func @turned(%x: tensor<?x?xi32>, %o: tensor<i32>, %p: tensor<?xi32>) -> (tensor<i32>, tensor<?xi32>) {
  // CHECK: prim.device_reduce add ins(%arg0 : tensor<?x?xi32>) outs(%{{.*}} : tensor<i32>) init(%arg1 : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic {indexing_maps = [#turned, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.addi %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  // CHECK: prim.device_reduce add {{.*}} dimension(0) -> tensor<?xi32>
  %1 = linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi32>) outs(%p : tensor<?xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.addi %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  return %0, %1 : tensor<i32>, tensor<?xi32>
}

// An output with its dimensions in another order is transposed.
// CHECK-LABEL: func.func @swapped(
func.func @swapped(%x: tensor<4x5x6xi32>, %o: tensor<6x4xi32>) -> tensor<6x4xi32> {
  // CHECK: %[[INIT:.*]] = linalg.transpose ins(%arg1 : tensor<6x4xi32>) outs(%{{.*}} : tensor<4x6xi32>) permutation = [1, 0]
  // CHECK: %[[R:.*]] = prim.device_reduce xor {{.*}} init(%[[INIT]] : tensor<4x6xi32>) dimension(1) -> tensor<4x6xi32>
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[R]] : tensor<4x6xi32>) outs(%{{.*}} : tensor<6x4xi32>) permutation = [1, 0]
  // CHECK: return %[[T]]
  %0 = linalg.generic {indexing_maps = [#id3, #swapped], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x5x6xi32>) outs(%o : tensor<6x4xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.xori %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<6x4xi32>
  return %0 : tensor<6x4xi32>
}

// Inputs of the folded loops alone are looked up. With several, the index of an
// element in its row is split.
// CHECK-LABEL: func.func @looked_up(
func.func @looked_up(%x: tensor<4x5x6xi32>, %y: tensor<5xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[SIX:.*]] = arith.constant 6 : index
  // CHECK: prim.device_reduce add ins(%arg0 : tensor<4x5x6xi32>) {{.*}} reads(%arg1 : tensor<5xi32>) dimension(1, 2) prologue {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[I:.*]]: index):
  // CHECK-NEXT: %[[J:.*]] = arith.divui %[[I]], %[[SIX]] : index
  // CHECK-NEXT: %[[Y:.*]] = tensor.extract %arg1[%[[J]]] : tensor<5xi32>
  // CHECK-NEXT: %[[K:.*]] = arith.remui %[[I]], %[[SIX]] : index
  // CHECK-NEXT: %[[W:.*]] = arith.index_cast %[[K]] : index to i32
  // CHECK-NEXT: %[[P:.*]] = arith.muli %[[A]], %[[Y]] : i32
  // CHECK-NEXT: arith.addi %[[P]], %[[W]] : i32
  %0 = linalg.generic {indexing_maps = [#id3, #middle, #outer], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<4x5x6xi32>, tensor<5xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %k = linalg.index 2 : index
    %w = arith.index_cast %k : index to i32
    %p = arith.muli %a, %b : i32
    %q = arith.addi %p, %w : i32
    %m = arith.addi %acc, %q : i32
    linalg.yield %m : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Inputs of a row are copied to the full shape.
// CHECK-LABEL: func.func @of_rows(
func.func @of_rows(%x: tensor<?x?xi32>, %y: tensor<?xi32>, %z: tensor<1x?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: %[[COPY:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<?xi32>) outs(%{{.*}} : tensor<?x?xi32>)
  // CHECK: prim.device_reduce maxsi ins(%arg0, %[[COPY]] : tensor<?x?xi32>, tensor<?x?xi32>) {{.*}} reads(%arg2 : tensor<1x?xi32>) dimension(1) prologue {
  %0 = linalg.generic {indexing_maps = [#id2, #row, #first, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y, %z : tensor<?x?xi32>, tensor<?xi32>, tensor<1x?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %acc: i32):
    %d = arith.subi %a, %b : i32
    %e = arith.muli %c, %d : i32
    %m = arith.maxsi %acc, %e : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Truth values are read and written as they are, and folded as bytes.
// CHECK-LABEL: func.func @truth(
func.func @truth(%x: tensor<4x?xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK: %[[INIT:.*]] = linalg.generic
  // CHECK: arith.extui {{.*}} : i1 to i8
  // CHECK: %[[R:.*]] = prim.device_reduce or ins(%arg0 : tensor<4x?xi1>) outs(%{{.*}} : tensor<4xi1>) init(%[[INIT]] : tensor<4xi8>) dimension(1) prologue {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i1):
  // CHECK-NEXT: %[[B:.*]] = arith.extui %[[A]] : i1 to i8
  // CHECK-NEXT: prim.yield %[[B]] : i8
  // CHECK-NEXT: } epilogue {
  // CHECK-NEXT: ^bb0(%[[C:.*]]: i8):
  // CHECK-NEXT: %[[D:.*]] = arith.trunci %[[C]] : i8 to i1
  // CHECK-NEXT: prim.yield %[[D]] : i1
  // CHECK: return %[[R]]
  %0 = linalg.reduce { arith.ori } ins(%x : tensor<4x?xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %0 : tensor<4xi1>
}

// A contraction has no input with an element for each iteration.
// CHECK-LABEL: func.func @matmul(
func.func @matmul(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.matmul
  // REMARK: [Missed] linalg.matmul | Category:prim-linalg-to-prim | Function=matmul | Remark="not converted to prim.device_reduce: it has no input with an element for each iteration"
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A contraction with few long sums is a reduction, whose inputs are copied in the shape of
// all iterations; prim-host-kernels makes them views. With more sums, or shorter ones, it
// is not.
// CHECK-LABEL: func.func @few(
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<32x512xf32>) outs(%{{.*}} : tensor<32x32x512xf32>)
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<512x32xf32>) outs(%{{.*}} : tensor<32x32x512xf32>)
// CHECK: prim.device_reduce add ins(%[[A]], %[[B]] : tensor<32x32x512xf32>, tensor<32x32x512xf32>) outs(%{{.*}} : tensor<32x32xf32>) init(%arg2 : tensor<32x32xf32>) dimension(2) prologue {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT: arith.mulf %[[X]], %[[Y]]
func.func @few(%a: tensor<32x512xf32>, %b: tensor<512x32xf32>, %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // REMARK: [Passed] linalg.matmul | Category:prim-linalg-to-prim | Function=few
  %0 = linalg.matmul ins(%a, %b : tensor<32x512xf32>, tensor<512x32xf32>) outs(%o : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// CHECK-LABEL: func.func @many(
// CHECK: linalg.matmul
func.func @many(%a: tensor<33x512xf32>, %b: tensor<512x32xf32>, %o: tensor<33x32xf32>) -> tensor<33x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<33x512xf32>, tensor<512x32xf32>) outs(%o : tensor<33x32xf32>) -> tensor<33x32xf32>
  return %0 : tensor<33x32xf32>
}

// CHECK-LABEL: func.func @short(
// CHECK: linalg.matmul
func.func @short(%a: tensor<32x511xf32>, %b: tensor<511x32xf32>, %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x511xf32>, tensor<511x32xf32>) outs(%o : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// CHECK-LABEL: func.func @no_rows(
// CHECK: linalg.generic
func.func @no_rows(%x: tensor<600xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  // REMARK: Function=no_rows | Remark="not converted to prim.device_reduce: it has no input with elements of rows"
  %0 = linalg.generic {indexing_maps = [#column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<600xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.addi %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @row_index(
func.func @row_index(%x: tensor<4x5xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: linalg.generic
  // REMARK: Function=row_index | Remark="not converted to prim.device_reduce: it uses the index of a row"
  %0 = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x5xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %e = arith.muli %a, %j : i32
    %m = arith.addi %acc, %e : i32
    linalg.yield %m : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The first of equal numbers depends on the order of the folded loops.
// CHECK-LABEL: func.func @reordered(
func.func @reordered(%x: tensor<4x5xi32>, %y: tensor<4x5xi32>, %o: tensor<i32>, %p: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  // REMARK: Function=reordered | Remark="not converted to prim.device_reduce: it folds in another order than that of memory"
  %0:2 = linalg.generic {indexing_maps = [#turned, #turned, #none2, #none2], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<4x5xi32>, tensor<4x5xi32>) outs(%o, %p : tensor<i32>, tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32, %arg: i32):
    %c = arith.cmpi sgt, %a, %acc : i32
    %m = arith.select %c, %a, %acc : i32
    %n = arith.select %c, %b, %arg : i32
    linalg.yield %m, %n : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// Indices are elements of prim, too.
// CHECK-LABEL: func.func @indices(
func.func @indices(%x: tensor<?x?xindex>, %y: tensor<?xindex>, %o: tensor<?xindex>) -> tensor<?xindex> {
  // CHECK: prim.device_reduce add ins(%arg0, %{{.*}} : tensor<?x?xindex>, tensor<?x?xindex>)
  %0 = linalg.generic {indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xindex>, tensor<?xindex>) outs(%o : tensor<?xindex>) {
  ^bb0(%a: index, %b: index, %acc: index):
    %d = arith.maxsi %a, %b : index
    %m = arith.addi %acc, %d : index
    linalg.yield %m : index
  } -> tensor<?xindex>
  return %0 : tensor<?xindex>
}

// The sizes of the result are not read from the fill, which is then unused.
// CHECK-LABEL: func.func @filled(
// CHECK-NOT: linalg.fill
// CHECK: prim.device_reduce maxsi {{.*}} init(%{{.*}} : i32) dimension(1)
func.func @filled(%x: tensor<?x8xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %least = arith.constant -5 : i32
  %n = tensor.dim %x, %c0 : tensor<?x8xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%least : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x8xi32>) outs(%f : tensor<?xi32>) {
  ^bb0(%in: i32, %m: i32):
    %0 = arith.maxsi %in, %m : i32
    linalg.yield %0 : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
