// Encodings, elements and discardable attributes.
module attributes {foo.module = #foo.note<"m">} {
  func.func @encoded(%x: tensor<?xi32, #foo.encoding>) -> tensor<?xi32, #foo.encoding> attributes {foo.note} {
    return %x : tensor<?xi32, #foo.encoding>
  }
  func.func @elements(%x: tensor<?x!foo.element>) -> tensor<?x!foo.element> {
    return %x : tensor<?x!foo.element>
  }
  gpu.module @kernels attributes {foo.note = #foo.note} {
    gpu.func @k(%x: memref<?xi32>, %h: !foo.handle, %t: vector<4xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, foo.note} {
      %s = prim.block_reduce add %t {foo.note = #foo.note} : vector<4xi32>
      "foo.visit"(%x, %s, %h) : (memref<?xi32>, i32, !foo.handle) -> ()
      gpu.return
    }
  }
}
