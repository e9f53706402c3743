// signature: llvm::SelectionDAGBuilder::visitInlineAsm
// signature: llvm::LiveVariables::HandleVirtRegUse
// reason: every letter of a constraint is taken for an alternative
// command: prim-opt --prim-to-rocdl-pipeline=isolate=none
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: !llvm.ptr<1>, %x: i32) kernel {
    %y = llvm.inline_asm "v_mov_b32 $0, $1", "=v_mov,v" %x : (i32) -> i32
    llvm.store %y, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}
