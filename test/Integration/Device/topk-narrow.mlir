// REQUIRES: emulator, numpy
// Twice as many elements as a block has threads, of which half are equal: each thread knows of one.
// RUN: %python -c "import numpy as np; x = np.linspace(1.5, 1.9, 2000, dtype=np.float32).reshape(2, 1000); x[:, 0:128:4] = 1; np.save('%t.npy', x)"
// RUN: prim-run %s %t.npy --device=emulator --chip=gfx1100 --output=%t.out.npy
// RUN: %python -c "import numpy as np; np.testing.assert_array_equal(np.load('%t.out.npy'), np.sort(np.load('%t.npy'))[:, :64])"

func.func @main(%x: tensor<?x?xf32>) -> tensor<2x64xf32> {
  %e = tensor.empty() : tensor<2x64xf32>
  %r = prim.device_topk total ins(%x : tensor<?x?xf32>) outs(%e : tensor<2x64xf32>) dimension(1)
      tuning<block_size = 32, items_per_thread = 16> -> tensor<2x64xf32>
  return %r : tensor<2x64xf32>
}
