# REQUIRES: mlir-bindings
# RUN: %python %s | FileCheck %s

# An error raises an exception that gives its location and cause, never a crash.

from prim.mlir import ir, passmanager
from prim.mlir.dialects import arith, func, prim


def attempt(title, action):
    try:
        action()
    except (ir.MLIRError, TypeError, ValueError) as error:
        print(f"{title}: {type(error).__name__}: {error}")
    else:
        print(f"{title}: nothing raised")


def run(pipeline, text):
    module = ir.Module.parse(text)
    passmanager.PassManager.parse(f"builtin.module({pipeline})").run(module.operation)


with ir.Context(), ir.Location.unknown():
    f32 = ir.F32Type.get()

    # CHECK:      parse: MLIRError: Unable to parse module assembly:
    # CHECK-NEXT: error: "-":1:{{[0-9]+}}: {{.*}}unknown word 'bogus'
    attempt(
        "parse",
        lambda: ir.Module.parse(
            "func.func @f(%x: f32) { %y = prim.warp_reduce bogus %x : f32 return }"
        ),
    )

    # CHECK:      verify: MLIRError: Verification failed:
    # CHECK-NEXT: error: unknown: 'prim.warp_reduce' op {{.*}}width
    def verify():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):

            @func.FuncOp.from_py_func(f32)
            def f(x):
                return prim.warp_reduce(x, "add", width=65)

        module.operation.verify()

    attempt("verify", verify)

    # Segments can be defined in only one way.
    def segments(**clauses):
        buffer = ir.Type.parse("tensor<?xf32>")
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            made = func.FuncOp("f", ([buffer], []))
        with ir.InsertionPoint(made.add_entry_block()):
            [x] = made.arguments
            clauses = {name: value or x for name, value in clauses.items()}
            prim.device_scan(x, x, "add", **clauses)

    # CHECK: both: ValueError: segments, head and by_key exclude each other; pass one
    attempt("both", lambda: segments(head=None, by_key=None))
    # CHECK-NEXT: equal: ValueError: equal needs by_key, the keys that it compares
    attempt("equal", lambda: segments(head=None, equal=lambda a, b: a))

    # The dimension is an integer, or several.
    def along(dimension):
        buffer = ir.Type.parse("tensor<?x?xf32>")
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            made = func.FuncOp("f", ([buffer], []))
        with ir.InsertionPoint(made.add_entry_block()):
            [x] = made.arguments
            prim.device_sort(x, x, "total", dimension=dimension)
            func.ReturnOp([])
        module.operation.verify()

    # CHECK-NEXT: dimension: TypeError: dimension must be an integer or a sequence of them, not float
    attempt("dimension", lambda: along(1.5))
    # CHECK-NEXT: dimensions: TypeError: dimension must be {{.*}}, not list
    attempt("dimensions", lambda: along([0, "1"]))
    # CHECK-NEXT: two: MLIRError: Verification failed:
    # CHECK-NEXT: error: unknown: 'prim.device_sort' op {{.*}}dimension
    attempt("two", lambda: along([0, 1]))

    # CHECK:      chip: MLIRError: Failure while executing pass pipeline:
    # CHECK-NEXT: error: {{.*}}'gfx9000'
    scan = """
      func.func @f(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
        %y = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
        return %y : tensor<?xf32>
      }"""
    attempt("chip", lambda: run("prim-to-rocdl-pipeline{chip=gfx9000}", scan))
    # (Upstream prints which one it is to the standard error output.)
    # CHECK: option: ValueError: {{.*}}with options `chips=gfx942`
    attempt("option", lambda: run("prim-to-rocdl-pipeline{chips=gfx942}", scan))

    # Errors that are fatal in LLVM, in a process that has threads.
    # CHECK:      crash: MLIRError: Failure while executing pass pipeline:
    # CHECK-NEXT: error: {{.*}}LLVM cannot generate code for gfx942: Cannot select: intrinsic %llvm.amdgcn.s.wait.tensorcnt
    select = """
      gpu.module @m [#rocdl.target<chip = "gfx942">] {
        gpu.func @select() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
          %n = llvm.mlir.constant(0 : i16) : i16
          llvm.call_intrinsic "llvm.amdgcn.s.wait.tensorcnt"(%n) : (i16) -> ()
          gpu.return
        }
      }
      func.func private @one()
      func.func private @two()"""
    pipeline = "func.func(canonicalize),prim-to-rocdl-pipeline{chip=gfx942 host=false}"
    attempt("crash", lambda: run(pipeline, select))

    # CHECK:      tuning: MLIRError: Invalid attribute:
    # CHECK-NEXT: error: unknown: block_size must be a multiple of 32, found 33
    attempt("tuning", lambda: prim.TuningAttr.get(block_size=33))
    # CHECK:      algorithm: MLIRError: Invalid attribute:
    # CHECK-NEXT: error: unknown: 9 is not the number of an algorithm
    attempt("algorithm", lambda: prim.TuningAttr.get(algorithm=9))
    # The bits of a range of keys, in the form that a sort takes.
    assert prim.radix_bits(100, 10000) == (0, 14)
    assert prim.radix_bits(7, 7) == (0, 1)
    assert prim.radix_bits(-1, 0, "slt") == (0, 32)
    assert prim.radix_bits(-5, -2, "slt", width=16) == (0, 3)
    assert prim.radix_bits(0, 2**64 - 1, width=64) == (0, 64)
    # CHECK: range: ValueError: -1 to 5 is not a range of integers from 0 to 255
    attempt("range", lambda: prim.radix_bits(-1, 5, width=8))
    # CHECK: backwards: ValueError: 5 to 1 is not a range of integers from -128 to 127
    attempt("backwards", lambda: prim.radix_bits(5, 1, "slt", width=8))
    # CHECK: floats: ValueError: bits needs integer keys, not floats; leave it out
    attempt("floats", lambda: prim.radix_bits(0, 1, "total"))
    # CHECK: space: ValueError: space must be one of prim.MemorySpace
    attempt("space", lambda: prim.BaseType.get(7))

    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(f32)
        def g(x):
            # CHECK: kind: ValueError: combiner must be one of 'add', 'mul',{{.*}}, not 'plus'
            attempt("kind", lambda: prim.warp_reduce(x, "plus"))
            # CHECK: mode: ValueError: mode must be one of 'inclusive', 'exclusive', 'both', not 'forward'
            attempt("mode", lambda: prim.warp_scan(x, "add", mode="forward"))
            # CHECK: no combiner: TypeError: combiner is needed
            attempt("no combiner", lambda: prim.warp_reduce(x, None))
            # CHECK: no value: TypeError: inputs must be an ir.Value or a sequence of them, not float
            attempt("no value", lambda: prim.warp_reduce(1.0, "add"))
            # CHECK: no input: ValueError: inputs must hold at least one value
            attempt("no input", lambda: prim.warp_reduce([], "add"))
            # CHECK: returned: TypeError: combiner must return the ir.Value, {{.*}}, not int
            attempt("returned", lambda: prim.warp_reduce(x, lambda a, b: 1))
            # CHECK: flags: ValueError: head and tail exclude each other; pass one
            attempt("flags", lambda: prim.warp_reduce(x, "add", head=x, tail=x))

            # CHECK: own: ValueError: from the combiner
            def fails(a, b):
                arith.addf(a, b)
                raise ValueError("from the combiner")

            attempt("own", lambda: prim.warp_reduce(x, fails))
            return x

    # An op whose region could not be built is removed.
    # CHECK:      func.func @g
    # CHECK-NEXT:   return
    print(module)
