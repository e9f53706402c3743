// signature: mlir::gpu::GPUFuncOp::verifyBody
// reason: the verifier of gpu.func takes a count from an attribute unseen
// command: prim-opt
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (i32) -> ()}> ({
  ^bb0(%arg0: i32):
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = -1 : i64} : () -> ()
}) : () -> ()
