# REQUIRES: mlir-bindings
# RUN: %python %s | FileCheck %s

# Every handwritten builder, verified and parsed again from its own text.

from prim.mlir import ir
from prim.mlir.dialects import arith, func, gpu, memref, prim, tensor


def kernel(*types):
    """Decorator: the function builds the body of a kernel."""

    def build(body):
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):

            kernels = gpu.GPUModuleOp("kernels")
        with ir.InsertionPoint(kernels.bodyRegion.blocks.append()):
            made = gpu.GPUFuncOp(
                ir.FunctionType.get(list(types), []),
                body.__name__,
                kernel=True,
                known_block_size=[64, 1, 1],
            )
        with ir.InsertionPoint(made.add_entry_block()):
            body(*made.entry_block.arguments)
            gpu.return_([])
        show(module)

    return build


def host(*types):
    def build(body):
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            func.FuncOp.from_py_func(*types)(body)
        show(module)

    return build


def show(module):
    module.operation.verify()
    text = str(module)
    assert str(ir.Module.parse(text)) == text
    print(text)


def parse(text):
    return ir.Type.parse(text)


with ir.Context() as context, ir.Location.unknown():
    f32, i32, i64, i1 = map(parse, ("f32", "i32", "i64", "i1"))
    index, v4 = parse("index"), parse("vector<4xi32>")
    base = prim.BaseType.get(prim.MemorySpace.Global)

    # CHECK-LABEL: gpu.func @warp(
    @kernel(i32, f32, v4, i1, i32)
    def warp(x, y, v, flag, n):
        # CHECK: prim.warp_reduce add %{{.*}} all width(16) : i32
        prim.warp_reduce(x, prim.CombinerKind.Add, all=True, width=16)
        # CHECK: prim.warp_reduce add %{{.*}} tail(%{{.*}}) : i32
        prim.warp_reduce(x, "add", tail=flag)
        # CHECK: prim.warp_reduce add %{{.*}} fastmath<reassoc,nsz> : f32
        prim.warp_reduce(y, "add", fastmath="reassoc,nsz")
        # CHECK: prim.warp_reduce add %{{.*}} init(%{{.*}}) width(1) : i32
        prim.warp_reduce(x, "add", init=x, width=1)
        # CHECK: prim.warp_reduce %{{.*}} identity(%{{.*}}) valid(%{{.*}}) combiner {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
        # CHECK-NEXT: %[[C:.*]] = arith.addi %[[A]], %[[B]]
        # CHECK-NEXT: prim.yield %[[C]] : i32
        total = prim.warp_reduce(
            v, lambda a, b: arith.addi(a, b), identity=x, valid=n
        )
        assert total.type == i32
        # CHECK: prim.warp_scan both add %{{.*}} init(%{{.*}}) total : vector<4xi32>
        inclusive, exclusive, total = prim.warp_scan(
            v, "add", mode="both", init=x, total=True
        )
        assert (inclusive.type, exclusive.type, total.type) == (v4, v4, i32)
        # CHECK: prim.warp_scan inclusive maxsi %{{.*}} head(%{{.*}}) distance : i32
        scanned, distance = prim.warp_scan(x, "maxsi", head=flag, distance=True)
        # CHECK: prim.warp_sort slt descending %{{.*}} : i32, f32
        keys, values = prim.warp_sort([x, y], descending=True)
        assert values.type == f32
        # CHECK: prim.warp_sort %{{.*}} valid(%{{.*}}) stable comparator {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
        # CHECK-NEXT: %[[L:.*]] = arith.cmpi ugt, %[[A]], %[[B]]
        # CHECK-NEXT: prim.yield %[[L]] : i1
        prim.warp_sort(
            v,
            lambda a, b: arith.cmpi(arith.CmpIPredicate.ugt, a, b),
            valid=n,
            stable=True,
        )
        # CHECK: prim.warp_broadcast %{{.*}} lane(%{{.*}}) width(8) : i32, f32
        assert len(prim.warp_broadcast([x, y], n, width=8)) == 2
        # CHECK: prim.warp_shuffle %{{.*}} xor(%{{.*}}) : i32
        prim.warp_shuffle(x, n, "xor")
        # CHECK: prim.warp_exchange blocked_to_striped %{{.*}} : vector<4xi32>
        prim.warp_exchange(v, prim.ExchangeMode.BlockedToStriped)
        # CHECK: prim.warp_ballot %{{.*}} : i64
        prim.warp_ballot(i64, flag)

    # CHECK-LABEL: gpu.func @block(
    @kernel(i32, v4, i32)
    def block(x, v, n):
        # CHECK: prim.block_reduce add %{{.*}} all : vector<4xi32>
        assert prim.block_reduce(v, "add", all=True).type == i32
        flags = arith.cmpi(arith.CmpIPredicate.slt, v, v)
        # CHECK: prim.block_reduce add %{{.*}} tail(%{{.*}}) : vector<4xi32>
        assert prim.block_reduce(v, "add", tail=flags).type == v.type
        # CHECK: prim.block_scan inclusive add %{{.*}} head(%{{.*}}) prefix {
        # CHECK-NEXT: ^bb0(%{{.*}}: i1, %{{.*}}: i32):
        prim.block_scan(v, "add", head=flags, prefix=lambda held, fold: fold)
        # CHECK: prim.block_scan exclusive add %{{.*}} init(%{{.*}}) total arrangement(rows(2)) : vector<4xi32>
        prim.block_scan(
            v, "add", mode="exclusive", init=x, total=True, arrangement="rows", row_vector=2
        )
        # CHECK: prim.block_scan inclusive %{{.*}} combiner {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
        # CHECK: } prefix {
        # CHECK-NEXT: ^bb0(%[[F:.*]]: i32):
        # CHECK-NEXT: prim.yield %[[F]] : i32
        prim.block_scan(v, lambda a, b: arith.maxsi(a, b), prefix=lambda fold: fold)
        # CHECK: prim.block_sort slt %{{.*}} bits(0, 8) : vector<4xi32>
        prim.block_sort(v, begin_bit=0, end_bit=8)
        # CHECK: prim.block_sort descending %{{.*}}, %{{.*}} keys(2) orders(slt, ult) from(rows(1)) to(rows(2)) : vector<4xi32>, vector<4xi32>
        prim.block_sort([v, v], ["slt", "ult"], keys=2, from_="rows", from_vector=1,
                        arrangement="rows", to_vector=2, descending=True)
        # CHECK: prim.block_exchange %{{.*}} to(striped) : vector<4xi32>
        prim.block_exchange(v, to="striped")
        # CHECK: prim.block_exchange %{{.*}} from(rows(1)) to(rows(2) width(16)) : vector<4xi32>
        prim.block_exchange(v, from_="rows", from_vector=1, to="rows", to_vector=2, to_width=16)
        # CHECK: prim.block_exchange %{{.*}} ranks(%{{.*}} : vector<4xi32>) flags(%{{.*}}) guarded to(striped) : vector<4xi32>
        prim.block_exchange(v, ranks=v, flags=flags, guarded=True, to="striped")
        # CHECK: prim.block_exchange %{{.*}} gather(%{{.*}} : vector<4xi32>) from(striped) : vector<4xi32>
        prim.block_exchange(v, gather=v, from_="striped")
        # CHECK: prim.block_adjacent left right %{{.*}} valid(%{{.*}}) map {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
        # CHECK-NEXT: arith.cmpi ne, %[[A]], %[[B]] : i32
        heads, tails = prim.block_adjacent(
            v, lambda a, b: arith.cmpi(arith.CmpIPredicate.ne, a, b),
            left=True, right=True, valid=n,
        )  # fmt: skip
        assert (heads.type, tails.type) == (flags.type, flags.type)
        # CHECK: prim.block_adjacent right %{{.*}} successor(%{{.*}}) map {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32):
        # CHECK: } : i32
        assert prim.block_adjacent(
            x, lambda a, b, number: number, right=True, successor=n, numbered=True
        ).type == i32  # fmt: skip
        # CHECK: prim.block_shuffle %{{.*}} offset(%{{.*}}) fill(%{{.*}}) : vector<4xi32>
        prim.block_shuffle(v, offset=n, fill=x)
        # CHECK: prim.block_shuffle up %{{.*}} edge : vector<4xi32>
        _, last = prim.block_shuffle(v, up=True, edge=True)
        assert last.type == i32
        # CHECK: prim.block_run_length_decode %{{.*}} lengths(%{{.*}} : vector<4xi32>) window(%{{.*}}) items(2) offsets total : vector<4xi32>
        decoded, within, total = prim.block_run_length_decode(
            v, v, 2, window=n, offsets=True, total=True
        )
        assert (decoded.type, total.type) == (parse("vector<2xi32>"), i32)
        # CHECK: prim.block_radix_rank %{{.*}} bits(4) valid(%{{.*}}) counts(2) counted {
        # CHECK-NEXT: ^bb0(%{{.*}}: vector<2xi32>):
        # CHECK-NEXT: prim.yield
        ranks, counts, starts = prim.block_radix_rank(
            v, 4, valid=n, counts=2, counted=lambda counts: None
        )
        assert (ranks.type, counts.type) == (v4, parse("vector<2xi32>"))
        # CHECK: prim.block_radix_rank %{{.*}} bits(4) digit {
        # CHECK-NEXT: ^bb0(%[[KEY:.*]]: i32):
        # CHECK-NEXT: prim.yield %[[KEY]] : i32
        # CHECK-NEXT: } ranked {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
        prim.block_radix_rank(
            v, 4, digit=lambda key: key, ranked=lambda key, rank: None
        )

    # CHECK-LABEL: gpu.func @grid(
    @kernel(i32, i32, i32, base)
    def grid(x, tile, tiles, state):
        # CHECK: prim.grid_scan add %{{.*}} tile(%{{.*}}) tiles(%{{.*}}) state(%{{.*}} : !prim.base<global>) : i32
        before, some = prim.grid_scan(x, "add", tile, tiles, state)
        assert some.type == i1
        # CHECK: prim.grid_publish %{{.*}} tile
        prim.grid_publish([x], tile, tiles, state)
        # CHECK: prim.grid_prefix %{{.*}} combiner {
        prim.grid_prefix(x, lambda a, b: arith.maxsi(a, b), tile, tiles, state)
        # CHECK: prim.grid_reduce add %{{.*}} reset all : i32
        prim.grid_reduce(x, "add", tile, tiles, state, reset=True, all=True)

    # CHECK-LABEL: func.func @tensors(
    @host(parse("tensor<?xi32>"), parse("tensor<?xi32>"), parse("tensor<i64>"))
    def tensors(x, out, sum):
        # CHECK: prim.device_scan inclusive add ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<?xi32>)
        # CHECK-SAME: reverse deterministic(run) tuning<block_size = 128>
        scanned = prim.device_scan(
            x,
            out,
            "add",
            reverse=True,
            deterministic="run",
            tuning=prim.TuningAttr.get(block_size=128),
        )
        # CHECK: prim.device_reduce ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<i64>)
        # CHECK-SAME: reads(%{{.*}} : tensor<?xi32>) prologue {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %[[I:.*]]: index):
        # CHECK-NEXT: tensor.extract %{{.*}}[%[[I]]]
        # CHECK: prim.yield %{{.*}} : i64
        # CHECK-NEXT: } combiner {
        # CHECK-NEXT: ^bb0(%{{.*}}: i64, %{{.*}}: i64):
        # CHECK: } epilogue {
        # CHECK-NEXT: ^bb0(%[[S:.*]]: i64):
        # CHECK-NEXT: prim.yield %[[S]] : i64
        # CHECK-NEXT: } -> tensor<i64>
        zero = arith.constant(i64, 0)
        reduced = prim.device_reduce(
            x,
            sum,
            lambda a, b: arith.addi(a, b),
            init=zero,
            reads=scanned,
            prologue=lambda e, i: arith.extsi(
                i64, arith.addi(e, tensor.extract(scanned, [i]))
            ),
            epilogue=lambda s: s,
        )
        # CHECK: prim.device_sort ult descending ins
        ordered = prim.device_sort(scanned, out, "ult", descending=True)
        return ordered, reduced

    # CHECK-LABEL: func.func @segments(
    @host(parse("tensor<?xi32>"), parse("tensor<?xf32>"), parse("tensor<i32>"))
    def segments(x, y, count):
        # CHECK: prim.device_scan exclusive add ins({{.*}}) outs({{.*}}) segments(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>)
        prim.device_scan(x, x, "add", mode="exclusive", segments=[x, x])
        # CHECK: prim.device_reduce mul ins({{.*}}) outs({{.*}}) head(%{{.*}} : tensor<?xi32>)
        prim.device_reduce(y, [y, count], "mul", head=x)
        # CHECK: prim.device_reduce add ins({{.*}}) outs({{.*}}) by_key(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xf32>) equal {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %{{.*}}: f32, %[[B:.*]]: i32, %{{.*}}: f32):
        # CHECK-NEXT: %[[Q:.*]] = arith.cmpi eq, %[[A]], %[[B]] : i32
        # CHECK-NEXT: prim.yield %[[Q]] : i1
        return prim.device_reduce(
            y,
            [x, y, y, count],
            "add",
            by_key=[x, y],
            equal=lambda a, b: arith.cmpi(arith.CmpIPredicate.eq, a[0], b[0]),
        )

    # CHECK-LABEL: func.func @sorted_segments(
    @host(parse("tensor<?xi32>"), parse("tensor<?xf32>"), parse("tensor<?xi64>"))
    def sorted_segments(x, y, offsets):
        # CHECK: prim.device_sort slt ins({{.*}}) outs({{.*}}) segments(%{{.*}} : tensor<?xi64>)
        keys, values = prim.device_sort([x, y], [x, y], segments=offsets)
        # CHECK: prim.device_sort ult descending ins({{.*}}) outs({{.*}}) segments(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>)
        return prim.device_sort(
            keys, x, "ult", descending=True, segments=[x, x], begin_bit=0, end_bit=4
        )

    # CHECK-LABEL: func.func @merged(
    @host(parse("tensor<?xi32>"), parse("tensor<?xf32>"))
    def merged(x, y):
        # CHECK: prim.device_merge ult descending ins({{.*}} : tensor<?xi32>, tensor<?xf32>) with({{.*}}) outs({{.*}})
        keys, values = prim.device_merge([x, y], [x, y], [x, y], "ult", descending=True)
        # CHECK: prim.device_merge ins({{.*}}) with({{.*}}) outs({{.*}}) comparator {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
        return prim.device_merge(
            keys, x, x, lambda a, b: arith.cmpi(arith.CmpIPredicate.sgt, a, b)
        )


    # CHECK-LABEL: func.func @mapped(
    @host(parse("tensor<?xi32>"), parse("tensor<?xindex>"))
    def mapped(x, at):
        # CHECK: prim.device_map ins({{.*}}) outs({{.*}}) neighbour(right) predicated map {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[H:.*]]: i1):
        # CHECK-NEXT: %[[D:.*]] = arith.subi %[[A]], %[[B]] : i32
        # CHECK-NEXT: prim.yield %[[D]], %[[H]] : i32, i1
        prim.device_map(
            x,
            lambda a, b, has: (arith.subi(a, b), has),
            ins=x,
            neighbour="right",
            predicated=True,
        )
        # CHECK: prim.device_map outs(%{{.*}} : tensor<?xindex>) map {
        # CHECK-NEXT: ^bb0(%[[I:.*]]: index):
        # CHECK-NEXT: prim.yield %[[I]] : index
        return prim.device_map(at, lambda i: i)

    # CHECK-LABEL: func.func @of_rows(
    @host(parse("tensor<?x?xf32>"), parse("tensor<?xf32>"))
    def of_rows(x, y):
        # CHECK: prim.device_rows ins({{.*}}) row_ins({{.*}}) outs({{.*}}) dimension(1) row {
        # CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[R:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
        # CHECK-NEXT: %[[S:.*]] = prim.block_reduce add %[[E]] all : f32
        # CHECK-NEXT: %[[D:.*]] = arith.divf %[[S]], %[[R]] : f32
        # CHECK-NEXT: prim.yield %[[D]] : f32
        return prim.device_rows(
            x,
            y,
            lambda e, r, index, number: arith.divf(prim.block_reduce(e, "add", all=True), r),
            row_ins=y,
            dimension=1,
        )

    # CHECK-LABEL: func.func @of_segments(
    @host(parse("tensor<?xf32>"), parse("tensor<?xi32>"), parse("tensor<?xf32>"))
    def of_segments(x, offsets, y):
        # CHECK: prim.device_rows ins({{.*}}) outs({{.*}}) segments(%{{.*}} : tensor<?xi32>) of_segments(1) row {
        # CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
        # CHECK-NEXT: %[[S:.*]] = prim.block_reduce add %[[E]] all : f32
        # CHECK-NEXT: prim.yield %[[E]], %[[S]] : f32, f32
        return prim.device_rows(
            x,
            [x, y],
            lambda e, index, number: [e, prim.block_reduce(e, "add", all=True)],
            segments=offsets,
            of_segments=[1],
        )

    # CHECK-LABEL: func.func @selected(
    @host(parse("tensor<?xi32>"), parse("tensor<?xf32>"), parse("tensor<i32>"))
    def selected(x, y, count):
        # CHECK: prim.device_select ins({{.*}}) outs({{.*}}) rest(%{{.*}} : tensor<?xi32>) flags(%{{.*}} : tensor<?xi32>) where {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[F:.*]]: i32, %{{.*}}: index):
        # CHECK-NEXT: %[[Q:.*]] = arith.cmpi eq, %[[A]], %[[F]] : i32
        # CHECK-NEXT: prim.yield %[[Q]] : i1
        kept, number, left = prim.device_select(
            x,
            [x, count],
            lambda a, flag, i: arith.cmpi(arith.CmpIPredicate.eq, a, flag),
            flags=x,
            rest=x,
        )
        # CHECK: prim.device_select ins({{.*}}) outs({{.*}}) rest reversed heads(1) equal {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
        return prim.device_select(
            [kept, y],
            [left, y, number],
            heads=1,
            equal=lambda a, b: arith.cmpi(arith.CmpIPredicate.eq, a, b),
            rest_reversed=True,
        )

    # CHECK-LABEL: func.func @lengths(
    @host(parse("tensor<?xi32>"), parse("tensor<?xi64>"), parse("tensor<i32>"))
    def lengths(x, y, count):
        # CHECK: prim.device_run_length ins({{.*}}) outs({{.*}}) equal {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
        # CHECK-NEXT: %[[Q:.*]] = arith.cmpi eq, %[[A]], %[[B]] : i32
        # CHECK-NEXT: prim.yield %[[Q]] : i1
        _, found, number = prim.device_run_length(
            x, [x, y, count], lambda a, b: arith.cmpi(arith.CmpIPredicate.eq, a, b)
        )
        # CHECK: prim.device_run_length nontrivial ins({{.*}}) outs({{.*}}) -> tensor<?xi64>, tensor<?xi32>, tensor<i32>
        return prim.device_run_length(x, [found, x, number], nontrivial=True)


    # CHECK-LABEL: func.func @counted(
    @host(parse("tensor<?xi32>"), parse("tensor<9xi32>"), parse("tensor<10xi32>"))
    def counted(x, counts, levels):
        # CHECK: prim.device_histogram ult ins({{.*}}) outs({{.*}}) weights(%{{.*}} : tensor<?xi32>) range(%{{.*}} : tensor<10xi32>) deterministic(run)
        counts = prim.device_histogram(
            x, counts, range=levels, order="ult", weights=x, deterministic="run"
        )
        # CHECK: prim.device_histogram ins({{.*}}) outs({{.*}} : tensor<9xi32>) bin {
        # CHECK: } epilogue {
        # CHECK-NEXT: ^bb0(%[[N:.*]]: i32, %{{.*}}: index):
        # CHECK-NEXT: prim.yield %[[N]] : i32
        counts = prim.device_histogram(x, counts, lambda a: a, epilogue=lambda n, i: n)
        # CHECK: prim.device_histogram ins({{.*}}) outs({{.*}}) channels(3, 2) bin {
        # CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %{{.*}}: index):
        # CHECK-NEXT: prim.yield %[[A]] : i32
        return prim.device_histogram(
            x, [counts, levels], lambda a, i: a, channels=3, active=2
        )


    # CHECK-LABEL: func.func @looked_up(
    @host(parse("tensor<?xi32>"), parse("tensor<?xi8>"), parse("tensor<?xi64>"))
    def looked_up(x, narrow, places):
        # CHECK: prim.device_search upper slt descending ins({{.*}} : tensor<?xi8>) in({{.*}} : tensor<?xi32>) outs({{.*}} : tensor<?xi64>) prologue {
        # CHECK-NEXT: ^bb0(%{{.*}}: i8):
        found = prim.device_search(
            narrow,
            x,
            places,
            "upper",
            descending=True,
            prologue=lambda a: arith.extsi(ir.IntegerType.get_signless(32), a),
        )
        # CHECK: prim.device_search contains ins({{.*}}) in({{.*}}) outs({{.*}}) comparator {
        # CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
        found = prim.device_search(
            x, x, found, "contains", lambda a, b: arith.cmpi(arith.CmpIPredicate.sgt, a, b)
        )
        try:
            prim.device_search(x, x, found, "between")
        except ValueError as error:
            assert str(error) == "mode is 'between'; it can be lower, upper, contains"
        # CHECK: prim.device_batch_copy ins({{.*}} : tensor<?xi8>) outs({{.*}} : tensor<?xi8>) from(%[[F:.*]] : tensor<?xi64>) to(%[[F]] : tensor<?xi64>) sizes(%[[F]] : tensor<?xi64>)
        return prim.device_batch_copy(narrow, narrow, found, found, found)

    # CHECK-LABEL: func.func @addressed(
    @host(parse("memref<?xi64>"))
    def addressed(x):
        # CHECK: prim.device_batch_copy from(%[[X:.*]] : memref<?xi64>) to(%[[X]] : memref<?xi64>) sizes(%[[X]] : memref<?xi64>) addressed(4)
        prim.device_batch_copy([], [], x, x, x, addressed=4)
        # CHECK: prim.device_batch_copy from({{.*}}) addressed(1) async
        prim.device_batch_copy([], [], x, x, x, addressed=1, token=True)


    # CHECK-LABEL: func.func @ranked(
    @host(parse("tensor<?xi32>"), parse("tensor<4xi32>"), parse("index"))
    def ranked(x, few, n):
        # CHECK: prim.device_topk ult descending ins({{.*}}) outs({{.*}} : tensor<4xi32>) rest(%{{.*}} : tensor<?xi32>) unordered
        prim.device_topk(x, few, "ult", descending=True, rest=x, unordered=True)
        # CHECK: prim.device_topk ins({{.*}}) outs({{.*}}) keys(1) orders(ult)
        prim.device_topk(x, few, ["ult"], keys=1)
        # CHECK: prim.device_nth slt ins({{.*}}) outs({{.*}}) nth(%{{.*}}) bits(3, 9)
        prim.device_nth(x, x, n, begin_bit=3, end_bit=9)
        # CHECK: prim.device_sort slt ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>) batches prologue {
        # CHECK-NEXT: ^bb0(%[[E:.*]]: i32, %{{.*}}: index):
        prim.device_sort(
            x, [x, x], batches=True,
            prologue=lambda e, i: (e, arith.index_cast(ir.IntegerType.get_signless(32), i)),
        )  # fmt: skip
        # CHECK: prim.device_nth ins({{.*}}) outs({{.*}}) nth(%{{.*}}) comparator {
        return prim.device_nth(
            x, x, n, lambda a, b: arith.cmpi(arith.CmpIPredicate.slt, a, b)
        )

    # CHECK-LABEL: func.func @rows(
    @host(parse("tensor<?x4x?xi32>"), parse("tensor<4xi32>"), parse("tensor<?x4xi32>"))
    def rows(x, folds, planes):
        # CHECK: prim.device_reduce add ins({{.*}}) outs({{.*}}) dimension(0, 2) -> tensor<4xi32>
        prim.device_reduce(x, folds, "add", dimension=(0, 2))
        # CHECK: prim.device_reduce add ins({{.*}}) outs({{.*}}) dimension(2) -> tensor<?x4xi32>
        prim.device_reduce(x, planes, "add", dimension=2)
        # CHECK: prim.device_scan inclusive add ins({{.*}}) outs({{.*}}) dimension(1)
        scanned = prim.device_scan(x, x, "add", dimension=ir.DenseI64ArrayAttr.get([1]))
        # CHECK: prim.device_sort slt ins({{.*}}) outs({{.*}}) dimension(0)
        return prim.device_sort(scanned, x, dimension=[0])

    # CHECK-LABEL: func.func @memrefs(
    @host(parse("memref<?xf32, 1>"), parse("memref<?xf32, 1>"))
    def memrefs(x, out):
        # CHECK: prim.workspace_size {
        # CHECK-NEXT: prim.device_scan inclusive mul ins
        # CHECK-NEXT: } : index
        bytes = prim.workspace_size(lambda: prim.device_scan(x, out, "mul"))
        # CHECK: %[[T:.*]] = prim.device_scan inclusive mul ins({{.*}}) async
        token = prim.device_scan(x, out, "mul", token=True)
        assert str(token.type) == "!gpu.async.token"
        # CHECK: prim.device_sort total ins({{.*}}) async [%[[T]]]
        prim.device_sort(x, out, "total", token=True, async_dependencies=token)
        return bytes

    # Enumerations have the names of the assembly, and the numbers of C++.
    # CHECK: add 0 maxsi 3 striped 1 AcqRel
    print(
        prim.CombinerKind.Add,
        int(prim.CombinerKind.Add),
        prim.CombinerKind(3),
        3,
        prim.Arrangement.Striped,
        prim.Arrangement.Striped.value,
        prim.MemoryOrder(3).name,
    )
    tuning = prim.TuningAttr.get(256, 8, prim.Algorithm.LookBack)
    assert tuning == ir.Attribute.parse(str(tuning))
    assert isinstance(ir.Attribute.parse(str(tuning)), prim.TuningAttr)
    assert (tuning.block_size, tuning.items_per_thread) == (256, 8)
    assert prim.Algorithm(tuning.algorithm) is prim.Algorithm.LookBack
    assert isinstance(parse("!prim.base<workgroup>"), prim.BaseType)
    assert prim.MemorySpace(parse("!prim.base<workgroup>").space).name == "Workgroup"
